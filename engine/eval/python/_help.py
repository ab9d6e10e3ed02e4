"""What help and completion ask of an object. None stands for what it does not have."""

import inspect


def signature(x):
    try:
        return str(inspect.signature(x))
    except (TypeError, ValueError):
        return None


def arguments(x):
    """The parameters that can be given by name."""
    try:
        params = inspect.signature(x).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p.name for p in params if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]


def doc(x):
    if not (callable(x) or inspect.ismodule(x)) and '__doc__' not in getattr(x, '__dict__', ()):
        return None
    return inspect.getdoc(x)


def source(x):
    try:
        return inspect.getsource(x)
    except (OSError, TypeError):
        return None


def file(x):
    try:
        return inspect.getfile(inspect.unwrap(x))
    except (OSError, TypeError):
        return None
