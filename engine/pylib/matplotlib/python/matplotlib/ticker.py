"""Where ticks stand, and what is written at them."""
import math


class Locator:
    """Gives the ticks around two limits: those between them, and with some locators the next beyond."""

    def ticks(self, lo, hi, room=9):
        raise NotImplementedError

    def tick_values(self, vmin, vmax):
        import numpy as np
        return np.array(self.ticks(vmin, vmax))


class MaxNLocator(Locator):
    """Round numbers, at most nbins steps of them; "auto" is as many as there is room for.

    The steps are chosen as matplotlib.ticker.MaxNLocator chooses them.
    """

    def __init__(self, nbins=10, steps=None, integer=False, min_n_ticks=2, prune=None, **kw):
        self.nbins, self.integer, self.least = nbins, integer, min_n_ticks
        self.steps = sorted(steps or (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10))

    def ticks(self, lo, hi, room=9):
        if not hi > lo:
            return [lo]
        bins = min(max(room, self.least - 1, 1), 9) if self.nbins == "auto" else self.nbins
        middle, span = (lo + hi) / 2, hi - lo
        offset = math.copysign(10.0 ** math.floor(math.log10(abs(middle))), middle) if abs(middle) / span >= 100 else 0.0
        unit = 10.0 ** math.floor(math.log10(span / bins))
        steps = [s * unit for s in (*(0.1 * s for s in self.steps[:-1]), *self.steps, 10 * self.steps[1])]
        if self.integer:
            steps = [s for s in steps if s < 1 or abs(s - round(s)) < 0.001]
        lo, hi = lo - offset, hi - offset
        wide = next(i for i, s in enumerate(steps) if s >= span / bins)
        for step in reversed(steps[:wide + 1]):
            if self.integer and math.floor(hi) - math.ceil(lo) >= self.least - 1:
                step = max(1.0, step)
            base = lo // step * step
            near = max(1e-10, abs(offset) / step * 1e-12)
            first, last = math.floor((lo - base) / step + near), math.ceil((hi - base) / step - near)
            found = [k * step + base for k in range(first, last + 1)]
            if sum(lo <= t <= hi for t in found) >= self.least:
                break
        return [t + offset for t in found]


class AutoLocator(MaxNLocator):
    def __init__(self):
        super().__init__("auto", (1, 2, 2.5, 5, 10))


class MultipleLocator(Locator):
    def __init__(self, base=1.0):
        self.base = base

    def ticks(self, lo, hi, room=9):
        return [k * self.base for k in range(math.floor(lo / self.base + 1e-9), math.ceil(hi / self.base - 1e-9) + 1)]


class FixedLocator(Locator):
    def __init__(self, locs, nbins=None):
        self.locs = list(locs)

    def ticks(self, lo, hi, room=9):
        return self.locs


class LinearLocator(Locator):
    def __init__(self, numticks=11):
        self.numticks = numticks

    def ticks(self, lo, hi, room=9):
        return [lo + (hi - lo) * i / (self.numticks - 1) for i in range(self.numticks)]


class NullLocator(Locator):
    def ticks(self, lo, hi, room=9):
        return []


class LogLocator(Locator):
    """Powers of the base; every second or third where there is no room for all."""

    def __init__(self, base=10.0, subs=(1.0,), **kw):
        self.base = base

    def ticks(self, lo, hi, room=9):
        first, last = math.floor(math.log(lo, self.base) + 1e-12) - 1, math.ceil(math.log(hi, self.base) - 1e-12) + 1
        stride = max(1, -(-(last - first - 1) // max(room, 1)))
        return [float(self.base) ** e for e in range(first, last + 1, stride)]


class SymLogLocator(LogLocator):
    def ticks(self, lo, hi, room=9):
        top = max(abs(lo), abs(hi), 1.0)
        powers = [t for t in super().ticks(1.0, top, max(room // 2, 1)) if t >= 1]
        return [-t for t in reversed(powers)] + [0.0] + powers


class Formatter:
    def words(self, value, place):
        """What is written at one tick."""
        raise NotImplementedError

    def all(self, values):
        """What is written at ticks, and at the end of the axis."""
        return [self.words(v, i) for i, v in enumerate(values)], ""


class FuncFormatter(Formatter):
    def __init__(self, func):
        self.func = func

    def words(self, value, place):
        return str(self.func(value, place))


class StrMethodFormatter(Formatter):
    def __init__(self, fmt):
        self.fmt = fmt

    def words(self, value, place):
        return self.fmt.format(x=value, pos=place)


class FormatStrFormatter(Formatter):
    def __init__(self, fmt):
        self.fmt = fmt

    def words(self, value, place):
        return self.fmt % value


class PercentFormatter(Formatter):
    def __init__(self, xmax=100, decimals=0, symbol="%"):
        self.xmax, self.decimals, self.symbol = xmax, decimals or 0, symbol

    def words(self, value, place):
        return f"{100 * value / self.xmax:.{self.decimals}f}{self.symbol}"


class NullFormatter(Formatter):
    def words(self, value, place):
        return ""


class FixedFormatter(Formatter):
    def __init__(self, seq):
        self.seq = [str(s) for s in seq]

    def words(self, value, place):
        return self.seq[place] if place < len(self.seq) else ""


class ScalarFormatter(Formatter):
    """As many digits as tell the ticks apart; far from one, a power of ten at the axis's end."""

    def __init__(self, useOffset=None, useMathText=None, **kw):
        self.scientific, self.powers = True, (-5, 6)

    def set_scientific(self, on):
        self.scientific = on

    def set_powerlimits(self, limits):
        self.powers = limits

    def words(self, value, place):
        return f"{value:g}"

    def all(self, values):
        if not values:
            return [], ""
        largest = max(abs(v) for v in values)
        power = math.floor(math.log10(largest)) if largest else 0
        if not self.scientific or self.powers[0] < power < self.powers[1]:
            power = 0
        scaled = [v / 10.0 ** power for v in values]
        step = min((abs(b - a) for a, b in zip(scaled, scaled[1:])), default=abs(scaled[0]) or 1)
        digits = next((d for d in range(12) if abs(round(step, d) - step) <= step * 1e-3 and abs(round(scaled[0], d) - scaled[0]) <= step * 1e-3), 12)
        return [signed(f"{v + 0.0:.{digits}f}") for v in scaled], f"1e{power}".replace("-", "\u2212") if power else ""


class LogFormatter(Formatter):
    """Powers of ten, as mathematics writes them."""

    def words(self, value, place):
        if value == 0:
            return "0"
        power = math.log10(abs(value))
        sign = "-" if value < 0 else ""
        return f"${sign}10^{{{round(power)}}}$" if abs(power - round(power)) < 1e-6 else f"{value:g}"


LogFormatterMathtext = LogFormatterSciNotation = LogFormatter


def signed(number):
    """A number with a minus sign in place of a hyphen, and no sign at zero."""
    return number.replace("-", "\u2212" if float(number) else "", 1)


AUTO = {"linear": (AutoLocator(), ScalarFormatter()), "log": (LogLocator(), LogFormatter()), "symlog": (SymLogLocator(), LogFormatter())}


def nice_ticks(lo, hi, n=6):
    """Round numbers between two limits."""
    return [t for t in MaxNLocator(n, (1, 2, 2.5, 5, 10)).ticks(lo, hi) if lo - (hi - lo) * 1e-9 <= t <= hi + (hi - lo) * 1e-9]


def labels(ticks):
    names, power = ScalarFormatter().all(ticks)
    return [n + power.replace("1e", "e") if power else n for n in names]
