"""Charts of numbers: bars, histograms, bands, boxes, pies."""
import math

from matplotlib.artist import Artist, CYCLE, color as color_of, floats


class Bars(Artist):
    """Bars that were drawn together; tops are the middles of their upper edges."""

    def __len__(self):
        return len(self.tops)

    def __iter__(self):
        return iter(self.tops)


class Charts:
    def bars(self, lefts, bottoms, widths, heights, c, alpha, label, edge="none"):
        each = c if isinstance(c, list) else None
        c = each[0] if each else c

        def draw(px, py):
            svg = ""
            for i, (x, y, w, h) in enumerate(zip(lefts, bottoms, widths, heights)):
                x0, x1, y0, y1 = px(x), px(x + w), py(y), py(y + h)
                own = f' fill="{each[i % len(each)]}"' if each else ""
                svg += f'<rect x="{min(x0, x1):.2f}" y="{min(y0, y1):.2f}" width="{abs(x1 - x0):.2f}" height="{abs(y1 - y0):.2f}"{own}/>'
            return f'<g fill="{c}" stroke="{edge}" opacity="{1 if alpha is None else alpha}">{svg}</g>'
        x = [*lefts, *(a + b for a, b in zip(lefts, widths))]
        y = [*bottoms, *(a + b for a, b in zip(bottoms, heights))]
        art = self.add(x, y, draw, label, f'<rect width="22" height="8" y="-4" fill="{c}"/>', kind=Bars)
        art.tops = [(l + w / 2, b + h) for l, b, w, h in zip(lefts, bottoms, widths, heights)]
        return art

    def bar(self, x, height, width=0.8, bottom=0, color=None, alpha=None, label=None, align="center", edgecolor="none", yerr=None, **kw):
        heights = floats(height)
        names = [v for v in x] if not isinstance(x, (int, float)) else [x]
        if names and isinstance(names[0], str):
            self.x_ticks = (list(range(len(names))), names)
            names = range(len(names))
        left = [v - width / 2 if align == "center" else v for v in floats(names)]
        bottoms = floats(bottom) if not isinstance(bottom, (int, float)) else [float(bottom)] * len(heights)
        heights = heights * len(left) if len(heights) == 1 else heights
        c = [color_of(v) for v in color] if isinstance(color, (list, tuple)) and isinstance(color[0], (str, tuple, list)) else color_of(color, None) or self.next_color()
        widths = floats(width) if not isinstance(width, (int, float)) else [width] * len(left)
        art = self.bars(left, bottoms, widths, heights, c, alpha, label, color_of(edgecolor))
        if yerr is not None:
            for (x, y), e in zip(art.tops, floats(yerr) * (len(left) if isinstance(yerr, (int, float)) else 1)):
                self.line([x, x], [y - e, y + e], color="k")
        return art

    def barh(self, y, width, height=0.8, color=None, alpha=None, label=None, **kw):
        names, widths = list(y), floats(width)
        if names and isinstance(names[0], str):
            self.y_ticks = (list(range(len(names))), names)
            names = range(len(names))
        low = [v - height / 2 for v in floats(names)]
        return self.bars([0.0] * len(low), low, widths, [height] * len(low), color_of(color, None) or self.next_color(), alpha, label)

    def hist(self, x, bins=10, range=None, density=False, color=None, alpha=None, label=None, edgecolor="none", **kw):
        import numpy as np
        many = isinstance(x, (list, tuple)) and x and not isinstance(x[0], (int, float)) and np.ndim(x[0]) == 1
        data = [np.asarray(floats(v)) for v in (x if many else [x])]
        edges = np.histogram_bin_edges(np.concatenate(data), bins, range)
        names = label if isinstance(label, (list, tuple)) else [label] * len(data)
        out = []
        for i, (d, name) in enumerate(zip(data, names)):
            n, _ = np.histogram(d, edges, density=density)
            out.append(n)
            w = np.diff(edges) * (0.8 / len(data) if many else 1)
            c = color_of(color, None) or self.next_color()
            left = edges[:-1] + (i * w + np.diff(edges) * 0.1 if many else 0)
            patches = self.bars(left.tolist(), [0.0] * len(n), w.tolist(), floats(n), c, alpha, name, edgecolor)
        return (out if many else out[0]), edges, patches

    def fill_between(self, x, y1, y2=0, color=None, alpha=None, label=None, **kw):
        x, y1 = floats(x), floats(y1)
        y2 = [float(y2)] * len(x) if isinstance(y2, (int, float)) else floats(y2)
        c = color_of(color, None) or self.next_color()

        def draw(px, py):
            points = [*zip(x, y1), *reversed(list(zip(x, y2)))]
            text = " ".join(f"{px(a):.2f},{py(b):.2f}" for a, b in points)
            return f'<polygon fill="{c}" opacity="{1 if alpha is None else alpha}" points="{text}"/>'
        return self.add([*x, *x], [*y1, *y2], draw, label, f'<rect width="22" height="8" y="-4" fill="{c}"/>')

    def errorbar(self, x, y, yerr=None, fmt="", label=None, **kw):
        x, y = floats(x), floats(y)
        e = [0.0] * len(x) if yerr is None else floats(yerr) * (len(x) if isinstance(yerr, (int, float)) else 1)
        line = self.line(x, y, fmt, label, **{k: v for k, v in kw.items() if k != "capsize"})
        for a, b, d in zip(x, y, e):
            self.line([a, a], [b - d, b + d], color=CYCLE[(self.cycle - 1) % len(CYCLE)])
        return line

    def step(self, x, y, *args, where="pre", **kw):
        x, y = floats(x), floats(y)
        xs, ys = [], []
        for i in range(len(x)):
            if i and where == "mid":
                middle = (x[i - 1] + x[i]) / 2
                xs += [middle, middle]
                ys += [y[i - 1], y[i]]
            elif i:
                xs.append(x[i - 1] if where == "pre" else x[i])
                ys.append(y[i] if where == "pre" else y[i - 1])
            xs.append(x[i])
            ys.append(y[i])
        return self.plot(xs, ys, *args, **kw)

    def stem(self, *args, linefmt="C0-", markerfmt="o", basefmt="r-", label=None, **kw):
        y = floats(args[-1])
        x = floats(args[0]) if len(args) > 1 else [float(i) for i in range(len(y))]
        for a, b in zip(x, y):
            self.plot([a, a], [0, b], linefmt)
        self.plot(x, y, markerfmt, color=CYCLE[0], label=label)
        return self.plot([min(x), max(x)], [0, 0], basefmt)

    def stackplot(self, x, *ys, labels=(), colors=None, alpha=None, **kw):
        rows = ys[0] if len(ys) == 1 and getattr(ys[0], "ndim", 1) == 2 else ys
        below, out = [0.0] * len(floats(x)), []
        for i, row in enumerate(rows):
            above = [a + b for a, b in zip(below, floats(row))]
            out.append(self.fill_between(x, above, below, color=colors[i] if colors else None, alpha=alpha, label=labels[i] if i < len(labels) else None))
            below = above
        return out

    def boxplot(self, x, labels=None, positions=None, widths=0.5, showfliers=True, tick_labels=None, **kw):
        """Median, quartiles, and whiskers to the farthest points within 1.5 times their distance."""
        import numpy as np
        sets = _sets(x)
        at = list(positions) if positions is not None else list(range(1, len(sets) + 1))
        for p, values in zip(at, sets):
            low, middle, high = (float(v) for v in np.percentile(values, [25, 50, 75]))
            inside = [v for v in values if low - 1.5 * (high - low) <= v <= high + 1.5 * (high - low)]
            a, b = p - widths / 2, p + widths / 2
            self.line([a, b, b, a, a], [low, low, high, high, low], color="k", linewidth=1)
            self.line([a, b], [middle, middle], color="C1")
            for end, edge in ((min(inside), low), (max(inside), high)):
                self.line([p, p], [edge, end], color="k", linewidth=1)
                self.line([p - widths / 4, p + widths / 4], [end, end], color="k", linewidth=1)
            outside = [v for v in values if v not in inside]
            if outside and showfliers:
                self.line([p] * len(outside), outside, "o", color="k", markersize=4)
        self.x_ticks = (floats(at), labels or tick_labels)

    def violinplot(self, x, positions=None, widths=0.5, showmedians=False, **kw):
        """Gaussian kernel densities, by Scott's rule, mirrored."""
        import numpy as np
        for p, values in zip(positions or range(1, len(_sets(x)) + 1), _sets(x)):
            v = np.asarray(values)
            width = (v.std(ddof=1) or 1) * len(v) ** -0.2
            ys = np.linspace(v.min(), v.max(), 60)
            density = np.exp(-0.5 * ((ys[:, None] - v[None, :]) / width) ** 2).sum(1)
            half = (density / density.max() * widths / 2).tolist()
            outline = [p - h for h in half] + [p + h for h in reversed(half)]
            ends = ys.tolist() + ys.tolist()[::-1]
            self.add(outline, ends, lambda px, py, o=outline, e=ends: f'<polygon fill="{CYCLE[0]}" opacity="0.4" points="{" ".join(f"{px(a):.2f},{py(b):.2f}" for a, b in zip(o, e))}"/>')

    def pie(self, x, labels=None, colors=None, autopct=None, startangle=0, explode=None, **kw):
        values = floats(x)
        self.visible, self.aspect = False, "equal"
        self.x_lim = self.y_lim = (-1.25, 1.25)
        angle, total = math.radians(startangle), sum(values)
        for i, v in enumerate(values):
            end = angle + 2 * math.pi * v / total
            middle, off = (angle + end) / 2, explode[i] if explode else 0
            c = color_of(colors[i % len(colors)]) if colors else self.next_color()
            steps = [angle + (end - angle) * k / 48 for k in range(49)]
            cx, cy = off * math.cos(middle), off * math.sin(middle)
            points = [(cx, cy)] + [(cx + math.cos(t), cy + math.sin(t)) for t in steps]
            self.add((), (), lambda px, py, points=points, c=c: f'<polygon fill="{c}" points="{" ".join(f"{px(a):.2f},{py(b):.2f}" for a, b in points)}"/>',
                     labels[i] if labels else None, f'<rect width="22" height="8" y="-4" fill="{c}"/>')
            if labels is not None:
                self.text(cx + 1.1 * math.cos(middle), cy + 1.1 * math.sin(middle), labels[i], ha="left" if math.cos(middle) >= 0 else "right", va="center")
            if autopct:
                share = 100 * v / total
                self.text(cx + 0.6 * math.cos(middle), cy + 0.6 * math.sin(middle), autopct(share) if callable(autopct) else autopct % share, ha="center", va="center")
            angle = end


def _sets(x):
    """The data sets in a list of them, in the columns of an array, or the one given."""
    if getattr(x, "ndim", 1) == 2:
        return [floats(c) for c in x.T]
    rows = list(x)
    return [floats(r) for r in rows] if rows and not isinstance(rows[0], (int, float)) and hasattr(rows[0], "__len__") else [floats(rows)]
