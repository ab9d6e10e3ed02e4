"""What PyTorch's tests import, in our own words; modules that are not here come from the reference's installation."""

import os
import torch

_installed = os.path.join(os.path.dirname(torch.__file__), 'testing', '_internal')
if _installed not in __path__:
    __path__.append(_installed)

# Where there is no such type, lists of dtypes need something in its place that no tensor has.
for _name in ('complex32', 'chalf'):
    if not hasattr(torch, _name):
        setattr(torch, _name, 'torch.complex32')
