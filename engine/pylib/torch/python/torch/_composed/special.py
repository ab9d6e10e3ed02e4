"""Special functions; their values come from Go, their gradients are written here."""

import math

import torch
from torch import _C
from torch._composed import underived


def _function(name, node, derivative):
    """A function of one number from its derivative in terms of x and y."""
    def fn(input=None, x=None):
        x = input if x is None else x
        y = _C._special(name, x)
        if derivative is None:
            return y
        return _C._record(node, y, (x,), lambda g: (g * derivative(x, fn(x)),))
    return fn


def _sign(x):
    return torch.sgn(x)


special_i0e = _function("i0e", "SpecialI0EBackward0", lambda x, y: special_i1e(x) - _sign(x) * y)
special_i1 = _function("i1", "SpecialI1Backward0",
                       lambda x, y: torch.where(x == 0, torch.full_like(x, 0.5), torch.i0(x) - y / x))
special_i1e = _function("i1e", "SpecialI1EBackward0", lambda x, y: torch.where(
    x == 0, torch.full_like(x, 0.5), special_i0e(x) - y * (_sign(x) + 1 / x)))
special_erfcx = _function("erfcx", "SpecialErfcxBackward0", lambda x, y: 2 * x * y - 2 / math.sqrt(math.pi))
special_log_ndtr = _function("log_ndtr", "SpecialLogNdtrBackward0", lambda x, y: special_erfcx(
    -x / math.sqrt(2)).reciprocal() * math.sqrt(2 / math.pi))
special_ndtri = _function("ndtri", "SpecialNdtriBackward0",
                          lambda x, y: math.sqrt(2 * math.pi) * (y.square() / 2).exp())
special_bessel_j0 = _function("j0", "", None)
special_bessel_j1 = _function("j1", "", None)
special_bessel_y0 = _function("y0", "", None)
special_bessel_y1 = _function("y1", "", None)
special_modified_bessel_i0 = _function("i0", "", None)
special_modified_bessel_i1 = _function("i1", "", None)
special_modified_bessel_k0 = _function("k0", "", None)
special_modified_bessel_k1 = _function("k1", "", None)
special_scaled_modified_bessel_k0 = _function("k0e", "", None)
special_scaled_modified_bessel_k1 = _function("k1e", "", None)
special_airy_ai = _function("airy_ai", "", None)


def special_spherical_bessel_j0(x):
    return torch.sinc(x / math.pi)


def _floating(x):
    """Whole numbers as PyTorch's kernels take them."""
    return x if x.is_floating_point() or x.is_complex() else x.to(torch.get_default_dtype())


def special_ndtr(input):
    input = _floating(input)
    y = torch.erfc(-input * math.sqrt(0.5)) * 0.5
    return y


def special_entr(input):
    input = _floating(input)
    y = torch.where(input > 0, -input * input.log(), torch.where(input == 0, 0.0, -math.inf).to(input))
    return _C._rename("SpecialEntrBackward0", torch.where(input.isnan(), input, y))


def special_round(input, decimals=0):
    return torch.round(input, decimals=decimals)


def special_xlog1py(other, input=None, self=None):
    x = input if input is not None else self
    kind = torch.result_type(x, other)
    kind = kind if kind.is_floating_point else torch.get_default_dtype()
    place = (x if isinstance(x, torch.Tensor) else other).device
    x = x.to(kind) if isinstance(x, torch.Tensor) else torch.tensor(float(x), dtype=kind, device=place)
    other = other.to(kind) if isinstance(other, torch.Tensor) else torch.tensor(float(other), dtype=kind, device=place)
    if kind == torch.float16:  # computed in single precision
        return special_xlog1py(other.float(), x.float()).to(kind)
    return torch.where((x == 0) & ~other.isnan(), torch.zeros_like(x * other), x * torch.log1p(other))


def special_zeta(other, input=None, self=None):
    x = input if input is not None else self
    return underived("SpecialZetaBackward0", "zeta", _C._special("zeta", x, other), *(v for v in (x, other) if isinstance(v, torch.Tensor)))


