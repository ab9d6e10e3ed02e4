"""Pictures of functions of two variables: images, contours, arrows."""
import math

import _matplotlib
from matplotlib import rcParams
from matplotlib.artist import Artist, dashes, floats
from matplotlib.cm import get_cmap
from matplotlib.colors import color as color_of
from matplotlib.marks import _flat
from matplotlib.ticker import MaxNLocator, labels as tick_labels


class AxesImage(Artist):
    """A picture."""

    def set_data(self, X):
        self.draw = self.axes.picture(X, *self.how)[0]

    def get_array(self):
        import numpy as np
        return np.asarray(self.array)

    def set_clim(self, vmin=None, vmax=None):
        self.how[1:3] = vmin, vmax
        self.set_data(self.array)

    set_cmap = set_interpolation = Artist.ignored


AxesImage.__module__ = "matplotlib.image"


class QuadMesh(Artist):
    """A surface in colours."""


class QuadContourSet(Artist):
    """Lines or bands of equal height."""


QuadMesh.__module__, QuadContourSet.__module__ = "matplotlib.collections", "matplotlib.contour"


class Fields:
    def imshow(self, X, cmap=None, norm=None, aspect=None, interpolation=None, alpha=None, vmin=None, vmax=None, origin=None, extent=None, **kw):
        vmin, vmax = (norm.vmin, norm.vmax) if norm is not None else (vmin, vmax)
        how = [cmap, vmin, vmax, origin or rcParams["image.origin"], extent, alpha]
        draw, cm, limits, data, (left, right, bottom, top) = self.picture(X, *how)
        self.aspect = aspect or rcParams["image.aspect"]
        self.x_lim, self.y_lim = (left, right), (bottom, top)
        art = self.add((), (), draw, kind=AxesImage)
        art.how, art.array, art.cmap, art.limits, art.png = how, X, cm, limits, data
        self.figure.current_image = art
        return art

    def picture(self, X, cmap, vmin, vmax, origin, extent, alpha):
        """How an array is drawn: a function, the colours and their limits, the PNG and its corners."""
        import numpy as np
        if hasattr(X, "detach"):
            X = X.detach().cpu().numpy()
        if hasattr(X, "convert") and not hasattr(X, "ndim"):
            X = np.array(X)
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
            lo, hi = float(np.nanmin(f) if vmin is None else vmin), float(np.nanmax(f) if vmax is None else vmax)
            table = np.array([cm.rgb(i / 255) for i in range(256)], dtype=np.uint8)
            out[:, :, :3] = table[np.clip(np.nan_to_num((f - lo) / ((hi - lo) or 1)) * 255 + 0.5, 0, 255).astype(np.int64)]
            out[:, :, 3] = np.where(np.isnan(f), 0, 255)
        else:
            out[:, :, :a.shape[2]] = a if a.dtype == np.uint8 else np.clip(a * (255 if a.dtype.kind == "f" else 1), 0, 255).astype(np.uint8)
        if origin == "lower":
            out = out[::-1].copy()
        data = _matplotlib.png(out.tobytes(), w, h)
        corners = extent or ((-0.5, w - 0.5, h - 0.5, -0.5) if origin == "upper" else (-0.5, w - 0.5, -0.5, h - 0.5))
        left, right, bottom, top = (float(v) for v in corners)

        def draw(px, py):
            x0, y0, x1, y1 = px(left), py(top), px(right), py(bottom)
            return (f'<image x="{min(x0, x1):.2f}" y="{min(y0, y1):.2f}" width="{abs(x1 - x0):.2f}" height="{abs(y1 - y0):.2f}" opacity="{1.0 if alpha is None else float(alpha)}" '
                    f'preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>')
        return draw, cm, (lo, hi), data, (left, right, bottom, top)

    def matshow(self, Z, **kw):
        return self.imshow(Z, **kw)

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
        if len(args) < 3:  # cells between whole numbers
            xs, ys = [float(i) for i in range(len(rows[0]) + 1)], [float(j) for j in range(len(rows) + 1)]
        ex, ey = _edges(xs, len(rows[0])), _edges(ys, len(rows))

        def shade(v):
            return "#%02x%02x%02x" % cm.rgb((v - lo) / ((hi - lo) or 1))

        def draw(px, py):
            svg = []
            for j, row in enumerate(rows):
                for i, v in enumerate(row):
                    x0, x1, y0, y1 = px(ex[i]), px(ex[i + 1]), py(ey[j]), py(ey[j + 1])
                    svg.append(f'<rect x="{min(x0, x1):.2f}" y="{min(y0, y1):.2f}" width="{abs(x1 - x0) + 0.3:.2f}" height="{abs(y1 - y0) + 0.3:.2f}" fill="{shade(v)}" stroke="{shade(v)}" stroke-width="0.6"/>')
            return "".join(svg)
        art = self.add((ex[0], ex[-1]), (ey[0], ey[-1]), draw, kind=QuadMesh)
        return self.surface(art, cm, (lo, hi))

    def surface(self, art, cm, limits):
        """Keeps what a colour bar needs, and the limits tight."""
        art.cmap, art.limits = cm, limits
        art.sticky = (art.x, art.y)
        self.figure.current_image = art
        return art

    pcolor = pcolormesh

    def contour(self, *args, levels=None, colors=None, cmap=None, linewidths=1.5, linestyles=None, alpha=1, **kw):
        """Lines of equal height, by marching squares."""
        import numpy as np
        if len(args) in (2, 4):
            args, levels = args[:-1], args[-1]
        xs, ys, rows = _grid(args)
        levels, cm, (lo, hi) = _levels(rows, levels), get_cmap(cmap), _span(rows)
        lines = []
        for n, level in enumerate(levels):
            c = color_of(colors if isinstance(colors, str) else colors[n % len(colors)]) if colors is not None else "#%02x%02x%02x" % cm.rgb((level - lo) / ((hi - lo) or 1))
            lines.append((level, c, list(_segments(xs, ys, rows, level))))
        if not isinstance(linewidths, (int, float)):
            linewidths = linewidths[0]
        dash = dashes(linestyles if isinstance(linestyles, str) else "-")

        def draw(px, py):
            return "".join(f'<path d="{"".join(f"M{px(a):.2f} {py(b):.2f}L{px(c2):.2f} {py(d):.2f}" for (a, b), (c2, d) in segments)}" fill="none" stroke="{c}" stroke-width="{float(linewidths)}" opacity="{float(alpha)}"{dash}/>'
                           for _, c, segments in lines if segments)
        art = self.add((min(xs), max(xs)), (min(ys), max(ys)), draw, kind=QuadContourSet)
        art.levels, art.found = np.array(levels), lines
        return self.surface(art, cm, (lo, hi))

    def contourf(self, *args, levels=None, cmap=None, colors=None, alpha=1, **kw):
        """Bands between levels: each small square in the colour of its middle."""
        import numpy as np
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
                            svg.append(f'<rect x="{min(x0, x1):.1f}" y="{min(y0, y1):.1f}" width="{abs(x1 - x0) + 0.4:.1f}" height="{abs(y1 - y0) + 0.4:.1f}" fill="{band(z)}" stroke="{band(z)}" stroke-width="0.7"/>')
            return f'<g opacity="{alpha}">{"".join(svg)}</g>'
        art = self.add((min(xs), max(xs)), (min(ys), max(ys)), draw, kind=QuadContourSet)
        art.levels, art.found = np.array(levels), []
        return self.surface(art, cm, (lo, hi))

    def clabel(self, CS, levels=None, inline=True, fontsize=None, fmt=None, colors=None, **kw):
        """Writes each level on its line, every one at another share of its length."""
        out, written = [], dict(zip(CS.levels, tick_labels([float(v) for v in CS.levels])))
        for i, (level, shade, segments) in enumerate(CS.found):
            if not segments or levels is not None and level not in levels:
                continue
            (a, b), (c, d) = segments[int(len(segments) * (0.3 + 0.37 * i) % len(segments))]
            words = fmt[level] if isinstance(fmt, dict) else fmt(level) if callable(fmt) else fmt % level if fmt else written[level]
            out.append(self.text((a + c) / 2, (b + d) / 2, words, ha="center", va="center", color=colors if isinstance(colors, str) else shade, fontsize=fontsize or 8,
                                 bbox={"facecolor": "w", "edgecolor": "none"} if inline else None))
        return out

    def hexbin(self, x, y, C=None, gridsize=100, cmap=None, mincnt=None, reduce_C_function=None, **kw):
        """Counts of points in hexagons, or the means of C over them."""
        x, y = floats(x), floats(y)
        nx, ny = gridsize if isinstance(gridsize, tuple) else (gridsize, int(gridsize / math.sqrt(3)))
        x0, y0 = min(x), min(y)
        sx, sy = (max(x) - x0) / nx or 1.0, (max(y) - y0) / ny or 1.0
        cells = {}
        for i, (a, b) in enumerate(zip(x, y)):
            u, v = (a - x0) / sx, (b - y0) / sy
            one, two = (round(u), round(v)), (math.floor(u) + 0.5, math.floor(v) + 0.5)
            near = min((one, two), key=lambda c: (u - c[0]) ** 2 + 3 * (v - c[1]) ** 2)
            cells.setdefault(near, []).append(1.0 if C is None else float(C[i]))
        if C is None and not mincnt:
            for i in range(nx + 1):
                for j in range(ny + 1):
                    cells.setdefault((i, j), [])
                    if i < nx and j < ny:
                        cells.setdefault((i + 0.5, j + 0.5), [])
        reduce = reduce_C_function or (lambda v: sum(v) / len(v))
        values = {c: sum(v) if C is None else float(reduce(v)) for c, v in cells.items() if len(v) >= (mincnt or 0)}
        lo, hi, cm = min(values.values()), max(values.values()), get_cmap(cmap)
        corners = [(0.5, -1 / 6), (0.5, 1 / 6), (0, 1 / 3), (-0.5, 1 / 6), (-0.5, -1 / 6), (0, -1 / 3)]

        def draw(px, py):
            return "".join('<polygon fill="#%02x%02x%02x" points="' % cm.rgb((v - lo) / ((hi - lo) or 1))
                           + " ".join(f"{px(x0 + (i + a) * sx):.2f},{py(y0 + (j + b) * sy):.2f}" for a, b in corners) + '"/>' for (i, j), v in values.items())
        return self.surface(self.add((x0, max(x)), (y0, max(y)), draw, kind=QuadMesh), cm, (lo, hi))

    def streamplot(self, x, y, u, v, density=1, color=None, linewidth=1.2, **kw):
        """Lines along a field of arrows, by steps of Euler's midpoint rule; few in one place."""
        xs, ys, us = _grid((x, y, u))
        vs = _grid((x, y, v))[2]
        n = max(4, int(18 * (density if isinstance(density, (int, float)) else density[0])))
        (x0, x1), (y0, y1) = (xs[0], xs[-1]), (ys[0], ys[-1])
        taken = set()

        def flow(a, b):
            i, j = (a - x0) / (x1 - x0) * (len(xs) - 1), (b - y0) / (y1 - y0) * (len(ys) - 1)
            if not (0 <= i <= len(xs) - 1 and 0 <= j <= len(ys) - 1):
                return None
            p, q = min(int(i), len(xs) - 2), min(int(j), len(ys) - 2)
            s, t = i - p, j - q
            du, dv = (((r[q][p] * (1 - s) + r[q][p + 1] * s) * (1 - t) + (r[q + 1][p] * (1 - s) + r[q + 1][p + 1] * s) * t) for r in (us, vs))
            size = math.hypot(du / (x1 - x0), dv / (y1 - y0))
            return (du / size, dv / size) if size > 1e-12 else None

        def trace(a, b, sign, mine):
            line, step = [(a, b)], sign * 0.3 / n
            for _ in range(40 * n):
                f = flow(a, b)
                half = f and flow(a + f[0] * step / 2, b + f[1] * step / 2)
                if not half:
                    break
                a, b = a + half[0] * step, b + half[1] * step
                cell = int((a - x0) / (x1 - x0) * n), int((b - y0) / (y1 - y0) * n)
                if cell in taken and cell not in mine or not flow(a, b):
                    break
                mine.add(cell)
                line.append((a, b))
            return line
        lines = []
        for j in range(n):
            for i in range(n):
                if (i, j) in taken:
                    continue
                mine = {(i, j)}
                start = x0 + (i + 0.5) / n * (x1 - x0), y0 + (j + 0.5) / n * (y1 - y0)
                line = trace(*start, -1, mine)[::-1] + trace(*start, 1, mine)[1:]
                taken |= mine
                if len(line) > 6:
                    lines.append(line)
        c = color_of(color, None) if isinstance(color, (str, tuple, type(None))) else None
        c = c or self.next_color()

        def draw(px, py):
            from matplotlib.marks import arrow
            out = ""
            for line in lines:
                p = [(px(a), py(b)) for a, b in line]
                k = len(p) // 2
                out += f'<polyline fill="none" stroke="{c}" stroke-width="{float(linewidth) if isinstance(linewidth, (int, float)) else 1.2}" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in p)}"/>'
                (ax, ay), (bx, by) = p[k - 1], p[k]
                length = math.hypot(bx - ax, by - ay) or 1
                out += arrow(bx - (bx - ax) / length * 12, by - (by - ay) / length * 12, bx, by, c)
            return out
        art = self.add((x0, x1), (y0, y1), draw)
        art.sticky = (art.x, art.y)
        return art


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
    """The heights in an argument, or round ones around those of the rows."""
    if levels is not None and not isinstance(levels, int):
        return floats(levels)
    lo, hi = _span(rows)
    found = MaxNLocator((levels or 7) + 1, min_n_ticks=1).ticks(lo, hi)
    first = max((i for i, v in enumerate(found) if v < lo), default=0)
    last = min((i for i, v in enumerate(found) if v > hi), default=len(found) - 1)
    return found[first:last + 1]


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
