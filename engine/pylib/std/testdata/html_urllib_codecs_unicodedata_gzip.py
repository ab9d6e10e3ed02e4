import html
print(html.escape('<a href="x">&\'</a>'))
print(html.unescape('&lt;&amp;&#39;&eacute;&hellip;&nbsp;&bogus;&#x41;'), html.escape("'", quote=False))
import unicodedata as u
print([u.category(c) for c in 'aA1 .\n$+é中'], u.name('é'), u.name('\n', 'none'), u.lookup('SNOWMAN'))
print(u.normalize('NFD', 'é') == 'é', u.normalize('NFKC', 'ﬁ①'), u.numeric('½'), u.digit('3'))
print(u.decimal('٣'), u.combining('́'), u.east_asian_width('中'), u.bidirectional('a'), u.digit('x', -1))
print(u.is_normalized('NFC', 'é'))
for f in ("u.name('\\n')", "u.lookup('NOPE')", "u.digit('x')", "u.numeric('x')", "u.normalize('X','a')", "u.category('ab')"):
    try:
        print(eval(f))
    except Exception as e:
        print(type(e).__name__, e)
import codecs
print(codecs.encode('abc', 'rot13'), codecs.decode(b'\xc3\xa9', 'utf8'), codecs.lookup('utf-8').name)
print(codecs.lookup('latin1').name, codecs.BOM_UTF8, codecs.encode(b'ab', 'hex'))
print(codecs.getencoder('utf8')('é'))
try:
    codecs.lookup('nope')
except LookupError as e:
    print(e)
with codecs.open('c.txt', 'w', 'utf-8') as f:
    f.write('é')
print(codecs.open('c.txt', encoding='utf-8').read())
import zlib, gzip
print(zlib.decompress(zlib.compress(b'abc' * 100)) == b'abc' * 100, zlib.crc32(b'a'), zlib.adler32(b'a'))
print(gzip.decompress(gzip.compress(b'x')), zlib.crc32(b'b', zlib.crc32(b'a')) == zlib.crc32(b'ab'))
print(zlib.adler32(b'b', zlib.adler32(b'a')))
try:
    zlib.decompress(b'garbage')
except zlib.error as e:
    print(e)
with gzip.open('x.gz', 'wt') as f:
    f.write('hello\nyou')
with gzip.open('x.gz', 'rt') as f:
    print(f.readlines())
print(gzip.open('x.gz').read())
import urllib.parse as p
print(p.urlparse('http://u:pw@h.com:80/p;a?q=1&r=2#f'), p.urlsplit('//a/b?c'))
print(p.urlparse('http://u:pw@H.com:80/').hostname, p.urlparse('http://h:80/').port, p.quote('a b/é'))
print(p.unquote('a%20b%C3%A9'), p.urlencode({'a': 1, 'b': 'x y'}), p.urlencode({'a': [1, 2]}, doseq=True))
print(p.parse_qs('a=1&a=2&b='), p.parse_qsl('a=1&b=%20', True), p.urljoin('http://a/b/c', '../d'))
print(p.urljoin('http://a/b/c', '/x'), p.urljoin('http://a/b/', 'e?f#g'))
print(p.urljoin('http://a/b', 'http://z/q'), p.quote_plus('a b&'), p.unquote_plus('a+b'))
print(p.urlunparse(('http', 'h', '/p', '', 'q=1', 'f')), p.urlparse('mailto:a@b'), p.quote('/a', safe=''))
print(p.urldefrag('http://a#b'))
import codecs
for call in (lambda: codecs.encode(()), lambda: codecs.encode(1, 'ascii'), lambda: codecs.decode('a'), lambda: codecs.encode('é', 'ascii')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
