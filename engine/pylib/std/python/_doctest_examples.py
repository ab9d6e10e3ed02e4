"""Examples in texts: what they are made of, how a text is read, and how their output is compared."""

import difflib
import re

_flags = {}


def register_optionflag(name):
    """The flag of an option; a new one if there is none of that name."""
    return _flags.setdefault(name, 1 << len(_flags))


_comparison = ('DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP', 'IGNORE_EXCEPTION_DETAIL')
_reporting = ('REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF', 'REPORT_ONLY_FIRST_FAILURE', 'FAIL_FAST')
for _name in _comparison + _reporting:
    globals()[_name] = register_optionflag(_name)
COMPARISON_FLAGS = sum(_flags[name] for name in _comparison)
REPORTING_FLAGS = sum(_flags[name] for name in _reporting)

BLANKLINE_MARKER = '<BLANKLINE>'
ELLIPSIS_MARKER = '...'


class Example:
    """One source with what it should print."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        def line(text):
            return text if not text or text.endswith('\n') else text + '\n'
        self.source = source if source.endswith('\n') else source + '\n'
        self.want = line(want)
        self.exc_msg = None if exc_msg is None else exc_msg if exc_msg.endswith('\n') else exc_msg + '\n'
        self.lineno = lineno
        self.indent = indent
        self.options = {} if options is None else options

    def _key(self):
        return self.source, self.want, self.lineno, self.indent, self.exc_msg

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._key() == other._key() and self.options == other.options

    def __hash__(self):
        return hash(self._key())


class DocTest:
    """The examples of one text, and the names they run with."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        if isinstance(examples, str):
            raise AssertionError('DocTest no longer accepts str; use DocTestParser instead')
        self.examples = examples
        self.docstring = docstring
        self.globs = globs.copy()
        self.name = name
        self.filename = filename
        self.lineno = lineno

    def __repr__(self):
        count = len(self.examples)
        text = 'no examples' if not count else '%d example%s' % (count, '' if count == 1 else 's')
        return '<%s %s from %s:%s (%s)>' % (type(self).__name__, self.name, self.filename, self.lineno, text)

    def _key(self):
        return self.examples, self.docstring, self.globs, self.name, self.filename, self.lineno

    def __eq__(self, other):
        return self._key() == other._key() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((self.docstring, self.name, self.filename, self.lineno))

    def __lt__(self, other):
        if not isinstance(other, DocTest):
            return NotImplemented
        lineno, other_lineno = (-1 if test.lineno is None else test.lineno for test in (self, other))
        return (self.name, self.filename, lineno, id(self)) < (other.name, other.filename, other_lineno, id(other))