def special_polygamma(n, input):
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    y = _C._special("polygamma", float(n), input)
    return _C._record("PolygammaBackward0", y, (input,), lambda g: (g * special_polygamma(n + 1, input),))


polygamma = special_polygamma


def special_multigammaln(input, p):
    input = _floating(input)
    steps = torch.arange((1 - p) / 2, 0.25, 0.5, dtype=input.dtype, device=input.device)
    return (input.unsqueeze(-1) + steps).lgamma().sum(-1) + p * (p - 1) / 4 * math.log(math.pi)


mvlgamma = special_multigammaln


def _gamma(name, old, node, sign):
    def fn(input, other):
        def backward(g):
            density = ((other.log() * (input - 1)) - other - input.lgamma()).exp()
            return None, sign * g * density
        if input.requires_grad and torch.is_grad_enabled():
            def backward(g):
                raise NotImplementedError(f"the derivative for '{old}: input' is not implemented.")
        return _C._record(node, _C._special(name, input, other), (input, other), backward)
    return fn


special_gammainc = igamma = _gamma("gammainc", "igamma", "IgammaBackward0", 1)
special_gammaincc = igammac = _gamma("gammaincc", "igammac", "IgammacBackward0", -1)


_DEGREES = 10000  # each is a step of the recurrence


def _polynomials(first, following):
    """Orthogonal polynomials p0 = 1, p1 = first(x), p(k+1) = following(k, x, pk, p(k-1))."""
    def fn(x, n):
        place = (x if isinstance(x, torch.Tensor) else n).device
        kind = torch.result_type(x, n)
        kind = kind if kind.is_floating_point else torch.get_default_dtype()
        x, n = (v.to(kind) if isinstance(v, torch.Tensor) else torch.tensor(v, dtype=kind, device=place) for v in (x, n))
        if x.device != n.device and x.dim() and n.dim():
            x + n  # which says so
        x, n = torch.broadcast_tensors(x.to(place), n.to(place))
        n = n.nan_to_num(-1.0, -1.0, -1.0).to(torch.int64)  # what is no number has no degree
        if n.numel() and n.max() > _DEGREES:
            raise RuntimeError(f"polynomials are computed up to degree {_DEGREES} here, got {int(n.max())}")
        previous, current = torch.ones_like(x), first(x)
        y = torch.where(n == 0, previous, torch.where(n < 0, torch.zeros_like(x), current))
        for k in range(1, int(n.max()) if n.numel() else 0):
            previous, current = current, following(k, x, current, previous)
            y = torch.where(n == k + 1, current, y)
        return y
    return fn


def _twice(k, x, p, q):
    return 2 * x * p - q


def _twice_shifted(k, x, p, q):
    return 2 * (2 * x - 1) * p - q


special_chebyshev_polynomial_t = _polynomials(lambda x: x, _twice)
special_chebyshev_polynomial_u = _polynomials(lambda x: 2 * x, _twice)
special_chebyshev_polynomial_v = _polynomials(lambda x: 2 * x - 1, _twice)
special_chebyshev_polynomial_w = _polynomials(lambda x: 2 * x + 1, _twice)
special_shifted_chebyshev_polynomial_t = _polynomials(lambda x: 2 * x - 1, _twice_shifted)
special_shifted_chebyshev_polynomial_u = _polynomials(lambda x: 2 * (2 * x - 1), _twice_shifted)
special_shifted_chebyshev_polynomial_v = _polynomials(lambda x: 2 * (2 * x - 1) - 1, _twice_shifted)
special_shifted_chebyshev_polynomial_w = _polynomials(lambda x: 2 * (2 * x - 1) + 1, _twice_shifted)
special_hermite_polynomial_h = _polynomials(lambda x: 2 * x, lambda k, x, p, q: 2 * x * p - 2 * k * q)
special_hermite_polynomial_he = _polynomials(lambda x: x, lambda k, x, p, q: x * p - k * q)
special_laguerre_polynomial_l = _polynomials(lambda x: 1 - x, lambda k, x, p, q: ((2 * k + 1 - x) * p - k * q) / (k + 1))
special_legendre_polynomial_p = _polynomials(lambda x: x, lambda k, x, p, q: ((2 * k + 1) * x * p - k * q) / (k + 1))
