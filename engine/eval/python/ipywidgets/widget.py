"""What all controls have: an identity, a place in the page, and the way of their state there and back.

A control that is displayed is the root of a tree, which is told whole: as a display at first, as that display's
update when something in it has changed. So a page that comes back sees what it would have seen. Changes that come
quickly one after the other are told together; the notebook asks for the last of them at the end of a run (flush)."""

import json
import time
import uuid

from IPython import get_ipython
from IPython.display import display, update_display
from traitlets import Bool, Dict, HasTraits, Instance, TraitType, Tuple, Unicode, Undefined

mime = "application/vnd.gputour.widget+json"
pace = 0.05  # seconds between two updates of a display

widgets = {}    # by id
displayed = {}  # those that are roots of a display


class Callbacks:
    """Functions to be called, each once."""

    def __init__(self):
        self.callbacks = []

    def __call__(self, *args):
        for callback in list(self.callbacks):
            callback(*args)

    def register_callback(self, callback, remove=False):
        if remove and callback in self.callbacks:
            self.callbacks.remove(callback)
        elif not remove and callback not in self.callbacks:
            self.callbacks.append(callback)


CallbackDispatcher = Callbacks


class Given(Instance):
    """An instance of a class, which a dict can stand for."""

    def check(self, value):
        return self.klass(**value) if isinstance(value, dict) else super().check(value)

    def make_default(self, obj):
        return self.klass()


class Widget(HasTraits):
    """An object that the page knows, too."""

    _dom_classes = Tuple(Unicode()).tag(sync=True)

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        self._model_id = uuid.uuid4().hex
        widgets[self._model_id] = self
        return self

    @property
    def model_id(self):
        return self._model_id

    @property
    def keys(self):
        return self.trait_names(sync=True)

    @classmethod
    def close_all(cls):
        for w in list(widgets.values()):
            w.close()

    def close(self):
        """Takes the control out of the page."""
        widgets.pop(self._model_id, None)
        if displayed.pop(self._model_id, None):
            update_display({"text/plain": ""}, display_id=self._model_id, raw=True)

    def open(self):
        widgets[self._model_id] = self

    def notify_change(self, change):
        if change.type == "change" and self._held is None and self._told(change.name):
            changed(self)
        super().notify_change(change)

    def _told(self, name):
        trait = getattr(type(self), name, None)
        return isinstance(trait, TraitType) and trait.metadata.get("sync")

    def send_state(self, key=None):
        changed(self)

    def hold_sync(self):
        return self.hold_trait_notifications()

    def get_state(self, key=None):
        keys = self.keys if key is None else [key] if isinstance(key, str) else list(key)
        return {k: getattr(self, k) for k in keys}

    def set_state(self, state):
        with self.hold_trait_notifications():
            for name, value in state.items():
                if name in self.keys:
                    setattr(self, name, value)

    def _inside(self):
        """The controls that this one shows."""
        return ()

    def _state(self):
        """What the page draws."""
        state = {"id": self._model_id, "kind": type(self)._kind()}
        for name in self.keys:
            value = getattr(self, name)
            if name[0] != "_" and value is not None and name not in ("layout", "style", "children"):
                state[name] = value
        if inside := self._inside():
            state["children"] = [w._state() for w in inside]
        return state

    @classmethod
    def _kind(cls):
        """The control that a class of the learner's is drawn as."""
        return next((c.__name__ for c in cls.__mro__ if c.__module__.startswith("ipywidgets.")), cls.__name__)

    def _set(self, value):
        """The page has another value for this control."""
        self.value = value

    def _touched(self, event, value):
        if event == "set":
            self._set(value)

    def _repr_keys(self):
        for name in self.keys:
            value, trait = getattr(self, name), getattr(type(self), name)
            try:
                same = bool(value == trait.default_value)
            except Exception:
                same = False
            empty = isinstance(trait, (Tuple, Dict)) and trait.default_value is Undefined and not value
            if name in ("layout", "style") and self._plain(name, value):
                continue
            if name[0] != "_" and not same and not empty:
                yield name
        if self._dom_classes:
            yield "_dom_classes"

    def _plain(self, name, value):
        """layout, and the style of what has a description, are not shown as long as nothing is set in them."""
        return (name == "layout" or isinstance(self, DescriptionWidget)) and repr(value) == type(value).__name__ + "()"

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={getattr(self, k)!r}' for k in self._repr_keys())})"

    def _repr_mimebundle_(self, include=None, exclude=None):
        text = repr(self)
        data = {"text/plain": text if len(text) <= 110 else text[:110] + "…"}
        if isinstance(self, DOMWidget):
            data[mime] = json.dumps(self._state(), default=str)
        return data

    def _ipython_display_(self):
        if isinstance(self, DOMWidget):
            displayed[self._model_id] = self
        display(self._repr_mimebundle_(), raw=True, display_id=self._model_id)


