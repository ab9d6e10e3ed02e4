"""Lines, also as stand-ins in a legend."""
from matplotlib import artist
from matplotlib.artist import dashes, mark
from matplotlib.colors import color as color_of


class Line2D(artist.Line2D):
    """A line made by hand: Line2D([0], [0], color="r", marker="o", label="…")."""

    def __init__(self, xdata=(), ydata=(), *, linewidth=None, lw=1.5, linestyle=None, ls=None, color=None, c=None, marker=None, markersize=None, ms=6, markerfacecolor=None, label=None, **kw):
        shade, style = color_of(color if color is not None else c, "#1f77b4"), linestyle or ls or "-"
        size = (markersize or ms) / 2
        look = f'fill="none" stroke="{shade}" stroke-width="{float(linewidth or lw)}"' + dashes(style)
        drawn, inside = style not in ("none", "None", "", " "), color_of(markerfacecolor, shade)

        def draw(px, py):
            places = [(px(a), py(b)) for a, b in zip(self.x, self.y)]
            line = f'<polyline {look} points="{" ".join(f"{a:.2f},{b:.2f}" for a, b in places)}"/>' if drawn else ""
            return line + ("".join(mark(marker, a, b, size, inside) for a, b in places) if marker else "")
        key = (f'<line x1="0" x2="22" y1="0" y2="0" {look}/>' if drawn else "") + (mark(marker, 11, 0, min(size, 6), inside) if marker else "")
        super().__init__(None, artist.floats(xdata), artist.floats(ydata), draw, label, key, color=shade)
