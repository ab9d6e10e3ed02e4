"""XML as a tree of elements: read, searched, changed and written."""

import contextlib
import io
import re
import sys
from _elementtree import Element, SubElement, read as _read, write as _write
from xml.etree import ElementPath

__all__ = ['Comment', 'dump', 'Element', 'ElementTree', 'fromstring', 'fromstringlist', 'indent', 'iselement', 'iterparse',
           'parse', 'ParseError', 'PI', 'ProcessingInstruction', 'QName', 'SubElement', 'tostring', 'tostringlist',
           'TreeBuilder', 'VERSION', 'XML', 'XMLID', 'XMLParser', 'XMLPullParser', 'register_namespace']


def Comment(text=None):
    """A comment, which stands in a tree like an element."""
    made = Element(Comment)
    made.text = text
    return made


def ProcessingInstruction(target, text=None):
    """An instruction, which stands in a tree like an element."""
    made = Element(ProcessingInstruction)
    made.text = target + ' ' + text if text else target
    return made


class QName:
    """A name with its namespace, for tags, attributes and their values."""


    def __init__(self, text_or_uri, tag=None):
        self.text = '{%s}%s' % (text_or_uri, tag) if tag else text_or_uri

    def __str__(self):
        return self.text

    def __repr__(self):
        return '<QName %r>' % (self.text,)

    def __hash__(self):
        return hash(self.text)

    def _compare(self, other, op):
        return getattr(self.text, op)(other.text if isinstance(other, QName) else other)

    def __eq__(self, other):
        return self._compare(other, '__eq__')

    def __lt__(self, other):
        return self._compare(other, '__lt__')

    def __le__(self, other):
        return self._compare(other, '__le__')

    def __gt__(self, other):
        return self._compare(other, '__gt__')

    def __ge__(self, other):
        return self._compare(other, '__ge__')


_NAME = r'[^\W\d][\w.:-]*|[:_][\w.:-]*'
_name = re.compile(_NAME)
_space = re.compile(r'[ \t\r\n]*')
_attribute = re.compile(r"""(%s)[ \t\r\n]*=[ \t\r\n]*("[^<"]*"|'[^<']*')""" % _NAME)
_reference = re.compile(r'&(?:#(\d+)|#x([0-9a-fA-F]+)|(%s));' % _NAME)
_declaration = re.compile(r"""\s+version\s*=\s*['"][^'"]*['"](?:\s+encoding\s*=\s*['"]([^'"]*)['"])?""")
_entity = re.compile(r"""<!ENTITY\s+(%s)\s+("[^"]*"|'[^']*')\s*>""" % _NAME)
_invalid = re.compile('[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]')
_SPACES = {9: ' ', 10: ' ', 13: ' '}
_PREDEFINED = {'amp': '&', 'lt': '<', 'gt': '>', 'quot': '"', 'apos': "'"}
_XML = 'http://www.w3.org/XML/1998/namespace'

_CODES = {'syntax error': 2, 'no element found': 3, 'not well-formed (invalid token)': 4, 'unclosed token': 5, 'mismatched tag': 7,
         'duplicate attribute': 8, 'junk after document element': 9, 'undefined entity': 11, 'reference to invalid character number': 14,
         'XML or text declaration not at start of entity': 17, 'unclosed CDATA section': 20, 'unbound prefix': 27}
_UNCLOSED = 'unclosed token', 'unclosed CDATA section'


class _Malformed(Exception):
    """A mistake at a place of the text."""

    def __init__(self, message, at):
        self.message, self.at = message, at


def _decode(data):
    """The text of a document in bytes, by its mark or its declaration."""
    for mark, encoding in ((b'\xef\xbb\xbf', 'utf-8-sig'), (b'\xff\xfe', 'utf-16'), (b'\xfe\xff', 'utf-16')):
        if data.startswith(mark):
            return data.decode(encoding)
    found = re.match(rb"""<\?xml[^>]*?encoding\s*=\s*['"]([\w.-]+)['"]""", data)
    return data.decode(found[1].decode() if found else 'utf-8')


