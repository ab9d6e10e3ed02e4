package webgpu

import (
	"encoding/binary"
	"math"

	"gputour/engine/device"
)

// This file finds how a kernel walks over its operands: rows by their outer dimensions and elements of a row by the inner
// ones. An elementwise kernel has rows of one element.

// Bounds of a kernel.
const (
	maxArgs = 6
	maxDims = 6 // that are left when dimensions that lie together are one
)

// walk is the dimensions that a kernel counts through, and each operand's steps.
type walk struct {
	shape   []int
	strides [maxArgs][]int
}

// walkOf is the walk through dimensions [from, to) of the operands, which are all as long there as lead; an operand of
// fewer dimensions stays where it is. Dimensions that every operand has together become one.
func walkOf(args []device.Operand, lead, from, to int) (w walk) {
	for d := from; d < to; d++ {
		n := args[lead].Shape[d]
		if n == 1 {
			continue
		}
		last := len(w.shape) - 1
		together := last >= 0
		for a := range args {
			together = together && w.strides[a][last] == stride(&args[a], d)*n
		}
		if together {
			w.shape[last] *= n
		} else {
			w.shape, last = append(w.shape, n), last+1
		}
		for a := range args {
			w.strides[a] = append(w.strides[a][:last], stride(&args[a], d))
		}
	}
	return w
}

// stride is an operand's step along a dimension of the walk.
func stride(o *device.Operand, d int) int {
	if o.Buffer == nil || d >= len(o.Shape) || o.Shape[d] == 1 {
		return 0
	}
	return o.Strides[d]
}

// layout says where a kernel's parameters stand: what follows is by number of the word.
type layout struct {
	shape  int          // of the outer dimensions, then the inner ones
	args   [maxArgs]int // an operand's offset and strides, or the bits of an immediate
	f, i   int          // the launch's own
	length int
}

// The first words of every kernel.
const (
	wordCount = iota // rows
	wordWide         // workgroups in a line of the grid
	wordInner        // elements of a row
	headWords
)

// Words for a launch's own parameters.
const (
	mostF = 8
	mostI = 4
)

func layoutOf(k *key) (l layout) {
	dims := int(k.outer + k.inner)
	at := headWords
	l.shape = at
	at += dims
	for a := range k.args[:k.count] {
		l.args[a] = at
		if k.args[a].memory() {
			at += dims
		}
		at++
	}
	l.f = at
	l.i = at + mostF
	l.length = l.i + mostI
	return l
}

// params are the parameter words of a launch that walks so.
func params(k *key, l *device.Launch, args []device.Operand, outer, inner *walk) []uint32 {
	at := layoutOf(k)
	words := make([]uint32, at.length)
	words[wordCount], words[wordInner] = uint32(product(outer.shape)), uint32(product(inner.shape))
	put(words[at.shape:], outer.shape)
	put(words[at.shape+len(outer.shape):], inner.shape)
	for a := range args {
		room := words[at.args[a]:]
		if o := &args[a]; o.Buffer == nil {
			room[0] = immediate(o, k.compute)
		} else {
			room[0] = uint32(o.Offset)
			put(room[1:], outer.strides[a])
			put(room[1+len(outer.shape):], inner.strides[a])
		}
	}
	for n, v := range l.F {
		words[at.f+n] = math.Float32bits(float32(v))
	}
	for n, v := range l.I[:min(len(l.I), mostI)] {
		words[at.i+n] = uint32(int32(v))
	}
	return words
}

func put(words []uint32, values []int) {
	for i, v := range values {
		words[i] = uint32(v)
	}
}

func product(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

// immediate is one value as a kernel that computes in a type takes it.
func immediate(o *device.Operand, compute device.DType) uint32 {
	v := number(o)
	switch compute {
	case device.Float32:
		return math.Float32bits(float32(v))
	case device.Bool:
		if v != 0 {
			return 1
		}
		return 0
	}
	return uint32(int32(int64(v)))
}

// number is the value of an immediate of a type that whole reports.
func number(o *device.Operand) float64 {
	switch b := o.Imm[:]; o.DType {
	case device.Float32:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case device.Float64:
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	case device.Int64:
		return float64(int64(binary.LittleEndian.Uint64(b)))
	case device.Int32:
		return float64(int32(binary.LittleEndian.Uint32(b)))
	}
	return float64(o.Imm[0])
}
