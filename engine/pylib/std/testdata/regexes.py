import re
print(re.findall(r'\d+', 'a1b22'), re.findall(r'(\w)(\d)', 'a1b2'), re.sub(r'(\w+) (\w+)', r'\2 \g<1>', 'hello world'), re.split(r'[,;]\s*', 'a, b;c'), re.split(r'(,)', 'a,b'))
m = re.match(r'(?P<first>\w+)\s(?P<rest>.*)', 'one two three')
print(m, m.group(), m.groups(), m.groupdict(), m.span('rest'), m['first'], m.start(2), m.end(), m.lastindex, m.lastgroup, m.re.pattern, m.string)
print(re.search('x', 'abc'), re.fullmatch('a.c', 'abc'), re.fullmatch('ab', 'abc'), re.match('b', 'abc'))
print(re.findall(r'\b\w', 'hi there'), re.findall('^a', 'a\na', re.M), re.findall('a.b', 'a\nb', re.S), re.findall('AB', 'ab', re.I), re.findall(r'x  # comment', 'x', re.X))
print(re.sub('a*', '-', 'baac'), re.findall('', 'ab'), re.split('x*', 'axbc'), re.subn('a', 'b', 'aaa', count=2), re.sub('(a)|b', r'[\1]', 'ab'))
print(re.findall(r'(?<=a)b', 'ab cb'), re.findall(r'(?i)straße', 'STRAße'), re.findall(r'(a)(?:b)(c)?', 'ab abc'), re.findall(r'(?P<q>[\'"]).*?(?P=q)', '"x" \'y\''))
print(re.compile('a', re.I | re.M), re.I, re.I | re.X, re.escape('a.b*c d'), re.compile('(a)(?P<n>b)').groupindex, re.compile('a').flags, re.compile(b'a+').findall(b'caab'))
print(re.sub(r'\d+', lambda m: str(int(m.group()) * 2), 'a1b22'), [m.span() for m in re.finditer('a|b', 'xaby')], re.match('(a)?b', 'b').groups('none'))
print(re.findall(r'[\w.]+@[\w.]+', 'me@x.org, you@y.com'), re.findall(r'[^\W\d]+', 'a1_b'), re.findall('[a-c\\]]', 'a]d'), re.findall(r'\x41\u0042\103', 'ABC'), re.findall('a{2,3}?', 'aaaaa'), re.findall('a{,2}', 'aaa'))
print(re.findall(r'(?s:.)(?-i:a)', 'xa', re.I), re.findall('a++b', 'aab'), re.findall('(?>a+)b', 'aab'), re.search('(a)(b)?(?(2)c|d)', 'ad').group())
for p in ('(', '[a', '*a', 'a**', r'\q', '(?P<1a>x)', '(?P=no)', 'a{3,2}', ')', '(?z)', r'\1', '(?P<n>a)(?P<n>b)'):
    try:
        re.compile(p)
    except re.error as e:
        print(repr(p), e, e.pos)
try:
    re.sub('a', r'\2', 'a')
except re.error as e:
    print(e)
for f in (lambda: re.match('a', b'a'), lambda: re.match(3, 'a'), lambda: re.match('(a)', 'a').group(2)):
    try:
        f()
    except (TypeError, IndexError) as e:
        print(type(e).__name__, e)
