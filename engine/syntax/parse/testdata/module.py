x = 1
---

# only a comment
---
"""Doc."""
import a; from b import c; x = 1; pass
return_ = 1;
---
def f():
    return
    break
    continue
def g(): return 1; pass
---
global a, b
nonlocal c
raise
raise x
raise x from y
assert a
assert a, "b"
del a, b
yield
yield a
if x: pass
for i in x: pass
while x: break
with x: pass
try: pass
finally: pass
match x:
    case 1: pass
class A: pass
---
match = case = type = _ = 1
match.x, case[0], type(x)
match (a, b)
match [a] + b
match -1
match * a
match: int = 1
print(match, case, type, _)
case(1)
type (x) . y
match(x)[1:2]
match not in x
---
é = "ñandú" + ü
变量 = 1
ﬁ = 2
x = é.变量[ü]
𝐱𝐲𝐳 = "😀" + a
---
if 1:
	a
	if 2:
	    b
	c
d
---
x = 1 \
  + 2
if a and \
   b:
    c = (1,
  2,
     # comment
3)
    d
---
if a:

    b
  # odd comment

    c

      # another
d
---
x = 0xFF_ff + 0o17 + 0b1_01 + 1_000 + 000 + 1. + .5 + 1e10 + 1E-5 + 1_0.0_1e+1_0 + 1j + 1.5J + 0j + 00.5
y = 123456789012345678901234567890 + 0xFFFFFFFFFFFFFFFFFFFF + 9223372036854775807 + 9223372036854775808
z = 1if x else 2
w = [1for a in b]
v = 0x1for x in y
u = 1_2 .real, 1..real, 1.0.real
t = 1e400, 5e-324, 1e23, 179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880
---
a = 'x' "y" '''z''' """w"""
b = b'x' b"y" rb'\x' Rb"\n" bR'''\'''' BR"""q"""
c = r'\n' R"\t" u'u' U"U"
d = '\a\b\f\n\r\t\v\\\'\"\0\12\123\x41\u0041\U00000041\N{LATIN SMALL LETTER A}\
continued'
e = b'\x00\377\'\"\
more'
f = '\ud800\udfff' '\N{HANGUL SYLLABLE GAG}' '\N{CJK UNIFIED IDEOGRAPH-4E00}'
g = '''multi
line
  "quotes" \'''
'''
h = "\q \é \8"
i = '' "" '''''' """"""
j = "a" \
    "b"
k = ("a"
     "b"  # comment
     "c")
---
a = f''
b = f'{x}' f"{y!r}" rf'{z!s:>10}\d'
b = fR"{w!a:{width}.{prec}}"
c = f'a{{b}}c{x}d' 'plain' f'{y}'
d = f'{x=}' f'{x = }' f'{x=!s}' f'{x=:>5}' f'{ x + 1 = !r:^{n}}'
e = f'{x!r:{y}{z}a}'
f = f'{d["a"]}' f"{d['a']}" f'''{d['a']}{d["b"]}'''
g = f'{a if b else c}' f'{(lambda x: 1)}' f'{ {1: 2}[1] }' f'{a != b}' f'{a <= b}' f'{a == b}' f'{a, b}' f'{*a, b}'
h = f'{(yield)}' f'{x:=5}' f'{(x:=5)}' f'{x[1:2]}' f'{x > y}' f'{x < y:<3}'
i = f'\n{x}\t\N{LATIN SMALL LETTER A}{y}\x41\{z}'
j = rf'\{x}\N{y}'
k = f'''
{x
 + y}
  {a:
}'''
l = f"é{ü}ß{ä!r:ö}"
m = f'{f"{x}"}' f"{f'{y}' + 'z'}"
n = f'{x:%H:%M}' f'{x:,}' f'{x:{">"}{10}}'
o = f'{[i for i in x]}' f'{ {i for i in x} }' f'{x.y(z, w=1)[0]}'
p = f'{3.4:10}' f'{3!r}'
