"""Iterators of arrays are copied, pickled and moved; at their end they stay."""
import copy
import pickle
from array import array
from json.decoder import scanstring

a = array('i', [1, 2, 3])
for taken in range(3):
    it = iter(a)
    for _ in range(taken):
        next(it)
    print(it.__reduce__())
    again, same = pickle.loads(pickle.dumps((it, a)))
    same.append(9)
    print(type(again), list(again), list(copy.copy(it)))
it = iter(a)
for i in 2, -5, 99:
    it.__setstate__(i)
    print(it.__reduce__()[2:])
print(list(it), it.__reduce__())
a.append(4)
print(list(it))
it = reversed(a)
print(list(it), next(it, 'end'), it.__length_hint__(), it.__setstate__(2), list(it))
for args in ('b', array('u', 'ab')), ('b', 'ab'), ('u', array('u', 'ab')):
    try:
        print(array(*args))
    except TypeError as e:
        print(e)
print(scanstring('"z\U0001d120x"', 1), scanstring('["a\\u0041"]', 2), scanstring('"a\tb"', 1, False))
for text in '"', '"a\\x"', '"a\tb"', '"\\u12"':
    try:
        scanstring(text, 1)
    except ValueError as e:
        print(e)
