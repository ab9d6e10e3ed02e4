"""Addresses of the Internet, networks of them, and addresses in their networks."""

import functools


class AddressValueError(ValueError):
    """The text or number is not an address."""


class NetmaskValueError(ValueError):
    """The text or number is not a netmask."""


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


def _parse_v4(text):
    if not text:
        raise AddressValueError('Address cannot be empty')
    octets = text.split('.')
    if len(octets) != 4:
        raise AddressValueError('Expected 4 octets in %r' % text)
    try:
        return int.from_bytes((_decimal(o, text) for o in octets), 'big')
    except ValueError as e:
        raise AddressValueError('%s in %r' % (e, text) if ' in ' not in str(e) else str(e)) from None


def _format_v4(number):
    return '.'.join(map(str, number.to_bytes(4, 'big')))


def _hextet(text, address):
    if not text or text.strip('0123456789abcdefABCDEF'):
        raise AddressValueError('Only hex digits permitted in %r in %r' % (text, address))
    if len(text) > 4:
        raise AddressValueError('At most 4 characters permitted in %r in %r' % (text, address))
    return int(text, 16)


def _parse_v6(text):
    if not text:
        raise AddressValueError('Address cannot be empty')
    parts = text.split(':')
    if len(parts) < 3:
        raise AddressValueError('At least 3 parts expected in %r' % text)
    if '.' in parts[-1]:
        try:
            low = _parse_v4(parts.pop())
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


def _format_v6(number):
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


def _mask(prefix, bits):
    return (1 << bits) - (1 << bits - prefix)


def _split(address):
    """Address and mask of 'a/b', of (a, b) or of what has no mask."""
    if isinstance(address, (bytes, int)):
        return address, None
    if isinstance(address, tuple):
        return address if len(address) > 1 else (address[0], None)
    parts = str(address).split('/')
    if len(parts) > 2:
        raise AddressValueError("Only one '/' permitted in %r" % address)
    return parts[0], parts[1] if len(parts) == 2 else None


class _IPAddressBase:
    """What addresses and networks share: masks, and the text with a prefix."""

    __slots__ = ()

    @classmethod
    def _prefix_of(cls, mask):
        """The length of a prefix given as a number or as a mask."""
        bits = cls.max_prefixlen
        if isinstance(mask, int):
            if not 0 <= mask <= bits:
                raise NetmaskValueError('%r is not a valid netmask' % mask)
            return mask
        if mask.isascii() and mask.isdigit():
            if int(mask) > bits:
                raise NetmaskValueError('%r is not a valid netmask' % mask)
            return int(mask)
        if bits == 32:
            try:
                number = _parse_v4(mask)
            except AddressValueError:
                raise NetmaskValueError('%r is not a valid netmask' % mask) from None
            for candidate in number, number ^ 0xffffffff:  # a netmask, or a hostmask
                prefix = bits - (~candidate & 0xffffffff).bit_length()
                if candidate == _mask(prefix, bits):
                    return prefix
        raise NetmaskValueError('%r is not a valid netmask' % mask)


class _BaseV4:
    """What is of 32 bits."""

    __slots__ = ()
    version, max_prefixlen = 4, 32


class _BaseV6:
    """What is of 128 bits."""

    __slots__ = ()
    version, max_prefixlen = 6, 128


@functools.total_ordering
class _BaseAddress(_IPAddressBase):
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
        return any(self in n for n in _networks(*self._private)) and not any(self in n for n in _networks(*self._not_private))

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
        if not isinstance(other, _BaseAddress):
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
def _networks(*ranges):
    import ipaddress
    return [ipaddress.ip_network(r) for r in ranges]


def _within(*ranges):
    """A property: the address lies in one of the networks."""
    return property(lambda self: any(self in n for n in _networks(*ranges)))


class IPv4Address(_BaseV4, _BaseAddress):
    """An address of 32 bits."""

    __slots__ = ()
    _read, _write = staticmethod(_parse_v4), staticmethod(_format_v4)

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


class IPv6Address(_BaseV6, _BaseAddress):
    """An address of 128 bits, perhaps of one link: '%' and its name."""

    __slots__ = '_scope_id',
    _read, _write = staticmethod(_parse_v6), staticmethod(_format_v6)

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


