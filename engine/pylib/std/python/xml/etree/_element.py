"""Elements: a tag, attributes, texts and the elements within."""

from xml.etree import ElementPath


class Element:
    """A tag with attributes, the text after it, other elements, and the text after all of them."""

    __module__ = 'xml.etree.ElementTree'
    text = tail = None

    def __init__(self, tag, attrib={}, **extra):
        if not isinstance(attrib, dict):
            raise TypeError('Element() argument 2 must be dict, not %s' % type(attrib).__name__)
        self.tag, self.attrib, self._children = tag, {**attrib, **extra}, []

    def __repr__(self):
        return '<Element %r at %#x>' % (self.tag, id(self))

    def makeelement(self, tag, attrib, /):
        return type(self)(tag, attrib)

    def __copy__(self):
        made = self.makeelement(self.tag, self.attrib)
        made.text, made.tail, made._children = self.text, self.tail, self._children[:]
        return made

    def __deepcopy__(self, memo):
        from copy import deepcopy
        made = self.makeelement(deepcopy(self.tag, memo), deepcopy(self.attrib, memo))
        made.text, made.tail = deepcopy(self.text, memo), deepcopy(self.tail, memo)
        made._children = [deepcopy(child, memo) for child in self._children]
        return made

    def __len__(self):
        return len(self._children)

    def __getitem__(self, index):
        try:
            return self._children[index]
        except IndexError:
            raise IndexError('child index out of range') from None

    def __setitem__(self, index, element):
        if isinstance(index, slice):
            element = list(element)
            for e in element:
                self._check('__setitem__', e)
        else:
            self._check('__setitem__', element)
        try:
            self._children[index] = element
        except IndexError:
            raise IndexError('child assignment index out of range') from None

    def __delitem__(self, index):
        try:
            del self._children[index]
        except IndexError:
            raise IndexError('child assignment index out of range') from None

    @staticmethod
    def _check(method, e):
        if not isinstance(e, Element):
            if method in ('append', 'insert'):
                at = 'argument 2' if method == 'insert' else 'argument'
                raise TypeError('%s() %s must be xml.etree.ElementTree.Element, not %s' % (method, at, type(e).__name__))
            raise TypeError('expected an Element, not "%s"' % type(e).__name__)

    def append(self, subelement, /):
        self._check('append', subelement)
        self._children.append(subelement)

    def extend(self, elements, /):
        try:
            elements = list(elements)
        except TypeError:
            raise TypeError('expected sequence, not "%s"' % type(elements).__name__) from None
        for e in elements:
            self._check('extend', e)
            self._children.append(e)

    def insert(self, index, subelement, /):
        self._check('insert', subelement)
        self._children.insert(index, subelement)

    def remove(self, subelement, /):
        for i, child in enumerate(self._children):
            if child is subelement or child == subelement:
                del self._children[i]
                return
        raise ValueError('list.remove(x): x not in list')

    def clear(self):
        self.attrib.clear()
        self._children = []
        self.text = self.tail = None

    def find(self, path, namespaces=None):
        """The first element that a path leads to."""
        return ElementPath.find(self, path, namespaces)

    def findtext(self, path, default=None, namespaces=None):
        """The text of the first element that a path leads to."""
        return ElementPath.findtext(self, path, default, namespaces)

    def findall(self, path, namespaces=None):
        """The elements that a path leads to."""
        return ElementPath.findall(self, path, namespaces)

    def iterfind(self, path, namespaces=None):
        return ElementPath.iterfind(self, path, namespaces)

    def get(self, key, default=None):
        return self.attrib.get(key, default)

    def set(self, key, value, /):
        self.attrib[key] = value

    def keys(self):
        return list(self.attrib)

    def items(self):
        return list(self.attrib.items())

    def iter(self, tag=None):
        """This element and all below it, or those of one tag, in the order of the text."""
        if tag == '*':
            tag = None
        waiting = [iter((self,))]
        while waiting:
            for e in waiting[-1]:
                if tag is None or e.tag == tag:
                    yield e
                waiting.append(iter(e._children))
                break
            else:
                waiting.pop()

    def itertext(self):
        """The texts of this element and of all below it."""
        if self.text:
            yield self.text
        for child in self._children:
            yield from child.itertext()
            if child.tail:
                yield child.tail


def SubElement(parent, tag, attrib={}, **extra):
    """A new element, appended to another."""
    if not isinstance(parent, Element):
        raise TypeError('SubElement() argument 1 must be xml.etree.ElementTree.Element, not %s' % type(parent).__name__)
    if not isinstance(attrib, dict):
        raise TypeError('SubElement() argument 3 must be dict, not %s' % type(attrib).__name__)
    made = parent.makeelement(tag, {**attrib, **extra})
    parent.append(made)
    return made


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

    __module__ = 'xml.etree.ElementTree'

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
