// This file finds the overload that a call means, and what template parameters stand for.

package lower

import (
	"fmt"
	"math"
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// pick is the overload that fits best, or an error that says what there is.
func (l *lowering) pick(list []*syntax.Function, args []operand, explicit []syntax.TemplateArg, at lex.Token, name string) (*syntax.Function, binding) {
	f, b, ok := l.best(list, args, explicit, false)
	if ok {
		return f, b
	}
	if len(list) == 1 {
		l.explain(list[0].Unpacked(len(args), len(explicit)), args, explicit, at)
	}
	var types, known []string
	for _, a := range args {
		types = append(types, a.String())
	}
	for _, f := range list {
		known = append(known, f.Signature())
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

// explain says why the only function of a name does not fit.
func (l *lowering) explain(f *syntax.Function, args []operand, explicit []syntax.TemplateArg, at lex.Token) {
	if !f.Takes(len(args)) {
		n := fmt.Sprint(len(f.Params))
		if least := f.Least(); least < len(f.Params) {
			n = fmt.Sprintf("%d to %d", least, len(f.Params))
		}
		l.fail(at, "it is "+f.Signature(), "no matching call to '%s': it takes %s argument%s, %s given", f.Name, n, map[bool]string{true: "s"}[n != "1"], isOrAre(len(args)))
	}
	b, _ := l.match(f, args, explicit)
	for _, p := range f.Template {
		if b.types[p.Name] == nil && p.IsType {
			l.fail(at, "name it: "+f.Name+"<…>(…)", "cannot infer template parameter '%s' of '%s'", p.Name, f.Name)
		}
		if _, ok := b.values[p.Name]; !ok && !p.IsType {
			l.fail(at, "name it: "+f.Name+"<…>(…)", "cannot infer template parameter '%s' of '%s'", p.Name, f.Name)
		}
	}
	outer := l.call
	defer func() { l.call = outer }()
	l.call = &inlined{f: f, types: b.types, up: outer}
	for i, p := range f.Params {
		if i >= len(args) || args[i].list {
			continue
		}
		want := l.resolve(p.Type, at)
		if p.Ref && !p.Type.Const && args[i].p == nil {
			l.fail(args[i].e.Tok, "pass a variable, or take a const reference", "parameter '%s' of '%s' is a reference, which needs a variable", p.Name, f.Name)
		}
		l.convert(args[i].v, want, args[i].e.Tok)
	}
}

func isOrAre(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprint(n, " are")
}

// best finds the overload whose parameters are nearest to the arguments.
func (l *lowering) best(list []*syntax.Function, args []operand, explicit []syntax.TemplateArg, constant bool) (found *syntax.Function, with binding, ok bool) {
	least := math.MaxInt
	for _, f := range list {
		if f.Special != nil && len(explicit) > 0 && !l.isFor(f, explicit) {
			continue
		}
		f = f.Unpacked(len(args), len(explicit))
		if !f.Takes(len(args)) || constant && !f.Constant && !f.Static && f.Owner != nil {
			continue
		}
		b, cost := l.match(f, args, explicit)
		if f.Owner != nil && f.Constant && !constant && cost < never {
			cost++ // a method that is not const goes first
		}
		if cost < least {
			found, with, least = f, b, cost
		}
	}
	return found, with, found != nil
}

// isFor reports whether a specialisation is for the template arguments that a call names.
func (l *lowering) isFor(f *syntax.Function, explicit []syntax.TemplateArg) bool {
	for i, a := range explicit {
		switch {
		case i >= len(f.Special) || (a.Type == nil) != (f.Special[i].Type == nil):
			return false
		case a.Type != nil:
			if !syntax.Same(l.resolve(a.Type, f.Tok), f.Special[i].Type) {
				return false
			}
		default:
			want, _ := syntax.Constant(f.Special[i].Val, l)
			if have, ok := syntax.Constant(a.Val, l); !ok || have != want {
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
func (l *lowering) match(f *syntax.Function, args []operand, explicit []syntax.TemplateArg) (binding, int) {
	b := binding{types: map[string]*syntax.Type{}, values: map[string]int64{}}
	cost := 2 * int(word.Bit(len(f.Template) > 0))
	if f.Header {
		cost++
	}
	l.explicitArgs(f, explicit, &b)
	for i, a := range args {
		if i < len(f.Params) && !a.list {
			t := a.v.typ
			if a.p != nil && a.p.typ.Kind == word.Array && f.Params[i].Ref {
				t = a.p.typ
			}
			if p := f.Params[i]; p.Ref && !p.Move && p.Type.Kind == word.Parameter && a.p != nil && syntax.IsConst(a.p.typ) && t.Kind != word.Array {
				t = constType(t)
				if b.types[p.Type.Name] == nil && !p.Type.Const { // T & takes a const object with T = const …
					b.types[p.Type.Name] = t
				}
			}
			l.deduce(f.Params[i].Type, t, &b)
		}
	}
	outer, scopes := l.call, l.scopes
	defer func() { l.call, l.scopes = outer, scopes }()
	l.call = &inlined{f: f, types: b.types, up: outer}
	if c := closureOf(f); c != nil && c.kernel == l {
		l.scopes = c.scopes[:len(c.scopes):len(c.scopes)]
	}
	for _, tp := range f.Template {
		if !l.presetArg(tp, &b) {
			return b, math.MaxInt
		}
	}
	for _, p := range f.Params { // what says more about its argument goes first
		if p.Type.Kind == word.Parameter {
			cost += 3
		}
	}
	for i, a := range args {
		if i >= len(f.Params) {
			break
		}
		d := l.distance(f.Params[i], a, b)
		if d >= never {
			return b, math.MaxInt
		}
		cost += d
	}
	return b, cost
}

// explicitArgs takes the template arguments that a call names.
func (l *lowering) explicitArgs(f *syntax.Function, explicit []syntax.TemplateArg, b *binding) {
	for i, tp := range f.Template {
		if i >= len(explicit) {
			return
		}
		a := explicit[i]
		switch {
		case tp.IsType && a.Type != nil:
			b.types[tp.Name] = l.resolve(a.Type, f.Tok)
		case !tp.IsType && a.Val != nil:
			n, ok := syntax.Constant(a.Val, l)
			if !ok && a.Val.Op == "unary" && a.Val.Name == "&" {
				a.Val = a.Val.Kids[0]
			}
			if !ok && a.Val.Op == "name" && len(l.unit.Functions[a.Val.Name]) > 0 {
				v := l.functionValue(a.Val)
				if b.functions == nil {
					b.functions = map[string]*syntax.Type{}
				}
				b.functions[tp.Name] = v.typ
				n, ok = int64(*v.konst), true
			} else if s := l.find(a.Val.Name); !ok && a.Val.Op == "name" && s != nil && s.konst != nil && s.typ.PointsToFunction() {
				if b.functions == nil {
					b.functions = map[string]*syntax.Type{}
				}
				b.functions[tp.Name] = s.typ
				n, ok = *s.konst, true
			}
			if !ok {
				l.fail(a.Val.Tok, "", "template argument for '%s' is not a constant", tp.Name)
			}
			b.values[tp.Name] = n
		}
	}
}

// presetArg fills in a default; false says that a parameter stays unknown.
func (l *lowering) presetArg(tp syntax.TemplateParam, b *binding) bool {
	if tp.IsType {
		if b.types[tp.Name] == nil && tp.Preset != nil && tp.Preset.Type != nil {
			b.types[tp.Name] = l.resolve(tp.Preset.Type, lex.Token{})
		}
		return b.types[tp.Name] != nil
	}
	if _, ok := b.values[tp.Name]; !ok && tp.Preset != nil && tp.Preset.Val != nil {
		if n, ok := syntax.Constant(tp.Preset.Val, l); ok {
			b.values[tp.Name] = n
		}
	}
	_, ok := b.values[tp.Name]
	return ok
}

// deduce finds template parameters in a parameter's type.
func (l *lowering) deduce(want, have *syntax.Type, b *binding) {
	switch {
	case want.Kind == word.Parameter:
		if b.types[want.Name] == nil {
			b.types[want.Name] = syntax.Plain(have)
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
		if want.Dim != nil && want.Dim.Op == "name" {
			if _, ok := b.values[want.Dim.Name]; !ok {
				b.values[want.Dim.Name] = int64(have.N)
			}
		}
		l.deduce(want.Elem, have.Elem, b)
	case want.Generic != nil && have.Class != nil:
		c := have.Class
		if name := want.Stands(); name != "" && c.From != nil && b.types[name] == nil {
			b.types[name] = c.FromTemplate()
		}
		if u := b.types[want.Stands()]; u != nil {
			want = want.With(u)
		}
		for c != nil && c.From != want.Generic {
			c = c.Parent
		}
		for i := 0; c != nil && i < len(want.Args) && i < len(c.Args); i++ {
			switch w, h := want.Args[i], c.Args[i]; {
			case w.Type != nil && h.Type != nil:
				l.deduce(w.Type, h.Type, b)
			case w.Val != nil && h.Val != nil && w.Val.Op == "name":
				if _, ok := b.values[w.Val.Name]; !ok {
					b.values[w.Val.Name], _ = syntax.Constant(h.Val, nil)
				}
			}
		}
	}
}

// distance says how far an argument is from a parameter.
func (l *lowering) distance(p *syntax.Decl, a operand, b binding) int {
	want := p.Type
	if want.Kind == word.Array || want.Generic != nil || syntax.Dependent(want) {
		l.pushValues(b)
		want = l.resolve(want, p.Tok)
		l.pop()
	}
	if a.list {
		if want.Kind == word.Pointer || want.IsNumber() && len(a.e.Kids) > 1 {
			return never
		}
		return 5
	}
	have := a.v.typ
	if p.Ref {
		if a.p != nil && a.p.typ.Kind == word.Array && want.Kind == word.Array {
			have = a.p.typ
		}
		if !syntax.IsConst(want) {
			if a.p == nil && !p.Move && !(want.Kind == word.Struct && want.Class.Header) || a.p != nil && syntax.IsConst(a.p.typ) && !p.Forwards() {
				return never
			}
			if !syntax.Same(want, have) && !derives(have, want) {
				return never
			}
		}
		if p.Move && a.p != nil && !p.Forwards() {
			return never
		}
	}
	d := conversionCost(a.v, have, want)
	if d == never && l.converts(have, want) {
		d = 50
	}
	if p.Ref && syntax.IsConst(want) && a.p != nil && !syntax.IsConst(a.p.typ) {
		d++
	}
	return d
}

// conversionCost says how far a type is from another for a call.
func conversionCost(v value, have, want *syntax.Type) int {
	switch {
	case have.Kind == word.Pointer && syntax.Same(have, want) && have.Elem.Const && !want.Elem.Const && !v.text:
		return never
	case have.Kind == word.Pointer && syntax.Same(have, want) && !have.Elem.Const && want.Elem.Const:
		return 1
	case syntax.Same(have, want):
		return 0
	case have.Kind == word.Bool && want.Kind == word.I32, have.Kind < word.I32 && want.Kind == word.I32 && have.IsInt(), have.Kind == word.F32 && want.Kind == word.F64:
		return 2
	case have.IsInt() && want.IsInt():
		return 10
	case have.IsNumber() && want.IsNumber():
		if have.IsHalf() && want.IsHalf() {
			return never
		}
		if have.IsFloat() != want.IsFloat() {
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

func pointerCost(have, want *syntax.Type) int {
	if have.Elem.Const && !want.Elem.Const {
		return never
	}
	switch {
	case syntax.Same(have.Elem, want.Elem):
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

// extents reports dim3 and uint3, which convert to each other and lie alike in memory.
func extents(a, b *syntax.Type) bool {
	return a.Class != nil && b.Class != nil && (a.Class.Name == "dim3" && b.Class.Name == "uint3" || a.Class.Name == "uint3" && b.Class.Name == "dim3")
}

// converts reports a conversion through a constructor or a conversion operator.
func (l *lowering) converts(have, want *syntax.Type) bool {
	if want.Kind == word.Struct {
		if want.Class.Name == "dim3" && have.IsNumber() || extents(have, want) {
			return true
		}
		for _, f := range want.Constructors() {
			if f.Takes(1) && len(f.Params) > 0 && f.Template == nil && conversionCost(value{}, have, f.Params[0].Type) < never {
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
