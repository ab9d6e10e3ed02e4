// This file lowers calls: it finds the function that a call means.

package lower

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// operand is a lowered argument: a place where it is an lvalue, and its value. A list in
// braces is lowered once it is known what it is for.
type operand struct {
	e    *syntax.Expr
	p    *place
	v    value
	list bool

	member string // that is given this, of {.member = …}
}

// binding is what a template's parameters stand for in one call.
type binding struct {
	types     map[string]*syntax.Type
	values    map[string]int64
	functions map[string]*syntax.Type // of the values that stand for functions: their pointers' types
}

// valueType is the type of a parameter that is a value.
func (b binding) valueType(name string) *syntax.Type {
	if t := b.functions[name]; t != nil {
		return t
	}
	return syntax.Basic[word.I32]
}

func (l *lowering) operand(e *syntax.Expr) operand {
	e = l.withoutPacks(e)
	if e.Op == "designated" {
		o := l.operand(e.Kids[0])
		o.member = e.Name
		return o
	}
	if e.Op == "init" {
		return operand{e: e, list: true}
	}
	if e.Op == "fold" {
		return l.operand(l.fold(e))
	}
	if e.Op == "?:" {
		return l.choose(e)
	}
	if p := l.place(e); p != nil {
		return operand{e: e, p: p, v: l.read(p)}
	}
	v := l.rvalueAny(e)
	if v.ref {
		p := l.refPlace(v, e.Tok)
		return operand{e: e, p: p, v: l.read(p)}
	}
	return operand{e: e, v: v}
}

func (l *lowering) operands(list []*syntax.Expr) []operand {
	list = l.spread(list)
	out := make([]operand, len(list))
	for i, e := range list {
		out[i] = l.operand(e)
		if !out[i].list && out[i].v.typ.Kind == word.Void {
			l.fail(e.Tok, "", "void value not ignored as it ought to be")
		}
	}
	return out
}

// refPlace is what a returned reference refers to.
func (l *lowering) refPlace(v value, at lex.Token) *place {
	return &place{typ: v.typ, reg: -1, addr: value{typ: syntax.PointerTo(v.typ), slot: v.slot, run: v.run}, at: l.site(at, "")}
}

// deref reads through a returned reference.
func (l *lowering) deref(v value) value {
	if !v.ref {
		return v
	}
	return l.read(l.refPlace(v, lex.Token{}))
}

func (l *lowering) callValue(e *syntax.Expr) value {
	callee := e.Kids[0]
	if callee.Op == "member" || callee.Op == "arrow" {
		return l.methodCall(e)
	}
	if callee.Op != "name" {
		return l.callObject(e)
	}
	if callee.Type != nil { // S::f(…)
		return l.staticCall(e)
	}
	if callee.Outer && len(l.unit.Functions[callee.Name]) > 0 {
		return l.userCall(l.unit.Functions[callee.Name], e)
	}
	if l.find(callee.Name) != nil {
		return l.callObject(e)
	}
	if this := l.this(); this != nil {
		if list := this.typ.Elem.Methods(callee.Name); len(list) > 0 {
			args := l.operands(e.Kids[1:])
			f, b := l.pick(list, args, callee.Args, e.Tok, callee.Name)
			if f.Virtual {
				return l.callVirtual(f, *this, args, e.Tok)
			}
			return l.call1(f, this, args, b, e.Tok)
		}
		if this.typ.Elem.Field(callee.Name) != nil {
			return l.callObject(e)
		}
	} else if t := l.owner(); t != nil && len(t.Methods(callee.Name)) > 0 { // in a static method
		return l.staticCall(&syntax.Expr{Op: "call", Tok: e.Tok, Kids: append([]*syntax.Expr{{Op: "name", Tok: callee.Tok, Name: callee.Name, Type: t, Args: callee.Args}}, e.Kids[1:]...)})
	}
	if list := l.unit.Functions[callee.Name]; len(list) > 0 {
		return l.userCall(list, e)
	}
	return l.intrinsic(callee.Name, e)
}

// this is the object whose method is being lowered.
func (l *lowering) this() *value {
	if l.call == nil {
		return nil
	}
	return l.call.this
}

// callObject lowers x(…) where x is an object with operator().
func (l *lowering) callObject(e *syntax.Expr) value {
	callee := e.Kids[0]
	for callee.Op == "unary" && callee.Name == "*" { // (*f)(…)
		callee = callee.Kids[0]
	}
	if o := l.operand(callee); !o.list && o.v.typ.PointsToFunction() {
		return l.callPointer(o.v, e)
	}
	args := l.operands(e.Kids)
	if v, ok := l.overloaded("()", args, e.Tok); ok {
		return v
	}
	l.fail(e.Tok, "", "called object of type '%s' is not a function", args[0].v.typ)
	return value{}
}

