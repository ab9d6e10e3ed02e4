"""How objects of classes that are not one's own are shown."""

from ..lib import pretty


class DisplayFormatter:
    """formatters["text/html"].for_type(cls, function)."""

    def __init__(self, kernel):
        self.formatters = {"text/plain": Formatter(pretty._by_type, kernel.look_at_floats)}
        for mime in ("html", "markdown", "latex"):
            self.formatters["text/" + mime] = Formatter({}, lambda on: kernel.formats(self._of))
        for mime in ("image/svg+xml", "image/png", "image/jpeg", "application/json"):
            self.formatters[mime] = Formatter({}, lambda on: kernel.formats(self._of))

    def _of(self, obj):
        """What the registered functions make of an object, by MIME type."""
        shown = {}
        for mime, formatter in self.formatters.items():
            for cls in type(obj).__mro__ if mime != "text/plain" else ():
                if cls in formatter.functions:
                    data = formatter.functions[cls](obj)
                    if data is not None:
                        shown[mime] = data
                    break
        return shown


class Formatter:
    def __init__(self, functions, used):
        self.functions, self._used = functions, used

    def for_type(self, typ, func=None):
        old = self.functions.get(typ)
        if func is not None:
            self.functions[typ] = func
            self._used(True)
        return old

    def pop(self, typ, default=None):
        return self.functions.pop(typ, default)
