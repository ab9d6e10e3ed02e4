"""Shell words."""

import re

__all__ = ['split', 'quote', 'join']

_safe = re.compile(r'[a-zA-Z0-9@%_\-+=:,./]+')


def quote(s):
    """The word quoted for a shell."""
    if s and _safe.fullmatch(s):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'" if s else "''"


def join(split_command):
    return ' '.join(map(quote, split_command))


def split(s, comments=False, posix=True):
    """The words of a command line."""
    words, word, state = [], None, ''
    i = 0
    while i < len(s):
        c = s[i]
        i += 1
        if state:
            if c == state:
                state = ''
            elif c == '\\' and state == '"' and s[i:i + 1] in ('"', '\\'):
                word += s[i]
                i += 1
            else:
                word += c
        elif c in ' \t\r\n':
            if word is not None:
                words.append(word)
                word = None
        elif c in '\'"':
            state, word = c, word or ''
        elif c == '\\':
            if i == len(s):
                raise ValueError('No escaped character')
            word = (word or '') + s[i]
            i += 1
        elif c == '#' and comments and word is None:
            i = (s.find('\n', i) + 1) or len(s)
        else:
            word = (word or '') + c
    if state:
        raise ValueError('No closing quotation')
    return words if word is None else words + [word]