class _Reader:
    """Turns the text of one document into calls of a target's start, end, data, comment and pi."""

    def __init__(self, target):
        self.text = ''
        self.target = target
        self.entities = dict(_PREDEFINED)
        self.open = []  # (name as written, full name, namespaces) of the elements around
        self.i, self.seen = 0, False
        self.external = False  # whether entities may be declared elsewhere

    def place(self, at):
        """The line and the column of a place."""
        return self.text.count('\n', 0, at) + 1, at - self.text.rfind('\n', 0, at) - 1

    def fail(self, message, at=None):
        raise _Malformed(message, self.i if at is None else at)

    def feed(self, text):
        """Reads what is complete of the document so far; the rest waits for more text."""
        self.text = (self.text + text).replace('\r\n', '\n')
        try:
            self._read(self.text.rfind('>') + 1)
        except _Malformed as e:
            if e.message not in _UNCLOSED:
                raise

    def close(self):
        """Reads the rest of the document."""
        self.text = self.text.replace('\r', '\n')
        self._read(len(self.text))
        if self.open or not self.seen:
            self.fail('no element found', len(self.text))

    def _read(self, end):
        while self.i < end:
            at = self.text.find('<', self.i)
            at = len(self.text) if at < 0 else at
            if at > self.i:
                if at > end:
                    return
                self._text(self.i, at)
            if at < len(self.text):
                self.i = at
                self._markup(at)

    def _call(self, method, *args):
        handle = getattr(self.target, method, None)
        if handle:
            handle(*args)

    def _check(self, start, end):
        if found := _invalid.search(self.text, start, end):
            self.fail('not well-formed (invalid token)', found.start())

    def _text(self, start, end):
        self._check(start, end)
        if not self.open:
            for k in range(start, end):
                if not self.text[k].isspace():
                    self.fail('junk after document element' if self.seen else 'syntax error', k)
        else:
            bad = self.text.find(']]>', start, end)
            if bad >= 0:
                self.fail('not well-formed (invalid token)', bad + 2)
            self._call('data', self._expand(start, end))
        self.i = end

    def _expand(self, start, end, attribute=False):
        """Text with its references replaced, and white space in an attribute by spaces."""
        text = self.text[start:end]
        if attribute:
            text = text.translate(_SPACES)
        if '&' not in text:
            return text
        out, at = [], 0
        while (k := text.find('&', at)) >= 0:
            out.append(text[at:k])
            found = _reference.match(text, k)
            if not found:
                self.fail('not well-formed (invalid token)', start + k + 1)
            out.append(self._referred(found, start + k))
            at = found.end()
        return ''.join(out) + text[at:]

    def _referred(self, found, at):
        decimal, hexadecimal, name = found.groups()
        if name:
            if name in self.entities:
                return self.entities[name]
            if name in getattr(self.target, 'entity', ()):
                return self.target.entity[name]
            self.fail('undefined entity ' + found[0] if self.external else 'undefined entity', at)
        code = int(decimal) if decimal else int(hexadecimal, 16)
        if code > 0x10ffff or 0xd800 <= code < 0xe000 or _invalid.match(chr(code)):
            self.fail('reference to invalid character number', at)
        return chr(code)

    def _until(self, mark, start, unclosed='unclosed token', place=None):
        end = self.text.find(mark, start)
        if end < 0:
            self.fail(unclosed, place)
        self._check(start, end)
        self.i = end + len(mark)
        return self.text[start:end]

    def _markup(self, i):
        text = self.text
        if text.startswith('</', i):
            self._end(i)
        elif text.startswith('<!--', i):
            comment = self._until('--', i + 4)
            if not text.startswith('>', self.i):
                self.fail('not well-formed (invalid token)')
            self.i += 1
            self._call('comment', comment)
        elif text.startswith('<![CDATA[', i) and self.open:
            self._call('data', self._until(']]>', i + 9, 'unclosed CDATA section', len(text)))
        elif text.startswith('<!DOCTYPE', i) and not self.seen:
            self._doctype(i)
        elif text.startswith('<?', i):
            self._instruction(i)
        elif _name.match(text, i + 1):
            self._start(i)
        else:
            self.fail('not well-formed (invalid token)' if i + 1 < len(text) else 'unclosed token', i + (i + 1 < len(text)))

    def _instruction(self, i):
        target, _, data = self._until('?>', i + 2).partition(' ')
        if target.split()[:1] == ['xml']:
            if i:
                self.fail('XML or text declaration not at start of entity', i)
            return
        if not _name.fullmatch(target):
            self.fail('not well-formed (invalid token)', i + 2)
        self._call('pi', target, data.lstrip())

    def _doctype(self, i):
        depth, k = 0, i
        while k < len(self.text):
            c = self.text[k]
            if c in '\'"' and depth == 0:
                k = self.text.find(c, k + 1)
                if k < 0:
                    break
            depth += (c == '[') - (c == ']')
            if c == '>' and depth == 0:
                self.i = k + 1
                for found in _entity.finditer(self.text, i, k):
                    self.entities[found[1]] = self._expand(found.start(2) + 1, found.end(2) - 1)
                words = self.text[i + 9:k].split('[')[0].split()
                quoted = re.findall(r'"([^"]*)"|\'([^\']*)\'', self.text[i + 9:k].split('[')[0])
                ids = [a or b for a, b in quoted] + [None, None]
                public = words[1:2] == ['PUBLIC']
                self.external = public or words[1:2] == ['SYSTEM']
                self._call('doctype', words[0], ids[0] if public else None, ids[1] if public else ids[0])
                return
            k += 1
        self.fail('unclosed token', i)

    def _full(self, name, namespaces, at, attribute=False):
        """A name with its namespace: {uri}local."""
        prefix, colon, local = name.rpartition(':')
        if not colon:
            uri = None if attribute else namespaces.get('')
            return '{%s}%s' % (uri, name) if uri else name
        if prefix not in namespaces:
            self.fail('unbound prefix', at)
        return '{%s}%s' % (namespaces[prefix], local)

    def _start(self, i):
        text = self.text
        if self.seen and not self.open:
            self.fail('junk after document element', i)
        found = _name.match(text, i + 1)
        name, k = found[0], found.end()
        written = {}
        while True:
            gap = _space.match(text, k).end()
            if text.startswith(('>', '/>'), gap):
                break
            found = _attribute.match(text, gap) if gap > k else None
            if not found:
                self._bad_attribute(i, gap, gap > k)
            if found[1] in written:
                self.fail('duplicate attribute', gap)
            written[found[1]] = self._expand(found.start(2) + 1, found.end(2) - 1, attribute=True)
            k = found.end()
        self._check(i, gap)
        self._open(i, name, written)
        self.i = gap + 1
        if text[gap] == '/':
            self.i = gap + 2
            self._close()

    def _bad_attribute(self, i, k, spaced):
        """Says what is wrong where an attribute should be."""
        if k < len(self.text) and (not spaced or self.text[k] == '/'):
            self.fail('not well-formed (invalid token)', k + (self.text[k] == '/'))
        rest = re.compile(r"""(?:(?:%s)?[ \t\r\n]*=?[ \t\r\n]*("[^<"]*|'[^<']*)?)?""" % _NAME).match(self.text, k)
        if rest.end() == len(self.text):
            self.fail('unclosed token', i)
        self.fail('not well-formed (invalid token)', rest.end())

    def _open(self, i, name, written):
        namespaces = self.open[-1][2] if self.open else {'xml': _XML}
        declared = {k[6:]: v for k, v in written.items() if k == 'xmlns' or k.startswith('xmlns:')}
        for prefix, uri in declared.items():
            self._call('start_ns', prefix, uri)
        if declared:
            namespaces = {**namespaces, **declared}
        attributes = {self._full(k, namespaces, i, True): v for k, v in written.items() if k != 'xmlns' and not k.startswith('xmlns:')}
        full = self._full(name, namespaces, i)
        self.open.append((name, full, namespaces, list(declared)))
        self.seen = True
        self._call('start', full, attributes)

    def _end(self, i):
        found = _name.match(self.text, i + 2)
        k = _space.match(self.text, found.end() if found else i + 2).end()
        if k == len(self.text):
            self.fail('unclosed token', i)
        if not found or self.text[k] != '>':
            self.fail('not well-formed (invalid token)', k)
        if not self.open:
            self.fail('not well-formed (invalid token)', i + 1)
        if self.open[-1][0] != found[0]:
            self.fail('mismatched tag', i + 2)
        self.i = k + 1
        self._close()

    def _close(self):
        name, full, namespaces, declared = self.open.pop()
        self._call('end', full)
        for prefix in reversed(declared):
            self._call('end_ns', prefix)


