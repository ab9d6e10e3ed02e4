// This file looks at what iterations of a loop of the host read and store to (abreast.go), and asks whether they
// may run side by side.

package lower

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// value looks at an expression that changes nothing.
func (a *abreast) value(e *syntax.Expr) {
	switch e.Op {
	case "num", "true", "false", "sizeof":
		return
	case "name":
		a.name(e)
		return
	case "member", "arrow":
		a.need(a.leaf(e).IsNumber())
		return
	case "index":
		a.element(e, false)
		return
	case "unary":
		if e.Name == "*" {
			a.element(e, false)
			return
		}
		a.need(slices.Contains([]string{"-", "+", "!", "~"}, e.Name))
	case "cast":
		t := a.l.Known(e.Type, e.Tok)
		a.need(t != nil && t.IsNumber())
	case "call":
		a.call(e)
		return
	case "?:", "&&", "||", "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=":
	default:
		a.need(false)
	}
	for _, k := range e.Kids {
		a.value(k)
	}
}

func (a *abreast) name(e *syntax.Expr) {
	a.need(e.Type == nil)
	if a.own[e.Name] || a.set[e.Name] || e.Name == a.counter {
		return
	}
	if s := a.l.peek(e.Name); s != nil && s.konst == nil {
		if a.variable(e.Name) == nil {
			a.need(a.leaf(e).IsNumber())
			return
		}
		a.need(s.typ.IsNumber())
		a.read[e.Name] = true
	} else if s == nil {
		_, ok := a.l.unit.EnumAfter[e.Name]
		a.need(ok)
	}
}

// call looks at a call: of the mathematics, or of rand.
func (a *abreast) call(e *syntax.Expr) {
	f := e.Kids[0]
	if f.Op == "member" && f.Name == "size" && len(e.Kids) == 1 && f.Kids[0].Op == "name" {
		s := a.l.peek(f.Kids[0].Name)
		a.need(s != nil && !s.broken && s.typ != nil && isVector(s.typ))
		a.leaf(&syntax.Expr{Op: "member", Name: "count", Tok: f.Tok, Kids: f.Kids})
		a.l.standing[e] = a.leaves[slices.IndexFunc(a.leaves, func(g leaf) bool { return g.e.Name == "count" && alike(g.e.Kids[0], f.Kids[0]) })].v
		return
	}
	if drawn(e) {
		a.need(a.libraryCall(e))
		a.draws++
		return
	}
	a.need(a.mathematical(e))
	for _, k := range e.Kids[1:] {
		a.value(k)
	}
}

// libraryCall reports that a call is of no function of the program's own.
func (a *abreast) libraryCall(e *syntax.Expr) bool {
	f := e.Kids[0]
	return f.Op == "name" && f.Type == nil && len(f.Args) == 0 && a.l.peek(f.Name) == nil &&
		!slices.ContainsFunc(a.l.unit.Functions[f.Name], func(g *syntax.Function) bool { return !g.Header })
}

func (a *abreast) mathematical(e *syntax.Expr) bool { return a.libraryCall(e) && pure(e.Kids[0].Name) }

// pure reports that a name is of a function of numbers.
func pure(name string) bool {
	pureFunctions.once.Do(func() { pureFunctions.list = mathIntrinsics() })
	f, ok := pureFunctions.list[name]
	return ok && !f.device
}

// pureFunctions are made at the first question, as allIntrinsics are: their table leads back to here.
var pureFunctions struct {
	once sync.Once
	list map[string]intrinsic
}

// drawn reports that a call takes the next number of the library's sequence.
func drawn(e *syntax.Expr) bool {
	return e.Op == "call" && e.Kids[0].Op == "name" && e.Kids[0].Name == "rand" && len(e.Kids) == 1
}

// element looks at a[i], a[i][j], *(a + i) and *a.
func (a *abreast) element(e *syntax.Expr, store bool) {
	u := elementUse{store: store}
	if e.Op == "unary" && e.Name == "*" {
		if e = e.Kids[0]; e.Op == "+" {
			u.indices = []*syntax.Expr{e.Kids[1]}
			e = e.Kids[0]
		}
	}
	for e.Op == "index" {
		u.indices = append([]*syntax.Expr{e.Kids[1]}, u.indices...)
		e = e.Kids[0]
	}
	t := a.base(&u, e)
	for i := range u.indices {
		a.need(t.Kind == word.Array || t.Kind == word.Pointer && i == 0)
		t = t.Elem
	}
	if len(u.indices) == 0 {
		a.need(t.Kind == word.Pointer)
		t = t.Elem
	}
	t = a.l.Known(t, e.Tok)
	a.need(t != nil && t.IsNumber() && !t.Volatile)
	for _, x := range u.indices {
		a.value(x)
	}
	a.uses = append(a.uses, u)
}

