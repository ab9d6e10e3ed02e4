"""Module: the base of everything with parameters."""

import functools
import warnings
from collections import OrderedDict, namedtuple

import torch
from torch.nn.modules import state
from torch.nn.parameter import Parameter
from torch.utils import hooks

_global_backward_hooks = OrderedDict()
_global_forward_pre_hooks = OrderedDict()
_global_forward_hooks = OrderedDict()


def _register(table, hook):
    handle = hooks.RemovableHandle(table)
    table[handle.id] = hook
    return handle


def register_module_forward_pre_hook(hook):
    """Calls hook(module, input) before every module's forward."""
    return _register(_global_forward_pre_hooks, hook)


def register_module_forward_hook(hook):
    """Calls hook(module, input, output) after every module's forward."""
    return _register(_global_forward_hooks, hook)


def register_module_full_backward_hook(hook):
    """Calls hook(module, grad_input, grad_output) in every module's backward."""
    return _register(_global_backward_hooks, hook)


register_module_backward_hook = register_module_full_backward_hook


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


def _addindent(text, spaces):
    first, *rest = text.split("\n")
    if not rest:
        return text
    return first + "\n" + "\n".join(" " * spaces + line for line in rest)


def _forward_unimplemented(self, *input):
    """Computes the module's output; every subclass defines it."""
    raise NotImplementedError(f"Module [{type(self).__name__}] is missing the required \"forward\" function")


def clear_grad(p, set_to_none):
    """Forgets p's gradient, or sets it to zero in place."""
    if set_to_none:
        p.grad = None
        return
    grad = p.grad
    if grad is None:
        return
    if grad.grad_fn is not None:
        grad.detach_()
    else:
        grad.requires_grad_(False)
    grad.zero_()


_ABSENT = object()


