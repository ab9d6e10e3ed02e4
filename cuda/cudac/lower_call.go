// This file lowers calls: it finds the function that a call means.

package cudac

import "gputour/cuda/cudac/word"

// operand is a lowered argument: a place where it is an lvalue, and its value. A list in
// braces is lowered once it is known what it is for.
type operand struct {
	e    *expr
	p    *place
	v    value
	list bool

	member string // that is given this, of {.member = …}
}

// binding is what a template's parameters stand for in one call.
type binding struct {
	types     map[string]*Type
	values    map[string]int64
	functions map[string]*Type // of the values that stand for functions: their pointers' types
}

// valueType is the type of a parameter that is a value.
func (b binding) valueType(name string) *Type {
	if t := b.functions[name]; t != nil {
		return t
	}
	return basic[word.I32]
}

func (l *lowering) operand(e *expr) operand {
	e = l.withoutPacks(e)
	if e.op == "designated" {
		o := l.operand(e.kids[0])
		o.member = e.name
		return o
	}
	if e.op == "init" {
		return operand{e: e, list: true}
	}
	if e.op == "fold" {
		return l.operand(l.fold(e))
	}
	if e.op == "?:" {
		return l.choose(e)
	}
	if p := l.place(e); p != nil {
		return operand{e: e, p: p, v: l.read(p)}
	}
	v := l.rvalueAny(e)
	if v.ref {
		p := l.refPlace(v, e.tok)
		return operand{e: e, p: p, v: l.read(p)}
	}
	return operand{e: e, v: v}
}

func (l *lowering) operands(list []*expr) []operand {
	list = l.spread(list)
	out := make([]operand, len(list))
	for i, e := range list {
		out[i] = l.operand(e)
		if !out[i].list && out[i].v.typ.Kind == word.Void {
			l.fail(e.tok, "", "void value not ignored as it ought to be")
		}
	}
	return out
}

// refPlace is what a returned reference refers to.
func (l *lowering) refPlace(v value, at token) *place {
	return &place{typ: v.typ, reg: -1, addr: value{typ: pointerTo(v.typ), slot: v.slot, run: v.run}, at: l.site(at, "")}
}

// deref reads through a returned reference.
func (l *lowering) deref(v value) value {
	if !v.ref {
		return v
	}
	return l.read(l.refPlace(v, token{}))
}

func (l *lowering) callValue(e *expr) value {
	callee := e.kids[0]
	if callee.op == "member" || callee.op == "arrow" {
		return l.methodCall(e)
	}
	if callee.op != "name" {
		return l.callObject(e)
	}
	if callee.typ != nil { // S::f(…)
		return l.staticCall(e)
	}
	if callee.outer && len(l.unit.functions[callee.name]) > 0 {
		return l.userCall(l.unit.functions[callee.name], e)
	}
	if l.find(callee.name) != nil {
		return l.callObject(e)
	}
	if this := l.this(); this != nil {
		if list := this.typ.Elem.methods(callee.name); len(list) > 0 {
			args := l.operands(e.kids[1:])
			f, b := l.pick(list, args, callee.args, e.tok, callee.name)
			if f.virtual {
				return l.callVirtual(f, *this, args, e.tok)
			}
			return l.call1(f, this, args, b, e.tok)
		}
		if this.typ.Elem.field(callee.name) != nil {
			return l.callObject(e)
		}
	} else if t := l.owner(); t != nil && len(t.methods(callee.name)) > 0 { // in a static method
		return l.staticCall(&expr{op: "call", tok: e.tok, kids: append([]*expr{{op: "name", tok: callee.tok, name: callee.name, typ: t, args: callee.args}}, e.kids[1:]...)})
	}
	if list := l.unit.functions[callee.name]; len(list) > 0 {
		return l.userCall(list, e)
	}
	return l.intrinsic(callee.name, e)
}

// this is the object whose method is being lowered.
func (l *lowering) this() *value {
	if l.call == nil {
		return nil
	}
	return l.call.this
}

// callObject lowers x(…) where x is an object with operator().
func (l *lowering) callObject(e *expr) value {
	callee := e.kids[0]
	for callee.op == "unary" && callee.name == "*" { // (*f)(…)
		callee = callee.kids[0]
	}
	if o := l.operand(callee); !o.list && o.v.typ.pointsToFunction() {
		return l.callPointer(o.v, e)
	}
	args := l.operands(e.kids)
	if v, ok := l.overloaded("()", args, e.tok); ok {
		return v
	}
	l.fail(e.tok, "", "called object of type '%s' is not a function", args[0].v.typ)
	return value{}
}

