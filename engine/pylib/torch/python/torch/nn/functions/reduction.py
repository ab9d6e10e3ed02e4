"""The reductions of losses and the checks that they share."""

import warnings

_CODES = {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}


def get_enum(reduction):
    """The number that the kernels know a reduction by."""
    if reduction == "elementwise_mean":
        warnings.warn("reduction='elementwise_mean' is deprecated, please use reduction='mean' instead.")
    if reduction not in _CODES:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _CODES[reduction]


def resolve(size_average, reduce, reduction):
    """The reduction asked for, by its new argument or by the two old ones."""
    if size_average is None and reduce is None:
        return reduction
    from torch.nn.modules.loss import legacy_reduction
    return legacy_reduction(size_average, reduce)


def apply(loss, reduction):
    """Reduces elementwise losses."""
    if reduction == "none":
        return loss
    return loss.mean() if reduction == "mean" else loss.sum()


def check_word(reduction):
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")


def warn_if_sizes_differ(input, target, stacklevel=3):
    if target.size() != input.size():
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). "
            "This will likely lead to incorrect results due to broadcasting. "
            "Please ensure they have the same size.", stacklevel=stacklevel)
