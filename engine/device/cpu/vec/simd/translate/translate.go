package main

import (
	"fmt"
	"slices"
	"strings"
)

// Locals of a kernel, after its parameters: the general registers, the two numbers whose
// comparison the flags are, and two halves of each vector register.
const (
	numGenerals = 14
	numVectors  = 16
)

// translator makes the WebAssembly of one kernel.
type translator struct {
	encoding
	f      *function
	data   map[string][]byte
	fusing bool // multiply-adds round once
	exact  bool // they shall, even where that is slow
	open   []*scope
	tables map[int]bool // registers that hold the address of the tail masks
	held   [][16]byte   // constants, in the locals after the registers
	err    error
}

// translate gives the kernel's routine. Its error names what has no counterpart.
func translate(f *function, data map[string][]byte, fusing, exact bool) (*routine, error) {
	t := &translator{f: f, data: data, fusing: fusing, exact: exact, tables: map[int]bool{}}
	list, err := scopes(f)
	if err != nil {
		return nil, err
	}
	for at, in := range f.code {
		t.close(at)
		for ; len(list) > 0 && list[0].start == at; list = list[1:] {
			t.open = append(t.open, list[0])
			if list[0].loop {
				t.raw(0x03, 0x40)
			} else {
				t.raw(0x02, 0x40)
			}
		}
		if t.instruction(at, in); t.err != nil {
			return nil, fmt.Errorf("%s: %s %v: %w", f.name, in.op, in.operands, t.err)
		}
	}
	t.close(len(f.code))
	t.raw(0x0b)
	return &routine{numKinds + len(f.params), append(t.entry(), t.encoding...)}, nil
}

// entry declares the locals and loads the constants: within a loop an engine would make each of them anew every time.
func (t *translator) entry() encoding {
	var e encoding
	e.raw(2, numGenerals+2, typeI64)
	e.unsigned(uint64(2*numVectors + len(t.held)))
	e.raw(typeV128)
	for i, pattern := range t.held {
		e.simd(v128Const)
		e.raw(pattern[:]...)
		e.set(t.vector(numVectors, 0) + i)
	}
	return e
}

// bits pushes a constant.
func (t *translator) bits(pattern [16]byte) {
	at := slices.Index(t.held, pattern)
	if at < 0 {
		at = len(t.held)
		t.held = append(t.held, pattern)
	}
	t.get(t.vector(numVectors, 0) + at)
}

func (t *translator) close(at int) {
	for len(t.open) > 0 && t.open[len(t.open)-1].end == at {
		t.raw(0x0b)
		t.open = t.open[:len(t.open)-1]
	}
}

func (t *translator) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

func (t *translator) general(r int) int  { return len(t.f.params) + r }
func (t *translator) flag(which int) int { return len(t.f.params) + numGenerals + which }
func (t *translator) vector(r, half int) int {
	return len(t.f.params) + numGenerals + 2 + 2*r + half
}

func (t *translator) instruction(at int, in instruction) {
	switch {
	case skipped[in.op]:
	case in.op == "RET":
		t.raw(0x0f)
	case in.op == "JMP":
		t.jump(0x0c, in.operands[0].name, at)
	case in.op[0] == 'J':
		t.condition(in.op[1:])
		t.jump(0x0d, in.operands[0].name, at)
	case in.op[0] == 'V':
		t.vectors(in)
	default:
		t.integers(at, in)
	}
}

func (t *translator) condition(name string) {
	op, ok := conditions[name]
	if !ok {
		t.fail("no condition")
	}
	t.get(t.flag(0))
	t.get(t.flag(1))
	t.raw(op)
}

func (t *translator) jump(op byte, name string, at int) {
	back := t.f.labels[name] <= at
	for depth := range t.open {
		if s := t.open[len(t.open)-1-depth]; s.label == name && s.loop == back {
			t.raw(op)
			t.unsigned(uint64(depth))
			return
		}
	}
	t.fail("no scope of the label")
}

// address pushes where an operand lies, less its offset where that is not negative.
func (t *translator) address(o operand) (offset int64) {
	t.get(t.general(o.base))
	if o.index >= 0 {
		t.get(t.general(o.index))
		t.int64(o.scale)
		t.raw(0x7e, 0x7c)
	}
	if o.value < 0 {
		t.int64(o.value)
		t.raw(0x7c)
	}
	t.raw(0xa7) // i32.wrap_i64
	return max(o.value, 0)
}

