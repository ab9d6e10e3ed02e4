"""Literals of Python; trees of programs are not offered here."""

import _ast

__all__ = ['literal_eval']


def literal_eval(node_or_string):
    """The value of a text that holds strings, bytes, numbers, tuples, lists, dicts, sets, booleans and None."""
    if not isinstance(node_or_string, str):
        raise ValueError('malformed node or string: %r' % (node_or_string,))
    return _ast.literal_eval(node_or_string.lstrip(' \t'))