class Layout(Widget):
    """How a control is laid out. The page keeps to width; it takes the others and lets them be."""

    names = ("align_content align_items align_self border_bottom border_left border_right border_top bottom display flex flex_flow "
             "grid_area grid_auto_columns grid_auto_flow grid_auto_rows grid_column grid_gap grid_row grid_template_areas "
             "grid_template_columns grid_template_rows height justify_content justify_items left margin max_height max_width min_height "
             "min_width object_fit object_position order overflow padding right top visibility width").split()
    for name in names:
        locals()[name] = Unicode(None).tag(sync=True)
    del name

    def __init__(self, **kwargs):
        if border := kwargs.pop("border", None):
            kwargs.update({f"border_{side}": border for side in ("top", "right", "bottom", "left")})
        super().__init__(**kwargs)


class Style(Widget):
    pass


class DescriptionStyle(Style):
    description_width = Unicode("").tag(sync=True)
    background = Unicode(None).tag(sync=True)
    font_size = Unicode(None).tag(sync=True)
    text_color = Unicode(None).tag(sync=True)


class DOMWidget(Widget):
    """A control that can be seen."""

    layout = Given(Layout).tag(sync=True)
    tooltip = Unicode(None).tag(sync=True)
    tabbable = Bool(None).tag(sync=True)

    def add_class(self, name):
        if name not in self._dom_classes:
            self._dom_classes += (name,)
        return self

    def remove_class(self, name):
        self._dom_classes = tuple(c for c in self._dom_classes if c != name)
        return self

    def focus(self):
        pass

    def blur(self):
        pass

    def _state(self):
        state = super()._state()
        if self.layout.width:
            state["width"] = self.layout.width
        if "none" in (self.layout.display, "none" if self.layout.visibility == "hidden" else None):
            state["hidden"] = True
        return state


class CoreWidget(Widget):
    pass


class ValueWidget(Widget):
    """A control that has a value."""

    def get_interact_value(self):
        return self.value

    def _repr_keys(self):
        yield "value"
        for name in super()._repr_keys():
            if name != "value":
                yield name


class DescriptionWidget(DOMWidget):
    """A control with a description beside it."""

    description = Unicode("").tag(sync=True)
    description_allow_html = Bool(False).tag(sync=True)
    style = Given(DescriptionStyle).tag(sync=True)

    def __init__(self, *args, **kwargs):
        if "description_tooltip" in kwargs:
            kwargs.setdefault("tooltip", kwargs.pop("description_tooltip"))
        super().__init__(*args, **kwargs)


waiting = {}  # controls whose change the page has not been told
told = 0.0    # when it was told last


def changed(w):
    waiting[w._model_id] = w
    if time.monotonic() - told >= pace:
        flush()


def holds(root, some):
    return root._model_id in some or any(holds(w, some) for w in root._inside())


def flush():
    """Tells the page what has changed."""
    global told
    if not waiting:
        return
    some = dict(waiting)
    waiting.clear()
    before = hold(None)  # an Output may be taking what is displayed
    try:
        for root in list(displayed.values()):
            if holds(root, some):
                update_display(root._repr_mimebundle_(), display_id=root._model_id, raw=True)
    finally:
        hold(before)
    told = time.monotonic()


def hold(taker):
    """Has taker, a function, get what would be displayed; returns the one before."""
    notebook = get_ipython()
    return notebook._kernel.hold(taker) if notebook else None


def touched(model_id, event, text):
    """What the learner did to a control; text is the value as JSON. False when there is no such control."""
    w = widgets.get(model_id)
    if w is not None:
        w._touched(event, json.loads(text) if text else None)
    return w is not None
