"""Single addresses of the Internet: their text, their bytes and what they are kept for."""

import functools


class AddressValueError(ValueError):
    __module__ = 'ipaddress'


class NetmaskValueError(ValueError):
    __module__ = 'ipaddress'


def _decimal(text, address):
    if not text:
        raise ValueError('Empty octet not permitted in %r' % address)
    if not (text.isascii() and text.isdigit()):
        raise ValueError('Only decimal digits permitted in %r in %r' % (text, address))
    if len(text) > 3:
        raise ValueError('At most 3 characters permitted in %r in %r' % (text, address))
    if text != '0' and text[0] == '0':
        raise ValueError('Leading zeros are not permitted in %r in %r' % (text, address))
    if int(text) > 255:
        raise ValueError('Octet %d (> 255) not permitted in %r' % (int(text), address))
    return int(text)


def parse_v4(text):
    if not text:
        raise AddressValueError('Address cannot be empty')
    octets = text.split('.')
    if len(octets) != 4:
        raise AddressValueError('Expected 4 octets in %r' % text)
    try:
        return int.from_bytes((_decimal(o, text) for o in octets), 'big')
    except ValueError as e:
        raise AddressValueError('%s in %r' % (e, text) if ' in ' not in str(e) else str(e)) from None


def format_v4(number):
    return '.'.join(map(str, number.to_bytes(4, 'big')))


def _hextet(text, address):
    if not text or text.strip('0123456789abcdefABCDEF'):
        raise AddressValueError('Only hex digits permitted in %r in %r' % (text, address))
    if len(text) > 4:
        raise AddressValueError('At most 4 characters permitted in %r in %r' % (text, address))
    return int(text, 16)


def parse_v6(text):
    if not text:
        raise AddressValueError('Address cannot be empty')
    parts = text.split(':')
    if len(parts) < 3:
        raise AddressValueError('At least 3 parts expected in %r' % text)
    if '.' in parts[-1]:
        try:
            low = parse_v4(parts.pop())
        except AddressValueError as e:
            raise AddressValueError('%s in %r' % (e, text)) from None
        parts += ['%x' % (low >> 16), '%x' % (low & 0xffff)]
    if len(parts) > 9:
        raise AddressValueError('At most 8 colons permitted in %r' % text)
    gaps = [i for i in range(1, len(parts) - 1) if not parts[i]]
    if len(gaps) > 1:
        raise AddressValueError("At most one '::' permitted in %r" % text)
    if gaps:
        head, tail = parts[:gaps[0]], parts[gaps[0] + 1:]
    else:
        head, tail = parts, []
        if len(parts) != 8 and parts[0] and parts[-1]:
            raise AddressValueError("Exactly 8 parts expected without '::' in %r" % text)
    if head and not head[0]:
        head = head[1:]
        if head or not gaps:
            raise AddressValueError("Leading ':' only permitted as part of '::' in %r" % text)
    if not parts[-1]:
        tail = tail[:-1]
        if tail or not gaps:
            raise AddressValueError("Trailing ':' only permitted as part of '::' in %r" % text)
    if len(head) + len(tail) > 7 and gaps:
        raise AddressValueError("Expected at most 7 other parts with '::' in %r" % text)
    if not gaps and len(head) != 8:
        raise AddressValueError("Exactly 8 parts expected without '::' in %r" % text)
    words = [_hextet(p, text) for p in head] + [0] * (8 - len(head) - len(tail)) + [_hextet(p, text) for p in tail]
    return functools.reduce(lambda number, word: number << 16 | word, words)


def format_v6(number):
    """The shortest text: the first longest run of zeros becomes '::'."""
    words = ['%x' % (number >> shift & 0xffff) for shift in range(112, -1, -16)]
    best = start = length = 0
    for i in range(8):
        run = 0
        while i + run < 8 and words[i + run] == '0':
            run += 1
        if run > length:
            start, length = i, run
    if length < 2:
        return ':'.join(words)
    return ':'.join(words[:start]) + '::' + ':'.join(words[start + length:])


