# Arrays of text, objects, dates and wide unsigned integers.
import numpy as np


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


s = np.array(["b", "a", "c", "a"])
print(s, s.dtype, s.dtype.kind, s.itemsize, s[0], type(s[0]).__name__, s.tolist())
for f in [lambda: s, lambda: s == "a", lambda: s[s != "a"], lambda: np.sort(s), lambda: np.argsort(s), lambda: s[1:],
          lambda: np.unique(s, return_inverse=True, return_counts=True), lambda: np.array([["x", "yy"], ["z", "w"]]),
          lambda: np.array([1, "a", 2.5]), lambda: np.array(["1", "2.5"]).astype(float), lambda: np.array([1, 2]).astype(str),
          lambda: np.concatenate([np.array(["a"]), np.array(["bcd"])]), lambda: np.where([True, False], "yes", "no"),
          lambda: np.full(2, "x"), lambda: np.repeat(["a", "b"], 2), lambda: np.isin(["a", "b"], ["b"]), lambda: s + "a",
          lambda: s.sum(), lambda: np.array(["a", "bb"])[:, None] == np.array(["a", "bb"]), lambda: s == 1, lambda: s.max(),
          lambda: np.array("abc"), lambda: np.array(["a" * 30] * 5), lambda: np.array(["3", "4"], dtype="<U5").astype(int)]:
    attempt(f)
s[0] = "zebra"
print(s, "a" in s, sorted(s), ",".join(s), {"a": 1}[s[1]], f"{s[1]:>3}|")

o = np.array([1, "a", None, [1, 2]], dtype=object)
for f in [lambda: o, lambda: o.dtype, lambda: o[3], lambda: np.array([{}, {"a": 1}]), lambda: np.array([[1, 2], [3]], dtype=object),
          lambda: np.array([[1, 2], [3]]), lambda: np.array([None, 1]), lambda: np.array(["a", "b"], dtype=object) + "z",
          lambda: np.array([2, 3], dtype=object) * 2, lambda: np.array([2, 3], dtype=object).sum(), lambda: o == None,
          lambda: np.array([1, 2], dtype=object).astype(float), lambda: np.empty(2, dtype=object)[:0]]:
    attempt(f)
o[0] = [5]
print(o)

x = np.array([1, 2, 3], dtype=np.uint16)
for f in [lambda: x, lambda: x - 2, lambda: x / 2, lambda: x * 2, lambda: x + np.uint16(65535), lambda: x.sum().dtype, lambda: x.nbytes,
          lambda: np.array([1], np.uint32) - np.uint32(2), lambda: np.array([2 ** 63], np.uint64), lambda: np.array([-1]).astype(np.uint32),
          lambda: x.astype(np.float32), lambda: x.mean(), lambda: x.max(), lambda: x > 1, lambda: np.uint16(3) + 1, lambda: x[1]]:
    attempt(f)

d = np.array(["2024-01-01", "2024-01-05"], dtype="datetime64[D]")
for f in [lambda: d, lambda: np.diff(d), lambda: d + 1, lambda: d.astype("datetime64[M]"), lambda: d[1] > d[0], lambda: d.dtype,
          lambda: d.astype(int), lambda: d.min(), lambda: np.datetime64("2024-01-15") + np.timedelta64(3, "D"), lambda: str(d[0]),
          lambda: np.datetime64("2024-03-01") - np.datetime64("2024-02-01"), lambda: np.datetime64("2024-01-15T10:30"),
          lambda: np.array(["2024-01-01"], dtype="datetime64"), lambda: d[1] - d[0], lambda: np.timedelta64(2, "h") / np.timedelta64(30, "m"),
          lambda: np.datetime64("1969-12-31T23:59:59") + np.timedelta64(2, "s"), lambda: np.datetime64("nonsense")]:
    attempt(f)
big, high = np.array([2**64 - 1, 1, 2**63], "u8"), np.uint64(2**63)
print(big, big.tolist(), big[0], repr(high), int(high), float(high), f"{high:x}", hash(high) == hash(2**63), high.item(), {high: 1})
print(np.sort(big), np.argsort(big), np.searchsorted(np.sort(big), big), np.uint64(2**62) + np.uint64(2**62), np.uint64(2**64 - 1))
for make in (lambda: np.array([2**64], "u8"), lambda: np.array([-2**70], "u8"), lambda: np.array([2**70], "u4"), lambda: np.uint64(2**64)):
    try:
        print(make())
    except OverflowError as e:
        print(e)
u = np.array([[1, 0, 250], [3, 200, 7]], dtype="u1")
for name in ("sum", "prod", "cumsum", "cumprod", "any", "all"):
    for kw in ({}, {"axis": 0}, {"axis": 1}):
        r = getattr(u, name)(**kw)
        print(name, kw, r.tolist(), r.dtype)
print(np.add.reduce(u).dtype, u.sum(dtype=int).dtype, np.trace(u).dtype, np.sum(u, where=u > 3), u.any(keepdims=True), u.sum(out=np.zeros((), "u8")))
with np.errstate(all="ignore"):
    print([np.reciprocal(np.array([1, 2, -1, 0], dtype=d)) for d in ("i1", "i2", "i4", "i8", "f4")])
i = np.arange(5)
print(np.divide(i, 2, out=i, casting="unsafe"), np.add(i, 1.7, out=i, casting="unsafe"), i)
for a, b in (("u4", "?"), ("u4", "i8"), ("u2", "i2"), ("u8", "i8"), ("u4", "f4"), ("u1", "u4"), ("u2", "i1"), ("u4", "c16"), ("u2", "f2")):
    x, y = np.ones(2, a), np.ones(2, b)
    print(a, b, (x + y).dtype, np.concatenate([x, y]).dtype, np.where([True, False], x, y).dtype, np.stack([y, x]).dtype, np.result_type(x, y), np.promote_types(a, b), np.array([x[0], y[0]]).dtype, (x[0] + y[0]).dtype)
print(np.uint64(5) - 3, np.uint32(5) - 3, np.uint64(7) % 4, np.array([np.uint64(3), -1]), np.append(np.arange(3, dtype="u4"), 1.5), np.arange(3, dtype="u4") - np.arange(3) * 2)
w = np.array([3.0, 1.0, 2.0])
np.add.at(w, [0, 0, -1], w[0:1])
print(w, np.logical_and.accumulate([1.0, 0.0, 3.0]), np.logical_or.accumulate(np.array([0, 2], "u1")), np.subtract.accumulate([5, 3, 1]))
attempt(lambda: np.bitwise_xor.accumulate([1.5]))
attempt(lambda: np.sign(np.array([True])))
print(np.spacing(np.array([1, -2.5, 100])), np.spacing(np.array([7], "i2")), np.spacing(np.float32(1)))
