package libm

import (
	"math"
	"math/big"
	"sync"
)

// Each table is filled when it is first needed: most programs need none, and all of them
// together take longer than the rest of the program's start.
var expOnce, logOnce, trigOnce, atanOnce sync.Once

func fillLog() {
	for i := range logTable {
		m := 1 + (float64(i)+0.5)/logTable
		logInverse[i] = math.Round(0x1p12/m) / 0x1p12
		inverse := bigOf(logInverse[i])
		logCentre[i] = toPair(bigNew().Neg(bigLog(inverse, math.Log(logInverse[i]))))
	}
}

func fillTrig() {
	for i := range trigSize {
		a := bigOf(float64(i) / trigStep)
		sinTable[i], cosTable[i] = toPair(bigSin(a)), toPair(bigCos(a))
	}
}

func fillAtan() {
	for i := range atanTable {
		c := float64(i) / trigStep
		atanTable[i] = toPair(bigAtan(bigOf(c), math.Atan(c)))
	}
}

func fillExp() {
	log2 := bigLog(bigOf(2), math.Ln2)
	for i := range exp2Table {
		x := bigNew().Quo(bigNew().Mul(log2, bigOf(float64(i))), bigOf(expTable))
		exp2Table[i] = toPair(bigExp(x))
	}
	step := bigNew().Quo(log2, bigOf(expTable))
	for i := range ln2Step {
		f, _ := step.Float64()
		if i == 0 { // 32 bits: times an exponent of 17 bits it stays exact
			f = math.Float64frombits(math.Float64bits(f) &^ (1<<21 - 1))
		}
		ln2Step[i] = f
		step.Sub(step, bigOf(f))
	}
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
