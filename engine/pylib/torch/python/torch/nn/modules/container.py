"""Modules that hold modules (Sequential, ModuleList, ModuleDict) or parameters (ParameterList, ParameterDict)."""

import operator
from collections import OrderedDict
from collections import abc

import torch
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


def check_pairs(entries, kind, put):
    """Puts each (key, value) of a sequence, saying which element is not a pair."""
    for i, pair in enumerate(entries):
        if not isinstance(pair, abc.Iterable):
            raise TypeError(f"{kind} update sequence element #{i} should be Iterable; is{type(pair).__name__}")
        if len(pair) != 2:
            raise ValueError(f"{kind} update sequence element #{i} has length {len(pair)}; 2 is required")
        put(pair[0], pair[1])


class Container(Module):
    """Kept for old code; Module does the same."""

    def __init__(self, **kwargs):
        super().__init__()
        for name, module in kwargs.items():
            self.add_module(name, module)


def _name_at(module, idx):
    """The name of child number idx."""
    n = len(module)
    idx = operator.index(idx)
    if not -n <= idx < n:
        raise IndexError(f"index {idx} is out of range")
    return list(module._modules)[idx]


def _delete(module, idx):
    """Takes out a child or a slice of them; the others are numbered anew."""
    names = list(module._modules)
    for name in names[idx] if isinstance(idx, slice) else [_name_at(module, idx)]:
        delattr(module, name)
    kept = module._modules.values()
    module._modules = OrderedDict((str(i), child) for i, child in enumerate(kept))


def _shift_in(module, index, child):
    """Puts a child before number index."""
    for i in range(len(module._modules), index, -1):
        module._modules[str(i)] = module._modules[str(i - 1)]
    module._modules[str(index)] = child


