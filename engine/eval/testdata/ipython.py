"""Writes what IPython shows for the cells of testdata/ipython/*.txt into those files.

    /usr/bin/python3 engine/eval/testdata/ipython.py engine/eval/testdata/ipython/*.txt

A file holds sessions; a line "=== title" begins one. Below it are cells and what they show:

    --- cell            the text of a cell
    --- stdout          what it printed ("--- stdout, no newline" if the last line is not ended)
    --- result TYPE     the value of its last expression, by MIME type
    --- display TYPE    display(); update TYPE replaces one
    --- error NAME      the traceback, or what stands in its place
    --- clear           clear_output()
    --- exit

"--- differs: why" says that the notebook shows something else on purpose; what it shows
follows, and this script leaves that as it is. Needs IPython 8.5.
"""

import base64
import json
import os
import re
import sys
import tempfile

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

events = []


class Stream:
    encoding, errors = "utf-8", "strict"

    def __init__(self, name):
        self.name = name

    def write(self, text):
        if text and events and events[-1][0] == self.name:
            events[-1][1] += text
        elif text:
            events.append([self.name, text])
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


class Publisher(DisplayPublisher):
    def publish(self, data, metadata=None, source=None, *, transient=None, update=False, **kwargs):
        bundle("update" if update else "display", data)

    def clear_output(self, wait=False):
        events.append(["clear", "wait" if wait else ""])


class Hook(DisplayHook):
    def write_output_prompt(self):
        pass

    def write_format_data(self, data, metadata=None):
        bundle("result", data)

    def finish_displayhook(self):
        pass


def bundle(kind, data):
    for mime, value in sorted(data.items()):
        if isinstance(value, bytes):
            value = base64.b64encode(value).decode()
        elif not isinstance(value, str):
            value = json.dumps(value, separators=(",", ":"))
        events.append([f"{kind} {mime}", value])


def open_shell():
    InteractiveShell.clear_instance()
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "NoColor"
    shell = InteractiveShell.instance(config=config, display_pub_class=Publisher, displayhook_class=Hook)
    shell.display_formatter.active_types = shell.display_formatter.format_types
    shell.display_trap.hook = shell.displayhook
    sys.path.insert(0, "")

    def failure(kind, value, lines):
        try:
            str(value)
        except Exception:
            pass
        events.append([f"error {kind.__name__}", shell.InteractiveTB.stb2text(lines)])

    def page(self, data, *args, **kwargs):
        text = data["text/plain"] if isinstance(data, dict) else data
        Stream("stdout").write(re.sub(r"\x1b\[[0-9;]*m", "", text).rstrip("\n") + "\n")

    shell._showtraceback = failure
    shell.show_usage_error = lambda error: events.append(["error UsageError", f"UsageError: {error}"])
    shell.set_hook("show_in_pager", page, 0)
    shell.ask_exit = lambda: events.append(["exit", ""])
    return shell


def shown():
    """The events of a cell as sections."""
    for kind, text in events:
        text = re.sub(r"0x[0-9a-f]{6,}", "0xADDR", text)
        text = re.sub(r"\b[0-9a-f]{32}\b", "HEX", text)
        text = re.sub(r"(?:Cell |Input )In \[(\d+)\]", r"Cell In[\1]", text)
        text = re.sub(re.escape(os.getcwd()) + r"/<ipython-input-(\d+)-\w+>|<ipython-input-(\d+)-\w+>", r"Cell In[\1\2]", text)
        text = text.replace("\r\n", "\n")
        text = text.replace(os.getcwd(), "/home/student").replace("/private", "")
        text = re.sub(r"(?m)[ \t]+$", "", text)
        text = re.sub(r"(?m)^ +\d.*\b\d+\.\d{3}\b.*$", lambda m: re.sub(r"\b\d+\.\d{3}\b", "0.000", m[0]), text)  # a profile
        if kind in ("stdout", "stderr") and not text.endswith("\n"):
            kind += ", no newline"
        if kind.startswith("error"):
            text = re.sub(r"(?m)^([\w.]+):$", r"\1", without_ipython(text))  # an exception that says nothing
        yield f"--- {kind}\n" + (text.rstrip("\n") + "\n" if text.rstrip("\n") else "")


def without_ipython(text):
    """A traceback without the frames of IPython itself."""
    if not text.startswith("-----"):
        return text
    parts = re.split(r"(?m)^(?=(?:File|Cell) )", text)
    tail = ""
    kept = parts[:1]
    for part in parts[1:]:
        frame, blank, rest = part.partition("\n\n")
        if part.startswith("File /usr/lib/python3/dist-packages/IPython/"):
            tail = rest if blank and not re.match(r" *\d+ ", rest) else ""
        else:
            kept.append(part)
            tail = ""
    return "".join(kept) + tail


def run(name):
    out = []
    text = open(name).read()
    head, *sessions = re.split(r"(?m)^=== ", text)
    out.append(head)
    for session in sessions:
        title, _, body = session.partition("\n")
        out.append(f"=== {title}\n")
        os.chdir(tempfile.mkdtemp())
        shell = open_shell()
        for cell in re.split(r"(?m)^--- cell\n", body)[1:]:
            parts = re.split(r"(?m)^(?=--- )", cell)
            code = parts[0].removesuffix("\n")
            differs = "".join(parts[i] for i in range(len(parts)) if any(p.startswith("--- differs") for p in parts[:i + 1]))
            events.clear()
            real = sys.stdout, sys.stderr
            sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
            try:
                shell.run_cell(code, store_history=True)
            finally:
                sys.stdout, sys.stderr = real
            out.append(f"--- cell\n{code}\n" + "".join(shown()) + differs)
        sys.path.pop(0)
        for module in [m for m, x in sys.modules.items() if (getattr(x, "__file__", None) or "").startswith(tempfile.gettempdir())]:
            del sys.modules[module]
    return "".join(out)


for path in [os.path.abspath(arg) for arg in sys.argv[1:]]:
    written = run(path)
    with open(path, "w") as f:
        f.write(written)