_VOID = {'area', 'base', 'basefont', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input', 'isindex', 'link', 'meta', 'param',
         'source', 'track', 'wbr'}

_namespace_map = {
    'http://www.w3.org/XML/1998/namespace': 'xml', 'http://www.w3.org/1999/xhtml': 'html',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf', 'http://schemas.xmlsoap.org/wsdl/': 'wsdl',
    'http://www.w3.org/2001/XMLSchema': 'xs', 'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
    'http://purl.org/dc/elements/1.1/': 'dc'}


def _unwritable(text):
    raise TypeError('cannot serialize %r (type %s)' % (text, type(text).__name__))


def _escaped(text, pairs):
    try:
        for character, reference in pairs:
            if character in text:
                text = text.replace(character, reference)
    except (TypeError, AttributeError):
        _unwritable(text)
    return text


_TEXT = ('&', '&amp;'), ('<', '&lt;'), ('>', '&gt;')
_ATTRIBUTE = *_TEXT, ('"', '&quot;'), ('\r', '&#13;'), ('\n', '&#10;'), ('\t', '&#09;')
_HTML_ATTRIBUTE = ('&', '&amp;'), ('>', '&gt;'), ('"', '&quot;')


class _Names:
    """The names of a tree with prefixes in place of namespaces."""

    def __init__(self, root, default_namespace, QName):
        self.QName, self.default = QName, default_namespace
        self.namespaces = {default_namespace: ''} if default_namespace else {}
        self.written = {None: None}
        for e in root.iter():
            tag = e.tag
            if isinstance(tag, QName):
                self._add(tag.text)
            elif isinstance(tag, str):
                self._add(tag)
            elif tag is not None and not callable(tag):
                _unwritable(tag)
            for key, value in e.items():
                self._add(self.text(key))
                if isinstance(value, QName):
                    self._add(value.text)
            if isinstance(e.text, QName):
                self._add(e.text.text)

    def text(self, name):
        return name.text if isinstance(name, self.QName) else name

    def _add(self, name):
        if name in self.written:
            return
        try:
            if name[:1] != '{':
                if self.default:
                    raise ValueError('cannot use non-qualified names with default_namespace option')
                self.written[name] = name
                return
        except TypeError:
            _unwritable(name)
        uri, _, local = name[1:].rpartition('}')
        prefix = self.namespaces.get(uri)
        if prefix is None:
            prefix = _namespace_map.get(uri) or 'ns%d' % len(self.namespaces)
            if prefix != 'xml':
                self.namespaces[uri] = prefix
        self.written[name] = '%s:%s' % (prefix, local) if prefix else local

    def __getitem__(self, name):
        return self.written[self.text(name)]

    def declarations(self):
        return [('xmlns' + (':' + prefix if prefix else ''), uri)
                for uri, prefix in sorted(self.namespaces.items(), key=lambda pair: pair[1])]


