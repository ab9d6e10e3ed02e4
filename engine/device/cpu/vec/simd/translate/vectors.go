package main

import (
	"math"
	"strings"
)

// read pushes one half of an operand.
func (t *translator) read(o operand, half int) {
	switch o.kind {
	case vector:
		t.get(t.vector(o.register, half))
	case memory:
		if t.tables[o.base] {
			t.tail(o, half)
			return
		}
		offset := t.address(o)
		t.simd(v128Load)
		t.access(offset + int64(16*half))
	case constant:
		from := int(o.value) + 16*half
		if have := t.data[o.name]; from+16 <= len(have) {
			t.bits([16]byte(have[from:]))
			return
		}
		t.fail("no constant")
	default:
		t.fail("no vector")
	}
}

// tail pushes the mask of the first n lanes: what the table of masks has at −n elements
// before its end.
func (t *translator) tail(o operand, half int) {
	if o.value != 32 || o.index < 0 {
		t.fail("another use of the table of masks")
		return
	}
	t.get(t.general(o.index))
	t.int64(o.scale)
	t.raw(0x7e, 0xa7) // times its size, as 32 bits
	t.simd(i32x4Splat)
	var at [16]byte
	for i := range 4 {
		at[4*i] = byte(16*half + 4*i/int(o.scale)*int(o.scale))
	}
	t.bits(at)
	t.simd(0xae)
	t.bits(each(0))
	t.simd(i32x4LtS)
}

// write sets a vector register from a function that pushes each half.
func (t *translator) write(o operand, push func(half int)) {
	if o.kind != vector {
		t.fail("no destination")
		return
	}
	push(0)
	if o.half {
		t.bits(each(0))
	} else {
		push(1)
	}
	t.set(t.vector(o.register, 1))
	t.set(t.vector(o.register, 0))
}

// both is write for an instruction whose halves do the same.
func (t *translator) both(o operand, op uint32, sources ...operand) {
	t.write(o, func(half int) {
		for _, s := range sources {
			t.read(s, half)
		}
		t.simd(op)
	})
}

// width is 0 for an instruction of float32 and 1 for float64.
func width(op string) int {
	if strings.HasSuffix(op, "D") {
		return 1
	}
	return 0
}

func (t *translator) vectors(in instruction) {
	o, op := in.operands, in.op
	last := o[len(o)-1]
	if code, ok := lanewise[op]; ok {
		t.both(last, code, o[1], o[0])
		return
	}
	if code, ok := reversed[op]; ok {
		t.both(last, code, o[0], o[1])
		return
	}
	if code, ok := single[op]; ok {
		t.both(last, code, o[0])
		return
	}
	if code, ok := shifts[op]; ok {
		t.write(last, func(half int) {
			t.read(o[1], half)
			t.int32(int32(o[0].value))
			t.simd(code)
		})
		return
	}
	if list, ok := shuffles[op]; ok {
		t.write(last, func(half int) {
			t.read(o[1], half)
			t.read(o[0], half)
			t.shuffle(list...)
		})
		return
	}
	if n, ok := neighbours[op]; ok {
		t.write(last, func(half int) {
			for _, list := range [][]byte{n.even, n.odd} {
				t.read(o[1], half)
				t.read(o[0], half)
				t.shuffle(list...)
			}
			t.simd(n.add)
		})
		return
	}
	if _, ok := fused[strings.TrimRight(op, "PSD")]; ok {
		t.multiplyAdd(in)
		return
	}
	switch op {
	case "VMOVUPS", "VMOVUPD", "VMOVDQU":
		t.move(o[0], last)
	case "VBROADCASTSS", "VBROADCASTSD":
		t.write(last, func(int) {
			offset := t.address(o[0])
			t.simd([2]uint32{load32Splat, load64Splat}[width(op)])
			t.access(offset)
		})
	case "VMASKMOVPS", "VMASKMOVPD":
		t.masked(in)
	case "VCMPPS", "VCMPPD":
		t.compare(in)
	case "VBLENDVPS", "VBLENDVPD":
		code := uint32(select_)
		if t.fusing {
			code = [2]uint32{i32x4Laneselect, i64x2Laneselect}[width(op)]
		}
		t.both(last, code, o[1], o[2], o[0])
	case "VROUNDPS", "VROUNDPD":
		t.both(last, roundings[o[0].value&3][width(op)], o[1])
	case "VEXTRACTF128", "VEXTRACTI128":
		t.write(last, func(int) { t.read(o[1], 1) })
	case "VPERM2F128":
		t.write(last, func(half int) {
			control := o[0].value >> (4 * half) & 3
			t.read(o[2-control/2], int(control%2))
		})
	case "VMOVQ":
		t.element64(o[0], last)
	case "VMOVSS", "VMOVSD":
		offset := t.address(last)
		t.read(o[0], 0)
		t.simd([2]uint32{store32Lane, store64Lane}[width(op)])
		t.access(offset)
		t.raw(0)
	default:
		t.convert(in)
	}
}

