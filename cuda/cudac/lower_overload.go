// This file finds the overload that a call means, and what template parameters stand for.

package cudac

import (
	"fmt"
	"gputour/cuda/cudac/word"
	"math"
	"strings"
)

// pick is the overload that fits best, or an error that says what there is.
func (l *lowering) pick(list []*function, args []operand, explicit []templateArg, at token, name string) (*function, binding) {
	f, b, ok := l.best(list, args, explicit, false)
	if ok {
		return f, b
	}
	if len(list) == 1 {
		l.explain(list[0].unpacked(len(args), len(explicit)), args, explicit, at)
	}
	var types, known []string
	for _, a := range args {
		types = append(types, a.String())
	}
	for _, f := range list {
		known = append(known, f.signature())
	}
	l.fail(at, "there is "+strings.Join(known, ", "), "no matching call to '%s(%s)'", name, strings.Join(types, ", "))
	return nil, b
}

func (o operand) String() string {
	if o.list {
		return "{…}"
	}
	return o.v.typ.String()
}

// signature is a function as an error shows it.
func (f *function) signature() string {
	var list []string
	for _, p := range f.params {
		s := p.typ.String()
		if p.ref {
			s += " &"
		}
		list = append(list, s)
	}
	return f.name + "(" + strings.Join(list, ", ") + ")"
}

// explain says why the only function of a name does not fit.
func (l *lowering) explain(f *function, args []operand, explicit []templateArg, at token) {
	if !f.takes(len(args)) {
		n := fmt.Sprint(len(f.params))
		if least := f.least(); least < len(f.params) {
			n = fmt.Sprintf("%d to %d", least, len(f.params))
		}
		l.fail(at, "it is "+f.signature(), "no matching call to '%s': it takes %s argument%s, %s given", f.name, n, map[bool]string{true: "s"}[n != "1"], isOrAre(len(args)))
	}
	b, _ := l.match(f, args, explicit)
	for _, p := range f.template {
		if b.types[p.name] == nil && p.isType {
			l.fail(at, "name it: "+f.name+"<…>(…)", "cannot infer template parameter '%s' of '%s'", p.name, f.name)
		}
		if _, ok := b.values[p.name]; !ok && !p.isType {
			l.fail(at, "name it: "+f.name+"<…>(…)", "cannot infer template parameter '%s' of '%s'", p.name, f.name)
		}
	}
	outer := l.call
	defer func() { l.call = outer }()
	l.call = &inlined{f: f, types: b.types, up: outer}
	for i, p := range f.params {
		if i >= len(args) || args[i].list {
			continue
		}
		want := l.resolve(p.typ, at)
		if p.ref && !p.typ.Const && args[i].p == nil {
			l.fail(args[i].e.tok, "pass a variable, or take a const reference", "parameter '%s' of '%s' is a reference, which needs a variable", p.name, f.name)
		}
		l.convert(args[i].v, want, args[i].e.tok)
	}
}

func isOrAre(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprint(n, " are")
}

// least is how many arguments a function needs.
func (f *function) least() int {
	n := 0
	for _, p := range f.params {
		n += int(word.Bit(p.init == nil))
	}
	return n
}

func (f *function) takes(n int) bool {
	return n >= f.least() && (n <= len(f.params) || f.variadic)
}

// best finds the overload whose parameters are nearest to the arguments.
func (l *lowering) best(list []*function, args []operand, explicit []templateArg, constant bool) (found *function, with binding, ok bool) {
	least := math.MaxInt
	for _, f := range list {
		if f.special != nil && len(explicit) > 0 && !l.isFor(f, explicit) {
			continue
		}
		f = f.unpacked(len(args), len(explicit))
		if !f.takes(len(args)) || constant && !f.constant && !f.static && f.owner != nil {
			continue
		}
		b, cost := l.match(f, args, explicit)
		if f.owner != nil && f.constant && !constant && cost < never {
			cost++ // a method that is not const goes first
		}
		if cost < least {
			found, with, least = f, b, cost
		}
	}
	return found, with, found != nil
}

// isFor reports whether a specialisation is for the template arguments that a call names.
func (l *lowering) isFor(f *function, explicit []templateArg) bool {
	for i, a := range explicit {
		switch {
		case i >= len(f.special) || (a.typ == nil) != (f.special[i].typ == nil):
			return false
		case a.typ != nil:
			if !same(l.resolve(a.typ, f.tok), f.special[i].typ) {
				return false
			}
		default:
			want, _ := l.c.constant(f.special[i].val, l)
			if have, ok := l.c.constant(a.val, l); !ok || have != want {
				return false
			}
		}
	}
	return true
}

