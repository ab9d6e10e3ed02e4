#!/usr/bin/python3
"""Prints, for the public classes of torch, where they are defined and what they inherit, a line each:

    module TAB name TAB __module__ TAB __qualname__ TAB __mro__

With the real PyTorch 1.13: python3 classes.py > classes.txt. A test runs the same program here and
compares the classes that both have: files of whole objects name classes by these.
"""

import importlib

MODULES = """torch torch.nn torch.nn.parameter torch.nn.utils.rnn torch.nn.utils.parametrize torch.nn.utils.prune torch.optim
    torch.optim.lr_scheduler torch.optim.swa_utils torch.utils.data torch.distributions torch.autograd torch.autograd.function
    torch.cuda torch.cuda.amp torch.amp torch.nn.parallel torch.utils.hooks torch.nn.modules.activation torch.nn.modules.batchnorm
    torch.nn.modules.container torch.nn.modules.conv torch.nn.modules.dropout torch.nn.modules.instancenorm
    torch.nn.modules.lazy torch.nn.modules.linear torch.nn.modules.loss torch.nn.modules.module torch.nn.modules.padding
    torch.nn.modules.pooling torch.nn.modules.rnn torch.nn.modules.upsampling torch.distributions.transforms
    torch.distributions.constraints torch.optim.optimizer""".split()

for module in MODULES:
    found = vars(importlib.import_module(module))
    for name in sorted(found):
        c = found[name]
        if isinstance(c, type) and str(c.__module__).startswith("torch") and (not name.startswith("_") or ".modules." in module):
            print(module, name, c.__module__, c.__qualname__, " ".join(b.__module__ + "." + b.__qualname__ for b in c.__mro__), sep="\t")