@functools.total_ordering
class _Address:
    """A number that is one address."""

    __slots__ = '_ip', '__weakref__'

    def __init__(self, address):
        if isinstance(address, int):
            self._ip = self._check_number(address)
        elif isinstance(address, bytes):
            self._ip = int.from_bytes(self._check_packed(address), 'big')
        else:
            self._ip = self._parse(str(address))

    @classmethod
    def _check_number(cls, number):
        if number < 0:
            raise AddressValueError('%d (< 0) is not permitted as an IPv%d address' % (number, cls.version))
        if number >> cls.max_prefixlen:
            raise AddressValueError('%d (>= 2**%d) is not permitted as an IPv%d address'
                                    % (number, cls.max_prefixlen, cls.version))
        return number

    @classmethod
    def _check_packed(cls, packed):
        if len(packed) * 8 != cls.max_prefixlen:
            raise AddressValueError('%r (len %d != %d) is not permitted as an IPv%d address'
                                    % (packed, len(packed), cls.max_prefixlen // 8, cls.version))
        return packed

    @classmethod
    def _parse(cls, text):
        if '/' in text:
            raise AddressValueError('Unexpected %r in %r' % ('/', text))
        return cls._read(text)

    @property
    def packed(self):
        return self._ip.to_bytes(self.max_prefixlen // 8, 'big')

    @property
    def compressed(self):
        return str(self)

    @property
    def exploded(self):
        return str(self)

    @property
    def reverse_pointer(self):
        return self._reversed(self.exploded)

    @property
    def is_private(self):
        """Whether it is kept for networks apart from the Internet."""
        return any(self in n for n in networks(*self._private)) and not any(self in n for n in networks(*self._not_private))

    def __int__(self):
        return self._ip

    def __str__(self):
        return self._write(self._ip)

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, str(self))

    def __hash__(self):
        return hash(hex(self._ip))

    def __eq__(self, other):
        try:
            return self._ip == other._ip and self.version == other.version
        except AttributeError:
            return NotImplemented

    def __lt__(self, other):
        if not isinstance(other, _Address):
            return NotImplemented
        if self.version != other.version:
            raise TypeError('%s and %s are not of the same version' % (self, other))
        return self._ip < other._ip

    def __add__(self, other):
        return type(self)(int(self) + other) if isinstance(other, int) else NotImplemented

    def __sub__(self, other):
        return type(self)(int(self) - other) if isinstance(other, int) else NotImplemented

    def __format__(self, spec):
        """Like a str, or as a number: b, x, X or n, with # and _ for prefixes and groups."""
        import re
        if not spec or spec[-1] == 's':
            return format(str(self), spec)
        found = re.fullmatch('(#?)(_?)([xbnX])', spec)
        if not found:
            return super().__format__(spec)
        prefix, group, kind = found.groups()
        if kind == 'n':
            kind = 'b' if self.version == 4 else 'x'
        digits = self.max_prefixlen // (1 if kind == 'b' else 4)
        width = digits + (2 if prefix else 0) + (digits // 4 - 1 if group else 0)
        return format(int(self), '%s0%d%s%s' % (prefix, width, group, kind))

    def __reduce__(self):
        return type(self), (str(self),)


@functools.lru_cache(None)
def networks(*ranges):
    import ipaddress
    return [ipaddress.ip_network(r) for r in ranges]


def _within(*ranges):
    """A property: the address lies in one of the networks."""
    return property(lambda self: any(self in n for n in networks(*ranges)))


class IPv4Address(_Address):
    """An address of 32 bits."""

    __module__ = 'ipaddress'
    __slots__ = ()
    version, max_prefixlen = 4, 32
    _read, _write = staticmethod(parse_v4), staticmethod(format_v4)

    @staticmethod
    def _reversed(text):
        return '.'.join(text.split('.')[::-1]) + '.in-addr.arpa'

    _private = ('0.0.0.0/8', '10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
                '192.0.0.170/31', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24',
                '203.0.113.0/24', '240.0.0.0/4', '255.255.255.255/32')
    _not_private = '192.0.0.9/32', '192.0.0.10/32'
    _is_shared = _within('100.64.0.0/10')
    is_multicast = _within('224.0.0.0/4')
    is_reserved = _within('240.0.0.0/4')
    is_loopback = _within('127.0.0.0/8')
    is_link_local = _within('169.254.0.0/16')
    is_unspecified = property(lambda self: self._ip == 0)

    @property
    def is_global(self):
        return not self._is_shared and not self.is_private


class IPv6Address(_Address):
    """An address of 128 bits, perhaps of one link: '%' and its name."""

    __module__ = 'ipaddress'
    __slots__ = '_scope_id',
    version, max_prefixlen = 6, 128
    _read, _write = staticmethod(parse_v6), staticmethod(format_v6)

    def __init__(self, address):
        self._scope_id = None
        if not isinstance(address, (int, bytes)):
            address = str(address)
            if '/' not in address:
                address, self._scope_id = self._split_scope(address)
        super().__init__(address)

    @staticmethod
    def _split_scope(text):
        address, percent, scope = text.partition('%')
        if not percent:
            return address, None
        if not scope or '%' in scope:
            raise AddressValueError('Invalid IPv6 address: "%r"' % text)
        return address, scope

    @property
    def scope_id(self):
        return self._scope_id

    def __str__(self):
        return super().__str__() + ('%' + self._scope_id if self._scope_id else '')

    def __hash__(self):
        return hash((self._ip, self._scope_id))

    def __eq__(self, other):
        same = super().__eq__(other)
        return same if same is NotImplemented or not same else self._scope_id == getattr(other, '_scope_id', None)

    @property
    def exploded(self):
        return ':'.join('%04x' % (self._ip >> shift & 0xffff) for shift in range(112, -1, -16))

    @staticmethod
    def _reversed(text):
        return '.'.join(text[::-1].replace(':', '')) + '.ip6.arpa'

    _private = ('::1/128', '::/128', '::ffff:0:0/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32',
                '2002::/16', 'fc00::/7', 'fe80::/10')
    _not_private = '2001:1::1/128', '2001:1::2/128', '2001:3::/32', '2001:4:112::/48', '2001:20::/28', '2001:30::/28'
    is_multicast = _within('ff00::/8')
    is_reserved = _within('::/8', '100::/8', '200::/7', '400::/6', '800::/5', '1000::/4', '4000::/3', '6000::/3',
                          '8000::/3', 'A000::/3', 'C000::/3', 'E000::/4', 'F000::/5', 'F800::/6', 'FE00::/9')
    is_link_local = _within('fe80::/10')
    is_site_local = _within('fec0::/10')
    is_unspecified = property(lambda self: self._ip == 0)
    is_loopback = property(lambda self: self._ip == 1)

    @property
    def is_private(self):
        mapped = self.ipv4_mapped
        return super().is_private if mapped is None else mapped.is_private

    @property
    def is_global(self):
        return not self.is_private

    @property
    def ipv4_mapped(self):
        """The address that ::ffff:a.b.c.d stands for, or None."""
        return IPv4Address(self._ip & 0xffffffff) if self._ip >> 32 == 0xffff else None

    @property
    def teredo(self):
        """Server and client of an address in 2001::/32, or None."""
        if self._ip >> 96 != 0x20010000:
            return None
        return IPv4Address(self._ip >> 64 & 0xffffffff), IPv4Address(~self._ip & 0xffffffff)

    @property
    def sixtofour(self):
        """The address within 2002::/16, or None."""
        return IPv4Address(self._ip >> 80 & 0xffffffff) if self._ip >> 112 == 0x2002 else None