// never is the cost of an argument that does not fit.
const never = math.MaxInt / 1000

// match deduces template parameters and says how far the arguments are from the
// parameters; math.MaxInt where they do not fit.
func (l *lowering) match(f *function, args []operand, explicit []templateArg) (binding, int) {
	b := binding{types: map[string]*Type{}, values: map[string]int64{}}
	cost := 2 * int(word.Bit(len(f.template) > 0))
	if f.header {
		cost++
	}
	l.explicitArgs(f, explicit, &b)
	for i, a := range args {
		if i < len(f.params) && !a.list {
			t := a.v.typ
			if a.p != nil && a.p.typ.Kind == word.Array && f.params[i].ref {
				t = a.p.typ
			}
			if p := f.params[i]; p.ref && !p.move && p.typ.Kind == word.Parameter && a.p != nil && isConst(a.p.typ) && t.Kind != word.Array {
				t = constType(t)
				if b.types[p.typ.Name] == nil && !p.typ.Const { // T & takes a const object with T = const …
					b.types[p.typ.Name] = t
				}
			}
			l.deduce(f.params[i].typ, t, &b)
		}
	}
	outer := l.call
	defer func() { l.call = outer }()
	l.call = &inlined{f: f, types: b.types, up: outer}
	for _, tp := range f.template {
		if !l.presetArg(tp, &b) {
			return b, math.MaxInt
		}
	}
	for _, p := range f.params { // what says more about its argument goes first
		if p.typ.Kind == word.Parameter {
			cost += 3
		}
	}
	for i, a := range args {
		if i >= len(f.params) {
			break
		}
		d := l.distance(f.params[i], a, b)
		if d >= never {
			return b, math.MaxInt
		}
		cost += d
	}
	return b, cost
}

// explicitArgs takes the template arguments that a call names.
func (l *lowering) explicitArgs(f *function, explicit []templateArg, b *binding) {
	for i, tp := range f.template {
		if i >= len(explicit) {
			return
		}
		a := explicit[i]
		switch {
		case tp.isType && a.typ != nil:
			b.types[tp.name] = l.resolve(a.typ, f.tok)
		case !tp.isType && a.val != nil:
			n, ok := l.c.constant(a.val, l)
			if !ok && a.val.op == "unary" && a.val.name == "&" {
				a.val = a.val.kids[0]
			}
			if !ok && a.val.op == "name" && len(l.unit.functions[a.val.name]) > 0 {
				v := l.functionValue(a.val)
				if b.functions == nil {
					b.functions = map[string]*Type{}
				}
				b.functions[tp.name] = v.typ
				n, ok = int64(*v.konst), true
			} else if s := l.find(a.val.name); !ok && a.val.op == "name" && s != nil && s.konst != nil && s.typ.pointsToFunction() {
				if b.functions == nil {
					b.functions = map[string]*Type{}
				}
				b.functions[tp.name] = s.typ
				n, ok = *s.konst, true
			}
			if !ok {
				l.fail(a.val.tok, "", "template argument for '%s' is not a constant", tp.name)
			}
			b.values[tp.name] = n
		}
	}
}

// presetArg fills in a default; false says that a parameter stays unknown.
func (l *lowering) presetArg(tp templateParam, b *binding) bool {
	if tp.isType {
		if b.types[tp.name] == nil && tp.preset != nil && tp.preset.typ != nil {
			b.types[tp.name] = l.resolve(tp.preset.typ, token{})
		}
		return b.types[tp.name] != nil
	}
	if _, ok := b.values[tp.name]; !ok && tp.preset != nil && tp.preset.val != nil {
		if n, ok := l.c.constant(tp.preset.val, l); ok {
			b.values[tp.name] = n
		}
	}
	_, ok := b.values[tp.name]
	return ok
}

// deduce finds template parameters in a parameter's type.
func (l *lowering) deduce(want, have *Type, b *binding) {
	switch {
	case want.Kind == word.Parameter:
		if b.types[want.Name] == nil {
			b.types[want.Name] = plain(have)
		}
	case want.Kind == word.Pointer && have.Kind == word.Pointer:
		if w := want.Elem; w.Kind == word.Parameter && !w.Const && have.Elem.Const && b.types[w.Name] == nil {
			b.types[w.Name] = have.Elem // T * takes a const int * with T = const int
			return
		}
		l.deduce(want.Elem, have.Elem, b)
	case want.Kind == word.Pointer && have.Kind == word.Array:
		l.deduce(want.Elem, have.Elem, b)
	case want.Kind == word.Array && have.Kind == word.Array:
		if want.dim != nil && want.dim.op == "name" {
			if _, ok := b.values[want.dim.name]; !ok {
				b.values[want.dim.name] = int64(have.N)
			}
		}
		l.deduce(want.Elem, have.Elem, b)
	case want.generic != nil && have.class != nil:
		c := have.class
		for c != nil && c.from != want.generic {
			c = c.parent
		}
		for i := 0; c != nil && i < len(want.args) && i < len(c.args); i++ {
			switch w, h := want.args[i], c.args[i]; {
			case w.typ != nil && h.typ != nil:
				l.deduce(w.typ, h.typ, b)
			case w.val != nil && h.val != nil && w.val.op == "name":
				if _, ok := b.values[w.val.name]; !ok {
					b.values[w.val.name], _ = l.c.constant(h.val, nil)
				}
			}
		}
	}
}

