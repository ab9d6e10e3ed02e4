package compile

import "slices"

// This file finds the locals that may be all that holds an object (Code.Owners), so that the
// object ends when such a variable does. A variable is one if every instruction that reads
// it gives the value to nothing that lasts, or asks whom it gives it to when it runs. What is
// not listed here counts as giving it away.

// makers are the instructions whose result, in R[A], may be new.
var makers = opSet(span(Add, Invert), span(Lt, Ge), LoadItem, LoadItemK, LoadSlice, LoadAttr)

// calls are those whose result is in R[C].
var calls = opSet(Call, CallKw, CallMethod, CallMethodKw, CallEx)

func opSet(lists ...any) (set [numOps]bool) {
	for _, l := range lists {
		switch l := l.(type) {
		case Op:
			set[l] = true
		case []Op:
			for _, op := range l {
				set[op] = true
			}
		}
	}
	return set
}

func span(from, to Op) (list []Op) {
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
var harmless = func() (set [numOps]uint8) {
	put := func(operands uint8, lists ...any) {
		for op, is := range opSet(lists...) {
			if is {
				set[op] |= operands
			}
		}
	}
	put(inA|inB|inC, span(Add, Ge), Is, IsNot, LoadItem, LoadItemK)
	put(inA|inB, span(JumpLt, JumpGe), JumpIs, LoadAttr, LoadMethod, LoadSlice, Format)
	put(inB|inC, StoreItem)
	put(inB, ForIter, StoreSlice)
	put(inA, span(JumpLtK, JumpGeK), JumpTrue, JumpFalse, JumpNone, JumpNotNone, Return, DelLocal, CheckLocal)
	put(inA, Move, LoadConst, LoadNil, LoadCell, LoadFree, LoadGlobal, LoadName, BuildTuple, BuildList, BuildSet, BuildDict,
		BuildString, MakeFunction, Unpack, UnpackStar, In, NotIn, ImportName, ImportFrom)
	put(inC, Call, CallKw, CallMethod, CallMethodKw, CallEx)
	return set
}()

// own fills in Owners, and the hints of the instructions that bind or read them.
func (c *Code) own() {
	if c.Flags&Optimized == 0 || c.Flags&Generator != 0 {
		return
	}
	given := make([]bool, len(c.Locals))
	for pc := range c.Instrs {
		in := &c.Instrs[pc]
		safe := harmless[in.Op]
		if in.Op == Move && c.Hints[pc]&Reads != 0 {
			safe |= inB
		}
		for r, operand := range in.registers() {
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
		switch dst, makes := in.result(); {
		case makes && owns(dst):
			c.Hints[pc] |= Binds
			bound[dst] = true
		}
		for r, operand := range in.registers() {
			if owns(r) && (operand != inA || !makers[in.Op]) && in.Op != Move {
				c.Hints[pc] |= Reads
			}
		}
	}
	for r := range given {
		if bound[r] && !given[r] {
			c.Owners = append(c.Owners, uint8(r))
		}
	}
}

// result is the register of what an instruction has made.
func (in *Instr) result() (r uint8, makes bool) {
	if calls[in.Op] {
		return in.C, true
	}
	return in.A, makers[in.Op]
}

// registers are those that the operands of an instruction name; what comes after them in a
// run of registers are temporaries.
func (in *Instr) registers() func(yield func(r uint8, operand uint8) bool) {
	return func(yield func(r uint8, operand uint8) bool) {
		kinds := &ops[in.Op]
		_ = (kinds.a != 'r' || yield(in.A, inA)) && (kinds.b != 'r' || yield(in.B, inB)) && (kinds.c != 'r' || yield(in.C, inC))
	}
}

// Owns reports whether local r is one of Owners.
func (c *Code) Owns(r int) bool { return r < len(c.Locals) && slices.Contains(c.Owners, uint8(r)) }
