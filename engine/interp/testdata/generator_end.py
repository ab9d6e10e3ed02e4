# A suspended generator that nothing refers to is closed.
def g():
    try: yield 1
    except GeneratorExit: print('GE'); raise
    finally: print('fin')
x = g(); next(x); x = None; print('1')
def n():
    try: yield
    finally: print('no run')
n(); print('fresh')
a = n(); next(a); b = a; del a; print('b alive'); del b; print('done')
l = [g(), g()]; [next(i) for i in l]; del l; print('list')
def outer():
    yield from g()
o = outer(); next(o); del o; print('outer')
for v in outer(): break
print('loop')
z = zip(g(), [1]); next(z); del z; print('zip')
m = map(str, g()); next(m); del m; print('map')
# at the end of the program, two levels deep
def inside():
    try: yield 1
    finally: print('inside')
def around():
    try: yield from inside()
    finally:
        print('around')
left = around()
next(left)
