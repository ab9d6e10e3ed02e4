// This file defines sums of floats in the order PyTorch adds them.
//
// PyTorch's CPU sum (aten/src/ATen/native/cpu/SumKernel.cpp, "cascade sum") adds vectors
// of eight float32 or four float64 in four interleaved chains; each chain collects
// 2^power sums of one level before they join the next of four levels. Rounding depends
// on that order alone, so the same order gives the same bits.

package vec

import (
	"math/bits"
	"unsafe"
)

// reduceKernels are the assembly reductions, by element type.
type reduceKernels struct {
	f32, f64    floatReduce
	i32, i64    intReduce
	wideMoments func(out, a, shift *byte, n int) // of float32, in float64
}

type floatReduce struct {
	cascade            func(out, src *byte, rowStride, colStride, rows, power int)
	rowSum             func(out, src *byte, vectors, power int)
	max, min, finite   func(out, src *byte, n int)
	dot                func(out, a, b *byte, n int)
	expSum, expSumOnly func(dst, a, max, sum *byte, n int)
	// of up to 128 elements, see pairwise.go
	pairwise, pairwiseSquares func(out, src, shift *byte, n int)
}

type intReduce struct{ max, min, sum func(out, src *byte, n int) }

func reduceOf[T Float]() *floatReduce {
	if elemOf[T]() == elemF64 {
		return &active.reduce.f64
	}
	return &active.reduce.f32
}

// chains is the number of interleaved sums; partial holds one vector for each.
const chains = 4

type partial[T Float] [8 * chains]T

// vecLen is the vector length of PyTorch's AVX2 kernels: 32 bytes.
func vecLen[T Float]() int {
	var zero T
	return 32 / int(unsafe.Sizeof(zero))
}

// grainSum is the length from which one sum is shared among cores.
const grainSum = 64 << 10

// Sum adds up a, with the result PyTorch's sum gives on one thread.
func Sum[T Float](a []T) T {
	return new(partial[T]).sum(a)
}

// sum is Sum, with p as its room.
func (p *partial[T]) sum(a []T) T {
	width := vecLen[T]()
	if len(a) < width {
		return scalarSum(a, 1, len(a))
	}
	*p = partial[T]{}
	sumVectors(p, a, width)
	var total T
	for _, x := range a[len(a)/width*width:] {
		total += x
	}
	for _, x := range p[:width] {
		total += x
	}
	return total
}

// sumVectors adds the whole vectors of a into the first vector of p.
func sumVectors[T Float](p *partial[T], a []T, width int) {
	vectors := len(a) / width
	inner := vectors / chains
	switch kernel := reduceOf[T]().rowSum; {
	case len(a) >= grainSum:
		cascadeLong(p, a, inner)
	case kernel != nil:
		kernel(bytesOf(p[:]), bytesOf(a), vectors, cascadePower(inner))
		return
	default:
		cascade(p, a, chains*width, width, inner, cascadePower(inner))
	}
	for v := inner * chains; v < vectors; v++ {
		for i := range width {
			p[i] += a[v*width+i]
		}
	}
	p.joinChains(width)
}

func (p *partial[T]) joinChains(width int) {
	for k := 1; k < chains; k++ {
		for i := range width {
			p[i] += p[k*width+i]
		}
	}
}

// SumRows sets dst[i] to the sum of a's row i; rows have width elements.
func SumRows[T Float](dst, a []T, width int) {
	if width <= 0 {
		clear(dst)
		return
	}
	rows := min(len(dst), len(a)/width)
	For(rows, max(1, grainSum/width), func(lo, hi int) {
		var room partial[T]
		for i := lo; i < hi; i++ {
			dst[i] = room.sum(a[i*width : (i+1)*width])
		}
	})
}

// SumColumns sets dst[j] to the sum of column j of a, whose rows have len(dst) elements.
func SumColumns[T Float](dst, a []T) {
	width := len(dst)
	if width == 0 {
		return
	}
	rows, group := len(a)/width, vecLen[T]()*chains
	if width < vecLen[T]() {
		sumNarrow(dst, a, rows)
		return
	}
	groups := width / group
	For(groups, max(1, grainSum/max(rows*group, 1)), func(lo, hi int) {
		var p partial[T]
		for g := lo; g < hi; g++ {
			cascade(&p, a[g*group:], width, vecLen[T](), rows, cascadePower(rows))
			copy(dst[g*group:(g+1)*group], p[:group])
		}
	})
	j := groups * group
	for ; j+vecLen[T]() <= width; j += vecLen[T]() {
		sumVectorColumn(dst[j:j+vecLen[T]()], a[j:], width, rows)
	}
	for ; j < width; j++ {
		dst[j] = scalarSum(a[j:], width, rows)
	}
}

