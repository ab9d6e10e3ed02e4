"""File names that match patterns such as *.py."""

import os
import re
from functools import lru_cache

__all__ = ['filter', 'fnmatch', 'fnmatchcase', 'translate']


@lru_cache(maxsize=256, typed=True)
def _compiled(pat):
    if isinstance(pat, bytes):
        return re.compile(translate(pat.decode('latin1')).encode('latin1')).match
    return re.compile(translate(pat)).match


def fnmatch(name, pat):
    """Whether a name matches, by the file system's rules for case."""
    return fnmatchcase(os.path.normcase(name), os.path.normcase(pat))


def fnmatchcase(name, pat):
    """Whether a name matches, case included."""
    return _compiled(pat)(name) is not None


def filter(names, pat):
    """The names that match."""
    match = _compiled(os.path.normcase(pat))
    return [name for name in names if match(name)]


def _ranges(body):
    """The inside of a [set] with its ranges in order; one that is backwards is empty."""
    parts = []
    while body:
        at = body.find('-', 1)
        if at < 0 or at == len(body) - 1:
            return ''.join(parts) + _quoted(body)
        if body[at - 1] <= body[at + 1]:
            parts.append(_quoted(body[:at]) + '-' + _quoted(body[at + 1]))
        else:
            parts.append(_quoted(body[:at - 1]))
        body = body[at + 2:]
    return ''.join(parts)


def _quoted(text):
    return re.sub(r'([\\&~|-])', r'\\\1', text)


def _set(body):
    """The regular expression of [body]."""
    negate, body = body.startswith('!'), body.removeprefix('!')
    made = _ranges(body) if '-' in body else re.sub(r'([\\&~|])', r'\\\1', body)
    if not made:
        return '.' if negate else '(?!)'
    if negate:
        return '[^%s]' % made
    return '[\\%s]' % made if made[0] in '^[' else '[%s]' % made


def translate(pat):
    """The regular expression of a pattern."""
    parts, i = [], 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == '*':
            if not parts or parts[-1] is not None:
                parts.append(None)
        elif c == '?':
            parts.append('.')
        elif c == '[':
            j = i + (pat[i:i + 1] == '!')
            j = pat.find(']', j + (pat[j:j + 1] == ']'))
            if j < 0:
                parts.append('\\[')
            else:
                parts.append(_set(pat[i:j]))
                i = j + 1
        else:
            parts.append(re.escape(c))
    return '(?s:%s)\\Z' % _joined(parts)


def _joined(parts):
    """Parts with None for '*': each but the last takes as little as it can, and never goes back."""
    texts = ['']
    for part in parts:
        if part is None:
            texts.append('')
        else:
            texts[-1] += part
    first, *rest = texts
    if not rest:
        return first
    *middle, last = rest
    return first + ''.join('(?>.*?%s)' % text for text in middle) + '.*' + last
