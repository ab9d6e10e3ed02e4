"""Values that are not there yet."""

import threading


class Future:
    """A value that set_result gives later; wait returns it."""

    def __init__(self, *, devices=None):
        self._ready, self._value, self._error, self._callbacks = threading.Event(), None, None, []

    def done(self):
        """Whether the value is there."""
        return self._ready.is_set()

    def wait(self):
        """The value, or raises what set_exception was given."""
        self._ready.wait()
        if self._error is not None:
            raise self._error
        return self._value

    def value(self):
        """The value, which must be there."""
        if not self.done():
            raise RuntimeError("value() called before future is complete")
        return self.wait()

    def _finish(self):
        self._ready.set()
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback(self)

    def set_result(self, result):
        """Gives the value and runs the callbacks."""
        if self.done():
            raise RuntimeError("Attempting to mark a completed Future as complete again. Note that a Future can only be marked completed once.")
        self._value = result
        self._finish()

    def set_exception(self, result):
        """Makes wait raise result."""
        assert isinstance(result, Exception), f"{result} is of type {type(result)}, not an Exception."
        self._error = result
        self._finish()

    def add_done_callback(self, callback):
        """Calls callback(self) when the value is there."""
        if self.done():
            callback(self)
        else:
            self._callbacks.append(callback)

    def then(self, callback):
        """A future of what callback(self) returns."""
        later = Future()

        def run(future):
            try:
                result = callback(future)
            except Exception as e:
                later.set_exception(e)
            else:
                later.set_result(result)
        self.add_done_callback(run)
        return later


def collect_all(futures):
    """A future of the list of futures, done when all of them are."""
    everything, missing = Future(), len(futures)

    def count(_):
        nonlocal missing
        missing -= 1
        if missing == 0:
            everything.set_result(futures)

    if not futures:
        everything.set_result(futures)
    for future in futures:
        future.add_done_callback(count)
    return everything


def wait_all(futures):
    """The values of futures."""
    return [future.wait() for future in collect_all(futures).wait()]
