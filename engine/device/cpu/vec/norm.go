package vec

import "math"

// LayerNormRows normalises each row of x, of width elements, to mean 0 and variance 1,
// and scales and shifts it: y = (x−mean)·rstd·weight + bias, where rstd is
// 1/√(variance + epsilon) with the biased variance. It also writes each row's mean and
// rstd. Weight and bias have width elements, or are both nil for 1 and 0.
func LayerNormRows[T Float](y, mean, rstd, x, weight, bias []T, width int, epsilon float64) {
	if width <= 0 {
		return
	}
	rows := min(len(y)/width, len(x)/width, len(mean), len(rstd))
	For(rows, max(1, grainHeavy/width), func(lo, hi int) {
		s, room := make([]T, 2), new(rowRoom[T])
		for r := lo; r < hi; r++ {
			row, out := x[r*width:(r+1)*width], y[r*width:(r+1)*width]
			m, squares := room.momentsOf(row)
			root := 1 / math.Sqrt(squares/float64(width)+epsilon)
			mean[r], rstd[r] = T(m), T(root)
			if weight == nil {
				s[0], s[1] = rstd[r], T(-m*root)
				binarySerial(Mul, vecScalar, out, row, s[:1])
				binarySerial(Add, vecScalar, out, out, s[1:])
				continue
			}
			s[0], s[1] = rstd[r], -rstd[r]*mean[r]
			normalize(out, row, weight[:width], bias[:width], s)
		}
	})
}

// normalize computes dst = (a·s[0] + s[1])·b + c.
func normalize[T Float](dst, a, b, c, s []T) {
	if kernel := active.products[elemOf[T]()][opNormalize]; kernel != nil {
		kernel(bytesOf(dst), bytesOf(a), bytesOf(b), bytesOf(c), bytesOf(s), len(dst))
		return
	}
	for i, x := range a {
		dst[i] = fma(fma(x, s[0], s[1]), b[i], c[i])
	}
}
