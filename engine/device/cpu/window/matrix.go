package window

import (
	"gputour/engine/breath"
	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file has the products of matrices and, by way of them, convolutions.

// matrix is one matrix of a batch: element (r, c) is data[r*row + c*col].
type matrix[T device.Element] struct {
	data     []T
	row, col int
}

// Multiply runs a product of matrices, a convolution, or a gradient of one; false where there is no kernel for it.
func Multiply(l *device.Launch) bool {
	if l.Op != device.OpMatmul {
		switch l.Args[0].DType {
		case device.Float32:
			return runConv[float32](l)
		case device.Float64:
			return runConv[float64](l)
		}
		return false
	}
	if l.Args[1].DType != l.Args[0].DType {
		return matmulWide(l)
	}
	switch l.Args[0].DType {
	case device.Float32:
		matmul(l, gemm[float32])
	case device.Float64:
		matmul(l, gemm[float64])
	case device.Float16, device.BFloat16:
		matmulHalf(l)
	case device.Int8:
		matmul(l, plainGemm[int8])
	case device.Int16:
		matmul(l, plainGemm[int16])
	case device.Int32:
		matmul(l, plainGemm[int32])
	case device.Int64:
		matmul(l, plainGemm[int64])
	case device.Uint8:
		matmul(l, plainGemm[uint8])
	case device.Complex64:
		matmul(l, plainGemm[complex64])
	case device.Complex128:
		matmul(l, plainGemm[complex128])
	default:
		return false
	}
	return true
}

// product computes c = beta·c + alpha·a·b for an m×k and a k×n matrix.
type productFunc[T device.Element] func(l *device.Launch, m, n, k int, alpha T, a, b matrix[T], beta T, c matrix[T])

func matmul[T device.Element](l *device.Launch, f productFunc[T]) {
	out, a, b := &l.Args[0], &l.Args[1], &l.Args[2]
	m, n, k := out.Shape[1], out.Shape[2], a.Shape[2]
	beta, alpha := fromFloat[T](l.F[0]), fromFloat[T](l.F[1])
	one := func(i int) {
		f(l, m, n, k, alpha, batchOf[T](a, i), batchOf[T](b, i), beta, batchOf[T](out, i))
	}
	if out.Shape[0] == 1 {
		one(0)
		return
	}
	walk.Share(l, out.Shape[0], max(1, walk.Grain/max(m*n*k/8, 1)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			one(i)
		}
	})
}

func fromFloat[T device.Element](f float64) T {
	var t T
	switch p := any(&t).(type) {
	case *float32:
		*p = float32(f)
	case *float64:
		*p = f
	case *complex64:
		*p = complex(float32(f), 0)
	case *complex128:
		*p = complex(f, 0)
	case *int8:
		*p = int8(f)
	case *int16:
		*p = int16(f)
	case *int32:
		*p = int32(f)
	case *int64:
		*p = int64(f)
	case *uint8:
		*p = uint8(f)
	}
	return t
}

func batchOf[T device.Element](o *device.Operand, i int) matrix[T] {
	data := device.Slice[T](o.Mem)
	return matrix[T]{data[min(i*o.Strides[0], len(data)):], o.Strides[1], o.Strides[2]}
}

// gemm hands a product to vec, whose matrices have rows or columns without gaps.
func gemm[T float32 | float64](l *device.Launch, m, n, k int, alpha T, a, b matrix[T], beta T, c matrix[T]) {
	if m == 0 || n == 0 {
		return
	}
	if c.row == 0 && c.col == 0 && a.col == 1 && b.row == 1 && beta == 0 { // two vectors
		c.data[0] = alpha * vec.Dot(a.data[:k], b.data[:k])
		return
	}
	if c.col != 1 && n > 1 {
		room := make([]T, m*n)
		if beta != 0 {
			repack(room, c, m, n)
		}
		gemm(l, m, n, k, alpha, a, b, beta, matrix[T]{room, n, 1})
		for r := range m {
			for j := range n {
				c.data[r*c.row+j*c.col] = room[r*n+j]
			}
		}
		return
	}
	ta, lda, da := oriented(a, m, k)
	tb, ldb, db := oriented(b, k, n)
	step := rowsAtATime(m, n, k)
	for r := 0; r < m && !l.Stopped(); r += step {
		rows := da[r*lda:]
		if ta {
			rows = da[r:]
		}
		vec.Gemm(ta, tb, min(step, m-r), n, k, alpha, rows, lda, db, ldb, beta, c.data[r*c.row:], max(c.row, n))
	}
}

