"""Charts of numbers: bars, histograms, bands, boxes, pies."""
import math

from matplotlib.artist import Artist, floats
from matplotlib.colors import CYCLE, color as color_of


class BarContainer(Artist):
    """Bars that were drawn together, each a Rectangle; tops are the middles of their far edges."""

    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
        self.patches, self.upright = [], True

    def __len__(self):
        return len(self.patches)

    def __iter__(self):
        return iter(self.patches)

    def __getitem__(self, i):
        return self.patches[i]

    def __repr__(self):
        return f"<BarContainer object of {len(self)} artists>"


BarContainer.__module__ = "matplotlib.container"


def paired(value, n):
    """A number for each of n things, from one number or n; the error bars of a plot have two rows."""
    if isinstance(value, (int, float)):
        return [float(value)] * n
    values = floats(value)
    return values * n if len(values) == 1 else values


def either_side(err, n):
    """How far error bars reach down and up, from a number, n numbers or two rows of n."""
    if err is None:
        return [0.0] * n, [0.0] * n
    rows = err.tolist() if hasattr(err, "tolist") else err
    if isinstance(rows, (list, tuple)) and rows and isinstance(rows[0], (list, tuple)):
        return floats(rows[0]), floats(rows[1])
    return paired(err, n), paired(err, n)