// base is the type of what has elements: an array, a variable that points, a pointer in memory, a vector.
func (a *abreast) base(u *elementUse, e *syntax.Expr) *syntax.Type {
	u.base = e
	if e.Op == "name" && a.l.peek(e.Name) != nil {
		s := a.l.peek(e.Name)
		a.need(e.Type == nil && !s.broken && s.place != nil && a.changed[e.Name] == 0 && !a.own[e.Name] && !a.set[e.Name])
		if t := s.typ; t.Kind == word.Array && s.place.reg < 0 || a.variable(e.Name) != nil {
			return t
		} else if isVector(t) {
			a.need(len(u.indices) == 1)
			u.base = &syntax.Expr{Op: "member", Name: "first", Tok: e.Tok, Kids: []*syntax.Expr{e}}
			a.vectors[e] = [2]*syntax.Expr{u.base, {Op: "member", Name: "count", Tok: e.Tok, Kids: []*syntax.Expr{e}}}
			a.leaf(a.vectors[e][1])
			return a.leaf(u.base)
		}
	}
	return a.leaf(e)
}

func isVector(t *syntax.Type) bool {
	return t.Kind == word.Struct && t.Class != nil && t.Class.Header && strings.HasPrefix(t.Class.Name, "vector") && t.Field("first") != nil && t.Field("count") != nil
}

// leaf is the type of what stands in memory under a name, and is read once before the loop.
func (a *abreast) leaf(e *syntax.Expr) *syntax.Type {
	root := e
	for root.Op == "member" || root.Op == "arrow" {
		root = root.Kids[0]
	}
	a.need(root.Op == "name" && root.Type == nil && !a.own[root.Name] && !a.set[root.Name] && a.changed[root.Name] == 0 && a.l.peek(root.Name) != nil)
	for _, f := range a.leaves {
		if alike(f.e, e) {
			a.l.standing[e] = f.v
			return f.v.typ
		}
	}
	p := a.l.place(e)
	a.need(p != nil && p.reg < 0 && p.bits == 0 && !p.typ.Volatile && (p.typ.IsNumber() || p.typ.Kind == word.Pointer))
	f := leaf{e: e, at: a.l.scalarOf(p.addr), read: a.l.scalarOf(a.l.read(p)), v: value{typ: syntax.Plain(p.typ), slot: a.l.reg()}}
	a.leaves = append(a.leaves, f)
	a.l.standing[e] = f.v
	return f.v.typ
}

// leaf is what stands in memory, and the register that has it in the loop.
type leaf struct {
	e        *syntax.Expr
	at, read simt.Scalar
	v        value
}

// vectorElement is an element of a vector of which is known, before the loop, where it begins and how long it is.
func (l *lowering) vectorElement(e *syntax.Expr) *place {
	parts := l.vectors[e.Kids[0]]
	index := l.convert(l.rvalue(e.Kids[1]), syntax.Basic[word.U64], e.Tok)
	n, at := l.standing[parts[1]], l.site(e.Tok, "")
	y := *e
	y.Kids = []*syntax.Expr{parts[0], {Op: "name", Name: "#index", Tok: e.Tok}}
	l.push()
	defer l.pop()
	l.bind("#index", &symbol{typ: index.typ, place: &place{typ: index.typ, reg: index.slot, at: at}})
	p := l.element(&y)
	p.addr.run = seq(seq(index.run, func(w *simt.Warp, m uint32) {
		x, count := w.In(index.slot), w.In(n.slot)
		for rest := m; rest != 0; rest &= rest - 1 {
			if i := simt.First(rest); x[i] >= count[i] {
				w.Fail("memcheck", at, i, "index %d is out of range: there are %d elements", int64(x[i]), int64(count[i]))
			}
		}
	}), p.addr.run)
	return p
}

// settle asks whether iterations may run side by side, now that all is known, and what is left to be
// asked when the loop runs.
func (a *abreast) settle(o *simt.Abreast) {
	a.need(a.draws <= 1)
	for name := range a.summed {
		a.need(!a.read[name] && !a.set[name])
	}
	for name := range a.set {
		a.need(!a.read[name])
	}
	a.distinct()
	o.Again = a.draws == 0
	for _, name := range slices.Sorted(maps.Keys(a.summed)) {
		o.Sums = append(o.Sums, a.variable(name).place.reg)
	}
	a.need(len(o.Sums) <= simt.MaxSums)
	asked := map[[2]string]bool{}
	for i, u := range a.uses {
		if !u.store {
			continue
		}
		a.places(o, u)
		for j, v := range a.uses {
			if j == i {
				continue
			}
			if alike(u.base, v.base) {
				a.need(slices.EqualFunc(u.indices, v.indices, alike))
				continue
			}
			if k := [2]string{text(u.base), text(v.base)}; !asked[k] {
				asked[k] = true
				o.Apart = append(o.Apart, [2]simt.Scalar{a.scalar(u.base), a.scalar(v.base)})
			}
		}
		for _, f := range a.leaves {
			o.Apart = append(o.Apart, [2]simt.Scalar{a.scalar(u.base), f.at})
		}
	}
	for _, f := range a.leaves {
		o.Given = append(o.Given, simt.Given{Slot: f.v.slot, Value: f.read})
	}
	a.carry(o)
}

