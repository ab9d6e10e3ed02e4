"""Parameters: tensors that a Module registers when they are assigned to it."""

import torch


class _ParameterMeta(type(torch.Tensor)):
    def __instancecheck__(cls, instance):
        if type.__instancecheck__(cls, instance):
            return True
        return (cls is Parameter and isinstance(instance, torch.Tensor)
                and getattr(instance, "_is_param", False))


class Parameter(torch.Tensor, metaclass=_ParameterMeta):
    """A tensor to be considered a module's parameter.

    data: the parameter's values; requires_grad: whether it is learned.
    """

    # Operations on a parameter give plain tensors.
    __torch_function__ = torch._C._disabled_torch_function_impl

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        if type(data) is torch.Tensor or type(data) is Parameter:
            return torch.Tensor._make_subclass(cls, data, requires_grad)
        t = data.detach().requires_grad_(requires_grad)
        if type(t) is not type(data):
            raise RuntimeError(
                f"Creating a Parameter from an instance of type {type(data).__name__} requires that "
                "detach() returns an instance of the same type, but return type "
                f"{type(t).__name__} was found instead. To use the type as a Parameter, please "
                "correct the detach() semantics defined by its __torch_dispatch__() implementation.")
        t._is_param = True
        return t

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        copied = type(self)(self.data.clone(memory_format=torch.preserve_format), self.requires_grad)
        memo[id(self)] = copied
        return copied

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()

    def __reduce_ex__(self, proto):
        from collections import OrderedDict
        from torch._utils import _rebuild_parameter
        return _rebuild_parameter, (self.data, self.requires_grad, OrderedDict())


torch._C._makes(Parameter)


def _refuse(what, kind):
    raise ValueError(
        "Attempted to use an uninitialized parameter in {}. This error happens when you are "
        "using a `LazyModule` or explicitly manipulating `torch.nn.parameter.{}` objects. When "
        "using LazyModules Call `forward` with a dummy batch to initialize the parameters "
        "before calling torch functions".format(what, kind))


class UninitializedTensorMixin:
    """A parameter or buffer whose shape the first forward pass will tell."""

    _allowed_methods = ["__hash__", "size", "copy_", "is_floating_point", "half", "float",
                        "double", "char", "short", "int", "long", "cuda", "cpu", "to",
                        "get_device", "_has_compatible_shallow_copy_type"]

    def materialize(self, shape, device=None, dtype=None):
        """Gives the parameter its shape, with unset values."""
        device = self.data.device if device is None else device
        dtype = self.data.dtype if dtype is None else dtype
        self.data = torch.empty(shape, device=device, dtype=dtype)
        torch._C._become(self, self.cls_to_become)

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually "
            "happens in `load_state_dict` when trying to load an uninitialized parameter into an "
            "initialized one. Call `forward` to initialize the parameters before accessing their "
            "attributes.")

    def __len__(self):
        return _refuse(f"<function Tensor.__len__ at {id(torch.Tensor.__len__):#x}>", type(self).__name__)

    def __iter__(self):
        return _refuse("<method 'dim' of 'torch._C._TensorBase' objects>", type(self).__name__)

    def share_memory_(self):
        raise RuntimeError(
            "Can't share memory on an uninitialized parameter or buffer. Call `forward` to "
            "initialize the parameters before calling `module.share_memory()`.")

    def __repr__(self):
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, proto):
        return type(self), (self.requires_grad,)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        # Properties and methods of the class itself pass; arithmetic has no shape to work on.
        if getattr(func, "__name__", "") in cls._allowed_methods or type(func).__name__ == "method-wrapper":
            return super().__torch_function__(func, types, args, kwargs or {})
        _refuse(_described(func), cls.__name__)


def _described(func):
    """A function as PyTorch's own show themselves."""
    if type(func).__name__ == "method_descriptor":
        return f"<method '{func.__name__}' of 'torch._C._TensorBase' objects>"
    return f"<built-in method {func.__name__} of type object at {hex(id(torch.Tensor))}>"


def _method(name):
    def method(self, *args, **kwargs):
        _refuse(f"<method '{name}' of 'torch._C._TensorBase' objects>", type(self).__name__)
    method.__name__ = name
    return method


# Methods of every tensor that are asked of no class.
for _name in ("dim", "ndimension", "numel", "nelement", "stride", "storage_offset", "element_size", "item", "tolist", "is_contiguous",
              "is_complex", "is_signed", "is_same_size", "data_ptr"):
    setattr(UninitializedTensorMixin, _name, _method(_name))


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter that a lazy module fills in on its first call."""

    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        data = torch.empty(0, device=device, dtype=dtype)
        return torch.Tensor._make_subclass(cls, data, requires_grad)

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        copied = type(self)(self.requires_grad, self.data.device, self.data.dtype)
        memo[id(self)] = copied
        return copied


class UninitializedBuffer(UninitializedTensorMixin, torch.Tensor):
    """A buffer that a lazy module fills in on its first call."""

    cls_to_become = torch.Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None):
        data = torch.empty(0, device=device, dtype=dtype)
        return torch.Tensor._make_subclass(cls, data, requires_grad)
