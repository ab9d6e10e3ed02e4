// This file lowers the integer intrinsics and the reinterpretation of bits.

package lower

import (
	"math"
	"math/bits"
	"strings"

	"gputour/cuda/cudac/libdevice"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// bitIntrinsics are those of CUDA's "Integer Intrinsics".
func bitIntrinsics() map[string]intrinsic {
	one := func(result, k word.Kind, f func(x uint64) uint64) intrinsic {
		return simple(result, []word.Kind{k}, func(x []uint64) uint64 { return f(x[0]) })
	}
	two := func(result, k word.Kind, f func(x, y uint64) uint64) intrinsic {
		return simple(result, []word.Kind{k, k}, func(x []uint64) uint64 { return f(x[0], x[1]) })
	}
	ffs := func(x uint64) uint64 {
		if x == 0 {
			return 0
		}
		return uint64(bits.TrailingZeros64(x) + 1)
	}
	count := func(x uint64) uint64 { return uint64(bits.OnesCount64(x)) }
	return map[string]intrinsic{
		"__popc": one(word.I32, word.U32, count), "__popcll": one(word.I32, word.U64, count),
		"__clz":   one(word.I32, word.U32, func(x uint64) uint64 { return uint64(bits.LeadingZeros32(uint32(x))) }),
		"__clzll": one(word.I32, word.U64, func(x uint64) uint64 { return uint64(bits.LeadingZeros64(x)) }),
		"__ffs":   one(word.I32, word.U32, ffs), "__ffsll": one(word.I32, word.U64, ffs),
		"__brev":   one(word.U32, word.U32, func(x uint64) uint64 { return uint64(bits.Reverse32(uint32(x))) }),
		"__brevll": one(word.U64, word.U64, bits.Reverse64),
		"__mul24": two(word.I32, word.I32, func(x, y uint64) uint64 {
			return word.Signed(int32(x<<40>>40) << 8 >> 8 * (int32(y<<40>>40) << 8 >> 8))
		}),
		"__umul24":   two(word.U32, word.U32, func(x, y uint64) uint64 { return uint64(uint32(x&0xffffff) * uint32(y&0xffffff)) }),
		"__mulhi":    two(word.I32, word.I32, func(x, y uint64) uint64 { return uint64(int64(x) * int64(y) >> 32) }),
		"__umulhi":   two(word.U32, word.U32, func(x, y uint64) uint64 { return x * y >> 32 }),
		"__umul64hi": two(word.U64, word.U64, func(x, y uint64) uint64 { hi, _ := bits.Mul64(x, y); return hi }),
		"__mul64hi":  two(word.I64, word.I64, mulHigh),
		"__rhadd":    two(word.I32, word.I32, func(x, y uint64) uint64 { return uint64((int64(x) + int64(y) + 1) >> 1) }),
		"__uhadd":    two(word.U32, word.U32, func(x, y uint64) uint64 { return (x + y) >> 1 }),
		"__urhadd":   two(word.U32, word.U32, func(x, y uint64) uint64 { return (x + y + 1) >> 1 }),
		"__sad": simple(word.U32, []word.Kind{word.I32, word.I32, word.U32}, func(x []uint64) uint64 {
			return uint64(uint32(max(int64(x[0])-int64(x[1]), int64(x[1])-int64(x[0])) + int64(x[2])))
		}),
		"__usad":           simple(word.U32, []word.Kind{word.U32, word.U32, word.U32}, func(x []uint64) uint64 { return uint64(uint32(max(x[0], x[1]) - min(x[0], x[1]) + x[2])) }),
		"__byte_perm":      simple(word.U32, []word.Kind{word.U32, word.U32, word.U32}, bytePerm),
		"__funnelshift_l":  simple(word.U32, []word.Kind{word.U32, word.U32, word.U32}, func(x []uint64) uint64 { return uint64(uint32((x[1]<<32 | x[0]) << (x[2] & 31) >> 32)) }),
		"__funnelshift_r":  simple(word.U32, []word.Kind{word.U32, word.U32, word.U32}, func(x []uint64) uint64 { return uint64(uint32((x[1]<<32 | x[0]) >> (x[2] & 31))) }),
		"__funnelshift_lc": simple(word.U32, []word.Kind{word.U32, word.U32, word.U32}, func(x []uint64) uint64 { return uint64(uint32((x[1]<<32 | x[0]) << min(x[2], 32) >> 32)) }),
		"__funnelshift_rc": simple(word.U32, []word.Kind{word.U32, word.U32, word.U32}, func(x []uint64) uint64 { return uint64(uint32((x[1]<<32 | x[0]) >> min(x[2], 32))) }),
		"__fns":            simple(word.U32, []word.Kind{word.U32, word.U32, word.I32}, func(x []uint64) uint64 { return nthSet(uint32(x[0]), int(x[1]), int(int64(x[2]))) }),
	}
}

func mulHigh(x, y uint64) uint64 {
	hi, _ := bits.Mul64(x, y)
	if int64(x) < 0 {
		hi -= y
	}
	if int64(y) < 0 {
		hi -= x
	}
	return hi
}

// bytePerm picks four bytes of eight.
func bytePerm(x []uint64) uint64 {
	both := x[1]<<32 | x[0]
	var out uint64
	for i := range 4 {
		out |= both >> (x[2] >> (4 * i) & 7 * 8) & 0xff << (8 * i)
	}
	return out
}

// nthSet is the place of the n-th bit that is set, from base on, or base itself where n is 0, as the PTX ISA's fns has it.
func nthSet(mask uint32, base, n int) uint64 {
	step := 1
	if n < 0 {
		step, n = -1, -n
	}
	for i := base; i >= 0 && i < 32; i += step {
		switch set := mask>>i&1 != 0; {
		case set && n <= 1:
			return uint64(i)
		case set:
			n--
		case n == 0:
			return math.MaxUint32
		}
	}
	return math.MaxUint32
}

// conversionIntrinsics convert with a rounding that their name says, or keep the bits.
func conversionIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{}
	keep := func(name string, from, to word.Kind) {
		list[name] = simple(to, []word.Kind{from}, func(x []uint64) uint64 {
			switch to {
			case word.I32:
				return word.Signed(int32(x[0]))
			case word.U32, word.F32:
				return uint64(uint32(x[0]))
			}
			return x[0]
		})
	}
	keep("__float_as_int", word.F32, word.I32)
	keep("__float_as_uint", word.F32, word.U32)
	keep("__int_as_float", word.I32, word.F32)
	keep("__uint_as_float", word.U32, word.F32)
	keep("__double_as_longlong", word.F64, word.I64)
	keep("__longlong_as_double", word.I64, word.F64)
	list["__hiloint2double"] = simple(word.F64, []word.Kind{word.I32, word.I32}, func(x []uint64) uint64 { return x[0]<<32 | x[1]&math.MaxUint32 })
	list["__double2hiint"] = simple(word.I32, []word.Kind{word.F64}, func(x []uint64) uint64 { return word.Signed(int32(x[0] >> 32)) })
	list["__double2loint"] = simple(word.I32, []word.Kind{word.F64}, func(x []uint64) uint64 { return word.Signed(int32(x[0])) })
	round := map[string]func(float64) float64{"rn": math.RoundToEven, "rz": math.Trunc, "ru": math.Ceil, "rd": math.Floor}
	kinds := map[string]word.Kind{"int": word.I32, "uint": word.U32, "ll": word.I64, "ull": word.U64, "float": word.F32, "double": word.F64}
	for from, a := range kinds {
		for to, b := range kinds {
			for mode, f := range round {
				if a == b || a < word.F16 && b < word.F16 {
					continue
				}
				list["__"+from+"2"+to+"_"+mode] = simple(b, []word.Kind{a}, func(x []uint64) uint64 {
					if b >= word.F16 {
						return convertedToward(x[0], a, b, mode)
					}
					v := syntax.Converted(x[0], syntax.Basic[a], syntax.Basic[word.F64])
					return syntax.Converted(word.Bits64(f(word.Float64(v))), syntax.Basic[word.F64], syntax.Basic[b])
				})
			}
		}
	}
	return list
}

