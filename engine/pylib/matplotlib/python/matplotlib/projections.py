"""Axes of other shapes than a rectangle of numbers: polar ones."""
import math

from matplotlib.artist import floats
from matplotlib.axes import Axes
from matplotlib.layout import FONT, words
from matplotlib.ticker import labels, nice_ticks


class PolarAxes(Axes):
    """Angle in radians and distance, drawn on a disc."""

    name = "polar"

    def cla(self):
        super().cla()
        self.aspect, self.has_grid, self.zero, self.turn, self.far = "equal", [True, True], 0.0, 1, None
        for r in self.ranges:
            r.margin = 0.0

    def set_theta_zero_location(self, loc, offset=0):
        self.zero = math.radians({"E": 0, "NE": 45, "N": 90, "NW": 135, "W": 180, "SW": 225, "S": 270, "SE": 315}[loc] + offset)

    def set_theta_direction(self, direction):
        self.turn = {"clockwise": -1, "counterclockwise": 1}.get(direction, direction)

    def set_rmax(self, rmax):
        self.far = float(rmax)

    def set_ylim(self, bottom=None, top=None, **kw):
        self.far = float(top if top is not None else bottom[1] if hasattr(bottom, "__len__") else self.radius())
        return 0.0, self.far

    set_rlim = set_ylim
    set_rticks = set_rlabel_position = set_rgrids = set_thetagrids = set_thetamin = set_thetamax = lambda self, *args, **kw: None

    def inner(self, x, y, w, h):
        x0, y0, x1, y1 = super().inner(x, y, w, h)
        return x0, y0 + (18 if any(t.text for t in self.title.values()) else 0), x1, y1  # the title stands above the angles

    def radius(self):
        """How far the disc reaches."""
        far = max((math.hypot(x, y) for a in self.artists for x, y in zip(a.x, a.y)), default=1.0)
        return self.far or far * 1.05 or 1.0

    def at(self, theta, r):
        a = self.zero + self.turn * theta
        return r * math.cos(a), r * math.sin(a)

    def spread(self, theta, r):
        points = [self.at(a, b) for a, b in zip(floats(theta), floats(r))]
        return [p[0] for p in points], [p[1] for p in points]

    def line(self, x, y, fmt="", label=None, **kw):
        return super().line(*self.spread(x, y), fmt, label, **kw)

    def scatter(self, x, y, *args, **kw):
        return super().scatter(*self.spread(x, y), *args, **kw)

    def fill(self, theta, r, **kw):
        return super().fill(*self.spread(theta, r), **kw)

    def fill_between(self, x, y1, y2=0, **kw):
        from matplotlib.charts import paired
        x = floats(x)
        outer, inner = paired(y1, len(x)), paired(y2, len(x))
        return self.fill(x + x[::-1], outer + inner[::-1], **kw)

    def bar(self, x, height, width=0.8, bottom=0.0, *, color=None, **kw):
        """Wedges."""
        from matplotlib.charts import paired, shades_of
        x, heights = floats(x), floats(height)
        widths, bottoms, shades = paired(width, len(x)), paired(bottom, len(x)), shades_of(color) or [self.next_fill()]
        out = []
        for i, (a, h, w, b) in enumerate(zip(x, heights, widths, bottoms)):
            turns = [a - w / 2 + w * k / 24 for k in range(25)]
            out += self.fill(turns + turns[::-1], [b + h] * 25 + [b] * 25, color=shades[i % len(shades)], **{k: v for k, v in kw.items() if k in ("alpha", "label")})
        return out

    def svg(self, x, y, w, h):
        far = self.radius()
        for r in self.ranges:
            r.lim = (-far, far)
        self.named = [False, False]
        return super().svg(x + 18, y, w - 36, h - 14)

    def frame(self, px, py):
        far = self.radius()
        cx, cy, edge = px(0), py(0), px(far) - px(0)
        out = []
        rings = [t for t in nice_ticks(0, far, max(1, min(5, int(edge / 16)))) if t > 0]
        for t, name in zip(rings, labels(rings)):
            r = px(t) - cx
            if self.has_grid[1]:
                out.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{r:.1f}" fill="none" {self.grid_look}/>')
            out.append(words(cx + r * math.cos(0.393) + 2, cy - r * math.sin(0.393), name, FONT - 1, "start"))
        for degrees in range(0, 360, 45):
            a, b = self.at(math.radians(degrees), 1.0)
            if self.has_grid[0]:
                out.append(f'<line x1="{cx:.1f}" y1="{cy:.1f}" x2="{cx + a * edge:.1f}" y2="{cy - b * edge:.1f}" {self.grid_look}/>')
            anchor = "middle" if abs(a) < 0.3 else "start" if a > 0 else "end"
            out.append(words(cx + a * (edge + 7), cy - b * (edge + 9) + 4, f"{degrees}°", FONT, anchor))
        return out

    def outline(self):
        x0, y0, x1, y1 = self.box
        return [f'<circle cx="{(x0 + x1) / 2:.1f}" cy="{(y0 + y1) / 2:.1f}" r="{(x1 - x0) / 2:.1f}" fill="none" stroke="#000" stroke-width="0.8"/>']
