a = 1
(a) = 1
((a)) = 1
a.b = 1
a[0] = 1
a().b = 1
a(b)[c].d = 1
(a for b in c).d = 1
a(b for c in d).e = 1
a.b.c.d = 1
(a, b) = 1
(a,) = 1
() = 1
[] = 1
[a] = 1
[a, b] = 1
[a, *b] = 1
a, b = 1
a, = 1
*a, b = 1
*a.b, c[0] = 1
(*a, b) = 1
(a, (b, [c, d])) = 1
(a.b) = 1
"a".b = 1
[a][0] = 1
{a: b}[c] = 1
(yield).a = 1
(*a, b), *c = 1
*(a, b), c = 1
*[a], b = 1
---
a.b += 1
a[0] += 1
(a) += 1
((a.b)) += 1
(a)[0] += 1
(a): b
(a.b): c
((a)): b
a[0]: b
a(b).c: d
---
del a
del (a)
del (a, b)
del [a, b]
del ()
del []
del a.b
del a[0]
del a().b
del a(b for c in d).e
del (a.b), (a[0],)
del a.b.c[d].e
---
for a in b: pass
for (a) in b: pass
for a.b in c: pass
for *a, b in c: pass
for (a, *b) in c: pass
for [a, b], c in d: pass
for a[b in c] in d: pass
for (a, b)[0] in c: pass
