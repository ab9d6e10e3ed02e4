// This file computes with half and bfloat16: a register holds their 16 bits; operators
// compute in single precision and round (which rounds sums, products and quotients right).

package cudac

import (
	"math"
	"strings"
)

// half is a float's nearest IEEE 754 binary16.
func half(f float64) uint64 {
	b := math.Float64bits(f)
	sign := b >> 48 & 0x8000
	switch a := math.Abs(f); {
	case f != f:
		return 0x7fff
	case a >= 65520:
		return sign | 0x7c00
	case a < 0x1p-14: // subnormal: multiples of 2^-24
		return sign | uint64(math.RoundToEven(a*0x1p24))
	default:
		frac, exp := math.Frexp(a)
		m := uint64(math.RoundToEven(frac * 2048)) // 11 bits, the first set
		if m == 2048 {
			m, exp = 1024, exp+1
		}
		return sign | uint64(exp+14)<<10 | m&0x3ff
	}
}

func fromHalf(b uint64) float64 {
	exp, m := int(b>>10&31), float64(b&0x3ff)
	var f float64
	switch exp {
	case 0:
		f = m * 0x1p-24
	case 31:
		if f = math.Inf(1); m != 0 {
			return math.NaN()
		}
	default:
		f = math.Ldexp(1024+m, exp-25)
	}
	if b&0x8000 != 0 {
		return -f
	}
	return f
}

// bfloat is a float's nearest bfloat16.
func bfloat(f float64) uint64 {
	if f != f {
		return 0x7fff
	}
	b := uint64(math.Float32bits(float32(f)))
	return (b + 0x7fff + b>>16&1) >> 16 & 0xffff
}

func fromBfloat(b uint64) float64 { return float64(math.Float32frombits(uint32(b << 16))) }

// packHalf and unpackHalf move between a half kind's bits and floats.
func packHalf(k Kind, f float64) uint64 {
	if k == BF16 {
		return bfloat(f)
	}
	return half(f)
}

func unpackHalf(k Kind, b uint64) float64 {
	if k == BF16 {
		return fromBfloat(b)
	}
	return fromHalf(b)
}

// halfOperation is a binary operator on halves.
func halfOperation(op string, k Kind) func(a, b uint64) uint64 {
	f := operation(op, F32)
	if f == nil {
		return nil
	}
	compare := binaryPower[op] == 6 || binaryPower[op] == 7
	return func(a, b uint64) uint64 {
		v := f(bits32(float32(unpackHalf(k, a))), bits32(float32(unpackHalf(k, b))))
		if compare {
			return v
		}
		return packHalf(k, float64(f32(v)))
	}
}

// halfConversion converts to or from halves.
func halfConversion(from, to Kind) func(uint64) uint64 {
	if from == F16 || from == BF16 {
		next := conversion(F64, to)
		return func(v uint64) uint64 {
			v = bits64(unpackHalf(from, v))
			if next != nil {
				return next(v)
			}
			return v
		}
	}
	first := conversion(from, F64)
	return func(v uint64) uint64 {
		if first != nil {
			v = first(v)
		}
		return packHalf(to, f64(v))
	}
}

// halfIntrinsics are the conversions and functions that the headers of half types build
// on.
func halfIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{
		"__half_as_ushort": simple(U16, []Kind{F16}, func(x []uint64) uint64 { return x[0] }), "__half_as_short": simple(I16, []Kind{F16}, func(x []uint64) uint64 { return uint64(int64(int16(x[0]))) }),
		"__ushort_as_half": simple(F16, []Kind{U16}, func(x []uint64) uint64 { return x[0] }), "__short_as_half": simple(F16, []Kind{I16}, func(x []uint64) uint64 { return uint64(uint16(x[0])) }),
		"__bfloat16_as_ushort": simple(U16, []Kind{BF16}, func(x []uint64) uint64 { return x[0] }), "__ushort_as_bfloat16": simple(BF16, []Kind{U16}, func(x []uint64) uint64 { return x[0] }),
	}
	for name, k := range map[string]Kind{"half": F16, "bfloat16": BF16} {
		for other, o := range map[string]Kind{"float": F32, "double": F64, "int": I32, "uint": U32, "short": I16, "ushort": U16, "ll": I64, "ull": U64} {
			for _, mode := range []string{"", "_rn", "_rz", "_ru", "_rd"} {
				from := simple(o, []Kind{k}, func(x []uint64) uint64 {
					f := unpackHalf(k, x[0])
					if o < F16 && mode == "_rn" {
						f = math.RoundToEven(f)
					}
					return converted(bits64(f), basic[F64], basic[o])
				})
				list["__"+name+"2"+other+mode] = from
				list["__"+other+"2"+name+mode] = simple(k, []Kind{o}, func(x []uint64) uint64 { return converted(x[0], basic[o], basic[k]) })
				if k == BF16 {
					list["__bfloat162"+other+mode] = from
				}
			}
		}
	}
	fma := func(name string, post func(float64) float64) {
		list[name] = intrinsic{3, false, func(l *lowering, c *call) value {
			v := make([]value, 3)
			for i := range v {
				v[i] = l.rvalue(c.args[i])
			}
			if v[0].typ.Kind == Struct {
				return l.userCall(l.unit.functions[name+"2"], &expr{op: "call", tok: c.at, kids: append([]*expr{{op: "name", name: name + "2", tok: c.at}}, c.args...)})
			}
			k := v[0].typ.Kind
			if !v[0].typ.isHalf() {
				l.fail(c.at, "convert it with __float2half", "no matching call to '%s': '%s' is not a half type", name, v[0].typ)
			}
			for i := range v {
				v[i] = l.convert(v[i], basic[k], c.args[i].tok)
			}
			return l.compute(basic[k], v, func(x []uint64) uint64 {
				return packHalf(k, post(math.FMA(unpackHalf(k, x[0]), unpackHalf(k, x[1]), unpackHalf(k, x[2]))))
			})
		}}
	}
	fma("__hfma", func(x float64) float64 { return x })
	fma("__hfma_relu", func(x float64) float64 { return max(x, 0) })
	fma("__hfma_sat", func(x float64) float64 { return min(max(x, 0), 1) })
	arith := map[string]string{"__hadd": "+", "__hsub": "-", "__hmul": "*", "__hdiv": "/", "__heq": "==", "__hne": "!=", "__hlt": "<", "__hle": "<=", "__hgt": ">", "__hge": ">="}
	for name, op := range arith {
		list[name] = intrinsic{2, false, func(l *lowering, c *call) value {
			a, b := l.rvalue(c.args[0]), l.rvalue(c.args[1])
			if name == "__hadd" && a.typ.isInt() {
				return l.compute(basic[I32], []value{l.convert(a, basic[I32], c.at), l.convert(b, basic[I32], c.at)}, func(x []uint64) uint64 { return uint64((int64(x[0]) + int64(x[1])) >> 1) })
			}
			if !a.typ.isHalf() {
				l.fail(c.at, "convert it with __float2half", "no matching call to '%s': '%s' is not a half type", name, a.typ)
			}
			return l.binaryValue(op, a, b, &expr{op: op, tok: c.at})
		}}
		if strings.HasPrefix(op, "+") || op == "-" || op == "*" {
			list[name+"_rn"] = list[name]
		}
	}
	return list
}
