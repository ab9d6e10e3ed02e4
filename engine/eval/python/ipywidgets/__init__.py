"""Controls in the notebook: what code written for ipywidgets 8 uses of it.

The page draws them; what the learner does to one comes back as a small run of its callbacks."""

from traitlets import dlink, link

from .boxes import Accordion, Box, GridBox, HBox, Stack, Tab, VBox
from .interaction import fixed, interact, interact_manual, interactive, interactive_output
from .numbers import (
    BoundedFloatText, BoundedIntText, FloatLogSlider, FloatProgress, FloatRangeSlider, FloatSlider, FloatText, IntProgress,
    IntRangeSlider, IntSlider, IntText, ProgressStyle, SliderStyle,
)
from .output import Output
from .plain import HTML, HTMLMath, Button, ButtonStyle, Checkbox, ColorPicker, Label, Password, Text, Textarea, ToggleButton, Valid
from .selection import Dropdown, RadioButtons, Select, SelectionSlider, SelectMultiple, ToggleButtons, ToggleButtonsStyle
from .widget import CallbackDispatcher, CoreWidget, DescriptionStyle, DOMWidget, Layout, Style, ValueWidget, Widget

__version__ = "8.1.5"

jslink, jsdlink = link, dlink  # here both ends are in Python


def __getattr__(name):
    if name == "widgets":
        import sys
        return sys.modules[__name__]
    if name[:1].isupper():
        raise AttributeError(f"module 'ipywidgets' has no attribute {name!r}; this notebook has "
                             + ", ".join(sorted(n for n, x in globals().items() if isinstance(x, type) and issubclass(x, DOMWidget))))
    raise AttributeError(f"module 'ipywidgets' has no attribute {name!r}")
