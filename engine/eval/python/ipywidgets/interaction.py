"""Controls made from a function's arguments."""

from collections.abc import Iterable, Mapping
from enum import EnumMeta
from functools import wraps
from inspect import Parameter, getcallargs, signature
from numbers import Integral, Real

from IPython.display import clear_output, display
from traitlets import Any, HasTraits, Unicode

from .boxes import VBox
from .numbers import FloatSlider, FloatText, IntSlider, IntText
from .output import Output
from .plain import Button, Checkbox, Text
from .selection import Dropdown
from .widget import DOMWidget, ValueWidget, Widget

empty = Parameter.empty


class fixed(HasTraits):
    """An argument that has no control."""

    value = Any()
    description = Unicode("")

    def __init__(self, value, **kwargs):
        super().__init__(value=value, **kwargs)

    def get_interact_value(self):
        return self.value


def span(low, high, value=None, step=None):
    """Bounds and value of a slider, from those of them that are given."""
    if value is None:
        if low is None or high is None:
            raise ValueError(f"unable to infer range, value from: ({low}, {high}, {value})")
        width = high - low
        value = low + width / 2
        if not isinstance(value, type(width)):
            value = low + width // 2
    else:
        if not isinstance(value, Real):
            raise TypeError(f"expected a real number, got: {value!r}")
        around = (value, value + 1) if value == 0 else (-value, 3 * value) if value > 0 else (3 * value, -value)
        low, high = around[0] if low is None else low, around[1] if high is None else high
    if step is not None:
        value = low + int((value - low) / step) * step
    if not low <= value <= high:
        raise ValueError(f"value must be between min and max (min={low}, value={value}, max={high})")
    return low, high, value


def slider(numbers, **options):
    low, high, value = span(*numbers, **options)
    return (IntSlider if all(isinstance(x, Integral) for x in (*numbers, *options.values())) else FloatSlider)(value=value, min=low, max=high, **options)


