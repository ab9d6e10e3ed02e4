from urllib.parse import *

for url in ('http://user:pa%20ss@Example.COM:8080/a/b;p?q=1&r=2#frag', 'https://[::1]:443/x', 'mailto:a@b.c', 'tel:+31;x', 'path/only?x#y', '//host/p', '',
            'HTTP://h', 'file:///etc/x', '1x://y', ' http://x y', 'http://a\tb/\nc', 'http://h:/', 'http://[fe80::1%25eth0]/', 'urn:isbn:12'):
    s, p = urlsplit(url), urlparse(url)
    print(s, p, s.geturl(), p.geturl(), s.hostname, s.port, s.username, s.password, urldefrag(url))
    assert urlsplit(url.encode()).decode() == s and p.encode().geturl() == p.geturl().encode()
for base in 'http://a/b/c/d;p?q', 'http://a', 'file:///x/y', 'a/b', 'mailto:x':
    for link in ('g', './g', 'g/', '/g', '//g', '?y', 'g?y', '#s', 'g#s', ';x', 'g;x', '', '.', './', '..', '../', '../g', '../../g', '../../../g', '/./g', '/../g',
                 'g.', '.g', 'g..', './../g', 'g/./h', 'g/../h', 'http:g', 'ftp://x/y', 'g?y/../x', 'a//b'):
        print(base, link, urljoin(base, link))
print(urlencode({'a': [1, 2], 'b': 'x y', 'c': None, 'd': b'\xff', 'é': '/'}, doseq=True), urlencode([('a', 1), ('a', 'b&c')], quote_via=quote))
print(quote('a b/ç~?'), quote('a b/ç', safe=''), quote_plus('a b+c'), quote(b'\xff'), quote('ç', encoding='latin1'), unquote('%zz%C3%A9%E9x+'), unquote_plus('a+b%20c'))
print(unquote('%E9', 'latin1'), unquote_to_bytes('%ff%é'), unquote(b'%C3%A9'), quote('x/y', safe=b'/'))
print(parse_qs('a=1&b=2&a=3&c=&d'), parse_qs('a=1&c=&d', keep_blank_values=True), parse_qsl('x=%20+y;z=1', separator=';'), parse_qs(b'a=b&a=c'))
print(urlunsplit(('http', 'h', 'p', 'q', 'f')), urlunparse(('', '', '//x', 'a', '', '')), urlsplit('http://h/p')._replace(query='z').geturl())
for call in (lambda: urlsplit('http://[::1'), lambda: urlsplit('http://[1.2.3.4]/'), lambda: urlsplit('http://x:99999').port, lambda: urlsplit('http://x:a').port,
             lambda: urljoin('a', b'b'), lambda: urlencode('x'), lambda: urlencode(5), lambda: parse_qsl('a', strict_parsing=True), lambda: parse_qsl('a=1&b=2', max_num_fields=1),
             lambda: parse_qsl('a', separator=''), lambda: quote(b'x', encoding='utf8'), lambda: quote(5), lambda: quote_from_bytes('x'), lambda: urlsplit('http://a\u2100b/')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
