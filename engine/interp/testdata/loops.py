def gen(n):
    try:
        for i in range(n): yield i
    finally: print('cleanup', n)
for x in gen(3):
    print(x); break
def f():
    for x in gen(5):
        if x == 1: return 'ret'
print(f())
g = gen(4)
for x in g: break
print('still', next(g)); g.close()
for x in gen(2): pass
for a in gen(3):
    for b in gen(9):
        if b: break
    else: print('no')
    if a: break
else: print('no')
for q in [1, 2]: break
for q in map(str, [1]): break
print([x for x in gen(1)])
try:
    for x in gen(7): raise ValueError
except ValueError: print('caught')
def ff():
    for x in gen(8): raise KeyError
try: ff()
except KeyError: print('caught2')
