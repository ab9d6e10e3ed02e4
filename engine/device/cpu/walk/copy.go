package walk

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// This file copies operands of any layout and dtype.

// Copy copies with conversion. Contiguous operands are converted straight; the
// rest goes through staging.
func Copy(l *device.Launch) {
	out, in := &l.Args[0], &l.Args[1]
	n := out.Numel()
	if n == 0 {
		return
	}
	if Contiguous(out) && Contiguous(in) {
		to, from := out.DType.Size(), in.DType.Size()
		Share(l, n, 4*Grain, func(lo, hi int) {
			Convert(out.DType, in.DType, out.Mem[lo*to:hi*to], in.Mem[lo*from:hi*from], hi-lo)
		})
		return
	}
	d := out.DType
	if transposed(l) || copyLines(l) {
		return
	}
	Apply(l, &Kernel{Types: [MaxArgs]device.DType{d, d}, Run: func(_ *device.Launch, args *[MaxArgs][]byte, n int) {
		size := len(args[0]) / n
		if len(args[1]) == size && n > 1 {
			fillBytes(args[0], args[1])
			return
		}
		copy(args[0], args[1])
	}})
}

// fillBytes repeats the element in dst: in pieces that stay in the first cache, since copying those is as fast as memory takes them.
func fillBytes(dst, element []byte) {
	const piece = 8 << 10
	if !slices.ContainsFunc(element, func(b byte) bool { return b != 0 }) {
		clear(dst)
		return
	}
	for n := copy(dst, element); n < len(dst); {
		n += copy(dst[n:], dst[:min(n, piece)])
	}
}

// copyLines copies between operands of one type whose innermost dimension is contiguous in
// both: the lines of the last two dimensions at a time, in words of four bytes.
func copyLines(l *device.Launch) bool {
	out, in := &l.Args[0], &l.Args[1]
	p := NewLayout(l)
	p.sort()
	k, words := len(p.Shape), out.DType.Size()/4
	if k < 2 || out.DType != in.DType || words == 0 || p.Strides[0][k-1] != 1 || p.Strides[1][k-1] != 1 || p.Strides[1][k-2] < 0 {
		return false
	}
	dst, src := device.Slice[float32](out.Mem), device.Slice[float32](in.Mem)
	lines, width := p.Shape[k-2], p.Shape[k-1]*words
	Share(l, p.Numel/p.Shape[k-1], max(1, Grain/width), func(lo, hi int) {
		for lo < hi {
			n := min(hi-lo, lines-lo%lines)
			to, from := p.Offset(0, lo), p.Offset(1, lo)
			vec.CopyLines(dst[to*words:], p.Strides[0][k-2]*words, src[from*words:], p.Strides[1][k-2]*words, width, n)
			lo += n
		}
	})
	return true
}

// Offset is where a line of operand a begins, in elements.
func (p *Layout) Offset(a, line int) int {
	at := 0
	for d := len(p.Shape) - 2; d >= 0; d-- {
		at += line % p.Shape[d] * p.Strides[a][d]
		line /= p.Shape[d]
	}
	return at
}

// smallMatrix is the size from which one of many matrices is worth a call.
const smallMatrix = 64

// transposed copies matrices across memory; vec does it in tiles.
func transposed(l *device.Launch) bool {
	out, in := &l.Args[0], &l.Args[1]
	p := NewLayout(l)
	k := len(p.Shape)
	if k < 2 || out.DType != in.DType || p.Strides[0][k-1] != 1 || p.Strides[1][k-2] != 1 || p.Strides[1][k-1] < 2 || k > 2 && p.Shape[k-1]*p.Shape[k-2] < smallMatrix {
		return false
	}
	switch out.DType.Size() {
	case 1:
		transpose[uint8](p, out, in)
	case 2:
		transpose[uint16](p, out, in)
	case 4:
		transpose[float32](p, out, in)
	case 8:
		transpose[float64](p, out, in)
	default:
		return false
	}
	return true
}

// transpose copies the matrices of the last two dimensions.
func transpose[T device.Element](p *Layout, out, in *device.Operand) {
	k := len(p.Shape)
	rows, cols := p.Shape[k-2], p.Shape[k-1]
	dst, src := device.Slice[T](out.Mem), device.Slice[T](in.Mem)
	vec.For(p.Numel/(rows*cols), max(1, Grain/(rows*cols)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			vec.TransposeMatrix(dst[p.Offset(0, i*rows):], p.Strides[0][k-2], src[p.Offset(1, i*rows):], p.Strides[1][k-1], cols, rows)
		}
	})
}
