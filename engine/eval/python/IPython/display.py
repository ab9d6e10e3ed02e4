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
    "Audio", "Code", "DisplayHandle", "DisplayObject", "FileLink", "FileLinks", "GeoJSON", "HTML", "IFrame", "Image",
    "JSON", "Javascript", "Latex", "Markdown", "Math", "Pretty", "ProgressBar", "SVG", "TextDisplayObject", "Video", "YouTubeVideo",
    "clear_output", "display", "update_display", "publish_display_data", "display_html", "display_javascript", "display_jpeg",
    "display_json", "display_latex", "display_markdown", "display_pdf", "display_png", "display_pretty", "display_svg",
    "set_matplotlib_formats", "set_matplotlib_close",
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


class TextDisplayObject(DisplayObject):
    pass


class Pretty(TextDisplayObject):
    def __repr__(self):
        return str(self.data)


class HTML(TextDisplayObject):
    def _repr_html_(self):
        return self.data


class Markdown(TextDisplayObject):
    def _repr_markdown_(self):
        return self.data


class Latex(TextDisplayObject):
    def _repr_latex_(self):
        return self.data


class Math(Latex):
    def _repr_latex_(self):
        return f"$\\displaystyle {self.data.strip('$')}$"


class SVG(DisplayObject):
    def _repr_svg_(self):
        return self.data


class JSON(DisplayObject):
    def __init__(self, data=None, url=None, filename=None, expanded=False, metadata=None, root="root", **kwargs):
        super().__init__(data, url, filename, {"expanded": expanded, "root": root, **kwargs, **(metadata or {})})
        if isinstance(self.data, str):
            import json
            self.data = json.loads(self.data)

    def _repr_json_(self):
        return self.data


class Javascript(DisplayObject):
    """Scripts do not run in this notebook; the source is shown."""

    def __repr__(self):
        return str(self.data)


class GeoJSON(JSON):
    pass


class Code(TextDisplayObject):
    def __init__(self, data=None, url=None, filename=None, language=None):
        super().__init__(data, url, filename)
        self.language = language or "python"

    def __repr__(self):
        return str(self.data)

    def _repr_markdown_(self):
        return f"```{self.language}\n{self.data}\n```"


class Image(DisplayObject):
    _binary = True
    _kinds = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
    _beginnings = {"png": b"\x89PNG", "jpeg": b"\xff\xd8", "gif": b"GIF8", "webp": b"RIFF"}

    def __init__(self, data=None, url=None, filename=None, format=None, embed=None, width=None, height=None,
                 retina=False, unconfined=False, metadata=None, alt=None):
        if data is None and url is None and filename is None:
            raise ValueError("No image data found. Expecting filename, url, or data.")
        super().__init__(data, url, filename, metadata)
        if not isinstance(self.data, (bytes, bytearray)):
            raise FileNotFoundError(f"No such file or directory: {self.data!r}")
        self.format = (format or self._format()).lower()
        if self.format not in self._kinds:
            raise ValueError(f"Cannot embed the '{self.format}' image format")
        self.width, self.height, self.alt = width, height, alt

    def _format(self):
        for name, beginning in self._beginnings.items():
            if self.data.startswith(beginning):
                return name
        return (self.filename or "png").rsplit(".", 1)[-1]

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = {self._kinds[self.format]: self.data}
        if self.alt:
            data["text/plain"] = self.alt
        return data


class IFrame:
    """Another page in a frame; it stays empty where the browser keeps the notebook from the network."""

    iframe = """
        <iframe
            width="{width}"
            height="{height}"
            src="{src}{params}"
            frameborder="0"
            allowfullscreen
            {extras}
        ></iframe>
        """

    def __init__(self, src, width, height, extras=None, **kwargs):
        self.src, self.width, self.height, self.params = src, width, height, kwargs
        self.extras = extras or []

    def _repr_html_(self):
        from urllib.parse import urlencode
        params = "?" + urlencode(self.params) if self.params else ""
        return self.iframe.format(src=self.src, width=self.width, height=self.height, params=params, extras=" ".join(self.extras))


class YouTubeVideo(IFrame):
    def __init__(self, id, width=400, height=300, allow_autoplay=False, **kwargs):
        super().__init__(f"https://www.youtube.com/embed/{id}", width, height, **kwargs)
        self.id = id


class Audio(DisplayObject):
    """Sound: samples between -1 and 1 (or scaled to that), or the bytes of a file."""

    _binary = True

    def __init__(self, data=None, filename=None, url=None, embed=None, rate=None, autoplay=False, normalize=True, *, element_id=None):
        self.autoplay, self.element_id = autoplay, element_id
        self.mimetype = "audio/wav"
        if data is not None and not isinstance(data, (bytes, str)):
            if rate is None:
                raise ValueError("rate must be specified when data is a numpy array or list of audio samples.")
            data = _wav(data, rate, normalize)
        super().__init__(data, url, filename)
        if self.filename:
            import mimetypes
            self.mimetype = mimetypes.guess_type(self.filename)[0] or self.mimetype

    def _repr_html_(self):
        import base64
        autoplay = 'autoplay="autoplay"' if self.autoplay else ""
        name = f'id="{self.element_id}"' if self.element_id else ""
        source = f"data:{self.mimetype};base64,{base64.b64encode(self.data).decode()}"
        return f"""
                <audio {name} controls="controls" {autoplay}>
                    <source src="{source}" type="{self.mimetype}" />
                    Your browser does not support the audio element.
                </audio>
              """


