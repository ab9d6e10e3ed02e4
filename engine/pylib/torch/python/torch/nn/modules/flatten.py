"""Flatten and Unflatten: merging dimensions and taking one apart."""

from torch.nn.modules.module import Module


class Flatten(Module):
    """Merges the dimensions from start_dim to end_dim."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


def _check_elements(values, wanted, word):
    for i, value in enumerate(values):
        if not isinstance(value, wanted):
            raise TypeError(f"unflattened_size must be tuple of {word}, "
                            f"but found element of type {type(value).__name__} at pos {i}")


class Unflatten(Module):
    """Splits dimension dim into unflattened_size."""

    def __init__(self, dim, unflattened_size):
        super().__init__()
        if isinstance(dim, int):
            if not isinstance(unflattened_size, (tuple, list)):
                raise TypeError("unflattened_size must be a tuple of ints, "
                                f"but found type {type(unflattened_size).__name__}")
            _check_elements(unflattened_size, int, "ints")
        elif isinstance(dim, str):
            if not isinstance(unflattened_size, tuple):
                raise TypeError("unflattened_size must be a tuple of tuples, "
                                f"but found type {type(unflattened_size).__name__}")
            _check_elements(unflattened_size, tuple, "tuples")
        else:
            raise TypeError("invalid argument type for dim parameter")
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
