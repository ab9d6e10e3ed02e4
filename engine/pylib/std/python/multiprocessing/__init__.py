"""Processes: programs beside this one, each with memory of its own, that take turns on the notebook's devices.

A process is begun anew, as with the start method spawn: it imports the program that began it. One that is begun from a
notebook, which is no file, gets its functions, classes, modules and values made anew. What goes from one process to
another is pickled.
"""

import sys

from multiprocessing import context
from multiprocessing.context import AuthenticationError, BufferTooShort, ProcessError, TimeoutError

__all__ = [name for name in dir(context._default_context) if not name.startswith('_')]
globals().update((name, getattr(context._default_context, name)) for name in __all__)

SUBDEBUG, SUBWARNING = 5, 25

if '__main__' in sys.modules:
    sys.modules['__mp_main__'] = sys.modules['__main__']
