"""Random numbers of the less usual distributions, by the algorithms that PyTorch uses on
a CPU, so that the numbers of a seed are the same."""

import math

import torch


class _Draw:
    """Uniform and normal numbers of a generator."""

    def __init__(self, generator):
        self.generator = generator
        self.cell = torch.empty((), dtype=torch.float64)

    def uniform(self):
        return self.cell.uniform_(generator=self.generator).item()

    def normal(self):
        return self.cell.normal_(generator=self.generator).item()


def _each(input, sample, *parameters):
    """sample(draw, *values) for each element of broadcast parameters, as a tensor like input."""
    shape = input.shape
    lists = [p.detach().double().cpu().expand(shape).reshape(-1).tolist() for p in parameters]
    out = torch.tensor([sample(*values) for values in zip(*lists)], dtype=torch.float64)
    return out.reshape(shape).to(input.dtype).to(input.device)


def _poisson_sample(draw, lam):
    """Hörmann's transformed rejection (1993) for large rates, multiplication for small."""
    if lam >= 10:
        slam, loglam = math.sqrt(lam), math.log(lam)
        b = 0.931 + 2.53 * slam
        a = -0.059 + 0.02483 * b
        invalpha = 1.1239 + 1.1328 / (b - 3.4)
        vr = 0.9277 - 3.6224 / (b - 2)
        while True:
            U = draw.uniform() - 0.5
            V = draw.uniform()
            us = 0.5 - abs(U)
            k = math.floor((2 * a / us + b) * U + lam + 0.43)
            if us >= 0.07 and V <= vr:
                return k
            if k < 0 or (us < 0.013 and V > us):
                continue
            if math.log(V) + math.log(invalpha) - math.log(a / (us * us) + b) <= -lam + k * loglam - math.lgamma(k + 1):
                return k
    if lam == 0:
        return 0
    enlam, X, prod = math.exp(-lam), 0, 1.0
    while True:
        prod *= draw.uniform()
        if prod <= enlam:
            return X
        X += 1


def poisson(input, generator=None):
    draw = _Draw(generator)
    return _each(input, lambda lam: _poisson_sample(draw, lam), input)


def _binomial_inversion(draw, count, prob):
    total, n = 0.0, 0
    while True:
        total += math.ceil(math.log(draw.uniform()) / math.log1p(-prob))
        if total > count:
            return n
        n += 1


_TAIL = (0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509, 0.01664469118982119,
         0.01387612882307075, 0.01189670994589177, 0.01041126526197209, 0.009255462182712733, 0.008330563433362871)


def _stirling_tail(k):
    if k <= 9:
        return _TAIL[int(k)]
    square = (k + 1) * (k + 1)
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)


def _binomial_rejection(draw, count, prob):
    """Hörmann's BTRS (1993)."""
    stddev = math.sqrt(count * prob * (1 - prob))
    b = 1.15 + 2.53 * stddev
    a = -0.0873 + 0.0248 * b + 0.01 * prob
    c = count * prob + 0.5
    v_r = 0.92 - 4.2 / b
    r = prob / (1 - prob)
    alpha = (2.83 + 5.1 / b) * stddev
    m = math.floor((count + 1) * prob)
    while True:
        U = draw.uniform() - 0.5
        V = draw.uniform()
        us = 0.5 - abs(U)
        k = math.floor((2 * a / us + b) * U + c)
        if us >= 0.07 and V <= v_r:
            return k
        if k < 0 or k > count:
            continue
        V = math.log(V * alpha / (a / (us * us) + b))
        bound = ((m + 0.5) * math.log((m + 1) / (r * (count - m + 1)))
                 + (count + 1) * math.log((count - m + 1) / (count - k + 1))
                 + (k + 0.5) * math.log(r * (count - k + 1) / (k + 1))
                 + _stirling_tail(m) + _stirling_tail(count - m) - _stirling_tail(k) - _stirling_tail(count - k))
        if V <= bound:
            return k


def _binomial_sample(draw, count, prob):
    if count <= 0 or prob <= 0:
        return 0
    if prob >= 1:
        return count
    if prob <= 0.5:
        return _binomial_rejection(draw, count, prob) if count * prob >= 10 else _binomial_inversion(draw, count, prob)
    q = 1 - prob
    return count - (_binomial_rejection(draw, count, q) if count * q >= 10 else _binomial_inversion(draw, count, q))


def binomial(count, prob, generator=None):
    draw = _Draw(generator)
    return _each(torch.broadcast_tensors(count, prob)[0], lambda n, p: _binomial_sample(draw, n, p), count, prob)


def _gamma_sample(draw, alpha):
    """Marsaglia and Tsang (2000)."""
    scale = 1.0
    if alpha < 1:
        if alpha == 0:
            return 0.0
        scale *= (1 - draw.uniform()) ** (1.0 / alpha)
        alpha += 1
    d = alpha - 1.0 / 3
    c = 1 / math.sqrt(9 * d)
    while True:
        while True:
            x = draw.normal()
            y = 1 + c * x
            if y > 0:
                break
        v = y * y * y
        u = 1 - draw.uniform()
        xx = x * x
        if u < 1 - 0.0331 * xx * xx or math.log(u) < 0.5 * xx + d * (1 - v + math.log(v)):
            return scale * d * v


def _standard_gamma(input, generator=None):
    draw, tiny = _Draw(generator), torch.finfo(input.dtype).tiny
    y = _each(input, lambda alpha: max(tiny, _gamma_sample(draw, alpha)), input)
    return torch._C._record("StandardGammaBackward0", y, (input,), lambda g: (g * _gamma_gradient(input, y),))


def _gamma_gradient(alpha, x):
    """d sample / d alpha by the implicit function theorem: −(∂F/∂α) / density."""
    a, x = alpha.detach().double(), x.detach().double()
    step = 1e-5 * a.clamp(min=1e-3)
    slope = (torch.special.gammainc(a + step, x) - torch.special.gammainc(a - step, x)) / (2 * step)
    density = ((a - 1) * x.log() - x - a.lgamma()).exp()
    return (-slope / density).to(alpha.dtype)


def _sample_dirichlet(input, generator=None):
    draw = _Draw(generator)
    gamma = _each(input, lambda alpha: _gamma_sample(draw, alpha), input).double()
    tiny = torch.finfo(input.dtype).tiny
    return (gamma / gamma.sum(-1, keepdim=True)).clamp(min=tiny).to(input.dtype)
