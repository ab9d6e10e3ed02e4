"""A student's program: dicts."""
d = {"a": 1, "b": 2}
print(d | {"c": 3}, {**d, "z": 0}, d.get("q", "none"), d.setdefault("n", []), d.pop("b"), d.items(), list(d), d.keys() & {"a"}, {v: k for k, v in {"x": 1}.items()}, dict(zip("ab", [1, 2])), dict.fromkeys("ab", 0), "a" in d, len(d), sorted({"b": 1, "a": 2}.items(), key=lambda t: t[1]))
l = [3, 1, 2]; l.sort(reverse=True); print(l, l[::-1], l[1:], l + [4], l * 2, l.index(1), l.count(3), [*l, *"ab"], l.pop(), l.insert(0, 9), l, sorted("banana"), [x for x in range(10) if x % 2 if x > 3], [[i * j for j in range(3)] for i in range(2)], list(map(str, l)), list(filter(None, [0, 1, ""])), list(enumerate("ab", 1)), list(zip(*[(1, 2), (3, 4)])), any([0, 1]), all([]), min("cab"), sum([1.5, 2]))
l[1:2] = [7, 8]; del l[0]; l.extend((1, 2)); l[-1:] = []; print(l, l.copy() is l, [1, 2] < [1, 3], (1,) + (2,), tuple("ab"), a if (a := 5) > 3 else 0)
s = {1, 2, 3}; print(s | {4}, s & {2, 9}, s - {1}, s ^ {3, 5}, s <= {1, 2, 3, 4}, frozenset([1, 2]), {x % 2 for x in range(5)}, s.isdisjoint({9})); s.discard(9); s.add(0); print(s, len(s))
first, *rest = [1, 2, 3]; (x, y), z = (1, 2), 3; print(first, rest, x, y, z); a, b = 1, 2; a, b = b, a; print(a, b)
def f(a, /, b, *args, c=1, **kw): return a, b, args, c, kw
print(f(1, 2, 3, c=4, d=5), f(*[1, 2], **{"c": 3}))
match {"type": "circle", "r": 2}:
    case {"type": "square", "s": s}: print("sq", s)
    case {"type": "circle", "r": r} if r > 1: print("big circle", r)
    case _: print("?")
for v in (1, "x", [1, 2, 3], (1, 2), None, {"k": 1}, 3.5):
    match v:
        case int() | float() as n if n > 2: print("num>2", n)
        case int(n): print("int", n)
        case str(): print("str")
        case [a, *r]: print("seq", a, r)
        case None: print("none")
        case {"k": k, **rest}: print("map", k, rest)
nested = {"a": {"b": [1, {"c": 2}]}}; print(nested["a"]["b"][1]["c"]); words = "the cat the dog".split(); freq = {}
for w in words: freq[w] = freq.get(w, 0) + 1
print(freq, max(freq, key=freq.get)); print(*sorted(freq.items(), key=lambda kv: (-kv[1], kv[0])), sep="\n", end="!\n")
for i, (k, v) in enumerate(freq.items()): print(i, k, v)
