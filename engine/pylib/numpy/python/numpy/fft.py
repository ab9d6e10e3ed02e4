"""Discrete Fourier transforms, by way of torch."""
import numpy as np
from _numpy import _sentence


def _via(name, axes=False):
    def call(a, *args):
        import torch
        a = np.asarray(a)
        if a.dtype.kind in "iub" or a.dtype == np.float32:
            a = a.astype(np.float64)
        return getattr(torch.fft, name)(torch.from_numpy(a.copy()), *args).numpy()

    def f(a, n=None, axis=-1, norm=None):
        return call(a, n, axis, norm)

    def g(a, s=None, axes=None, norm=None):
        return call(a, s, axes if axes is not None or name.endswith("n") else (-2, -1), norm)
    f.__name__ = g.__name__ = name
    f.__doc__ = g.__doc__ = _sentence("fft." + name)
    return g if axes else f


fft, ifft, rfft, irfft, hfft, ihfft = (_via(n) for n in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"))
fft2, ifft2, rfft2, irfft2 = (_via(n, axes=True) for n in ("fft2", "ifft2", "rfft2", "irfft2"))
fftn, ifftn, rfftn, irfftn = (_via(n, axes=True) for n in ("fftn", "ifftn", "rfftn", "irfftn"))


def fftfreq(n, d=1.0):
    return np.concatenate([np.arange(0, (n - 1) // 2 + 1), np.arange(-(n // 2), 0)]) / (n * d)


def rfftfreq(n, d=1.0):
    return np.arange(0, n // 2 + 1) / (n * d)


def _axes(x, axes):
    return range(np.ndim(x)) if axes is None else (axes,) if isinstance(axes, int) else axes


def fftshift(x, axes=None):
    x = np.asarray(x)
    axes = tuple(_axes(x, axes))
    return np.roll(x, [x.shape[a] // 2 for a in axes], axes)


def ifftshift(x, axes=None):
    x = np.asarray(x)
    axes = tuple(_axes(x, axes))
    return np.roll(x, [-(x.shape[a] // 2) for a in axes], axes)
