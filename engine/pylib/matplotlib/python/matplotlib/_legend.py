"""The legend of axes: where it stands, and how it is drawn."""

from matplotlib.text import markup, width

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
    points = [(px(x), py(y)) for a in ax.artists for x, y in zip(a.x, a.y)][:2000]

    def inside(box):
        x0, y0, x1, y1 = box
        return sum(x0 <= x <= x1 and y0 <= y <= y1 for x, y in points)
    return min(boxes, key=inside)


def legend(ax, px, py):
    """The SVG of the legend; px and py map data to the figure."""
    rows, look = ax.legend_rows(), ax.legend_look
    if not rows:
        return ""
    size, columns = look["size"], max(1, min(look["columns"], len(rows)))
    tall = -(-len(rows) // columns)
    wide = 38 + max(width(str(a.label), size) for a in rows)
    step, head = size * 1.5 + 2, size * 1.5 if look["title"] else 0
    w, h = wide * columns + 8, step * tall + 6 + head
    x0, y0, x1, y1 = ax.box

    def box(at):
        x, y = x0 + 6 + at[0] * (x1 - x0 - w - 12), y0 + 6 + at[1] * (y1 - y0 - h - 12)
        return x, y, x + w, y + h
    x, y, _, _ = box(ax.legend_place) if ax.legend_place else emptiest(ax, px, py, [box(at) for at in PLACES.values() if at])
    body = f'<text x="{x + w / 2:.1f}" y="{y + size * 1.3:.1f}" text-anchor="middle" font-size="{size:g}">{markup(str(look["title"]), size)}</text>' if head else ""
    for i, a in enumerate(rows):
        left, down = x + 6 + i // tall * wide, y + head + 3 + step * (i % tall + 0.5)
        body += f'<g transform="translate({left:.1f} {down:.1f})">{a.key}<text x="30" y="{size * 0.36:.1f}" font-size="{size:g}">{markup(str(a.label), size)}</text></g>'
    frame = f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="3" fill="#fff" fill-opacity="0.8" stroke="#ccc"/>' if look["frame"] else ""
    return frame + body
