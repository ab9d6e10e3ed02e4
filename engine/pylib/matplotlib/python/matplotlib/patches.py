"""Shapes that are put on axes with add_patch."""
import math

from matplotlib.artist import Artist, color


class Patch(Artist):
    def __init__(self, edgecolor=None, facecolor=None, color=None, fill=True, linewidth=None, alpha=None, label=None, linestyle="-", ec=None, fc=None, lw=None, **kw):
        super().__init__(None, label=label)
        paint = globals()["color"]
        edge, face = edgecolor or ec or color, facecolor or fc or color
        self.look = (f'fill="{paint(face, "#1f77b4") if fill and face != "none" else "none"}" stroke="{paint(edge, "#000000" if not fill else "none")}" '
                     f'stroke-width="{linewidth or lw or 1}" opacity="{1 if alpha is None else alpha}"')
        self.key = f'<rect width="22" height="8" y="-4" {self.look}/>'
        self.draw = self.svg

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
