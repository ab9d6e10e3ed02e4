"""The part of Module that finds its members and goes through them.

Its class is called Module too, so that messages about its methods read as PyTorch's.
"""

import torch


class Module:
    """What Module inherits for reading parameters, buffers and modules."""

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
            if not isinstance(module, torch.nn.Module):
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
