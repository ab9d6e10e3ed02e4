import pickle
for p in range(6):
    for d in [None, 1, 300, -5, 2 ** 70, 1.5, 'abc', b'ab', (1, 2), [1, 2, 3], {'a': 1, 'b': [2]}, (1, 2, 3, 4), {1}, True, 'é' * 10]:
        print(p, d, pickle.dumps(d, p))
