"""What get_ipython() returns: the notebook as its own code sees it.

The evaluator hands it a kernel, whose functions do what needs the evaluator: run source,
run commands, hold displays back. Magics are functions in tables; IPython.core.magics
fills them, and register_magic_function adds a learner's own.
"""

import sys

from . import absent, magics
from .error import UsageError
from ..utils.text import SList

__all__ = ["InteractiveShell"]


class InteractiveShell:
    ast_node_interactivity = "last_expr"  # or "all", "none"

    def __init__(self, kernel):
        self._kernel = kernel
        self.line_magics = dict(magics.line)
        self.cell_magics = dict(magics.cell)
        self.user_ns = self.user_global_ns = kernel.namespace()
        self.magics_manager = self
        self.magics = {"line": self.line_magics, "cell": self.cell_magics}
        self._formatter = None
        self.aliases = {}
        self.before = []  # folders that %cd - and %popd go back to

    @property
    def execution_count(self):
        return self._kernel.count()

    @property
    def display_formatter(self):
        if self._formatter is None:
            from .formatters import DisplayFormatter
            self._formatter = DisplayFormatter(self._kernel)
        return self._formatter

    def get_ipython(self):
        return self

    # Magics

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        magic = self.line_magics.get(magic_name)
        if magic is None:
            more = ""
            if magic_name in self.cell_magics:
                more = f" (But cell magic `%%{magic_name}` exists, did you mean that instead?)"
            elif magic_name in absent.line:
                raise UsageError(f"`%{magic_name}` is not offered: {absent.line[magic_name]}.")
            raise UsageError(f"Line magic function `%{magic_name}` not found{more}.")
        frame = sys._getframe(_stack_depth)
        if magic_name not in magics.unexpanded:
            line = self._expand(line, frame)
        return magic(self, line)

    def run_cell_magic(self, magic_name, line, cell):
        magic = self.cell_magics.get(magic_name)
        if magic is None:
            more = ""
            if magic_name in self.line_magics:
                more = f" (But line magic `%{magic_name}` exists, did you mean that instead?)"
            elif magic_name in absent.cell:
                raise UsageError(f"`%%{magic_name}` is not offered: {absent.cell[magic_name]}.")
            raise UsageError(f"Cell magic `%%{magic_name}` not found{more}.")
        if not cell and magic_name not in magics.empty:
            hint = ""
            if magic_name in self.line_magics:
                hint = f" Did you mean the line magic %{magic_name} (single %)?"
            raise UsageError(f"%%{magic_name} is a cell magic, but the cell body is empty.{hint}")
        if magic_name not in magics.unexpanded:
            line = self._expand(line, None)
        return magic(self, line, cell)

    def magic(self, arg_s):
        name, _, line = arg_s.lstrip("%").partition(" ")
        return self.run_line_magic(name, line.strip(), 2)

    def find_line_magic(self, magic_name):
        return self.line_magics.get(magic_name)

    def find_cell_magic(self, magic_name):
        return self.cell_magics.get(magic_name)

    def register_magic_function(self, func, magic_kind="line", magic_name=None):
        name = magic_name or func.__name__
        if magic_kind in ("line", "line_cell"):
            self.line_magics[name] = lambda shell, line: func(line)
        if magic_kind == "cell":
            self.cell_magics[name] = lambda shell, line, cell: func(line, cell)
        if magic_kind == "line_cell":
            self.cell_magics[name] = lambda shell, line, cell: func(line, cell)

    def register_magics(self, *classes):
        """Register the marked methods of IPython.core.magic.Magics classes or instances."""
        for c in classes:
            c = c(self) if isinstance(c, type) else c
            for name in dir(type(c)):
                mark = getattr(getattr(type(c), name), "_magic", None)
                if mark:
                    self.register_magic_function(getattr(c, name), *mark)

    # Code

    def transform_cell(self, raw_cell):
        return self._kernel.python(raw_cell)

    def run_cell(self, raw_cell, store_history=False, silent=False):
        value = self._kernel.run(raw_cell, "<run_cell>")
        if value is not None:
            display(value)

    def ex(self, cmd):
        self._kernel.run(cmd, "<ex>")

    def ev(self, expr):
        return self._kernel.run(expr, "<ev>")

    def push(self, variables, interactive=True):
        self.user_ns.update(variables)

    def showtraceback(self, *args, **kwargs):
        print(self._kernel.traceback(sys.exception()), end="", file=sys.stderr)

    def set_next_input(self, text, replace=False):
        print(text, end="" if text.endswith("\n") else "\n")

    # Commands

    def system(self, cmd, _stack_depth=1):
        cmd = self._expand(cmd, sys._getframe(_stack_depth))
        if sys.stdout is sys.__stdout__:
            status = self._kernel.system(cmd)
        else:  # something holds the output back: %%capture, redirect_stdout
            status, out, err = self._kernel.output(cmd)
            sys.stdout.write(out)
            sys.stderr.write(err)
        self.user_ns["_exit_code"] = status

    def getoutput(self, cmd, split=True, depth=0, _stack_depth=1):
        cmd = self._expand(cmd, sys._getframe(_stack_depth))
        status, out, err = self._kernel.output(cmd)
        self.user_ns["_exit_code"] = status
        return SList((out + err).splitlines()) if split else out + err

    def var_expand(self, cmd, depth=0):
        return self._expand(cmd, sys._getframe(depth + 1))

    def _expand(self, text, frame):
        """Replace {expression} and $name by values; text that is no such template stays."""
        if "{" not in text and "$" not in text:
            return text
        from .template import Template
        names = dict(self.user_ns)
        if frame is not None and frame.f_locals is not frame.f_globals:
            names.update(frame.f_locals)
        try:
            return Template(names).format(text)
        except Exception:
            return text
