"""How a cell defines magics of its own."""

__all__ = [
    "Magics", "magics_class", "line_magic", "cell_magic", "line_cell_magic",
    "register_line_magic", "register_cell_magic", "register_line_cell_magic", "needs_local_scope",
    "no_var_expand",
]


class Magics:
    def __init__(self, shell=None, **kwargs):
        self.shell = shell


def magics_class(cls):
    return cls


def needs_local_scope(func):
    return func


def no_var_expand(func):
    return func


def _marker(kind):
    """A decorator for methods of a Magics class, with or without a name."""
    def decorate(arg):
        def mark(func, name=None):
            func._magic = (kind, name or func.__name__)
            return func
        return mark(arg) if callable(arg) else lambda func: mark(func, arg)
    return decorate


def _registrar(kind):
    """A decorator that registers a function at once, with or without a name."""
    def decorate(arg):
        def register(func, name=None):
            get_ipython().register_magic_function(func, kind, name)
            return func
        return register(arg) if callable(arg) else lambda func: register(func, arg)
    return decorate


line_magic, cell_magic, line_cell_magic = map(_marker, ("line", "cell", "line_cell"))
register_line_magic, register_cell_magic, register_line_cell_magic = map(_registrar, ("line", "cell", "line_cell"))
