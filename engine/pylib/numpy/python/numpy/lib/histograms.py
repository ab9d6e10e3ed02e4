"""Histograms of several variables."""

import builtins as _py
import operator

import numpy as np
from _numpy import asarray
from numpy.core.numeric import linspace, zeros
from numpy.core.sorting import searchsorted
from numpy.lib.function_base import bincount, diff


def _edges(x, bins, range, i):
    if np.ndim(bins) == 0:
        if bins < 1:
            raise ValueError(f"`bins[{i}]` must be positive, when an integer")
        lo, hi = (x.min(), x.max()) if range is None else range
        if range is None and x.size == 0:
            lo, hi = 0, 1
        if lo == hi:
            lo, hi = lo - 0.5, hi + 0.5
        return linspace(lo, hi, operator.index(bins) + 1)
    e = asarray(bins)
    if np.any(e[:-1] > e[1:]):
        raise ValueError(f"`bins[{i}]` must be monotonically increasing, when an array")
    return e


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    sample = asarray(sample) if isinstance(sample, np.ndarray) else np.atleast_2d(sample).T
    sample = sample.reshape(-1, 1) if sample.ndim == 1 else sample
    n, d = sample.shape
    if isinstance(bins, (int, np.integer)):
        bins = [bins] * d
    elif len(bins) != d:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    if range is not None and len(range) != d:
        raise ValueError("range argument must have one entry per dimension")
    columns = [sample[:, i] for i in _py.range(d)]
    edges = [_edges(x, bins[i], None if range is None else range[i], i) for i, x in enumerate(columns)]
    place, inside = zeros(n, int), np.ones(n, bool)
    for x, e in zip(columns, edges):
        at = searchsorted(e, x, side="right") - 1
        at = np.where(x == e[-1], len(e) - 2, at)
        inside = inside & (x >= e[0]) & (x <= e[-1])
        place = place * (len(e) - 1) + np.clip(at, 0, len(e) - 2)
    sizes = [len(e) - 1 for e in edges]
    total = int(np.prod(sizes))
    h = bincount(place[inside], None if weights is None else asarray(weights)[inside], total).astype(float).reshape(sizes)
    if density:
        s = h.sum()
        for i, e in enumerate(edges):
            h = h / diff(e).reshape([-1 if j == i else 1 for j in _py.range(d)])
        h = h / s
    return h, edges


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    if np.ndim(bins) == 0:
        bins = [bins, bins]
    elif len(bins) not in (1, 2):
        bins = [asarray(bins)] * 2
    h, edges = histogramdd(np.stack([asarray(x), asarray(y)], 1), list(bins), range, density, weights)
    return h, edges[0], edges[1]
