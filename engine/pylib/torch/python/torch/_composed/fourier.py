"""Transforms of several dimensions, of Hermitian spectra, of short times; windows."""

import math

import torch
from torch import _C

_FLIPPED = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def _axes(input, s, dim):
    """The dimensions and sizes that arguments s and dim mean; a size of -1 is that of the input."""
    rank = input.dim()
    if dim is not None:
        dim = [dim] if isinstance(dim, int) else list(dim)
        for d in dim:
            if not -max(rank, 1) <= d < max(rank, 1):
                raise IndexError(f"Dimension out of range (expected to be in range of [{-max(rank, 1)}, {max(rank, 1) - 1}], but got {d})")
        dim = [d % max(rank, 1) for d in dim]
        if len(set(dim)) < len(dim):
            raise RuntimeError("FFT dims must be unique")
    if s is None:
        dim = list(range(rank)) if dim is None else dim
        s = [-1] * len(dim)
    else:
        s = [s] if isinstance(s, int) else list(s)
        if dim is not None and len(dim) != len(s):
            raise RuntimeError("When given, dim and shape arguments must have the same length")
        if len(s) > rank:
            raise RuntimeError(f"Got shape with {len(s)} values but input tensor only has {rank} dimensions.")
        dim = list(range(rank - len(s), rank)) if dim is None else dim
    s = [input.shape[d] if n == -1 else n for n, d in zip(s, dim)]
    for n in s:
        if n < 1:
            raise RuntimeError(f"Invalid number of data points ({n}) specified")
    return dim, s


def _all(transform, input, s, dim, norm):
    """A transform along each dimension, the last one first."""
    x = input
    for n, d in zip(reversed(s), reversed(dim)):
        x = transform(x, n, d, norm)
    return x


def _complex(x):
    if x.is_complex():
        return x
    return x.to(torch.promote_types(x.dtype if x.is_floating_point() else torch.get_default_dtype(), torch.complex64))


def fft_fftn(input, s=None, dim=None, norm=None):
    dim, s = _axes(input, s, dim)
    return _all(torch.fft.fft, _complex(input), s, dim, norm)


def fft_ifftn(input, s=None, dim=None, norm=None):
    dim, s = _axes(input, s, dim)
    return _all(torch.fft.ifft, _complex(input), s, dim, norm)


def fft_fft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_fftn(input, s, dim, norm)


def fft_ifft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_ifftn(input, s, dim, norm)


def _some(name, dim):
    if not dim:
        raise RuntimeError(f"{name} must transform at least one axis")


def fft_rfftn(input, s=None, dim=None, norm=None, _name="rfftn"):
    if input.is_complex():
        raise RuntimeError(f"{_name} expects a real-valued input tensor, but got {_C._scalar_name(input.dtype)}")
    dim, s = _axes(input, s, dim)
    _some(_name, dim)
    return _all(torch.fft.fft, torch.fft.rfft(input, s[-1], dim[-1], norm), s[:-1], dim[:-1], norm)


def fft_irfftn(input, s=None, dim=None, norm=None, _name="irfftn"):
    given = s
    dim, s = _axes(input, s, dim)
    _some(_name, dim)
    last = 2 * (input.shape[dim[-1]] - 1) if given is None or (given if isinstance(given, int) else given[-1]) == -1 else s[-1]
    if last < 1:
        raise RuntimeError(f"Invalid number of data points ({last}) specified")
    y = _all(torch.fft.ifft, input, s[:-1], dim[:-1], norm)
    return torch.fft.irfft(y, last, dim[-1], norm)


def fft_rfft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_rfftn(input, s, dim, norm)


def fft_irfft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_irfftn(input, s, dim, norm)


def fft_hfft(input, n=None, dim=-1, norm=None):
    return torch.fft.irfft(_conjugate(input), n, dim, _FLIPPED[norm])


def fft_ihfft(input, n=None, dim=-1, norm=None):
    return _conjugate(torch.fft.rfft(input, n, dim, _FLIPPED[norm]))


def _conjugate(x):
    return x.conj().resolve_conj() if x.is_complex() else x


