"""Calling a module with other parameters than its own."""

import torch


def functional_call(module, parameters_and_buffers, args, kwargs=None):
    """module(*args) with the named parameters and buffers in place of its own."""
    args = args if isinstance(args, tuple) else (args,)
    kept = []
    try:
        for path, value in parameters_and_buffers.items():
            *parents, name = path.split(".")
            owner = module
            for parent in parents:
                owner = getattr(owner, parent)
            for table in (owner._parameters, owner._buffers):
                if name in table:
                    kept.append((table, name, table[name]))
                    table[name] = value
        return module(*args, **(kwargs or {}))
    finally:
        for table, name, value in reversed(kept):
            table[name] = value
