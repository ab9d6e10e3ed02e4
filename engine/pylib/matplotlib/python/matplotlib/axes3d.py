"""Axes of three dimensions, seen from a point by parallel projection."""
import math

from matplotlib.artist import Text, floats
from matplotlib.axes import Axes
from matplotlib.cm import get_cmap
from matplotlib.colors import color as color_of
from matplotlib.layout import text_at, words
from matplotlib.marks import _flat
from matplotlib.ticker import labels, nice_ticks


class Axes3D(Axes):
    def cla(self):
        super().cla()
        self.solids, self.elev, self.azim, self.z_label = [], 30.0, -60.0, Text(0, 0, "")
        self.fixed, self.notes = [None, None, None], []

    clear = cla

    def view_init(self, elev=None, azim=None, **kw):
        self.elev, self.azim = self.elev if elev is None else elev, self.azim if azim is None else azim

    def set_zlabel(self, zlabel, **kw):
        return self.named_text(self.z_label, zlabel, kw)

    def set_xlim(self, lo=None, hi=None, **kw):
        self.fixed[0] = tuple(lo) if hi is None else (lo, hi)

    def set_ylim(self, lo=None, hi=None, **kw):
        self.fixed[1] = tuple(lo) if hi is None else (lo, hi)

    def set_zlim(self, lo=None, hi=None, **kw):
        self.fixed[2] = tuple(lo) if hi is None else (lo, hi)

    set_xlim3d, set_ylim3d, set_zlim3d = set_xlim, set_ylim, set_zlim
    set_zticks = set_zticklabels = set_box_aspect = dist = grid = lambda self, *args, **kw: None

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

    def plot_trisurf(self, X, Y, *args, Z=None, triangles=None, cmap=None, color=None, alpha=1, linewidth=0.3, **kw):
        """A surface of triangles between points, given or by Delaunay's rule."""
        z = _flat(args[0] if args else Z)
        points = list(zip(_flat(X), _flat(Y), z))
        triangles = delaunay([p[:2] for p in points]) if triangles is None else [[int(i) for i in t] for t in triangles]
        one = None if cmap is not None else color_of(color, None) or self.next_color()
        lo, hi = min(z), max(z)
        for t in triangles:
            patch = [points[i] for i in t]
            tint = one or "#%02x%02x%02x" % get_cmap(cmap).rgb((sum(p[2] for p in patch) / 3 - lo) / ((hi - lo) or 1))
            self.solids.append([(patch, f'fill="{tint}" fill-opacity="{float(alpha)}" stroke="#555" stroke-width="{float(linewidth)}"')])

    def bar3d(self, x, y, z, dx, dy, dz, color=None, alpha=1, **kw):
        columns = [_flat(v) for v in (x, y, z, dx, dy, dz)]
        n = max(len(c) for c in columns)
        tint = color_of(color if not isinstance(color, list) else color[0], None) or self.next_color()
        look = f'fill="{tint}" fill-opacity="{float(alpha)}" stroke="#000" stroke-width="0.3"'
        for i in range(n):
            a, b, c, u, v, w = (column[i % len(column)] for column in columns)
            corner = [[(a + u * p, b + v * q, c + w * r) for r in (0, 1)] for p in (0, 1) for q in (0, 1)]
            (s, t), (e, f), (g, h), (k, m) = corner
            self.solids.append([(face, look) for face in ([s, e, k, g], [t, f, m, h], [s, t, f, e], [g, h, m, k], [s, t, h, g], [e, f, m, k])])

    def quiver(self, x, y, z, u, v, w, length=1, normalize=False, color=None, **kw):
        tint = color_of(color, "#1f77b4")
        for a, b, c, p, q, r in zip(*(_flat(n) for n in (x, y, z, u, v, w))):
            size = length / (math.sqrt(p * p + q * q + r * r) or 1) if normalize else length
            self.solids.append([([(a, b, c), (a + p * size, b + q * size, c + r * size)], f'fill="none" stroke="{tint}" stroke-width="1.5"')])

    def text(self, x, y, z, s, zdir=None, **kw):
        self.notes.append(((float(x), float(y), float(z)), Text(x, y, str(s)).styled(kw)))
        return self.notes[-1][1]

    def contour(self, X, Y, Z, levels=10, cmap=None, zdir="z", offset=None, **kw):
        """Lines of equal height, each at its height or at offset."""
        from matplotlib.fields import _grid, _levels, _segments
        xs, ys, rows = _grid((X, Y, Z))
        cm, found = get_cmap(cmap), _levels(rows, levels)
        for i, level in enumerate(found):
            tint, height = "#%02x%02x%02x" % cm.rgb(i / max(len(found) - 1, 1)), level if offset is None else offset
            self.solids += [[([(*a, height), (*b, height)], f'fill="none" stroke="{tint}" stroke-width="1.2"')] for a, b in _segments(xs, ys, rows, level)]

    contour3D = contourf = contourf3D = contour

    def spans(self):
        points = [p for solid in self.solids for line, _ in solid for p in line]
        out = []
        for k in range(3):
            data = [p[k] for p in points if math.isfinite(p[k])]
            lo, hi = self.fixed[k] or ((min(data), max(data)) if data else (0.0, 1.0))
            out.append((float(lo), float(hi) if hi != lo else lo + 1.0))
        return out

    def svg(self, x, y, w, h):
        spans = self.spans()
        e, a = math.radians(self.elev), math.radians(self.azim)
        size = min(w, h - (20 if self.title["center"].text else 0)) * 0.46
        cx, cy = x + w / 2 - 8, y + h / 2 + (10 if self.title["center"].text else 0)

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
        for point, note in self.notes:
            px, py, _ = place(point)
            out.append(text_at(px, py, note, "start"))
        if self.color_bar:
            self.box = x + w - 60, y + h * 0.2, x + w - 60, y + h * 0.8
            out.append(self.bar_svg())
        if self.title["center"].text:
            out.append(text_at(cx, y + 16, self.title["center"], "middle", size=14))
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
            for t, number in zip(ticks, labels(ticks)):
                share = (t - lo) / (hi - lo)
                p = [s + (f - s) * share for s, f in zip(start, end)]
                px, py, _ = place(p)
                dx, dy, anchor = ((-6, 12, "end"), (6, 12, "start"), (8, 4, "start"))[k]
                out.append(words(px + dx, py + dy, number, 9, anchor))
            if name.text:
                mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                dx, dy = ((-18, 30), (18, 30), (36, 0))[k]
                out.append(text_at(mx + dx, my + dy, name, "middle"))
        return out


