"""XML read into events: what a parser of documents without a type of their own must know."""

import re

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

CODES = {'syntax error': 2, 'no element found': 3, 'not well-formed (invalid token)': 4, 'unclosed token': 5, 'mismatched tag': 7,
         'duplicate attribute': 8, 'junk after document element': 9, 'undefined entity': 11, 'reference to invalid character number': 14,
         'XML or text declaration not at start of entity': 17, 'unclosed CDATA section': 20, 'unbound prefix': 27}
_UNCLOSED = 'unclosed token', 'unclosed CDATA section'


class Malformed(Exception):
    """A mistake at a place of the text."""

    def __init__(self, message, at):
        self.message, self.at = message, at


def decode(data):
    """The text of a document in bytes, by its mark or its declaration."""
    for mark, encoding in ((b'\xef\xbb\xbf', 'utf-8-sig'), (b'\xff\xfe', 'utf-16'), (b'\xfe\xff', 'utf-16')):
        if data.startswith(mark):
            return data.decode(encoding)
    found = re.match(rb"""<\?xml[^>]*?encoding\s*=\s*['"]([\w.-]+)['"]""", data)
    return data.decode(found[1].decode() if found else 'utf-8')


class Reader:
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
        raise Malformed(message, self.i if at is None else at)

    def feed(self, text):
        """Reads what is complete of the document so far; the rest waits for more text."""
        self.text = (self.text + text).replace('\r\n', '\n')
        try:
            self._read(self.text.rfind('>') + 1)
        except Malformed as e:
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
