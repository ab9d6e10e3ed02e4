from collections import UserDict, UserList, UserString

class U(UserDict):

    def __getitem__(s, k):
        return super().__getitem__(k) if k != 'm' else 'magic'
u = U(a=1)
print(u, u['m'], u.get('m'), 'a' in u, len(u), u.data, u | {'b': 2}, dict(u), u == {'a': 1})
u.update(c=3)
print(list(u.items()), u.pop('c'), u.copy())

class K(UserDict):

    def __missing__(s, k):
        return 'miss'
print(K()['x'])
l = UserList([3, 1, 2])
l.sort()
l.append(5)
print(l, l[1:], l + [9], l * 2, [0] + l, l == [1, 2, 3, 5], l.data, type(l[1:]).__name__, l.index(5))
print(sorted(l, reverse=True))
l[0] = 9
del l[1]
l.insert(0, 'i')
print(l, l.count(9), l.pop(), list(reversed(l)), l.copy())
s = UserString('Hello')
print(s, repr(s), s.upper(), s + '!', s * 2, s[1:3], s == 'Hello', 'ell' in s, len(s), s.replace('l', 'L'))
print(hash(s) == hash('Hello'), s.data, type(s.lower()).__name__, s.split('l'), '%s' % s, s.find('l'), '')
