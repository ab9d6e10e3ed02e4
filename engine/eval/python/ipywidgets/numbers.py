"""Controls for numbers: sliders, boxes, progress bars."""

from traitlets import Bool, CFloat, CInt, CaselessStrEnum, TraitError, Tuple, Unicode, validate

from .widget import CoreWidget, DescriptionStyle, DescriptionWidget, Given, ValueWidget


def given(**options):
    return {name: value for name, value in options.items() if value is not None}


class SliderStyle(DescriptionStyle):
    handle_color = Unicode(None).tag(sync=True)


class ProgressStyle(DescriptionStyle):
    bar_color = Unicode(None).tag(sync=True)


class Slides:
    """A control that is dragged."""

    orientation = CaselessStrEnum(["horizontal", "vertical"], "horizontal").tag(sync=True)
    readout = Bool(True).tag(sync=True)
    readout_format = Unicode("d").tag(sync=True)
    continuous_update = Bool(True).tag(sync=True)
    disabled = Bool(False).tag(sync=True)
    style = Given(SliderStyle).tag(sync=True)
    behavior = CaselessStrEnum(["drag-tap", "drag-snap", "tap", "drag", "snap"], "drag-tap").tag(sync=True)


class Types:
    """A control that is typed into."""

    disabled = Bool(False).tag(sync=True)
    continuous_update = Bool(False).tag(sync=True)


class Fills:
    """A control that only shows."""

    orientation = CaselessStrEnum(["horizontal", "vertical"], "horizontal").tag(sync=True)
    bar_style = CaselessStrEnum(["success", "info", "warning", "danger", ""], "").tag(sync=True)
    style = Given(ProgressStyle).tag(sync=True)


class Number(DescriptionWidget, ValueWidget, CoreWidget):
    def __init__(self, value=None, **kwargs):
        super().__init__(**given(value=value), **kwargs)


class Bounded(Number):
    """A number between two others: a value outside is brought to the nearer one."""

    setting = "setting"

    def __init__(self, value=None, min=None, max=None, step=None, **kwargs):
        super().__init__(value, **given(min=min, max=max, step=step), **kwargs)

    def bounds(self, low, high):
        return low, high

    @validate("value")
    def _validate_value(self, proposal):
        low, high = self.bounds(self.min, self.max)
        return min(max(proposal["value"], low), high)

    @validate("min")
    def _validate_min(self, proposal):
        low = proposal["value"]
        if low > self.max:
            raise TraitError(self.setting + " min > max")
        self.value = max(self.value, self.bounds(low, low)[0])
        return low

    @validate("max")
    def _validate_max(self, proposal):
        high = proposal["value"]
        if high < self.min:
            raise TraitError("setting max < min")
        self.value = min(self.value, self.bounds(high, high)[1])
        return high


class _Int(Number):
    value = CInt(0).tag(sync=True)


class _BoundedInt(Bounded):
    value = CInt(0).tag(sync=True)
    max = CInt(100).tag(sync=True)
    min = CInt(0).tag(sync=True)


class _Float(Number):
    value = CFloat(0.0).tag(sync=True)


class _BoundedFloat(Bounded):
    setting = "Setting"
    value = CFloat(0.0).tag(sync=True)
    max = CFloat(100.0).tag(sync=True)
    min = CFloat(0.0).tag(sync=True)


class IntText(Types, _Int):
    """A box for an integer."""
    step = CInt(1).tag(sync=True)


class BoundedIntText(Types, _BoundedInt):
    """A box for an integer from min to max."""
    step = CInt(1).tag(sync=True)


class IntSlider(Slides, _BoundedInt):
    """A slider over the integers from min to max."""
    step = CInt(1).tag(sync=True)


class IntProgress(Fills, _BoundedInt):
    """A bar that shows how far something has come."""


class FloatText(Types, _Float):
    """A box for a float."""
    step = CFloat(None).tag(sync=True)


class BoundedFloatText(Types, _BoundedFloat):
    """A box for a float from min to max."""
    step = CFloat(None).tag(sync=True)


class FloatSlider(Slides, _BoundedFloat):
    """A slider over the floats from min to max."""
    step = CFloat(0.1, allow_none=True).tag(sync=True)
    readout_format = Unicode(".2f").tag(sync=True)


class FloatLogSlider(Slides, _BoundedFloat):
    """A slider whose steps are of the exponent: from base ** min to base ** max."""
    value = CFloat(1.0).tag(sync=True)
    max = CFloat(4.0).tag(sync=True)
    base = CFloat(10.0).tag(sync=True)
    step = CFloat(0.1, allow_none=True).tag(sync=True)
    readout_format = Unicode(".3g").tag(sync=True)

    def bounds(self, low, high):
        return self.base ** low, self.base ** high


class FloatProgress(Fills, _BoundedFloat):
    """A bar that shows how far something has come."""


class Range(Bounded):
    """Two numbers, the lower first."""

    def __init__(self, value=None, **kwargs):
        low, high = kwargs.get("min", 0), kwargs.get("max", 100)
        if value is None:
            value = 0.75 * low + 0.25 * high, 0.25 * low + 0.75 * high
        elif not isinstance(value, tuple):
            try:
                value = tuple(value)
            except Exception:
                raise TypeError("A 'range' must be able to be cast to a tuple. The input of type"
                                f" {type(value)} could not be cast to a tuple") from None
        super().__init__(value, **kwargs)

    @property
    def lower(self):
        return self.value[0]

    @lower.setter
    def lower(self, lower):
        self.value = lower, self.value[1]

    @property
    def upper(self):
        return self.value[1]

    @upper.setter
    def upper(self, upper):
        self.value = self.value[0], upper

    @validate("value")
    def _validate_value(self, proposal):
        lower, upper = proposal["value"]
        if upper < lower:
            raise TraitError("setting lower > upper")
        return tuple(max(min(x, self.max), self.min) for x in (lower, upper))

    @validate("min")
    def _validate_min(self, proposal):
        low = proposal["value"]
        if low > self.max:
            raise TraitError("setting min > max")
        self.value = tuple(max(low, x) for x in self.value)
        return low

    @validate("max")
    def _validate_max(self, proposal):
        high = proposal["value"]
        if high < self.min:
            raise TraitError("setting max < min")
        self.value = tuple(min(high, x) for x in self.value)
        return high


class IntRangeSlider(Slides, Range):
    """A slider for two integers."""
    value = Tuple(CInt(), CInt(), default_value=(0, 1)).tag(sync=True)
    max = CInt(100).tag(sync=True)
    min = CInt(0).tag(sync=True)
    step = CInt(1).tag(sync=True)


class FloatRangeSlider(Slides, Range):
    """A slider for two floats."""
    value = Tuple(CFloat(), CFloat(), default_value=(0.0, 1.0)).tag(sync=True)
    max = CFloat(100.0).tag(sync=True)
    min = CFloat(0.0).tag(sync=True)
    step = CFloat(0.1).tag(sync=True)
    readout_format = Unicode(".2f").tag(sync=True)