// sumVectorColumn sums one vector of columns, its rows dealt to the four chains.
func sumVectorColumn[T Float](dst, a []T, stride, rows int) {
	var p partial[T]
	inner := rows / chains
	cascade(&p, a, chains*stride, stride, inner, cascadePower(inner))
	for r := inner * chains; r < rows; r++ {
		for i := range dst {
			p[i] += a[r*stride+i]
		}
	}
	p.joinChains(len(dst))
	copy(dst, p[:])
}

// sumNarrow sums columns of a matrix narrower than a vector: four columns at once, then
// single ones.
func sumNarrow[T Float](dst, a []T, rows int) {
	width, j := len(dst), 0
	for ; j+chains <= width; j += chains {
		p := scalarCascade(a[j:], width, 1, rows)
		copy(dst[j:], p[:])
	}
	for ; j < width; j++ {
		dst[j] = scalarSum(a[j:], width, rows)
	}
}

// scalarSum adds n elements that lie stride apart, in four chains of scalars.
func scalarSum[T Float](a []T, stride, n int) T {
	inner := n / chains
	p := scalarCascade(a, chains*stride, stride, inner)
	for i := inner * chains; i < n; i++ {
		p[0] += a[i*stride]
	}
	return p[0] + p[1] + p[2] + p[3]
}

// cascadePower is the logarithm of how many sums a level collects.
func cascadePower(rows int) int {
	log := 1
	if rows > 2 {
		log = bits.Len(uint(rows - 1))
	}
	return max(4, log/4)
}

// cascade adds rows of four vectors; strides are in elements.
func cascade[T Float](p *partial[T], a []T, rowStride, colStride, rows, power int) {
	if rows == 0 {
		return
	}
	if kernel := reduceOf[T]().cascade; kernel != nil {
		size := int(unsafe.Sizeof(a[0]))
		kernel(bytesOf(p[:]), bytesOf(a), rowStride*size, colStride*size, rows, power)
		return
	}
	width := vecLen[T]()
	for k := range chains {
		for i := range width {
			p[k*width+i] = levels(a[k*colStride+i:], rowStride, rows, power)
		}
	}
}

func scalarCascade[T Float](a []T, rowStride, colStride, rows int) [chains]T {
	var p [chains]T
	if rows > 0 {
		for k := range p {
			p[k] = levels(a[k*colStride:], rowStride, rows, cascadePower(rows))
		}
	}
	return p
}

// levels is one chain of one lane.
func levels[T Float](a []T, stride, rows, power int) T {
	var acc [4]T
	step, i := 1<<power, 0
	for i+step <= rows {
		for range step {
			acc[0] += a[i*stride]
			i++
		}
		for j := 1; j < len(acc); j++ {
			acc[j] += acc[j-1]
			acc[j-1] = 0
			if i&((step-1)<<(j*power)) != 0 {
				break
			}
		}
	}
	for ; i < rows; i++ {
		acc[0] += a[i*stride]
	}
	return acc[0] + acc[1] + acc[2] + acc[3]
}

// cascadeLong is cascade over a contiguous slice, shared among the cores: a whole
// second level is a unit whose sum does not depend on what precedes it.
func cascadeLong[T Float](p *partial[T], a []T, rows int) {
	width, power := chains*vecLen[T](), cascadePower(rows)
	unit := 1 << (2 * power)
	units := rows / unit
	sums := make([]partial[T], units)
	For(units, max(1, grainSum/2/(unit*width)), func(lo, hi int) {
		for u := lo; u < hi; u++ {
			cascade(&sums[u], a[u*unit*width:], width, vecLen[T](), unit, power)
		}
	})
	var third, fourth partial[T]
	for u := range sums {
		third.add(&sums[u])
		if (u+1)&(1<<power-1) == 0 {
			fourth.add(&third)
			third = partial[T]{}
		}
	}
	rest := units * unit
	cascade(p, a[rest*width:], width, vecLen[T](), rows-rest, power)
	p.add(&third)
	p.add(&fourth)
}

func (p *partial[T]) add(q *partial[T]) {
	for i := range p {
		p[i] += q[i]
	}
}

// SumInt adds up integers, wrapping as their type does.
func SumInt[T Integer](a []T) T {
	if len(a) < 2*grainSum {
		return sumIntSerial(a)
	}
	parts := make([]T, (len(a)+grainSum-1)/grainSum)
	For(len(parts), 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			parts[i] = sumIntSerial(a[i*grainSum : min((i+1)*grainSum, len(a))])
		}
	})
	return sumIntSerial(parts)
}

func sumIntSerial[T Integer](a []T) T {
	var total T
	kernel := active.reduce.i64.sum
	if elemOf[T]() == elemI32 {
		kernel = active.reduce.i32.sum
	}
	if e := elemOf[T](); kernel != nil && (e == elemI32 || e == elemI64) {
		lanes := kernelLanes[T]()
		var out lanes64[T]
		kernel(bytesOf(out[:]), bytesOf(a), len(a))
		for _, x := range out[:lanes] {
			total += x
		}
		a = a[len(a)/(2*lanes)*2*lanes:]
	}
	for _, x := range a {
		total += x
	}
	return total
}
