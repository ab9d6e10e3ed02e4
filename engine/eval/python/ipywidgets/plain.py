"""Controls for text and for yes or no, buttons, and what only shows."""

from traitlets import Bool, CBool, CInt, CaselessStrEnum, Unicode

from .widget import Callbacks, CoreWidget, DescriptionStyle, DescriptionWidget, DOMWidget, Given, Style, ValueWidget

kinds = ["primary", "success", "info", "warning", "danger", ""]


class ButtonStyle(Style):
    button_color = Unicode(None).tag(sync=True)
    font_family = Unicode(None).tag(sync=True)
    font_size = Unicode(None).tag(sync=True)
    font_style = Unicode(None).tag(sync=True)
    font_variant = Unicode(None).tag(sync=True)
    font_weight = Unicode(None).tag(sync=True)
    text_color = Unicode(None).tag(sync=True)
    text_decoration = Unicode(None).tag(sync=True)


class CheckboxStyle(DescriptionStyle):
    pass


class TextStyle(DescriptionStyle):
    pass


class Button(DOMWidget, CoreWidget):
    """A button. What on_click is given is called with the button when it is pressed."""

    description = Unicode("").tag(sync=True)
    disabled = Bool(False).tag(sync=True)
    icon = Unicode("").tag(sync=True)
    button_style = CaselessStrEnum(kinds, "").tag(sync=True)
    style = Given(ButtonStyle).tag(sync=True)

    def __init__(self, **kwargs):
        self._clicked = Callbacks()
        super().__init__(**kwargs)

    def on_click(self, callback, remove=False):
        self._clicked.register_callback(callback, remove=remove)

    def click(self):
        self._clicked(self)

    def _touched(self, event, value):
        if event == "click":
            self.click()


class _Bool(DescriptionWidget, ValueWidget, CoreWidget):
    value = Bool(False).tag(sync=True)
    disabled = Bool(False).tag(sync=True)

    def __init__(self, value=None, **kwargs):
        super().__init__(**({} if value is None else {"value": value}), **kwargs)


class Checkbox(_Bool):
    """A box to be ticked."""
    indent = Bool(True).tag(sync=True)
    style = Given(CheckboxStyle).tag(sync=True)


class ToggleButton(_Bool):
    """A button that stays pressed."""
    icon = Unicode("").tag(sync=True)
    button_style = CaselessStrEnum(kinds, "").tag(sync=True)


class Valid(_Bool):
    """Says whether something is right."""
    readout = Unicode("Invalid").tag(sync=True)


class _String(DescriptionWidget, ValueWidget, CoreWidget):
    value = Unicode("").tag(sync=True)
    placeholder = Unicode("\u200b").tag(sync=True)

    def __init__(self, value=None, **kwargs):
        super().__init__(**({} if value is None else {"value": value}), **kwargs)


class Label(_String):
    """A line of text."""


class HTML(_String):
    """Markup."""


class HTMLMath(_String):
    """Markup with formulas."""


class Textarea(_String):
    """A box for lines of text."""
    rows = CInt(None).tag(sync=True)
    disabled = Bool(False).tag(sync=True)
    continuous_update = Bool(True).tag(sync=True)
    style = Given(TextStyle).tag(sync=True)


class Text(_String):
    """A box for a line of text. What on_submit is given is called when Enter is pressed."""

    disabled = Bool(False).tag(sync=True)
    continuous_update = Bool(True).tag(sync=True)
    style = Given(TextStyle).tag(sync=True)

    def __init__(self, value=None, **kwargs):
        self._submitted = Callbacks()
        super().__init__(value, **kwargs)

    def on_submit(self, callback, remove=False):
        self._submitted.register_callback(callback, remove=remove)

    def _touched(self, event, value):
        super()._touched("set", value)
        if event == "submit":
            self._submitted(self)


class Password(Text):
    """A box whose text is not shown."""

    def _repr_keys(self):
        return (name for name in super()._repr_keys() if name != "value")


class ColorPicker(DescriptionWidget, ValueWidget, CoreWidget):
    """A box for a colour."""
    value = Unicode("black").tag(sync=True)
    concise = Bool(False).tag(sync=True)
    disabled = Bool(False).tag(sync=True)
