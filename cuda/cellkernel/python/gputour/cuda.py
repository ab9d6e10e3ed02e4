"""Kernels of %%cuda cells: what they do wrong, and what they cost."""

from _gputour_cuda import (
    ArithmeticFault, CompileError, DeadlockError, DeviceAssertError, InitcheckError, Kernel,
    KernelError, KernelTimeout, LaunchError, MemcheckError, ProgramError, RaceError, SynccheckError,
)
import _gputour_cuda

__all__ = [
    "ArithmeticFault", "CompileError", "DeadlockError", "DeviceAssertError", "InitcheckError", "Kernel",
    "KernelError", "KernelTimeout", "LaunchError", "MemcheckError", "Profile", "ProgramError", "RaceError", "Steps", "SynccheckError",
    "access", "profile", "report", "step",
]


class Profile(dict):
    """The counts of a kernel's last launch, by name; printed, what they mean."""

    def __init__(self, numbers, text, page):
        super().__init__(numbers)
        self._text = text
        self._page = page

    def __repr__(self):
        return self._text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self._text, "application/vnd.gputour.profile+json": self._page}


def _cell(kernel):
    """The kernel of a cell; of one written in Python, as it was launched last."""
    if not hasattr(kernel, "_launched"):
        return kernel
    if kernel._launched is None:
        raise ValueError("kernel %s has not been launched yet" % kernel.__name__)
    return kernel._launched


def profile(kernel, /):
    """The counts of a kernel's last launch: a dict that shows itself in the page."""
    return Profile(*_gputour_cuda.profile(_cell(kernel)))


def report(kernel, /):
    """The counts of a kernel's last launch, as text."""
    return _gputour_cuda.profile(_cell(kernel))[1]


def access(kernel, /):
    """Which bytes of which buffer the threads of the first block touched when a line first
    ran: a list of dicts with line, store, buffer, size and offsets (None for idle threads)."""
    return _gputour_cuda.access(_cell(kernel))


class Steps:
    """A launch step by step; printed, what its first warp did."""

    def __init__(self, text, page):
        self._text = text
        self._page = page

    def __repr__(self):
        return self._text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self._text, "application/vnd.gputour.steps+json": self._page}


def step(kernel, /, block=None):
    """The last launch of a kernel to be stepped through, line by line: the given block and
    those after it, as far as they fit. Launches of up to 256 KiB and 65536 threads are kept."""
    return Steps(*_gputour_cuda.step(_cell(kernel), block))
