"""Inputs that hypothesis makes up are left out."""

import torch


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    return lambda *_, **__: None


def assert_deadline_disabled():
    pass