def fft_hfftn(input, s=None, dim=None, norm=None):
    return fft_irfftn(_conjugate(input), s, dim, _FLIPPED[norm], "hfftn")


def fft_hfft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_hfftn(input, s, dim, norm)


def fft_ihfftn(input, s=None, dim=None, norm=None):
    return _conjugate(fft_rfftn(input, s, dim, _FLIPPED[norm], "ihfftn"))


def fft_ihfft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_ihfftn(input, s, dim, norm)


def _window(window, n_fft, win_length, like):
    window = torch.ones(win_length, dtype=like.real.dtype, device=like.device) if window is None else window
    left = (n_fft - win_length) // 2
    return torch.nn.functional.pad(window, (left, n_fft - win_length - left)) if win_length < n_fft else window


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=False, pad_mode="reflect", normalized=False,
         onesided=None, return_complex=None):
    hop, length = hop_length or n_fft // 4, win_length or n_fft
    if return_complex is None:
        if not (input.is_complex() or window is not None and window.is_complex()):
            raise RuntimeError("stft requires the return_complex parameter be given for real inputs.")
        return_complex = True
    x = input if input.dim() > 1 else input.unsqueeze(0)
    if n_fft <= 0 or n_fft > x.shape[-1]:
        raise RuntimeError(f"stft(torch.FloatTensor{list(x.shape)}, n_fft={n_fft}, hop_length={hop}, win_length={length}, "
                           f"window={'None' if window is None else 'Tensor'}, normalized={int(normalized)}): expected 0 < n_fft < {x.shape[-1]}, but got n_fft={n_fft}")
    if onesided is None:
        onesided = not x.is_complex()
    frames = x.unfold(-1, n_fft, hop) * _window(window, n_fft, length, x)
    norm = "ortho" if normalized else None
    y = (torch.fft.rfft if onesided else torch.fft.fft)(frames, norm=norm).transpose(1, 2)
    y = y if input.dim() > 1 else y.squeeze(0)
    return y if return_complex else torch.view_as_real(y)


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None,
          length=None, return_complex=False):
    hop, width = hop_length or n_fft // 4, win_length or n_fft
    x = input if input.dim() > 2 else input.unsqueeze(0)
    if onesided is None:
        onesided = x.shape[1] != n_fft
    norm = "ortho" if normalized else None
    window = _window(window, n_fft, width, x)
    spectra = x.transpose(1, 2)
    frames = torch.fft.irfft(spectra, n_fft, norm=norm) if onesided else torch.fft.ifft(spectra, norm=norm)
    if not return_complex and frames.is_complex():
        frames = frames.real
    count = frames.shape[1]
    total = n_fft + hop * (count - 1)
    at = (torch.arange(count).unsqueeze(1) * hop + torch.arange(n_fft)).reshape(-1)
    y = torch.zeros(frames.shape[0], total, dtype=frames.dtype).index_add(1, at, (frames * window).reshape(frames.shape[0], -1))
    envelope = torch.zeros(total, dtype=window.dtype).index_add(0, at, window.square().repeat(count))
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - (n_fft // 2 if center else 0)
    y, envelope = y[:, start:end], envelope[start:end]
    if envelope.numel() and envelope.abs().min() < 1e-11:
        raise RuntimeError("window overlap add min: 0")
    y = y / envelope
    if length is not None and y.shape[1] < length:
        y = torch.nn.functional.pad(y, (0, length - y.shape[1]))
    return y if input.dim() > 2 else y.squeeze(0)


def kaiser_window(window_length, periodic=True, beta=12.0, **options):
    if window_length <= 1:
        return torch.ones(window_length, **options)
    n = window_length if periodic else window_length - 1
    k = torch.arange(window_length, dtype=torch.float32, **{k: v for k, v in options.items() if k == "device"})
    ratio = (k - n / 2) / (n / 2)
    y = torch.i0(beta * torch.sqrt(1 - ratio.square())) / torch.i0(torch.tensor(float(beta)))
    return y.to(options.get("dtype") or torch.get_default_dtype())
