"""A student's program: generators."""
def counter(n):
    i = 0
    while i < n:
        got = yield i
        i = got if got is not None else i + 1
g = counter(10); print(next(g), next(g), g.send(7), next(g), list(g))
def avg():
    total = n = 0; a = None
    while True:
        x = yield a
        if x is None: return a
        total += x; n += 1; a = total / n
def deleg():
    r = yield from avg()
    print("result", r); yield "end"
d = deleg(); next(d); print(d.send(4), d.send(6), d.send(None))
def clean():
    try: yield 1; yield 2
    except ValueError as e: yield f"caught {e}"
    finally: print("cleanup")
c = clean(); print(next(c), c.throw(ValueError("v"))); c.close()
def flat(x):
    for i in x:
        if isinstance(i, list): yield from flat(i)
        else: yield i
print(list(flat([1, [2, [3, [4]], 5]])), sum(x * x for x in range(5)), max((len(w), w) for w in "a bbb cc".split()))
gen = (x for x in range(3)); print(gen.__name__, next(gen), 1 in gen, list(gen), type(gen))
def inf():
    n = 0
    while True: yield n; n += 1
import itertools; print(list(zip(inf(), "abc")), [*itertools.islice(inf(), 3)])
def ret(): return 5; yield
try: next(ret())
except StopIteration as e: print("value", e.value)
def bad(): yield 1; raise KeyError("k")
