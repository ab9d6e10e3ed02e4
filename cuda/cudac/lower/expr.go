// This file lowers expressions.

package lower

import (
	"fmt"
	"hash/fnv"
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
	"gputour/engine/diag"
)

// maxWork bounds the expressions of a program after inlining; a call counts as callWork.
const maxWork, callWork = 400_000, 10

// spend counts work; a program that needs too much of it is not lowered further.
func (l *lowering) spend(n int, at lex.Token) {
	if l.program.work += n; l.program.work > maxWork {
		l.fail(at, "", "the program is too complex: its calls grow too large when they are inlined")
	}
}

// effect lowers an expression whose value is not used.
func (l *lowering) effect(e *syntax.Expr) simt.Op {
	if e.Op == "post" {
		pre := *e
		pre.Op = "pre"
		e = &pre
	}
	v := l.rvalueAny(e)
	l.checkUnused(e, v)
	return v.run
}

// rvalue lowers an expression that must have a value.
func (l *lowering) rvalue(e *syntax.Expr) value {
	v := l.deref(l.rvalueAny(e))
	if v.typ.Kind == word.Void {
		l.fail(e.Tok, "", "void value not ignored as it ought to be")
	}
	return v
}

// rvalueAny lowers an expression that may be void, or a reference that a call returned.
func (l *lowering) rvalueAny(e *syntax.Expr) value {
	l.spend(1, e.Tok)
	e = l.withoutPacks(e)
	if v, ok := l.summedUp(e); ok {
		return v
	}
	switch e.Op {
	case "fold":
		return l.rvalueAny(l.fold(e))
	case "num":
		v, t, ok := syntax.Literal(e.Tok)
		if !ok {
			l.fail(e.Tok, "", "invalid number '%s'", e.Tok.Text)
		}
		return l.constant(v, t)
	case "str":
		return l.stringValue(e)
	case "name":
		if n, ok := l.Lookup(e.Name); ok && strings.HasPrefix(e.Name, "sizeof...") {
			return l.constant(uint64(n), syntax.Basic[word.U64])
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
		return l.constant(typeNumber(l.sized(e)), syntax.Basic[word.U64])
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
		l.fail(e.Tok, "", "a list in braces cannot stand here")
	}
	if syntax.Assignments[e.Op] {
		_, v := l.assigned(e)
		return v
	}
	return l.binary(e.Op, l.operand(e.Kids[0]), l.operand(e.Kids[1]), e)
}

func (l *lowering) comma(e *syntax.Expr) value {
	f := l.effect(e.Kids[0])
	v := l.rvalueAny(e.Kids[1])
	v.run = seq(f, v.run)
	v.konst = nil
	return v
}

// stringValue is the address of a string literal, which everybody can read.
func (l *lowering) stringValue(e *syntax.Expr) value {
	at := l.program.Literal(e.Name)
	t := *syntax.Basic[word.I8]
	t.Const = true
	v := l.constant(memory.AddressIn(memory.Text, at), syntax.PointerTo(&t))
	v.zero, v.text = false, true
	return v
}

// sizeofValue lowers sizeof without running its operand.
func (l *lowering) sizeofValue(e *syntax.Expr) value {
	if e.Type == nil && e.Kids[0].Op == "str" {
		return l.constant(uint64(len(e.Kids[0].Name)+1), syntax.Basic[word.U64])
	}
	t := l.sized(e)
	if e.Name == "alignof" {
		return l.constant(uint64(t.Alignment()), syntax.Basic[word.U64])
	}
	return l.constant(uint64(t.Size()), syntax.Basic[word.U64])
}

// typeNumber stands for a type where a program compares typeid(…).
func typeNumber(t *syntax.Type) uint64 {
	h := fnv.New64a()
	h.Write([]byte(syntax.Plain(t).String()))
	return h.Sum64()
}

// sized is the type that sizeof is asked about.
func (l *lowering) sized(e *syntax.Expr) *syntax.Type {
	t := e.Type
	if t == nil {
		o := l.operand(e.Kids[0])
		if o.list {
			l.fail(e.Tok, "", "a list in braces has no size")
		}
		if t = o.v.typ; o.p != nil {
			t = o.p.typ
		}
	}
	t = l.resolve(t, e.Tok)
	l.complete(t, e.Tok)
	if t.Kind == word.Array && t.N < 0 {
		l.fail(e.Tok, "", "sizeof an array whose length the launch decides")
	}
	return t
}

// offsetofValue is where a member stands in a struct.
func (l *lowering) offsetofValue(e *syntax.Expr) value {
	t := l.resolve(e.Type, e.Tok)
	f := t.Field(e.Name)
	if f == nil {
		l.fail(e.Tok, "", "no member named '%s' in '%s'", e.Name, t)
	}
	return l.constant(uint64(f.Offset), syntax.Basic[word.U64])
}

// namedValues are names that stand for values without a declaration.
var namedValues = map[string]func(l *lowering) value{
	"true":  func(l *lowering) value { return l.constant(1, syntax.Basic[word.Bool]) },
	"false": func(l *lowering) value { return l.constant(0, syntax.Basic[word.Bool]) },
	"nullptr": func(l *lowering) value {
		v := l.constant(0, syntax.Basic[word.I32])
		v.typ, v.zero = syntax.PointerTo(syntax.Basic[word.Void]), true
		return v
	},
	"warpSize": func(l *lowering) value { return l.constant(simt.Lanes, syntax.Basic[word.I32]) },
}

func (l *lowering) nameValue(e *syntax.Expr) value {
	if e.Type != nil {
		return l.classConstant(l.resolve(e.Type, e.Tok), e)
	}
	if f := namedValues[e.Name]; f != nil {
		return f(l)
	}
	this := l.this()
	if e.Name == "__func__" || e.Name == "__FUNCTION__" || e.Name == "__PRETTY_FUNCTION__" {
		return l.stringValue(&syntax.Expr{Op: "str", Name: l.call.f.Name, Tok: e.Tok})
	}
	if e.Name == "this" && this != nil {
		return *this
	}
	if base, ok := simt.Coordinates[e.Name]; ok && l.find(e.Name) == nil && !l.host {
		return l.builtinVector(base, e)
	}
	if s := l.find(e.Name); s != nil && s.konst != nil {
		return l.constant(uint64(*s.konst), syntax.Plain(s.typ))
	}
	if p := l.place(e); p != nil {
		return l.read(p)
	}
	if n, ok := l.unit.EnumAfter[e.Name]; ok {
		if t := l.owner(); t != nil { // instances of a template may each have their own
			if own, ok := t.Class.Value(e.Name); ok {
				n = own
			}
		}
		return l.constant(uint64(n), syntax.Basic[word.I32])
	}
	if this != nil {
		if d := this.typ.Elem.Class.Consts[e.Name]; d != nil {
			return l.classConstant(this.typ.Elem, e)
		}
	} else if t := l.owner(); t != nil && t.Class.Consts[e.Name] != nil {
		return l.classConstant(t, e)
	}
	if t := l.owner(); t != nil {
		if list := t.Methods(e.Name); len(list) > 0 && list[0].Static {
			return l.pointTo(list, e)
		}
	}
	if len(l.unit.Functions[e.Name]) > 0 {
		return l.functionValue(e)
	}
	l.undeclared(e.Name, e.Tok)
	return value{}
}

// builtinVector is threadIdx as a whole.
func (l *lowering) builtinVector(base int, e *syntax.Expr) value {
	t := syntax.VectorTypes["uint3"]
	if e.Name == "blockDim" || e.Name == "gridDim" {
		t = syntax.VectorTypes["dim3"]
	}
	p := &place{typ: t, reg: -1, addr: l.allot(t), at: l.site(e.Tok, "")}
	var run simt.Op
	for i, f := range t.Members() {
		run = seq(run, l.assign(l.part(p, f.Offset, f.Type), value{typ: f.Type, slot: base + i}))
	}
	return value{typ: t, slot: p.addr.slot, run: run, fresh: true}
}

// classConstant is S::name.
func (l *lowering) classConstant(t *syntax.Type, e *syntax.Expr) value {
	if t.Class == nil {
		l.fail(e.Tok, "", "'%s' has no members", t)
	}
	if p := l.staticPlace(t, e); p != nil {
		return l.read(p)
	}
	if n, ok := t.Class.Values[e.Name]; ok {
		kind := syntax.Basic[word.I32]
		if d := t.Class.Consts[e.Name]; d != nil {
			kind = syntax.Plain(d.Type)
		}
		return l.constant(uint64(n), kind)
	}
	if d := t.Class.Consts[e.Name]; d != nil && d.Init != nil && d.Type.IsNumber() {
		return l.initial(d.Init, syntax.Plain(d.Type))
	}
	if n, ok := l.unit.EnumAfter[e.Name]; ok {
		return l.constant(uint64(n), syntax.Basic[word.I32])
	}
	if list := t.Methods(e.Name); len(list) > 0 && list[0].Static {
		return l.pointTo(list, e)
	}
	l.fail(e.Tok, "", "no constant named '%s' in '%s'", e.Name, t)
	return value{}
}

// staticMember reads a constant of a class through an object.
func (l *lowering) staticMember(e *syntax.Expr) (value, bool) {
	if !l.unit.ClassConstants[e.Name] {
		return value{}, false
	}
	t := l.TypeOf(e.Kids[0])
	if t != nil && e.Op == "arrow" && t.Kind == word.Pointer {
		t = l.resolve(t.Elem, e.Tok)
	}
	if t == nil || t.Class == nil || t.Class.Consts[e.Name] == nil || l.staticPlace(t, e) != nil {
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
func (l *lowering) undeclared(name string, at lex.Token) {
	message := fmt.Sprintf("use of undeclared identifier '%s'", name)
	if l.c.Told(diag.Error, l.shown(at).Pos, message) {
		panic(syntax.Stop{})
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
	for n := range l.unit.Functions {
		known = append(known, n)
	}
	for n := range intrinsics() {
		known = append(known, n)
	}
	hint := ""
	if h := lex.HeaderOf[name]; h != "" {
		hint = "#include <" + h + ">"
	} else if _, ok := simt.Coordinates[name]; ok {
		hint = "it exists in kernels and __device__ functions only"
	} else {
		hint = source.Suggest(name, append(known, "threadIdx", "blockIdx", "blockDim", "gridDim"))
	}
	if h := onHostOnly[name]; h != "" && !l.host {
		hint = h
	}
	if hint == "" {
		hint = source.HintFor("use of undeclared identifier '%s'")
	}
	l.fail(at, hint, "%s", message)
}

// builtinMember reads threadIdx.x and the like.
func (l *lowering) builtinMember(e *syntax.Expr) (value, bool) {
	base, ok := simt.Coordinates[e.Kids[0].Name]
	if !ok || e.Kids[0].Op != "name" || l.find(e.Kids[0].Name) != nil {
		return value{}, false
	}
	if l.host {
		l.undeclared(e.Kids[0].Name, e.Kids[0].Tok)
	}
	if len(e.Name) != 1 || e.Name < "x" || e.Name > "z" {
		l.fail(e.Tok, "it has x, y and z", "no member named '%s' in '%s'", e.Name, e.Kids[0].Name)
	}
	return value{typ: syntax.Basic[word.U32], slot: base + int(e.Name[0]-'x')}, true
}
