package libm

import (
	"math/big"
	"sync"
)

func toPair(v *big.Float) pair {
	hi, _ := v.Float64()
	lo, _ := new(big.Float).SetPrec(v.Prec()).Sub(v, new(big.Float).SetPrec(v.Prec()).SetFloat64(hi)).Float64()
	return pair{hi, lo}
}

// bigHalfPi is pi/2 in enough bits for any float64 to be reduced by it.
var bigHalfPi = sync.OnceValue(func() *big.Float { return machinHalfPi(1400) })

// machinHalfPi computes pi/2 = 8 atan(1/5) - 2 atan(1/239).
func machinHalfPi(bits uint) *big.Float {
	atanInverse := func(n float64) *big.Float {
		x := new(big.Float).SetPrec(bits).Quo(new(big.Float).SetPrec(bits).SetInt64(1), big.NewFloat(n))
		square := new(big.Float).SetPrec(bits).Mul(x, x)
		total, power := new(big.Float).SetPrec(bits), new(big.Float).SetPrec(bits).Set(x)
		for i := 1; power.MantExp(nil) > -int(bits)-8; i += 2 {
			term := new(big.Float).SetPrec(bits).Quo(power, big.NewFloat(float64(i)))
			if i%4 == 3 {
				term.Neg(term)
			}
			total.Add(total, term)
			power.Mul(power, square)
		}
		return total
	}
	a := atanInverse(5)
	b := atanInverse(239)
	a.Mul(a, big.NewFloat(8))
	return a.Sub(a, b.Mul(b, big.NewFloat(2)))
}
