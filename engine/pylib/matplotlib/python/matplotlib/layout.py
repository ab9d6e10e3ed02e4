"""How a pair of axes becomes SVG: limits, scales, ticks, frame, legend, colour bar."""
import math

from matplotlib import _legend
from matplotlib.artist import labels, nice_ticks
from matplotlib.text import escape


class Layout:
    def drawn(self, k):
        """The artists that the limits take in; twins share one of their axes."""
        twins = [t for t in self.figure.twins if self in t[:2] and t[2] == k]
        return [a for ax in {id(x): x for t in twins or [(self,)] for x in t[:2] if x is not None}.values() for a in ax.artists] if twins else self.artists

    def limits(self, k):
        fixed, scale = (self.x_lim, self.x_scale) if k == 0 else (self.y_lim, self.y_scale)
        data = [v for a in self.drawn(k) for v in (a.x if k == 0 else a.y) if math.isfinite(v) and (scale != "log" or v > 0)]
        lo, hi = (min(data), max(data)) if data else (0.0, 1.0) if scale != "log" else (1.0, 10.0)
        if scale == "log":
            edge = (hi / lo) ** 0.05 if hi > lo else 2.0
            lo, hi = lo / edge, hi * edge
        else:
            edge = (hi - lo) * self.margin[k] or (abs(hi) * 0.05 or 0.05) * (hi == lo)
            lo, hi = lo - edge, hi + edge
        if fixed:
            lo, hi = (float(d if f is None else f) for f, d in zip(fixed, (lo, hi)))
        return lo, hi if hi != lo else lo + 1.0

    def scale(self, k, a, b):
        lo, hi = self.limits(k)
        if (self.x_scale if k == 0 else self.y_scale) == "log":
            lo, hi = math.log10(max(lo, 1e-300)), math.log10(max(hi, 1e-299))
            return lambda v: a + (math.log10(v) - lo) / ((hi - lo) or 1) * (b - a) if v > 0 else math.nan
        return lambda v: a + (v - lo) / (hi - lo) * (b - a)

    def ticks(self, k, room):
        fixed = self.x_ticks if k == 0 else self.y_ticks
        lo, hi = sorted(self.limits(k))
        axis = self.yaxis if k else self.xaxis
        if axis.locator or axis.formatter:
            places = axis.locator.ticks(lo, hi) if axis.locator else fixed[0] if fixed else nice_ticks(lo, hi, max(2, min(7, int(room / 45))))
            places = [t for t in places if lo <= t <= hi]
            return list(zip(places, [axis.formatter.words(t, i) for i, t in enumerate(places)] if axis.formatter else labels(places)))
        if fixed:
            names = fixed[1] if fixed[1] is not None else labels(fixed[0])
            return [(t, str(n)) for t, n in zip(fixed[0], names) if lo <= t <= hi]
        if (self.x_scale if k == 0 else self.y_scale) == "log":
            first, last = math.ceil(math.log10(lo) - 1e-9), math.floor(math.log10(hi) + 1e-9)
            return [(10.0 ** e, f"1e{e}" if abs(e) > 3 else f"{10.0 ** e:g}") for e in range(first, last + 1)]
        ticks = nice_ticks(lo, hi, max(2, min(7, int(room / 45))))
        if self.image and self.whole:
            ticks = [t for t in ticks if t == int(t)]
        return list(zip(ticks, labels(ticks)))

    def svg(self, x, y, w, h):
        left, top = (52 + (14 if self.y_label else 0), 26 if self.title else 10) if self.visible else (4, 22 if self.title else 4)
        right, bottom = (70 if self.color_bar else 56 if any(t[0] is self for t in self.figure.twins) or self.side == "right" else 12), (28 + (16 if self.x_label else 0) if self.visible else 4)
        x0, y0, x1, y1 = x + left, y + top, x + w - right, y + h - bottom
        if self.image:
            k = min((x1 - x0) / self.image[0], (y1 - y0) / self.image[1])
            cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
            x0, x1 = cx - k * self.image[0] / 2, cx + k * self.image[0] / 2
            y0, y1 = cy - k * self.image[1] / 2, cy + k * self.image[1] / 2
        elif self.aspect in ("equal", 1):
            (xa, xb), (ya, yb) = self.limits(0), self.limits(1)
            k = min((x1 - x0) / abs(xb - xa), (y1 - y0) / abs(yb - ya))
            cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
            x0, x1, y0, y1 = cx - k * abs(xb - xa) / 2, cx + k * abs(xb - xa) / 2, cy - k * abs(yb - ya) / 2, cy + k * abs(yb - ya) / 2
        host = next((t[0] for t in self.figure.twins if t[1] is self), None)
        self.box = x0, y0, x1, y1 = host.box if host else (x0, y0, x1, y1)
        px, py = self.scale(0, x0, x1), self.scale(1, y1, y0)
        name = f"clip{id(self)}"
        face = f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" fill="{self.face}"/>' if self.face else ""
        out = [face, f'<clipPath id="{name}"><rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}"/></clipPath>']
        if self.visible:
            out += self.frame(px, py)
        out += [f'<g clip-path="url(#{name})">', *(a.draw(px, py) for a in self.artists if a.visible and a.draw), "</g>"]
        if self.visible:
            ends = {"left": (x0, y0, x0, y1), "right": (x1, y0, x1, y1), "top": (x0, y0, x1, y0), "bottom": (x0, y1, x1, y1)}
            out += [f'<line x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}" stroke="{self.spines[side].color}" stroke-width="0.8"/>' for side, (a, b, c, d) in ends.items() if self.spines[side].visible]
        if self.title:
            out.append(f'<text x="{(x0 + x1) / 2:.1f}" y="{y0 - 8:.1f}" text-anchor="middle" font-size="14">{escape(self.title)}</text>')
        if self.has_legend:
            out.append(_legend.legend(self, px, py))
        if self.color_bar:
            out.append(self.bar_svg())
        return "".join(out)

    def frame(self, px, py):
        x0, y0, x1, y1 = self.box
        out = []
        for t, name in self.ticks(0, x1 - x0) if self.xaxis.visible and self.side == "left" else ():
            p = px(t)
            if self.has_grid:
                out.append(f'<line x1="{p:.1f}" x2="{p:.1f}" y1="{y0:.1f}" y2="{y1:.1f}" stroke="#b0b0b0" stroke-width="0.8"/>')
            out.append(f'<line x1="{p:.1f}" x2="{p:.1f}" y1="{y1:.1f}" y2="{y1 + 4:.1f}" stroke="#000"/><text x="{p:.1f}" y="{y1 + 17:.1f}" text-anchor="middle">{escape(name)}</text>')
        if self.side == "right":
            return out + self.right_axis(py)
        for t, name in self.ticks(1, y1 - y0) if self.yaxis.visible else ():
            p = py(t)
            if self.has_grid:
                out.append(f'<line x1="{x0:.1f}" x2="{x1:.1f}" y1="{p:.1f}" y2="{p:.1f}" stroke="#b0b0b0" stroke-width="0.8"/>')
            out.append(f'<line x1="{x0 - 4:.1f}" x2="{x0:.1f}" y1="{p:.1f}" y2="{p:.1f}" stroke="#000"/><text x="{x0 - 7:.1f}" y="{p + 4:.1f}" text-anchor="end">{escape(name)}</text>')
        if self.x_label:
            out.append(f'<text x="{(x0 + x1) / 2:.1f}" y="{y1 + 35:.1f}" text-anchor="middle">{escape(self.x_label)}</text>')
        if self.y_label:
            cx, cy = x0 - 46, (y0 + y1) / 2
            out.append(f'<text x="{cx:.1f}" y="{cy:.1f}" text-anchor="middle" transform="rotate(-90 {cx:.1f} {cy:.1f})">{escape(self.y_label)}</text>')
        return out

    def right_axis(self, py):
        """Ticks and label of a twin, at the right."""
        x0, y0, x1, y1 = self.box
        out = []
        for t, name in self.ticks(1, y1 - y0):
            p = py(t)
            out.append(f'<line x1="{x1:.1f}" x2="{x1 + 4:.1f}" y1="{p:.1f}" y2="{p:.1f}" stroke="#000"/><text x="{x1 + 7:.1f}" y="{p + 4:.1f}">{escape(name)}</text>')
        if self.y_label:
            cx, cy = x1 + 46, (y0 + y1) / 2
            out.append(f'<text x="{cx:.1f}" y="{cy:.1f}" text-anchor="middle" transform="rotate(-90 {cx:.1f} {cy:.1f})">{escape(self.y_label)}</text>')
        return out

    def bar_svg(self):
        cm, (lo, hi) = self.color_bar.cmap, self.color_bar.limits
        x, y0, y1 = self.box[2] + 10, self.box[1], self.box[3]
        h = (y1 - y0) / 64
        out = "".join(f'<rect x="{x:.1f}" y="{y1 - (i + 1) * h:.2f}" width="14" height="{h + 0.5:.2f}" fill="#%02x%02x%02x"/>' % cm.rgb(i / 63) for i in range(64))
        ticks = nice_ticks(lo, hi, 5)
        return out + "".join(f'<text x="{x + 18:.1f}" y="{y1 - (t - lo) / ((hi - lo) or 1) * (y1 - y0) + 4:.1f}">{n}</text>' for t, n in zip(ticks, labels(ticks)))


