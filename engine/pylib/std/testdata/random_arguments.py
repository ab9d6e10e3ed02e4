# Numbers that are not whole, as randrange takes them and warns of them.
import random
import warnings


def show(f):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            r = f()
        except Exception as e:
            r = '%s: %s' % (type(e).__name__, e)
    print(r, [(w.category.__name__, str(w.message)) for w in caught])


random.seed(1)
for args in ((5.0,), (1.5,), (1, 4.0), (1, 4.5), (1, 9, 2.0), (1, 9, 2.5), ('3',), (0,), (3, 3), (1, 5, 0), (2, 1.5)):
    show(lambda: random.randrange(*args))
show(lambda: random.randint(1, 2.0))
show(lambda: random.randint(1.5, 2))