class Sequential(Module):
    """Modules called one after the other, each on the output of the one before."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[_name_at(self, idx)]

    def _check_operand(self, other):
        if not isinstance(other, Sequential):
            raise ValueError("add operator supports only objects of Sequential class, "
                             f"but {type(other)} is given.")

    def __add__(self, other):
        self._check_operand(other)
        return Sequential().extend(self).extend(other)

    def __iadd__(self, other):
        self._check_operand(other)
        return self.extend(other)

    def _check_factor(self, other):
        if not isinstance(other, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")

    def __mul__(self, other):
        self._check_factor(other)
        return Sequential(*(list(self) * other))

    __rmul__ = __mul__

    def __imul__(self, other):
        self._check_factor(other)
        return self.extend(list(self) * (other - 1))

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def insert(self, index, module):
        """Adds a module before an index."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        n = len(self._modules)
        if not -n <= index <= n:
            raise IndexError(f"Index out of range: {index}")
        _shift_in(self, index + n if index < 0 else index, module)
        return self

    def extend(self, sequential):
        """Adds the modules of another container at the end."""
        for module in list(sequential):
            self.append(module)
        return self

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __delitem__(self, idx):
        _delete(self, idx)

    def __setitem__(self, idx, module):
        setattr(self, _name_at(self, idx), module)

    def append(self, module):
        """Adds a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key):
        """Takes a module out and returns it."""
        module = self[key]
        del self[key]
        return module


class ModuleList(Module):
    """A list whose modules are registered."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[_name_at(self, idx)]

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList([*self, *other])

    def insert(self, index, module):
        """Adds a module before an index."""
        _shift_in(self, index, module)

    def extend(self, modules):
        """Adds modules at the end."""
        if not isinstance(modules, abc.Iterable):
            raise TypeError("ModuleList.extend should be called with an iterable, "
                            f"but got {type(modules).__name__}")
        start = len(self)
        for i, module in enumerate(modules):
            self.add_module(str(start + i), module)
        return self

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __delitem__(self, idx):
        _delete(self, idx)

    def __setitem__(self, idx, module):
        setattr(self, _name_at(self, idx), module)

    def append(self, module):
        """Adds a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key):
        """Takes a module out and returns it."""
        module = self[key]
        del self[key]
        return module


class ModuleDict(Module):
    """A dict from names to modules, which are registered."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        """Removes every module."""
        self._modules.clear()

    def pop(self, key):
        """Takes a module out and returns it."""
        module = self[key]
        del self[key]
        return module

    def keys(self):
        return self._modules.keys()

    def items(self):
        return self._modules.items()

    def values(self):
        return self._modules.values()

    def update(self, modules):
        """Adds modules from a mapping or from (name, module) pairs."""
        if not isinstance(modules, abc.Iterable):
            raise TypeError("ModuleDict.update should be called with an iterable of key/value "
                            f"pairs, but got {type(modules).__name__}")
        if isinstance(modules, (OrderedDict, ModuleDict, abc.Mapping)):
            for name, module in modules.items():
                self[name] = module
            return
        check_pairs(modules, "ModuleDict", self.__setitem__)


def _as_parameter(value):
    """Tensors become parameters; anything else stays what it is."""
    if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


def _describe(key, value, type_of):
    if not isinstance(value, torch.Tensor):
        return f"  ({key}): Object of type: {type(value).__name__}"
    size = "x".join(str(n) for n in value.size())
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    where = f" (GPU {value.get_device()})" if value.is_cuda else ""
    return f"  ({key}): {kind} containing: [{type_of(value)} of size {size}{where}]"


class ParameterList(Module):
    """A list whose tensors are registered as parameters."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _name_at(self, idx):
        n = len(self)
        idx = operator.index(idx)
        if not -n <= idx < n:
            raise IndexError(f"index {idx} is out of range")
        return str(idx % n)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)([self[i] for i in range(*idx.indices(len(self)))])
        return getattr(self, self._name_at(idx))

    def __setitem__(self, idx, param):
        setattr(self, self._name_at(idx), _as_parameter(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def append(self, value):
        """Adds a value at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        """Adds values at the end."""
        if not isinstance(values, abc.Iterable) or isinstance(values, torch.Tensor):
            raise TypeError("ParameterList.extend should be called with an iterable, "
                            f"but got {type(values).__name__}")
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        return "\n".join(_describe(i, value, lambda t: t.dtype) for i, value in enumerate(self))

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """A dict whose tensors are registered as parameters."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def _attribute(self, key):
        if not isinstance(key, str):
            raise TypeError("Index given to ParameterDict cannot be used as a key as it is "
                            f"not a string (type is '{type(key).__name__}'). Open an issue on "
                            "github if you need non-string keys.")
        return key

    def __getitem__(self, key):
        return getattr(self, self._attribute(key))

    def __setitem__(self, key, value):
        self._keys[key] = None
        setattr(self, self._attribute(key), _as_parameter(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, self._attribute(key))

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(list(self._keys))

    def __contains__(self, key):
        return key in self._keys

    def copy(self):
        """A new ParameterDict with the same values."""
        return ParameterDict(OrderedDict(self.items()))

    def setdefault(self, key, default=None):
        """The value of key, set to default if absent."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self):
        """Removes every value."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key):
        """Takes a value out and returns it."""
        value = self[key]
        del self[key]
        return value

    def popitem(self):
        """Takes the last value out and returns (key, value)."""
        key = list(self._keys)[-1]
        return key, self.pop(key)

    def get(self, key, default=None):
        """The value of key, or default."""
        return self[key] if key in self else default

    def fromkeys(self, keys, default=None):
        """A new ParameterDict with default under every key."""
        return ParameterDict([(k, default) for k in keys])

    def keys(self):
        return self._keys.keys()

    def items(self):
        return ((k, self[k]) for k in self._keys)

    def values(self):
        return (self[k] for k in self._keys)

    def update(self, parameters):
        """Adds values from a mapping or from (key, value) pairs."""
        if not isinstance(parameters, abc.Iterable):
            raise TypeError("ParametersDict.update should be called with an iterable of key/value "
                            f"pairs, but got {type(parameters).__name__}")
        if isinstance(parameters, (OrderedDict, ParameterDict)):
            for key, value in parameters.items():
                self[key] = value
        elif isinstance(parameters, abc.Mapping):
            for key, value in sorted(parameters.items()):
                self[key] = value
        else:
            check_pairs(parameters, "ParameterDict", self.__setitem__)

    def extra_repr(self):
        return "\n".join(_describe(key, value, torch.typename) for key, value in self.items())

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other):
        merged = self.copy()
        merged.update(other)
        return merged

    def __ror__(self, other):
        merged = other.copy()
        merged.update(self)
        return merged

    def __ior__(self, other):
        self.update(other)
        return self
