"""Where ticks stand, and what is written at them."""
import math


class Locator:
    """Gives the ticks between two limits."""

    def ticks(self, lo, hi):
        raise NotImplementedError


class MaxNLocator(Locator):
    def __init__(self, nbins=10, integer=False, **kw):
        self.nbins, self.integer = 9 if nbins == "auto" else nbins, integer

    def ticks(self, lo, hi):
        from matplotlib.artist import nice_ticks
        found = nice_ticks(lo, hi, self.nbins)
        return [t for t in found if t == int(t)] if self.integer else found


AutoLocator = MaxNLocator


class MultipleLocator(Locator):
    def __init__(self, base=1.0):
        self.base = base

    def ticks(self, lo, hi):
        return [k * self.base for k in range(math.ceil(lo / self.base - 1e-9), math.floor(hi / self.base + 1e-9) + 1)]


class FixedLocator(Locator):
    def __init__(self, locs, nbins=None):
        self.locs = list(locs)

    def ticks(self, lo, hi):
        return self.locs


class NullLocator(Locator):
    def ticks(self, lo, hi):
        return []


class FuncFormatter:
    def __init__(self, func):
        self.func = func

    def words(self, value, place):
        return str(self.func(value, place))


class StrMethodFormatter:
    def __init__(self, fmt):
        self.fmt = fmt

    def words(self, value, place):
        return self.fmt.format(x=value, pos=place)


class FormatStrFormatter:
    def __init__(self, fmt):
        self.fmt = fmt

    def words(self, value, place):
        return self.fmt % value


class PercentFormatter:
    def __init__(self, xmax=100, decimals=0, symbol="%"):
        self.xmax, self.decimals, self.symbol = xmax, decimals or 0, symbol

    def words(self, value, place):
        return f"{100 * value / self.xmax:.{self.decimals}f}{self.symbol}"


class NullFormatter:
    def words(self, value, place):
        return ""


class ScalarFormatter:
    def words(self, value, place):
        return f"{value:g}"

    def set_scientific(self, on):
        pass
