# What sys.setprofile tells a function, in which order.
import sys
import threading


def g():
    yield 1
    yield 2


def h():
    raise ValueError


def through():
    received = yield from g()
    return received


def f(a):
    [x for x in a]
    {x: [y for y in a] for x in a}
    sum(y for y in a)
    list(g())
    found = []
    found.append(1)
    push = found.append
    push(2)
    list.append(found, 3)
    dict.fromkeys([1])
    int.__add__(1, 2)
    (1).__add__(2)
    sorted(found, key=lambda z: z)
    for wrong in (lambda: len(), lambda: found.index(77), h, lambda: [1 // x for x in a]):
        try:
            wrong()
        except (TypeError, ValueError, ZeroDivisionError):
            pass

    class A:
        def __init__(self):
            pass

        def __add__(self, o):
            return 1

        def __call__(self, *args, **kw):
            return kw

        def __iter__(self):
            return iter([1])

        @property
        def p(self):
            return 5
    A() + A()
    A()(1, *a, k=2)
    list(A())
    A().p
    print(*[], end="")
    str.join(",", ["a"])
    "x".split(sep=None)
    for _ in g():
        break
    it = through()
    next(it)
    it.send(None)
    try:
        it.throw(KeyError)
    except KeyError:
        pass
    exec("1")
    eval("len([])")
    isinstance(1, int), int("3"), range(3)


events = []


def note(frame, event, arg):
    what = arg.__name__ if event.startswith("c_") else ""
    events.append((event, frame.f_code.co_name, what))


sys.setprofile(note)
assert sys.getprofile() is note
f([0, 2])
sys.setprofile(None)
for event in events:
    print(*event)
print(sys.getprofile())


# A function that fails is over, and what it raised goes on.
def fails(frame, event, arg):
    if frame.f_code.co_name == "inner":
        raise RuntimeError(event)


def inner():
    return 1


def outer():
    try:
        return inner()
    except RuntimeError as e:
        return "caught", str(e), sys.getprofile()


sys.setprofile(fails)
print(outer())


# Another thread has a profiler of its own.
def work():
    inner()


events.clear()
threading.setprofile(note)
t = threading.Thread(target=work)
t.start()
t.join()
threading.setprofile(None)
print([e for e in events if e[1] in ("work", "inner")])
