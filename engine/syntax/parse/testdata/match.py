match x:
    case 1: pass
    case -1: pass
    case 1.5 | -2j: pass
    case 1 + 2j | -1 - 2j: pass
    case "a" "b" | b"c": pass
    case None | True | False: pass
    case a.b | a.b.c: pass
    case _: pass
---
match x, y:
    case a, b: pass
    case a,: pass
    case *a, b: pass
    case [a, *_]: pass
    case (a, b, *c): pass
    case (a): pass
    case (a,): pass
    case [] | (): pass
    case [a]: pass
    case [a,]: pass
    case [(a, b), [c]]: pass
    case (1 | 2) as a: pass
    case 1 | 2 as a: pass
    case ((a | b) as c, d): pass
    case a if b: pass
    case a if (b := c): pass
    case *_,: pass
---
match *x, y:
    case {}: pass
    case {"a": b}: pass
    case {"a": b,}: pass
    case {**a}: pass
    case {**a,}: pass
    case {"a": 1, -1: c, None: d, e.f: g, **h}: pass
    case {1: [a, *b], 1 + 1j: {2: c}, "x" "y": _, **h,}: pass
---
match (x):
    case A(): pass
    case A(a): pass
    case A(a,): pass
    case A(b=c): pass
    case A(b=c,): pass
    case A(a, b=c, d=e.f): pass
    case A(a, b, c=1 | 2,): pass
    case a.b.C(D(x=_), [y]): pass
---
match x:
    case match: pass
    case case: pass
match match:
    case match.case: pass
match x := 1:
    case 1:
        match y:
            case 2: pass
    case 3: pass
match {1: 2}:
    case a: pass
match [1, 2]: 
    case a: pass
match -x:
    case a: pass
match not x:
    case a: pass
match lambda: 1:
    case a: pass
match x if y else z:
    case a: pass
match x,:
    case a: pass
match (yield):
    case a: pass