IPV4LENGTH, IPV6LENGTH = 32, 128


def _first(kinds, value, what):
    for kind in kinds:
        try:
            return kind(value)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError('%r does not appear to be an IPv4 or IPv6 %s' % (value, what))


def ip_address(address):
    """The IPv4Address or IPv6Address of a text, a number or bytes."""
    return _first((IPv4Address, IPv6Address), address, 'address')


def ip_network(address, strict=True):
    """The IPv4Network or IPv6Network of a text, a number or a pair."""
    return _first((lambda a: IPv4Network(a, strict), lambda a: IPv6Network(a, strict)), address, 'network')


def ip_interface(address):
    """The IPv4Interface or IPv6Interface of a text, a number or a pair."""
    return _first((IPv4Interface, IPv6Interface), address, 'interface')


def v4_int_to_packed(address):
    try:
        return address.to_bytes(4, 'big')
    except OverflowError:
        raise ValueError('Address negative or too large for IPv4')


def v6_int_to_packed(address):
    try:
        return address.to_bytes(16, 'big')
    except OverflowError:
        raise ValueError('Address negative or too large for IPv6')


class _BaseNetwork(_IPAddressBase):
    """All addresses that begin alike."""

    def __init__(self, address, strict=True):
        address, mask = _split(address)
        self.network_address = self._address_class(address)
        self._prefixlen = self.max_prefixlen if mask is None else self._prefix_of(mask)
        self.netmask = self._address_class(_mask(self._prefixlen, self.max_prefixlen))
        first = int(self.network_address) & int(self.netmask)
        if first != int(self.network_address):
            if strict:
                raise ValueError('%s has host bits set' % self)
            self.network_address = self._address_class(first)

    @functools.cached_property
    def broadcast_address(self):
        return self._address_class(int(self.network_address) | int(self.hostmask))

    @functools.cached_property
    def hostmask(self):
        return self._address_class(int(self.netmask) ^ (1 << self.max_prefixlen) - 1)

    @property
    def prefixlen(self):
        return self._prefixlen

    @property
    def num_addresses(self):
        return 1 << self.max_prefixlen - self._prefixlen

    @property
    def with_prefixlen(self):
        return '%s/%d' % (self.network_address, self._prefixlen)

    @property
    def with_netmask(self):
        return '%s/%s' % (self.network_address, self.netmask)

    @property
    def with_hostmask(self):
        return '%s/%s' % (self.network_address, self.hostmask)

    @property
    def compressed(self):
        return str(self)

    @property
    def exploded(self):
        return '%s/%d' % (self.network_address.exploded, self._prefixlen)

    @property
    def reverse_pointer(self):
        return self.network_address._reversed(self.exploded)

    def hosts(self):
        """The addresses that hosts may have."""
        first, last = int(self.network_address), int(self.broadcast_address)
        if self._prefixlen == self.max_prefixlen:
            return [self._address_class(first)]
        if self._prefixlen == self.max_prefixlen - 1:
            return [self._address_class(first), self._address_class(last)]
        return self._between(first + 1, last - (self.version == 4))

    def _between(self, first, last):
        return (self._address_class(n) for n in range(first, last + 1))

    def __iter__(self):
        return self._between(int(self.network_address), int(self.broadcast_address))

    def __getitem__(self, n):
        base = int(self.network_address if n >= 0 else self.broadcast_address)
        at = base + n + (n < 0)
        if not int(self.network_address) <= at <= int(self.broadcast_address):
            raise IndexError('address out of range')
        return self._address_class(at)

    def __contains__(self, other):
        if self.version != other.version or isinstance(other, _BaseNetwork):
            return False
        return int(other) & int(self.netmask) == int(self.network_address)

    def _same_version(self, other):
        if self.version != other.version:
            raise TypeError('%s and %s are not of the same version' % (self, other))

    def _key(self):
        return self.network_address, self.netmask

    def compare_networks(self, other):
        self._same_version(other)
        return (self._key() > other._key()) - (self._key() < other._key())

    def _get_networks_key(self):
        return self.version, *self._key()

    def __lt__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        self._same_version(other)
        return self._key() < other._key()

    def __gt__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        self._same_version(other)
        return self._key() > other._key()

    def __le__(self, other):
        more = self.__gt__(other)
        return more if more is NotImplemented else not more

    def __ge__(self, other):
        less = self.__lt__(other)
        return less if less is NotImplemented else not less

    def __eq__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        return self.version == other.version and self._key() == other._key()

    def __hash__(self):
        return hash((int(self.network_address), int(self.netmask)))

    def __str__(self):
        return self.with_prefixlen

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, str(self))

    def __reduce__(self):
        return type(self), (str(self),)

    def overlaps(self, other):
        """Whether some address is in both."""
        return other.network_address in self or self.network_address in other

    def subnet_of(self, other):
        return self._lies_in(self, other)

    def supernet_of(self, other):
        return self._lies_in(other, self)

    @staticmethod
    def _lies_in(inner, outer):
        try:
            inner._same_version(outer)
            return outer.network_address <= inner.network_address and outer.broadcast_address >= inner.broadcast_address
        except AttributeError:
            raise TypeError('Unable to test subnet containment between %s and %s' % (inner, outer))

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """The networks that this one can be cut into."""
        if self._prefixlen == self.max_prefixlen:
            yield self
            return
        prefix = self._prefixlen + prefixlen_diff
        if new_prefix is not None:
            if new_prefix < self._prefixlen:
                raise ValueError('new prefix must be longer')
            if prefixlen_diff != 1:
                raise ValueError('cannot set prefixlen_diff and new_prefix')
            prefix = new_prefix
        if prefix < self._prefixlen:
            raise ValueError('prefix length diff must be > 0')
        if prefix > self.max_prefixlen:
            raise ValueError('prefix length diff %d is invalid for netblock %s' % (prefix, self))
        for n in range(int(self.network_address), int(self.broadcast_address) + 1, 1 << self.max_prefixlen - prefix):
            yield type(self)((n, prefix))

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The network that this one is cut from."""
        if self._prefixlen == 0:
            return self
        if new_prefix is not None:
            if new_prefix > self._prefixlen:
                raise ValueError('new prefix must be shorter')
            if prefixlen_diff != 1:
                raise ValueError('cannot set prefixlen_diff and new_prefix')
            prefixlen_diff = self._prefixlen - new_prefix
        prefix = self._prefixlen - prefixlen_diff
        if prefix < 0:
            raise ValueError('current prefixlen is %d, cannot have a prefixlen_diff of %d' % (self._prefixlen, prefixlen_diff))
        return type(self)((int(self.network_address) & _mask(prefix, self.max_prefixlen), prefix))

    def address_exclude(self, other):
        """The networks that are left when another one is taken out."""
        self._same_version(other)
        if not isinstance(other, _BaseNetwork):
            raise TypeError('%s is not a network object' % other)
        if not other.subnet_of(self):
            raise ValueError('%s not contained in %s' % (other, self))
        rest = self
        while rest != other:
            one, two = rest.subnets()
            rest, apart = (one, two) if other.subnet_of(one) else (two, one)
            yield apart

    @property
    def is_private(self):
        """Whether all of it lies in one network that is not for the Internet."""
        def inside(ranges):
            return any(self.network_address in n and self.broadcast_address in n for n in _networks(*ranges))
        return inside(self._address_class._private) and not inside(self._address_class._not_private)

    @property
    def is_global(self):
        return not self.is_private

    def __getattr__(self, name):
        """is_private and the like hold for a network where they hold for its first and last address."""
        if not name.startswith('is_') or not hasattr(type(self.network_address), name):
            raise AttributeError('%r object has no attribute %r' % (type(self).__name__, name))
        return getattr(self.network_address, name) and getattr(self.broadcast_address, name)


class IPv4Network(_BaseV4, _BaseNetwork):
    """A network of addresses of 32 bits."""

    _address_class = IPv4Address

    @property
    def is_global(self):
        return not (self.network_address._is_shared and self.broadcast_address._is_shared) and not self.is_private


class IPv6Network(_BaseV6, _BaseNetwork):
    """A network of addresses of 128 bits."""

    _address_class = IPv6Address


def _interface(cls):
    """Gives a class of addresses what an address together with its network does."""

    def __init__(self, address):
        address, mask = _split(address)
        self._address_class.__init__(self, address)
        self.network = self._network_class((address, self.max_prefixlen if mask is None else mask), strict=False)
        self.netmask, self.hostmask = self.network.netmask, self.network.hostmask
        self._prefixlen = self.network._prefixlen

    @property
    def ip(self):
        return self._address_class(self._ip)

    def _text(self):
        return self._address_class.__str__(self)

    def __str__(self):
        return '%s/%d' % (self._text(), self._prefixlen)

    @property
    def with_prefixlen(self):
        return '%s/%s' % (self._text(), self._prefixlen)

    @property
    def with_netmask(self):
        return '%s/%s' % (self._text(), self.netmask)

    @property
    def with_hostmask(self):
        return '%s/%s' % (self._text(), self.hostmask)

    @property
    def exploded(self):
        return '%s/%d' % (self._address_class.exploded.fget(self), self._prefixlen)

    @property
    def reverse_pointer(self):
        return self._reversed(self._address_class.exploded.fget(self))

    def __eq__(self, other):
        same = self._address_class.__eq__(self, other)
        if same is NotImplemented or not same:
            return same
        try:
            return self.network == other.network
        except AttributeError:  # an address without a network
            return False

    def __lt__(self, other):
        less = self._address_class.__lt__(self, other)
        if less is NotImplemented:
            return NotImplemented
        try:
            return self.network < other.network or self.network == other.network and less
        except AttributeError:
            return False

    def __hash__(self):
        return hash((self._ip, self._prefixlen, int(self.network.network_address)))

    made = dict(locals())
    del made['cls']
    for name, value in made.items():
        setattr(cls, name, value)
    return cls


@_interface
class IPv4Interface(IPv4Address):
    """An IPv4Address with its network."""

    _address_class, _network_class = IPv4Address, IPv4Network


@_interface
class IPv6Interface(IPv6Address):
    """An IPv6Address with its network."""

    _address_class, _network_class = IPv6Address, IPv6Network

    @property
    def is_unspecified(self):
        return self._ip == 0 and self.network.is_unspecified

    @property
    def is_loopback(self):
        return self._ip == 1 and self.network.is_loopback


def summarize_address_range(first, last):
    """The networks that hold exactly the addresses from first to last."""
    if not (isinstance(first, (IPv4Address, IPv6Address)) and isinstance(last, (IPv4Address, IPv6Address))):
        raise TypeError('first and last must be IP addresses, not networks')
    if first.version != last.version:
        raise TypeError('%s and %s are not of the same version' % (first, last))
    if first > last:
        raise ValueError('last IP address must be greater than first')
    make = IPv4Network if first.version == 4 else IPv6Network
    return _summarize(make, first._ip, last._ip)


def _summarize(make, at, end):
    while at <= end:
        aligned = (at & -at).bit_length() - 1 if at else make.max_prefixlen
        bits = min(aligned, (end - at + 1).bit_length() - 1)
        yield make((at, make.max_prefixlen - bits))
        at += 1 << bits


def collapse_addresses(addresses):
    """The fewest networks that hold the given addresses and networks."""
    spans = {}
    for item in addresses:
        if isinstance(item, _BaseNetwork):
            make, span = type(item), (int(item.network_address), int(item.broadcast_address))
        else:
            item = getattr(item, 'ip', item)
            make, span = (IPv4Network if item.version == 4 else IPv6Network), (int(item), int(item))
        spans.setdefault(make, []).append(span)
    if len(spans) > 1:
        one, two = (make((pairs[0][0], make.max_prefixlen)) for make, pairs in spans.items())
        raise TypeError('%s and %s are not of the same version' % (one, two))
    return (network for make, pairs in spans.items() for network in _collapse(make, sorted(pairs)))


def _collapse(make, pairs):
    start, end = pairs[0]
    for low, high in pairs[1:]:
        if low > end + 1:
            yield from _summarize(make, start, end)
            start, end = low, high
        end = max(end, high)
    yield from _summarize(make, start, end)


def get_mixed_type_key(obj):
    """A key that sorts networks and addresses together."""
    if isinstance(obj, _BaseNetwork):
        return obj._get_networks_key()
    if isinstance(obj, (IPv4Address, IPv6Address)):
        return obj.version, obj
    return NotImplemented
