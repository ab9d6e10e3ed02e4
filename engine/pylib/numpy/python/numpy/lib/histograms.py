"""Histograms of several variables."""

from _numpy import array, asarray
from numpy.core.numeric import linspace, zeros
from numpy.core.sorting import searchsorted
from numpy.lib.function_base import diff


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    sample = asarray(sample)
    n, d = sample.shape
    bins = [bins] * d if isinstance(bins, int) else list(bins)
    edges, inside, place = [], None, []
    for i in _upto(d):
        x = sample[:, i]
        low, high = (x.min(), x.max()) if range is None or range[i] is None else range[i]
        if low == high:
            low, high = low - 0.5, high + 0.5
        e = linspace(low, high, bins[i] + 1) if isinstance(bins[i], int) else asarray(bins[i])
        at = searchsorted(e, x, side="right") - 1
        at[x == e[-1]] = len(e) - 2
        ok = (x >= e[0]) & (x <= e[-1])
        inside = ok if inside is None else inside & ok
        edges.append(e)
        place.append(at)
    h = zeros([len(e) - 1 for e in edges])
    amount = [1.0] * n if weights is None else asarray(weights).tolist()
    for k in _upto(n):
        if inside[k]:
            h[tuple(int(p[k]) for p in place)] += amount[k]
    if density:
        h = h / h.sum()
        for i, e in enumerate(edges):
            h = h / diff(e).reshape([-1 if j == i else 1 for j in _upto(d)])
    return h, edges


_upto = range


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    if not isinstance(bins, int) and len(bins) not in (1, 2):
        bins = [asarray(bins)] * 2
    h, edges = histogramdd(array([asarray(x), asarray(y)]).T, [bins, bins] if isinstance(bins, int) else bins, range, density, weights)
    return h, edges[0], edges[1]
