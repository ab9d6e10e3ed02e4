"""Regular expressions."""

import enum
from _re import Pattern, Match, compile as _compile_pattern

__all__ = ['match', 'fullmatch', 'search', 'sub', 'subn', 'split', 'findall', 'finditer', 'compile', 'purge', 'template',
           'escape', 'error', 'Pattern', 'Match', 'A', 'I', 'L', 'M', 'S', 'X', 'U', 'ASCII', 'IGNORECASE', 'LOCALE',
           'MULTILINE', 'DOTALL', 'VERBOSE', 'UNICODE', 'NOFLAG', 'RegexFlag']


class RegexFlag(enum.IntFlag, boundary=enum.KEEP):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    TEMPLATE = T = 1
    DEBUG = 128

    def __repr__(self):
        names, rest = [], int(self)
        for flag in type(self)._member_map_.values():
            if rest & flag.value:
                names.append('re.' + flag.name)
                rest &= ~flag.value
        if rest:
            names.append(hex(rest))
        return '|'.join(names) or 're.NOFLAG'

    __str__ = object.__str__


for _name, _flag in RegexFlag.__members__.items():
    globals()[_name] = _flag
del _name, _flag, T, TEMPLATE


class error(Exception):
    """What is wrong in a pattern, and where."""

    __module__ = 're'

    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        if pattern is not None and pos is not None:
            msg = '%s at position %d' % (msg, pos)
            newline = '\n' if isinstance(pattern, str) else b'\n'
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            if newline in pattern:
                msg = '%s (line %d, column %d)' % (msg, self.lineno, self.colno)
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


_cache = {}
_MAXCACHE = 512


def _compile(pattern, flags):
    if isinstance(flags, RegexFlag):
        flags = flags.value
    key = type(pattern), pattern, flags
    try:
        return _cache[key]
    except KeyError:
        pass
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError('cannot process flags argument with a compiled pattern')
        return pattern
    made = _compile_pattern(pattern, flags, error)
    if len(_cache) >= _MAXCACHE:
        del _cache[next(iter(_cache))]
    _cache[key] = made
    return made


def compile(pattern, flags=0):
    """Compiles a pattern for use again and again."""
    return _compile(pattern, flags)


def match(pattern, string, flags=0):
    """Matches at the start of the string."""
    return _compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Matches all of the string."""
    return _compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    """Looks through the string for the first match."""
    return _compile(pattern, flags).search(string)


def sub(pattern, repl, string, count=0, flags=0):
    """The string with the matches replaced."""
    return _compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    """The string with the matches replaced, and their number."""
    return _compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    """The string split at the matches."""
    return _compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    """Every match."""
    return _compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    """An iterator over every match."""
    return _compile(pattern, flags).finditer(string)


def purge():
    """Forgets the compiled patterns."""
    _cache.clear()


def template(pattern, flags=0):
    return _compile(pattern, flags)


class Scanner:
    """Cuts text into tokens: a list of patterns, each with what to make of a match."""

    def __init__(self, lexicon, flags=0):
        self.lexicon, self._rules = lexicon, [(_compile(phrase, flags), action) for phrase, action in lexicon]

    def scan(self, string):
        """The tokens, and the rest that no pattern matches."""
        tokens, at = [], 0
        while at < len(string):
            for pattern, action in self._rules:
                self.match = pattern.match(string, at)
                if self.match and self.match.end() > at:
                    break
            else:
                break
            at = self.match.end()
            if callable(action):
                action = action(self, self.match.group())
            if action is not None:
                tokens.append(action)
        return tokens, string[at:]


_special = {i: '\\' + chr(i) for i in b'()[]{}?*+-|^$\\.&~# \t\n\r\v\f'}


def escape(pattern):
    """The pattern with special characters escaped."""
    if isinstance(pattern, str):
        return pattern.translate(_special)
    return str(pattern, 'latin1').translate(_special).encode('latin1')
