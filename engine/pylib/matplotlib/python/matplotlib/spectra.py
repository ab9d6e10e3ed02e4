"""Correlations and spectra of signals, and grids of triangles."""
import numpy as np


def _segments(x, NFFT, noverlap, window, detrend):
    """The windowed stretches of a signal, as rows."""
    x = np.asarray(x, float)
    if len(x) < NFFT:
        x = np.concatenate([x, np.zeros(NFFT - len(x))])
    step = NFFT - noverlap
    rows = np.array([x[i:i + NFFT] for i in range(0, len(x) - NFFT + 1, step)])
    if detrend in ("mean", "constant"):
        rows = rows - rows.mean(1, keepdims=True)
    w = np.hanning(NFFT) if window is None else window(np.ones(NFFT)) if callable(window) else np.asarray(window, float)
    return rows * w, w


def power(x, NFFT=None, Fs=None, detrend=None, window=None, noverlap=None, pad_to=None, scale_by_freq=None, **kw):
    """The one-sided power spectrum of each stretch, its frequencies and the middles of the stretches."""
    NFFT, Fs, noverlap = NFFT or 256, Fs or 2, noverlap or 0
    if noverlap >= NFFT:
        raise ValueError("noverlap must be less than n")
    rows, w = _segments(x, NFFT, noverlap, window, detrend)
    n = pad_to or NFFT
    p = np.abs(np.fft.rfft(rows, n)) ** 2
    p[:, 1:None if n % 2 else -1] *= 2
    p = p / (Fs * (w ** 2).sum()) if scale_by_freq in (None, True) else p / w.sum() ** 2
    t = np.arange(len(rows)) * (NFFT - noverlap) / Fs + NFFT / 2 / Fs
    return p.T, np.arange(n // 2 + 1) * Fs / n, t


class Spectra:
    def psd(self, x, NFFT=None, Fs=None, Fc=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, scale_by_freq=None, return_line=None, **kw):
        p, freqs, _ = power(x, NFFT, Fs, detrend, window, noverlap, pad_to, scale_by_freq)
        p, freqs = p.mean(1), freqs + (Fc or 0)
        line = self.plot(freqs, 10 * np.log10(p), **kw)
        self.set_xlabel("Frequency")
        self.set_ylabel("Power Spectral Density (dB/Hz)" if scale_by_freq in (None, True) else "Power Spectrum (dB)")
        self.grid(True)
        return (p, freqs, line) if return_line else (p, freqs)

    def specgram(self, x, NFFT=None, Fs=None, Fc=None, detrend=None, window=None, noverlap=None, cmap=None, xextent=None, pad_to=None, sides=None,
                 scale_by_freq=None, mode=None, scale=None, vmin=None, vmax=None, **kw):
        NFFT, Fs, noverlap = NFFT or 256, Fs or 2, 128 if noverlap is None else noverlap
        p, freqs, t = power(x, NFFT, Fs, detrend, window, noverlap, pad_to, scale_by_freq)
        if mode == "magnitude":
            p = np.sqrt(p)
        z = p if scale == "linear" else (20 if mode == "magnitude" else 10) * np.log10(p)
        half = (NFFT - noverlap) / Fs / 2
        freqs = freqs + (Fc or 0)
        lo, hi = xextent or (t[0] - half, t[-1] + half)
        im = self.imshow(np.flipud(z), cmap, extent=(lo, hi, freqs[0], freqs[-1]), vmin=vmin, vmax=vmax, origin="upper", aspect="auto", **kw)
        return p, freqs, t, im

    def magnitude_spectrum(self, x, Fs=None, Fc=None, window=None, pad_to=None, sides=None, scale=None, **kw):
        x, Fs = np.asarray(x, float), Fs or 2
        w = np.hanning(len(x)) if window is None else window(np.ones(len(x))) if callable(window) else np.asarray(window)
        spec = np.abs(np.fft.rfft(x * w, pad_to or len(x))) / w.sum()
        freqs = np.arange(len(spec)) * Fs / (pad_to or len(x)) + (Fc or 0)
        line, = self.plot(freqs, 20 * np.log10(spec) if scale == "dB" else spec, **kw)
        self.set_xlabel("Frequency")
        self.set_ylabel("Magnitude (dB)" if scale == "dB" else "Magnitude (energy)")
        return spec, freqs, line

    def acorr(self, x, **kw):
        return self.xcorr(x, x, **kw)

    def xcorr(self, x, y, normed=True, detrend=None, usevlines=True, maxlags=10, **kw):
        x, y = np.asarray(x, float), np.asarray(y, float)
        if len(x) != len(y):
            raise ValueError("x and y must be equal length")
        if callable(detrend):
            x, y = detrend(x), detrend(y)
        c = np.correlate(x, y, mode="full")
        if normed:
            c = c / np.sqrt(np.dot(x, x) * np.dot(y, y))
        maxlags = len(x) - 1 if maxlags is None else maxlags
        if not 1 <= maxlags < len(x):
            raise ValueError(f"maxlags must be None or strictly positive < {len(x)}")
        lags = np.arange(-maxlags, maxlags + 1)
        c = c[len(x) - 1 - maxlags:len(x) + maxlags]
        if usevlines:
            return lags, c, self.vlines(lags, [0], c, **kw), self.axhline(**{k: v for k, v in kw.items() if k != "label"})
        line, = self.plot(lags, c, **{"marker": "o", "linestyle": "None", **kw})
        return lags, c, line, None

    def triplot(self, x, y=None, triangles=None, *args, **kw):
        """The edges of triangles: those given, or Delaunay's of the points."""
        if isinstance(triangles, str):
            triangles, args = None, (triangles, *args)
        x, y = np.asarray(x, float), np.asarray(y, float)
        triangles = kw.pop("triangles", triangles)
        triangles = delaunay(x, y) if triangles is None else np.asarray(triangles)
        edges = sorted({tuple(sorted((int(t[i]), int(t[i - 1])))) for t in triangles for i in range(3)})
        xs, ys = [], []
        for i, j in edges:
            xs += [x[i], x[j], np.nan]
            ys += [y[i], y[j], np.nan]
        lines = self.plot(xs, ys, *args, **kw)
        self.plot(x, y, linestyle="None", color=lines[0].get_color())
        return lines + self.get_lines()[-1:]

    def secondary_xaxis(self, location, *, functions=None, **kw):
        return self._secondary(0, location, functions)

    def secondary_yaxis(self, location, *, functions=None, **kw):
        return self._secondary(1, location, functions)

    def _secondary(self, k, location, functions):
        """An axis on the other side, whose numbers are a function of this one's."""
        if location not in ("top", "bottom", "left", "right") and not isinstance(location, (int, float)):
            raise ValueError(f"location must be {'top/bottom' if k == 0 else 'left/right'} or a float, not {location!r}")
        forward = functions[0] if isinstance(functions, tuple) else lambda v: v
        other = self.twiny() if k == 0 else self.twinx()
        mine = other.ranges[k]
        mine.limits = lambda: tuple(float(forward(v)) for v in self.limits(k))
        return other


def delaunay(x, y):
    """The triangles, as positions of points, of which no circle around holds a point (Bowyer and Watson)."""
    points = list(zip(x.tolist(), y.tolist()))
    n = len(points)
    cx, cy = float(np.mean(x)), float(np.mean(y))
    r = 1e3 * max(float(np.ptp(x)), float(np.ptp(y)), 1e-9)
    points += [(cx - 2 * r, cy - r), (cx + 2 * r, cy - r), (cx, cy + 2 * r)]
    triangles = {(n, n + 1, n + 2): _circle(points, n, n + 1, n + 2)}
    for i in range(n):
        px, py = points[i]
        bad = [t for t, (ux, uy, rr) in triangles.items() if (px - ux) ** 2 + (py - uy) ** 2 < rr]
        edges = {}
        for t in bad:
            for e in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0])):
                edges[tuple(sorted(e))] = edges.get(tuple(sorted(e)), 0) + 1
            del triangles[t]
        for (a, b), count in edges.items():
            if count == 1:
                circle = _circle(points, a, b, i)
                if circle is not None:
                    triangles[a, b, i] = circle
    return np.array([t for t in triangles if max(t) < n], int).reshape(-1, 3)


def _circle(points, i, j, k):
    """The centre and squared radius of the circle through three points; None where they are on a line."""
    (ax, ay), (bx, by), (cx, cy) = points[i], points[j], points[k]
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if d == 0:
        return None
    ux = ((ax * ax + ay * ay) * (by - cy) + (bx * bx + by * by) * (cy - ay) + (cx * cx + cy * cy) * (ay - by)) / d
    uy = ((ax * ax + ay * ay) * (cx - bx) + (bx * bx + by * by) * (ax - cx) + (cx * cx + cy * cy) * (bx - ax)) / d
    return ux, uy, (ax - ux) ** 2 + (ay - uy) ** 2
