import re, collections, string, textwrap
t = 'It was the best of times, it was the worst of times,\nit was the age of wisdom...'
w = re.findall("[a-z']+", t.lower())
c = collections.Counter(w)
print(c.most_common(3))
print({k: v for k, v in sorted(c.items()) if v > 1})
print(textwrap.fill(t, 25))
print(t.translate(str.maketrans('', '', string.punctuation)).split()[:5])
print(re.sub('\\b(\\w)(\\w*)\\b', lambda m: m[1].upper() + m[2], t))
idx = collections.defaultdict(list)
[idx[len(x)].append(x) for x in dict.fromkeys(w)]
print(dict(sorted(idx.items())))
print('%-10s|%5d|%08.3f|%x|%+d|%e|%s' % ('ab', 42, 3.14159, 255, 5, 12345.678, [1]))
print('{:>{w}.{p}f}'.format(3.14159, w=10, p=2), '{0!r:*^20}'.format('mid'), f"{'nested':{'<'}{10}}|")
print(f'{1000000.0:,.0f} {255:#b} {255:#X} {0.5:.1%} {1234567:_}')
