"""Words of a shell, and of small languages like it."""

import io
import os
import re
import sys
from collections import deque

__all__ = ['shlex', 'split', 'quote', 'join']

_unsafe = re.compile(r'[^\w@%+=:,./-]', re.ASCII)


class shlex:
    """Cuts text into tokens: words, quoted texts and single characters."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        self.instream = io.StringIO(instream) if isinstance(instream, str) else instream or sys.stdin
        self.infile = infile if instream is not None else None
        self.posix = posix
        self.eof = None if posix else ''
        self.commenters = '#'
        self.wordchars = 'abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'
        if posix:
            self.wordchars += 'ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'
        self.whitespace = ' \t\r\n'
        self.whitespace_split = False
        self.quotes, self.escape, self.escapedquotes = '\'"', '\\', '"'
        self.pushback, self.filestack, self.source = deque(), deque(), None
        self.lineno, self.debug, self.token = 1, 0, ''
        self.state = ' '  # None at the end; else ' ', 'a' for a word, 'c' for punctuation, a quote or an escape
        self._punctuation_chars = '();<>|&' if punctuation_chars is True else punctuation_chars or ''
        self._returned = deque()  # characters read too far
        if punctuation_chars:
            self.wordchars += '~-./*?='
            self.wordchars = ''.join(c for c in self.wordchars if c not in self._punctuation_chars)

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        """Puts a token back."""
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Reads another text first."""
        if isinstance(newstream, str):
            newstream = io.StringIO(newstream)
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile, self.instream, self.lineno = newfile, newstream, 1

    def pop_source(self):
        """Goes back to the text before."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = ' '

    def get_token(self):
        """The next token, or eof."""
        if self.pushback:
            return self.pushback.popleft()
        raw = self.read_token()
        if self.source is not None:
            while raw == self.source:
                spec = self.sourcehook(self.read_token())
                if spec:
                    self.push_source(spec[1], spec[0])
                raw = self.get_token()
        while raw == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            raw = self.get_token()
        return raw

    def _next(self):
        c = self._returned.pop() if self._returned else self.instream.read(1)
        if c == '\n':
            self.lineno += 1
        return c

    def _skip_comment(self):
        self.instream.readline()
        self.lineno += 1

    def read_token(self):
        """The next token of the text itself."""
        quoted = False
        self._after_escape = ' '
        while self.state is not None:
            c = self._next()
            if self.state == ' ':
                ended = self._between_words(c)
            elif self.state in self.quotes:
                quoted = True
                ended = self._in_quotes(c)
            elif self.state in self.escape:
                ended = self._escaped(c)
            else:
                ended = self._in_word(c, quoted)
            if ended and (self.token or self.posix and quoted or self.state is None):
                break
        result, self.token = self.token, ''
        return None if self.posix and not quoted and not result else result

    def _between_words(self, c):
        """Takes a character outside words; true where a token ends."""
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            return bool(self.token)
        if c in self.commenters:
            self._skip_comment()
        elif self.posix and c in self.escape:
            self._after_escape, self.state = 'a', c
        elif c in self.wordchars:
            self.token, self.state = c, 'a'
        elif c in self._punctuation_chars:
            self.token, self.state = c, 'c'
        elif c in self.quotes:
            if not self.posix:
                self.token = c
            self.state = c
        elif self.whitespace_split:
            self.token, self.state = c, 'a'
        else:
            self.token = c
            return True
        return False

    def _in_quotes(self, c):
        if not c:
            raise ValueError('No closing quotation')
        if c == self.state:
            if not self.posix:
                self.token += c
                self.state = ' '
                return True
            self.state = 'a'
        elif self.posix and c in self.escape and self.state in self.escapedquotes:
            self._after_escape, self.state = self.state, c
        else:
            self.token += c
        return False

    def _escaped(self, c):
        if not c:
            raise ValueError('No escaped character')
        if self._after_escape in self.quotes and c != self.state and c != self._after_escape:
            self.token += self.state
        self.token += c
        self.state = self._after_escape
        return False

    def _in_word(self, c, quoted):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            self.state = ' '
            return bool(self.token) or self.posix and quoted
        if c in self.commenters:
            self._skip_comment()
            if not self.posix:
                return False
            self.state = ' '
            return bool(self.token) or quoted
        if self.state == 'c':
            if c in self._punctuation_chars:
                self.token += c
                return False
            if c not in self.whitespace:
                self._returned.append(c)
            self.state = ' '
            return True
        if self.posix and c in self.quotes:
            self.state = c
        elif self.posix and c in self.escape:
            self._after_escape, self.state = 'a', c
        elif (c in self.wordchars or c in self.quotes
              or self.whitespace_split and c not in self._punctuation_chars):
            self.token += c
        else:
            if self._punctuation_chars:
                self._returned.append(c)
            else:
                self.pushback.appendleft(c)
            self.state = ' '
            return bool(self.token) or self.posix and quoted
        return False

    def sourcehook(self, newfile):
        """The name and the open file that a token names."""
        if newfile[:1] == '"':
            newfile = newfile[1:-1]
        if isinstance(self.infile, str) and not os.path.isabs(newfile):
            newfile = os.path.join(os.path.dirname(self.infile), newfile)
        return newfile, open(newfile)

    def error_leader(self, infile=None, lineno=None):
        """The beginning of a message about a place."""
        return '"%s", line %d: ' % (infile or self.infile, lineno or self.lineno)

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


def split(s, comments=False, posix=True):
    """The words of a command line."""
    if s is None:
        import warnings
        warnings.warn("Passing None for 's' to shlex.split() is deprecated.", DeprecationWarning, stacklevel=2)
    words = shlex(s, posix=posix)
    words.whitespace_split = True
    if not comments:
        words.commenters = ''
    return list(words)


def quote(s):
    """The word quoted for a shell."""
    if not s:
        return "''"
    return "'" + s.replace("'", "'\"'\"'") + "'" if _unsafe.search(s) else s


def join(split_command):
    """The command line of some words."""
    return ' '.join(map(quote, split_command))
