// This file defines extremes, their positions, and moments.

package vec

import (
	"bytes"
	"unsafe"
)

// lanes64 receives the two vectors that a reduction kernel leaves.
type lanes64[T Number] [2 * 16]T

// kernelLanes is the number of lanes of the reduction kernels in use.
func kernelLanes[T Number]() int {
	var zero T
	if active.wide {
		return 64 / int(unsafe.Sizeof(zero))
	}
	return 32 / int(unsafe.Sizeof(zero))
}

// SumSquares is the sum of a[i]², as Dot(a, a).
func SumSquares[T Float](a []T) T { return Dot(a, a) }

// MaxOf is the largest element: NaN if there is one. It panics on an empty slice.
func MaxOf[T Number](a []T) T { return extreme(true, a) }

// MinOf is the smallest element: NaN if there is one. It panics on an empty slice.
func MinOf[T Number](a []T) T { return extreme(false, a) }

// extreme shares long slices among the cores.
func extreme[T Number](largest bool, a []T) T {
	if len(a) < 2*grainSum {
		return extremeSerial(largest, a)
	}
	return extremeSerial(largest, blockExtremes(largest, a, grainSum))
}

// blockExtremes are the extremes of a's blocks of a size.
func blockExtremes[T Number](largest bool, a []T, size int) []T {
	parts := make([]T, (len(a)+size-1)/size)
	For(len(parts), max(1, grainSum/size), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			parts[i] = extremeSerial(largest, a[i*size:min((i+1)*size, len(a))])
		}
	})
	return parts
}

func extremeSerial[T Number](largest bool, a []T) T {
	pick := minNaN[T]
	if largest {
		pick = maxNaN[T]
	}
	best := a[0]
	switch elemOf[T]() {
	case elemF32, elemF64:
		lanes, kernel := kernelLanes[T](), extremeKernel[T](largest)
		if kernel == nil || len(a) < lanes {
			break
		}
		var out lanes64[T]
		kernel(bytesOf(out[:]), bytesOf(a), len(a))
		for i, x := range out[:lanes] {
			best = pick(best, x)
			if nan := out[lanes+i]; nan != nan {
				return nan
			}
		}
		a = a[len(a)/lanes*lanes:]
	case elemI32, elemI64:
		lanes, kernel := kernelLanes[T](), extremeKernel[T](largest)
		if kernel == nil || len(a) < 2*lanes {
			break
		}
		var out lanes64[T]
		kernel(bytesOf(out[:]), bytesOf(a), len(a))
		best = out[0]
		for _, x := range out[1:lanes] {
			best = pick(best, x)
		}
		a = a[len(a)/(2*lanes)*2*lanes:]
	}
	for _, x := range a {
		best = pick(best, x)
	}
	return best
}

func extremeKernel[T Number](largest bool) func(out, src *byte, n int) {
	r := &active.reduce
	list := [...][2]func(out, src *byte, n int){elemF32: {r.f32.min, r.f32.max}, elemF64: {r.f64.min, r.f64.max},
		elemI32: {r.i32.min, r.i32.max}, elemI64: {r.i64.min, r.i64.max}}
	if largest {
		return list[elemOf[T]()][1]
	}
	return list[elemOf[T]()][0]
}

// ArgMax is the index of the first largest element, or of the first NaN; −1 for an
// empty slice.
func ArgMax[T Number](a []T) int { return position(true, a) }

// ArgMin is the index of the first smallest element, or of the first NaN; −1 for an
// empty slice.
func ArgMin[T Number](a []T) int { return position(false, a) }

// positionBlock is how many elements are looked through for one that is known to be there.
const positionBlock = 1024

func position[T Number](largest bool, a []T) int {
	if len(a) == 0 {
		return -1
	}
	if len(a) <= positionBlock {
		return indexOf(a, extremeSerial(largest, a))
	}
	parts := blockExtremes(largest, a, positionBlock)
	best := extremeSerial(largest, parts)
	at := indexOf(parts, best) * positionBlock
	return at + indexOf(a[at:], best)
}

// searched is how many elements are compared at once in the search for one.
const searched = 256

func indexOf[T Number](a []T, v T) int {
	if e := elemOf[T](); v == v && len(a) >= searched/4 && active.compare[e][Eq][vecScalar] != nil {
		var hits [searched]uint8
		one := [1]T{v}
		for at := 0; at < len(a); at += searched {
			part := a[at:min(at+searched, len(a))]
			compareSerial(Eq, vecScalar, hits[:len(part)], part, one[:])
			if i := bytes.IndexByte(hits[:len(part)], 1); i >= 0 {
				return at + i
			}
		}
		return -1
	}
	for i, x := range a {
		if x == v || v != v && x != x {
			return i
		}
	}
	return -1
}

// Moments are the mean of a and the sum of squared distances from it, computed in
// float64 in two passes. An empty slice has mean NaN.
func Moments[T Float](a []T) (mean, squares float64) { return new(rowRoom[T]).momentsOf(a) }

func (r *rowRoom[T]) momentsOf(a []T) (mean, squares float64) {
	sum, _ := r.deviations(a, 0)
	mean = sum / float64(len(a))
	_, squares = r.deviations(a, mean)
	return mean, squares
}

// deviations adds a−shift and its square in float64.
func (r *rowRoom[T]) deviations(a []T, shift float64) (sum, squares float64) {
	if kernel := active.reduce.wideMoments; kernel != nil && elemOf[T]() == elemF32 {
		out := &r.moments
		r.shift[0] = shift
		kernel(bytesOf(out[:]), bytesOf(a), bytesOf(r.shift[:]), len(a))
		sum, squares = out[0]+out[1]+out[2]+out[3], out[4]+out[5]+out[6]+out[7]
		a = a[len(a)&^7:]
	}
	var s, q [4]float64
	for ; len(a) >= 4; a = a[4:] {
		for k, x := range a[:4] {
			d := float64(x) - shift
			s[k] += d
			q[k] += d * d
		}
	}
	for _, x := range a {
		d := float64(x) - shift
		sum += d
		squares += d * d
	}
	return sum + s[0] + s[1] + s[2] + s[3], squares + q[0] + q[1] + q[2] + q[3]
}
