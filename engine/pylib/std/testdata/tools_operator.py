from operator import *
print(add(1, 2), itemgetter(1)([1, 2]), itemgetter(0, 2)('abc'), itemgetter('k')({'k': 1}))
print(attrgetter('real')(3), attrgetter('real', 'imag')(3), attrgetter('__class__.__name__')(3))
print(methodcaller('upper')('a'), methodcaller('split', ',', maxsplit=1)('a,b,c'))
print(itemgetter(slice(1, 3))('abcd'), repr(itemgetter(1, 2)), repr(attrgetter('a.b')))
print(repr(methodcaller('x', 1, k=2)))
print(concat([1], [2]), contains([1], 1), countOf([1, 1], 1), indexOf([1, 2], 2), getitem([1], 0))
print(index(True), inv(5), '', neg(1), not_(0), truth([]), is_(1, 1), is_not(1, 2), floordiv(7, 2))
print(mod(7, 3), pow(2, 3), lshift(1, 2), xor(5, 1), and_(6, 3), or_(4, 1), truediv(1, 2), abs(-1), pos(1))
print(lt(1, 2), ge(1, 2), ne(1, 2), length_hint([1, 2]), call(len, 'abc'))
l = [1, 2]
setitem(l, 0, 9)
delitem(l, 1)
print(l, iadd(l, [3]), iconcat([1], [2]), imul(2, 3), ior({1}, {2}), isub(5, 1))
for f in ('itemgetter()', 'attrgetter(1)', 'methodcaller()', 'itemgetter(5)([1])', "attrgetter('zz')(1)", 'indexOf([1],9)', 'index(1.5)', 'concat(1,2)', "methodcaller('zz')(1)"):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
