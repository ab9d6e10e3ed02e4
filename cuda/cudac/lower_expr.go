// This file lowers expressions.

package cudac

import (
	"fmt"
	"hash/fnv"
	"strings"

	"gputour/cuda/cudac/word"
	"gputour/engine/diag"
)

// maxWork bounds the expressions of a program after inlining; a call counts as callWork.
const maxWork, callWork = 400_000, 10

// spend counts work; a program that needs too much of it is not lowered further.
func (l *lowering) spend(n int, at token) {
	if l.program.work += n; l.program.work > maxWork {
		l.fail(at, "", "the program is too complex: its calls grow too large when they are inlined")
	}
}

// effect lowers an expression whose value is not used.
func (l *lowering) effect(e *expr) step {
	if e.op == "post" {
		pre := *e
		pre.op = "pre"
		e = &pre
	}
	v := l.rvalueAny(e)
	l.checkUnused(e, v)
	return v.run
}

// rvalue lowers an expression that must have a value.
func (l *lowering) rvalue(e *expr) value {
	v := l.deref(l.rvalueAny(e))
	if v.typ.Kind == word.Void {
		l.fail(e.tok, "", "void value not ignored as it ought to be")
	}
	return v
}

// rvalueAny lowers an expression that may be void, or a reference that a call returned.
func (l *lowering) rvalueAny(e *expr) value {
	l.spend(1, e.tok)
	e = l.withoutPacks(e)
	switch e.op {
	case "fold":
		return l.rvalueAny(l.fold(e))
	case "num":
		v, t, ok := literal(e.tok)
		if !ok {
			l.fail(e.tok, "", "invalid number '%s'", e.tok.text)
		}
		return l.constant(v, t)
	case "str":
		return l.stringValue(e)
	case "name":
		if n, ok := l.lookup(e.name); ok && strings.HasPrefix(e.name, "sizeof...") {
			return l.constant(uint64(n), basic[word.U64])
		}
		return l.nameValue(e)
	case "member":
		if v, ok := l.builtinMember(e); ok {
			return v
		}
		if v, ok := l.staticMember(e); ok {
			return v
		}
		return l.read(l.place(e))
	case "arrow":
		if v, ok := l.staticMember(e); ok {
			return v
		}
		return l.read(l.place(e))
	case "index":
		return l.read(l.place(e))
	case "cast":
		return l.castValue(e)
	case "construct":
		return l.constructValue(e)
	case "sizeof":
		return l.sizeofValue(e)
	case "typeid":
		return l.constant(typeNumber(l.sized(e)), basic[word.U64])
	case "call":
		return l.callValue(e)
	case "launch":
		return l.launchValue(e)
	case "lambda":
		return l.lambdaValue(e)
	case "offsetof":
		return l.offsetofValue(e)
	case "new":
		return l.newValue(e)
	case "delete":
		return l.deleteValue(e)
	case "?:":
		return l.choose(e).v
	case ",":
		return l.comma(e)
	case "pre":
		_, v := l.incremented(e)
		return v
	case "post":
		return l.postIncrement(e)
	case "unary":
		return l.unaryValue(e)
	case "&&", "||":
		return l.logical(e)
	case "init":
		l.fail(e.tok, "", "a list in braces cannot stand here")
	}
	if assignments[e.op] {
		_, v := l.assigned(e)
		return v
	}
	return l.binary(e.op, l.operand(e.kids[0]), l.operand(e.kids[1]), e)
}

func (l *lowering) comma(e *expr) value {
	f := l.effect(e.kids[0])
	v := l.rvalueAny(e.kids[1])
	v.run = seq(f, v.run)
	v.konst = nil
	return v
}

// stringValue is the address of a string literal, which everybody can read.
func (l *lowering) stringValue(e *expr) value {
	at := l.program.literal(e.name)
	t := *basic[word.I8]
	t.Const = true
	v := l.constant(addressOf(textSpace, at), pointerTo(&t))
	v.zero, v.text = false, true
	return v
}

// sizeofValue lowers sizeof without running its operand.
func (l *lowering) sizeofValue(e *expr) value {
	if e.typ == nil && e.kids[0].op == "str" {
		return l.constant(uint64(len(e.kids[0].name)+1), basic[word.U64])
	}
	t := l.sized(e)
	if e.name == "alignof" {
		return l.constant(uint64(t.alignment()), basic[word.U64])
	}
	return l.constant(uint64(t.Size()), basic[word.U64])
}

