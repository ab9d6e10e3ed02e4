"""Output that is held back: what %%capture and capture_output() give."""

import io
import sys


class RichOutput:
    """One display: its data by MIME type."""

    def __init__(self, data=None, metadata=None, transient=None, update=False):
        self.data, self.metadata = data or {}, metadata or {}
        self.transient, self.update = transient or {}, update

    def display(self):
        display(self.data, raw=True)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.data


class CapturedIO:
    """What a cell has printed and displayed."""

    def __init__(self, stdout, stderr, outputs=None):
        self._stdout, self._stderr, self._outputs = stdout, stderr, outputs

    def __str__(self):
        return self.stdout

    @property
    def stdout(self):
        return self._stdout.getvalue() if self._stdout else ""

    @property
    def stderr(self):
        return self._stderr.getvalue() if self._stderr else ""

    @property
    def outputs(self):
        return [RichOutput(data) for data in self._outputs or ()]

    def show(self):
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)
        for output in self.outputs:
            output.display()

    __call__ = show


class capture_output:
    """with capture_output() as c: what is printed and displayed goes to c."""

    def __init__(self, stdout=True, stderr=True, display=True):
        self.stdout, self.stderr, self.display = stdout, stderr, display

    def __enter__(self):
        self._before = sys.stdout, sys.stderr
        out = err = held = None
        if self.stdout:
            out = sys.stdout = io.StringIO()
        if self.stderr:
            err = sys.stderr = io.StringIO()
        if self.display:
            held = []
            self._held = get_ipython()._kernel.hold(held)
        return CapturedIO(out, err, held)

    def __exit__(self, *error):
        sys.stdout, sys.stderr = self._before
        if self.display:
            get_ipython()._kernel.hold(self._held)
