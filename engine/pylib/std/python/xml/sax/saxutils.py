"""Characters that text and attributes of XML cannot hold as they are."""


def _replaced(data, entities):
    for key, value in entities.items():
        data = data.replace(key, value)
    return data


def escape(data, entities={}):
    """Text with &, < and > as references, and what entities adds."""
    return _replaced(data.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;'), entities)


def unescape(data, entities={}):
    """The opposite of escape."""
    return _replaced(data.replace('&lt;', '<').replace('&gt;', '>'), entities).replace('&amp;', '&')


def quoteattr(data, entities={}):
    """An attribute's value with its quotes."""
    data = escape(data, {**entities, '\n': '&#10;', '\r': '&#13;', '\t': '&#9;'})
    if '"' not in data:
        return '"%s"' % data
    return '"%s"' % data.replace('"', '&quot;') if "'" in data else "'%s'" % data
