// This file defines softmax and its logarithm along rows, in the steps of PyTorch's
// vec_host_softmax_lastdim.

package vec

import "math"

// SoftmaxRows sets each row of dst, of width elements, to exp(row−max)/Σexp(row−max).
// Float32 results equal PyTorch's to the bit where kernels are in use.
func SoftmaxRows[T Float](dst, a []T, width int) {
	forRows(dst, a, width, func(r *rowRoom[T], dst, a []T) {
		r.top[0] = r.max(a)
		r.top[0] = 1 / r.expSum(dst, a)
		binarySerial(Mul, vecScalar, dst, dst, r.top[:])
	})
}

// LogSoftmaxRows sets each row of dst, of width elements, to row − max − log Σexp(row−max).
func LogSoftmaxRows[T Float](dst, a []T, width int) {
	forRows(dst, a, width, func(r *rowRoom[T], dst, a []T) {
		r.top[0] = r.max(a)
		r.tail[0] = r.expSum(nil, a)
		unarySerial(Log, r.tail[:1], r.tail[:1])
		binarySerial(Sub, vecScalar, dst, a, r.top[:])
		binarySerial(Sub, vecScalar, dst, dst, r.tail[:1])
	})
}

func forRows[T Float](dst, a []T, width int, row func(r *rowRoom[T], dst, a []T)) {
	if width <= 0 {
		return
	}
	rows := min(len(dst), len(a)) / width
	For(rows, max(1, grainHeavy/width), func(lo, hi int) {
		r := new(rowRoom[T])
		for i := lo * width; i < hi*width; i += width {
			row(r, dst[i:i+width], a[i:i+width])
		}
	})
}

// rowRoom is what kernels read and write besides rows. It lasts for many rows: what is
// handed to a kernel lies on the heap.
type rowRoom[T Float] struct {
	top       [1]T
	sum, tail [8]T
	part      [8]T
	lanes     lanes64[T]
	shift     [1]float64
	moments   [8]float64
}

// shortMax is the length below which a loop finds the largest element sooner than the kernel.
const shortMax = 48

// max is the largest element of a row, NaN if there is one.
func (r *rowRoom[T]) max(a []T) T {
	top := a[0]
	if kernel, lanes := reduceOf[T]().max, kernelLanes[T](); kernel != nil && len(a) >= shortMax {
		kernel(bytesOf(r.lanes[:]), bytesOf(a), len(a))
		for i, x := range r.lanes[:lanes] {
			top = max(top, x)
			if nan := r.lanes[lanes+i]; nan != nan {
				top = nan
			}
		}
		a = a[len(a)/lanes*lanes:]
	}
	for _, x := range a {
		top = max(top, x)
	}
	return top
}

// expSum writes exp(a−top) to dst, unless that is nil, and adds it up: in eight lanes,
// which are then added in halves (in order, where there are fewer than eight elements).
func (r *rowRoom[T]) expSum(dst, a []T) T {
	k := reduceOf[T]()
	kernel := k.expSumOnly
	if dst != nil {
		kernel = k.expSum
	}
	if kernel == nil {
		return plainExpSum(dst, a, r.top[0])
	}
	r.sum = [8]T{}
	whole := len(a) &^ 7
	if whole > 0 {
		kernel(bytesOf(dst), bytesOf(a), bytesOf(r.top[:]), bytesOf(r.sum[:]), whole)
	}
	if rest := copy(r.tail[:], a[whole:]); rest > 0 {
		k.expSum(bytesOf(r.tail[:]), bytesOf(r.tail[:]), bytesOf(r.top[:]), bytesOf(r.part[:]), len(r.tail))
		for i, e := range r.tail[:rest] {
			r.sum[i] += e
		}
		if dst != nil {
			copy(dst[whole:], r.tail[:rest])
		}
	}
	if whole == 0 {
		total := r.sum[0]
		for _, x := range r.sum[1:len(a)] {
			total += x
		}
		return total
	}
	s := &r.sum
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
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