def _wav(data, rate, normalize):
    """Samples, one channel or a sequence of two, as a WAV file of 16 bits."""
    import array
    import struct
    channels = [list(c) for c in data] if hasattr(data[0], "__len__") else [list(data)]
    top = max((abs(x) for c in channels for x in c), default=0)
    if not normalize:
        if top > 1:
            raise ValueError("Audio data must be between -1 and 1 when normalize=False.")
        top = 1
    scale = 32767 / (top or 1)
    samples = array.array("h", [int(x * scale) for frame in zip(*channels) for x in frame]).tobytes()
    n = len(channels)
    return (struct.pack("<4sI4s4sIHHIIHH", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, 1, n, rate, rate * 2 * n, 2 * n, 16)
            + struct.pack("<4sI", b"data", len(samples)) + samples)


class Video(DisplayObject):
    _binary = True

    def __init__(self, data=None, url=None, filename=None, embed=False, mimetype=None, width=None, height=None, html_attributes="controls"):
        if not embed and (data or filename):
            raise ValueError("To embed videos, you must pass embed=True (this may make your notebook files huge)\n"
                             "Consider passing Video(url='...')")
        super().__init__(data, url, filename)
        self.mimetype, self.width, self.height, self.html_attributes = mimetype or "video/mp4", width, height, html_attributes

    def _repr_html_(self):
        import base64
        size = "".join(f' {name}="{n}"' for name, n in (("width", self.width), ("height", self.height)) if n)
        return (f'<video {self.html_attributes}{size}>\n <source src="data:{self.mimetype};base64,'
                f'{base64.b64encode(self.data).decode()}" type="{self.mimetype}">\n Your browser does not support the video tag.\n </video>')


class FileLink:
    """The path of a file; what is below the notebook has no address of its own."""

    def __init__(self, path, url_prefix="", result_html_prefix="", result_html_suffix="<br>"):
        if os.path.isdir(path):
            raise ValueError(f"Cannot display a directory using FileLink. Use FileLinks to display '{path}'.")
        self.path = path

    def __repr__(self):
        return os.path.abspath(self.path) if os.path.exists(self.path) else f"Path ({self.path}) doesn't exist. It may still be in the process of being generated, or you may have the incorrect path."


class FileLinks(FileLink):
    def __init__(self, path, url_prefix="", included_suffixes=None, recursive=True, **kwargs):
        if not os.path.isdir(path):
            raise ValueError("Cannot display a file using FileLinks. Use FileLink to display '%s'." % path)
        self.path, self.included_suffixes, self.recursive = path, included_suffixes, recursive

    def __repr__(self):
        lines = []
        for folder, folders, files in os.walk(self.path):
            lines.append(folder + "/")
            lines += ["  " + f for f in sorted(files) if not self.included_suffixes or f.endswith(tuple(self.included_suffixes))]
            if not self.recursive:
                break
        return "\n".join(lines)


class ProgressBar:
    """A bar that moves to each new value of progress; iterating over it counts."""

    def __init__(self, total):
        self.total, self._progress, self._handle = total, 0, DisplayHandle()

    def __repr__(self):
        done = int(60 * self._progress / (self.total or 1))
        return f"[{'=' * done}{' ' * (60 - done)}] {self._progress}/{self.total}"

    def _repr_html_(self):
        return f"<progress style='width:60ex' max='{self.total}' value='{self._progress}'></progress>"

    def display(self):
        self._handle.display(self)

    def update(self):
        self._handle.update(self)

    @property
    def progress(self):
        return self._progress

    @progress.setter
    def progress(self, value):
        self._progress = value
        self.update()

    def __iter__(self):
        self.display()
        for i in range(self.total):
            self.progress = i
            yield i
        self.progress = self.total


class DisplayHandle:
    """What display(…, display_id=True) hands back: updates one display."""

    def __init__(self, display_id=None):
        if display_id is None:
            import uuid
            display_id = uuid.uuid4().hex
        self.display_id = display_id

    def __repr__(self):
        return f"<{type(self).__name__} display_id={self.display_id}>"

    def display(self, obj, **kwargs):
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj, **kwargs):
        update_display(obj, display_id=self.display_id, **kwargs)


def publish_display_data(data, metadata=None, source=None, *, transient=None, **kwargs):
    display(data, metadata=metadata, raw=True, **({"display_id": transient["display_id"]} if transient else {}))


def _only(mime):
    """display() of one representation."""
    def show(*objs, raw=False, metadata=None):
        for obj in objs:
            if raw:
                publish_display_data({mime: obj}, metadata)
            else:
                display(obj, include=["text/plain", mime])
    return show


display_pretty = _only("text/plain")
display_html = _only("text/html")
display_markdown = _only("text/markdown")
display_svg = _only("image/svg+xml")
display_png = _only("image/png")
display_jpeg = _only("image/jpeg")
display_latex = _only("text/latex")
display_json = _only("application/json")
display_javascript = _only("application/javascript")
display_pdf = _only("application/pdf")


def set_matplotlib_formats(*formats, **kwargs):
    """Accepted: figures are SVG."""


def set_matplotlib_close(close=True):
    """Accepted: figures are closed at the end of a cell."""


def __getattr__(name):
    if name in ("CapturedIO", "RichOutput"):
        from .utils import capture
        return getattr(capture, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
