package interp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes random programs in the common subset of Python: they end, they
// print what they compute, and they raise exceptions as often as not.
type generator struct {
	r     *rand.Rand
	b     strings.Builder
	depth int
	vars  []string
	inFn  bool
	loops int
}

// program returns one random program.
func program(r *rand.Rand) string {
	g := &generator{r: r}
	g.line("def log(*a):")
	g.line("    print(*[repr(x) if not callable(x) else 'fn' for x in a])")
	for i := range 3 {
		g.function(i)
	}
	g.class()
	for range 8 {
		g.line("try:")
		g.depth++
		g.block(3)
		g.depth--
		g.line("except Exception as e:")
		g.line("    log(type(e).__name__, str(e))")
	}
	return g.b.String()
}

func (g *generator) line(format string, a ...any) {
	g.b.WriteString(strings.Repeat("    ", g.depth))
	fmt.Fprintf(&g.b, format, a...)
	g.b.WriteByte('\n')
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *generator) variable() string { return g.pick("a", "b", "c", "d") }

func (g *generator) function(i int) {
	g.line("def f%d(%s):", i, g.pick("a, b=2", "a, *b", "a, /, b=1, *, c=3", "a, b, **c", "a=1, b=[1]"))
	g.depth++
	g.inFn = true
	vars := g.vars
	g.block(4)
	if g.r.IntN(3) == 0 {
		g.line("yield %s", g.expr(2))
	} else {
		g.line("return %s", g.expr(2))
	}
	g.vars, g.inFn = vars, false
	g.depth--
}

func (g *generator) class() {
	g.line("class K:")
	g.line("    n = 0")
	g.line("    def __init__(self, a=1): self.a = a; K.n += 1")
	g.line("    def m(self, b): return self.a %s b", g.pick("+", "-", "*", "//", "%"))
	g.line("    def __add__(self, o): return K(self.a + (o.a if isinstance(o, K) else o))")
	g.line("    def __lt__(self, o): return self.a < o.a")
	g.line("    def __eq__(self, o): return isinstance(o, K) and self.a == o.a")
	g.line("    def __repr__(self): return 'K(%%r)' %% (self.a,)")
	g.line("    def __getattr__(self, name):")
	g.line("        if name == 'q': return 7")
	g.line("        raise AttributeError(name)")
}

func (g *generator) block(n int) {
	for range 1 + g.r.IntN(n) {
		g.stmt()
	}
}

func (g *generator) nested(header string, a ...any) {
	g.line(header, a...)
	g.depth++
	g.block(2)
	g.depth--
}

func (g *generator) stmt() {
	if g.depth > 5 {
		g.line("log(%s)", g.expr(1))
		return
	}
	switch g.r.IntN(16) {
	case 0, 1:
		g.line("%s = %s", g.variable(), g.expr(3))
	case 2:
		g.line("log(%s)", g.expr(3))
	case 3:
		g.line("%s %s= %s", g.variable(), g.pick("+", "-", "*", "//", "%", "&", "|", "^"), g.expr(2))
	case 4:
		g.nested("if %s:", g.expr(2))
		g.nested("else:")
	case 5:
		g.loops++
		g.nested("for %s in %s:", g.pick("a", "b", "a, b", "c, *d"), g.iterable())
		if g.r.IntN(2) == 0 {
			g.depth++
			g.line("if %s: %s", g.expr(1), g.pick("break", "continue"))
			g.depth--
		}
		g.nested("else:")
		g.loops--
	case 6:
		g.nested("try:")
		g.nested("except %s as e:", g.pick("TypeError", "(ValueError, NameError)", "Exception", "AttributeError"))
		if g.r.IntN(2) == 0 {
			g.nested("finally:")
		}
	case 7:
		g.line("%s = %s", g.pick("a, b", "a, *b", "[a, b], c", "a = b", "a, (b, c)"), g.expr(2))
	case 8:
		g.line("raise "+g.pick("ValueError(%s)", "TypeError('t', %s)", "KeyError(%s) from None"), g.expr(1))
	case 9:
		g.line("del %s", g.pick("a", "b", "a[0]", "c[:1]", "d"))
	case 10:
		g.line("%s = %s", g.pick("a[0]", "b[-1]", "c[1:]", "d['k']", "a.x"), g.expr(1))
	case 11:
		g.line("assert %s, %s", g.expr(1), g.expr(1))
	case 12:
		g.match()
	case 13:
		g.line("g = (lambda x, y=%s: %s)", g.expr(1), g.pick("x", "y", "x + y", "a", "[x, y]"))
		g.line("log(g(%s))", g.expr(1))
	case 14:
		g.line("while %s:", g.expr(1))
		g.depth++
		g.block(2)
		g.line("break")
		g.depth--
	default:
		g.line("log(%s)", g.expr(2))
	}
}

