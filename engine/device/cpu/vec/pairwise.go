package vec

// This file adds floats pairwise, in NumPy's order
// (numpy/core/src/umath/loops_utils.h.src, pairwise_sum).

// PairwiseChunk is the length of NumPy's iterator buffer: longer sums add chunk after chunk.
const PairwiseChunk = 8192

const pairwiseLeaf = 128 // elements that are added in eight interleaved sums

// Pairwise adds up a, with the result NumPy's sum gives for a contiguous array.
func Pairwise[T Float](a []T) T { return pairwiseOf(a, nil) }

// PairwiseSquares adds up the squares of a[i]−shift, each step rounded, as Pairwise does.
func PairwiseSquares[T Float](a []T, shift T) T { return pairwiseOf(a, &[1]T{shift}) }

// pairwiseOf adds chunks; those of long slices on several cores.
func pairwiseOf[T Float](a []T, shift *[1]T) T {
	if len(a) <= PairwiseChunk {
		return pairwise(a, shift)
	}
	chunks := (len(a) + PairwiseChunk - 1) / PairwiseChunk
	sums := make([]T, chunks)
	For(chunks, grainSum/PairwiseChunk, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			sums[i] = pairwise(a[i*PairwiseChunk:min((i+1)*PairwiseChunk, len(a))], shift)
		}
	})
	var total T
	for _, s := range sums {
		total += s
	}
	return total
}

func pairwise[T Float](a []T, shift *[1]T) T {
	n := len(a)
	if n > pairwiseLeaf {
		half := n / 2
		half -= half % 8
		return pairwise(a[:half], shift) + pairwise(a[half:], shift)
	}
	var total T
	done := n &^ 7
	if done > 0 {
		total = pairwiseGroups(a[:done], shift)
	}
	for _, x := range a[done:] {
		total += distance(x, shift)
	}
	return total
}

func distance[T Float](x T, shift *[1]T) T {
	if shift == nil {
		return x
	}
	x -= shift[0]
	return x * x
}

// pairwiseGroups adds groups of eight.
func pairwiseGroups[T Float](a []T, shift *[1]T) T {
	r := reduceOf[T]()
	kernel, from := r.pairwise, (*byte)(nil)
	if shift != nil {
		kernel, from = r.pairwiseSquares, bytesOf(shift[:])
	}
	if kernel != nil {
		var out [1]T
		kernel(bytesOf(out[:]), bytesOf(a), from, len(a))
		return out[0]
	}
	var s [8]T
	for k := range s {
		s[k] = distance(a[k], shift)
	}
	for i := 8; i < len(a); i += 8 {
		for k, x := range a[i : i+8] {
			s[k] += distance(x, shift)
		}
	}
	return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]))
}

// Finite reports that no element is infinite or NaN.
func Finite[T Float](a []T) bool {
	if len(a) <= 2*grainSum {
		return finiteSerial(a)
	}
	parts := make([]bool, (len(a)+grainSum-1)/grainSum)
	For(len(parts), 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			parts[i] = finiteSerial(a[i*grainSum : min((i+1)*grainSum, len(a))])
		}
	})
	for _, finite := range parts {
		if !finite {
			return false
		}
	}
	return true
}

func finiteSerial[T Float](a []T) bool {
	var sum T
	if kernel := reduceOf[T]().finite; kernel != nil && len(a) >= 4*kernelLanes[T]() {
		var out lanes64[T]
		kernel(bytesOf(out[:]), bytesOf(a), len(a))
		for _, x := range out {
			sum += x
		}
		a = a[len(a)/(4*kernelLanes[T]())*4*kernelLanes[T]():]
	}
	for _, x := range a {
		sum += x - x
	}
	return sum == 0
}
