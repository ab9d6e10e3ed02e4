x = (1, 2
---
print "hello"
---
print "a", 3
---
print x
---
exec "code"
---
x = 5 6
---
x = [1 2]
---
f(a b)
---
f(a, b c)
---
d = {1: 2 3: 4}
---
x = (a b)
---
foo(1, 2
bar(3)
---
x = [1, 2
y = 3
---
x = {1: 2,
y = 3
z = 4
---
)
---
x = 1)
---
x = (1]
---
x = [1,
2)
---
if x
    pass
---
if x = 3:
    pass
---
if x == 3
---
while True
    pass
---
for i in range(3)
    pass
---
for i range(3):
    pass
---
def f()
    pass
---
def f:
    pass
---
def f(
---
def f(x):
return x
---
class A
    pass
---
class A:
pass
---
class A(:
    pass
---
if x:
pass
---
if x:
    pass
else
    pass
---
if x:
    pass
else:
pass
---
if x:
    pass
elif y
    pass
---
if x:
    pass
elif y:
pass
---
if x:
    pass
else if y:
    pass
---
try:
    pass
---
try:
    pass
x = 1
---
try:
    pass
except
    pass
---
try:
    pass
except A, B:
    pass
---
try:
    pass
except A, B as e:
    pass
---
try:
    pass
except A as e
    pass
---
try:
pass
except: pass
---
try:
    pass
except A:
pass
---
try:
    pass
except:
pass
---
try:
    pass
finally:
pass
---
try:
    pass
finally
    pass
---
try:
    pass
except* A:
    pass
except B:
    pass
---
try:
    pass
except A:
    pass
except* B:
    pass
---
try:
    pass
except*:
    pass
---
try:
    pass
except* A:
pass
---
try
    pass
---
with open(x) as f
    pass
---
with open(x) as f:
pass
---
with open(x) as f():
    pass
---
with (a, b)
    pass
---
with a as 1: pass
---
    x = 1
---
x = 1
    y = 2
---
if x:
    a = 1
  b = 2
---
if x:
        a = 1
	b = 2
---
if x:
    a
	b
---
x = 'abc
---
x = "abc
y = 2
---
x = """abc
def
---
x = '''abc
---
f("a
---
x = 'it's'
---
x = "a" b
---
x = 1abc
---
x = 1_
---
x = 1__0
---
x = 012
---
x = 00012
---
x = 0x
---
x = 0xg
---
x = 0b2
---
x = 0b12
---
x = 0o8
---
x = 0o18
---
x = 1e
---
x = 1e+
---
x = 1.5abc
---
x = 1jx
---
x = 0_7
---
x = 5a
---
1 = x
---
"a" = x
---
f() = 1
---
f() += 1
---
a + b = c
---
a and b = c
---
x + 1 += 2
---
None = 1
---
True = 1
---
x = None = 1
---
... = 1
---
[a, 1] = x
---
(a, f()) = x
---
(a, b) += 1
---
[a] += 1
---
{a} = 1
---
{a: b} = 1
---
lambda: 1 = 2
---
a if b else c = 1
---
a < b = 1
---
f"{x}" = 1
---
(x for x in y) = 1
---
[x for x in y] = 1
---
x.y() = 1
---
-x = 1
---
not x = 1
---
a, b + 1 = 1
---
*a + 1 = 2
---
yield = 1
---
x = yield = 1
---
(yield) = 1
---
a := 1
---
(a.b := 1)
---
(a[0] := 1)
---
(1 := 2)
---
f(a.b := 1)
---
if a.b = 1: pass
---
if a[0] = 1: pass
---
if f() = 1: pass
---
while x = 1: pass
---
if a == 1 and b = 2: pass
---
if (a = 1): pass
---
assert x = 1
---
return x = 1
---
x = (a = 1)
---
print(a = b = 1)
---
f(a.b=1)
---
f(1=2)
---
f("a"=2)
---
f(True=1)
---
f(None=1)
---
f(a+b=1)
---
f((a)=1)
---
f(a=1, 2)
---
f(**a, 2)
---
f(**a, *b)
---
f(a=1, b)
---
f(x for x in y, 1)
---
f(1, x for x in y)
---
f(1, 2, x for x in y, 3)
---
f(a, b for b in c)
---
f(a=x for x in y)
---
f(a=)
---
f(a, , b)
---
f(, a)
---
f(a,, b)
---
f(*)
---
f(**)
---
f(*a for a in b)
---
class A(x for x in y): pass
---
def f(a, a=1, b): pass
---
def f(a=1, b): pass
---
def f(a=1, b, *c): pass
---
def f(*): pass
---
def f(*, **k): pass
---
def f(*, ): pass
---
def f(*a, *b): pass
---
def f(*a=1): pass
---
def f(**k=1): pass
---
def f(**k, a): pass
---
def f(**k, *a): pass
---
def f(**k, **j): pass
---
def f(/, a): pass
---
def f(a, /, b, /): pass
---
def f(*a, /): pass
---
def f(a, *, b, /): pass
---
def f(a, / *b): pass
---
def f(a, /*): pass
---
def f(a=): pass
---
def f(a, (b, c)): pass
---
def f((a)): pass
---
def f(1): pass
---
def f("a"): pass
---
def f(a.b): pass
---
def f(None): pass
---
def f(a b): pass
---
def f(a:): pass
---
def f() -> : pass
---
def 1f(): pass
---
def class(): pass
---
class 1: pass
---
lambda a=1, b: 1
---
lambda *: 1
---
lambda *a, *b: 1
---
lambda **k, a: 1
---
lambda (a, b): 1
---
lambda a, (b): 1
---
lambda /, a: 1
---
lambda a, /, b, /: 1
---
lambda *a=1: 1
---
lambda **a=1: 1
---
lambda a=: 1
---
lambda x
---
lambda
---
[x for x in]
---
[x for in y]
---
[for x in y]
---
[x, y for x in y]
---
[x, for x in y]
---
{x, y for x in y}
---
[*x for x in y]
---
(*x for x in y)
---
{*x for x in y}
---
{**x for x in y}
---
{x: y for x, y in z, 1}
---
[x for x in y if]
---
[x for x in y if z else w]
---
[x for 1 in y]
---
[x for f() in y]
---
[x for x, 1 in y]
---
for 1 in x: pass
---
for f() in x: pass
---
for x + 1 in y: pass
---
for (x in y): pass
---
for x in : pass
---
for x: pass
---
for x in y:
pass
---
for x not in y: pass
---
while:
    pass
---
while x:
pass
---
{1: 2, 3}
---
{1, 2: 3}
---
{1:}
---
{1: , 2: 3}
---
{1: 2, 3:}
---
{1: *a}
---
{1: 2, 3: *a}
---
{**a, 1}
---
{a: b, c}
---
{1: 2, **}
---
{1 2}
---
{a=1}
---
{"a"=1}
---
{'a': 1 'b': 2}
---
(*a)
---
(**a)
---
x = (*a)
---
x = *a b
---
del 1
---
del f()
---
del a + b
---
del (a, 1)
---
del *a
---
del [a, f()]
---
del
---
del a b
---
del None
---
import
---
import a.
---
import a as
---
import a as b.c
---
import a b
---
from
---
from a
---
from a import
---
from a import (b
---
from a import b,
---
from a import b, c,
---
from a import *, b
---
from . import
---
from a import (b, c
x = 1
---
from a import b.c
---
from a.b import c as 1
---
import 1
---
return
  1
---
x: int: str
---
(a, b): int
---
[a]: int
---
a, b: int
---
a + b: int
---
f(): int
---
1: int
---
x: 
---
x: int = 
---
a = 
---
a +
---
a + * b
---
a ** 
---
a ? b
---
a $ b
---
a ! b
---
a <> b
---
a =! b
---
a === b
---
a =< b
---
a => b
---
a++
---
a--
---
++
---
a && b
---
a || b
---
!a
---
a not b
---
a is is b
---
not
---
a if b
---
a if b else
---
x = a if b
---
(a if b)
---
a if b: c
---
[a if b for a in c]
---
else: pass
---
elif x: pass
---
except: pass
---
finally: pass
---
case 1: pass
---
match x
---
match x:
case 1: pass
---
match x:
    case 1
        pass
---
match x:
    case 1:
    pass
---
match x:
    case a as _: pass
---
match x:
    case a as 1: pass
---
match x:
    case a as b.c: pass
---
match x:
    case A(b=1, 2): pass
---
match x:
    case A(1, b=1, 2, 3): pass
---
match x:
    case 1j + 1: pass
---
match x:
    case 1 + 1: pass
---
match x:
    case {**a, "b": 1}: pass
---
match x:
    case -a: pass
---
match x:
    case a.b(c=): pass
---
match x:
    pass
---
match x:
    case 1: pass
    x = 1
---
global
---
global x y
---
global x.y
---
nonlocal 1
---
raise x from
---
raise x, y
---
raise from x
---
assert
---
assert x,
---
pass x
---
break x
---
continue 1
---
yield from
---
@
---
@a
---
@a
x = 1
---
@a b
def f(): pass
---
a.1
---
a.
---
a.b.
---
.a
---
a[1
---
a[]
---
a[1:2:3:4]
---
a[1 2]
---
a[b=1]
---
a[*]
---
"a" "b
---
"a" b"c"
---
b"a" "c"
---
b"é"
---
"\x1"
---
"abc\x1"
---
"\u12"
---
"\U0011ffff"
---
"\N{foo}"
---
"\N"
---
"\N{}"
---
"\N{abc"
---
b"\x1"
---
"é\x1"
---
x = "\x"
y = 2
---
x\
---
x \ y
---
\
---
x = 1 + \
---
x = \ 
---
“a”
---
x = “a”
---
x = 5 – 3
---
x = a​b
---
x = ×
---
é = 1 è
---
€ = 1
---
print("hello)
---
print('hello")
---
print("a" "b" c)
---
print("a", end="" "b" 3)
---
print(f"{a b}")
---
print("x" if y)
---
f"{"
---
f"{a"
---
f"}"
---
f"{}"
---
f"{ }"
---
f"{a b}"
---
f"{a!x}"
---
f"{a!}"
---
f"{a!r:"
---
f"{a:{b}"
---
f"{a['b]}"
---
f"{a[}"
---
f"{a)}"
---
f"{(a]}"
---
f"{(a}"
---
f"{a\nb}"
---
f"{#}"
---
f"{a#}"
---
f"{1 = 2}"
---
f"{=}"
---
f"{!r}"
---
f"{:x}"
---
f"{a;b}"
---
f"{lambda x: 1}"
---
f"{*a}"
---
f"{yield = 1}"
---
f"{a $ b}"
---
f"{1a}"
---
f"{a.}"
---
f"{f(a b)}"
---
f"{a +}"
---
f"abc {a b} def"
---
x = 1; y = f"ab{c d}"
---
f'''
{a b}
'''
---
f'''
abc
  {a +
  b c}
'''
---
"abc" f"{x y}"
---
f"{x=!z}"
---
f"{'a' 'b' c}"
---
f"{if}"
---
f"\x1{a}"
---
f"{a:\x1}"
---
x = 1 if 2 else
---
x = [i for i in range(10) if i % 2 = 0]
---
def f():
    x = 1
     y = 2
---
def f():
	x = 1
        y = 2
---
class A:
    def f(self):
        pass
   def g(self):
        pass
---
def f():
    pass
  
 x = 1
---
if True:
    if True:
        x = 1
      y = 2
---
for i in range(3):
    print(i
print("done")
---
x = foo(a,
        b
y = 3
z = 4
---
a = [1, 2, 3
b = 4
---
def foo(a, b:
    pass
---
d = {
    'a': 1
    'b': 2
}
---
d = {
    'a': 1,
    'b' 2
}
---
x = [
    1,
    2
    3
]
---
foo(a=1 b=2)
---
foo(a, b=1 c)
---
print(1 2)
---
print(a b, c)
---
print(a if b c)
---
x = yield
y = 1 2
---
if x: y = 1 else: z = 2
---
if x: if y: pass
---
for x in y: for z in w: pass
---
x = 1; if y: pass
---
while x: y = 1; for z in w: pass
---
def f(): class A: pass
---
import a; import
---
x = lambda: yield
---
x = lambda: (yield = 1)
---
x = (yield)
y = (1
---
None: int
---
x.None
---
x.class
---
class.x
---
True.x = 1
---
f(a for a in b)(c d)
---
a = b = c = 1 = d
---
a = 1 = b
---
a, 1, b = c
---
a = f() = b
---
for a.b() in c: pass
---
with a as b, c as d(): pass
---
with a as (b, 1): pass
---
with (a as 1): pass
---
with (a as b, c as d + 1): pass
---
x = {**a for a in b}
---
f(**a for a in b)
---
((((((((
---
{[(
---
'''
'''
'a
---
a = 1 +
b = 2
---
return 1 2
---
def f(x):
    return x y
---
def f(self, x)
    return x
---
def f(self, x) -> int
    return x
---
class A(B)
    x = 1
---
x = a.b c
---
x = a.b.c(d e)
---
x = 3 y
---
x = 3y
---
"abc" = "def" = x
---
a = (b for b in c
---
from __future__ import
---
print(f"{x!r:^{width}")
---
print "%d" % x
---
print
print x, y
---
print -1
---
print(a) b
---
exec x
---
exec "a" in b
---
x = not
---
x = 0777
---
x = 10L
---
x = 0xfgh
---
x = ur"abc"
---
raise ValueError, "abc"
---
`x`
---
x = `y`
---
except ValueError, e:
    pass
---
try:
    x
except ValueError, e:
    pass
---
a = 5
  b = 6
c = 7
---
if 1:
    x
    y
   z
---
def f(a, *, b, *, c): pass
---
def f(a, *b, c, *): pass
---
def f(*, a, **): pass
---
def f(**): pass
---
def f(a, b):
    """doc
    return 1
---
[a b for c in d]
---
[a for b c in d]
---
{a: b c}
---
{a b: c}
---
{a: b, c: d e}
---
(a, b c)
---
(a
 b)
---
f(a
  b)
---
[a,
 b
 c,
 d]
---
f(a, b=c d)
---
a[b c]
---
a[b:c d]
---
x = "abc" "def" ghi
---
x = ("abc" def)
---
x = (a."b")
---
x = (1.a)
---
x = (1 if 2 3)
---
x = (1 if 2 else 3 4)
---
x = (not a b)
---
x = (a and b c)
---
x = (lambda a: b c)
---
x = (a := b c)
---
x = (a == b c)
---
match = 1 2
---
match x y
---
(match x)
---
print(_ x)
---
x = 1
  
   
  y = 2
---
x = '\
---
x = 'a\
b
---
x = "a\"
---
x = r"a\"
---
global x, 
---
x = 1,, 2
---
x, = , y
---
x = [,]
---
x = (,)
---
x = {,}
---
x = [1,,2]
---
def f(,): pass
---
def f(a,,b): pass
---
class A(,): pass
---
f(,)
---
x[,]
---
a = *b, *c d
---
a = b *c d
---
yield x y
---
del x, y z
---
assert x y
---
import x y
---
from x y import z
---
from x import y z
---
from .x. import z
---
with x y: pass
---
while x y: pass
---
if x y: pass
---
for x y in z: pass
---
for x in y z: pass
---
def f x: pass
---
class A B: pass
---
try: x y
---
x.y z
---
x[1] y
---
x() y
---
x = y z w
---
if x then:
    pass
---
x = y++
---
x++
---
x = ++y 1
---
int x = 5
---
var x = 5
---
let x = 5;
---
function f() { }
---
def f() {
    return 1
}
---
if (x) {
    y
}
---
for (i = 0; i < 10; i++) {
}
---
x = new Foo()
---
switch x:
    case 1: pass
---
x = a ?? b
---
x = a ? b : c
---
// comment
---
/* comment */
---
x = 5 // comment here
---
#include <stdio.h>
x y
---
x = true && false
---
elif
---
else
---
in
---
is
---
x = in
---
x = class
---
def = 1
---
class = 1
---
for = 1
---
lambda = 1
---
pass = 1
---
None += 1
---
f(class=1)
---
f(if=1)
---
x.if = 1
---
a = b c = d
---
a = "b" c"d"
---
foo("a"b)
---
foo('it's')
---
foo("a", 'it's', b)
---
x = {'a': 'it's', 'b': 2}
---
x = """a""" b """c"""
---
async x
---
async def f()
    pass
---
async def f():
pass
---
async def f:
    pass
---
async def f():
    async for x in y
        pass
---
async def f():
    async for 1 in y:
        pass
---
async def f():
    async with a as 1:
        pass
---
async def f():
    async with a
        pass
---
async def f():
    async with a:
    pass
---
async def f():
    await x = 1
---
async def f():
    await x += 1
---
async def f():
    await
---
async def f():
    await await x
---
async def f():
    await -x
---
async def f():
    [x async for 1 in y]
---
async def f():
    async while x:
        pass
---
await = 1
---
async = 1
---
def await(): pass
---
f(await=1)
---
async def f():
    del await x
---
async def f():
    (await x)()= 3
---
async def f():
    f(await x=1)
---
async def f():
    x async for y in z
---
async class X: pass
---
await a b
---
import async
