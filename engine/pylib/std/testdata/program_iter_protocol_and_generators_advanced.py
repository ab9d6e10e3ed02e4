def gen():
    try:
        while True:
            try:
                x = (yield 'r')
                print('got', x)
            except ValueError as e:
                print('ve', e)
                yield 'after'
    finally:
        print('closed')
g = gen()
print(next(g), g.send(1), g.throw(ValueError('v')), next(g))
g.close()

def sub():
    r = (yield 1)
    print('sub', r)
    return 'ret'

def deleg():
    v = (yield from sub())
    print('v', v)
    yield from (x for x in 'ab')
    yield from range(2)
d = deleg()
print(next(d), d.send('S'), list(d))

class It:

    def __init__(s, n):
        s.n = n

    def __iter__(s):
        return s

    def __next__(s):
        if s.n <= 0:
            raise StopIteration
        s.n -= 1
        return s.n
print(list(It(3)), sum(It(4)), max(It(3)), 2 in It(5), [*It(2)], dict(zip(It(2), 'ab')))
print(list(iter(lambda c=iter([1, 2, 0]): next(c), 0)))

class Seq:

    def __getitem__(s, i):
        if i > 3:
            raise IndexError
        return i * 10

    def __len__(s):
        return 4
print(list(Seq()), list(reversed(Seq())), 20 in Seq(), '')

def f():
    raise StopIteration

def gg():
    yield 1
    f()
try:
    list(gg())
except RuntimeError as e:
    print(e, repr(e.__cause__))
print((lambda: (yield))().__class__.__name__, type((x for x in [])).__name__, g.gi_frame, gen.__name__)
print(gen().__qualname__)