def _open_tag(write, e, names, declarations, escapes):
    """Writes the beginning of a start tag: the name, the namespaces, the attributes."""
    write('<' + names[e.tag])
    for name, uri in declarations:
        write(' %s="%s"' % (name, _escaped(uri, _ATTRIBUTE)))
    for key, value in e.items():
        value = names[value] if isinstance(value, names.QName) else _escaped(value, escapes)
        write(' %s="%s"' % (names[key], value))


def _write_xml(write, e, names, short_empty, comment, instruction, declarations=()):
    """Writes an element, all in it, and the text after it."""
    if e.tag is comment:
        write('<!--%s-->' % e.text)
    elif e.tag is instruction:
        write('<?%s?>' % e.text)
    else:
        tag = names[e.tag]
        if tag is not None:
            _open_tag(write, e, names, declarations, _ATTRIBUTE)
            if short_empty and not e.text and not len(e):
                write(' />')
                if e.tail:
                    write(_escaped(e.tail, _TEXT))
                return
            write('>')
        if e.text:
            write(names[e.text] if isinstance(e.text, names.QName) else _escaped(e.text, _TEXT))
        for child in e:
            _write_xml(write, child, names, short_empty, comment, instruction)
        if tag is not None:
            write('</%s>' % tag)
    if e.tail:
        write(_escaped(e.tail, _TEXT))


