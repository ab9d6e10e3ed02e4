"""The text, the tree and the surroundings of a Python function."""
import ast
import builtins
import inspect
import linecache
import textwrap


class Source:
    """Where a function stands: its file with all lines, its tree with the file's line numbers, and what its names mean."""

    def __init__(self, function):
        self.function, self.name = function, function.__name__
        self.file = inspect.getfile(function)
        block, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent(''.join(block)))
        self.tree = tree.body[0]
        if not isinstance(self.tree, ast.FunctionDef):
            raise TypeError('a kernel must be written with def, %s is not' % function.__name__)
        ast.increment_lineno(tree, first - 1)
        self.lines = [line.rstrip('\n') for line in linecache.getlines(self.file)]
        self.header = self.tree.lineno
        self.last = first + len(block) - 1
        self.closure = {}
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            self.closure[name] = cell

    def meaning(self, name):
        """What a name that is no variable of the function stands for."""
        if name in self.closure:
            return self.closure[name].cell_contents
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return getattr(builtins, name)  # AttributeError: there is none