func (t *translator) move(from, to operand) {
	if to.kind == vector {
		t.write(to, func(half int) { t.read(from, half) })
		return
	}
	halves := 2
	if from.half {
		halves = 1
	}
	for half := range halves {
		offset := t.address(to)
		t.read(from, half)
		t.simd(v128Store)
		t.access(offset + int64(16*half))
	}
}

func (t *translator) masked(in instruction) {
	o := in.operands
	double := width(in.op)
	if o[2].kind == vector { // memory, mask, register
		t.write(o[2], func(half int) {
			at := o[0]
			at.value += int64(16 * half)
			t.place(at)
			t.read(o[1], half)
			t.call(helperLoad32 + double)
		})
		return
	}
	for half := range 2 {
		at := o[2]
		at.value += int64(16 * half)
		t.place(at)
		t.read(o[1], half)
		t.read(o[0], half)
		t.call(helperStore32 + double)
	}
}

// place pushes the whole address of an operand.
func (t *translator) place(o operand) {
	if offset := t.address(o); offset > 0 {
		t.int32(int32(offset))
		t.raw(0x6a)
	}
}

func (t *translator) compare(in instruction) {
	o := in.operands
	double := width(in.op)
	if o[0].value == unordered {
		ne := [2]uint32{f32x4Ne, f64x2Ne}[double]
		t.write(o[3], func(half int) {
			same := o[1].description == o[2].description
			for _, source := range o[1:3] {
				t.read(source, half)
				t.read(source, half)
				t.simd(ne)
				if same {
					return
				}
			}
			t.simd(v128Or)
		})
		return
	}
	code, ok := comparisons[o[0].value]
	if !ok {
		t.fail("no such comparison")
	}
	t.both(o[3], code[double], o[2], o[1])
}

// element64 moves the lowest 64 bits.
func (t *translator) element64(from, to operand) {
	switch {
	case to.kind == general:
		t.read(from, 0)
		t.simd(i64x2Extract)
		t.raw(0)
		t.set(t.general(to.register))
		delete(t.tables, to.register)
	case to.kind == memory && from.kind == vector:
		offset := t.address(to)
		t.read(from, 0)
		t.simd(store64Lane)
		t.access(offset)
		t.raw(0)
	default:
		t.fail("not known")
	}
}

func (t *translator) multiplyAdd(in instruction) {
	o, double := in.operands, width(in.op)
	k := fused[strings.TrimRight(in.op, "PSD")]
	neg := func() { // one exclusive-or with a constant that is there; V8 makes that of an f32x4.neg anew each time
		t.bits([2][16]byte{each(1 << 31), each64(math.Copysign(0, -1))}[double])
		t.simd(v128Xor)
	}
	mul, add, sub := [2]uint32{f32x4Mul, f64x2Mul}[double], [2]uint32{f32x4Add, f64x2Add}[double], [2]uint32{f32x4Sub, f64x2Sub}[double]
	t.write(o[2], func(half int) {
		switch {
		case t.fusing:
			t.read(o[k.a], half)
			t.read(o[k.b], half)
			t.read(o[k.c], half)
			code := [2]uint32{f32x4Madd, f64x2Madd}[double]
			if k.negAdd {
				neg()
			}
			if k.negProduct {
				code = [2]uint32{f32x4Nmadd, f64x2Nmadd}[double]
			}
			t.simd(code)
		case t.exact && double == 0:
			t.read(o[k.a], half)
			if k.negProduct {
				neg()
			}
			t.read(o[k.b], half)
			t.read(o[k.c], half)
			if k.negAdd {
				neg()
			}
			t.call(helperFMA)
		case k.negProduct:
			t.read(o[k.c], half)
			t.read(o[k.a], half)
			t.read(o[k.b], half)
			t.simd(mul)
			t.simd(sub)
		default:
			t.read(o[k.a], half)
			t.read(o[k.b], half)
			t.simd(mul)
			t.read(o[k.c], half)
			if k.negAdd {
				t.simd(sub)
			} else {
				t.simd(add)
			}
		}
	})
}