def _write_html(write, e, names, comment, instruction, declarations=()):
    """Writes an element as HTML does: some need no end, and scripts are as they are."""
    if e.tag is comment:
        write('<!--%s-->' % _escaped(e.text, _TEXT))
    elif e.tag is instruction:
        write('<?%s?>' % _escaped(e.text, _TEXT))
    else:
        tag = names[e.tag]
        if tag is not None:
            _open_tag(write, e, names, declarations, _HTML_ATTRIBUTE)
            write('>')
        if e.text:
            write(e.text if tag and tag.lower() in ('script', 'style') else _escaped(e.text, _TEXT))
        for child in e:
            _write_html(write, child, names, comment, instruction)
        if tag is not None and tag.lower() not in _VOID:
            write('</%s>' % tag)
    if e.tail:
        write(_escaped(e.tail, _TEXT))


def _write_text(write, e):
    for part in e.itertext():
        write(part)
    if e.tail:
        write(e.tail)


VERSION = '1.3.0'
PI = ProcessingInstruction


class ParseError(SyntaxError):
    """A mistake in a document; code and position say which and where."""


def iselement(element):
    return hasattr(element, 'tag')


class TreeBuilder:
    """Makes a tree of the events of a parser."""

    def __init__(self, element_factory=None, *, comment_factory=None, pi_factory=None, insert_comments=False, insert_pis=False):
        self._factory = element_factory or Element
        self._comment, self._pi = comment_factory or Comment, pi_factory or ProcessingInstruction
        self.insert_comments, self.insert_pis = insert_comments, insert_pis
        self._data, self._open, self._last, self._root, self._after = [], [], None, None, False

    def close(self):
        """The tree."""
        assert not self._open, 'missing end tags'
        assert self._root is not None, 'missing toplevel element'
        return self._root

    def _flush(self):
        if self._data and self._last is not None:
            text = ''.join(self._data)
            if self._after:
                assert self._last.tail is None, 'internal error (tail)'
                self._last.tail = text
            else:
                assert self._last.text is None, 'internal error (text)'
                self._last.text = text
        self._data = []

    def data(self, data):
        self._data.append(data)

    def start(self, tag, attrs):
        self._flush()
        self._last = e = self._factory(tag, attrs)
        if self._open:
            self._open[-1].append(e)
        elif self._root is None:
            self._root = e
        self._open.append(e)
        self._after = False
        return e

    def end(self, tag):
        self._flush()
        self._last = self._open.pop()
        assert self._last.tag == tag, 'end tag mismatch (expected %s, got %s)' % (self._last.tag, tag)
        self._after = True
        return self._last

    def _single(self, make, insert, *args):
        e = make(*args)
        if insert:
            self._flush()
            self._last = e
            if self._open:
                self._open[-1].append(e)
            self._after = True
        return e

    def comment(self, text):
        return self._single(self._comment, self.insert_comments, text)

    def pi(self, target, text=None):
        return self._single(self._pi, self.insert_pis, target, text)


class XMLParser:
    """Reads documents and tells a target of what is in them."""

    def __init__(self, *, target=None, encoding=None):
        self.target = TreeBuilder() if target is None else target
        self.entity, self.version = {}, 'Expat 2.5.0'
        self._encoding, self._bytes = encoding, b''
        self._reader = _Reader(self)

    def __getattr__(self, name):
        """The reader calls the target's methods here, those that it has."""
        if name in ('start', 'end', 'data', 'comment', 'pi', 'doctype', 'start_ns', 'end_ns'):
            return getattr(self.target, name)
        raise AttributeError('%r object has no attribute %r' % (type(self).__name__, name))

    @contextlib.contextmanager
    def _mistakes(self):
        try:
            yield
        except _Malformed as e:
            line, column = self._reader.place(e.at)
            where = 'line %d, column %d' % (line, column)
            error = ParseError('%s: %s' % (e.message, where))
            error.code = _CODES[next(m for m in _CODES if e.message.startswith(m))]
            error.position = line, column
            raise error from None

    def feed(self, data, /):
        """Takes more of a document."""
        if isinstance(data, str):
            with self._mistakes():
                self._reader.feed(data)
        else:
            self._bytes += data

    def close(self):
        """What the target makes of the document."""
        with self._mistakes():
            if self._bytes:
                data, self._bytes = self._bytes, b''
                self._reader.feed(data.decode(self._encoding) if self._encoding else _decode(data))
            self._reader.close()
        return self.target.close() if hasattr(self.target, 'close') else None

    def flush(self):
        pass


