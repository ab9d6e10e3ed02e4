"""Controls that hold others."""

from traitlets import CInt, CaselessStrEnum, Int, Tuple, Unicode, validate

from .widget import CoreWidget, DOMWidget, Widget


class Box(DOMWidget, CoreWidget):
    """Controls one beside the other."""

    children = Tuple().tag(sync=True)
    box_style = CaselessStrEnum(["success", "info", "warning", "danger", ""], "").tag(sync=True)

    def __init__(self, children=(), **kwargs):
        super().__init__(**({"children": tuple(children)} if children else {}), **kwargs)

    @validate("children")
    def _validate_children(self, proposal):
        for x in proposal.value:
            if not isinstance(x, Widget):
                raise TypeError(f"the children of a {type(self).__name__} are controls, not {type(x).__name__}: {x!r}")
        return proposal.value

    def _inside(self):
        return [w for w in self.children if isinstance(w, DOMWidget)]


class HBox(Box):
    """Controls one beside the other."""


class VBox(Box):
    """Controls one below the other."""


class GridBox(Box):
    """Controls in a grid."""


class _Pages(Box):
    titles = Tuple(Unicode()).tag(sync=True)
    selected_index = CInt(None, allow_none=True).tag(sync=True)

    def set_title(self, index, title):
        titles = list(self.titles) + [""] * (index + 1 - len(self.titles))
        titles[index] = title
        self.titles = tuple(titles)

    def get_title(self, index):
        return self.titles[index]

    def _set(self, index):
        self.selected_index = index


class Accordion(_Pages):
    """Controls of which one is open."""


class Tab(_Pages):
    """Controls of which one is in front."""

    def __init__(self, children=(), **kwargs):
        if children:
            kwargs.setdefault("selected_index", 0)
        super().__init__(children, **kwargs)


class Stack(_Pages):
    """Controls of which one is shown."""
