a, b, c
---
a; a, b; a,; (a); (a, b); (a,); (); *a, b; *a,
(*a, b); [*a, b]; {*a, b}; {**a, b: c}; {**a}
---
a if b else c
a if b else c if d else e
lambda: a if b else c
a or b or c; a and b and c; a or b and c or d; not a; not not a
a == b; a != b; a < b; a <= b; a > b; a >= b; a in b; a not in b; a is b; a is not b
a < b < c in d is not e
not a == b
---
a | b ^ c & d << e >> f + g - h * i / j // k % l @ m
-a; +a; ~a; - -a; -a ** -b; a ** b ** c; (a ** b) ** c; (-a) ** b
a + b + c; a - (b - c); (a + b) * c; a * b + c
(a) + (b); (((a)))
a | b | c; a ^ b ^ c; a & b & c; a << b << c
---
a.b; a.b.c; a[b]; a[b, c]; a[b,]; a[b:c]; a[:]; a[::]; a[b:]; a[:c]; a[::d]; a[b:c:d]; a[b:c, d]; a[*b]; a[*b, c]; a[b:c, *d]
a[b := c]; a[(b := c):d]; a[lambda: b]; a[b if c else d:e]; a[()]; a[(b, c)]
a(); a(b); a(b,); a(b, c); a(*b); a(**b); a(b=c); a(b, *c, d, e=f, *g, **h, i=j, **k)
a(b=c, *d); a(*b, c=d); a(b := c); a(b := c, d); a(b for c in d); a(b := c for d in e); a((b for c in d), e)
a(b)(c)[d].e(f=g)
a (b) . c [d]
a(lambda: b, c); a(b if c else d, *e or f, **g or h)
---
[]; [a]; [a,]; [a, b]; [a := b]; {a}; {a,}; {a, b}; {a := b}; {}; {a: b}; {a: b,}; {a: b, c: d}
{a: lambda: b}; {a if b else c: d}; {lambda: a: b}; {**a | b}
{(a := b): c}
---
[a for b in c]; {a for b in c}; {a: b for c in d}; (a for b in c)
[a for b in c if d]; [a for b in c if d if e for f in g if h]
[a for b, c in d]; [a for b, in c]; [a for (b, c) in d]; [a for *b, c in d]; [a for b.c in d]; [a for b[0] in c]
[(a, b) for c in d]; [a := b for c in d]; [a if b else c for d in e]; [lambda: a for b in c]
[a for b in c or d if e or f]
[[a for b in c] for d in e]
(a := b for c in d)
{a: b for c, d in e if f}
{a := b for c in d}
---
(yield); (yield a); (yield a, b); (yield from a); (yield *a, b)
x = yield
(a := b); (a := b, c); (a := (b := c))
print(a := b, c)
...
None; True; False
"a" "b"; 1; 1.5; 1j