// typeNumber stands for a type where a program compares typeid(…).
func typeNumber(t *Type) uint64 {
	h := fnv.New64a()
	h.Write([]byte(plain(t).String()))
	return h.Sum64()
}

// sized is the type that sizeof is asked about.
func (l *lowering) sized(e *expr) *Type {
	t := e.typ
	if t == nil {
		o := l.operand(e.kids[0])
		if o.list {
			l.fail(e.tok, "", "a list in braces has no size")
		}
		if t = o.v.typ; o.p != nil {
			t = o.p.typ
		}
	}
	t = l.resolve(t, e.tok)
	l.complete(t, e.tok)
	if t.Kind == word.Array && t.N < 0 {
		l.fail(e.tok, "", "sizeof an array whose length the launch decides")
	}
	return t
}

// offsetofValue is where a member stands in a struct.
func (l *lowering) offsetofValue(e *expr) value {
	t := l.resolve(e.typ, e.tok)
	f := t.field(e.name)
	if f == nil {
		l.fail(e.tok, "", "no member named '%s' in '%s'", e.name, t)
	}
	return l.constant(uint64(f.Offset), basic[word.U64])
}

// namedValues are names that stand for values without a declaration.
var namedValues = map[string]func(l *lowering) value{
	"true":  func(l *lowering) value { return l.constant(1, basic[word.Bool]) },
	"false": func(l *lowering) value { return l.constant(0, basic[word.Bool]) },
	"nullptr": func(l *lowering) value {
		v := l.constant(0, basic[word.I32])
		v.typ, v.zero = pointerTo(basic[word.Void]), true
		return v
	},
	"warpSize": func(l *lowering) value { return l.constant(lanes, basic[word.I32]) },
}

func (l *lowering) nameValue(e *expr) value {
	if e.typ != nil {
		return l.classConstant(l.resolve(e.typ, e.tok), e)
	}
	if f := namedValues[e.name]; f != nil {
		return f(l)
	}
	this := l.this()
	if e.name == "__func__" || e.name == "__FUNCTION__" || e.name == "__PRETTY_FUNCTION__" {
		return l.stringValue(&expr{op: "str", name: l.call.f.name, tok: e.tok})
	}
	if e.name == "this" && this != nil {
		return *this
	}
	if base, ok := builtinVectors[e.name]; ok && l.find(e.name) == nil && !l.host {
		return l.builtinVector(base, e)
	}
	if s := l.find(e.name); s != nil && s.konst != nil {
		return l.constant(uint64(*s.konst), plain(s.typ))
	}
	if p := l.place(e); p != nil {
		return l.read(p)
	}
	if n, ok := l.unit.enumAfter[e.name]; ok {
		return l.constant(uint64(n), basic[word.I32])
	}
	if this != nil {
		if d := this.typ.Elem.class.consts[e.name]; d != nil {
			return l.classConstant(this.typ.Elem, e)
		}
	} else if t := l.owner(); t != nil && t.class.consts[e.name] != nil {
		return l.classConstant(t, e)
	}
	if len(l.unit.functions[e.name]) > 0 {
		return l.functionValue(e)
	}
	l.undeclared(e.name, e.tok)
	return value{}
}

// builtinVector is threadIdx as a whole.
func (l *lowering) builtinVector(base int, e *expr) value {
	t := vectorTypes["uint3"]
	if e.name == "blockDim" || e.name == "gridDim" {
		t = vectorTypes["dim3"]
	}
	p := &place{typ: t, reg: -1, addr: l.allot(t), at: l.site(e.tok, "")}
	var run step
	for i, f := range t.Members() {
		run = seq(run, l.assign(l.part(p, f.Offset, f.Type), value{typ: f.Type, slot: base + i}))
	}
	return value{typ: t, slot: p.addr.slot, run: run, fresh: true}
}

