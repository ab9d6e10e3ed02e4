# generators
def g():
    try:
        x = yield 1
        print('x', x)
        yield 2
    except ValueError as e:
        print('ve', e)
        yield 3
    finally:
        print('gfin')
it = g(); print(next(it)); print(it.throw(ValueError('q'))); it.close()
it = g(); next(it); print(it.send('s')); 
try:
    it.send(None)
except StopIteration as e: print('stop', e.value)
def inner():
    try:
        r = yield 'i1'
        print('inner got', r)
    except KeyError as e:
        print('inner ke', e)
        yield 'i-except'
    return 'iret'
def outer():
    v = yield from inner()
    print('v', v)
    yield 'o'
o = outer(); print(next(o)); print(o.throw(KeyError('k'))); print(next(o))
o = outer(); print(next(o)); print(o.send('S')); o.close()
def gs():
    yield 1
    raise StopIteration(5)
try:
    list(gs())
except RuntimeError as e: print(e, type(e.__cause__).__name__)
def ret():
    return 7
    yield
try: next(ret())
except StopIteration as e: print(e.value)
gg = (i for i in range(3))
print(list(gg), list(gg))
def running():
    def gen():
        yield next(it2)
    it2 = gen()
    try: next(it2)
    except ValueError as e: print(e)
running()
try: outer().send(3)
except TypeError as e: print(e)