func (l *lowering) staticCall(e *expr) value {
	callee := e.kids[0]
	t := l.resolve(callee.typ, callee.tok)
	list := t.methods(callee.name)
	if len(list) == 0 {
		l.fail(callee.tok, "", "no member named '%s' in '%s'", callee.name, t)
	}
	args := l.operands(e.kids[1:])
	f, b := l.pick(list, args, callee.args, e.tok, callee.name)
	if !f.static && l.this() == nil {
		l.fail(callee.tok, "call it on an object", "'%s' is not a static method", callee.name)
	}
	return l.call1(f, l.this(), args, b, e.tok)
}

func (l *lowering) methodCall(e *expr) value {
	callee := e.kids[0]
	object := l.operand(callee.kids[0])
	if object.list {
		l.fail(callee.tok, "", "a list in braces has no methods")
	}
	var this value
	if callee.op == "arrow" {
		if object.v.typ.Kind == word.Struct {
			if v, ok := l.overloaded("->", []operand{object}, callee.tok); ok {
				object = operand{e: callee.kids[0], v: l.deref(v)}
			}
		}
		this = object.v
	} else {
		this = object.address()
	}
	if this.typ.Kind != word.Pointer || this.typ.Elem.Kind != word.Struct {
		hint := ""
		if callee.op == "member" && object.v.typ.Kind == word.Pointer && object.v.typ.Elem.Kind == word.Struct {
			hint = "it is a pointer: write -> instead of ."
		}
		l.fail(callee.tok, hint, "'%s' has no method '%s'", object.v.typ, callee.name)
	}
	t := this.typ.Elem
	list := t.methods(callee.name)
	if len(list) == 0 {
		if f := t.field(callee.name); f != nil && (f.Type.Kind == word.Struct || f.Type.pointsToFunction()) {
			return l.callObject(e)
		}
		var names []string
		if t.class != nil {
			for _, f := range t.class.methods {
				names = append(names, f.name)
			}
		}
		l.fail(callee.tok, suggest(callee.name, names), "no member named '%s' in '%s'", callee.name, plain(t))
	}
	args := l.operands(e.kids[1:])
	f, b, ok := l.best(list, args, callee.args, t.Const)
	if !ok {
		if _, _, ok := l.best(list, args, callee.args, false); ok && t.Const {
			l.fail(callee.tok, "declare the method const", "method '%s' is not const, and the object is", callee.name)
		}
		f, b = l.pick(list, args, callee.args, e.tok, callee.name)
	}
	if f.virtual && callee.typ == nil {
		return l.callVirtual(f, this, args, e.tok)
	}
	return l.call1(f, &this, args, b, e.tok)
}

// symbolFunctions take a device variable, which host code can name but not reach.
var symbolFunctions = map[string]bool{"cudaMemcpyToSymbol": true, "cudaMemcpyFromSymbol": true, "cudaGetSymbolAddress": true, "cudaGetSymbolSize": true, "cudaMemcpyToSymbolAsync": true, "cudaMemcpyFromSymbolAsync": true}

// hostOnly reports functions that device code cannot call.
func hostOnly(list []*function) bool {
	for _, f := range list {
		if f.device || f.global {
			return false
		}
	}
	return true
}

// userCall lowers a call of a function of the source or of a header.
func (l *lowering) userCall(list []*function, e *expr) value {
	name := e.kids[0].name
	if _, ok := intrinsics()[name]; ok && !l.host && hostOnly(list) {
		return l.intrinsic(name, e)
	}
	outer := l.addressOnly
	l.addressOnly = outer || symbolFunctions[name]
	args := l.operands(e.kids[1:])
	l.addressOnly = outer
	if _, ok := intrinsics()[name]; ok { // an overload of one of CUDA's own
		if _, _, ok := l.best(list, args, e.kids[0].args, false); !ok {
			return l.intrinsic(name, e)
		}
	}
	f, b := l.pick(list, args, e.kids[0].args, e.tok, name)
	if f.global {
		hint := "make it a __device__ function"
		if l.host {
			hint = "write " + f.name + "<<<grid, block>>>(…)"
			l.fail(e.tok, hint, "the kernel '%s' is called without a launch configuration", f.name)
		}
		l.fail(e.tok, hint, "a kernel cannot call the kernel '%s'", f.name)
	}
	return l.call1(f, nil, args, b, e.tok)
}