func (g *generator) match() {
	g.line("match %s:", g.expr(1))
	g.depth++
	for range 2 {
		g.nested("case %s:", g.pick("0 | 1", "int(a)", "[a, b]", "[a, *b]", "{'k': a, **b}", "str() as c", "(a, [b, *_])", "None", "K(a=b)", "-1 | 2.5"))
	}
	g.nested("case _:")
	g.depth--
}

func (g *generator) iterable() string {
	return g.pick("range(3)", "[1, 2, 3]", "(4, 5)", "'xy'", "[(1, 2), (3, 4)]", "{1: 2, 3: 4}", "zip('ab', [1, 2])", "enumerate('pq')", g.expr(1))
}

func (g *generator) atom() string {
	return g.pick("0", "1", "2", "-3", "7", "2.5", "'s'", "'xyz'", "None", "True", "[]", "[1, 2]", "(3, 4)", "{'k': 1}",
		"{1, 2}", "10**20", "a", "b", "c", "d", "a", "b", "K(3)", "K")
}

func (g *generator) expr(depth int) string {
	if depth == 0 {
		return g.atom()
	}
	x := func() string { return g.expr(g.r.IntN(depth)) }
	switch g.r.IntN(14) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", x(), g.pick("+", "-", "*", "/", "//", "%", "&", "|", "^", "<", "<=", "==", "!=", ">", "in", "is", "and", "or"), x())
	case 2:
		return fmt.Sprintf("(%s %s)", g.pick("-", "not", "+", "~"), x())
	case 3:
		return fmt.Sprintf("(%s)[%s]", x(), g.pick("0", "-1", "1:", "::-1", "'k'", x()))
	case 4:
		return fmt.Sprintf("%s(%s)", g.pick("len", "str", "repr", "list", "sorted", "tuple", "sum", "bool", "f0", "f1", "f2", "abs", "max"), x())
	case 5:
		return fmt.Sprintf("f%d(%s, %s)", g.r.IntN(3), x(), g.pick(x(), "*"+x(), "b="+x(), "**"+x()))
	case 6:
		return fmt.Sprintf("[%s for %s in %s if %s]", x(), g.pick("a", "b", "(a, b)"), g.iterable(), x())
	case 7:
		return fmt.Sprintf("{%s: %s for a in %s}", x(), x(), g.iterable())
	case 8:
		return fmt.Sprintf("(%s if %s else %s)", x(), x(), x())
	case 9:
		return fmt.Sprintf("f'{%s}-{%s!r:>6}'", g.pick("a", "b", "1", "2.5"), g.pick("a", "2", "c"))
	case 10:
		return fmt.Sprintf("(%s).%s", x(), g.pick("a", "q", "m(1)", "append(1)", "upper()", "count(1)", "get('k')", "nope", "n"))
	case 11:
		return fmt.Sprintf("[%s, *%s]", x(), x())
	case 12:
		return fmt.Sprintf("(%s := %s)", g.variable(), x())
	}
	return fmt.Sprintf("(%s < %s <= %s)", x(), x(), x())
}