// memoryIntrinsics are loads, stores and fences.
func memoryIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{}
	for _, name := range strings.Fields("__ldg __ldca __ldcg __ldcs __ldlu __ldcv") {
		list[name] = intrinsic{1, true, func(l *lowering, c *call) value {
			return l.read(l.place(&syntax.Expr{Op: "unary", Name: "*", Tok: c.at, Kids: c.args}))
		}}
	}
	for _, name := range strings.Fields("__stwb __stcg __stcs __stwt") {
		list[name] = intrinsic{2, true, func(l *lowering, c *call) value {
			target := &syntax.Expr{Op: "unary", Name: "*", Tok: c.at, Kids: c.args[:1]}
			return value{typ: syntax.Basic[word.Void], run: l.effect(&syntax.Expr{Op: "=", Tok: c.at, Kids: []*syntax.Expr{target, c.args[1]}})}
		}}
	}
	for _, name := range strings.Fields("__threadfence __threadfence_block __threadfence_system") {
		list[name] = intrinsic{0, true, func(l *lowering, _ *call) value {
			l.fences = true
			return value{typ: syntax.Basic[word.Void], run: func(w *simt.Warp, _ uint32) { w.Core.Fenced = true }}
		}}
	}
	list["__dp4a"] = intrinsic{3, true, dotOfBytes}
	for _, name := range strings.Fields("clock64 clock globaltimer") {
		list[name] = intrinsic{0, true, clock}
	}
	list["__nanosleep"] = intrinsic{1, true, func(l *lowering, c *call) value {
		return value{typ: syntax.Basic[word.Void], run: l.numbers(c, word.U32)[0].run}
	}}
	for _, name := range []string{"sincos", "sincosf", "sincospi", "sincospif", "__sincosf", "modf", "modff", "frexp", "frexpf"} {
		n := 3
		if !strings.Contains(name, "sincos") {
			n = 2
		}
		list[name] = intrinsic{n, false, outParams}
	}
	return list
}

