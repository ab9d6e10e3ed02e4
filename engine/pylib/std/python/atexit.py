"""Functions to be called when the program ends, the last one registered first."""

import _traceback

_functions = []


def register(func, /, *args, **kwargs):
    """Has func(*args, **kwargs) called at the end; returns func, so that it decorates too."""
    if not callable(func):
        raise TypeError('the first argument must be callable')
    _functions.append((func, args, kwargs))
    return func


def unregister(func, /):
    """Forgets every registration of func."""
    _functions[:] = [entry for entry in _functions if entry[0] != func]


def _clear():
    _functions.clear()


def _ncallbacks():
    return len(_functions)


def _run_exitfuncs():
    while _functions:
        func, args, kwargs = _functions.pop()
        try:
            func(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as error:
            _traceback.ignored(error.with_traceback(error.__traceback__.tb_next), func, 'Exception ignored in atexit callback')
