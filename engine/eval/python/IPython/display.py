"""Objects that know how to show themselves, and display() itself."""
import os

try:
    from builtins import clear_output, display, update_display
except ImportError:  # a script has no notebook around it
    def display(*objs, **options):
        for obj in objs:
            print(repr(obj))

    def update_display(obj, *, display_id=None, **options):
        print(repr(obj))

    def clear_output(wait=False):
        print("\033[2K\r", end="")

__all__ = [
    "HTML", "SVG", "Markdown", "Latex", "Math", "JSON", "Image", "Pretty", "Code", "Javascript",
    "CapturedIO", "DisplayHandle", "clear_output", "display", "update_display",
]


class DisplayObject:
    """Holds data in one representation; subclasses say which."""

    _binary = False

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if isinstance(data, os.PathLike):
            filename, data = os.fspath(data), None
        elif isinstance(data, str) and filename is None and url is None:
            if data.startswith(("http://", "https://")):
                url = data
            elif len(data) < 1024 and os.path.exists(data):
                filename, data = data, None
        if url is not None:
            raise ValueError("a notebook of this course has no network; give data or a filename")
        if filename is not None:
            with open(filename, "rb" if self._binary else "r") as f:
                data = f.read()
        self.data = data
        self.filename = filename
        self.metadata = metadata or {}

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"


class Pretty(DisplayObject):
    def __repr__(self):
        return str(self.data)


class HTML(DisplayObject):
    def _repr_html_(self):
        return self.data


class Markdown(DisplayObject):
    def _repr_markdown_(self):
        return self.data


class Latex(DisplayObject):
    def _repr_latex_(self):
        return self.data


class Math(DisplayObject):
    def _repr_latex_(self):
        return f"$\\displaystyle {self.data.strip('$')}$"


class SVG(DisplayObject):
    def _repr_svg_(self):
        return self.data


class JSON(DisplayObject):
    def _repr_json_(self):
        return self.data


class Javascript(DisplayObject):
    """Scripts do not run in this notebook; the source is shown."""

    def __repr__(self):
        return str(self.data)


class Code(DisplayObject):
    def __init__(self, data=None, url=None, filename=None, language=None):
        super().__init__(data, url, filename)
        self.language = language or "python"

    def _repr_markdown_(self):
        return f"```{self.language}\n{self.data}\n```"


class Image(DisplayObject):
    _binary = True

    def __init__(self, data=None, url=None, filename=None, format=None, width=None, height=None, alt=None):
        super().__init__(data, url, filename)
        self.format = (format or (self.filename or "png").rsplit(".", 1)[-1]).lower()
        if not isinstance(self.data, (bytes, bytearray)):
            raise FileNotFoundError(f"No such file or directory: {self.data!r}")
        self.width, self.height, self.alt = width, height, alt

    def _repr_mimebundle_(self, include=None, exclude=None):
        mime = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg"}.get(self.format)
        if mime is None:
            raise ValueError(f"Cannot embed the '{self.format}' image format")
        return {mime: self.data, "text/plain": self.alt or repr(self)}


class DisplayHandle:
    """What display(…, display_id=True) would hand back: updates one display."""

    def __init__(self, display_id):
        self.display_id = display_id

    def display(self, obj, **kwargs):
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj, **kwargs):
        update_display(obj, display_id=self.display_id)


class CapturedIO:
    """What %%capture NAME keeps of a cell's output."""

    def __init__(self, stdout, stderr):
        self.stdout, self.stderr, self.outputs = stdout, stderr, []

    def __str__(self):
        return self.stdout

    def show(self):
        import sys
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)

    __call__ = show
