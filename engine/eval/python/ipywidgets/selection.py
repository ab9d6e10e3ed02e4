"""Controls that choose from options."""

from collections.abc import Iterable, Mapping

from traitlets import Any, Bool, CInt, CaselessStrEnum, Int, TraitError, Tuple, Unicode, observe, validate

from .numbers import Slides
from .plain import kinds
from .widget import CoreWidget, DescriptionStyle, DescriptionWidget, Given, ValueWidget


def exhausted(x):
    return tuple(x) if isinstance(x, Iterable) and not isinstance(x, Mapping) else x


def pairs(options):
    """Options as (label, value): of a mapping, of pairs, or of values alone."""
    listed = tuple(options.items() if isinstance(options, Mapping) else options)
    if all(isinstance(x, (list, tuple)) and len(x) == 2 for x in listed):
        return tuple((str(label), value) for label, value in listed)
    return tuple((str(x), x) for x in listed)


class Chooses(DescriptionWidget, ValueWidget, CoreWidget):
    """What controls for one and for several options share."""

    options = Any(())
    _options_labels = Tuple(Unicode(), read_only=True).tag(sync=True)
    disabled = Bool(False).tag(sync=True)
    _begun = False

    def __init__(self, *args, **kwargs):
        self.equals = kwargs.pop("equals", lambda x, y: x == y)
        if args:
            kwargs["options"] = args[0]
        kwargs["options"] = exhausted(kwargs.get("options", ()))
        self._offer(kwargs["options"])
        self._first(kwargs)
        super().__init__(**kwargs)
        self._begun = True

    def _offer(self, options):
        offered = pairs(options)
        self.set_trait("_options_labels", tuple(label for label, _ in offered))
        self._options_values = tuple(value for _, value in offered)

    def _first(self, kwargs):
        """What is chosen when nothing is said."""

    @validate("options")
    def _validate_options(self, proposal):
        value = exhausted(proposal.value)
        pairs(value)
        return value

    def _find(self, value):
        for i, x in enumerate(self._options_values):
            if self.equals(x, value):
                return i
        raise TraitError("Invalid selection: value not found")

    def _state(self):
        return {**super()._state(), "options": list(self._options_labels)}

    def _set(self, index):
        self.index = index

    def _repr_keys(self):
        return iter(sorted([*super()._repr_keys(), "options"]))


class _Selection(Chooses):
    """One option."""

    value = Any(None)
    label = Unicode(None, allow_none=True)
    index = Int(None, allow_none=True).tag(sync=True)

    def _first(self, kwargs):
        if not {"index", "value", "label"} & set(kwargs):
            some = len(self._options_values) > 0
            kwargs.update(index=0 if some else None, label=self._options_labels[0] if some else None, value=self._options_values[0] if some else None)

    @observe("options")
    def _propagate_options(self, change):
        self._offer(change.new)
        if self.index is None or not self._begun:
            return
        if not self._options_values:
            self.index = None
        elif self.index == 0:
            self._notify_trait("index", 0, 0)
        else:
            self.index = 0

    @validate("index")
    def _validate_index(self, proposal):
        if proposal.value is not None and not 0 <= proposal.value < len(self._options_labels):
            raise TraitError("Invalid selection: index out of bounds")
        return proposal.value

    @observe("index")
    def _propagate_index(self, change):
        i = change.new
        self.label = None if i is None else self._options_labels[i]
        if i is None or self.value is not self._options_values[i]:
            self.value = None if i is None else self._options_values[i]

    @validate("value")
    def _validate_value(self, proposal):
        return None if proposal.value is None else self._options_values[self._find(proposal.value)]

    @observe("value")
    def _propagate_value(self, change):
        self._point(None if change.new is None else self._near(lambda i: self.equals(self._options_values[i], change.new), change.new))

    @validate("label")
    def _validate_label(self, proposal):
        if proposal.value is not None and proposal.value not in self._options_labels:
            raise TraitError("Invalid selection: label not found")
        return proposal.value

    @observe("label")
    def _propagate_label(self, change):
        if change.new is None:
            self._point(None)
        elif self.index is None or self._options_labels[self.index] != change.new:
            self._point(self._options_labels.index(change.new))

    def _near(self, fits, value):
        """Where a value stands; of equal ones, where it stands now."""
        return self.index if self.index is not None and fits(self.index) else self._find(value)

    def _point(self, index):
        if self.index != index:
            self.index = index

    def _repr_keys(self):
        return (name for name in super()._repr_keys() if name != "index" or self.index != 0)


class _MultipleSelection(Chooses):
    """Several options."""

    value = Tuple(default_value=())
    label = Tuple(default_value=())
    index = Tuple(Int(), default_value=()).tag(sync=True)

    @observe("options")
    def _propagate_options(self, change):
        self._offer(change.new)
        if self._begun:
            self.index = ()

    @validate("index")
    def _validate_index(self, proposal):
        if not all(0 <= i < len(self._options_labels) for i in proposal.value):
            raise TraitError("Invalid selection: index out of bounds")
        return proposal.value

    @observe("index")
    def _propagate_index(self, change):
        self.label = tuple(self._options_labels[i] for i in change.new)
        self.value = tuple(self._options_values[i] for i in change.new)

    @validate("value")
    def _validate_value(self, proposal):
        return tuple(self._options_values[self._find(x)] for x in proposal.value)

    @observe("value")
    def _propagate_value(self, change):
        self.index = tuple(self._find(x) for x in change.new)

    @validate("label")
    def _validate_label(self, proposal):
        if any(x not in self._options_labels for x in proposal.value):
            raise TraitError("Invalid selection: label not found")
        return proposal.value

    @observe("label")
    def _propagate_label(self, change):
        self.index = tuple(self._options_labels.index(x) for x in change.new)


class ToggleButtonsStyle(DescriptionStyle):
    button_width = Unicode("").tag(sync=True)
    font_weight = Unicode("").tag(sync=True)


class Dropdown(_Selection):
    """A list that opens."""


class RadioButtons(_Selection):
    """A knob for each option."""
    orientation = CaselessStrEnum(["horizontal", "vertical"], "vertical").tag(sync=True)


class ToggleButtons(_Selection):
    """A button for each option."""
    button_style = CaselessStrEnum(kinds, "").tag(sync=True)
    style = Given(ToggleButtonsStyle).tag(sync=True)


class Select(_Selection):
    """A list that is open."""
    rows = CInt(5).tag(sync=True)


class SelectMultiple(_MultipleSelection):
    """An open list, of which several can be chosen."""
    rows = CInt(5).tag(sync=True)

    def _state(self):
        return {**super()._state(), "chosen": list(self.index), "index": None}


class SelectionSlider(Slides, _Selection):
    """A slider over options."""

    def __init__(self, *args, **kwargs):
        if not kwargs.get("options", args[0] if args else ()):
            raise TraitError("Option list for SelectionSlider must be nonempty")
        super().__init__(*args, **kwargs)