class interactive(VBox):
    """Controls for the arguments of a function, which is called when one of them changes."""

    def __init__(self, __interact_f, __options={}, **kwargs):
        super().__init__(_dom_classes=["widget-interact"])
        self.result, self.args, self.kwargs, self.f = None, [], {}, __interact_f
        self.clear_output = kwargs.pop("clear_output", True)
        self.manual = __options.get("manual", False)
        self.manual_name = __options.get("manual_name", "Run Interact")
        self.auto_display = __options.get("auto_display", False)
        arguments = self.find_abbreviations(kwargs)
        try:
            signature(self.f)
        except (TypeError, ValueError):
            pass
        else:
            getcallargs(self.f, **{name: value for name, value, _ in arguments})
        self.kwargs_widgets = self.widgets_from_abbreviations(arguments)
        shown = [w for w in self.kwargs_widgets if isinstance(w, DOMWidget)]
        if self.manual:
            self.manual_button = Button(description=self.manual_name)
            shown.append(self.manual_button)
        self.out = Output()
        self.children = (*shown, self.out)
        self._listen()

    def _listen(self):
        if self.manual:
            self.manual_button.on_click(self.update)
        for w in self.kwargs_widgets:
            if not self.manual:
                w.observe(self.update, names="value")
            elif isinstance(w, Text):
                w.continuous_update = False
                w.observe(self.update, names="value")
        if not self.manual:
            self.update()

    def update(self, *args):
        """Calls the function with what the controls say."""
        self.kwargs = {}
        if self.manual:
            self.manual_button.disabled = True
        try:
            with self.out:
                if self.clear_output:
                    clear_output(wait=True)
                self.kwargs = {w._kwarg: w.get_interact_value() for w in self.kwargs_widgets}
                self.result = self.f(**self.kwargs)
                if self.auto_display and self.result is not None:
                    display(self.result)
        finally:
            if self.manual:
                self.manual_button.disabled = False

    def signature(self):
        return signature(self.f)

    def find_abbreviations(self, kwargs):
        """What stands for the control of each argument, as (name, abbreviation, default)."""
        try:
            parameters = self.signature().parameters.values()
        except (ValueError, TypeError):
            return [(name, value, value) for name, value in kwargs.items()]
        found = []
        for p in parameters:
            if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY):
                value = kwargs.pop(p.name) if p.name in kwargs else p.default if p.default is not empty else p.annotation
                if value is empty:
                    raise ValueError(f"cannot find widget or abbreviation for argument: {p.name!r}")
                found.append((p.name, value, p.default))
            elif p.kind == p.VAR_KEYWORD:
                found += [(name, kwargs.pop(name), empty) for name in list(kwargs)]
        return found

    def widgets_from_abbreviations(self, arguments):
        made = []
        for name, x, default in arguments:
            if isinstance(x, Widget) and not isinstance(x, ValueWidget):
                raise TypeError(f"{x!r} is not a ValueWidget")
            w = self.widget_from_abbrev(x, default)
            if w is None:
                raise ValueError(f"{x!r} cannot be transformed to a widget")
            if not getattr(w, "description", ""):
                w.description = name
            w._kwarg = name
            made.append(w)
        return made

    @classmethod
    def widget_from_abbrev(cls, x, default=empty):
        if isinstance(x, (ValueWidget, fixed)):
            return x
        if not isinstance(x, tuple):
            w = cls.widget_from_annotation(x) if isinstance(x, type) else None
            w = w if w is not None else cls.widget_from_single_value(x)
            if w is not None or not isinstance(x, Iterable):
                return w
        w = cls.widget_from_tuple(x) if isinstance(x, tuple) else cls.widget_from_iterable(x)
        if w is not None and default is not empty:
            try:
                w.value = default
            except Exception:
                pass  # it is none of what can be chosen
        return w

    @staticmethod
    def widget_from_single_value(x):
        if isinstance(x, str):
            return Text(value=x)
        if isinstance(x, bool):
            return Checkbox(value=x)
        if isinstance(x, Real):
            low, high, value = span(None, None, x)
            return (IntSlider if isinstance(x, Integral) else FloatSlider)(value=x, min=low, max=high)

    @staticmethod
    def widget_from_annotation(t):
        made = {str: Text, bool: Checkbox, int: IntText, Integral: IntText, float: FloatText, Real: FloatText}.get(t)
        if made:
            return made()
        if isinstance(t, EnumMeta):
            return Dropdown(options={option.name: option for option in t})

    @staticmethod
    def widget_from_tuple(x):
        if not all(isinstance(n, Real) for n in x):
            return None
        if len(x) == 2:
            return slider(x)
        if len(x) == 3:
            if x[2] <= 0:
                raise ValueError(f"step must be >= 0, not {x[2]!r}")
            return slider(x[:2], step=x[2])

    @staticmethod
    def widget_from_iterable(x):
        return Dropdown(options=x if isinstance(x, (list, dict)) else list(x.items() if isinstance(x, Mapping) else x))

    @classmethod
    def factory(cls):
        return _Factory(cls, dict(manual=False, auto_display=True, manual_name="Run Interact"))


class _Factory:
    """interact: shows the controls of a function. It decorates, too, and can be given options."""

    def __init__(self, cls, opts, kwargs={}):
        self.cls, self.opts, self.kwargs = cls, opts, kwargs

    def __call__(self, __interact_f=None, **kwargs):
        kwargs = {**self.kwargs, **kwargs}
        if __interact_f is None:
            return _Factory(self.cls, self.opts, kwargs)
        function = __interact_f
        w = self.cls(function, self.opts, **kwargs)
        try:
            function.widget = w
        except AttributeError:  # a method, or a builtin
            function = wraps(__interact_f)(lambda *args, **kwargs: __interact_f(*args, **kwargs))
            function.widget = w
        display(w)
        return function

    def widget(self, f):
        """The controls, not shown yet."""
        return self.cls(f, self.opts, **self.kwargs)

    def options(self, **kwargs):
        for name in kwargs:
            if name not in self.opts:
                raise ValueError(f"invalid option {name!r}")
        return _Factory(self.cls, {**self.opts, **kwargs}, self.kwargs)


interact = interactive.factory()
interact_manual = interact.options(manual=True, manual_name="Run Interact")


def interactive_output(f, controls):
    """Calls f when one of the controls, by argument name, changes; what it prints is in what this returns."""
    out = Output()

    def observer(change):
        kwargs = {name: w.value for name, w in controls.items()}
        with out:
            clear_output(wait=True)
            f(**kwargs)

    for w in controls.values():
        w.observe(observer, "value")
    observer(None)
    return out
