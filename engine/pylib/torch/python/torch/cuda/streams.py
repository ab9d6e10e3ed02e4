"""Streams and events."""

import torch
from torch import _C
from torch._utils import _get_device_index


class Stream:
    """A queue of work on one GPU; work in different streams may overlap."""

    def __init__(self, device=None, priority=0, **kwargs):
        base = kwargs.get("_base")
        if base is None:
            base = _C._cuda_new_stream(_get_device_index(device, optional=True), priority)
        self._base = base

    @property
    def device(self):
        return self._base.device()

    @property
    def cuda_stream(self):
        return self._base.id()

    stream_id = cuda_stream

    def synchronize(self):
        """Waits for all work in the stream."""
        self._base.synchronize()

    def query(self):
        """Whether all work in the stream is done."""
        return self._base.query()

    def wait_event(self, event):
        """Makes what comes later in the stream wait for an event."""
        event.wait(self)

    def wait_stream(self, stream):
        """Makes what comes later wait for what is now in another stream."""
        self.wait_event(stream.record_event())

    def record_event(self, event=None):
        """Records an event in the stream."""
        if event is None:
            event = Event()
        event.record(self)
        return event

    def __eq__(self, other):
        return isinstance(other, Stream) and (self.cuda_stream, self.device) == (other.cuda_stream, other.device)

    def __hash__(self):
        return hash((self.cuda_stream, self.device))

    def __repr__(self):
        return f"<torch.cuda.Stream device={self.device} cuda_stream={self.cuda_stream:#x}>"


ExternalStream = Stream


class Event:
    """A point in a stream, whose time can be taken."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self.timing = enable_timing
        self._base = None

    def record(self, stream=None):
        """Marks the end of what is now in the stream."""
        if stream is None:
            stream = current_stream()
        if self._base is None:
            self._base = _C._cuda_new_event(stream.device.index, self.timing)
        self._base.record(stream._base)

    def wait(self, stream=None):
        """Makes what comes later in the stream wait for this event."""
        if stream is None:
            stream = current_stream()
        if self._base is not None:
            stream._base.wait(self._base)

    def query(self):
        """Whether the event has happened."""
        return self._base is None or self._base.query()

    def synchronize(self):
        """Waits for the event."""
        if self._base is not None:
            self._base.synchronize()

    def elapsed_time(self, end_event):
        """Milliseconds from this event to another."""
        if self._base is None or end_event._base is None:
            raise RuntimeError("Both events must be recorded before calculating elapsed time.")
        if not self.timing or not end_event.timing:
            raise RuntimeError("Both events must be created with argument 'enable_timing=True'.")
        return self._base.elapsed(end_event._base)

    def __repr__(self):
        return "<torch.cuda.Event uninitialized>" if self._base is None else f"<torch.cuda.Event {id(self._base):#x}>"


def current_stream(device=None):
    """The stream that work on a GPU goes to."""
    return Stream(_base=_C._cuda_stream(_get_device_index(device, optional=True)))


def default_stream(device=None):
    """The stream that a GPU begins with."""
    return Stream(_base=_C._cuda_default_stream(_get_device_index(device, optional=True)))


def set_stream(stream):
    """Sends further work to a stream."""
    if stream is not None:
        _C._cuda_set_stream(stream._base)


class StreamContext:
    """Sends work to a stream for a block."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is None:
            return
        self.prev_device = torch.cuda.current_device()
        self.prev = current_stream(self.stream.device)
        torch.cuda.set_device(self.stream.device)
        set_stream(self.stream)

    def __exit__(self, *exc):
        if self.stream is not None:
            set_stream(self.prev)
            torch.cuda.set_device(self.prev_device)


def stream(stream):
    """Sends work to a stream for a block."""
    return StreamContext(stream)