class _Events(TreeBuilder):
    """A TreeBuilder that notes what a pull parser was asked for."""

    def __init__(self, wanted, found):
        super().__init__(insert_comments=False)
        self._wanted, self._found = wanted, found

    def _note(self, event, value):
        if event in self._wanted:
            self._found.append((event, value))

    def start(self, tag, attrs):
        e = super().start(tag, attrs)
        self._note('start', e)
        return e

    def end(self, tag):
        e = super().end(tag)
        self._note('end', e)
        return e

    def comment(self, text):
        self._note('comment', super().comment(text))

    def pi(self, target, text=None):
        self._note('pi', super().pi(target, text))

    def start_ns(self, prefix, uri):
        self._note('start-ns', (prefix, uri))

    def end_ns(self, prefix):
        self._note('end-ns', None)


class XMLPullParser:
    """Reads a document in pieces; the events so far can be asked for at any time."""

    def __init__(self, events=None, *, _parser=None):
        events = ('end',) if events is None else events
        for event in events:
            if event not in ('start', 'end', 'comment', 'pi', 'start-ns', 'end-ns'):
                raise ValueError('unknown event %r' % event)
        self._found = []
        self._parser = XMLParser(target=_Events(frozenset(events), self._found))

    def feed(self, data):
        """Takes more of a document."""
        if isinstance(data, bytes):
            data = data.decode()
        try:
            self._parser.feed(data)
        except ParseError as e:
            self._found.append(e)

    def _close_and_return_root(self):
        root = self._parser.close()
        return root

    def close(self):
        self._close_and_return_root()

    def read_events(self):
        """The events so far, each once."""
        while self._found:
            event = self._found.pop(0)
            if isinstance(event, Exception):
                raise event
            yield event

    def flush(self):
        self._parser.flush()


class _IterParse:
    """The events of a file; root is the tree in the end."""

    def __init__(self, source, events):
        self.root = None
        self._pull = XMLPullParser(events)
        self._wanted = ('end',) if events is None else tuple(events)
        self._plain = set(self._wanted) <= {'start', 'end'}
        self._file, self._own = (source, False) if hasattr(source, 'read') else (open(source, 'rb'), True)
        self._events = self._read()

    def _read(self):
        data = self._file.read()
        if self._own:
            self._file.close()
        text = _decode(data) if isinstance(data, bytes) else data
        if self._plain and (made := _read(text, self._wanted)):
            root, events = made
            yield from events
            self.root = root
            return
        self._pull.feed(text)
        yield from self._pull.read_events()
        root = self._pull._close_and_return_root()
        yield from self._pull.read_events()
        self.root = root

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._events)


def iterparse(source, events=None, parser=None):
    """(event, element) pairs while a file is read."""
    return _IterParse(source, events)


def _plain(data):
    """The tree of a document in which nothing is unusual, or None."""
    if isinstance(data, bytes):
        try:
            data = _decode(data)
        except (UnicodeError, LookupError):
            return None
    return _read(data)


def XML(text, parser=None):
    """The tree of a document in a text or in bytes."""
    if parser is None and isinstance(text, (str, bytes)):
        if made := _plain(text):
            return made[0]
    parser = parser or XMLParser(target=TreeBuilder())
    parser.feed(text)
    return parser.close()


fromstring = XML


def fromstringlist(sequence, parser=None):
    parser = parser or XMLParser(target=TreeBuilder())
    for text in sequence:
        parser.feed(text)
    return parser.close()


def XMLID(text, parser=None):
    """The tree of a document, and its elements by their id."""
    tree = XML(text, parser)
    return tree, {e.get('id'): e for e in tree.iter() if e.get('id')}


def register_namespace(prefix, uri):
    """The prefix that a namespace is written with."""
    if re.fullmatch(r'ns\d+', prefix):
        raise ValueError('Prefix format reserved for internal use')
    for known, p in list(_namespace_map.items()):
        if known == uri or p == prefix:
            del _namespace_map[known]
    _namespace_map[uri] = prefix


