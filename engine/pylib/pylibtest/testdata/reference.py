# Prints what is public in torch and numpy: a line "# module page" and below it, parted by tabs, each name's call, sentence and page.

import inspect
import re

import numpy, numpy.char, numpy.fft, numpy.ma
import torch, torch.distributed, torch.nn.functional, torch.nn.utils, torch.optim.lr_scheduler, torch.utils.data
from _reference import owner, page, pages

# What stands in a module without being its own.
STRANGERS = {"torch.optim.lr_scheduler": {"Counter"}, "numpy.char": {"array", "broadcast_arrays"}, "numpy.random": {"Draws"}, "numpy": {"max_", "min_"}}


def call(name, x):
    """name(parameters): of the docstring's first line, else as Python knows it."""
    first = (inspect.getdoc(x) or "").split("\n")[0]
    if first.startswith(name + "(") and first.endswith(")"):
        return first
    try:
        parameters = str(inspect.signature(x)).replace("(self, /, ", "(").replace("(self, ", "(").replace("(self)", "()")
        return name + re.sub(r"<(?:class|function) '?([\w.]+)'?(?: at 0x\w+)?>", r"\1", parameters)
    except (TypeError, ValueError):
        return name + "(…)"


def sentence(name, x):
    """What the docstring says besides how x is called."""
    parts = (inspect.getdoc(x) or "").split("\n\n")
    if parts[0].startswith(getattr(x, "__name__", name) + "("):
        parts = parts[1:]
    return " ".join(parts[0].split()) if parts else ""


def legacy(name):
    """torch.FloatTensor and the like: types of tensors that say what they are by their names."""
    return name.endswith("Tensor") and name != "Tensor"


def public(module):
    there = owner(module)
    for name in sorted(dir(there)):
        x = getattr(there, name, None)
        if not name.startswith("_") and callable(x) and not legacy(name) and name not in STRANGERS.get(module, ()):
            yield name, x


for module in pages:
    print("#", module, pages[module])
    for name, x in public(module):
        print(name, call(name, x), sentence(name, x), page(module, name) or "", sep="\t")
