"""Addresses: their parts, their queries, and characters that need quoting."""

import re
import unicodedata
from collections import namedtuple
from types import GenericAlias

__all__ = ['urlparse', 'urlunparse', 'urljoin', 'urldefrag', 'urlsplit', 'urlunsplit', 'urlencode', 'parse_qs',
           'parse_qsl', 'quote', 'quote_plus', 'quote_from_bytes', 'unquote', 'unquote_plus', 'unquote_to_bytes',
           'DefragResult', 'ParseResult', 'SplitResult', 'DefragResultBytes', 'ParseResultBytes', 'SplitResultBytes']


def _in_kind(kind, *texts):
    """Texts as they are, or as bytes."""
    return texts if kind is str else tuple(t.encode('ascii') for t in texts)


class _ResultMixinStr:
    """The parts of an address as text."""

    __slots__ = ()

    def encode(self, encoding='ascii', errors='strict'):
        return self._encoded_counterpart(*(part.encode(encoding, errors) for part in self))


class _ResultMixinBytes:
    """The parts of an address as bytes."""

    __slots__ = ()

    def decode(self, encoding='ascii', errors='strict'):
        return self._decoded_counterpart(*(part.decode(encoding, errors) for part in self))


class _NetlocResultMixinBase:
    """What scheme://user:password@host:port says."""

    __slots__ = ()

    @property
    def _place(self):
        kind = type(self.netloc)
        at, opened, closed, colon, = _in_kind(kind, '@', '[', ']', ':')
        user, has_user, place = self.netloc.rpartition(at)
        name, has_password, password = user.partition(colon)
        _, bracket, inside = place.partition(opened)
        if bracket:
            host, _, rest = inside.partition(closed)
            _, _, port = rest.partition(colon)
        else:
            host, _, port = place.partition(colon)
        return (name if has_user else None), (password if has_password else None), host or None, port or None

    @property
    def username(self):
        return self._place[0]

    @property
    def password(self):
        return self._place[1]

    @property
    def hostname(self):
        host = self._place[2]
        if not host:
            return None
        percent, = _in_kind(type(host), '%')
        name, given, zone = host.partition(percent)
        return name.lower() + given + zone

    @property
    def port(self):
        port = self._place[3]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError('Port could not be cast to integer value as %r' % (port,))
        if not 0 <= int(port) <= 65535:
            raise ValueError('Port out of range 0-65535')
        return int(port)

    __class_getitem__ = classmethod(GenericAlias)


class _NetlocResultMixinStr(_NetlocResultMixinBase, _ResultMixinStr):
    __slots__ = ()


class _NetlocResultMixinBytes(_NetlocResultMixinBase, _ResultMixinBytes):
    __slots__ = ()


_DefragResultBase = namedtuple('DefragResult', 'url fragment')
_SplitResultBase = namedtuple('SplitResult', 'scheme netloc path query fragment')
_ParseResultBase = namedtuple('ParseResult', 'scheme netloc path params query fragment')
ResultBase = _NetlocResultMixinStr


def _defragged(self):
    return self.url + _in_kind(type(self.url), '#')[0] + self.fragment if self.fragment else self.url


class DefragResult(_DefragResultBase, _ResultMixinStr):
    __slots__ = ()
    geturl = _defragged


class SplitResult(_SplitResultBase, _NetlocResultMixinStr):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(_ParseResultBase, _NetlocResultMixinStr):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResultBytes(_DefragResultBase, _ResultMixinBytes):
    __slots__ = ()
    geturl = _defragged


class SplitResultBytes(_SplitResultBase, _NetlocResultMixinBytes):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResultBytes(_ParseResultBase, _NetlocResultMixinBytes):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


for _text, _bytes in (DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes):
    _text._encoded_counterpart, _bytes._decoded_counterpart = _bytes, _text


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


uses_relative = ['', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero',
                 'rtsp', 'rtspu', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss']
uses_netloc = ['', 'ftp', 'http', 'gopher', 'nntp', 'telnet', 'imap', 'wais', 'file', 'mms', 'https', 'shttp',
               'snews', 'prospero', 'rtsp', 'rtspu', 'rsync', 'svn', 'svn+ssh', 'sftp', 'nfs', 'git', 'git+ssh', 'ws',
               'wss']
uses_params = ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu', 'sip', 'sips', 'mms',
               'sftp', 'tel']

_CONTROL_OR_SPACE = ''.join(map(chr, range(33)))


def _as_text(*args):
    """The arguments as str, and what turns a result into their kind."""
    kinds = {isinstance(a, str) for a in args if a or a is args[0]}
    if len(kinds) > 1:
        raise TypeError('Cannot mix str and non-str arguments')
    if kinds == {True}:
        return *args, lambda result: result
    return *(a.decode('ascii') if a else '' for a in args), lambda result: result.encode('ascii')


def _check_netloc(netloc):
    if netloc.isascii():
        return
    kept = re.sub('[@:#?]', '', netloc)
    plain = unicodedata.normalize('NFKC', kept)
    if plain != kept and re.search('[/?#@:]', plain):
        raise ValueError('netloc %r contains invalid characters under NFKC normalization' % netloc)


