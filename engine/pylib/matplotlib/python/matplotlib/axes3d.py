"""Axes of three dimensions, seen from a point by parallel projection."""
import math

from matplotlib.artist import color as color_of, floats, labels, nice_ticks
from matplotlib.axes import Axes
from matplotlib.cm import get_cmap
from matplotlib.fields import _flat
from matplotlib.text import escape


class Axes3D(Axes):
    def cla(self):
        super().cla()
        self.solids, self.elev, self.azim, self.z_label = [], 30.0, -60.0, ""
        self.fixed = [None, None, None]

    clear = cla

    def view_init(self, elev=None, azim=None, **kw):
        self.elev, self.azim = self.elev if elev is None else elev, self.azim if azim is None else azim

    def set_zlabel(self, text, **kw):
        self.z_label = str(text)

    def set_xlim(self, lo=None, hi=None, **kw):
        self.fixed[0] = tuple(lo) if hi is None else (lo, hi)

    def set_ylim(self, lo=None, hi=None, **kw):
        self.fixed[1] = tuple(lo) if hi is None else (lo, hi)

    def set_zlim(self, lo=None, hi=None, **kw):
        self.fixed[2] = tuple(lo) if hi is None else (lo, hi)

    set_xlim3d, set_ylim3d, set_zlim3d = set_xlim, set_ylim, set_zlim
    set_zticks = set_zticklabels = set_box_aspect = dist = lambda self, *args, **kw: None

    # A solid is a list of (points, style); each point is a triple.

    def plot(self, x, y, z=None, fmt="", color=None, label=None, linewidth=1.5, **kw):
        points = list(zip(floats(x), floats(y), floats(z) if z is not None else [0.0] * len(floats(x))))
        c = color_of(color, None) or self.next_color()
        self.solids.append([(points, f'fill="none" stroke="{c}" stroke-width="{linewidth}"')])

    plot3D = plot

    def scatter(self, x, y, z=0, c=None, s=20, color=None, marker="o", cmap=None, **kw):
        x, y, z = _flat(x), _flat(y), _flat(z)
        values = _flat(c) if c is not None and not isinstance(c, str) else None
        one = color_of(color or (c if isinstance(c, str) else None), None) or self.next_color()
        lo, hi = (min(values), max(values)) if values else (0, 1)
        for i, p in enumerate(zip(x, y, z)):
            tint = "#%02x%02x%02x" % get_cmap(cmap).rgb((values[i] - lo) / ((hi - lo) or 1)) if values else one
            self.solids.append([([p], tint)])

    scatter3D = scatter

    def plot_wireframe(self, X, Y, Z, rstride=None, cstride=None, rcount=50, ccount=50, color=None, linewidth=1, **kw):
        points = _mesh(X, Y, Z)
        c = color_of(color, None) or self.next_color()
        r, k = rstride or max(1, len(points) // rcount), cstride or max(1, len(points[0]) // ccount)
        look = f'fill="none" stroke="{c}" stroke-width="{linewidth}"'
        rows = [points[i] for i in _every(len(points), r)]
        columns = [[row[j] for row in points] for j in _every(len(points[0]), k)]
        self.solids.append([(line, look) for line in rows + columns])

    def plot_surface(self, X, Y, Z, cmap=None, color=None, alpha=1, rstride=None, cstride=None, rcount=50, ccount=50, linewidth=0.3, edgecolor=None, **kw):
        points = _mesh(X, Y, Z)
        r, k = rstride or max(1, len(points) // rcount), cstride or max(1, len(points[0]) // ccount)
        heights = [p[2] for row in points for p in row]
        lo, hi = min(heights), max(heights)
        one = None if cmap is not None else color_of(color, None) or self.next_color()
        rows, columns = _every(len(points), r), _every(len(points[0]), k)
        for i, j in zip(rows, rows[1:]):
            for a, b in zip(columns, columns[1:]):
                patch = [points[i][a], points[i][b], points[j][b], points[j][a]]
                middle = sum(p[2] for p in patch) / 4
                tint = one or "#%02x%02x%02x" % get_cmap(cmap).rgb((middle - lo) / ((hi - lo) or 1))
                self.solids.append([(patch, f'fill="{tint}" fill-opacity="{alpha}" stroke="{color_of(edgecolor, tint)}" stroke-width="{linewidth}"')])
        art = self.add()
        art.cmap, art.limits = get_cmap(cmap), (lo, hi)
        return art

    def ranges(self):
        points = [p for solid in self.solids for line, _ in solid for p in line]
        out = []
        for k in range(3):
            data = [p[k] for p in points if math.isfinite(p[k])]
            lo, hi = self.fixed[k] or ((min(data), max(data)) if data else (0.0, 1.0))
            out.append((float(lo), float(hi) if hi != lo else lo + 1.0))
        return out

    def svg(self, x, y, w, h):
        spans = self.ranges()
        e, a = math.radians(self.elev), math.radians(self.azim)
        size = min(w, h - (20 if self.title else 0)) * 0.46
        cx, cy = x + w / 2 - 8, y + h / 2 + (10 if self.title else 0)

        def place(p):
            """Where a point is drawn, and how near it is to the eye."""
            u, v, z = ((c - lo) / (hi - lo) - 0.5 for c, (lo, hi) in zip(p, spans))
            side, depth = -u * math.sin(a) + v * math.cos(a), u * math.cos(a) + v * math.sin(a)
            up = z * math.cos(e) - depth * math.sin(e)
            return cx + side * size * 1.1, cy - up * size * 1.1, depth * math.cos(e) + z * math.sin(e)

        out = self.frame3d(spans, place)
        shapes = []
        for solid in self.solids:
            for line, look in solid:
                spots = [place(p) for p in line if all(math.isfinite(c) for c in p)]
                if spots:
                    shapes.append((sum(s[2] for s in spots) / len(spots), spots, look))
        for _, spots, look in sorted(shapes, key=lambda s: s[0]):
            text = " ".join(f"{px:.1f},{py:.1f}" for px, py, _ in spots)
            if len(spots) == 1:
                out.append(f'<circle cx="{spots[0][0]:.1f}" cy="{spots[0][1]:.1f}" r="3" fill="{look}"/>')
            else:
                out.append(f'<{"polyline" if "fill=\"none\"" in look else "polygon"} {look} points="{text}"/>')
        if self.title:
            out.append(f'<text x="{cx:.1f}" y="{y + 16:.1f}" text-anchor="middle" font-size="14">{escape(self.title)}</text>')
        return "".join(out)

    def frame3d(self, spans, place):
        """Three edges of the box, with ticks and names."""
        (x0, x1), (y0, y1), (z0, z1) = spans
        edges = [((x0, y0, z0), (x1, y0, z0), self.x_label), ((x1, y0, z0), (x1, y1, z0), self.y_label), ((x1, y1, z0), (x1, y1, z1), self.z_label)]
        out = []
        for k, (start, end, name) in enumerate(edges):
            a, b = place(start), place(end)
            out.append(f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="#000" stroke-width="0.8"/>')
            lo, hi = spans[k]
            ticks = nice_ticks(lo, hi, 4)
            for t, words in zip(ticks, labels(ticks)):
                share = (t - lo) / (hi - lo)
                p = [s + (f - s) * share for s, f in zip(start, end)]
                px, py, _ = place(p)
                dx, dy, anchor = ((-6, 12, "end"), (6, 12, "start"), (8, 4, "start"))[k]
                out.append(f'<text x="{px + dx:.1f}" y="{py + dy:.1f}" font-size="9" text-anchor="{anchor}">{escape(words)}</text>')
            if name:
                mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                dx, dy = ((-18, 30), (18, 30), (36, 0))[k]
                out.append(f'<text x="{mx + dx:.1f}" y="{my + dy:.1f}" text-anchor="middle">{escape(name)}</text>')
        return out


def _mesh(X, Y, Z):
    rows = [[[float(v) for v in _flat(row)] for row in (m.detach() if hasattr(m, "detach") else m)] for m in (X, Y, Z)]
    return [[(a, b, c) for a, b, c in zip(*line)] for line in zip(*rows)]


def _every(n, step):
    """Every step-th of n, and the last."""
    out = list(range(0, n, step))
    return out if out[-1] == n - 1 else out + [n - 1]
