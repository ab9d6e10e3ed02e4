"""Addresses: their parts, their queries, and characters that need quoting."""

import re
from collections import namedtuple

__all__ = ['urlparse', 'urlunparse', 'urljoin', 'urldefrag', 'urlsplit', 'urlunsplit', 'urlencode', 'parse_qs', 'parse_qsl', 'quote',
           'quote_plus', 'quote_from_bytes', 'unquote', 'unquote_plus', 'unquote_to_bytes', 'ParseResult', 'SplitResult']

_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')


def quote_from_bytes(bs, safe='/'):
    if isinstance(safe, str):
        safe = safe.encode('ascii', 'ignore')
    keep = _SAFE.union(safe)
    return ''.join(chr(b) if b in keep else '%%%02X' % b for b in bs)


def quote(string, safe='/', encoding=None, errors=None):
    """string with %XX for what an address cannot hold."""
    if isinstance(string, str):
        string = string.encode(encoding or 'utf-8', errors or 'strict')
    elif encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    space, safe = (' ', safe) if isinstance(string, str) else (b' ', safe)
    if space not in string:
        return quote(string, safe, encoding, errors)
    return quote(string, safe + ' ', encoding, errors).replace(' ', '+')


def unquote_to_bytes(string):
    if isinstance(string, str):
        string = string.encode('utf-8')
    return re.sub(rb'%([0-9A-Fa-f]{2})', lambda m: bytes([int(m[1], 16)]), string)


def unquote(string, encoding='utf-8', errors='replace'):
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    return re.sub('(?:%[0-9A-Fa-f]{2})+', lambda m: unquote_to_bytes(m[0]).decode(encoding or 'utf-8', errors or 'replace'), string)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    return unquote(string.replace('+', ' '), encoding, errors)


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    """A query of names and values."""
    def text(x):
        return quote_via(x, safe) if isinstance(x, bytes) else quote_via(str(x), safe, encoding, errors)

    parts = []
    for key, value in query.items() if hasattr(query, 'items') else query:
        many = doseq and not isinstance(value, (str, bytes)) and hasattr(value, '__iter__')
        parts += [text(key) + '=' + text(v) for v in (value if many else [value])]
    return '&'.join(parts)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&'):
    pairs = []
    for part in qs.split(separator) if qs else ():
        name, given, value = part.partition('=')
        if not part and not strict_parsing:
            continue
        if not given and strict_parsing:
            raise ValueError('bad query field: %r' % (part,))
        if value or keep_blank_values:
            pairs.append((unquote_plus(name, encoding, errors), unquote_plus(value, encoding, errors)))
    return pairs


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&'):
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        found.setdefault(name, []).append(value)
    return found


class _Place:
    """What scheme://user:password@host:port says."""

    __slots__ = ()

    def _host(self):
        user, at, place = self.netloc.rpartition('@')
        if place.startswith('['):
            host, _, port = place[1:].partition(']')
            port = port.removeprefix(':')
        else:
            host, _, port = place.partition(':')
        name, given, password = user.partition(':')
        return (name if at else None), (password if given else None), host, port

    @property
    def username(self):
        return self._host()[0]

    @property
    def password(self):
        return self._host()[1]

    @property
    def hostname(self):
        return self._host()[2].lower() or None

    @property
    def port(self):
        port = self._host()[3]
        if not port:
            return None
        if not port.isdigit():
            raise ValueError('Port could not be cast to integer value as %r' % port)
        if int(port) > 65535:
            raise ValueError('Port out of range 0-65535')
        return int(port)


class SplitResult(namedtuple('SplitResult', 'scheme netloc path query fragment'), _Place):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(namedtuple('ParseResult', 'scheme netloc path params query fragment'), _Place):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResult(namedtuple('DefragResult', 'url fragment')):
    __slots__ = ()

    def geturl(self):
        return self.url + ('#' + self.fragment if self.fragment else '')


def urlsplit(url, scheme='', allow_fragments=True):
    """The five parts of scheme://netloc/path?query#fragment."""
    url = url.strip()
    netloc = query = fragment = ''
    match = re.match(r'([A-Za-z][A-Za-z0-9+.-]*):', url)
    if match:
        scheme, url = match[1].lower(), url[match.end():]
    if url.startswith('//'):
        end = min([i for i in map(url[2:].find, '/?#') if i >= 0], default=len(url) - 2)
        netloc, url = url[2:2 + end], url[2 + end:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError('Invalid IPv6 URL')
    if allow_fragments:
        url, _, fragment = url.partition('#')
    url, _, query = url.partition('?')
    return SplitResult(scheme, netloc, url, query, fragment)


def urlparse(url, scheme='', allow_fragments=True):
    """The six parts of scheme://netloc/path;params?query#fragment."""
    scheme, netloc, url, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    at = url.find(';', url.rfind('/') + 1)
    if at >= 0 and scheme in ('', 'ftp', 'http', 'https', 'sip', 'sips', 'shttp', 'rtsp'):
        url, params = url[:at], url[at + 1:]
    return ParseResult(scheme, netloc, url, params, query, fragment)


def urlunsplit(components):
    scheme, netloc, url, query, fragment = components
    if netloc or url.startswith('//'):
        if url and not url.startswith('/'):
            url = '/' + url
        url = '//' + netloc + url
    if scheme:
        url = scheme + ':' + url
    return url + ('?' + query if query else '') + ('#' + fragment if fragment else '')


def urlunparse(components):
    scheme, netloc, url, params, query, fragment = components
    return urlunsplit((scheme, netloc, url + ';' + params if params else url, query, fragment))


def urldefrag(url):
    scheme, netloc, path, params, query, fragment = urlparse(url)
    return DefragResult(urlunparse((scheme, netloc, path, params, query, '')), fragment)


def _clean(path):
    """A path without . and .. (RFC 3986, 5.2.4)."""
    out = []
    parts = path.split('/')
    for part in parts:
        if part == '..':
            if len(out) > 1 or out and out[0]:
                out.pop()
        elif part != '.':
            out.append(part)
    if parts[-1] in ('.', '..'):
        out.append('')
    return '/'.join(out) or '/'


def urljoin(base, url, allow_fragments=True):
    """What a link in a page at base points to."""
    if not base or not url:
        return url or base
    b, u = urlparse(base, '', allow_fragments), urlparse(url, '', allow_fragments)
    if u.scheme and u.scheme != b.scheme:
        return url
    if u.netloc:
        return urlunparse(u._replace(scheme=u.scheme or b.scheme))
    if not u.path and not u.params:
        return urlunparse(b._replace(query=u.query or b.query, fragment=u.fragment))
    path = u.path if u.path.startswith('/') else b.path[:b.path.rfind('/') + 1] + u.path
    if b.netloc and not path.startswith('/'):
        path = '/' + path
    return urlunparse((b.scheme, b.netloc, _clean(path), u.params, u.query, u.fragment))