def _check_brackets(netloc):
    if ('[' in netloc) != (']' in netloc):
        raise ValueError('Invalid IPv6 URL')
    if '[' not in netloc:
        return
    host = netloc.partition('[')[2].partition(']')[0]
    if host.startswith('v'):
        if not re.fullmatch(r"v[a-fA-F0-9]+\..+", host):
            raise ValueError('IPvFuture address is invalid')
        return
    import ipaddress
    if isinstance(ipaddress.ip_address(host), ipaddress.IPv4Address):
        raise ValueError('An IPv4 address cannot be in brackets')


def urlsplit(url, scheme='', allow_fragments=True):
    """The five parts of scheme://netloc/path?query#fragment."""
    url, scheme, to_kind = _as_text(url, scheme)
    url = url.lstrip(_CONTROL_OR_SPACE)
    scheme = scheme.strip(_CONTROL_OR_SPACE)
    url, scheme = re.sub('[\t\r\n]', '', url), re.sub('[\t\r\n]', '', scheme)
    netloc = query = fragment = ''
    match = re.match(r'([A-Za-z][A-Za-z0-9+.-]*):', url)
    if match:
        scheme, url = match[1].lower(), url[match.end():]
    if url.startswith('//'):
        netloc = re.match('[^/?#]*', url[2:])[0]
        url = url[2 + len(netloc):]
        _check_brackets(netloc)
    if allow_fragments:
        url, _, fragment = url.partition('#')
    url, _, query = url.partition('?')
    _check_netloc(netloc)
    return to_kind(SplitResult(scheme, netloc, url, query, fragment))


def urlparse(url, scheme='', allow_fragments=True):
    """The six parts of scheme://netloc/path;params?query#fragment."""
    url, scheme, to_kind = _as_text(url, scheme)
    scheme, netloc, url, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in uses_params:
        at = url.find(';', url.rfind('/') + 1)
        if at >= 0:
            url, params = url[:at], url[at + 1:]
    return to_kind(ParseResult(scheme, netloc, url, params, query, fragment))


def urlunsplit(components):
    scheme, netloc, url, query, fragment, to_kind = _as_text(*components)
    if netloc or scheme and scheme in uses_netloc and url[:2] != '//':
        if url and not url.startswith('/'):
            url = '/' + url
        url = '//' + (netloc or '') + url
    if scheme:
        url = scheme + ':' + url
    return to_kind(url + ('?' + query if query else '') + ('#' + fragment if fragment else ''))


def urlunparse(components):
    scheme, netloc, url, params, query, fragment, to_kind = _as_text(*components)
    return to_kind(urlunsplit((scheme, netloc, url + ';' + params if params else url, query, fragment)))


def urldefrag(url):
    url, to_kind = _as_text(url)
    fragment = ''
    if '#' in url:
        scheme, netloc, path, params, query, fragment = urlparse(url)
        url = urlunparse((scheme, netloc, path, params, query, ''))
    return to_kind(DefragResult(url, fragment))


def _resolve(base, path):
    """A path seen from another one, without . and .. (RFC 3986, 5.2)."""
    parts = path.split('/')
    if not path.startswith('/'):
        parts = base.split('/')[:-1] + parts
        parts[1:-1] = [part for part in parts[1:-1] if part]
    out = []
    for part in parts:
        if part == '..':
            if out:
                out.pop()
        elif part != '.':
            out.append(part)
    if parts[-1] in ('.', '..'):
        out.append('')
    return '/'.join(out) or '/'


def urljoin(base, url, allow_fragments=True):
    """What a link in a page at base points to."""
    if not base:
        return url
    if not url:
        return base
    base, url, to_kind = _as_text(base, url)
    b = urlparse(base, '', allow_fragments)
    u = urlparse(url, b.scheme, allow_fragments)
    if u.scheme != b.scheme or u.scheme not in uses_relative:
        return to_kind(url)
    if u.scheme in uses_netloc:
        if u.netloc:
            return to_kind(urlunparse(u))
        u = u._replace(netloc=b.netloc)
    if not u.path and not u.params:
        u = u._replace(path=b.path, params=b.params, query=u.query or b.query)
    else:
        u = u._replace(path=_resolve(b.path, u.path))
    return to_kind(urlunparse(u))


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None,
              separator='&'):
    """The names and values of a query."""
    qs, to_kind = _as_text(qs)
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError('Separator must be of type string or bytes.')
    separator, _ = _as_text(separator)
    parts = qs.split(separator) if qs else []
    if max_num_fields is not None and max_num_fields < len(parts):
        raise ValueError('Max number of fields exceeded')
    pairs = []
    for part in parts:
        if not part and not strict_parsing:
            continue
        name, given, value = part.partition('=')
        if not given and strict_parsing:
            raise ValueError('bad query field: %r' % (part,))
        if value or keep_blank_values:
            pairs.append((to_kind(unquote_plus(name, encoding, errors)), to_kind(unquote_plus(value, encoding, errors))))
    return pairs


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None,
             separator='&'):
    """The values of a query by name."""
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        found.setdefault(name, []).append(value)
    return found


def unwrap(url):
    """The address in <URL:address>."""
    url = str(url).strip()
    if url[:1] == '<' and url[-1:] == '>':
        url = url[1:-1].strip()
    return url.removeprefix('URL:').strip()