class Module:
    """Base class of neural network modules.

    Parameters, buffers and modules assigned as attributes are registered under
    the attribute's name. Define forward() and call the module.
    """

    dump_patches = False
    _version = 1
    training: bool

    def __init__(self):
        put = super().__setattr__
        put("training", True)
        put("_parameters", OrderedDict())
        put("_buffers", OrderedDict())
        put("_non_persistent_buffers_set", set())
        put("_backward_hooks", OrderedDict())
        put("_is_full_backward_hook", None)
        put("_forward_hooks", OrderedDict())
        put("_forward_pre_hooks", OrderedDict())
        put("_state_dict_hooks", OrderedDict())
        put("_load_state_dict_pre_hooks", OrderedDict())
        put("_load_state_dict_post_hooks", OrderedDict())
        put("_modules", OrderedDict())

    forward = _forward_unimplemented

    # Calls and hooks.

    def _call_impl(self, input=_ABSENT, /, *more, **kwargs):
        # One input is not put into a tuple here, which would keep it alive.
        if (self._forward_hooks or self._forward_pre_hooks or self._backward_hooks
                or _global_forward_hooks or _global_forward_pre_hooks or _global_backward_hooks):
            return self._call_with_hooks(input, more, kwargs)
        if more or kwargs or input is _ABSENT:
            return self._call_with_more(input, more, kwargs)
        return self.forward(input)

    __call__ = _call_impl

    def _call_with_more(self, input, more, kwargs):
        return self.forward(**kwargs) if input is _ABSENT else self.forward(input, *more, **kwargs)

    def _call_with_hooks(self, input, more, kwargs):
        input = () if input is _ABSENT else (input, *more)
        for hook in (*_global_forward_pre_hooks.values(), *self._forward_pre_hooks.values()):
            result = hook(self, input)
            if result is not None:
                input = result if isinstance(result, tuple) else (result,)
        full = list(_global_backward_hooks.values())
        if self._is_full_backward_hook:
            full.extend(self._backward_hooks.values())
        backward = hooks.BackwardHook(self, full) if full else None
        if backward:
            input = backward.setup_input_hook(input)
        result = self.forward(*input, **kwargs)
        for hook in (*_global_forward_hooks.values(), *self._forward_hooks.values()):
            changed = hook(self, input, result)
            if changed is not None:
                result = changed
        if backward:
            result = backward.setup_output_hook(result)
        if self._backward_hooks and not self._is_full_backward_hook:
            self._hook_result_node(result)
        return result

    def _hook_result_node(self, result):
        while not isinstance(result, torch.Tensor):
            result = next(iter(result.values())) if isinstance(result, dict) else result[0]
        if result.grad_fn is not None:
            for hook in self._backward_hooks.values():
                result.grad_fn.register_hook(functools.partial(hook, self))

    def register_forward_pre_hook(self, hook):
        """Calls hook(module, input) before forward; what it returns replaces the input."""
        return _register(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook):
        """Calls hook(module, input, output) after forward; what it returns replaces the output."""
        return _register(self._forward_hooks, hook)

    def register_full_backward_hook(self, hook):
        """Calls hook(module, grad_input, grad_output) when the gradients of the inputs are known."""
        return self._register_backward(hook, True)

    def register_backward_hook(self, hook):
        """As register_full_backward_hook, on the node of the output only (deprecated)."""
        return self._register_backward(hook, False)

    def _register_backward(self, hook, full):
        if self._is_full_backward_hook is (not full):
            raise RuntimeError("Cannot use both regular backward hooks and full backward hooks on a "
                               "single Module. Please use only one of them.")
        self._is_full_backward_hook = full
        return _register(self._backward_hooks, hook)

    # Registration and attributes.

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that is part of the module's state and no parameter."""
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(f"cannot assign '{torch.typename(tensor)}' object to buffer '{name}' "
                            "(torch Tensor or None required)")
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        """Adds a parameter under a name."""
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self._check_name("parameter", name, self._parameters)
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(f"cannot assign '{torch.typename(param)}' object to parameter '{name}' "
                                "(torch.nn.Parameter or None required)")
            if param.grad_fn:
                raise ValueError(
                    f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                    f"created explicitly. To express '{name}' as a function of another Tensor, "
                    "compute the value in the forward() method.")
        self._parameters[name] = param

    def _check_name(self, kind, name, table):
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {torch.typename(name)}")
        if "." in name:
            raise KeyError(f"{kind} name can't contain \".\"")
        if name == "":
            raise KeyError(f"{kind} name can't be empty string \"\"")
        if name not in table and hasattr(self, name):
            raise KeyError(f"attribute '{name}' already exists")

    def add_module(self, name, module):
        """Adds a child module under a name."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{torch.typename(module)} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {torch.typename(name)}")
        if hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f"module name can't contain \".\", got: {name}")
        if name == "":
            raise KeyError("module name can't be empty string \"\"")
        self._modules[name] = module

    def register_module(self, name, module):
        """Alias of add_module."""
        self.add_module(name, module)

    def __getattr__(self, name):
        own = self.__dict__
        for table in ("_parameters", "_buffers", "_modules"):
            if table in own:
                entries = own[table]
                if name in entries:
                    return entries[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        own = self.__dict__
        params = own.get("_parameters")
        if isinstance(value, Parameter):
            if params is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, own, own["_buffers"], own["_modules"])
            self.register_parameter(name, value)
        elif params is not None and name in params:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as parameter '{name}' "
                                "(torch.nn.Parameter or None expected)")
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if "_modules" not in own:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name, own, params, own["_buffers"])
            own["_modules"][name] = value
        elif params is None:
            super().__setattr__(name, value)
        else:
            self._set_other(own, name, value)

    def _set_other(self, own, name, value):
        """Assigns what is neither a Parameter nor a Module."""
        if name in own["_modules"]:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as child module '{name}' "
                                "(torch.nn.Module or None expected)")
            own["_modules"][name] = value
        elif name in own["_buffers"]:
            if value is not None and not isinstance(value, torch.Tensor):
                raise TypeError(f"cannot assign '{torch.typename(value)}' as buffer '{name}' "
                                "(torch.Tensor or None expected)")
            own["_buffers"][name] = value
        else:
            super().__setattr__(name, value)

    def _forget(self, name, *tables):
        for table in tables:
            table.pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name):
        for table in (self._parameters, self._buffers, self._modules):
            if name in table:
                del table[name]
                self._non_persistent_buffers_set.discard(name)
                return
        super().__delattr__(name)

    def __dir__(self):
        names = {*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers}
        return sorted(name for name in names if not name[0].isdigit())

    def __setstate__(self, own):
        self.__dict__.update(own)

    # State.

    def get_extra_state(self):
        raise RuntimeError(
            "Reached a code path in Module.get_extra_state() that should never be called. "
            "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
            "to report this bug.")

    def set_extra_state(self, state):
        raise RuntimeError(
            "Reached a code path in Module.set_extra_state() that should never be called. "
            "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
            "to report this bug.")

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in state.persistent_tensors(self):
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + state.EXTRA_STATE_KEY_SUFFIX] = self.get_extra_state()

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        """An OrderedDict of the parameters and persistent buffers by their path."""
        if args:
            warnings.warn(
                "Positional args are being deprecated, use kwargs instead. Refer to "
                "https://pytorch.org/docs/master/generated/torch.nn.Module.html#torch.nn.Module.state_dict"
                " for details.")
            given = dict(zip(("destination", "prefix", "keep_vars"), args))
            destination = given.get("destination", destination)
            prefix = given.get("prefix", prefix)
            keep_vars = given.get("keep_vars", keep_vars)
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        return state.collect(self, destination, prefix, keep_vars)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict,
                              missing_keys, unexpected_keys, error_msgs):
        state.load_local(self, state_dict, prefix, local_metadata, strict,
                         missing_keys, unexpected_keys, error_msgs)

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copies parameters and buffers from state_dict; with strict the keys must agree. With assign (PyTorch 2.1) its
        tensors take the places of the module's."""
        return state.load(self, state_dict, strict, _IncompatibleKeys, assign)

    def compile(self, *args, **kwargs):
        """torch.compile of the module (PyTorch 2.1), which runs eagerly here and says so."""
        torch.compile(self, *args, **kwargs)

    def _register_state_dict_hook(self, hook):
        return _register(self._state_dict_hooks, hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return _register(self._load_state_dict_pre_hooks,
                         functools.partial(hook, self) if with_module else hook)

    def register_load_state_dict_post_hook(self, hook):
        """Calls hook(module, incompatible_keys) after load_state_dict."""
        return _register(self._load_state_dict_post_hooks, hook)

    # Finding members by their path.

    def get_submodule(self, target):
        """The module at a dotted path."""
        module = self
        if target == "":
            return self
        for item in target.split("."):
            if not hasattr(module, item):
                raise AttributeError(f"{module._get_name()} has no attribute `{item}`")
            module = getattr(module, item)
            if not isinstance(module, Module):
                raise AttributeError(f"`{item}` is not an nn.Module")
        return module

    def _get_member(self, target, table, complaint):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        member = getattr(module, name)
        if name not in getattr(module, table):
            raise AttributeError(f"`{name}` is not {complaint}")
        return member

    def get_parameter(self, target):
        """The parameter at a dotted path."""
        return self._get_member(target, "_parameters", "an nn.Parameter")

    def get_buffer(self, target):
        """The buffer at a dotted path."""
        return self._get_member(target, "_buffers", "a buffer")

    # Going through members.

    def _named_members(self, get_members_fn, prefix="", recurse=True):
        seen = set()
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in get_members_fn(module):
                if member is None or member in seen:
                    continue
                seen.add(member)
                yield (path + "." + name if path else name), member

    def named_parameters(self, prefix="", recurse=True):
        """Pairs of name and parameter, each parameter once."""
        yield from self._named_members(lambda m: m._parameters.items(), prefix, recurse)

    def parameters(self, recurse=True):
        """The parameters, each once."""
        for _, param in self.named_parameters(recurse=recurse):
            yield param

    def named_buffers(self, prefix="", recurse=True):
        """Pairs of name and buffer, each buffer once."""
        yield from self._named_members(lambda m: m._buffers.items(), prefix, recurse)

    def buffers(self, recurse=True):
        """The buffers, each once."""
        for _, buf in self.named_buffers(recurse=recurse):
            yield buf

    def named_children(self):
        """Pairs of name and direct child, each child once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        """The direct children, each once."""
        for _, module in self.named_children():
            yield module

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Pairs of path and module: this one and all below it."""
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = prefix + "." + name if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def modules(self):
        """This module and all below it."""
        for _, module in self.named_modules():
            yield module

    # Changing all members.

    def apply(self, fn):
        """Calls fn on every module below this one, then on this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn):
        for module in self.children():
            module._apply(fn)
        for param in self._parameters.values():
            if param is None:
                continue
            with torch.no_grad():
                param.data = fn(param)
                if param.grad is not None:
                    param.grad.data = fn(param.grad)
        for name, buf in self._buffers.items():
            if buf is not None:
                self._buffers[name] = fn(buf)
        return self

    def cuda(self, device=None):
        """Moves parameters and buffers to a GPU."""
        return self._apply(lambda t: t.cuda(device))

    def cpu(self):
        """Moves parameters and buffers to the CPU."""
        return self._apply(lambda t: t.cpu())

    def type(self, dst_type):
        """Casts parameters and buffers to a type."""
        return self._apply(lambda t: t.type(dst_type))

    def _cast_floating(self, dtype):
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() else t)

    def float(self):
        """Casts floating point parameters and buffers to float32."""
        return self._cast_floating(torch.float32)

    def double(self):
        """Casts floating point parameters and buffers to float64."""
        return self._cast_floating(torch.float64)

    def half(self):
        """Casts floating point parameters and buffers to float16."""
        return self._cast_floating(torch.float16)

    def bfloat16(self):
        """Casts floating point parameters and buffers to bfloat16."""
        return self._cast_floating(torch.bfloat16)

    def to_empty(self, *, device):
        """Moves parameters and buffers to a device without their values."""
        return self._apply(lambda t: torch.empty_like(t, device=device))

    def to(self, *args, **kwargs):
        """Moves or casts parameters and buffers: to(device), to(dtype), to(tensor)."""
        device, dtype, non_blocking, memory_format = torch._C._nn._parse_to(*args, **kwargs)
        if dtype is not None:
            if not (dtype.is_floating_point or dtype.is_complex):
                raise TypeError("nn.Module.to only accepts floating point or complex dtypes, "
                                f"but got desired dtype={dtype}")
            if dtype.is_complex:
                warnings.warn(
                    "Complex modules are a new feature under active development whose design may change, "
                    "and some modules might not work as expected when using complex tensors as parameters or buffers. "
                    "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
                    "if a complex module does not work as expected.")

        def convert(t):
            wanted = dtype if t.is_floating_point() or t.is_complex() else None
            if memory_format is not None and t.dim() in (4, 5):
                return t.to(device, wanted, non_blocking, memory_format=memory_format)
            return t.to(device, wanted, non_blocking)

        return self._apply(convert)

    def train(self, mode=True):
        """Sets training mode (or, with False, evaluation mode) everywhere below."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Sets evaluation mode."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Says for every parameter whether autograd records operations on it."""
        for p in self.parameters():
            p.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=False):
        """Clears the gradients of all parameters."""
        if getattr(self, "_is_replica", False):
            warnings.warn(
                "Calling .zero_grad() from a module created with nn.DataParallel() has no effect. "
                "The parameters are copied (in a differentiable manner) from the original module. "
                "This means they are not leaf nodes in autograd and so don't accumulate gradients. "
                "If you need gradients in your forward method, consider using autograd.grad instead.")
        for p in self.parameters():
            clear_grad(p, set_to_none)

    def share_memory(self):
        return self._apply(lambda t: t.share_memory_())

    # Text.

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """What stands between the parentheses of the module's line in the repr."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = [f"({name}): {_addindent(repr(module), 2)}" for name, module in self._modules.items()]
        head = self._get_name() + "("
        if len(lines) == 1 and not children:
            return head + lines[0] + ")"
        if lines or children:
            return head + "\n  " + "\n  ".join(lines + children) + "\n)"
        return head + ")"

    def _replicate_for_data_parallel(self):
        replica = self.__new__(type(self))
        replica.__dict__ = self.__dict__.copy()
        replica._parameters = OrderedDict()
        replica._buffers = replica._buffers.copy()
        replica._modules = replica._modules.copy()
        replica._is_replica = True
        return replica
