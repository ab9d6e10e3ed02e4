"""Switching the recording of gradients on and off, for a block or a function."""

import functools

from torch._C import _set_grad_enabled, _set_inference


class _DecoratorContextManager:
    """A context manager that can also wrap functions and generators."""

    def __call__(self, func):
        import inspect  # late: its import would be a third of torch's
        if inspect.isgeneratorfunction(func):
            return self._wrap_generator(func)

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            with self.clone():
                return func(*args, **kwargs)
        return wrapper

    def _wrap_generator(self, func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            gen = func(*args, **kwargs)
            resume = lambda: gen.send(None)
            while True:
                try:
                    with self.clone():
                        item = resume()
                except StopIteration as stop:
                    return stop.value
                try:
                    value = yield item
                except GeneratorExit:
                    with self.clone():
                        gen.close()
                    raise
                except BaseException as e:
                    resume = functools.partial(gen.throw, e)
                else:
                    resume = functools.partial(gen.send, value)
        return wrapper

    def clone(self):
        return type(self)()


class no_grad(_DecoratorContextManager):
    """Operations inside are not recorded for backward."""

    def __enter__(self):
        self.prev = _set_grad_enabled(False)

    def __exit__(self, *exc):
        _set_grad_enabled(self.prev)


class enable_grad(_DecoratorContextManager):
    """Records, even inside no_grad."""

    def __enter__(self):
        self.prev = _set_grad_enabled(True)

    def __exit__(self, *exc):
        _set_grad_enabled(self.prev)


class set_grad_enabled(_DecoratorContextManager):
    """Records or not: at once when called, and for a block with `with`."""

    def __init__(self, mode):
        self.mode = bool(mode)
        self.prev = _set_grad_enabled(self.mode)

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        _set_grad_enabled(self.prev)

    def clone(self):
        return type(self)(self.mode)


class inference_mode(_DecoratorContextManager):
    """As no_grad, and what is made inside can never be recorded."""

    def __init__(self, mode=True):
        self.mode = mode

    def __enter__(self):
        self.prev = _set_inference(self.mode)

    def __exit__(self, *exc):
        _set_inference(self.prev)

    def clone(self):
        return type(self)(self.mode)
