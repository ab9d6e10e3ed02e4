"""Pictures of functions of two variables: images, contours, arrows."""
import math

import _matplotlib
from matplotlib.artist import color as color_of, floats
from matplotlib.cm import get_cmap


class Fields:
    def imshow(self, X, cmap=None, vmin=None, vmax=None, extent=None, origin="upper", aspect=None, **kw):
        import numpy as np
        if hasattr(X, "detach"):
            X = X.detach().cpu().numpy()
        a = np.asarray(X)
        a = a.squeeze(-1) if a.ndim == 3 and a.shape[-1] == 1 else a
        if a.ndim not in (2, 3) or a.ndim == 3 and a.shape[2] not in (3, 4):
            raise TypeError(f"Invalid shape {a.shape} for image data")
        h, w = a.shape[:2]
        out = np.full((h, w, 4), 255, dtype=np.uint8)
        lo, hi = 0.0, 1.0
        cm = get_cmap(cmap)
        if a.ndim == 2:
            f = a.astype(np.float64)
            lo, hi = float(f.min() if vmin is None else vmin), float(f.max() if vmax is None else vmax)
            table = np.array([cm.rgb(i / 255) for i in range(256)], dtype=np.uint8)
            out[:, :, :3] = table[np.clip((f - lo) / ((hi - lo) or 1) * 255 + 0.5, 0, 255).astype(np.int64)]
        else:
            out[:, :, :a.shape[2]] = a if a.dtype == np.uint8 else np.clip(a * (255 if a.dtype.kind == "f" else 1), 0, 255).astype(np.uint8)
        if origin == "lower":
            out = out[::-1].copy()
        data = _matplotlib.png(out.tobytes(), w, h)
        left, right, bottom, top = extent or ((-0.5, w - 0.5, h - 0.5, -0.5) if origin == "upper" else (-0.5, w - 0.5, -0.5, h - 0.5))
        self.image = (abs(right - left), abs(top - bottom)) if aspect != "auto" else None
        self.whole = extent is None
        self.x_lim, self.y_lim = (left, right), (bottom, top)

        def draw(px, py):
            x0, y0, x1, y1 = px(left), py(top), px(right), py(bottom)
            return (f'<image x="{x0:.2f}" y="{y0:.2f}" width="{x1 - x0:.2f}" height="{y1 - y0:.2f}" '
                    f'preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>')
        art = self.add((), (), draw)
        art.cmap, art.limits, art.png = cm, (lo, hi), data
        return art

    matshow = imshow

    def spy(self, Z, **kw):
        import numpy as np
        return self.imshow((np.asarray(Z) != 0).astype(float), cmap="binary")

    def hist2d(self, x, y, bins=10, cmap=None, **kw):
        import numpy as np
        x, y = np.asarray(floats(x)), np.asarray(floats(y))
        nx, ny = (bins, bins) if isinstance(bins, int) else bins
        ex, ey = np.histogram_bin_edges(x, nx), np.histogram_bin_edges(y, ny)
        i = np.clip(np.searchsorted(ex, x, "right") - 1, 0, len(ex) - 2)
        j = np.clip(np.searchsorted(ey, y, "right") - 1, 0, len(ey) - 2)
        counts = np.bincount(i * (len(ey) - 1) + j, minlength=(len(ex) - 1) * (len(ey) - 1)).reshape(len(ex) - 1, len(ey) - 1)
        return counts.astype(float), ex, ey, self.pcolormesh(ex, ey, counts.T, cmap=cmap)

    def pcolormesh(self, *args, cmap=None, vmin=None, vmax=None, **kw):
        xs, ys, rows = _grid(args)
        cm = get_cmap(cmap)
        flat = [v for row in rows for v in row]
        lo, hi = min(flat) if vmin is None else vmin, max(flat) if vmax is None else vmax
        ex, ey = _edges(xs, len(rows[0])), _edges(ys, len(rows))

        def draw(px, py):
            svg = []
            for j, row in enumerate(rows):
                for i, v in enumerate(row):
                    x0, x1, y0, y1 = px(ex[i]), px(ex[i + 1]), py(ey[j]), py(ey[j + 1])
                    svg.append(f'<rect x="{min(x0, x1):.2f}" y="{min(y0, y1):.2f}" width="{abs(x1 - x0) + 0.3:.2f}" height="{abs(y1 - y0) + 0.3:.2f}" fill="#%02x%02x%02x"/>' % cm.rgb((v - lo) / ((hi - lo) or 1)))
            return "".join(svg)
        art = self.add((ex[0], ex[-1]), (ey[0], ey[-1]), draw)
        art.cmap, art.limits = cm, (lo, hi)
        self.margin = [0, 0]
        return art

    pcolor = pcolormesh

    def contour(self, *args, levels=None, colors=None, cmap=None, linewidths=1.2, **kw):
        """Lines of equal height, by marching squares."""
        if len(args) in (2, 4):
            args, levels = args[:-1], args[-1]
        xs, ys, rows = _grid(args)
        levels, cm, (lo, hi) = _levels(rows, levels), get_cmap(cmap), _span(rows)
        lines = []
        for n, level in enumerate(levels):
            c = color_of(colors if isinstance(colors, str) else colors[n % len(colors)]) if colors is not None else "#%02x%02x%02x" % cm.rgb((level - lo) / ((hi - lo) or 1))
            lines.append((c, list(_segments(xs, ys, rows, level))))

        def draw(px, py):
            return "".join(f'<path d="{"".join(f"M{px(a):.2f} {py(b):.2f}L{px(c2):.2f} {py(d):.2f}" for (a, b), (c2, d) in segments)}" fill="none" stroke="{c}" stroke-width="{linewidths}"/>'
                           for c, segments in lines if segments)
        art = self.add((min(xs), max(xs)), (min(ys), max(ys)), draw)
        art.cmap, art.limits, art.levels = cm, (lo, hi), levels
        self.margin = [0, 0]
        return art

    def contourf(self, *args, levels=None, cmap=None, colors=None, alpha=1, **kw):
        """Bands between levels: each small square in the colour of its middle."""
        if len(args) in (2, 4):
            args, levels = args[:-1], args[-1]
        xs, ys, rows = _grid(args)
        levels, cm, (lo, hi) = _levels(rows, levels), get_cmap(cmap), _span(rows)
        fine = 4  # squares to a side of a cell

        def band(v):
            k = sum(1 for level in levels if v >= level)
            if colors is not None:
                return color_of(colors[k % len(colors)])
            return "#%02x%02x%02x" % cm.rgb(k / max(len(levels), 1))

        def draw(px, py):
            svg = []
            for j in range(len(ys) - 1):
                for i in range(len(xs) - 1):
                    a, b, c, d = rows[j][i], rows[j][i + 1], rows[j + 1][i], rows[j + 1][i + 1]
                    n = 1 if band(min(a, b, c, d)) == band(max(a, b, c, d)) else fine
                    for q in range(n):
                        for p in range(n):
                            u, v = (p + 0.5) / n, (q + 0.5) / n
                            z = (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v
                            x0, x1 = px(xs[i] + (xs[i + 1] - xs[i]) * p / n), px(xs[i] + (xs[i + 1] - xs[i]) * (p + 1) / n)
                            y0, y1 = py(ys[j] + (ys[j + 1] - ys[j]) * q / n), py(ys[j] + (ys[j + 1] - ys[j]) * (q + 1) / n)
                            svg.append(f'<rect x="{min(x0, x1):.1f}" y="{min(y0, y1):.1f}" width="{abs(x1 - x0) + 0.4:.1f}" height="{abs(y1 - y0) + 0.4:.1f}" fill="{band(z)}"/>')
            return f'<g opacity="{alpha}">{"".join(svg)}</g>'
        art = self.add((min(xs), max(xs)), (min(ys), max(ys)), draw)
        art.cmap, art.limits, art.levels = cm, (lo, hi), levels
        self.margin = [0, 0]
        return art

    def clabel(self, contours, *args, **kw):
        """Levels are not written on their lines."""

    def quiver(self, *args, color="k", scale=None, **kw):
        from matplotlib.axes import arrow
        flat = [[float(v) for v in _flat(a)] for a in args[:4]]
        if len(flat) == 2:
            h, w = len(args[0]), len(args[0][0])
            flat = [[float(i) for _ in range(h) for i in range(w)], [float(j) for j in range(h) for _ in range(w)], *flat]
        x, y, u, v = flat
        longest = max((math.hypot(a, b) for a, b in zip(u, v)), default=1) or 1
        size = max(max(x) - min(x), max(y) - min(y), 1e-12) / max(math.sqrt(len(x)), 1) / longest

        def draw(px, py):
            return "".join(arrow(px(a), py(b), px(a + du * size), py(b + dv * size), color_of(color)) for a, b, du, dv in zip(x, y, u, v))
        return self.add(x, y, draw)


def _flat(a):
    if hasattr(a, "detach"):
        a = a.detach().cpu()
    if hasattr(a, "tolist"):
        a = a.tolist()
    return [v for row in a for v in _flat(row)] if isinstance(a, (list, tuple)) else [a]


def _grid(args):
    """x, y and rows of z from (z) or (x, y, z), x and y as lines or as meshes."""
    z = [[float(v) for v in _flat(row)] for row in (args[-1].detach() if hasattr(args[-1], "detach") else args[-1])]
    if len(args) < 3:
        return [float(i) for i in range(len(z[0]))], [float(j) for j in range(len(z))], z
    x, y = args[0], args[1]
    xs = _flat(x[0] if getattr(x, "ndim", 1) == 2 or isinstance(x[0], (list, tuple)) else x)
    ys = [_flat(row)[0] for row in y] if getattr(y, "ndim", 1) == 2 or isinstance(y[0], (list, tuple)) else _flat(y)
    xs, ys = [float(v) for v in xs], [float(v) for v in ys]
    if len(xs) > 1 and getattr(x, "ndim", 1) == 2 and xs[0] == xs[1]:  # a mesh with indexing "ij"
        xs, ys = [float(_flat(row)[0]) for row in x], [float(v) for v in _flat(y[0])]
        z = [list(column) for column in zip(*z)]
    return xs, ys, z


def _edges(middles, n):
    if len(middles) == n + 1:
        return middles
    if n == 1:
        return [middles[0] - 0.5, middles[0] + 0.5]
    inner = [(a + b) / 2 for a, b in zip(middles, middles[1:])]
    return [2 * middles[0] - inner[0], *inner, 2 * middles[-1] - inner[-1]]


def _span(rows):
    return min(v for row in rows for v in row), max(v for row in rows for v in row)


def _levels(rows, levels):
    from matplotlib.artist import nice_ticks
    if levels is None or isinstance(levels, int):
        return nice_ticks(*_span(rows), levels or 7)
    return floats(levels)


def _segments(xs, ys, rows, level):
    for j in range(len(ys) - 1):
        for i in range(len(xs) - 1):
            corners = [(xs[i], ys[j], rows[j][i]), (xs[i + 1], ys[j], rows[j][i + 1]), (xs[i + 1], ys[j + 1], rows[j + 1][i + 1]), (xs[i], ys[j + 1], rows[j + 1][i])]
            hits = []
            for (xa, ya, za), (xb, yb, zb) in zip(corners, corners[1:] + corners[:1]):
                if (za < level) != (zb < level):
                    t = (level - za) / (zb - za)
                    hits.append((xa + t * (xb - xa), ya + t * (yb - ya)))
            for k in range(0, len(hits) - 1, 2):
                yield hits[k], hits[k + 1]
