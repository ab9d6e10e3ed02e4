"""The default random generator, and blocks that leave it as it was."""

import torch
from torch._C import default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state


class fork_rng:
    """Restores the states of the generators at the end of a block."""

    def __init__(self, devices=None, enabled=True):
        self.enabled = enabled
        self.devices = devices

    def __enter__(self):
        if self.enabled:
            self.cpu = get_rng_state()
            devices = range(torch.cuda.device_count()) if self.devices is None else self.devices
            self.gpus = [(d, torch.cuda.get_rng_state(d)) for d in devices]

    def __exit__(self, *exc):
        if self.enabled:
            set_rng_state(self.cpu)
            for d, state in self.gpus:
                torch.cuda.set_rng_state(state, d)
