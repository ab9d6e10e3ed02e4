# Tables of cProfile, profile and pstats: counts and callers; times, which differ from run to run, are masked.
import cProfile
import io
import profile
import pstats
import re


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __add__(self, other):
        return Pair(self.a + other.a, self.b + other.b)

    @property
    def total(self):
        return self.a + self.b

    @classmethod
    def zero(cls):
        return cls(0, 0)


def numbers(n):
    for i in range(n):
        yield i


def chained(n):
    yield from numbers(n)


def failing():
    try:
        [int(x) for x in ["1", "x"]]
    except ValueError:
        pass
    try:
        len()
    except TypeError:
        pass
    try:
        {}.pop(1)
    except KeyError:
        pass


def everything():
    found = []
    for i in range(3):
        found.append(fib(i + 3))
    sum(numbers(4))
    list(chained(2))
    squares = [x * x for x in found]
    table = {x: [y for y in range(2)] for x in found}
    unique = {x % 2 for x in squares}
    any(x > 300 for x in found)
    sorted(found, key=lambda x: -x)
    list(map(len, ["a", "bb"]))
    p = Pair.zero() + Pair(1, 2) + Pair(3, 4)
    p.total
    for n in numbers(5):
        if n == 2:
            break
    it = numbers(3)
    next(it)
    it.close()
    ", ".join(sorted(["b", "a"]))
    push = found.append
    push(*[1])
    max(found, default=0)
    dict.fromkeys([1])
    failing()
    eval("len([])")
    exec("def g(): return abs(-1)\ng()", {})

    class Inner:
        def f(self):
            return super().__repr__
    Inner().f()
    return table, unique


def masked(text):
    text = re.sub(r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}", "DATE", re.sub(r"0x[0-9a-f]+", "0x", text))
    return re.sub(r" *\d+\.\d{3}", " T", re.sub(r"in \d+\.\d{3}", "in T", text))


def table(prof, *order, limits=(), kind="stats"):
    out = io.StringIO()
    stats = pstats.Stats(prof, stream=out).strip_dirs().sort_stats(*order)
    getattr(stats, "print_" + kind)(*limits)
    print(masked(out.getvalue()))
    return stats


prof = cProfile.Profile()
prof.runcall(everything)
table(prof, "stdname")
table(prof, "ncalls", "stdname", limits=(5,))
table(prof, pstats.SortKey.NAME, pstats.SortKey.LINE, limits=(.5, "e"))
table(prof, "nfl", limits=("fib|Pair|numbers|append",), kind="callers")
table(prof, "stdname", limits=("everything|sum|chained|failing",), kind="callees")
table(prof, "file", "line", "name", limits=("[",))
table(prof, -1, limits=("nothing",))
stats = pstats.Stats(prof).strip_dirs().sort_stats("calls", "name").reverse_order()
for name, line in sorted(stats.get_stats_profile().func_profiles.items()):
    print(name, line.ncalls, line.file_name, line.line_number)
print(sorted(stats.get_sort_arg_defs()), stats.sort_type, stats.total_calls, stats.prim_calls)

both = pstats.Stats(prof).add(prof).strip_dirs()
print(both.stats["profile_tables.py", 9, "fib"][:2], both.total_calls)
both.dump_stats("kept.prof")
again = pstats.Stats("kept.prof")
print(again.stats == both.stats, again.files[0][-9:])

prof = profile.Profile()
prof.runctx("fib(6)", globals(), {})
table(prof, "stdname")
table(prof, "stdname", kind="callers")
table(prof, "stdname", kind="callees")

prof = cProfile.Profile(builtins=False, subcalls=False)
prof.enable(builtins=False, subcalls=False)
fib(5), everything()
prof.disable()
table(prof, "stdname")
table(prof, "stdname", limits=("fib",), kind="callers")

ticks = iter(range(1000))
prof = cProfile.Profile(lambda: next(ticks), 2.0)
prof.enable()
fib(3)
prof.disable()
for entry in sorted(prof.getstats(), key=lambda e: str(e.code)):
    code = entry.code if isinstance(entry.code, str) else entry.code.co_name
    print(code, entry[1:5], [(c.code if isinstance(c.code, str) else c.code.co_name, *c[1:]) for c in entry.calls or ()])
prof.clear()
print(prof.getstats())

with cProfile.Profile() as prof:
    fib(4)
table(prof, "tottime", "stdname", limits=("fib",))
cProfile.runctx("fib(n)", {"fib": fib, "n": 3}, {}, "run.prof")
table("run.prof", "stdname", limits=("fib|exec",))
for wrong in (lambda: pstats.Stats(prof).sort_stats("time", 1), lambda: pstats.Stats(prof).sort_stats("nonsense"), lambda: pstats.Stats(3)):
    try:
        wrong()
    except (TypeError, KeyError) as e:
        print(type(e).__name__, e)
