"""Characters that an address cannot hold, as %XX, and queries of names and values."""

import re

_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')


def quote_from_bytes(bs, safe='/'):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    if isinstance(safe, str):
        safe = safe.encode('ascii', 'ignore')
    keep = _SAFE.union(c for c in safe if c < 128)
    return ''.join(chr(b) if b in keep else '%%%02X' % b for b in bs)


def quote(string, safe='/', encoding=None, errors=None):
    """string with %XX for what an address cannot hold."""
    if isinstance(string, str):
        string = string.encode(encoding or 'utf-8', errors or 'strict')
    elif encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    elif errors is not None:
        raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    if (' ' if isinstance(string, str) else b' ') not in string:
        return quote(string, safe, encoding, errors)
    safe += ' ' if isinstance(safe, str) else b' '
    return quote(string, safe, encoding, errors).replace(' ', '+')


def unquote_to_bytes(string):
    if not string:
        return b''
    if isinstance(string, str):
        string = string.encode('utf-8')
    first, *rest = string.split(b'%')
    out = bytearray(first)
    for part in rest:
        digits = part[:2]
        if re.fullmatch(b'[0-9A-Fa-f]{2}', digits):
            out.append(int(digits, 16))
            out += part[2:]
        else:
            out += b'%' + part
    return bytes(out)


def unquote(string, encoding='utf-8', errors='replace'):
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if '%' not in string:
        return string
    return re.sub('(?:%[0-9A-Fa-f]{2})+',
                  lambda m: unquote_to_bytes(m[0]).decode(encoding or 'utf-8', errors or 'replace'), string)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    return unquote(string.replace('+', ' '), encoding, errors)


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    """A query of names and values."""
    def text(x):
        return quote_via(x, safe) if isinstance(x, bytes) else quote_via(str(x), safe, encoding, errors)

    def values(value):
        if not doseq or isinstance(value, (str, bytes)):
            return [value]
        try:
            len(value)
        except TypeError:
            return [value]
        return value

    if hasattr(query, 'items'):
        query = query.items()
    else:
        try:
            ok = not len(query) or isinstance(query[0], tuple)
        except TypeError:
            ok = False
        if not ok:
            raise TypeError('not a valid non-string sequence or mapping object')
    return '&'.join(text(key) + '=' + text(v) for key, value in query for v in values(value))
