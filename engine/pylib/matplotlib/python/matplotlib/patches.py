"""Shapes that are put on axes with add_patch."""
import math

from matplotlib.artist import Artist, dashes
from matplotlib.colors import color as paint


class Patch(Artist):
    def __init__(self, edgecolor=None, facecolor=None, color=None, fill=True, linewidth=None, alpha=None, label=None, linestyle=None, ec=None, fc=None, lw=None, ls=None, **kw):
        super().__init__(None, label=label)
        self.inside, self.edge = facecolor or fc or color, edgecolor or ec or color
        self.filled, self.thick, self.alpha, self.style = fill, linewidth or lw or 1, alpha, linestyle or ls or "-"
        self.draw = self.svg

    @property
    def look(self):
        inside = paint(self.inside, "#1f77b4") if self.filled else "none"
        edge = paint(self.edge, "none" if self.filled else "#000000")
        return f'fill="{inside}" stroke="{edge}" stroke-width="{float(self.thick)}" opacity="{1.0 if self.alpha is None else float(self.alpha)}"' + dashes(self.style)

    @property
    def key(self):
        return f'<rect width="22" height="8" y="-4" {self.look}/>'

    @key.setter
    def key(self, value):
        pass

    def set_facecolor(self, c):
        self.inside = paint(c)

    def set_edgecolor(self, c):
        self.edge = paint(c)

    def set_color(self, c):
        self.inside = self.edge = paint(c)

    def set_alpha(self, alpha):
        self.alpha = alpha

    def set_linewidth(self, w):
        self.thick = w

    def get_facecolor(self):
        from matplotlib.colors import to_rgba
        return to_rgba(paint(self.inside, "#1f77b4"), self.alpha)

    set_hatch = set_fill = set_linestyle = Artist.ignored

    def outline(self):
        """The corners, in the units of the data."""
        raise NotImplementedError

    def spread(self):
        points = self.outline()
        self.x, self.y = [p[0] for p in points], [p[1] for p in points]

    def svg(self, px, py):
        return f'<polygon {self.look} points="{" ".join(f"{px(a):.2f},{py(b):.2f}" for a, b in self.outline())}"/>'


class Rectangle(Patch):
    def __init__(self, xy, width, height, angle=0.0, **kw):
        super().__init__(**kw)
        self.xy, self.width, self.height = (float(xy[0]), float(xy[1])), float(width), float(height)
        self.spread()

    def outline(self):
        (x, y), w, h = self.xy, self.width, self.height
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]

    def get_xy(self):
        return self.xy

    def get_x(self):
        return self.xy[0]

    def get_y(self):
        return self.xy[1]

    def get_width(self):
        return self.width

    def get_height(self):
        return self.height

    def set_height(self, height):
        self.height = float(height)
        self.spread()

    def set_width(self, width):
        self.width = float(width)
        self.spread()


class Ellipse(Patch):
    def __init__(self, xy, width, height, angle=0, **kw):
        super().__init__(**kw)
        self.xy, self.width, self.height, self.angle = (float(xy[0]), float(xy[1])), float(width), float(height), math.radians(angle)
        self.spread()

    def outline(self):
        points, c, s = [], math.cos(self.angle), math.sin(self.angle)
        for i in range(72):
            a, b = self.width / 2 * math.cos(i * math.pi / 36), self.height / 2 * math.sin(i * math.pi / 36)
            points.append((self.xy[0] + a * c - b * s, self.xy[1] + a * s + b * c))
        return points


class Circle(Ellipse):
    def __init__(self, xy, radius=5, **kw):
        super().__init__(xy, 2 * radius, 2 * radius, **kw)


class Polygon(Patch):
    def __init__(self, xy, closed=True, **kw):
        super().__init__(**kw)
        self.points = [(float(a), float(b)) for a, b in xy]
        self.spread()

    def outline(self):
        return self.points


class Wedge(Polygon):
    """A sector of a disc, from one angle to another in degrees."""

    def __init__(self, center, r, theta1, theta2, width=None, **kw):
        (x, y), hole = center, 0.0 if width is None else r - width
        turns = [math.radians(theta1 + (theta2 - theta1) * k / 48) for k in range(49)]
        inner = [(x + hole * math.cos(t), y + hole * math.sin(t)) for t in reversed(turns)] if hole else [(x, y)]
        super().__init__(inner + [(x + r * math.cos(t), y + r * math.sin(t)) for t in turns], **kw)


class RegularPolygon(Polygon):
    def __init__(self, xy, numVertices, radius=5, orientation=0, **kw):
        turns = [orientation + math.pi / 2 + 2 * math.pi * i / numVertices for i in range(numVertices)]
        super().__init__([(xy[0] + radius * math.cos(t), xy[1] + radius * math.sin(t)) for t in turns], **kw)


class FancyArrowPatch(Patch):
    """An arrow from one point to another."""

    def __init__(self, posA, posB, **kw):
        super().__init__(**{k: v for k, v in kw.items() if k not in ("arrowstyle", "mutation_scale", "connectionstyle")})
        self.x, self.y = [float(posA[0]), float(posB[0])], [float(posA[1]), float(posB[1])]

    def svg(self, px, py):
        from matplotlib.marks import arrow
        return arrow(px(self.x[0]), py(self.y[0]), px(self.x[1]), py(self.y[1]), paint(self.edge))


class FancyBboxPatch(Rectangle):
    """A rectangle; its boxstyle is not followed."""

    def __init__(self, xy, width, height, boxstyle="round", **kw):
        super().__init__(xy, width, height, **{k: v for k, v in kw.items() if k != "mutation_scale"})
