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
