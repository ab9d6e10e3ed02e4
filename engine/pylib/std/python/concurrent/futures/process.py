"""The executor of processes, of which there are none here: its calls run in threads."""

from ._base import BrokenExecutor
from .thread import ThreadPoolExecutor


class BrokenProcessPool(BrokenExecutor):
    """Never raised: threads do not break off."""


class ProcessPoolExecutor(ThreadPoolExecutor):
    """Runs calls in up to max_workers threads."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, 'ProcessPoolExecutor', initializer, initargs)
