"""How a pair of axes becomes SVG: its box, ticks, frame, legend, colour bar."""
from matplotlib import _legend
from matplotlib.text import markup, width

FONT = 11  # the size of text that sets none, in the drawing's units: 1/72 inch


class Layout:
    def svg(self, x, y, w, h):
        """The axes in the cell of the figure with its corner at x, y."""
        self.box = self.host.box if self.host else self.squared(*self.inner(x, y, w, h))
        x0, y0, x1, y1 = self.box
        px, py = self.ranges[0].map(x0, x1), self.ranges[1].map(y1, y0)
        name = f"clip{id(self)}"
        face = f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" fill="{self.face}"/>' if self.face else ""
        out = [face, f'<clipPath id="{name}"><rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}"/></clipPath>']
        if self.visible:
            out += self.frame(px, py)
        inside = [a for a in self.artists if a.visible and a.draw]
        out += [f'<g clip-path="url(#{name})">', *(a.draw(px, py) for a in inside if not getattr(a, "free", False)), "</g>"]
        out += [a.draw(px, py) for a in inside if getattr(a, "free", False)]
        if self.visible:
            out += self.outline()
        out += self.titles()
        if self.has_legend:
            out.append(_legend.legend(self, px, py))
        if self.color_bar:
            out.append(self.bar_svg())
        return "".join(out)

    def room(self, k):
        """How many ticks an axis has room for: names stand side by side below and on top of each other at the left."""
        x0, y0, x1, y1 = self.box
        return max(1, int((y1 - y0) / (2 * FONT) if k else (x1 - x0) / (3 * FONT)))

    def inner(self, x, y, w, h):
        """The box that is left of a cell when names, labels and titles have their place."""
        if self.exact:
            return x, y, x + w, y + h
        left, top, right, bottom = (10, 10, 12, 8) if self.visible else (4, 4, 4, 4)
        top += max((t.text.count("\n") + 1) * (t.size or 14) * 1.15 if t.text else 0 for t in self.title.values())
        if self.visible:
            self.box = x + 40, y + 20, x + w - 20, y + h - 30  # a first guess, for the number of ticks
            ticks, end = self.ranges[1].ticks(self.room(1))
            top += 12 if end else 0
            names = [n for _, n in ticks] if self.named[1] else []
            left += max((width(n, self.tick_size[1]) for n in names), default=0) + (FONT + 8 if self.y_label.text else 4)
            below = [n for _, n in self.ranges[0].ticks(self.room(0))[0]] if self.named[0] else []
            turned = max((width(n, self.tick_size[0]) for n in below), default=0) if self.rotation[0] else 0
            bottom += (max(14, turned * abs(_sine(self.rotation[0])) + 6) if below else 4) + (18 if self.x_label.text else 0)
            for twin in (t for t in self.figure.axes if t.host is self):
                if twin.shares == 0:
                    right += 44
                else:
                    top += 22 + (18 if twin.x_label.text else 0)
        if self.color_bar:
            right += 30 + max((width(n, FONT) for _, n in self.color_bar.scale()), default=0) + (FONT + 6 if self.color_bar.label else 0)
        return x + left, y + top, x + max(w - right, left + 10), y + max(h - bottom, top + 10)

    def squared(self, x0, y0, x1, y1):
        """The box cut down to the shape of an image, or to equal units."""
        if self.aspect in (None, "auto"):
            return x0, y0, x1, y1
        (xa, xb), (ya, yb) = self.ranges[0].limits(), self.ranges[1].limits()
        tall = 1.0 if self.aspect == "equal" else float(self.aspect)
        wide, high = abs(xb - xa), abs(yb - ya) * tall
        k = min((x1 - x0) / wide, (y1 - y0) / high)
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        return cx - k * wide / 2, cy - k * high / 2, cx + k * wide / 2, cy + k * high / 2

    def frame(self, px, py):
        """Ticks, their names, the grid and the labels."""
        x0, y0, x1, y1 = self.box
        out = []
        if self.xaxis.visible and not (self.host and self.shares == 0):
            out += self.across(px, y0, y1, x1)
        if self.yaxis.visible and not (self.host and self.shares == 1):
            out += self.upward(py, x0, x1, y0)
        if self.x_label.text and not (self.host and self.shares == 0):
            y = y0 - 24 if self.host else y1 + self.below + FONT + 3
            out.append(text_at((x0 + x1) / 2, y, self.x_label, "middle"))
        if self.y_label.text and not (self.host and self.shares == 1):
            cx = x1 + self.beside + FONT if self.host else x0 - self.beside - 4
            out.append(text_at(cx, (y0 + y1) / 2, self.y_label, "middle", -90))
        return out

    def across(self, px, y0, y1, x1):
        """The ticks of the x axis."""
        ticks, end = self.ranges[0].ticks(self.room(0))
        top = self.host and self.shares == 1  # the second x axis of twiny
        edge, down = (y0, -1) if top else (y1, 1)
        size, turn = self.tick_size[0], self.rotation[0]
        out, self.below = [], 17
        for t, name in ticks:
            p = px(t)
            if self.has_grid[0]:
                out.append(f'<line x1="{p:.1f}" x2="{p:.1f}" y1="{y0:.1f}" y2="{y1:.1f}" {self.grid_look}/>')
            out.append(tick(p, edge, p, edge + 4 * down))
            if self.named[0] and name:
                self.below = max(self.below, 6 + width(name, size) * abs(_sine(turn)) + 6 if turn else 17)
                y = edge - 7 if top else edge + (17 if not turn else 10)
                out.append(words(p, y, name, size, "middle" if not turn else "end" if turn > 0 else "start", -turn))
        out += [tick(px(t), edge, px(t), edge + 2.5 * down) for t in self.ranges[0].minor()]
        if end:
            out.append(words(x1, edge + 29, end, FONT, "end"))
        return out

    def upward(self, py, x0, x1, y0):
        """The ticks of the y axis; of a twin, at the right."""
        ticks, end = self.ranges[1].ticks(self.room(1))
        edge, out_of = (x1, 1) if self.host else (x0, -1)
        size = self.tick_size[1]
        out, self.beside = [], 8
        for t, name in ticks:
            p = py(t)
            if self.has_grid[1]:
                out.append(f'<line x1="{x0:.1f}" x2="{x1:.1f}" y1="{p:.1f}" y2="{p:.1f}" {self.grid_look}/>')
            out.append(tick(edge, p, edge + 4 * out_of, p))
            if self.named[1] and name:
                self.beside = max(self.beside, 8 + width(name, size))
                out.append(words(edge + 7 * out_of, p + size * 0.36, name, size, "start" if self.host else "end"))
        out += [tick(edge, py(t), edge + 2.5 * out_of, py(t)) for t in self.ranges[1].minor()]
        if end:
            out.append(words(x0, y0 - 4, end, FONT, "start"))
        return out

    def outline(self):
        x0, y0, x1, y1 = self.box
        ends = {"left": (x0, y0, x0, y1), "right": (x1, y0, x1, y1), "top": (x0, y0, x1, y0), "bottom": (x0, y1, x1, y1)}
        return [f'<line x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}" stroke="{self.spines[side].color}" stroke-width="0.8"/>'
                for side, (a, b, c, d) in ends.items() if self.spines[side].visible]

    def titles(self):
        x0, y0, x1, _ = self.box
        places = {"left": (x0, "start"), "center": ((x0 + x1) / 2, "middle"), "right": (x1, "end")}
        return [text_at(x, y0 - 8, self.title[side], anchor, size=14) for side, (x, anchor) in places.items() if self.title[side].text]

    def bar_svg(self):
        bar = self.color_bar
        cm, (lo, hi) = bar.mappable.cmap, bar.mappable.limits
        x, y0, y1 = self.box[2] + 10, self.box[1], self.box[3]
        h = (y1 - y0) / 64
        out = ["".join(f'<rect x="{x:.1f}" y="{y1 - (i + 1) * h:.2f}" width="14" height="{h + 0.5:.2f}" fill="#%02x%02x%02x"/>' % cm.rgb(i / 63) for i in range(64))]
        for t, name in bar.scale():
            p = y1 - (t - lo) / ((hi - lo) or 1) * (y1 - y0)
            out += [tick(x + 14, p, x + 17, p), words(x + 20, p + 4, name, FONT, "start")]
        if bar.label:
            out.append(words(x + 24 + FONT + max((width(n, FONT) for _, n in bar.scale()), default=0), (y0 + y1) / 2, bar.label, FONT, "middle", -90))
        return "".join(out)


def _sine(degrees):
    import math
    return math.sin(math.radians(degrees))


def tick(x1, y1, x2, y2):
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="#000" stroke-width="0.8"/>'


def words(x, y, text, size, anchor, turn=0):
    """One line of text."""
    about = f' transform="rotate({turn:g} {x:.1f} {y:.1f})"' if turn else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}"{about}>{markup(text, size)}</text>'


def text_at(x, y, text, anchor, turn=0, size=FONT):
    """A Text, its last line at y."""
    about = f' transform="rotate({turn:g} {x:.1f} {y:.1f})"' if turn else ""
    step = (text.size or size) * 1.15
    rows = text.text.split("\n")
    return "".join(f'<text x="{x:.1f}" y="{y - step * (len(rows) - 1 - i):.1f}" text-anchor="{anchor}" {text.look(size)}{about}>{markup(row, text.size or size)}</text>'
                   for i, row in enumerate(rows))
