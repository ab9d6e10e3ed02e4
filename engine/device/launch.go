package device

import (
	"fmt"
	"sync/atomic"

	"gputour/engine/breath"
)

// Operand is a strided view of a buffer: element i of dimension d lies
// Offset + i·Strides[d] elements (not bytes) after the buffer's start. Broadcast
// dimensions have stride 0.
type Operand struct {
	DType   DType
	Shape   []int
	Strides []int
	Offset  int
	// Buffer holds the elements. It is nil for an immediate: one value, repeated,
	// whose bytes are Imm.
	Buffer *Buffer
	Imm    [16]byte

	// Mem is for the running device: the operand's bytes from its first element on.
	Mem []byte
}

// Numel is the number of elements.
func (o *Operand) Numel() int {
	n := 1
	for _, s := range o.Shape {
		n *= s
	}
	return n
}

// Span is the elements the operand reaches, low to high without high, counted from its
// buffer's start. Its error is that of an operand that leaves its buffer.
func (o *Operand) Span() (low, high int, err error) {
	if len(o.Strides) != len(o.Shape) {
		return 0, 0, fmt.Errorf("an operand has %d dimensions and %d strides", len(o.Shape), len(o.Strides))
	}
	low, high = o.Offset, o.Offset+1
	for i, n := range o.Shape {
		if n == 0 { // an empty view may stand past the end
			return 0, 0, nil
		}
		if reach := (n - 1) * o.Strides[i]; reach > 0 {
			high += reach
		} else {
			low += reach
		}
	}
	size := o.DType.Size()
	if o.Offset < 0 || low < 0 || high*size > o.Buffer.Bytes || o.Offset*size > o.Buffer.Bytes {
		return 0, 0, fmt.Errorf("an operand lies outside its buffer of %d bytes", o.Buffer.Bytes)
	}
	return low, high, nil
}

// Watch looks at an elementwise kernel's float results while they are in the nearest cache.
// A device need not: Of is the last result that was looked at.
type Watch struct {
	Of  *Buffer
	Odd atomic.Bool // an element of it was infinite or NaN
}

// Launch describes one kernel run. Args[:Outs] are written, the rest are read; an
// operand may appear on both sides when it is the same view. What F and I hold is said
// at each Op.
type Launch struct {
	Op      Op
	Compute DType // the type elementwise kernels compute in; see Op
	Outs    int
	Args    []Operand
	F       []float64
	I       []int
	// Stop, where there is one, becomes true when nobody waits for the result any more. A
	// kernel that runs long looks at it and may end early with an error of code Stopped;
	// what its outputs hold is then undefined.
	Stop  *atomic.Bool
	Watch *Watch // nil for none

	args [4]Operand
	f    [4]float64
	i    [8]int
}

// Reset clears l for reuse, keeping its inline room.
func (l *Launch) Reset(op Op) {
	for k := range l.Args {
		l.Args[k] = Operand{}
	}
	l.Op, l.Compute, l.Outs = op, NoDType, 1
	l.Args, l.F, l.I, l.Stop = l.args[:0], l.f[:0], l.i[:0], nil
	l.Watch = nil
}

// Stopped reports whether the work shall end. Where a stop arrives only in a breath it
// takes one.
func (l *Launch) Stopped() bool {
	if breath.Needed {
		breath.Take()
	}
	return l.Stop != nil && l.Stop.Load()
}

// Add appends an operand and returns it to be filled in.
func (l *Launch) Add() *Operand {
	l.Args = append(l.Args, Operand{})
	return &l.Args[len(l.Args)-1]
}