// gemmBurst is how many multiply-adds run between two looks at the launch's Stop: some
// tenths of a second, in a browser's tab too.
func gemmBurst() int {
	if breath.Needed {
		return 1 << 30
	}
	return 1 << 33
}

// rowsAtATime is how many rows of a product are computed at once: of a large one a part,
// in whole blocks, which are computed alike wherever they stand.
func rowsAtATime(m, n, k int) int {
	const block = 96
	if float64(m)*float64(n)*float64(k) <= float64(gemmBurst()) || m <= block {
		return max(m, 1)
	}
	return max(1, gemmBurst()/block/n/k) * block
}

// oriented gives a matrix in the form gemm takes, copied if neither its rows nor its
// columns are contiguous.
func oriented[T float32 | float64](a matrix[T], rows, cols int) (vec.Transpose, int, []T) {
	switch {
	case (a.col == 1 || cols == 1) && (a.row >= cols || rows == 1):
		return vec.NoTrans, max(a.row, cols), a.data
	case (a.row == 1 || rows == 1) && (a.col >= rows || cols == 1):
		return vec.Trans, max(a.col, rows), a.data
	}
	room := make([]T, rows*cols)
	repack(room, a, rows, cols)
	return vec.NoTrans, cols, room
}

func repack[T device.Element](dst []T, a matrix[T], rows, cols int) {
	for r := range rows {
		for c := range cols {
			dst[r*cols+c] = a.data[r*a.row+c*a.col]
		}
	}
}

// plainGemm is the product for element types that are rare in products.
func plainGemm[T device.Element](l *device.Launch, m, n, k int, alpha T, a, b matrix[T], beta T, c matrix[T]) {
	for r := range m {
		if l.Stopped() {
			return
		}
		for j := range n {
			var s T
			for i := range k {
				s += a.data[r*a.row+i*a.col] * b.data[i*b.row+j*b.col]
			}
			at := r*c.row + j*c.col
			if beta == 0 {
				c.data[at] = alpha * s
			} else {
				c.data[at] = beta*c.data[at] + alpha*s
			}
		}
	}
}

// matmulHalf multiplies in float32 and rounds once.
func matmulHalf(l *device.Launch) {
	wide := widened(l, device.Float32)
	matmul(wide, gemm[float32])
	copyOperand(l.Args[0], wide.Args[0])
}

// matmulWide multiplies 8-bit integers into int32, and 8-bit floats into other floats: then further operands are scales of
// the results. Sums of integers are those of float64, which has all of them.
func matmulWide(l *device.Launch) bool {
	in, out := l.Args[1].DType, l.Args[0].DType
	switch {
	case in == device.Int8 && out == device.Int32:
		wide := widened(l, device.Float64)
		matmul(wide, gemm[float64])
		copyOperand(l.Args[0], wide.Args[0])
	case in.IsFloat8() && l.Args[2].DType.IsFloat8() && out.IsFloat():
		wide := widened(l, device.Float32)
		matmul(wide, gemm[float32])
		for _, scale := range l.Args[3:] {
			multiplyBy(&wide.Args[0], &scale)
		}
		copyOperand(l.Args[0], wide.Args[0])
	default:
		return false
	}
	return true
}

// widened is a product whose operands have been converted.
func widened(l *device.Launch, d device.DType) *device.Launch {
	wide := &device.Launch{Op: l.Op, Outs: 1, F: l.F, Stop: l.Stop, Args: make([]device.Operand, 3)}
	for i := range wide.Args {
		o := l.Args[i]
		wide.Args[i] = device.Operand{DType: d, Shape: o.Shape, Strides: walk.RowMajor(o.Shape), Mem: device.Aligned(d.Size() * o.Numel()), Buffer: o.Buffer}
		copyOperand(wide.Args[i], o)
	}
	return wide
}

// multiplyBy scales a contiguous matrix by one that is strided.
func multiplyBy(x, scale *device.Operand) {
	data, by := device.Slice[float32](x.Mem), device.Slice[float32](scale.Mem)
	columns := x.Shape[2]
	for r := range x.Shape[1] {
		row := data[r*columns:][:columns]
		for c := range row {
			row[c] *= by[r*scale.Strides[1]+c*scale.Strides[2]]
		}
	}
}

func copyOperand(dst, src device.Operand) {
	l := device.Launch{Op: device.OpCopy, Outs: 1, Args: []device.Operand{dst, src}}
	walk.Copy(&l)
}
