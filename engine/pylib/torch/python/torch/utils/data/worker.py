"""Workers of a loader. They take turns in one process, each with random numbers of its own."""

import torch

_current = None


class WorkerInfo:
    """What get_worker_info() tells a dataset inside a worker."""

    def __init__(self, id, num_workers, seed, dataset):
        self.id = id
        self.num_workers = num_workers
        self.seed = seed
        self.dataset = dataset

    def __repr__(self):
        return f"WorkerInfo(id={self.id}, num_workers={self.num_workers}, seed={self.seed}, dataset={self.dataset})"


def get_worker_info():
    """The worker that runs now, or None in the main program."""
    return _current


class Worker:
    """Runs fetches with its own random state, as a process of its own would."""

    def __init__(self, info, init_fn):
        import random
        self.info = info
        self._python = random
        outside = self._enter(None)
        torch.manual_seed(info.seed)
        random.seed(info.seed)
        try:
            if init_fn is not None:
                init_fn(info.id)
        finally:
            self._leave(outside)

    def _enter(self, state):
        global _current
        _current = self.info
        outside = torch.get_rng_state(), self._python.getstate()
        if state is not None:
            torch.set_rng_state(state[0])
            self._python.setstate(state[1])
        return outside

    def _leave(self, outside):
        global _current
        _current = None
        self.state = torch.get_rng_state(), self._python.getstate()
        torch.set_rng_state(outside[0])
        self._python.setstate(outside[1])

    def run(self, fetch, index):
        """fetch(index) inside the worker."""
        outside = self._enter(self.state)
        try:
            return fetch(index)
        finally:
            self._leave(outside)
