"""How callbacks are shown."""

import functools
import inspect
import reprlib


def _get_function_source(func):
    func = inspect.unwrap(func)
    if inspect.isfunction(func):
        return func.__code__.co_filename, func.__code__.co_firstlineno
    if isinstance(func, functools.partial):
        return _get_function_source(func.func)
    return None


def _format_callback_source(func, args):
    text = _format_callback(func, args, None)
    source = _get_function_source(func)
    if source:
        text += f' at {source[0]}:{source[1]}'
    return text


def _format_args_and_kwargs(args, kwargs):
    items = [reprlib.repr(arg) for arg in args]
    items.extend(f'{k}={reprlib.repr(v)}' for k, v in (kwargs or {}).items())
    return f"({', '.join(items)})"


def _format_callback(func, args, kwargs, suffix=''):
    if isinstance(func, functools.partial):
        return _format_callback(func.func, func.args, func.keywords, _format_args_and_kwargs(args, kwargs) + suffix)
    name = getattr(func, '__qualname__', None) or getattr(func, '__name__', None) or repr(func)
    return name + _format_args_and_kwargs(args, kwargs) + suffix
