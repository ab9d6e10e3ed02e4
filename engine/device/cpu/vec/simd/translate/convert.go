package main

// Conversions between types.

// limit32 and limit64 are 2³¹: what does not lie below it, x86 converts to −2³¹.
var limit32, limit64 = each(0x4f000000), each64(1 << 31)

func (t *translator) convert(in instruction) {
	o := in.operands
	from, to := o[0], o[len(o)-1]
	switch in.op {
	case "VCVTPS2DQ":
		if t.fusing { // functions use it on what they reduce, and replace the rest of their results
			t.write(to, func(half int) {
				t.read(from, half)
				t.simd(f32x4Nearest)
				t.simd(i32x4RelaxedF32)
			})
			return
		}
		fallthrough
	case "VCVTTPS2DQ":
		source := func(half int) {
			t.read(from, half)
			if in.op == "VCVTPS2DQ" {
				t.simd(f32x4Nearest)
			}
		}
		t.write(to, func(half int) {
			source(half)
			t.simd(i32x4TruncF32)
			t.bits(each(1 << 31))
			t.read(from, half) // rounding does not take it across the limit
			t.bits(limit32)
			t.simd(f32x4Lt)
			t.simd(select_)
		})
	case "VCVTTPD2DQY":
		t.write(to, func(int) {
			t.halves(from, i32x4TruncF64)
			t.bits(each(1 << 31))
			for half := range 2 {
				t.read(from, half)
				t.bits(limit64)
				t.simd(f64x2Lt)
			}
			t.shuffle(0, 2, 4, 6)
			t.simd(select_)
		})
	case "VCVTPD2PSY":
		t.write(to, func(int) { t.halves(from, f32x4Demote) })
	case "VCVTPS2PD", "VCVTDQ2PD":
		t.write(to, func(half int) {
			t.read(from, 0)
			if half == 1 {
				t.read(from, 0)
				t.shuffle(1, 1)
			}
			t.simd(map[string]uint32{"VCVTPS2PD": f64x2Promote, "VCVTDQ2PD": f64x2Convert}[in.op])
		})
	case "VPMOVZXBD":
		t.widen(from, to, 4, load32Zero, i16x8ExtendU, i32x4ExtendU)
	case "VPMOVZXBQ":
		t.widen(from, to, 2, v128Load16Splat, i16x8ExtendU, i32x4ExtendU, i64x2ExtendU)
	case "VPMOVZXWD":
		t.widen(from, to, 8, v128Load16x4U)
	case "VPMOVSXDQ":
		t.widen(from, to, 8, v128Load32x2S)
	default:
		t.fail("not known")
	}
}

// halves pushes one vector of what op makes of each half.
func (t *translator) halves(from operand, op uint32) {
	for half := range 2 {
		t.read(from, half)
		t.simd(op)
	}
	t.shuffle(0, 2)
}

// widen loads so many bytes for each half and extends their elements.
func (t *translator) widen(from, to operand, bytes int, load uint32, extend ...uint32) {
	if from.kind != memory {
		t.fail("not from memory")
		return
	}
	t.write(to, func(half int) {
		offset := t.address(from)
		t.simd(load)
		t.access(offset + int64(bytes*half))
		for _, op := range extend {
			t.simd(op)
		}
	})
}
