"""Transforms of several dimensions, of Hermitian spectra, of short times; windows."""

import math

import torch

_FLIPPED = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def _axes(input, s, dim):
    """The dimensions and sizes that arguments s and dim mean."""
    if isinstance(s, int):
        s = [s]
    if dim is None:
        dim = range(input.dim() - len(s), input.dim()) if s is not None else range(input.dim())
    dim = [dim] if isinstance(dim, int) else list(dim)
    if s is not None and len(s) != len(dim):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    return dim, s


def fft_rfftn(input, s=None, dim=None, norm=None):
    dim, s = _axes(input, s, dim)
    y = torch.fft.rfft(input, None if s is None else s[-1], dim[-1], norm)
    return torch.fft.fftn(y, None if s is None else s[:-1], dim[:-1], norm) if len(dim) > 1 else y


def fft_rfft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_rfftn(input, s, dim, norm)


def fft_irfftn(input, s=None, dim=None, norm=None):
    dim, s = _axes(input, s, dim)
    y = torch.fft.ifftn(input, None if s is None else s[:-1], dim[:-1], norm) if len(dim) > 1 else input
    return torch.fft.irfft(y, None if s is None else s[-1], dim[-1], norm)


def fft_irfft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_irfftn(input, s, dim, norm)


def fft_hfft(input, n=None, dim=-1, norm=None):
    return torch.fft.irfft(_conjugate(input), n, dim, _FLIPPED[norm])


def fft_ihfft(input, n=None, dim=-1, norm=None):
    return _conjugate(torch.fft.rfft(input, n, dim, _FLIPPED[norm]))


def _conjugate(x):
    return x.conj().resolve_conj() if x.is_complex() else x


def fft_hfftn(input, s=None, dim=None, norm=None):
    return fft_irfftn(_conjugate(input), s, dim, _FLIPPED[norm])


def fft_hfft2(input, s=None, dim=(-2, -1), norm=None):
    return fft_hfftn(input, s, dim, norm)


def fft_ihfftn(input, s=None, dim=None, norm=None):
    return _conjugate(fft_rfftn(input, s, dim, _FLIPPED[norm]))


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
