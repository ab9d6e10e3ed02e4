"""Trees of elements written as XML, as HTML or as their text alone."""

_VOID = {'area', 'base', 'basefont', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input', 'isindex', 'link', 'meta', 'param',
         'source', 'track', 'wbr'}

prefixes = {
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


class Names:
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
            prefix = prefixes.get(uri) or 'ns%d' % len(self.namespaces)
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


def write_xml(write, e, names, short_empty, comment, instruction, declarations=()):
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
            write_xml(write, child, names, short_empty, comment, instruction)
        if tag is not None:
            write('</%s>' % tag)
    if e.tail:
        write(_escaped(e.tail, _TEXT))


def write_html(write, e, names, comment, instruction, declarations=()):
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
            write_html(write, child, names, comment, instruction)
        if tag is not None and tag.lower() not in _VOID:
            write('</%s>' % tag)
    if e.tail:
        write(_escaped(e.tail, _TEXT))


def write_text(write, e):
    for part in e.itertext():
        write(part)
    if e.tail:
        write(e.tail)
