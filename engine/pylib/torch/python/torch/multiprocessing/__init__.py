"""multiprocessing, with spawn for processes of which any that fails ends all."""

import multiprocessing
from multiprocessing import *

from .spawn import ProcessContext, ProcessException, ProcessExitedException, ProcessRaisedException, SpawnContext, spawn, start_processes

__all__ = ['set_sharing_strategy', 'get_sharing_strategy', 'get_all_sharing_strategies'] + multiprocessing.__all__

_sharing_strategy = 'file_descriptor'
_all_sharing_strategies = {'file_descriptor', 'file_system'}


def set_sharing_strategy(new_strategy):
    """Tensors are copied on their way, whatever the strategy."""
    global _sharing_strategy
    assert new_strategy in _all_sharing_strategies
    _sharing_strategy = new_strategy


def get_sharing_strategy():
    return _sharing_strategy


def get_all_sharing_strategies():
    return _all_sharing_strategies
