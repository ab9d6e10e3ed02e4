package object

import "gputour/engine/libm"

// The functions of C's math library that built-in operators need.
var (
	cPow   = libm.Pow
	cExp   = libm.Exp
	cLog   = libm.Log
	cSin   = libm.Sin
	cCos   = libm.Cos
	cAtan2 = libm.Atan2
)
