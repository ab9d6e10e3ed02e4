// This file looks at what iterations of a loop of the host read and store to (abreast.go), and asks whether they
// may run side by side.

package lower

import (
	"slices"
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
		v := a.variable(e.Name)
		a.need(v != nil && v.typ.IsNumber())
		a.read[e.Name] = true
	} else if s == nil {
		_, ok := a.l.unit.EnumAfter[e.Name]
		a.need(ok)
	}
}

// call looks at a call: of the mathematics, or of rand.
func (a *abreast) call(e *syntax.Expr) {
	f := e.Kids[0]
	a.need(f.Op == "name" && f.Type == nil && len(f.Args) == 0 && a.l.peek(f.Name) == nil && a.l.owner() == nil)
	for _, g := range a.l.unit.Functions[f.Name] {
		a.need(g.Header)
	}
	if drawn(e) {
		a.draws++
		return
	}
	a.need(pure(f.Name))
	for _, k := range e.Kids[1:] {
		a.value(k)
	}
}

// pure reports that a name is of a function of numbers.
func pure(name string) bool {
	pureFunctions.once.Do(func() { pureFunctions.list = mathIntrinsics() })
	f, ok := pureFunctions.list[name]
	return ok && !f.device
}

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
	a.need(e.Op == "name" && e.Type == nil && !a.own[e.Name] && !a.set[e.Name])
	s := a.l.peek(e.Name)
	a.need(s != nil && !s.broken && s.place != nil && a.changed[e.Name] == 0)
	t := s.typ
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
	a.need(s.typ.Kind == word.Array && s.place.reg < 0 || a.variable(e.Name) != nil)
	for _, x := range u.indices {
		a.value(x)
	}
	u.base = e
	a.uses = append(a.uses, u)
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
	o.Again = a.draws == 0
	for _, name := range sorted(a.summed) {
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
			if v.base.Name == u.base.Name {
				a.need(slices.EqualFunc(u.indices, v.indices, alike))
				continue
			}
			if k := [2]string{u.base.Name, v.base.Name}; !asked[k] {
				asked[k] = true
				o.Apart = append(o.Apart, [2]simt.Scalar{a.scalar(u.base), a.scalar(v.base)})
			}
		}
	}
	a.carry(o)
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
		if v := a.variable(u.base.Name); v != nil {
			in[u.base.Name] = true
		}
	}
	for _, name := range sorted(in) {
		p := a.variable(name).place
		o.Inputs = append(o.Inputs, simt.Carry{Slot: p.reg, Unset: p.unset})
	}
	for _, name := range sorted(a.set) {
		p := a.variable(name).place
		o.Outputs = append(o.Outputs, simt.Carry{Slot: p.reg, Unset: p.unset})
	}
}

func sorted(names map[string]bool) (list []string) {
	for name := range names {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
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
	case "num", "sizeof":
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