class DocTestParser:
    """Finds the examples in a text."""

    _example = re.compile(r'''
        (?P<source> (?:^ (?P<indent>[ ]*) >>> .*) (?:\n [ ]* \.\.\. .*)*)
        \n?
        (?P<want> (?: (?![ ]*$) (?![ ]*>>>) .+$\n? )*)
        ''', re.MULTILINE | re.VERBOSE)
    _exception = re.compile(r'''
        ^Traceback\ \( (?: most\ recent\ call\ last | innermost\ last ) \) : \s* $
        (?P<stack> .*?)
        ^(?P<msg> \w+ .*)
        ''', re.MULTILINE | re.DOTALL | re.VERBOSE)
    _directive = re.compile(r'#\s*doctest:\s*([^\n\'"]*)$', re.MULTILINE)
    _nothing = re.compile(r'[ ]*(#.*)?').fullmatch

    def parse(self, string, name='<string>'):
        """The text in pieces: Examples, and what stands between them."""
        string = string.expandtabs()
        margin = min(map(len, re.findall(r'^([ ]*)(?=\S)', string, re.MULTILINE)), default=0)
        if margin:
            string = '\n'.join(line[margin:] for line in string.split('\n'))
        pieces, end, lineno = [], 0, 0
        for match in self._example.finditer(string):
            pieces.append(string[end:match.start()])
            lineno += string.count('\n', end, match.start())
            example = self._read(match, name, lineno, margin)
            if example is not None:
                pieces.append(example)
            lineno += string.count('\n', match.start(), match.end())
            end = match.end()
        pieces.append(string[end:])
        return pieces

    def get_doctest(self, string, globs, name, filename, lineno):
        """A DocTest of the examples in a text."""
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)

    def get_examples(self, string, name='<string>'):
        """The examples in a text."""
        return [piece for piece in self.parse(string, name) if isinstance(piece, Example)]

    def _read(self, match, name, lineno, margin):
        """The example of a match; None if its source is but a comment."""
        indent = len(match['indent'])
        lines = match['source'].split('\n')
        for i, line in enumerate(lines):
            if len(line) >= indent + 4 and line[indent + 3] != ' ':
                raise ValueError('line %r of the docstring for %s lacks blank after %s: %r'
                                 % (lineno + i + 1, name, line[indent:indent + 3], line))
        self._check_indent(lines[1:], ' ' * indent + '.', name, lineno)
        source = '\n'.join(line[indent + 4:] for line in lines)
        wanted = match['want'].split('\n')
        if len(wanted) > 1 and re.fullmatch(r' *', wanted[-1]):
            del wanted[-1]
        self._check_indent(wanted, ' ' * indent, name, lineno + len(lines))
        want = '\n'.join(line[indent:] for line in wanted)
        raised = self._exception.match(want)
        options = self._options(source, name, lineno)
        if all(map(self._nothing, source.split('\n'))):
            if options:
                raise ValueError('line %r of the doctest for %s has an option directive on a line with no example: %r'
                                 % (lineno, name, source))
            return None
        return Example(source, want, raised and raised['msg'], lineno=lineno, indent=margin + indent, options=options)

    def _check_indent(self, lines, prefix, name, lineno):
        for i, line in enumerate(lines):
            if line and not line.startswith(prefix):
                raise ValueError('line %r of the docstring for %s has inconsistent leading whitespace: %r' % (lineno + i + 1, name, line))

    def _options(self, source, name, lineno):
        options = {}
        for words in self._directive.findall(source):
            for word in words.replace(',', ' ').split():
                if word[0] not in '+-' or word[1:] not in _flags:
                    raise ValueError('line %r of the doctest for %s has an invalid option: %r' % (lineno + 1, name, word))
                options[_flags[word[1:]]] = word[0] == '+'
        return options


def indented(text, width=4):
    """The text with its lines moved to the right."""
    return re.sub(r'(?m)^(?!$)', width * ' ', text)


def _ellipsis_match(want, got):
    """Whether got is want with anything for each '...'."""
    pattern = '.*'.join(map(re.escape, want.split(ELLIPSIS_MARKER)))
    return re.fullmatch(pattern, got, re.DOTALL) is not None


class OutputChecker:
    """Compares what an example printed with what it should."""

    def _ascii(self, text):
        return str(text.encode('ASCII', 'backslashreplace'), 'ASCII')

    def check_output(self, want, got, optionflags):
        """Whether got will do for want."""
        got, want = self._ascii(got), self._ascii(want)
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (('True\n', '1\n'), ('False\n', '0\n')):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(r'(?m)^%s\s*?$' % re.escape(BLANKLINE_MARKER), '', want)
            got = re.sub(r'(?m)^[^\S\n]+$', '', got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = ' '.join(got.split()), ' '.join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and ELLIPSIS_MARKER in want and _ellipsis_match(want, got)

    def _wants_diff(self, want, got, optionflags):
        if not optionflags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF):
            return False
        return bool(optionflags & REPORT_NDIFF) or want.count('\n') > 2 and got.count('\n') > 2

    def output_difference(self, example, got, optionflags):
        """What is told of an example that did not print what it should."""
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub(r'(?m)^[ ]*(?=\n)', BLANKLINE_MARKER, got)
        if self._wants_diff(want, got, optionflags):
            wanted, found = want.splitlines(keepends=True), got.splitlines(keepends=True)
            if optionflags & REPORT_UDIFF:
                title, lines = 'unified diff with -expected +actual', list(difflib.unified_diff(wanted, found, n=2))[2:]
            elif optionflags & REPORT_CDIFF:
                title, lines = 'context diff with expected followed by actual', list(difflib.context_diff(wanted, found, n=2))[2:]
            else:
                title, lines = 'ndiff with -expected +actual', difflib.Differ(charjunk=difflib.IS_CHARACTER_JUNK).compare(wanted, found)
            return 'Differences (%s):\n' % title + indented(''.join(line.rstrip() + '\n' for line in lines))
        return (("Expected:\n" + indented(want) if want else "Expected nothing\n")
                + ("Got:\n" + indented(got) if got else "Got nothing\n"))
