"""Calls that run in other threads, and their results to come."""

from ._base import (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, BrokenExecutor, CancelledError, Executor, Future,
                    InvalidStateError, TimeoutError, as_completed, wait)
from .process import ProcessPoolExecutor
from .thread import ThreadPoolExecutor

__all__ = ['FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'CancelledError', 'TimeoutError', 'BrokenExecutor',
           'InvalidStateError', 'Future', 'Executor', 'wait', 'as_completed', 'ThreadPoolExecutor', 'ProcessPoolExecutor']