def _mesh(X, Y, Z):
    rows = [[[float(v) for v in _flat(row)] for row in (m.detach() if hasattr(m, "detach") else m)] for m in (X, Y, Z)]
    return [[(a, b, c) for a, b, c in zip(*line)] for line in zip(*rows)]


def delaunay(points):
    """Triangles with no other point in the circle around them (Bowyer 1981, Watson 1981)."""
    span = max(max(abs(c) for c in p) for p in points) * 20 + 1
    spots = [*points, (-span, -span), (span, -span), (0.0, span)]
    n = len(points)
    triangles = {(n, n + 1, n + 2)}
    for i, (x, y) in enumerate(points):
        bad = [t for t in triangles if _encloses([spots[k] for k in t], x, y)]
        edges = [tuple(sorted(e)) for a, b, c in bad for e in ((a, b), (b, c), (c, a))]
        triangles.difference_update(bad)
        triangles.update((a, b, i) for a, b in edges if edges.count((a, b)) == 1)
    return [t for t in triangles if max(t) < n]


def _encloses(corners, x, y):
    (ax, ay), (bx, by), (cx, cy) = ((a - x, b - y) for a, b in corners)
    turn = (ax * ax + ay * ay) * (bx * cy - cx * by) - (bx * bx + by * by) * (ax * cy - cx * ay) + (cx * cx + cy * cy) * (ax * by - bx * ay)
    (px, py), (qx, qy), (rx, ry) = corners
    return turn * ((qx - px) * (ry - py) - (rx - px) * (qy - py)) > 0


def _every(n, step):
    """Every step-th of n, and the last."""
    out = list(range(0, n, step))
    return out if out[-1] == n - 1 else out + [n - 1]