// classConstant is S::name.
func (l *lowering) classConstant(t *Type, e *expr) value {
	if t.class == nil {
		l.fail(e.tok, "", "'%s' has no members", t)
	}
	if p := l.staticPlace(t, e); p != nil {
		return l.read(p)
	}
	if n, ok := t.class.values[e.name]; ok {
		kind := basic[word.I32]
		if d := t.class.consts[e.name]; d != nil {
			kind = plain(d.typ)
		}
		return l.constant(uint64(n), kind)
	}
	if d := t.class.consts[e.name]; d != nil && d.init != nil && d.typ.isNumber() {
		return l.initial(d.init, plain(d.typ))
	}
	if n, ok := l.unit.enumAfter[e.name]; ok {
		return l.constant(uint64(n), basic[word.I32])
	}
	l.fail(e.tok, "", "no constant named '%s' in '%s'", e.name, t)
	return value{}
}

// staticMember reads a constant of a class through an object.
func (l *lowering) staticMember(e *expr) (value, bool) {
	if !l.unit.classConstants[e.name] {
		return value{}, false
	}
	t := l.typeOf(e.kids[0])
	if t != nil && e.op == "arrow" && t.Kind == word.Pointer {
		t = l.resolve(t.Elem, e.tok)
	}
	if t == nil || t.class == nil || t.class.consts[e.name] == nil || l.staticPlace(t, e) != nil {
		return value{}, false
	}
	return l.classConstant(t, e), true
}

// onHostOnly says what to do instead of calling a function of the host's.
var onHostOnly = map[string]string{
	"malloc": "give each thread a part of memory that was allocated before the launch, or declare an array", "free": "free it where it was allocated", "new": "declare an array",
	"calloc": "give each thread a part of memory that was allocated before the launch, or declare an array", "rand": "write a generator, or #include <curand_kernel.h>", "srand": "#include <curand_kernel.h>",
	"cudaMalloc": "allocate before the launch", "cudaMemcpy": "copy element by element, or with memcpy", "exit": "return ends a thread; __trap() ends the kernel", "puts": "printf works in kernels", "fprintf": "printf works in kernels",
}

// undeclared fails for a name that nobody knows.
func (l *lowering) undeclared(name string, at token) {
	message := fmt.Sprintf("use of undeclared identifier '%s'", name)
	if l.c.said[problem{diag.Error, l.shown(at).pos, message}] {
		panic(stopParse{})
	}
	var known []string
	for _, s := range l.scopes {
		for n := range s.names {
			known = append(known, n)
		}
	}
	for n := range l.globals {
		known = append(known, n)
	}
	for n := range l.unit.functions {
		known = append(known, n)
	}
	for n := range intrinsics() {
		known = append(known, n)
	}
	hint := ""
	if h := headerOf[name]; h != "" {
		hint = "#include <" + h + ">"
	} else if _, ok := builtinVectors[name]; ok {
		hint = "it exists in kernels and __device__ functions only"
	} else {
		hint = suggest(name, append(known, "threadIdx", "blockIdx", "blockDim", "gridDim"))
	}
	if h := onHostOnly[name]; h != "" && !l.host {
		hint = h
	}
	if hint == "" {
		hint = hints["use of undeclared identifier '%s'"]
	}
	l.fail(at, hint, "%s", message)
}

var builtinVectors = map[string]int{"threadIdx": regThread, "blockIdx": regBlock, "blockDim": regDim, "gridDim": regGrid}

// builtinPart is which vector and which part of it an expression like threadIdx.x means, unless a variable has the name.
func builtinPart(e *expr) (base, d int, ok bool) {
	base, ok = builtinVectors[e.kids[0].name]
	if !ok || e.kids[0].op != "name" || len(e.name) != 1 || e.name < "x" || e.name > "z" {
		return 0, 0, false
	}
	return base, int(e.name[0] - 'x'), true
}

// builtinMember reads threadIdx.x and the like.
func (l *lowering) builtinMember(e *expr) (value, bool) {
	base, ok := builtinVectors[e.kids[0].name]
	if !ok || e.kids[0].op != "name" || l.find(e.kids[0].name) != nil {
		return value{}, false
	}
	if l.host {
		l.undeclared(e.kids[0].name, e.kids[0].tok)
	}
	if len(e.name) != 1 || e.name < "x" || e.name > "z" {
		l.fail(e.tok, "it has x, y and z", "no member named '%s' in '%s'", e.name, e.kids[0].name)
	}
	return value{typ: basic[word.U32], slot: base + int(e.name[0]-'x')}, true
}
