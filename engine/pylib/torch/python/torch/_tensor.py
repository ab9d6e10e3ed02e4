"""What pickles name of tensors whose class is not torch.Tensor."""

import copy
import copyreg

from torch import _C, _utils


def _rebuild_from_type(func, type, args, dict):
    """A tensor of a class, as versions before 1.13 saved it."""
    ret = func(*args).as_subclass(type)
    ret.__dict__ = dict
    return ret


def _rebuild_from_type_v2(func, new_type, args, state):
    """A tensor of a class, with its attributes."""
    ret = func(*args)
    if type(ret) is not new_type:
        ret = ret.as_subclass(new_type)
    if getattr(type(ret), "__setstate__", _C.Tensor.__setstate__) is not _C.Tensor.__setstate__:
        ret.__setstate__(state)
    else:
        _utils._set_obj_state(ret, state)
    return ret


def _cloned(tensor):
    """The copy of a tensor that has its numbers elsewhere: what clone() of its class gives."""
    copied = tensor.clone()
    if type(copied) is not type(tensor):
        raise RuntimeError("The default implementation of __deepcopy__() for wrapper subclasses only works for subclass types that properly implement "
                           "clone() for which cloning returns another instance of the same subclass.")
    return copied


def _copy_attributes(tensor, copied, memo):
    """Gives a copy deep copies of a tensor's attributes."""
    for name in copyreg._slotnames(type(tensor)):
        if hasattr(tensor, name):
            setattr(copied, name, copy.deepcopy(getattr(tensor, name), memo))
    copied.__dict__.update(copy.deepcopy(tensor.__dict__, memo))


def _setstate(tensor, state):
    """Tensor.__setstate__: what versions before 0.4 pickled."""
    if not tensor.is_leaf:
        raise RuntimeError("__setstate__ can be only called on leaf Tensors")
    if len(state) == 4:
        tensor.set_(*state)
        return
    if len(state) == 5:
        tensor.data = state[0]
        state = state[3], state[4], state[2]
    tensor.requires_grad, _, tensor._backward_hooks = state
