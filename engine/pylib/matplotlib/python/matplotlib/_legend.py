"""The legend of axes: where it stands, and how it is drawn."""

from matplotlib.text import escape

# Names and codes of places, each with how far right and down it is.
PLACES = {
    "best": None, "upper right": (1, 0), "upper left": (0, 0), "lower left": (0, 1), "lower right": (1, 1), "right": (1, 0.5),
    "center left": (0, 0.5), "center right": (1, 0.5), "lower center": (0.5, 1), "upper center": (0.5, 0), "center": (0.5, 0.5)}


def place(loc):
    """Where loc is: a share of the width and of the height, or None for the emptiest place."""
    if isinstance(loc, int) and 0 <= loc < len(PLACES):
        return list(PLACES.values())[loc]
    if loc in PLACES:
        return PLACES[loc]
    raise ValueError(f"{loc!r} is not a valid value for loc; supported values are {', '.join(map(repr, PLACES))}")


def emptiest(ax, px, py, boxes):
    """The box with the fewest data points in it; of equal ones, the first."""
    points = [(px(x), py(y)) for a in ax.artists for x, y in zip(a.x, a.y)]
    def inside(box):
        x0, y0, x1, y1 = box
        return sum(x0 <= x <= x1 and y0 <= y <= y1 for x, y in points)
    return min(boxes, key=inside)


def legend(ax, px, py):
    """The SVG of the legend; px and py map data to the figure."""
    rows = [a for a in ax.artists if a.label and not str(a.label).startswith("_")]
    if not rows:
        return ""
    w, h = 44 + max(len(str(a.label)) for a in rows) * 7, 18 * len(rows) + 6
    x0, y0, x1, y1 = ax.box
    def box(at):
        x, y = x0 + 6 + at[0] * (x1 - x0 - w - 12), y0 + 6 + at[1] * (y1 - y0 - h - 12)
        return x, y, x + w, y + h
    x, y, _, _ = box(ax.legend_place) if ax.legend_place else emptiest(ax, px, py, [box(at) for at in PLACES.values() if at])
    body = "".join(f'<g transform="translate({x + 6:.1f} {y + 12 + 18 * i:.1f})">{a.key}<text x="30" y="4">{escape(str(a.label))}</text></g>' for i, a in enumerate(rows))
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w}" height="{h}" rx="3" fill="#fff" fill-opacity="0.8" stroke="#ccc"/>{body}'