// distinct needs that what changes has one name in the loop: a reference may be a second one.
func (a *abreast) distinct() {
	seen := map[int]bool{a.variable(a.counter).place.reg: true}
	for _, names := range []map[string]bool{a.set, a.summed} {
		for name := range names {
			reg := a.variable(name).place.reg
			a.need(!seen[reg])
			seen[reg] = true
		}
	}
	for name := range a.read {
		a.need(!seen[a.variable(name).place.reg])
	}
	for _, u := range a.uses {
		if u.base.Op == "name" && a.variable(u.base.Name) != nil {
			a.need(!seen[a.variable(u.base.Name).place.reg])
		}
	}
}

func (a *abreast) scalar(e *syntax.Expr) simt.Scalar {
	if v := a.variable(e.Name); e.Op == "name" && v != nil {
		slot := v.place.reg
		return func(w *simt.Warp) uint64 { return w.Regs[slot][0] }
	}
	return a.l.scalarOf(a.l.rvalue(e))
}

// carry says which variables of outside go in and come out.
func (a *abreast) carry(o *simt.Abreast) {
	in := map[string]bool{}
	for name := range a.read {
		in[name] = true
	}
	for _, u := range a.uses {
		if u.base.Op == "name" && a.variable(u.base.Name) != nil {
			in[u.base.Name] = true
		}
	}
	measured := map[int]bool{} // registers with the places of arrays whose length is known when they are made
	for _, u := range a.uses {
		if s := a.l.peek(u.base.Name); u.base.Op == "name" && s != nil && s.place != nil && s.typ.Kind == word.Array {
			if slot, ok := s.place.addr.register(); ok && !measured[slot] {
				measured[slot] = true
				o.Inputs = append(o.Inputs, simt.Carry{Slot: slot})
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(in)) {
		p := a.variable(name).place
		o.Inputs = append(o.Inputs, simt.Carry{Slot: p.reg, Unset: p.unset})
	}
	for _, name := range slices.Sorted(maps.Keys(a.set)) {
		p := a.variable(name).place
		o.Outputs = append(o.Outputs, simt.Carry{Slot: p.reg, Unset: p.unset})
	}
}

// places needs that a store has an element of its own in each iteration.
func (a *abreast) places(o *simt.Abreast, u elementUse) {
	rises := 0
	for _, x := range u.indices {
		factors, ok := a.rise(x)
		if !ok {
			a.need(a.fixed(x))
			continue
		}
		rises++
		var list []simt.Scalar
		for _, f := range factors {
			list = append(list, a.scalar(f))
		}
		o.Factors = append(o.Factors, list)
	}
	a.need(rises == 1)
}

// rise is by what an index rises with the counter: a product; !ok where it does not, or in another way.
func (a *abreast) rise(e *syntax.Expr) (factors []*syntax.Expr, ok bool) {
	switch e.Op {
	case "name":
		if d := a.defined[e.Name]; d != nil {
			return a.rise(d)
		}
		return nil, e.Name == a.counter
	case "+", "-":
		if x, ok := a.rise(e.Kids[0]); ok && a.fixed(e.Kids[1]) {
			return x, true
		}
		x, ok := a.rise(e.Kids[1])
		return x, ok && a.fixed(e.Kids[0])
	case "*":
		for i := range 2 {
			if x, ok := a.rise(e.Kids[i]); ok && a.fixed(e.Kids[1-i]) {
				return append(slices.Clone(x), e.Kids[1-i]), true
			}
		}
	}
	return nil, false
}

// fixed reports that an expression is the same whole number in all iterations.
func (a *abreast) fixed(e *syntax.Expr) bool {
	switch e.Op {
	case "num", "sizeof", "member", "arrow":
		return true
	case "name":
		return !a.own[e.Name] && !a.set[e.Name] && e.Name != a.counter
	case "+", "-", "*", "/", "%":
		return a.fixed(e.Kids[0]) && a.fixed(e.Kids[1])
	}
	return false
}

// alike reports that two expressions are written alike.
func alike(x, y *syntax.Expr) bool {
	return x.Op == y.Op && x.Name == y.Name && x.Tok.Text == y.Tok.Text && x.Type == nil && y.Type == nil && slices.EqualFunc(x.Kids, y.Kids, alike)
}