// number pushes an operand as an integer of 64 bits.
func (t *translator) number(o operand) {
	switch o.kind {
	case immediate:
		t.int64(o.value)
	case general:
		t.get(t.general(o.register))
	case argument:
		for i, p := range t.f.params {
			if p == o.name {
				t.get(i)
				t.raw(0xac) // i64.extend_i32_s
				return
			}
		}
		t.fail("no parameter")
	case memory:
		offset := t.address(o)
		t.raw(0x29)
		t.access(offset)
	default:
		t.fail("no number")
	}
}

func (t *translator) integers(at int, in instruction) {
	o := in.operands
	last := o[len(o)-1]
	if last.kind == general {
		delete(t.tables, last.register)
	}
	condition, moves := strings.CutPrefix(in.op, "CMOVQ")
	switch op, ok := arithmetic[in.op]; {
	case ok:
		t.number(last)
		t.number(o[0])
		t.raw(op)
		t.result(at, last)
	case moves:
		t.number(o[0])
		t.number(last)
		t.condition(condition)
		t.raw(0x1b) // select
		t.set(t.general(last.register))
	case in.op == "MOVQ" && last.kind == general:
		t.number(o[0])
		t.set(t.general(last.register))
	case in.op == "MOVL" && last.kind == general && o[0].kind == memory:
		offset := t.address(o[0])
		t.raw(0x35)
		t.access(offset)
		t.set(t.general(last.register))
	case last.kind == memory && o[0].kind == general && (in.op == "MOVQ" || in.op == "MOVL" || in.op == "MOVB"):
		offset := t.address(last)
		t.number(o[0])
		t.raw(map[string]byte{"MOVQ": 0x37, "MOVL": 0x3e, "MOVB": 0x3c}[in.op])
		t.access(offset)
	case in.op == "LEAQ" && o[0].kind == constant && o[0].name == "tailmasks":
		t.tables[last.register] = true
	case in.op == "LEAQ" && o[0].kind == memory:
		t.number(operand{kind: general, register: o[0].base})
		if o[0].index >= 0 {
			t.get(t.general(o[0].index))
			t.int64(o[0].scale)
			t.raw(0x7e, 0x7c)
		}
		t.int64(o[0].value)
		t.raw(0x7c)
		t.set(t.general(last.register))
	case in.op == "SHLXQ":
		t.number(o[1])
		t.number(o[0])
		t.raw(0x86)
		t.set(t.general(last.register))
	case in.op == "INCQ" || in.op == "DECQ":
		t.number(last)
		t.int64(1)
		t.raw(map[string]byte{"INCQ": 0x7c, "DECQ": 0x7d}[in.op])
		t.result(at, last)
	case in.op == "NEGQ":
		t.int64(0)
		t.number(last)
		t.raw(0x7d)
		t.result(at, last)
	case in.op == "CMPQ":
		t.flags(func() { t.number(o[0]) }, func() { t.number(o[1]) })
	case in.op == "TESTQ":
		t.flags(func() { t.number(o[0]); t.number(o[1]); t.raw(0x83) }, func() { t.int64(0) })
	default:
		t.fail("not known")
	}
}

func (t *translator) flags(a, b func()) {
	a()
	t.set(t.flag(0))
	b()
	t.set(t.flag(1))
}

// result sets a register, and the flags where somebody looks at them.
func (t *translator) result(at int, o operand) {
	t.set(t.general(o.register))
	if t.looked(at + 1) {
		t.flags(func() { t.number(o) }, func() { t.int64(0) })
	}
}

// looked tells whether the flags are read from an instruction on before they are set.
func (t *translator) looked(at int) bool {
	for range t.f.code {
		if at >= len(t.f.code) {
			return false
		}
		in := t.f.code[at]
		switch {
		case in.op == "JMP":
			at = t.f.labels[in.operands[0].name]
			continue
		case in.op[0] == 'J' || strings.HasPrefix(in.op, "CMOV"):
			return true
		case in.op == "RET" || in.op == "CMPQ" || in.op == "TESTQ" || in.op == "NEGQ" || in.op == "INCQ" || in.op == "DECQ" || arithmetic[in.op] != 0:
			return false
		}
		at++
	}
	return false
}
