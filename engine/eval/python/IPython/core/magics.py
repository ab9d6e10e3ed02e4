"""The magics of a notebook: functions of the shell and of what follows the name, and for
cell magics of the text below."""

import sys
from importlib import import_module

from .arguments import flags_first, options
from .error import UsageError

line = {}  # by name: function(shell, line)
cell = {}  # by name: function(shell, line, cell)

unexpanded = {"time", "timeit", "pinfo", "pinfo2", "psearch", "system", "sx", "capture"}  # take $ and { as they are
empty = {"writefile", "file", "capture", "cuda"}  # cell magics that may stand over nothing


def _line(*names):
    def register(func):
        for name in names or (func.__name__,):
            line[name] = func
        return func
    return register


def _cell(*names):
    def register(func):
        for name in names:
            cell[name] = func
        return func
    return register


# Names


def _user_names(shell, types=""):
    """The names that cells have bound, sorted; with types only those of their values."""
    wanted = types.split()
    return sorted(n for n, v in shell.user_ns.items()
                  if not n.startswith("_") and (not wanted or type(v).__name__ in wanted))


@_line()
def who_ls(shell, text):
    return _user_names(shell, text)


def _none(text):
    print("No variables match your requested type." if text else "Interactive namespace is empty.")


@_line()
def who(shell, text):
    names = _user_names(shell, text)
    if not names:
        return _none(text)
    for i, name in enumerate(names, 1):
        print(name + "\t", end=" " if i % 9 else " \n")
    print()


@_line()
def whos(shell, text):
    names = _user_names(shell, text)
    if not names:
        return _none(text)
    values = [shell.user_ns[n] for n in names]
    kinds = [type(v).__name__ for v in values]
    width = max(len("Variable"), *map(len, names)) + 3
    kind_width = max(len("Type"), *map(len, kinds)) + 3
    print(f"{'Variable':{width}}{'Type':{kind_width}} Data/Info")
    print("-" * (width + kind_width + len("Data/Info") + 1))
    for name, kind, value in zip(names, kinds, values):
        print(f"{name:{width}}{kind:{kind_width}} {_summary(kind, value)}")


def _summary(kind, value):
    if kind in ("dict", "list", "tuple"):
        return f"n={len(value)}"
    if kind == "ndarray":
        shape = "x".join(map(str, value.shape))
        text = f"{shape}: {value.size} elems, type `{value.dtype}`, {value.nbytes} bytes"
        for unit, size in ("Mb", 1 << 20), ("kb", 1 << 10):
            if value.nbytes >= max(size, 100000):
                return f"{text} ({value.nbytes / size} {unit})"
        return text
    try:
        text = str(value).replace("\n", "\\n")
    except Exception:
        return f"<object with id {id(value)} (str() failed)>"
    return text if len(text) < 50 else text[:25] + "<...>" + text[-25:]


@_line()
def reset(shell, text):
    """Delete what cells have bound; asks first, unless -f is given."""
    found, rest = options(text, "fs", ("aggressive",))
    if "f" not in found and input("Once deleted, variables cannot be recovered. Proceed (y/[n])? ").lower() not in ("y", "yes"):
        print("Nothing done.")
        return
    kinds = rest.split()
    if not kinds or "out" in kinds:
        if kinds:
            print("Flushing output cache (%d entries)" % len(Out))
        Out.clear()
    if not kinds:
        for name in list(shell.user_ns):
            if not name.startswith("__"):
                del shell.user_ns[name]


@_line()
def reset_selective(shell, text):
    import re
    found, pattern = options(text, "f")
    for name in [n for n in shell.user_ns if re.search(pattern, n) and n in _user_names(shell)]:
        del shell.user_ns[name]


@_line()
def xdel(shell, text):
    name = options(text, "n")[1]
    if name not in shell.user_ns:
        print(f"NameError: name {name!r} is not defined")
        return
    del shell.user_ns[name]


@_line()
def psearch(shell, text):
    """Names that match a pattern, in the object before its last dot or among all names."""
    import builtins
    import fnmatch
    pattern = text.split()[0] if text else ""
    path, _, last = pattern.rpartition(".")
    names = dir(eval(path, shell.user_ns)) if path else {*shell.user_ns, *dir(builtins)}
    found = sorted(n for n in names if fnmatch.fnmatchcase(n.lower(), last.lower()) and (last.startswith("_") or not n.startswith("_")))
    print("\n".join(path + "." + n if path else n for n in found))


# Help


def _pinfo(detail):
    def info(shell, text):
        name = text.lstrip("%")
        magic = shell.cell_magics.get(name) if text.startswith("%%") else shell.line_magics.get(name)
        if text.startswith("%") and magic:
            import inspect
            print("Docstring:", inspect.getdoc(magic) or f"The magic {text}.")
        else:
            shell._kernel.help(text, detail)
    return info


line["pinfo"], line["pinfo2"] = _pinfo(0), _pinfo(1)


def _object(shell, text):
    try:
        return eval(text, shell.user_ns)
    except Exception:
        raise UsageError(f"Object `{text}` not found.") from None


@_line()
def pdef(shell, text):
    import inspect
    try:
        print(f" {text}{inspect.signature(_object(shell, text))} ")
    except (TypeError, ValueError):
        print(f"No definition header found for {text}")


@_line()
def pdoc(shell, text):
    import inspect
    print(inspect.getdoc(_object(shell, text)) or f"No documentation found for {text}")


@_line()
def psource(shell, text):
    import inspect
    try:
        print(inspect.getsource(_object(shell, text)), end="")
    except (OSError, TypeError):
        print(f"No source found for {text}")


