// This file lowers the functions that the headers of half types build on.

package lower

import (
	"math"
	"strings"

	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// halfIntrinsics are the conversions and functions that the headers of half types build
// on.
func halfIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{
		"__half_as_ushort": simple(word.U16, []word.Kind{word.F16}, func(x []uint64) uint64 { return x[0] }), "__half_as_short": simple(word.I16, []word.Kind{word.F16}, func(x []uint64) uint64 { return uint64(int64(int16(x[0]))) }),
		"__ushort_as_half": simple(word.F16, []word.Kind{word.U16}, func(x []uint64) uint64 { return x[0] }), "__short_as_half": simple(word.F16, []word.Kind{word.I16}, func(x []uint64) uint64 { return uint64(uint16(x[0])) }),
		"__bfloat16_as_ushort": simple(word.U16, []word.Kind{word.BF16}, func(x []uint64) uint64 { return x[0] }), "__ushort_as_bfloat16": simple(word.BF16, []word.Kind{word.U16}, func(x []uint64) uint64 { return x[0] }),
	}
	for name, k := range map[string]word.Kind{"half": word.F16, "bfloat16": word.BF16} {
		for other, o := range map[string]word.Kind{"float": word.F32, "double": word.F64, "int": word.I32, "uint": word.U32, "short": word.I16, "ushort": word.U16, "ll": word.I64, "ull": word.U64} {
			for _, mode := range []string{"", "_rn", "_rz", "_ru", "_rd"} {
				from := simple(o, []word.Kind{k}, func(x []uint64) uint64 {
					f := word.UnpackHalf(k, x[0])
					if o < word.F16 && mode == "_rn" {
						f = math.RoundToEven(f)
					}
					return syntax.Converted(word.Bits64(f), syntax.Basic[word.F64], syntax.Basic[o])
				})
				list["__"+name+"2"+other+mode] = from
				list["__"+other+"2"+name+mode] = simple(k, []word.Kind{o}, func(x []uint64) uint64 { return syntax.Converted(x[0], syntax.Basic[o], syntax.Basic[k]) })
				if k == word.BF16 {
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
			if v[0].typ.Kind == word.Struct {
				return l.userCall(l.unit.Functions[name+"2"], &syntax.Expr{Op: "call", Tok: c.at, Kids: append([]*syntax.Expr{{Op: "name", Name: name + "2", Tok: c.at}}, c.args...)})
			}
			k := v[0].typ.Kind
			if !v[0].typ.IsHalf() {
				l.fail(c.at, "convert it with __float2half", "no matching call to '%s': '%s' is not a half type", name, v[0].typ)
			}
			for i := range v {
				v[i] = l.convert(v[i], syntax.Basic[k], c.args[i].Tok)
			}
			return l.compute(syntax.Basic[k], v, func(x []uint64) uint64 {
				return word.PackHalf(k, post(math.FMA(word.UnpackHalf(k, x[0]), word.UnpackHalf(k, x[1]), word.UnpackHalf(k, x[2]))))
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
			if name == "__hadd" && a.typ.IsInt() {
				return l.compute(syntax.Basic[word.I32], []value{l.convert(a, syntax.Basic[word.I32], c.at), l.convert(b, syntax.Basic[word.I32], c.at)}, func(x []uint64) uint64 { return uint64((int64(x[0]) + int64(x[1])) >> 1) })
			}
			if !a.typ.IsHalf() {
				l.fail(c.at, "convert it with __float2half", "no matching call to '%s': '%s' is not a half type", name, a.typ)
			}
			return l.binaryValue(op, a, b, &syntax.Expr{Op: op, Tok: c.at})
		}}
		if strings.HasPrefix(op, "+") || op == "-" || op == "*" {
			list[name+"_rn"] = list[name]
		}
	}
	return list
}
