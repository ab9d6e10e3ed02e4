"""Activations, softmaxes and dropout."""

import warnings

import torch

_nn = torch._C._nn

relu_ = torch.relu_
hardtanh_ = _nn.hardtanh_
elu_ = _nn.elu_
selu_ = torch.selu_
celu_ = torch.celu_
leaky_relu_ = _nn.leaky_relu_
rrelu_ = torch.rrelu_
threshold_ = torch.threshold_
prelu = torch.prelu
logsigmoid = _nn.log_sigmoid
gelu = _nn.gelu
hardshrink = torch.hardshrink
softplus = _nn.softplus
softshrink = _nn.softshrink


def threshold(input, threshold, value, inplace=False):
    """input where it exceeds threshold, value elsewhere."""
    return (torch.threshold_ if inplace else torch.threshold)(input, threshold, value)


def relu(input, inplace=False):
    """x where positive, else 0: max(0, x), in the same shape."""
    return torch.relu_(input) if inplace else torch.relu(input)


def relu6(input, inplace=False):
    """input limited to [0, 6]."""
    return _nn.relu6_(input) if inplace else _nn.relu6(input)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """input limited to [min_val, max_val]."""
    return (_nn.hardtanh_ if inplace else _nn.hardtanh)(input, min_val, max_val)


def elu(input, alpha=1.0, inplace=False):
    """input where positive, alpha·(e^input - 1) elsewhere."""
    return (_nn.elu_ if inplace else _nn.elu)(input, alpha)


def selu(input, inplace=False):
    """1.0507·x where positive, else 1.0507·1.6733·(exp(x) − 1)."""
    return torch.selu_(input) if inplace else torch.selu(input)


def celu(input, alpha=1.0, inplace=False):
    """A continuously differentiable ELU."""
    return torch.celu_(input, alpha) if inplace else torch.celu(input, alpha)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """input where positive, negative_slope·input elsewhere."""
    return (_nn.leaky_relu_ if inplace else _nn.leaky_relu)(input, negative_slope)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """Leaky ReLU with a random slope while training."""
    return (torch.rrelu_ if inplace else torch.rrelu)(input, lower, upper, training)


def glu(input, dim=-1):
    """a · sigmoid(b) for the halves of input along dim."""
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    return _nn.glu(input, dim)


def silu(input, inplace=False):
    """input · sigmoid(input)."""
    return _nn.silu_(input) if inplace else _nn.silu(input)


def mish(input, inplace=False):
    """input · tanh(softplus(input))."""
    return _nn.mish_(input) if inplace else _nn.mish(input)


def hardsigmoid(input, inplace=False):
    """min(max(input/6 + 1/2, 0), 1)."""
    return _nn.hardsigmoid_(input) if inplace else _nn.hardsigmoid(input)


def hardswish(input, inplace=False):
    """input · hardsigmoid(input)."""
    return _nn.hardswish_(input) if inplace else _nn.hardswish(input)


def tanhshrink(input):
    """input − tanh(input), element by element."""
    return input - input.tanh()


def softsign(input):
    """input / (1 + |input|)."""
    return input / (input.abs() + 1)


def tanh(input):
    """Deprecated: torch.tanh."""
    warnings.warn("nn.functional.tanh is deprecated. Use torch.tanh instead.")
    return input.tanh()


def sigmoid(input):
    """Deprecated: torch.sigmoid."""
    warnings.warn("nn.functional.sigmoid is deprecated. Use torch.sigmoid instead.")
    return input.sigmoid()


def _chosen_dim(name, ndim, stacklevel):
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. "
                  "Change the call to include dim=X as an argument.", stacklevel=stacklevel)
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """e^input divided by its sum along dim."""
    if dim is None:
        dim = _chosen_dim("softmax", input.dim(), _stacklevel)
    return input.softmax(dim) if dtype is None else input.softmax(dim, dtype=dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax of −input along dim: the smallest elements get the most."""
    if dim is None:
        dim = _chosen_dim("softmin", input.dim(), _stacklevel)
    return (-input).softmax(dim) if dtype is None else (-input).softmax(dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of softmax."""
    if dim is None:
        dim = _chosen_dim("log_softmax", input.dim(), _stacklevel)
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """A sample of the Gumbel-Softmax distribution, one-hot if hard."""
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.")
    noise = -torch.empty_like(logits, memory_format=torch.legacy_contiguous_format).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    sharp = torch.zeros_like(logits, memory_format=torch.legacy_contiguous_format).scatter_(dim, index, 1.0)
    return sharp - soft.detach() + soft


def _check_probability(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout(input, p=0.5, training=True, inplace=False):
    """Zeroes elements with probability p and scales the others by 1/(1-p)."""
    _check_probability(p)
    return torch.dropout_(input, p, training) if inplace else torch.dropout(input, p, training)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps the mean and variance of SELU networks."""
    _check_probability(p)
    return (torch.alpha_dropout_ if inplace else torch.alpha_dropout)(input, p, training)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels."""
    _check_probability(p)
    return (torch.feature_alpha_dropout_ if inplace else torch.feature_alpha_dropout)(input, p, training)


def _channel_dropout(input, p, training, inplace, batched):
    if not batched:
        input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    out = (torch.feature_dropout_ if inplace else torch.feature_dropout)(input, p, training)
    if not batched:
        out = out.squeeze_(0) if inplace else out.squeeze(0)
    return out


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, L) or (C, L)."""
    _check_probability(p)
    dims = input.dim()
    if dims not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {dims}D input. "
            "Note that dropout1d exists to provide channel-wise dropout on inputs with 1 "
            "spatial dimension, a channel dimension, and an optional batch dimension "
            "(i.e. 2D or 3D inputs).")
    return _channel_dropout(input, p, training, inplace, dims == 3)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, H, W)."""
    _check_probability(p)
    dims = input.dim()
    if dims not in (3, 4):
        warnings.warn(f"dropout2d: Received a {dims}-D input to dropout2d, which is deprecated "
                      "and will result in an error in a future release. To retain the behavior "
                      "and silence this warning, please use dropout instead. Note that dropout2d "
                      "exists to provide channel-wise dropout on inputs with 2 spatial dimensions, "
                      "a channel dimension, and an optional batch dimension (i.e. 3D or 4D inputs).")
    if dims == 3:
        warnings.warn("dropout2d: Received a 3D input to dropout2d and assuming that channel-wise "
                      "1D dropout behavior is desired - input is interpreted as shape (N, C, L), where C "
                      "is the channel dim. This behavior will change in a future release to interpret the "
                      "input as one without a batch dimension, i.e. shape (C, H, W). To maintain the 1D "
                      "channel-wise dropout behavior, please switch to using dropout1d instead.")
    return _channel_dropout(input, p, training, inplace, True)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, D, H, W) or (C, D, H, W)."""
    _check_probability(p)
    dims = input.dim()
    if dims not in (4, 5):
        warnings.warn(f"dropout3d: Received a {dims}-D input to dropout3d, which is deprecated "
                      "and will result in an error in a future release. To retain the behavior "
                      "and silence this warning, please use dropout instead. Note that dropout3d "
                      "exists to provide channel-wise dropout on inputs with 3 spatial dimensions, "
                      "a channel dimension, and an optional batch dimension (i.e. 4D or 5D inputs).")
    return _channel_dropout(input, p, training, inplace, dims == 5)
