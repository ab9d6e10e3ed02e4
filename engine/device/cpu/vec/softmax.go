// This file defines softmax and its logarithm along rows, in the steps of PyTorch's
// vec_host_softmax_lastdim.

package vec

import "math"

// SoftmaxRows sets each row of dst, of width elements, to exp(row−max)/Σexp(row−max).
// Float32 results equal PyTorch's to the bit where kernels are in use.
func SoftmaxRows[T Float](dst, a []T, width int) {
	forRows(dst, a, width, func(dst, a []T) {
		top := MaxOf(a)
		sum := expSum(dst, a, top)
		binarySerial(Mul, vecScalar, dst, dst, []T{1 / sum})
	})
}

// LogSoftmaxRows sets each row of dst, of width elements, to row − max − log Σexp(row−max).
func LogSoftmaxRows[T Float](dst, a []T, width int) {
	forRows(dst, a, width, func(dst, a []T) {
		top := MaxOf(a)
		logSum := []T{expSum(nil, a, top)}
		unarySerial(Log, logSum, logSum)
		binarySerial(Sub, vecScalar, dst, a, []T{top})
		binarySerial(Sub, vecScalar, dst, dst, logSum)
	})
}

func forRows[T Float](dst, a []T, width int, row func(dst, a []T)) {
	if width <= 0 {
		return
	}
	rows := min(len(dst), len(a)) / width
	For(rows, max(1, grainHeavy/width), func(lo, hi int) {
		for i := lo * width; i < hi*width; i += width {
			row(dst[i:i+width], a[i:i+width])
		}
	})
}

// expSum writes exp(a−top) to dst, unless that is nil, and adds it up: in eight lanes,
// which are then added in halves (in order, where there are fewer than eight elements).
func expSum[T Float](dst, a []T, top T) T {
	r := reduceOf[T]()
	kernel := r.expSumOnly
	if dst != nil {
		kernel = r.expSum
	}
	if kernel == nil {
		return plainExpSum(dst, a, top)
	}
	var sum [8]T
	whole := len(a) &^ 7
	kernel(bytesOf(dst), bytesOf(a), bytesOf([]T{top}), bytesOf(sum[:]), whole)
	if rest := len(a) - whole; rest > 0 {
		var tail [8]T
		binarySerial(Sub, vecScalar, tail[:rest], a[whole:], []T{top})
		unarySerial(Exp, tail[:rest], tail[:rest])
		for i, e := range tail[:rest] {
			sum[i] += e
		}
		if dst != nil {
			copy(dst[whole:], tail[:rest])
		}
	}
	if whole == 0 {
		total := sum[0]
		for _, x := range sum[1:len(a)] {
			total += x
		}
		return total
	}
	return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]))
}

func plainExpSum[T Float](dst, a []T, top T) T {
	var total float64
	for i, x := range a {
		e := math.Exp(float64(x - top))
		total += e
		if dst != nil {
			dst[i] = T(e)
		}
	}
	return T(total)
}
