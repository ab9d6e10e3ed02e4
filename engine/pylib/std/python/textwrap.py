"""Paragraphs wrapped, filled, indented and dedented."""

import re

__all__ = ['TextWrapper', 'wrap', 'fill', 'dedent', 'indent', 'shorten']

_SPACES = '\t\n\x0b\x0c\r '


class TextWrapper:
    """Wraps text; the attributes are the options."""

    _space_to_blank = {ord(c): ord(' ') for c in _SPACES}
    _pieces = re.compile(r'''
        ( [\t\n\x0b\x0c\r ]+
        | (?<=[\w!"'&.,?]) -{2,} (?=\w)
        | [^\t\n\x0b\x0c\r ] (?:
            [^\t\n\x0b\x0c\r ]*? (?:
                -(?: (?<=[^\d\W]{2}-) | (?<=[^\d\W]-[^\d\W]-)) (?= [^\d\W] -? [^\d\W])
              | (?=[\t\n\x0b\x0c\r ]|\Z)
              | (?<=[\w!"'&.,?]) (?=-{2,}\w)
            ))
        )''', re.VERBOSE)
    _simple = re.compile(r'([\t\n\x0b\x0c\r ]+)')
    _sentence_end = re.compile(r'[a-z][\.\!\?][\"\']?\Z')

    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _split(self, text):
        pattern = self._pieces if self.break_on_hyphens else self._simple
        return [piece for piece in pattern.split(text) if piece]

    def _chunks(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(self._space_to_blank)
        chunks = self._split(text)
        if self.fix_sentence_endings:
            for i in range(len(chunks) - 1):
                if chunks[i + 1] == ' ' and self._sentence_end.search(chunks[i]):
                    chunks[i + 1] = '  '
        return chunks

    def _break_word(self, chunks, line, room):
        if not self.break_long_words:
            if not line:
                line.append(chunks.pop())
            return
        cut, word = room, chunks[-1]
        if self.break_on_hyphens and len(word) > room:
            hyphen = word.rfind('-', 0, room)
            if hyphen > 0 and any(c != '-' for c in word[:hyphen]):
                cut = hyphen + 1
        line.append(word[:cut])
        chunks[-1] = word[cut:]

    def wrap(self, text):
        """The lines of text, none longer than width."""
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        chunks = self._chunks(text)
        chunks.reverse()
        lines = []
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(indent)
            if self.drop_whitespace and lines and chunks[-1].strip() == '':
                chunks.pop()
            line, used = self._take_line(chunks, room)
            if not line:
                continue
            last = self.max_lines is not None and len(lines) + 1 >= self.max_lines
            rest = [c for c in chunks if c.strip()] if self.drop_whitespace and len(chunks) == 1 else chunks
            if last and rest and not (len(chunks) == 1 and not chunks[0].strip() and self.drop_whitespace and used <= room):
                self._shorten(lines, line, used, room, indent)
                break
            lines.append(indent + ''.join(line))
        return lines

    def _take_line(self, chunks, room):
        line, used = [], 0
        while chunks and used + len(chunks[-1]) <= room:
            used += len(chunks[-1])
            line.append(chunks.pop())
        if chunks and len(chunks[-1]) > room:
            self._break_word(chunks, line, room - used if room >= 1 else 1)
            used = sum(map(len, line))
        if self.drop_whitespace and line and line[-1].strip() == '':
            used -= len(line.pop())
        return line, used

    def _shorten(self, lines, line, used, room, indent):
        """Ends the last allowed line with the placeholder."""
        while line:
            if line[-1].strip() and used + len(self.placeholder) <= room:
                lines.append(indent + ''.join(line) + self.placeholder)
                return
            used -= len(line.pop())
        if lines:
            previous = lines[-1].rstrip()
            if len(previous) + len(self.placeholder) <= self.width:
                lines[-1] = previous + self.placeholder
                return
        lines.append(indent + self.placeholder.lstrip())

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    """The lines of one paragraph, none longer than width."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """The paragraph wrapped, as one string."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """The text collapsed to one line of at most width characters."""
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))


def dedent(text):
    """Takes the common leading whitespace off every line."""
    text = re.sub(r'(?m)^[ \t]+$', '', text)
    margin = None
    for indent in re.findall(r'(?m)(^[ \t]*)(?:[^ \t\n])', text):
        if margin is None:
            margin = indent
            continue
        shared = 0
        while shared < min(len(margin), len(indent)) and margin[shared] == indent[shared]:
            shared += 1
        margin = margin[:shared]
    return re.sub(r'(?m)^' + margin, '', text) if margin else text


def indent(text, prefix, predicate=None):
    """Puts prefix before every line that is not blank, or that predicate chooses."""
    chosen = predicate or (lambda line: line.strip())
    return ''.join(prefix + line if chosen(line) else line for line in text.splitlines(True))
