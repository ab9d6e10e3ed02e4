"""Pipes between processes."""

import pickle

import _process

__all__ = ['Pipe', 'wait']


class _ConnectionBase:
    """What the connections of all systems have in common."""


class Connection(_ConnectionBase):
    """One end of a pipe."""

    def __init__(self, box_in, box_out):
        self._in, self._out, self.closed = box_in, box_out, False
        self._ahead = None

    readable = property(lambda self: self._in is not None)
    writable = property(lambda self: self._out is not None)

    def _check(self, box, what):
        if self.closed:
            raise OSError("handle is closed")
        if box is None:
            raise OSError(f"connection is {what}-only")

    def send(self, obj):
        self.send_bytes(pickle.dumps(obj))

    def recv(self):
        return pickle.loads(self.recv_bytes())

    def send_bytes(self, buf, offset=0, size=None):
        self._check(self._out, 'read')
        data = bytes(buf)[offset:]
        _process.put(self._out, b'm' + (data if size is None else data[:size]))

    def recv_bytes(self, maxlength=None):
        self._check(self._in, 'write')
        data, self._ahead = self._ahead, None
        if data is None:
            data = _process.get(self._in, None)
        if data[:1] != b'm':
            self._ahead = data
            raise EOFError
        return data[1:]

    def poll(self, timeout=0.0):
        self._check(self._in, 'write')
        if self._ahead is None and _process.size(self._in) == 0:
            self._ahead = _process.get(self._in, timeout)
        return self._ahead is not None or _process.size(self._in) > 0

    def close(self):
        if not self.closed and self._out is not None:
            _process.put(self._out, b'e')
        self.closed = True

    def fileno(self):
        return self._in if self._in is not None else self._out

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class _Copy(Connection):
    """An end that another process has, too: it alone does not end the pipe."""

    def close(self):
        self.closed = True


def _copy(box_in, box_out):
    return _Copy(box_in, box_out)


def _reduce(self):
    return _copy, (self._in, self._out)


Connection.__reduce__ = _reduce


def Pipe(duplex=True):
    """Two ends that are connected."""
    a, b = _process.box(), _process.box()
    if duplex:
        return _Copy(a, b), _Copy(b, a)
    return _Copy(a, None), _Copy(None, a)


def wait(object_list, timeout=None):
    """Those of object_list that have something to be read."""
    import time
    until = None if timeout is None else time.monotonic() + timeout
    while True:
        ready = [c for c in object_list if c.poll(0)]
        if ready or until is not None and time.monotonic() >= until:
            return ready
        time.sleep(0.01)
