"""Elements that are not like others: comments, instructions, names with namespaces."""

from _elementtree import Element


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
