"""Many lines or polygons as one artist."""
from matplotlib.artist import Artist, floats
from matplotlib.colors import color as color_of
from matplotlib.marks import PathCollection  # noqa: F401


class _Collection(Artist):
    shape = "polyline"

    def __init__(self, pieces, colors, edges, linewidths, alpha, label):
        self.pieces = [[(float(a), float(b)) for a, b in piece] for piece in pieces]
        shades = [color_of(c) for c in ([colors] if isinstance(colors, (str, tuple)) else colors)]
        width = linewidths if isinstance(linewidths, (int, float)) else floats(linewidths)[0]

        def draw(px, py):
            out = ""
            for i, piece in enumerate(self.pieces):
                c = shades[i % len(shades)]
                paint = f'fill="none" stroke="{c}"' if self.shape == "polyline" else f'fill="{c}" stroke="{color_of(edges, "none")}"'
                out += f'<{self.shape} {paint} stroke-width="{width}" opacity="{1.0 if alpha is None else float(alpha)}" points="{" ".join(f"{px(a):.2f},{py(b):.2f}" for a, b in piece)}"/>'
            return out
        points = [p for piece in self.pieces for p in piece]
        super().__init__(None, [p[0] for p in points], [p[1] for p in points], draw, label)

    set_array = set_cmap = set_clim = set_color = set_linewidth = Artist.ignored


class LineCollection(_Collection):
    def __init__(self, segments, linewidths=1.5, colors="C0", alpha=None, label=None, **kw):
        super().__init__(segments, kw.get("color", colors), None, kw.get("linewidth", linewidths), alpha, label)


class PolyCollection(_Collection):
    shape = "polygon"

    def __init__(self, verts, facecolors="C0", edgecolors=None, linewidths=1, alpha=None, label=None, **kw):
        super().__init__(verts, kw.get("facecolor", facecolors), kw.get("edgecolor", edgecolors), linewidths, alpha, label)


class PatchCollection(PolyCollection):
    def __init__(self, patches, **kw):
        super().__init__([p.outline() for p in patches], **kw)
