"""What axes that share a direction have in common: limits, scale, categories, ticks."""
import math

from matplotlib.artist import floats
from matplotlib.ticker import AUTO, FixedFormatter, FixedLocator, FuncFormatter

SCALES = ("linear", "log", "symlog", "asinh", "logit", "function", "functionlog")


class Range:
    """The x direction (k 0) or the y direction (k 1) of one pair of axes or of several."""

    def __init__(self, ax, k):
        self.axes, self.k = [ax], k
        self.clear()

    def clear(self):
        self.lim = None  # (from, to), each None where the data decide
        self.scale, self.names, self.locator, self.formatter = "linear", {}, None, None
        self.margin = 0.05

    def set_scale(self, scale):
        if scale not in SCALES:
            raise ValueError(f"{scale!r} is not a valid value for scale; supported values are {', '.join(map(repr, SCALES))}")
        if scale not in AUTO:
            raise ValueError(f"axes have the scales {', '.join(map(repr, AUTO))} here, not {scale!r}")
        self.scale = scale

    def numbers(self, values):
        """Values as floats: words take the places 0, 1, 2, … and dates their day."""
        if isinstance(values, str) or hasattr(values, "toordinal"):
            values = [values]
        first = values[0] if isinstance(values, (list, tuple)) and values else None
        if hasattr(values, "dtype") and values.ndim == 1 and len(values) and isinstance(values[0], str):
            values, first = list(values), str(values[0])
        if isinstance(first, str):
            places = [float(self.names.setdefault(str(v), len(self.names))) for v in values]
            self.locator, self.formatter = FixedLocator(range(len(self.names))), FixedFormatter(list(self.names))
            return places
        if hasattr(first, "toordinal"):
            self.formatter = self.formatter or FuncFormatter(_date)
            return [v.toordinal() + (v.hour / 24 + v.minute / 1440 if hasattr(v, "hour") else 0.0) for v in values]
        return floats(values)

    def limits(self):
        log = self.scale == "log"
        artists = [a for ax in self.axes for a in ax.artists]
        data = [v for a in artists for v in (a.y if self.k else a.x) if math.isfinite(v) and (not log or v > 0)]
        lo, hi = (min(data), max(data)) if data else (1.0, 10.0) if log else (0.0, 1.0)
        if self.lim and None not in self.lim:
            return self.widened(*map(float, self.lim))
        sticky = [v for a in artists for v in a.sticky[self.k]]
        if not data:
            pass
        elif log:
            edge = (hi / lo) ** self.margin if hi > lo else 10.0
            lo, hi = lo / edge, hi * edge
        else:
            if hi == lo:
                lo, hi = (lo - abs(lo) * 0.05, hi + abs(hi) * 0.05) if lo else (-0.05, 0.05)
            edge = (hi - lo) * self.margin
            near = 1e-9 * max(abs(lo), abs(hi), edge)
            lo, hi = (v if any(abs(v - s) <= near for s in sticky) else v + e for v, e in ((lo, -edge), (hi, edge)))
        if self.lim:
            lo, hi = (d if f is None else float(f) for f, d in zip(self.lim, (lo, hi)))
        return self.widened(lo, hi)

    def widened(self, lo, hi):
        """Limits that a scale can have: apart, and above zero where it is logarithmic."""
        if self.scale == "log" and min(lo, hi) <= 0:
            lo, hi = (max(lo, hi) / 1000, max(lo, hi)) if max(lo, hi) > 0 else (1.0, 10.0)
        return (lo, hi) if lo != hi else (lo - abs(lo) * 0.05 or lo - 0.05, hi + abs(hi) * 0.05 or hi + 0.05)

    def map(self, a, b):
        """A function from data to the stretch from a to b."""
        lo, hi = self.limits()
        if self.scale == "symlog":
            def bend(v):
                return math.copysign(1 + math.log10(abs(v)), v) if abs(v) > 1 else v
            low, high = bend(lo), bend(hi)
            return lambda v: a + (bend(v) - low) / ((high - low) or 1) * (b - a)
        if self.scale == "log":
            low, high = math.log10(max(lo, 1e-300)), math.log10(max(hi, 1e-299))
            return lambda v: a + (math.log10(v) - low) / ((high - low) or 1) * (b - a) if v > 0 else math.nan
        return lambda v: a + (v - lo) / (hi - lo) * (b - a)

    def all_ticks(self, room=9):
        """The ticks of the locator, some beyond the limits perhaps."""
        lo, hi = sorted(self.limits())
        return [float(t) for t in (self.locator or AUTO[self.scale][0]).ticks(lo, hi, room)]

    def ticks(self, room=9):
        """The ticks between the limits with their names, and what stands at the axis's end."""
        lo, hi = sorted(self.limits())
        near = (hi - lo) * 1e-9
        chosen = [(i, t) for i, t in enumerate(self.all_ticks(room)) if lo - near <= t <= hi + near]
        formatter = self.formatter or AUTO[self.scale][1]
        if isinstance(formatter, FixedFormatter):
            return [(t, formatter.words(t, i)) for i, t in chosen], ""
        names, end = formatter.all([t for _, t in chosen])
        return list(zip((t for _, t in chosen), names)), end

    def minor(self):
        """Unnamed ticks of a logarithmic scale between the powers."""
        lo, hi = sorted(self.limits())
        if self.scale != "log" or self.locator or hi / lo > 1e9:
            return []
        powers = range(math.floor(math.log10(lo)), math.ceil(math.log10(hi)))
        return [v for p in powers for v in (m * 10.0 ** p for m in range(2, 10)) if lo <= v <= hi]


def _date(day, place):
    import datetime
    return str(datetime.date.fromordinal(int(day))) if 1 <= day < 3652060 else ""
