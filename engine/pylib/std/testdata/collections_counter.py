from collections import Counter
c = Counter('abracadabra')
print(c, c.most_common(2), c.most_common(), c['zz'], list(c.elements()), c.total(), dict(c))
d = Counter(a=1, b=5)
print(c + d, c - d, c & d, c | d, +Counter(a=-1, b=2), -Counter(a=-1), c <= c, Counter(a=1) < Counter(a=2))
print(Counter(a=1) == Counter(a=1, b=0), Counter(a=1).__eq__(5))
c.subtract('aaz')
print(c)
c.update({'q': 3})
c.update('q')
print(c['q'])
del c['nope']
print(Counter([1, 1, 2]).items(), repr(Counter()), Counter({'x': 0}))
c2 = c.copy()
print(type(c2), c2 == c)
c += Counter('a')
print(c['a'])
print('')
try:
    Counter.fromkeys('ab')
except Exception as e:
    print(type(e).__name__, e)
try:
    Counter(1)
except Exception as e:
    print(type(e).__name__, e)
try:
    Counter('a', 'b')
except Exception as e:
    print(type(e).__name__, e)
