// This file says which operations of C a tape has, on registers of 32 bits.

package word

import "gputour/cuda/cudac/lane"

// FloatCodes and WholeCodes are the operators, on floats and on whole numbers; FunctionCodes are functions of floats.
var (
	FloatCodes    = map[string]lane.Code{"+": lane.AddF, "-": lane.SubF, "*": lane.MulF, "/": lane.DivF, "<": lane.LessF, "<=": lane.LessEqualF, "==": lane.EqualF, "!=": lane.NotEqualF}
	WholeCodes    = map[string]lane.Code{"+": lane.AddI, "-": lane.SubI, "*": lane.MulI, "&": lane.AndI, "|": lane.OrI, "^": lane.XorI, "<": lane.LessI, "==": lane.EqualI}
	FunctionCodes = map[string]lane.Code{"fmaxf": lane.MaxF, "fminf": lane.MinF, "sqrtf": lane.SqrtF, "rsqrtf": lane.RsqrtF}
)

// Widened is what a register of the tape holds, as a register of a warp does.
func Widened(v uint32, signed bool) uint64 {
	if signed {
		return uint64(int64(int32(v)))
	}
	return uint64(v)
}
