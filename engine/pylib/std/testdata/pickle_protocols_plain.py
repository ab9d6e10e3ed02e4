import pickle
data = [None, True, False, 0, 1, -1, 255, 256, 65535, 65536, 2 ** 31, -2 ** 31, 2 ** 63, -2 ** 63, 2 ** 100, -2 ** 200, 1.5, float('inf'), '', 'a', 'é', '😀', b'', b'abc', (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1, [2]], {}, {'a': 1}, {1: {2: 3}}, set(), {1}, frozenset([1]), 1 + 2j, bytearray(b'xy'), range(3), slice(1, 2), Ellipsis, NotImplemented]
for p in range(6):
    for d in data:
        try:
            s = pickle.dumps(d, p)
            print(p, repr(d)[:30], len(s), pickle.loads(s) == d, type(pickle.loads(s)).__name__)
        except Exception as e:
            print(p, d, type(e).__name__, e)
