"""File names that match patterns such as *.py."""

import re
from functools import lru_cache

__all__ = ['filter', 'fnmatch', 'fnmatchcase', 'translate']


@lru_cache(maxsize=256)
def _compiled(pat):
    return re.compile(translate(pat)).match


def fnmatch(name, pat):
    return fnmatchcase(name, pat)


def fnmatchcase(name, pat):
    return _compiled(pat)(name) is not None


def filter(names, pat):
    match = _compiled(pat)
    return [name for name in names if match(name)]


def translate(pat):
    """The regular expression of a pattern."""
    i, n, out = 0, len(pat), ''
    while i < n:
        c = pat[i]
        i += 1
        if c == '*':
            out += '.*'
        elif c == '?':
            out += '.'
        elif c == '[':
            j = pat.find(']', i + 1 + (pat[i:i + 1] in ('!', ']')))
            if j < 0:
                out += r'\['
                continue
            body = pat[i:j].replace('\\', r'\\')
            i = j + 1
            out += '[%s]' % ('^' + body[1:] if body.startswith('!') else body)
        else:
            out += re.escape(c)
    return r'(?s:%s)\Z' % out
