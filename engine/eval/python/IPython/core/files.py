"""The magics for files, folders, the environment, commands and earlier cells."""

import os
import sys

from .arguments import flags_first, options
from .error import UsageError


# Folders and the environment


def pwd(shell, text):
    return os.getcwd()


def cd(shell, text):
    found, target = options(text, "qb")
    target = target.strip("'\"")
    if target == "-":
        if not shell.before:
            raise UsageError("%cd -: No previous directory to change to.")
        target = shell.before[-1]
    here = os.getcwd()
    try:
        os.chdir(os.path.expanduser(target or "~"))
    except OSError as error:
        print(error)
    else:
        shell.before.append(here)
    if "q" not in found:
        print(os.getcwd())


def pushd(shell, text):
    shell.user_ns.setdefault("_dirs", []).insert(0, os.getcwd())
    cd(shell, text)


def popd(shell, text):
    stack = shell.user_ns.get("_dirs")
    if not stack:
        raise UsageError("%popd on empty stack")
    cd(shell, stack.pop(0))


def dirs(shell, text):
    return shell.user_ns.get("_dirs", [])


def env(shell, text):
    if not text:
        return dict(os.environ)
    if "=" in text or " " in text:
        return set_env(shell, text)
    if text not in os.environ:
        raise UsageError(f"Environment does not have key: {text}")
    return os.environ[text]


def set_env(shell, text):
    name, mark, value = text.partition("=" if "=" in text else " ")
    name, value = name.strip(), value.strip()
    if not name or not mark:
        raise UsageError("usage is 'set_env var=val'")
    if " " in name:
        raise UsageError("refusing to set env var with whitespace: '%s'" % name)
    os.environ[name] = value
    print(f"env: {name}={value}")


# Commands


def command(name):
    """A magic that is a command of the shell."""
    return lambda shell, text: shell.system(f"{name} {text}".strip(), 0)


def output(shell, text, source=""):
    return shell.getoutput(text + source, _stack_depth=2)


def script(shell, text, source):
    """%%bash [--out NAME] [--err NAME] [--no-raise-error]: run a cell as a shell script."""
    found, _ = options(text, "", ("out=", "err=", "no-raise-error", "bg"))
    if "out" in found or "err" in found or sys.stdout is not sys.__stdout__:
        status, out, err = shell._kernel.output(source)
        for name, text, stream in ("out", out, sys.stdout), ("err", err, sys.stderr):
            if name in found:
                shell.user_ns[found[name]] = text
            else:
                stream.write(text)
    else:
        status = shell._kernel.system(source)
    if status and "no-raise-error" not in found:
        from subprocess import CalledProcessError
        raise CalledProcessError(status, source.encode())


def script_of(shell, text, source):
    """%%script PROGRAM: only shells are there."""
    program, _, rest = text.partition(" ")
    if program not in ("bash", "sh"):
        raise UsageError(f"Couldn't find program: {program!r}" if program else "%%script needs the name of a program.")
    script(shell, rest, source)


# Files


def _name(text):
    if not text:
        raise UsageError("the following arguments are required: filename")
    return os.path.expanduser(text.strip("'\""))


def writefile(shell, text, source):
    found, rest = options(flags_first(text), "a", ("append",))
    name = _name(rest)
    append = bool(found)
    if append:
        verb = "Appending to"
    else:
        verb = "Overwriting" if os.path.exists(name) else "Writing"
    print(verb, name)
    with open(name, "a" if append else "w", encoding="utf-8") as f:
        f.write(source)


def _read(text):
    name = _name(text)
    try:
        with open(name, encoding="utf-8") as f:
            return f.read()
    except FileNotFoundError:
        raise OSError(f"File `{name!r}` not found.") from None


def load(shell, text):
    """Show a file's text, to be copied into a cell."""
    source = _read(text)
    shell.set_next_input(source)