@_line()
def pfile(shell, text):
    import inspect
    try:
        with open(inspect.getfile(_object(shell, text))) as f:
            print(f.read(), end="")
    except (OSError, TypeError):
        print(f"No file found for {text}")


@_line("lsmagic", "magic", "quickref")
def lsmagic(shell, text):
    print("Available line magics:\n" + "  ".join("%" + n for n in sorted(shell.line_magics)))
    print("\nAvailable cell magics:\n" + "  ".join("%%" + n for n in sorted(shell.cell_magics)))


@_line()
def alias_magic(shell, text):
    found, rest = options(text, "lcp:", ("line", "cell"))
    name, target = rest.split()[:2]
    name, target = name.lstrip("%"), target.lstrip("%")
    if target not in shell.line_magics and target not in shell.cell_magics:
        raise UsageError(f"`%{target}` is not a magic function.")
    for table, mark, kind in (shell.line_magics, "%", "line"), (shell.cell_magics, "%%", "cell"):
        if target in table:
            table[name] = table[target]
            print(f"Created `{mark}{name}` as an alias for `{mark}{target}`.")


# How things are shown


@_line("pprint")
def toggle_pretty(shell, text):
    print("Pretty printing has been turned", "ON" if shell._kernel.toggle_pretty() else "OFF")


@_line()
def precision(shell, text):
    """How floats are shown: a number of digits, a format, or nothing for repr."""
    from ..lib import pretty
    template = "%r" if not text else f"%.{text}f" if text.isdigit() else text
    try:
        template % 3.14159
    except Exception:
        raise ValueError(f"Precision must be int or format string, not {text!r}") from None
    pretty.for_type(float, (lambda x, p, cycle: p.text(template % x)) if text else pretty.by_repr)
    shell._kernel.look_at_floats(bool(text))
    if "numpy" in sys.modules and (text.isdigit() or not text):
        sys.modules["numpy"].set_printoptions(precision=int(text or 8))
    return template


@_line()
def xmode(shell, text):
    modes = ("Plain", "Context", "Verbose", "Minimal")
    mode = text.capitalize() or modes[(modes.index(shell._kernel.mode()) + 1) % 4]
    if mode not in modes:
        raise ValueError(f"Unrecognized mode in FormattedTB: <{text}>\nValid modes: {list(modes)}")
    shell._kernel.mode(mode)
    print("Exception reporting mode:", mode)


@_line()
def config(shell, text):
    """InteractiveShell.ast_node_interactivity = …; other settings are accepted."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name:
        print("Available objects for config:\n    InlineBackend\n    InteractiveShell")
        return
    if not equals or "." not in name:
        raise UsageError(f"Invalid config statement: {text!r}, should be `Class.trait = value`.")
    if name == "InteractiveShell.ast_node_interactivity":
        type(shell).ast_node_interactivity = eval(value)


@_line()
def tb(shell, text):
    if getattr(sys, "last_value", None) is None:
        print("No traceback available to show.")
    else:
        print(shell._kernel.traceback(sys.last_value), end="")


# Extensions: those of IPython that make no difference here are accepted

_extensions = {"autoreload", "storemagic", "tensorboard", "line_profiler", "memory_profiler"}


@_line("load_ext", "reload_ext")
def load_ext(shell, text):
    if not text:
        raise UsageError("Missing module name.")
    if text in _extensions:
        return
    module = import_module(text)
    if not hasattr(module, "load_ipython_extension"):
        print(f"The {text} module is not an IPython extension.")
        return
    module.load_ipython_extension(shell)


def _accepted(shell, text):
    pass


for _name in ("matplotlib", "pylab", "unload_ext", "autoreload", "aimport", "colors", "gui", "autoawait", "automagic"):
    line[_name] = _accepted


# Time, files and commands: modules that are imported when they are needed


def _later(module, table, kind, names):
    def late(name):
        return lambda *args: getattr(import_module("IPython.core." + module), kind)[name](*args)
    table.update((name, late(name)) for name in names.split())


_later("timing", line, "line", "time timeit")
_later("timing", cell, "cell", "time timeit")
_later("profiling", line, "line", "prun")
_later("profiling", cell, "cell", "prun")
_later("files", line, "line", "pwd cd pushd popd dirs env set_env system sx run load loadpy pycat save history hist rerun "
       "page less more ls ll cat mkdir rm rmdir cp mv pip conda head tail wc")
_later("names", line, "line", "macro alias unalias")
_later("files", cell, "cell", "bash sh script system sx ! writefile file")


# Output and displays


@_cell("capture")
def capture(shell, text, source):
    """Keep the output of a cell in a variable, or drop it."""
    from ..utils.capture import capture_output
    found, name = options(flags_first(text), "", ("no-stdout", "no-stderr", "no-display"))
    with capture_output(*("no-" + kind not in found for kind in ("stdout", "stderr", "display"))) as kept:
        value = shell._kernel.below(source)
        if value is not None:
            display(value)
    if name:
        shell.user_ns[name] = kept


def _shown(kind):
    def show(shell, text, source):
        import IPython.display
        display(getattr(IPython.display, kind)(source))
    return show


for _name, _kind in {"html": "HTML", "HTML": "HTML", "svg": "SVG", "SVG": "SVG", "markdown": "Markdown",
                     "latex": "Latex", "javascript": "Javascript", "js": "Javascript"}.items():
    cell[_name] = _shown(_kind)


@_cell("python", "python3")
def python(shell, text, source):
    return shell._kernel.below(source)


@_cell("step")
def step(shell, text, source):
    """Run the cell and show it statement by statement."""
    return shell._kernel.step(source)


@_cell("cuda")
def cuda(shell, text, source):
    return shell._kernel.cuda(text, source)
