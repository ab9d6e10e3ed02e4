package device

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
	l.Args, l.F, l.I = l.args[:0], l.f[:0], l.i[:0]
}

// Add appends an operand and returns it to be filled in.
func (l *Launch) Add() *Operand {
	l.Args = append(l.Args, Operand{})
	return &l.Args[len(l.Args)-1]
}