def run(shell, text):
    """%run [-i] [-n] NAME [ARGUMENT…]: a program, or a notebook; what it binds stays. Only with -i
    does it see what cells have bound."""
    import shlex
    found, rest = options(text, "intdpeGN:")
    words = shlex.split(rest)
    if not words:
        raise UsageError("%run: missing filename")
    if not os.path.splitext(words[0])[1]:
        words[0] += ".py"
    source = _read(words[0])
    if words[0].endswith(".ipynb"):
        return _run_notebook(shell, source)
    path = os.path.abspath(words[0])
    own = {"__name__": os.path.splitext(os.path.basename(path))[0] if "n" in found else "__main__", "__file__": path}
    names = shell.user_ns if "i" in found else own
    argv, sys.argv = sys.argv, words
    try:
        exec(compile(source, path, "exec"), names)
    except SystemExit as end:
        if end.code not in (None, 0):
            raise
    finally:
        sys.argv = argv
        if names is own:
            shell.user_ns.update((name, value) for name, value in own.items() if not name.startswith("__"))


def _run_notebook(shell, source):
    import json
    for cell in json.loads(source)["cells"]:
        if cell["cell_type"] == "code":
            shell.run_cell("".join(cell["source"]))


def save(shell, text):
    """%save [-a] [-f] NAME RANGE…: earlier cells as a file."""
    found, rest = options(text, "arf")
    name, _, ranges = rest.partition(" ")
    name = _name(name)
    if not os.path.splitext(name)[1]:
        name += ".py"
    source = "".join(text.rstrip("\n") + "\n" for _, text in _chosen(ranges))
    with open(name, "a" if "a" in found else "w", encoding="utf-8") as f:
        f.write(source)
    print(f"The following commands were written to file `{name}`:")
    print(source, end="")


def _chosen(ranges):
    """The cells of "3 5-7"; all of them for no range."""
    last = len(In) - 1
    if not ranges.strip():
        return [(n, In[n]) for n in range(1, last + 1)]
    chosen = []
    for word in ranges.replace(":", "-").split():
        first, dash, end = word.partition("-")
        if not all(number.isdecimal() for number in (first, end) if number) or not (first or dash):
            raise UsageError(f"{word!r} names no cells: write their numbers, as in 3 5-7.")
        numbers = range(int(first or 1), (int(end) if end else last - 1) + 1 if dash else int(first) + 1)
        chosen += [(n, In[n]) for n in numbers if 0 < n <= last]
    return chosen


def history(shell, text):
    """%history [-n] [-o] [-g PATTERN] [-l N] [-f FILE] [RANGE…]: cells that have run."""
    import fnmatch
    found, rest = options(text, "noptug:l:f:")
    cells = _chosen(rest)
    if "g" in found:
        pattern = f"*{found['g']}{' ' + rest if rest else ''}*"
        cells = [(n, source) for n, source in _chosen("") if fnmatch.fnmatchcase(source, pattern)]
    elif "l" in found:
        cells = _chosen("")[:-1][-int(found["l"] or 10):]
    text = "".join(_entry(found, n, source.rstrip("\n")) for n, source in cells)
    if "f" in found:
        with open(found["f"], "w") as f:
            f.write(text)
        return
    print(text, end="")


def _entry(found, n, source):
    text = source + "\n"
    if "n" in found or "g" in found:
        text = f"{n:4}:{chr(10) if chr(10) in source else ' '}{source}\n"
    if "o" in found and n in Out:
        text += repr(Out[n]) + "\n"
    return text


def rerun(shell, text):
    for _, source in _chosen(text) if text else _chosen("")[-2:-1]:
        print("=== Executing: ===\n" + source.rstrip("\n") + "\n=== Output: ===")
        shell.run_cell(source)


line = {
    "pwd": pwd, "cd": cd, "pushd": pushd, "popd": popd, "dirs": dirs, "env": env, "set_env": set_env,
    "system": output, "sx": output, "run": run, "load": load, "loadpy": load, "pycat": load, "save": save,
    "history": history, "hist": history, "rerun": rerun, "ll": command("ls -l"),
}
line.update({name: command(name) for name in ("ls", "cat", "mkdir", "rm", "rmdir", "cp", "mv", "pip", "conda", "head", "tail", "wc")})
line["page"] = line["less"] = line["more"] = command("cat")

cell = {
    "bash": script, "sh": script, "script": script_of, "system": output, "sx": output, "!": output,
    "writefile": writefile, "file": writefile,
}