func (l *lowering) staticCall(e *syntax.Expr) value {
	callee := e.Kids[0]
	t := l.resolve(callee.Type, callee.Tok)
	list := t.Methods(callee.Name)
	if len(list) == 0 {
		l.fail(callee.Tok, "", "no member named '%s' in '%s'", callee.Name, t)
	}
	args := l.operands(e.Kids[1:])
	f, b := l.pick(list, args, callee.Args, e.Tok, callee.Name)
	if !f.Static && l.this() == nil {
		l.fail(callee.Tok, "call it on an object", "'%s' is not a static method", callee.Name)
	}
	return l.call1(f, l.this(), args, b, e.Tok)
}

func (l *lowering) methodCall(e *syntax.Expr) value {
	callee := e.Kids[0]
	object := l.operand(callee.Kids[0])
	if object.list {
		l.fail(callee.Tok, "", "a list in braces has no methods")
	}
	var this value
	if callee.Op == "arrow" {
		if object.v.typ.Kind == word.Struct {
			if v, ok := l.overloaded("->", []operand{object}, callee.Tok); ok {
				object = operand{e: callee.Kids[0], v: l.deref(v)}
			}
		}
		this = object.v
	} else {
		this = object.address()
	}
	if this.typ.Kind != word.Pointer || this.typ.Elem.Kind != word.Struct {
		hint := ""
		if callee.Op == "member" && object.v.typ.Kind == word.Pointer && object.v.typ.Elem.Kind == word.Struct {
			hint = "it is a pointer: write -> instead of ."
		}
		l.fail(callee.Tok, hint, "'%s' has no method '%s'", object.v.typ, callee.Name)
	}
	t := this.typ.Elem
	list := t.Methods(callee.Name)
	if len(list) == 0 {
		if f := t.Field(callee.Name); f != nil && (f.Type.Kind == word.Struct || f.Type.PointsToFunction()) {
			return l.callObject(e)
		}
		var names []string
		if t.Class != nil {
			for _, f := range t.Class.Methods {
				names = append(names, f.Name)
			}
		}
		l.fail(callee.Tok, source.Suggest(callee.Name, names), "no member named '%s' in '%s'", callee.Name, syntax.Plain(t))
	}
	args := l.operands(e.Kids[1:])
	f, b, ok := l.best(list, args, callee.Args, t.Const)
	if !ok {
		if _, _, ok := l.best(list, args, callee.Args, false); ok && t.Const {
			l.fail(callee.Tok, "declare the method const", "method '%s' is not const, and the object is", callee.Name)
		}
		f, b = l.pick(list, args, callee.Args, e.Tok, callee.Name)
	}
	if f.Virtual && callee.Type == nil {
		return l.callVirtual(f, this, args, e.Tok)
	}
	return l.call1(f, &this, args, b, e.Tok)
}

// symbolFunctions take a device variable, which host code can name but not reach.
var symbolFunctions = map[string]bool{"cudaMemcpyToSymbol": true, "cudaMemcpyFromSymbol": true, "cudaGetSymbolAddress": true, "cudaGetSymbolSize": true, "cudaMemcpyToSymbolAsync": true, "cudaMemcpyFromSymbolAsync": true}

// hostOnly reports functions that device code cannot call.
func hostOnly(list []*syntax.Function) bool {
	for _, f := range list {
		if f.Device || f.Global {
			return false
		}
	}
	return true
}

// userCall lowers a call of a function of the source or of a header.
func (l *lowering) userCall(list []*syntax.Function, e *syntax.Expr) value {
	name := e.Kids[0].Name
	if _, ok := intrinsics()[name]; ok && !l.host && hostOnly(list) {
		return l.intrinsic(name, e)
	}
	outer := l.addressOnly
	l.addressOnly = outer || symbolFunctions[name]
	args := l.operands(e.Kids[1:])
	l.addressOnly = outer
	if _, ok := intrinsics()[name]; ok { // an overload of one of CUDA's own
		if _, _, ok := l.best(list, args, e.Kids[0].Args, false); !ok {
			return l.intrinsic(name, e)
		}
	}
	f, b := l.pick(list, args, e.Kids[0].Args, e.Tok, name)
	if f.Global {
		hint := "make it a __device__ function"
		if l.host {
			hint = "write " + f.Name + "<<<grid, block>>>(…)"
			l.fail(e.Tok, hint, "the kernel '%s' is called without a launch configuration", f.Name)
		}
		l.fail(e.Tok, hint, "a kernel cannot call the kernel '%s'", f.Name)
	}
	return l.call1(f, nil, args, b, e.Tok)
}
