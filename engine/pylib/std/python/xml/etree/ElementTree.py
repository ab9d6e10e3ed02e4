"""XML as a tree of elements: read, searched, changed and written."""

import contextlib
import io
import re
import sys

from _elementtree import Element, SubElement, read as _read, write as _write
from xml.etree import ElementPath
from xml.etree._element import Comment, ProcessingInstruction, QName
from xml.etree._events import CODES, Malformed, Reader, decode
from xml.etree._writing import Names, prefixes as _namespace_map, write_html, write_text, write_xml

__all__ = ['Comment', 'dump', 'Element', 'ElementTree', 'fromstring', 'fromstringlist', 'indent', 'iselement', 'iterparse',
           'parse', 'ParseError', 'PI', 'ProcessingInstruction', 'QName', 'SubElement', 'tostring', 'tostringlist',
           'TreeBuilder', 'VERSION', 'XML', 'XMLID', 'XMLParser', 'XMLPullParser', 'register_namespace']

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
        self._reader = Reader(self)

    def __getattr__(self, name):
        """The reader calls the target's methods here, those that it has."""
        if name in ('start', 'end', 'data', 'comment', 'pi', 'doctype', 'start_ns', 'end_ns'):
            return getattr(self.target, name)
        raise AttributeError('%r object has no attribute %r' % (type(self).__name__, name))

    @contextlib.contextmanager
    def _mistakes(self):
        try:
            yield
        except Malformed as e:
            line, column = self._reader.place(e.at)
            where = 'line %d, column %d' % (line, column)
            error = ParseError('%s: %s' % (e.message, where))
            error.code = CODES[next(m for m in CODES if e.message.startswith(m))]
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
                self._reader.feed(data.decode(self._encoding) if self._encoding else decode(data))
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
        text = decode(data) if isinstance(data, bytes) else data
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
            data = decode(data)
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
            write_text(parts.append, self._root)
        else:
            plain = method == 'xml' and not default_namespace and _write(self._root, short_empty_elements)
            names = None if plain else Names(self._root, default_namespace, QName)
            if plain:
                parts.append(plain)
            elif method == 'html':
                write_html(parts.append, self._root, names, Comment, ProcessingInstruction, names.declarations())
            else:
                write_xml(parts.append, self._root, names, short_empty_elements, Comment, ProcessingInstruction,
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