class Charts:
    def bars(self, lefts, bottoms, widths, heights, shades, kw, upright=True):
        """Draws bars and returns them as one artist."""
        from matplotlib.patches import Rectangle
        edge = color_of(kw.get("edgecolor", kw.get("ec")), "none")
        thick = kw.get("linewidth", kw.get("lw"))
        shades = shades or ([color_of(kw["facecolor"])] if kw.get("facecolor") else [self.next_fill()])
        if kw.get("fill") is False or shades == ["none"]:
            shades, edge = ["none"], edge if edge != "none" else "#000000"
        group = BarContainer(self, label=kw.get("label"), key=f'<rect width="22" height="8" y="-4" fill="{shades[0]}" stroke="{edge}"/>')
        for i, (x, y, w, h) in enumerate(zip(lefts, bottoms, widths, heights)):
            bar = Rectangle((x, y), w, h, facecolor=shades[i % len(shades)], edgecolor=edge, linewidth=thick, alpha=kw.get("alpha"))
            bar.axes = self
            group.patches.append(bar)
        group.x = [v for b in group.patches for v in b.x]
        group.y = [v for b in group.patches for v in b.y]
        group.upright = upright
        group.sticky = ((), bottoms) if upright else (lefts, ())
        group.draw = lambda px, py: "".join(b.svg(px, py) for b in group.patches if b.visible)
        self.artists.append(group)
        return group

    def bar(self, x, height, width=0.8, bottom=None, *, align="center", color=None, yerr=None, xerr=None, tick_label=None, ecolor="k", capsize=0, **kw):
        places, heights = self.ranges[0].numbers(x), self.ranges[1].numbers(height if not isinstance(height, (int, float)) else [height])
        n = max(len(places), len(heights))
        if {len(places), len(heights)} - {1, n}:
            raise ValueError(f"shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape ({len(places)},) and arg 1 with shape ({len(heights)},).")
        places, heights, widths, bottoms = places * n if len(places) == 1 else places, heights * n if len(heights) == 1 else heights, paired(width, n), paired(0 if bottom is None else bottom, n)
        lefts = [p - w / 2 if align == "center" else p for p, w in zip(places, widths)]
        if tick_label is not None:
            self.set_xticks(places, [str(t) for t in ([tick_label] * n if isinstance(tick_label, str) else tick_label)])
        group = self.bars(lefts, bottoms, widths, heights, shades_of(color), kw)
        self.whiskers([left + w / 2 for left, w in zip(lefts, widths)], [b + h for b, h in zip(bottoms, heights)], xerr, yerr, color_of(ecolor), capsize)
        return group

    def barh(self, y, width, height=0.8, left=None, *, align="center", color=None, xerr=None, yerr=None, tick_label=None, ecolor="k", capsize=0, **kw):
        places, widths = self.ranges[1].numbers(y), self.ranges[0].numbers(width if not isinstance(width, (int, float)) else [width])
        n = len(places)
        heights, lefts = paired(height, n), paired(0 if left is None else left, n)
        widths = widths * n if len(widths) == 1 else widths
        if tick_label is not None:
            self.set_yticks(places, [str(t) for t in tick_label])
        lows = [p - h / 2 if align == "center" else p for p, h in zip(places, heights)]
        group = self.bars(lefts, lows, widths, heights, shades_of(color), kw, upright=False)
        self.whiskers([a + w for a, w in zip(lefts, widths)], [b + h / 2 for b, h in zip(lows, heights)], xerr, yerr, color_of(ecolor), capsize)
        return group

    def bar_label(self, container, labels=None, fmt="%g", label_type="edge", padding=0, **kw):
        out = []
        for i, b in enumerate(container):
            value = b.height if container.upright else b.width
            words = str(labels[i]) if labels is not None else fmt(value) if callable(fmt) else fmt % value if "%" in fmt else fmt.format(value)
            (x, y), (w, h), share = b.xy, (b.width, b.height), 0.5 if label_type == "center" else 1
            where = {"ha": "center", "va": "center" if share < 1 else "bottom"} if container.upright else {"ha": "center" if share < 1 else "left", "va": "center"}
            at = (x + w / 2, y + h * share) if container.upright else (x + w * share, y + h / 2)
            off = padding + 3 if share == 1 else padding
            art = self.annotate(words, at, xytext=(0, off) if container.upright else (off, 0), textcoords="offset points", **where, **kw)
            out.append(art)
        return out

    def hist(self, x, bins=None, range=None, density=False, weights=None, cumulative=False, bottom=None, histtype="bar", align="mid", orientation="vertical", rwidth=None, log=False,
             color=None, label=None, stacked=False, **kw):
        import numpy as np
        rows = x.detach().cpu().numpy() if hasattr(x, "detach") else x
        many = getattr(rows, "ndim", 1) == 2 or isinstance(rows, (list, tuple)) and len(rows) and not isinstance(rows[0], (int, float)) and np.ndim(rows[0]) == 1
        data = [np.asarray(floats(v)) for v in ((rows.T if hasattr(rows, "T") else rows) if many else [rows])]
        weigh = [None] * len(data) if weights is None else [np.asarray(floats(w)) for w in (weights if many else [weights])]
        everything = np.concatenate(data)
        edges = np.histogram_bin_edges(everything, 10 if bins is None else np.asarray(floats(bins)) if hasattr(bins, "__len__") and not isinstance(bins, str) else bins, range)
        names = label if isinstance(label, (list, tuple)) else [label] * len(data)
        shades = shades_of(color) or [None] * len(data)
        counts, patches, below = [], [], np.zeros(len(edges) - 1) + (0 if bottom is None else bottom)
        for i, (d, w, name) in enumerate(zip(data, weigh, names)):
            n = np.histogram(d, edges, density=density, weights=w)[0].astype(float)
            if cumulative:
                n = np.cumsum(n * np.diff(edges) if density else n)
            wide = np.diff(edges) * (rwidth or (0.8 if many and not stacked else 1))
            left = edges[:-1] + (np.diff(edges) - wide) / 2
            if many and not stacked and histtype == "bar":
                wide = wide / len(data)
                left = left + i * wide
            own = dict(kw, label=name)
            c = [shades[i % len(shades)]] if shades[i % len(shades)] else [self.next_fill()]
            patches.append(self.columns(left, below, wide, n, c, own, histtype, orientation))
            if stacked:
                below, n = below + n, below + n
            counts.append(n)
        if log:
            (self.set_yscale if orientation == "vertical" else self.set_xscale)("log")
        return (counts, edges, patches) if many else (counts[0], edges, patches[0])

    def columns(self, left, below, wide, n, shades, kw, histtype, orientation):
        upright = orientation == "vertical"
        if histtype == "step":
            xs = [left[0], *(v for a, w in zip(left, wide) for v in (a, a + w)), left[-1] + wide[-1]]
            ys = [below[0], *(v for b, h in zip(below, n) for v in (b + h, b + h)), below[-1]]
            line = self.line(floats(xs if upright else ys), floats(ys if upright else xs), color=kw.get("edgecolor") or shades[0], label=kw.get("label"))
            line.sticky = ((), floats(below)) if upright else (floats(below), ())
            return [line]
        boxes = [floats(v) for v in ((left, below, wide, n) if upright else (below, left, n, wide))]
        return self.bars(*boxes, shades, kw, upright)

    def fill_between(self, x, y1, y2=0, where=None, color=None, alpha=None, label=None, **kw):
        return self.area(self.ranges[0].numbers(x), y1, y2, where, color, alpha, label, kw, False)

    def fill_betweenx(self, y, x1, x2=0, where=None, color=None, alpha=None, label=None, **kw):
        return self.area(self.ranges[1].numbers(y), x1, x2, where, color, alpha, label, kw, True)

    def area(self, along, one, two, where, color, alpha, label, kw, turned):
        one, two = paired(one, len(along)), paired(two, len(along))
        c = color_of(color or kw.get("facecolor") or kw.get("fc"), None) or self.next_fill()
        wanted = [True] * len(along) if where is None else [bool(w) for w in (where.tolist() if hasattr(where, "tolist") else where)]
        pieces, piece = [], []
        for p in zip(along, one, two, wanted):
            if p[3] and all(math.isfinite(v) for v in p[:3]):
                piece.append(p[:3])
            elif piece:
                pieces.append(piece)
                piece = []
        pieces.append(piece)

        def draw(px, py):
            def at(a, b):
                return f"{px(b):.2f},{py(a):.2f}" if turned else f"{px(a):.2f},{py(b):.2f}"
            rings = [[at(a, b) for a, b, _ in p] + [at(a, d) for a, _, d in reversed(p)] for p in pieces if len(p) > 1]
            return "".join(f'<polygon fill="{c}" opacity="{1.0 if alpha is None else float(alpha)}" points="{" ".join(r)}"/>' for r in rings)
        x, y = [*along, *along], [*one, *two]
        return self.add(*((y, x) if turned else (x, y)), draw, label, f'<rect width="22" height="8" y="-4" fill="{c}" opacity="{1.0 if alpha is None else float(alpha)}"/>')

    def whiskers(self, x, y, xerr, yerr, shade, capsize, width=1.5):
        """Error bars at points."""
        for err, k in ((xerr, 0), (yerr, 1)):
            if err is None:
                continue
            down, up = either_side(err, len(x))
            ends = [((a - d, b, a + u, b) if k == 0 else (a, b - d, a, b + u)) for a, b, d, u in zip(x, y, down, up)]

            def draw(px, py, ends=ends, k=k):
                d = ""
                for x0, y0, x1, y1 in ends:
                    x0, y0, x1, y1 = px(x0), py(y0), px(x1), py(y1)
                    d += f"M{x0:.2f} {y0:.2f}L{x1:.2f} {y1:.2f}"
                    if capsize:
                        d += "".join(f"M{a - capsize * k:.2f} {b - capsize * (1 - k):.2f}L{a + capsize * k:.2f} {b + capsize * (1 - k):.2f}" for a, b in ((x0, y0), (x1, y1)))
                return f'<path d="{d}" stroke="{shade}" stroke-width="{width}"/>'
            self.add([v for e in ends for v in (e[0], e[2])], [v for e in ends for v in (e[1], e[3])], draw)

    def errorbar(self, x, y, yerr=None, xerr=None, fmt="", label=None, ecolor=None, elinewidth=1.5, capsize=0, **kw):
        x, y = self.ranges[0].numbers(x), self.ranges[1].numbers(y)
        kw = {k: v for k, v in kw.items() if k not in ("capthick", "errorevery", "barsabove")}
        line = self.line(x, y, fmt if fmt.lower() != "none" else "", label, **({"linestyle": "none"} if fmt.lower() == "none" else {}), **kw)
        self.whiskers(x, y, xerr, yerr, color_of(ecolor, line.color), capsize, elinewidth)
        return line

    def step(self, x, y, *args, where="pre", **kw):
        x, y = self.ranges[0].numbers(x), floats(y)
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

    def stairs(self, values, edges=None, **kw):
        values = floats(values)
        edges = list(range(len(values) + 1)) if edges is None else floats(edges)
        return self.line([v for e in edges for v in (e, e)], [0.0, *(v for h in values for v in (h, h)), 0.0], **kw)

    def stem(self, *args, linefmt="C0-", markerfmt=None, basefmt="C3-", bottom=0, label=None, **kw):
        formats = [a for a in args if isinstance(a, str)]
        linefmt, markerfmt, basefmt = (given or other for given, other in zip(formats + [None] * 3, (linefmt, markerfmt, basefmt)))
        args = [a for a in args if not isinstance(a, str)]
        y = floats(args[-1])
        x = self.ranges[0].numbers(args[0]) if len(args) > 1 else [float(i) for i in range(len(y))]
        for a, b in zip(x, y):
            self.plot([a, a], [bottom, b], linefmt)
        points = self.plot(x, y, markerfmt or "C0o", label=label)
        return points[0], self.lines[-len(x) - 1:-1], self.plot([min(x), max(x)], [bottom, bottom], basefmt)[0]

    def stackplot(self, x, *ys, labels=(), colors=None, alpha=None, **kw):
        rows = ys[0] if len(ys) == 1 and (getattr(ys[0], "ndim", 1) == 2 or isinstance(ys[0][0], (list, tuple))) else ys
        below, out = [0.0] * len(floats(x)), []
        for i, row in enumerate(rows):
            above = [a + b for a, b in zip(below, floats(row))]
            out.append(self.fill_between(x, above, below, color=colors[i % len(colors)] if colors else None, alpha=alpha, label=labels[i] if i < len(labels) else None))
            below = above
        return out

    def boxplot(self, x, notch=None, sym=None, vert=True, positions=None, widths=0.5, labels=None, showfliers=True, showmeans=False, patch_artist=False, tick_labels=None, **kw):
        """Median, quartiles, and whiskers to the farthest points within 1.5 times their distance."""
        import numpy as np
        sets = _sets(x)
        at = floats(positions) if positions is not None else [float(i + 1) for i in range(len(sets))]
        parts = {k: [] for k in ("whiskers", "caps", "boxes", "medians", "fliers", "means")}

        def line(kind, along, values, fmt="", **look):
            along, values = floats(along), floats(values)
            parts[kind].append(self.line(*((along, values) if vert else (values, along)), fmt, **look))
        for p, w, values in zip(at, paired(widths, len(at)), sets):
            low, middle, high = (float(v) for v in np.percentile(values, [25, 50, 75]))
            inside = [v for v in values if low - 1.5 * (high - low) <= v <= high + 1.5 * (high - low)]
            a, b = p - w / 2, p + w / 2
            if patch_artist:
                parts["boxes"] += self.bars([a], [low], [b - a], [high - low], [CYCLE[0]], {"edgecolor": "k"})
            else:
                line("boxes", [a, b, b, a, a], [low, low, high, high, low], color="k", linewidth=1)
            line("medians", [a, b], [middle, middle], color="C1")
            for end, edge in ((min(inside), low), (max(inside), high)):
                line("whiskers", [p, p], [edge, end], color="k", linewidth=1)
                line("caps", [p - w / 4, p + w / 4], [end, end], color="k", linewidth=1)
            if showmeans:
                line("means", [p], [sum(values) / len(values)], "^", color="C2")
            outside = [v for v in values if v not in inside]
            if showfliers and sym != "":
                line("fliers", [p] * len(outside), outside, "o", color="k", markerfacecolor="none", markersize=6)
        axis = self.xaxis if vert else self.yaxis
        axis.set_ticks(at, labels or tick_labels)
        axis.range.lim = (min(at) - 0.5, max(at) + 0.5)
        return parts

    def violinplot(self, dataset, positions=None, vert=True, widths=0.5, showmeans=False, showextrema=True, showmedians=False, **kw):
        """Gaussian kernel densities, by Scott's rule, mirrored."""
        import numpy as np
        for p, values in zip(positions or range(1, len(_sets(dataset)) + 1), _sets(dataset)):
            v = np.asarray(values)
            width = (v.std(ddof=1) or 1) * len(v) ** -0.2
            ys = np.linspace(v.min(), v.max(), 60)
            density = np.exp(-0.5 * ((ys[:, None] - v[None, :]) / width) ** 2).sum(1)
            half = (density / density.max() * widths / 2).tolist()
            outline = [p - h for h in half] + [p + h for h in reversed(half)]
            ends = ys.tolist() + ys.tolist()[::-1]
            self.add(outline, ends, lambda px, py, o=outline, e=ends: f'<polygon fill="{CYCLE[0]}" opacity="0.4" points="{" ".join(f"{px(a):.2f},{py(b):.2f}" for a, b in zip(o, e))}"/>')
            marked = [v.min(), v.max()] * showextrema + [np.median(v)] * showmedians + [v.mean()] * showmeans
            for m in floats(marked):
                self.line([p - widths / 8, p + widths / 8], [m, m], color=CYCLE[0])
            if showextrema:
                self.line([p, p], floats([v.min(), v.max()]), color=CYCLE[0])

    def pie(self, x, explode=None, labels=None, colors=None, autopct=None, pctdistance=0.6, labeldistance=1.1, startangle=0, radius=1, counterclock=True, wedgeprops=None,
            textprops=None, **kw):
        values = floats(x)
        if any(v < 0 for v in values):
            raise ValueError("Wedge sizes 'x' must be non negative values")
        self.visible, self.aspect = False, "equal"
        self.x_lim = self.y_lim = (-1.25, 1.25)
        angle, total = math.radians(startangle), sum(values)
        hole = radius - (wedgeprops or {}).get("width", radius)
        edge = color_of((wedgeprops or {}).get("edgecolor"), "none")
        wedges, names, shares = [], [], []
        for i, v in enumerate(values):
            end = angle + (1 if counterclock else -1) * 2 * math.pi * v / total
            middle, off = (angle + end) / 2, explode[i] if explode is not None else 0
            c = color_of(colors[i % len(colors)]) if colors is not None else self.next_fill()
            turns = [angle + (end - angle) * k / 48 for k in range(49)]
            cx, cy = off * math.cos(middle), off * math.sin(middle)
            points = [(cx + hole * math.cos(t), cy + hole * math.sin(t)) for t in reversed(turns)] if hole else [(cx, cy)]
            points += [(cx + radius * math.cos(t), cy + radius * math.sin(t)) for t in turns]
            wedges.append(self.add((), (), lambda px, py, points=points, c=c: f'<polygon fill="{c}" stroke="{edge}" points="{" ".join(f"{px(a):.2f},{py(b):.2f}" for a, b in points)}"/>',
                                   labels[i] if labels is not None else None, f'<rect width="22" height="8" y="-4" fill="{c}"/>'))

            def word(distance, text, ha):
                return self.text(cx + distance * radius * math.cos(middle), cy + distance * radius * math.sin(middle), text, ha=ha, va="center", **(textprops or {}))
            if labels is not None and labeldistance is not None:
                names.append(word(labeldistance, labels[i], "left" if math.cos(middle) >= 0 else "right"))
            if autopct:
                share = 100 * v / total
                shares.append(word(pctdistance, autopct(share) if callable(autopct) else autopct % share, "center"))
            angle = end
        return (wedges, names, shares) if autopct else (wedges, names)

    def eventplot(self, positions, lineoffsets=1, linelengths=1, colors=None, **kw):
        rows = positions if hasattr(positions[0], "__len__") else [positions]
        offsets = lineoffsets if hasattr(lineoffsets, "__len__") else [lineoffsets + i for i in range(len(rows))]
        return [self.vlines(row, o - linelengths / 2, o + linelengths / 2, colors=colors) for row, o in zip(rows, offsets)]

    def broken_barh(self, xranges, yrange, **kw):
        starts, widths = [float(x) for x, _ in xranges], [float(w) for _, w in xranges]
        low, high = yrange
        return self.bars(starts, [float(low)] * len(starts), widths, [float(high)] * len(starts), shades_of(kw.get("facecolors", kw.get("color"))), kw, upright=False)

    def table(self, cellText=None, rowLabels=None, colLabels=None, loc="bottom", cellLoc="right", **kw):
        """Rows of words in boxes, below the axes or within them."""
        rows = [list(map(str, r)) for r in cellText]
        if colLabels is not None:
            rows.insert(0, [str(c) for c in colLabels])
        names = [""] * (colLabels is not None) + [str(n) for n in rowLabels] if rowLabels is not None else [""] * len(rows)

        def draw(px, py):
            from matplotlib.layout import words
            x0, y0, x1, y1 = self.box
            wide, high = (x1 - x0) / max(len(r) for r in rows), 18
            top = {"top": y0 - high * len(rows), "bottom": y1 + 4}.get(loc, (y0 + y1 - high * len(rows)) / 2)
            svg = ""
            for i, (row, name) in enumerate(zip(rows, names)):
                y = top + i * high
                svg += words(x0 - 4, y + 13, name, 11, "end") if name else ""
                for j, cell in enumerate(row):
                    x = x0 + j * wide
                    at, anchor = (x + wide / 2, "middle") if cellLoc == "center" or colLabels is not None and i == 0 else (x + 4, "start") if cellLoc == "left" else (x + wide - 4, "end")
                    svg += f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high}" fill="#fff" stroke="#000" stroke-width="0.8"/>' + words(at, y + 13, cell, 11, anchor)
            return svg
        art = self.add((), (), draw)
        art.free, art.scale, art.set_fontsize, art.auto_set_font_size = True, art.ignored, art.ignored, art.ignored
        return art


def shades_of(color):
    """The colours in an argument that takes one or several; None where none is given."""
    if color is None:
        return None
    if isinstance(color, str) or isinstance(color, tuple) and len(color) in (3, 4) and not isinstance(color[0], (str, tuple, list)):
        return [color_of(color)]
    return [color_of(tuple(c) if hasattr(c, "__len__") and not isinstance(c, str) else c) for c in color]


def _sets(x):
    """The data sets in a list of them, in the columns of an array, or the one given."""
    if hasattr(x, "detach"):
        x = x.detach().cpu().numpy()
    if getattr(x, "ndim", 1) == 2:
        return [floats(c) for c in x.T]
    rows = list(x)
    return [floats(r) for r in rows] if rows and not isinstance(rows[0], (int, float)) and hasattr(rows[0], "__len__") and getattr(rows[0], "ndim", 1) else [floats(rows)]