// distance says how far an argument is from a parameter.
func (l *lowering) distance(p *decl, a operand, b binding) int {
	want := p.typ
	if want.Kind == word.Array || want.generic != nil || dependent(want) {
		l.pushValues(b)
		want = l.resolve(want, p.tok)
		l.pop()
	}
	if a.list {
		if want.Kind == word.Pointer || want.isNumber() && len(a.e.kids) > 1 {
			return never
		}
		return 5
	}
	have := a.v.typ
	if p.ref {
		if a.p != nil && a.p.typ.Kind == word.Array && want.Kind == word.Array {
			have = a.p.typ
		}
		if !isConst(want) {
			if a.p == nil && !p.move && !(want.Kind == word.Struct && want.class.header) || a.p != nil && isConst(a.p.typ) && !p.forwards() {
				return never
			}
			if !same(want, have) && !derives(have, want) {
				return never
			}
		}
		if p.move && a.p != nil && !p.forwards() {
			return never
		}
	}
	d := conversionCost(a.v, have, want)
	if d == never && l.converts(have, want) {
		d = 50
	}
	if p.ref && isConst(want) && a.p != nil && !isConst(a.p.typ) {
		d++
	}
	return d
}

// forwards reports T && where T is a template's parameter: it takes whatever is given.
func (d *decl) forwards() bool { return d.move && d.typ.Kind == word.Parameter && !d.typ.Const }

// conversionCost says how far a type is from another for a call.
func conversionCost(v value, have, want *Type) int {
	switch {
	case have.Kind == word.Pointer && same(have, want) && have.Elem.Const && !want.Elem.Const && !v.text:
		return never
	case have.Kind == word.Pointer && same(have, want) && !have.Elem.Const && want.Elem.Const:
		return 1
	case same(have, want):
		return 0
	case have.Kind == word.Bool && want.Kind == word.I32, have.Kind < word.I32 && want.Kind == word.I32 && have.isInt(), have.Kind == word.F32 && want.Kind == word.F64:
		return 2
	case have.isInt() && want.isInt():
		return 10
	case have.isNumber() && want.isNumber():
		if have.isHalf() && want.isHalf() {
			return never
		}
		if have.isFloat() != want.isFloat() {
			return 12
		}
		return 11
	case v.zero && want.Kind == word.Pointer:
		return 10
	case v.text && want.Kind == word.Pointer && want.Elem.Kind == word.I8 && !want.Elem.Const:
		return 15
	case have.Kind == word.Pointer && want.Kind == word.Pointer:
		return pointerCost(have, want)
	case have.Kind == word.Pointer && want.Kind == word.Bool:
		return 30
	case derives(have, want):
		return 5
	}
	return never
}

func pointerCost(have, want *Type) int {
	if have.Elem.Const && !want.Elem.Const {
		return never
	}
	switch {
	case same(have.Elem, want.Elem):
		if have.Elem.Kind == word.Pointer && have.Elem.Elem.Const != want.Elem.Elem.Const {
			return never
		}
		return int(word.Bit(have.Elem.Const != want.Elem.Const))
	case want.Elem.Kind == word.Void:
		return 20
	case derives(have.Elem, want.Elem):
		return 5
	}
	return never
}

// converts reports a conversion through a constructor or a conversion operator.
func (l *lowering) converts(have, want *Type) bool {
	if want.Kind == word.Struct {
		if want.class.name == "dim3" && have.isNumber() {
			return true
		}
		for _, f := range want.constructors() {
			if f.takes(1) && len(f.params) > 0 && f.template == nil && conversionCost(value{}, have, f.params[0].typ) < never {
				return true
			}
		}
	}
	return l.conversionOperator(have, want) != nil
}

// pushValues makes a template's numbers known in a scope of their own.
func (l *lowering) pushValues(b binding) {
	l.push()
	for name, n := range b.values {
		l.bind(name, &symbol{typ: b.valueType(name), konst: &n})
	}
}
