package compile

import "gputour/engine/bytecode"

// This file finds the locals that may be all that holds an object (Code.Owners), so that the
// object ends when such a variable does. A variable is one if every instruction that reads
// it gives the value to nothing that lasts, or asks whom it gives it to when it runs. What is
// not listed here counts as giving it away.

// makers are the instructions whose result, in R[A], may be new.
var makers = opSet(span(bytecode.Add, bytecode.Invert), span(bytecode.Lt, bytecode.Ge), bytecode.LoadItem, bytecode.LoadItemK, bytecode.LoadSlice, bytecode.LoadAttr)

// calls are those whose result is in R[C].
var calls = opSet(bytecode.Call, bytecode.CallKw, bytecode.CallMethod, bytecode.CallMethodKw, bytecode.CallEx)

func opSet(lists ...any) (set [bytecode.Stop]bool) {
	for _, l := range lists {
		switch l := l.(type) {
		case bytecode.Op:
			set[l] = true
		case []bytecode.Op:
			for _, op := range l {
				set[op] = true
			}
		}
	}
	return set
}

func span(from, to bytecode.Op) (list []bytecode.Op) {
	for op := from; op <= to; op++ {
		list = append(list, op)
	}
	return list
}

// Operands of an instruction, as bits.
const (
	inA = 1 << iota
	inB
	inC
)

// harmless are the registers that an instruction writes, or reads and does not give away.
var harmless = func() (set [bytecode.Stop]uint8) {
	put := func(operands uint8, lists ...any) {
		for op, is := range opSet(lists...) {
			if is {
				set[op] |= operands
			}
		}
	}
	put(inA|inB|inC, span(bytecode.Add, bytecode.Ge), bytecode.Is, bytecode.IsNot, bytecode.LoadItem, bytecode.LoadItemK)
	put(inA|inB, span(bytecode.JumpLt, bytecode.JumpGe), bytecode.JumpIs, bytecode.LoadAttr, bytecode.LoadMethod, bytecode.LoadSlice, bytecode.Format)
	put(inB|inC, bytecode.StoreItem)
	put(inB, bytecode.ForIter, bytecode.StoreSlice)
	put(inA, span(bytecode.JumpLtK, bytecode.JumpGeK), bytecode.JumpTrue, bytecode.JumpFalse, bytecode.JumpNone, bytecode.JumpNotNone, bytecode.Return, bytecode.DelLocal, bytecode.CheckLocal)
	put(inA, bytecode.Move, bytecode.LoadConst, bytecode.LoadNil, bytecode.LoadCell, bytecode.LoadFree, bytecode.LoadGlobal, bytecode.LoadName, bytecode.BuildTuple, bytecode.BuildList, bytecode.BuildSet, bytecode.BuildDict,
		bytecode.BuildString, bytecode.MakeFunction, bytecode.Unpack, bytecode.UnpackStar, bytecode.In, bytecode.NotIn, bytecode.ImportName, bytecode.ImportFrom)
	put(inC, bytecode.Call, bytecode.CallKw, bytecode.CallMethod, bytecode.CallMethodKw, bytecode.CallEx)
	return set
}()

// own fills in Owners, and the hints of the instructions that bind or read them.
//
// First it finds the locals that some instruction gives away, then those of the others that one binds or a
// parameter is. Generators have none: their registers are copied out and in.
func own(c *bytecode.Code) {
	if c.Flags&bytecode.Generator != 0 {
		keepToItself(c)
		return
	}
	if c.Flags&bytecode.Optimized == 0 {
		return
	}
	given := make([]bool, len(c.Locals))
	for pc := range c.Instrs {
		in := &c.Instrs[pc]
		safe := harmless[in.Op]
		if in.Op == bytecode.Move && c.Hints[pc]&bytecode.Reads != 0 {
			safe |= inB
		}
		for r, operand := range registers(in) {
			if operand&safe == 0 && int(r) < len(given) {
				given[r] = true
			}
		}
	}
	bound := make([]bool, len(c.Locals))
	for i := range min(c.NumParams(), len(bound)) {
		bound[i] = true
	}
	owns := func(r uint8) bool { return int(r) < len(given) && !given[r] }
	for pc := range c.Instrs {
		in := &c.Instrs[pc]
		switch dst, makes := result(in); {
		case makes && owns(dst):
			c.Hints[pc] |= bytecode.Binds
			bound[dst] = true
		}
		for r, operand := range registers(in) {
			if owns(r) && (operand != inA || !makers[in.Op]) && in.Op != bytecode.Move {
				c.Hints[pc] |= bytecode.Reads
			}
		}
	}
	for r := range given {
		if bound[r] && !given[r] {
			c.Owners = append(c.Owners, uint8(r))
		}
	}
	for pc := range c.Instrs {
		if in := &c.Instrs[pc]; in.Op == bytecode.LoadConst && owns(in.A) && bound[in.A] {
			c.Hints[pc] |= bytecode.Binds
		}
	}
}

// result is the register of what an instruction has made.
func result(in *bytecode.Instr) (r uint8, makes bool) {
	if calls[in.Op] {
		return in.C, true
	}
	return in.A, makers[in.Op]
}

// registers are those that the operands of an instruction name; what comes after them in a
// run of registers are temporaries.
func registers(in *bytecode.Instr) func(yield func(r uint8, operand uint8) bool) {
	return func(yield func(r uint8, operand uint8) bool) {
		a, b, c := in.Registers()
		_ = (!a || yield(in.A, inA)) && (!b || yield(in.B, inB)) && (!c || yield(in.C, inC))
	}
}

// keepToItself has a generator borrow from no name: its temporaries may wait for ever.
func keepToItself(c *bytecode.Code) {
	for pc := range c.Instrs {
		if c.Instrs[pc].Op == bytecode.LoadGlobal {
			c.Hints[pc] &^= bytecode.Passes
		}
	}
}
