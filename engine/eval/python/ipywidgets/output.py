"""A place in the page for what is printed and displayed."""

import json
import sys
from functools import wraps

from IPython import get_ipython
from IPython.display import display
from traitlets import Tuple

from .widget import DOMWidget, changed, hold, mime, widgets

most = 64 << 10  # characters of text that it keeps


class _Stream:
    def __init__(self, place, name):
        self.place, self.name, self.encoding, self.errors = place, name, "utf-8", "strict"

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if text:
            self.place._print(self.name, text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False


class Output(DOMWidget):
    """Takes what is printed and displayed inside `with`."""

    outputs = Tuple().tag(sync=True)
    _clearing = False

    def __init__(self, **kwargs):
        self._before = []
        super().__init__(**kwargs)

    def __enter__(self):
        self._before.append((sys.stdout, sys.stderr, hold(self._show)))
        sys.stdout, sys.stderr = _Stream(self, "stdout"), _Stream(self, "stderr")
        return None

    def __exit__(self, kind, error, trace):
        if error is None:
            self._figures()
        sys.stdout, sys.stderr, held = self._before.pop()
        hold(held)
        if not isinstance(error, Exception) or get_ipython() is None:
            return None
        text = get_ipython()._kernel.traceback(error)
        self._add({"output_type": "error", "ename": kind.__name__, "evalue": str(error), "traceback": text.split("\n")})
        return True

    @staticmethod
    def _figures():
        if pyplot := sys.modules.get("matplotlib.pyplot"):
            pyplot.show()

    def _wipe(self):
        self._clearing = False
        self.outputs = ()

    def _add(self, output):
        if self._clearing:
            self._clearing, self.outputs = False, (output,)
        else:
            self.outputs += (output,)

    def _print(self, name, text):
        last = self.outputs[-1] if self.outputs and not self._clearing else {}
        if last.get("output_type") != "stream" or last["name"] != name:
            self._add({"output_type": "stream", "name": name, "text": kept(text)})
            return
        last["text"] = kept(last["text"] + text)
        changed(self)

    def _show(self, kind, data, display_id):
        """What the notebook would have shown."""
        if kind == "clear_output":
            self._clearing = True
            if not data["wait"]:
                self._wipe()
        elif kind == "update_display_data":
            for output in self.outputs:
                if output.get("display_id") == display_id:
                    output["data"] = data
            changed(self)
        else:
            self._add({"output_type": "display_data", "data": data, "metadata": {}, **({"display_id": display_id} if display_id else {})})

    def _repr_keys(self):
        return (name for name in super()._repr_keys() if name != "outputs")

    def _inside(self):
        shown = [widgets.get(output.get("display_id", "")) for output in self.outputs]
        return [w for w in shown if isinstance(w, DOMWidget) and w is not self]

    def _state(self):
        state = super()._state()
        state.pop("children", None)
        state["outputs"] = [self._told_output(output) for output in self.outputs]
        return state

    @staticmethod
    def _told_output(output):
        w = widgets.get(output.get("display_id", ""))
        if output["output_type"] == "display_data" and isinstance(w, DOMWidget):
            return {**output, "data": {"text/plain": output["data"].get("text/plain", ""), mime: json.dumps(w._state(), default=str)}}
        return output

    def clear_output(self, wait=False):
        self._show("clear_output", {"wait": wait}, "")

    def capture(self, clear_output=False, *clear_args, **clear_kwargs):
        """A decorator: what the function prints goes here."""
        def decorator(function):
            @wraps(function)
            def inner(*args, **kwargs):
                if clear_output:
                    self.clear_output(*clear_args, **clear_kwargs)
                with self:
                    return function(*args, **kwargs)
            return inner
        return decorator

    def append_stdout(self, text):
        self._print("stdout", text)

    def append_stderr(self, text):
        self._print("stderr", text)

    def append_display_data(self, x):
        with self:
            display(x)


def kept(text):
    if len(text) <= most:
        return text
    return f"… {len(text) - most // 2} characters are left out …\n" + text[-(most // 2):]
