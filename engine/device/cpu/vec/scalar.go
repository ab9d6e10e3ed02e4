package vec

import "math"

// fma is a·b + c with one rounding (for float32 through float64, where the product is
// exact, so that only a tie of the sum could round twice).
func fma[T Float](a, b, c T) T {
	if elemOf[T]() == elemF32 {
		return T(float64(a)*float64(b) + float64(c))
	}
	return T(math.FMA(float64(a), float64(b), float64(c)))
}
