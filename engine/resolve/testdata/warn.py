x is 1
---
x is not "a"
---
1 is x
---
x is None
---
x is ()
---
x is (1, 2)
---
x is True
---
x is ...
---
x is -1
---
a is b is 1
---
a == 1 is b
---
assert (x, "message")
---
assert ()
---
assert (x,)
---
"a"()
---
[1, 2](3)
---
(1, 2)(3)
---
{1: 2}(3)
---
{1}(2)
---
f"{x}"(1)
---
1(2)
---
None()
---
(lambda: 1)()
---
(x for x in y)()
---
[x for x in y]()
---
[[1, 2] [3, 4]]
---
[1][2.0]
---
"abc"["a"]
---
"abc"[1]
---
"abc"[True]
---
"abc"[x]
---
(1, 2)[None]
---
[1][1:2]
---
[1]["a"] = 1
---
1[2]
---
None[1]
---
{1}[2]
---
(x for x in y)[0]
---
{1: 2}["a"]
---
f"{x}"["a"]
---
[x for x in y]["a"]
---
(lambda: 1)[0]
---
...[0]
---
b"a"["b"]
---
"\d"
---
"\d\e\f"
---
b"\d"
---
r"\d"
---
"\8"
---
"\400"
---
"abc" "\q"
---
f"\d{x}"
---
f"{x}\d"
---
"""
\d
"""
---
"\é"
---
1if x else 2
---
0x1for x in y
---
[0x1for x in y]
---
1or 2
---
1.5and 2
---
1jin x
---
x = 1 if 1else 2
---
1is x
---
1not in x
---
while 1:
    x is 1
    "\d"
---
print("\d") if x is 1 else (1)(2)