class ElementTree:
    """A document: its root, and how it is read and written."""

    def __init__(self, element=None, file=None):
        self._root = element
        if file:
            self.parse(file)

    def getroot(self):
        return self._root

    def _setroot(self, element):
        self._root = element

    def parse(self, source, parser=None):
        """Reads a file."""
        with contextlib.ExitStack() as stack:
            if not hasattr(source, 'read'):
                source = stack.enter_context(open(source, 'rb'))
            self._root = XML(source.read(), parser)
        return self._root

    def iter(self, tag=None):
        return self._root.iter(tag)

    @staticmethod
    def _below(path):
        """A path from the root; one that begins with / is looked for from there too."""
        if path[:1] == '/':
            import warnings
            path = '.' + path
            warnings.warn('This search is broken in 1.3 and earlier, and will be fixed in a future version.  '
                          'If you rely on the current behaviour, change it to %r' % path, FutureWarning, stacklevel=3)
        return path

    def find(self, path, namespaces=None):
        return self._root.find(self._below(path), namespaces)

    def findtext(self, path, default=None, namespaces=None):
        return self._root.findtext(self._below(path), default, namespaces)

    def findall(self, path, namespaces=None):
        return self._root.findall(self._below(path), namespaces)

    def iterfind(self, path, namespaces=None):
        return self._root.iterfind(self._below(path), namespaces)

    def write(self, file_or_filename, encoding=None, xml_declaration=None, default_namespace=None, method=None, *,
              short_empty_elements=True):
        """Writes the document into a file, by method 'xml', 'html' or 'text'."""
        method = method or 'xml'
        if method not in ('xml', 'html', 'text', 'c14n'):
            raise ValueError('unknown method %r' % method)
        encoding = encoding or 'us-ascii'
        is_text = encoding.lower() == 'unicode'
        declared = 'utf-8' if is_text else encoding
        parts = []
        if method == 'xml' and (xml_declaration or xml_declaration is None and not is_text
                                and declared.lower() not in ('utf-8', 'us-ascii')):
            parts.append("<?xml version='1.0' encoding='%s'?>\n" % declared)
        if method == 'text':
            _write_text(parts.append, self._root)
        else:
            plain = method == 'xml' and not default_namespace and _write(self._root, short_empty_elements)
            names = None if plain else _Names(self._root, default_namespace, QName)
            if plain:
                parts.append(plain)
            elif method == 'html':
                _write_html(parts.append, self._root, names, Comment, ProcessingInstruction, names.declarations())
            else:
                _write_xml(parts.append, self._root, names, short_empty_elements, Comment, ProcessingInstruction,
                          names.declarations())
        text = ''.join(parts)
        data = text if is_text else text.encode(encoding, 'xmlcharrefreplace')
        if hasattr(file_or_filename, 'write'):
            file_or_filename.write(data)
        elif is_text:
            with open(file_or_filename, 'w', encoding='utf-8', errors='xmlcharrefreplace') as f:
                f.write(data)
        else:
            with open(file_or_filename, 'wb') as f:
                f.write(data)


def parse(source, parser=None):
    """The ElementTree of a file."""
    tree = ElementTree()
    tree.parse(source, parser)
    return tree


def tostring(element, encoding=None, method=None, *, xml_declaration=None, default_namespace=None, short_empty_elements=True):
    """An element as bytes, or as a str where encoding is 'unicode'."""
    stream = io.StringIO() if encoding == 'unicode' else io.BytesIO()
    ElementTree(element).write(stream, encoding, xml_declaration=xml_declaration, default_namespace=default_namespace,
                               method=method, short_empty_elements=short_empty_elements)
    return stream.getvalue()


def tostringlist(element, encoding=None, method=None, **options):
    return [tostring(element, encoding, method, **options)]


def dump(elem):
    """Prints an element or a tree."""
    tree = elem if isinstance(elem, ElementTree) else ElementTree(elem)
    tree.write(sys.stdout, encoding='unicode')
    if not tree.getroot().tail or tree.getroot().tail[-1] != '\n':
        sys.stdout.write('\n')


def indent(tree, space='  ', level=0):
    """Puts white space between elements, so that each stands on a line."""
    if isinstance(tree, ElementTree):
        tree = tree.getroot()
    if level < 0:
        raise ValueError('Initial indentation level must be >= 0, got %d' % level)

    def lay_out(e, before):
        inner = before + space
        if not e.text or not e.text.strip():
            e.text = inner
        for child in e:
            if len(child):
                lay_out(child, inner)
            if not child.tail or not child.tail.strip():
                child.tail = inner
        if not child.tail.strip():
            child.tail = before

    if len(tree):
        lay_out(tree, '\n' + level * space)
