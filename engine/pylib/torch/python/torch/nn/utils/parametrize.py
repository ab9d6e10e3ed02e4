"""Parametrizations: parameters that are computed from others."""

import torch
from contextlib import contextmanager
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_cache_enabled = 0
_cache = {}


@contextmanager
def cached():
    """Computes each parametrized tensor once inside the block."""
    global _cache_enabled, _cache
    _cache_enabled += 1
    try:
        yield
    finally:
        _cache_enabled -= 1
        if not _cache_enabled:
            _cache = {}


class ParametrizationList(ModuleList):
    """The modules that compute one tensor from the original, one after the other."""

    def __init__(self, modules, original, unsafe=False):
        super().__init__(modules)
        self.unsafe = unsafe
        new = original
        with torch.no_grad():
            for module in reversed(self):
                if hasattr(module, "right_inverse"):
                    try:
                        new = module.right_inverse(new)
                    except NotImplementedError:
                        pass
        self.is_tensor = isinstance(new, torch.Tensor)
        if self.is_tensor:
            if isinstance(original, Parameter):
                original.data = new if new is not original else original.data
                self.original = original
            else:
                self.register_buffer("original", new)
        else:
            self.ntensors = len(new)
            for i, tensor in enumerate(new):
                keep = Parameter(tensor) if isinstance(original, Parameter) else tensor
                (self.register_parameter if isinstance(original, Parameter) else self.register_buffer)(f"original{i}", keep)
        if not unsafe:
            self._check(original)

    def _check(self, original):
        with torch.no_grad():
            value = self()
        if not isinstance(value, torch.Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(value).__name__}.")
        if value.dtype != original.dtype or value.shape != original.shape:
            what = "dtype" if value.dtype != original.dtype else "shape"
            raise ValueError(
                "Registering a parametrization may not change the " + what + " of the tensor, unless `unsafe` flag is enabled.\n"
                f"unparametrized {what}: {getattr(original, what)}\nparametrized {what}: {getattr(value, what)}")

    def right_inverse(self, value):
        """Sets the original so that the result is value."""
        with torch.no_grad():
            for module in reversed(self):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                self.original.data = value
            else:
                for i, tensor in enumerate(value):
                    getattr(self, f"original{i}").data = tensor

    def forward(self):
        if self.is_tensor:
            x = self[0](self.original)
        else:
            x = self[0](*(getattr(self, f"original{i}") for i in range(self.ntensors)))
        for i in range(1, len(self)):
            x = self[i](x)
        return x


def _inject_class(module):
    """A class of the module's own, whose properties are the parametrized tensors."""
    cls = module.__class__
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), {})


def _inject_property(module, name):
    def get(self):
        key = id(self), name
        if _cache_enabled:
            if key not in _cache:
                _cache[key] = self.parametrizations[name]()
            return _cache[key]
        return self.parametrizations[name]()

    def set(self, value):
        self.parametrizations[name].right_inverse(value)

    setattr(module.__class__, name, property(get, set))


def _check_further(module, name, parametrization):
    """Refuses one more parametrization that would change what the tensor is."""
    with torch.no_grad():
        y = getattr(module, name)
        x = parametrization(y)
        if not isinstance(x, torch.Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(x).__name__}.")
        for what in ("dtype", "shape"):
            if getattr(x, what) != getattr(y, what):
                raise ValueError(f"Registering a parametrization may not change the {what} of the tensor, unless the `unsafe` flag is enabled.\n"
                                 f"module.{name}.{what}: {getattr(y, what)}\nparametrization(module.{name}).{what}: {getattr(x, what)}")
        if not hasattr(parametrization, "right_inverse"):
            return
        try:
            z = parametrization.right_inverse(x)
        except NotImplementedError:
            return
        if not isinstance(z, torch.Tensor):
            raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(z).__name__}")
        for what in ("dtype", "shape"):
            if getattr(z, what) != getattr(y, what):
                raise ValueError(f"The tensor returned by parametrization.right_inverse must have the same {what} as module.{name}, unless the "
                                 f"`unsafe` flag is enabled.\nmodule.{name}.{what}: {getattr(y, what)}\n"
                                 f"returned {what}: {getattr(z, what)}")


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Has to_module compute its tensors by the parametrizations of from_module, from the same originals."""
    if not is_parametrized(from_module):
        return to_module
    for name in list(from_module.parametrizations) if tensor_name is None else [tensor_name]:
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        source = from_module.parametrizations[name]
        for parametrization in source:
            register_parametrization(to_module, name, parametrization)
        for original in ["original"] if source.is_tensor else [f"original{i}" for i in range(source.ntensors)]:
            setattr(to_module.parametrizations[name], original, getattr(source, original))
    return to_module


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Computes a parameter or buffer of module by a module from now on."""
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            _check_further(module, tensor_name, parametrization)
        module.parametrizations[tensor_name].append(parametrization)
        module.parametrizations[tensor_name].unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        original = getattr(module, tensor_name)
        kept = ParametrizationList([parametrization], original, unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _inject_class(module)
            module.parametrizations = ModuleDict()
        _inject_property(module, tensor_name)
        module.parametrizations[tensor_name] = kept
    else:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'")
    return module


def is_parametrized(module, tensor_name=None):
    """Whether the module, or one tensor of it, is parametrized."""
    found = getattr(module, "parametrizations", None)
    if not isinstance(found, ModuleDict):
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Makes a tensor plain again: with its computed value, or the original one."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    kept = module.parametrizations[tensor_name]
    if kept.is_tensor:
        original = kept.original
        if leave_parametrized:
            with torch.no_grad():
                value = getattr(module, tensor_name)
                original.data = value
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value) if value.requires_grad else value
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a "
                         "sequence of tensors.")
    delattr(module.__class__, tensor_name)
    del module.parametrizations[tensor_name]
    if isinstance(original, Parameter):
        module.register_parameter(tensor_name, original)
    else:
        module.register_buffer(tensor_name, original)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = module.__class__.__bases__[0]
    return module


def type_before_parametrizations(module):
    return module.__class__.__bases__[0] if is_parametrized(module) else type(module)
