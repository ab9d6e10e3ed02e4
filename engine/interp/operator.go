package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file calls the operator methods of classes made by cells as frames of the
// running loop, where Go's stack would be needed otherwise.

// operatorEntry remembers the method of one operator of a class in a certain version.
type operatorEntry struct {
	class   *object.Class
	version uint64
	op      object.BinaryOp
	fn      *Function
}

// itemEntry remembers the methods of a class in a certain version by which items are read and set.
type itemEntry struct {
	class    *object.Class
	version  uint64
	get, set *Function
}

// itemMethods are the Python functions that v[key] and v[key] = x call, nil for others.
func (m *machine) itemMethods(v object.Value) *itemEntry {
	k := v.Class()
	e := &m.items[k.Version%uint64(len(m.items))]
	if e.class != k || e.version != k.Version {
		get, _ := k.Lookup("__getitem__")
		set, _ := k.Lookup("__setitem__")
		*e = itemEntry{class: k, version: k.Version}
		e.get, _ = objectOf(get).(*Function)
		e.set, _ = objectOf(set).(*Function)
	}
	return e
}

// operatorNames are the methods of the operators.
var operatorNames = [...]string{
	object.Add: "__add__", object.Sub: "__sub__", object.Mul: "__mul__", object.TrueDiv: "__truediv__",
	object.FloorDiv: "__floordiv__", object.Mod: "__mod__", object.DivMod: "__divmod__", object.Pow: "__pow__",
	object.LShift: "__lshift__", object.RShift: "__rshift__", object.And: "__and__", object.Or: "__or__",
	object.Xor: "__xor__", object.MatMul: "__matmul__",
}

// operator returns the operator of an arithmetic instruction.
func operator(in *bytecode.Instr) (op object.BinaryOp, inplace bool) {
	if in.Op >= bytecode.AddK {
		return binaryOps[in.Op-bytecode.AddK], in.C != 0
	}
	return binaryOps[in.Op-bytecode.Add], in.D != 0
}

// operatorMethod returns the Python function that a op b calls first, nil where
// that takes the general rules: a is of a built-in class, b's class may come
// first, or the operation may be in place.
func (m *machine) operatorMethod(in *bytecode.Instr, a, b object.Value) *Function {
	k := a.Class()
	if k.Builtin {
		return nil
	}
	op, inplace := operator(in)
	if kb := b.Class(); kb != k && !kb.Builtin || inplace && k.Slots.Inplace[op] != nil {
		return nil
	}
	e := &m.operators[(k.Version*16+uint64(op))%uint64(len(m.operators))]
	if e.class != k || e.version != k.Version || e.op != op {
		d, _ := k.Lookup(operatorNames[op])
		fn, ok := objectOf(d).(*Function)
		if ok && fn.isGenerator() {
			fn = nil
		}
		*e = operatorEntry{k, k.Version, op, fn}
	}
	return e.fn
}

// reflected goes on after the method of the left operand gave NotImplemented.
func (m *machine) reflected(fr *frame, in *bytecode.Instr) (object.Value, error) {
	op, inplace := operator(in)
	a := fr.regs[in.B]
	var b object.Value
	if in.Op >= bytecode.AddK {
		b = fr.code.consts[in.D]
	} else {
		b = fr.regs[in.C]
	}
	if kb := b.Class(); kb != a.Class() {
		if f := kb.Slots.Reflected[op]; f != nil {
			if v, err := f(m.t, a, b); err != nil || v != object.NotImplemented {
				return v, err
			}
		}
	}
	symbol := op.String()
	switch {
	case inplace:
		symbol += "="
	case op == object.Pow:
		symbol = "** or pow()"
	}
	return object.Value{}, object.Unsupported(symbol, op, a, b)
}
