import ipaddress
import pickle

for text in ('192.168.0.1', '8.8.8.8', '127.0.0.1', '224.0.0.1', '0.0.0.0', '169.254.3.4', '::1', '::', '2001:db8::8a2e:370:7334',
             '::ffff:10.0.0.1', '2002:c000:204::', 'ff02::1', 'fd00::1', '1:0:0:2:0:0:0:3', '100.64.0.1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'):
    a = ipaddress.ip_address(text)
    print(repr(a), a.exploded, int(a), a.packed, a.reverse_pointer, a.version, a.max_prefixlen)
    print([n for n in dir(a) if n.startswith('is_') and getattr(a, n)], format(a, '#x'), format(a, '_b'), format(a, 'n'), f'{a:>45s}')
    assert pickle.loads(pickle.dumps(a)) == a and hash(a) == hash(ipaddress.ip_address(text))
    if a.version == 6:
        print(a.ipv4_mapped, a.teredo, a.sixtofour, a.scope_id)

for text in ('192.168.0.0/24', '10.0.0.0/255.0.0.0', '10.0.0.0/0.255.255.255', '1.2.3.4', '1.2.3.4/31', '2001:db8::/126', '::/0', '0.0.0.0/0'):
    n = ipaddress.ip_network(text)
    print(repr(n), n.netmask, n.hostmask, n.broadcast_address, n.num_addresses, n.prefixlen, n.with_netmask, n.with_hostmask, n.exploded)
    print(n.is_private, n.is_global, n.is_multicast, n[0], n[-1], n.supernet(), [str(h) for _, h in zip(range(3), n.hosts())])

net = ipaddress.ip_network('192.168.0.0/24')
print(list(net.subnets(new_prefix=26)), list(net.address_exclude(ipaddress.ip_network('192.168.0.64/27'))))
print(ipaddress.ip_address('192.168.0.7') in net, ipaddress.ip_address('192.168.1.7') in net, net.overlaps(ipaddress.ip_network('192.168.0.128/25')))
print(net.subnet_of(ipaddress.ip_network('192.168.0.0/16')), net.supernet_of(ipaddress.ip_network('192.168.0.4/30')), len(list(net.hosts())))
print(list(ipaddress.summarize_address_range(ipaddress.ip_address('10.0.0.3'), ipaddress.ip_address('10.0.0.20'))))
print(list(ipaddress.collapse_addresses(map(ipaddress.ip_network, ('10.0.0.0/25', '10.0.0.128/25', '10.0.2.0/24', '10.0.0.5/32')))))
print(sorted(map(ipaddress.ip_address, ('10.0.0.10', '10.0.0.9', '9.255.255.255'))), ipaddress.ip_address('10.0.0.255') + 1)
i = ipaddress.ip_interface('192.168.5.9/20')
print(repr(i), i.ip, i.network, i.with_netmask, i.with_hostmask, i == ipaddress.ip_interface('192.168.5.9/20'), i < ipaddress.ip_interface('192.168.6.9/20'))
print(repr(ipaddress.ip_interface('fe80::1/64')), ipaddress.v4_int_to_packed(1), ipaddress.IPv4Address(b'\1\2\3\4'), ipaddress.IPv6Address(1 << 100))

BAD = ['', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1.2.3.x', '01.2.3.4', '1..2.3', '1.2.3.1111', '1.2.3.4/24']
BAD6 = ['', ':', '1:2', '1::2::3', '1:2:3:4:5:6:7', '12345::', 'g::', ':1:2:3:4:5:6:7', '1:2:3:4:5:6:7:', '1:2:3:4:5:6:7:8:9', '::1.2.3', 'fe80::1%', '1:2:3:4:5:6:7::8:9']
for make, texts in ((ipaddress.IPv4Address, BAD + [-1, 1 << 32, b'abc']), (ipaddress.IPv6Address, BAD6 + [1 << 128, b'abc']),
                    (ipaddress.ip_address, ['x', '1.2.3', 1 << 200]), (ipaddress.ip_network, ['1.2.3.4/24', '1.2.3.0/33', '1.2.3.0/x', 'a/b/c']),
                    (ipaddress.IPv4Network, ['1.2.3.4/24', '1.2.3.0/33', '1.2.3.0/1.2.3.4', '1/2/3', '1.2.3.0/']), (ipaddress.ip_interface, ['q'])):
    for text in texts:
        try:
            print(make(text))
        except ValueError as e:
            print(type(e).__name__, e)
for call in (lambda: ipaddress.ip_address('1.1.1.1') < ipaddress.ip_address('::1'), lambda: net.subnet_of(ipaddress.ip_network('::/0')),
             lambda: list(net.subnets(new_prefix=20)), lambda: net.supernet(new_prefix=30), lambda: net[300], lambda: ipaddress.ip_address('255.255.255.255') + 1):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
print(repr(ipaddress.ip_address('fe80::1%eth0')), ipaddress.ip_address('fe80::1%eth0').scope_id, ipaddress.ip_address('fe80::1%a') == ipaddress.ip_address('fe80::1%b'))
