"""@triton.autotune and @triton.heuristics (triton/runtime/autotuner.py)."""
import torch

from ..errors import OutOfResources
from ..testing import do_bench


class Config:
    """The constexprs and the options of one way to launch a kernel."""

    def __init__(self, kwargs, num_warps=4, num_stages=2, num_ctas=1, maxnreg=None, pre_hook=None):
        self.kwargs, self.num_warps, self.num_stages, self.num_ctas, self.maxnreg, self.pre_hook = kwargs, num_warps, num_stages, num_ctas, maxnreg, pre_hook

    def all_kwargs(self):
        return {**self.kwargs, 'num_warps': self.num_warps, 'num_stages': self.num_stages, 'num_ctas': self.num_ctas}

    def __str__(self):
        return ', '.join('%s: %s' % item for item in self.all_kwargs().items())


class Wrapped:
    """A kernel around a kernel."""

    def __init__(self, fn):
        self.fn, self.arg_names, self.__name__, self.__doc__ = fn, fn.arg_names, fn.__name__, fn.__doc__

    _launched = property(lambda self: self.fn._launched)

    def __getitem__(self, grid):
        return lambda *args, **kwargs: self.run(*args, grid=grid, **kwargs)


class Autotuner(Wrapped):
    def __init__(self, fn, configs, key, reset_to_zero=None, restore_value=None, prune_configs_by=None, warmup=25, rep=100):
        super().__init__(fn)
        self.configs, self.keys, self.cache = configs or [Config({})], key, {}
        self.reset, self.restore = reset_to_zero or (), restore_value or ()
        self.prune = (prune_configs_by or {}).get('early_config_prune')
        self.best_config = None

    def timed(self, config, args, kwargs):
        """The milliseconds of a launch; infinity for one that does not fit."""
        named = dict(zip(self.arg_names, args), **kwargs)
        conflicts = set(kwargs) & set(config.kwargs)
        if conflicts:
            raise ValueError('Conflicting meta-parameters: %s. Make sure that you don\'t re-define auto-tuned symbols.' % ', '.join(sorted(conflicts)))

        def launch():
            for name in self.reset:
                named[name].zero_()
            kept = {name: named[name].clone() for name in self.restore}
            self.fn.run(*args, **{**kwargs, **config.all_kwargs()})
            for name, x in kept.items():
                named[name].copy_(x)
        try:
            return do_bench(launch)
        except OutOfResources:
            return float('inf')

    def run(self, *args, **kwargs):
        named = dict(zip(self.arg_names, args), **kwargs)
        key = tuple(named[k] for k in self.keys) + tuple(str(v.dtype) for v in named.values() if isinstance(v, torch.Tensor))
        if key not in self.cache:
            configs = self.prune(self.configs, named) if self.prune else self.configs
            times = {c: self.timed(c, args, kwargs) for c in configs} if len(configs) > 1 else {configs[0]: 0}
            self.configs_timings = times
            self.cache[key] = min(times, key=times.get)
            for name in self.reset if len(configs) > 1 else ():
                named[name].zero_()
        self.best_config = self.cache[key]
        if self.best_config.pre_hook:
            self.best_config.pre_hook({**named, **self.best_config.all_kwargs()})
        return self.fn.run(*args, **{**kwargs, **self.best_config.all_kwargs()})


class Heuristics(Wrapped):
    def __init__(self, fn, values):
        super().__init__(fn)
        self.values = values

    def run(self, *args, **kwargs):
        named = dict(zip(self.arg_names, args), **kwargs)
        for name, value in self.values.items():
            kwargs[name] = named[name] = value(named)
        return self.fn.run(*args, **kwargs)


def autotune(configs, key, prune_configs_by=None, reset_to_zero=None, restore_value=None, warmup=25, rep=100, use_cuda_graph=False):
    """Launches a kernel in each way once for every new value of key, and keeps the fastest."""
    return lambda fn: Autotuner(fn, configs, key, reset_to_zero, restore_value, prune_configs_by, warmup, rep)


def heuristics(values):
    """Computes constexprs from the other arguments."""
    return lambda fn: Heuristics(fn, values)