// fourBytes are the vectors that __dp4a takes in the place of an integer.
var fourBytes = map[string]word.Kind{"char4": word.I32, "uchar4": word.U32}

// dotOfBytes lowers __dp4a: the sum of the products of four bytes, and c.
func dotOfBytes(l *lowering, c *call) value {
	var args []value
	t := syntax.Basic[word.I32]
	for _, a := range c.args {
		v := l.rvalue(a)
		if k, ok := fourBytes[v.typ.Name]; ok && v.typ.Kind == word.Struct {
			bytes := &place{typ: syntax.Basic[k], reg: -1, addr: value{typ: syntax.PointerTo(syntax.Basic[k]), slot: v.slot, run: v.run}, at: l.site(c.at, "")}
			v = l.read(bytes)
		}
		if v.typ.Kind == word.U32 {
			t = syntax.Basic[word.U32]
		}
		args = append(args, v)
	}
	for i := range args {
		args[i] = l.convert(args[i], t, c.at)
	}
	return l.compute(t, args, func(x []uint64) uint64 {
		sum := x[2]
		for i := 0; i < 32; i += 8 {
			a, b := x[0]>>i&255, x[1]>>i&255
			if t.Kind == word.I32 {
				a, b = uint64(int8(a)), uint64(int8(b))
			}
			sum += a * b
		}
		return word.Wrap(t.Kind, sum)
	})
}

func clock(l *lowering, _ *call) value {
	d := l.reg()
	return value{typ: syntax.Basic[word.I64], slot: d, run: func(w *simt.Warp, m uint32) {
		now := uint64(w.Tell())
		for i := range simt.Lanes {
			w.Out(d)[i] = now
		}
	}}
}

// outParams lowers functions that write through pointers.
func outParams(l *lowering, c *call) value {
	t := syntax.Basic[word.F64]
	if strings.HasSuffix(c.name, "f") && c.name != "modf" {
		t = syntax.Basic[word.F32]
	}
	x := l.convert(l.rvalue(c.args[0]), t, c.at)
	x = l.cast(x, syntax.Basic[word.F64])
	at := l.site(c.at, "")
	put := func(i int, to *syntax.Type, f func(float64) float64) simt.Op {
		p := l.convert(l.rvalue(c.args[i]), syntax.PointerTo(to), c.args[i].Tok)
		v := l.cast(l.compute(syntax.Basic[word.F64], []value{{typ: syntax.Basic[word.F64], slot: x.slot}}, func(a []uint64) uint64 { return word.Bits64(f(word.Float64(a[0]))) }), to)
		return seq(p.run, seq(v.run, l.store(p.slot, v.slot, to, at)))
	}
	result := func(f func(float64) float64) value {
		return l.cast(l.compute(syntax.Basic[word.F64], []value{{typ: syntax.Basic[word.F64], slot: x.slot}}, func(a []uint64) uint64 { return word.Bits64(f(word.Float64(a[0]))) }), t)
	}
	switch {
	case strings.HasPrefix(c.name, "sincospi"):
		run := seq(put(1, t, libdevice.Unary["sinpi"]), put(2, t, libdevice.Unary["cospi"]))
		return value{typ: syntax.Basic[word.Void], run: seq(x.run, run)}
	case strings.Contains(c.name, "sincos"):
		return value{typ: syntax.Basic[word.Void], run: seq(x.run, seq(put(1, t, math.Sin), put(2, t, math.Cos)))}
	case strings.HasPrefix(c.name, "modf"):
		v := result(func(x float64) float64 { _, f := math.Modf(x); return f })
		v.run = seq(x.run, seq(put(1, t, math.Trunc), v.run))
		return v
	}
	v := result(func(x float64) float64 { f, _ := math.Frexp(x); return f })
	v.run = seq(x.run, seq(put(1, syntax.Basic[word.I32], func(x float64) float64 { _, e := math.Frexp(x); return float64(e) }), v.run))
	return v
}
