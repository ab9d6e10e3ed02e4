// This file defines copies between two-dimensional layouts.

package vec

import "unsafe"

// transposeBlock is the edge, in elements, of the blocks that a transposition visits
// one after the other, so that the pages and lines it touches stay in cache.
const transposeBlock = 64

// TransposeMatrix writes the transpose of src, rows×cols with srcStride elements from row to
// row, to dst, cols×rows with dstStride. Elements may be of any size; those of four and
// eight bytes have kernels. Slices too short for their matrix panic.
func TransposeMatrix[T any](dst []T, dstStride int, src []T, srcStride, rows, cols int) {
	if rows <= 0 || cols <= 0 {
		return
	}
	_, _ = src[(rows-1)*srcStride+cols-1], dst[(cols-1)*dstStride+rows-1]
	blocks := (rows + transposeBlock - 1) / transposeBlock
	For(blocks, max(1, grainSimple/(transposeBlock*cols)), func(lo, hi int) {
		room := new([8]*byte)
		for i := lo * transposeBlock; i < min(rows, hi*transposeBlock); i += transposeBlock {
			for j := 0; j < cols; j += transposeBlock {
				t := transposition[T]{dst[j*dstStride+i:], src[i*srcStride+j:], dstStride, srcStride, room}
				t.block(min(transposeBlock, rows-i), min(transposeBlock, cols-j))
			}
		}
	})
}

type transposition[T any] struct {
	dst, src             []T
	dstStride, srcStride int
	rows                 *[8]*byte
}

func (t *transposition[T]) block(rows, cols int) {
	kernel := transposeKernel[T]()
	i := 0
	if kernel != nil && kernel.transpose != nil {
		size := int(unsafe.Sizeof(t.src[0]))
		whole := cols / kernel.group * kernel.group
		for ; i+kernel.group <= rows && whole > 0; i += kernel.group {
			for r := range kernel.group {
				t.rows[r] = bytesOf(t.src[(i+r)*t.srcStride:])
			}
			kernel.transpose(bytesOf(t.dst[i:]), &t.rows[0], t.dstStride*size, whole)
			t.plain(i, i+kernel.group, whole, cols)
		}
	}
	t.plain(i, rows, 0, cols)
}

func (t *transposition[T]) plain(i0, i1, j0, j1 int) {
	for i := i0; i < i1; i++ {
		for j := j0; j < j1; j++ {
			t.dst[j*t.dstStride+i] = t.src[i*t.srcStride+j]
		}
	}
}

// transposeKernel serves every element type of its size: it only moves bits.
func transposeKernel[T any]() *gemmKernel {
	var zero T
	switch unsafe.Sizeof(zero) {
	case 4:
		return &active.gemm.f32
	case 8:
		return &active.gemm.f64
	}
	return nil
}

// Fill sets every element of dst to v.
func Fill[T any](dst []T, v T) {
	if len(dst) == 0 {
		return
	}
	For(len(dst), grainSimple, func(lo, hi int) {
		part := dst[lo:hi]
		part[0] = v
		for n := 1; n < len(part); { // doubling copies run at memmove's speed
			n += copy(part[n:], part[:min(n, 4096)])
		}
	})
}

// Gather sets dst[i] = src[i·stride]: a strided run made contiguous. A src too short
// panics.
func Gather[T any](dst, src []T, stride int) {
	switch {
	case len(dst) == 0:
	case stride == 0:
		Fill(dst, src[0])
	case stride == 1:
		copy(dst, src[:len(dst)])
	default:
		_ = src[(len(dst)-1)*stride]
		for i := range dst {
			dst[i] = src[i*stride]
		}
	}
}

// Scatter sets dst[i·stride] = src[i], the reverse of Gather.
func Scatter[T any](dst, src []T, stride int) {
	if stride == 1 {
		copy(dst, src)
		return
	}
	for i, v := range src {
		dst[i*stride] = v
	}
}
