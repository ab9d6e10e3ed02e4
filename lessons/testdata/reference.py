"""Runs the cells of the course that need no GPU in the real PyTorch, and writes what they print.

    python3 lessons/testdata/reference.py

writes testdata/torch/LESSON@cpu.golden, in the format of the other golden files,
with the cells that ran. Cells that ask for CUDA, for the shell or for a package that
is not installed, and cells that build on them, are listed on stderr and left out.
"""

import ast
import builtins
import contextlib
import io
import os
import re
import symtable
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
CELL = re.compile(r"^```\{code-cell\} python\n(.*?)^```$", re.M | re.S)
SHELL = re.compile(r"^\s*(!|%%)|= *!|nvidia-smi", re.M)
ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


def cells(path):
    """(id, kind, exercise it belongs to, code, what its error must contain) of each cell of a file."""
    for body in CELL.findall(path.read_text(encoding="utf-8")):
        if body.startswith("---\n"):
            head, _, code = body[4:].partition("\n---\n")
            code = "" if head.endswith("\n---\n") else code
        else:
            lines = body.splitlines(keepends=True)
            n = next((i for i, l in enumerate(lines) if not l.startswith(":")), len(lines))
            head, code = "".join(lines[:n]), "".join(lines[n:])
        def setting(key, head=head):
            m = re.search(r"\b%s: ([\w-]+)" % key, head)
            return m.group(1) if m else None
        errors = re.findall(r'expect_error: (?:"((?:[^"\\]|\\.)*)"|([^},\n]+))', head)
        yield setting("id"), setting("kind") or "demo", setting("for"), code.rstrip(), [(a or b).replace('\\"', '"') for a, b in errors]


def run(code, space):
    """What a cell prints and displays, and the exception it ended with."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            tree = ast.parse(code)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, "<cell>", "exec"), space)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), space)
                if value is not None:
                    print(repr(value))
        except Exception as e:
            return out.getvalue(), e
    return out.getvalue(), None


def drew():
    """Whether a figure was drawn: a notebook shows it below the cell, which here nobody does."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    figures = pyplot.get_fignums() if pyplot else []
    for n in figures:
        pyplot.close(n)
    return bool(figures)


def touched(code):
    """The names that a cell gives a value, and those whose methods it calls."""
    names = {s.get_name() for s in symtable.symtable(code, "<cell>", "exec").get_symbols() if s.is_assigned()}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            names.add(node.func.value.id)
    return names - set(dir(builtins))


def used(code):
    """The global names that a cell, or a function in it, refers to."""
    names, tables = set(), [symtable.symtable(code, "<cell>", "exec")]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        top = table.get_type() == "module"
        names |= {s.get_name() for s in table.get_symbols() if s.is_referenced() and (top or s.is_global())}
    return names


def lesson(path):
    """The golden parts of one lesson, and the cells that could not be run."""
    name = path.name.split(".")[0]
    solutions = {c[2]: c[3] for c in cells(HERE.parent / f"{name}.solution.md")}
    space, parts, left, lacking = {"__name__": "__main__"}, [], [], set()
    for id, kind, _, code, errors in cells(path):
        if kind in ("quiz", "tests"):
            continue
        code = solutions.get(id, code)
        if SHELL.search(code):
            left.append(id)
            lacking.update(re.findall(r"^(?:def )?(\w+)(?: = !|\()", code, re.M))
            continue
        text, error = run(code, space)
        line = traceback.format_exception_only(type(error), error)[-1] if error else ""
        if lacking & used(code) or (error and not any(e in line for e in errors)) or (errors and not error):
            left.append(id)
            lacking.update(n for n in touched(code) if not isinstance(space.get(n), type(ast)))
            continue
        if kind in ("demo", "predict") and not drew():
            parts.append(f"-- {id} --\n{ADDRESS.sub('0x…', text + line)}")
    return parts, left


def main():
    warnings.simplefilter("ignore")
    target = HERE / "torch"
    os.chdir(tempfile.mkdtemp())
    target.mkdir(exist_ok=True)
    for old in target.glob("*.golden"):
        old.unlink()
    ran = total = 0
    for path in sorted(HERE.parent.glob("*.en.md")):
        name = path.name.split(".")[0]
        parts, left = lesson(path)
        ran, total = ran + len(parts), total + len(parts) + len(left)
        if parts:
            (target / f"{name}@cpu.golden").write_text("".join(parts), encoding="utf-8")
        if left:
            print(f"{name}: not run: {' '.join(left)}", file=sys.stderr)
    print(f"{ran} of {total} cells run by the real PyTorch")


if __name__ == "__main__":
    main()
