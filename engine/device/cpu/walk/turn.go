package walk

import (
	"sync"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// This file applies elementwise kernels to operands of which some are transposed: x + x.T.

// Bounds in elements: fewer are staged as fast as they are turned; a block of rows stays in
// the second-level cache.
const (
	turnFrom  = 4 << 10
	turnBlock = 16 << 10
	turnLeast = 16 // rows of a block
)

// turned runs k where operands have their elements across the lines of the output: of a block
// of lines at a time they are laid straight, in tiles.
func turned(l *device.Launch, k *Kernel, p *Layout) bool {
	if l.Watch != nil || len(p.Shape) != 2 || !p.Dense(0) || p.Numel < turnFrom || p.Shape[1] > turnBlock || p.Shape[0] < turnLeast {
		return false
	}
	some := false
	for a := 1; a < p.args; a++ {
		if p.across(a) {
			some = true
			if l.Args[a].Buffer == l.Args[0].Buffer {
				return false // what is written may be read again
			}
		}
	}
	if !some {
		return false
	}
	block := max(turnLeast, turnBlock/p.Shape[1])
	Share(l, p.Shape[0], block, func(lo, hi int) {
		room := turns.Get().(*turning)
		defer turns.Put(room)
		for ; lo < hi; lo += block {
			room.Run(l, k, p, lo, min(lo+block, hi))
		}
	})
	return true
}

// across reports an operand that is contiguous along the first dimension alone.
func (p *Layout) across(a int) bool { return p.Strides[a][0] == 1 && p.Strides[a][1] > 1 }

// turning is the room for one block.
type turning struct {
	launch device.Launch
	args   [MaxArgs]device.Operand
	shape  [2]int
	across [MaxArgs][2]int
	mem    [MaxArgs][]byte
}

var turns = sync.Pool{New: func() any { return new(turning) }}

// Run computes the lines from lo to hi.
func (t *turning) Run(l *device.Launch, k *Kernel, p *Layout, lo, hi int) {
	width := p.Shape[1]
	t.launch, t.shape = *l, [2]int{hi - lo, width}
	t.launch.Args = t.args[:p.args]
	for a := range t.launch.Args {
		o := &t.args[a]
		*o = l.Args[a]
		if o.Buffer == nil && len(o.Strides) == 0 {
			continue // a number
		}
		size := o.DType.Size()
		o.Mem, o.Shape, o.Strides = o.Mem[lo*p.Strides[a][0]*size:], t.shape[:], p.Strides[a]
		if a > 0 && p.across(a) {
			t.across[a] = [2]int{width, 1}
			o.Mem, o.Strides = t.straight(a, o, p.Strides[a][1]), t.across[a][:]
		}
	}
	Apply(&t.launch, k)
	t.launch, t.args = device.Launch{}, [MaxArgs]device.Operand{}
}

// straight lays the elements of an operand, whose lines lie step apart, in the order of lines.
func (t *turning) straight(a int, o *device.Operand, step int) []byte {
	rows, cols, size := t.shape[0], t.shape[1], o.DType.Size()
	if len(t.mem[a]) < rows*cols*size {
		t.mem[a] = device.Aligned(rows * cols * size)
	}
	to := t.mem[a][:rows*cols*size]
	switch size {
	case 1:
		vec.TransposeMatrix(to, cols, o.Mem, step, cols, rows)
	case 2:
		vec.TransposeMatrix(device.Slice[uint16](to), cols, device.Slice[uint16](o.Mem), step, cols, rows)
	case 4:
		vec.TransposeMatrix(device.Slice[float32](to), cols, device.Slice[float32](o.Mem), step, cols, rows)
	case 8:
		vec.TransposeMatrix(device.Slice[float64](to), cols, device.Slice[float64](o.Mem), step, cols, rows)
	default:
		vec.TransposeMatrix(device.Slice[complex128](to), cols, device.Slice[complex128](o.Mem), step, cols, rows)
	}
	return to
}
