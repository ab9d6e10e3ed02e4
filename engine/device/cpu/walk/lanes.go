package walk

import (
	"sync"

	"gputour/engine/device"
)

// This file gives kernels that work along a few dimensions (reductions, scans, sorts,
// softmax) their lanes: contiguous runs of the compute type.

// Lanes splits an operand into outer positions and, for each, the elements of the
// trailing dimensions, its lane.
type Lanes struct {
	Operand      *device.Operand
	Compute      device.DType
	Outer, Inner *Layout // one operand each
	Direct       bool    // lanes are contiguous and of the compute type
}

// SplitLanes takes the operand's last trailing dimensions as lanes.
func SplitLanes(o *device.Operand, trailing int, compute device.DType) Lanes {
	cut := len(o.Shape) - trailing
	s := Lanes{Operand: o, Compute: compute}
	s.Outer = ViewLayout(o.Shape[:cut], StridesOf(o, 0, cut))
	s.Inner = ViewLayout(o.Shape[cut:], StridesOf(o, cut, len(o.Shape)))
	s.Direct = o.DType == compute && (s.Inner.Dense(0) || s.Inner.Numel <= 1)
	return s
}

// StridesOf are the strides of an operand's dimensions from lo to hi.
func StridesOf(o *device.Operand, lo, hi int) []int {
	if o.Buffer == nil && len(o.Strides) == 0 {
		return make([]int, hi-lo)
	}
	return o.Strides[lo:hi]
}

// layouts are kept for the next launches.
var layouts = sync.Pool{New: func() any { return new(Layout) }}

// ViewLayout is the layout of one operand.
func ViewLayout(shape, strides []int) *Layout {
	p := layouts.Get().(*Layout)
	nd := len(shape)
	rows := p.room[:]
	if 2*nd > len(rows) {
		rows = make([]int, 2*nd)
	}
	p.args, p.Numel = 1, 1
	p.Shape, p.Strides[0] = rows[:0:nd], rows[nd:nd:2*nd]
	for d, n := range shape {
		p.Numel *= n
		if n == 1 {
			continue
		}
		if k := len(p.Shape) - 1; k >= 0 && p.Strides[0][k] == strides[d]*n {
			p.Shape[k] *= n
			p.Strides[0][k] = strides[d]
			continue
		}
		p.Shape = append(p.Shape, n)
		p.Strides[0] = append(p.Strides[0], strides[d])
	}
	return p
}

// Free gives the layouts back when nobody uses the lanes any more.
func (s *Lanes) Free() {
	if s.Outer != nil {
		layouts.Put(s.Outer)
		layouts.Put(s.Inner)
		s.Outer, s.Inner = nil, nil
	}
}

// Offset is where the lane of a linear outer position begins, in elements.
func (s *Lanes) Offset(position int) int {
	at := 0
	for d := len(s.Outer.Shape) - 1; d >= 0; d-- {
		n := s.Outer.Shape[d]
		at += position % n * s.Outer.Strides[0][d]
		position /= n
	}
	return at
}

// Scratch is room for one lane in a goroutine. What is in it at first is anything.
type Scratch struct{ raw, lane []byte }

// rooms are kept for the next launches: clearing fresh memory costs as much as filling it.
var rooms = sync.Pool{New: func() any { return new(Scratch) }}

// Scratch is room for one lane; there is none where lanes need not be staged.
func (s *Lanes) Scratch() *Scratch {
	room := rooms.Get().(*Scratch)
	if s.Direct {
		return room
	}
	n := s.Inner.Numel
	room.lane = atLeast(room.lane, n*s.Compute.Size())
	if s.Operand.DType != s.Compute {
		room.raw = atLeast(room.raw, n*s.Operand.DType.Size())
	}
	return room
}

// Free gives the room back when nobody uses the lane any more.
func (room *Scratch) Free() { rooms.Put(room) }

// atLeast is the given memory in another size, or new one.
func atLeast(mem []byte, size int) []byte {
	if size <= cap(mem) {
		return mem[:size]
	}
	return device.Aligned(size)
}

// Load returns the lane of a position as contiguous elements of the compute type. The
// bytes may be the operand's own: they must not be written.
func (s *Lanes) Load(position int, room *Scratch) []byte {
	n, size := s.Inner.Numel, s.Operand.DType.Size()
	if n == 0 {
		return nil
	}
	mem := s.Operand.Mem[s.Offset(position)*size:]
	if s.Direct {
		return mem[:n*size]
	}
	if s.Inner.Dense(0) || n <= 1 {
		Convert(s.Compute, s.Operand.DType, room.lane, mem, n)
		return room.lane
	}
	c := NewCursor(s.Inner, 0, 0)
	if s.Operand.DType == s.Compute {
		gather(room.lane, mem, size, &c, n)
		return room.lane
	}
	gather(room.raw, mem, size, &c, n)
	Convert(s.Compute, s.Operand.DType, room.lane, room.raw, n)
	return room.lane
}

// Target returns bytes to compute a lane into: the operand's own where it can be
// written in place.
func (s *Lanes) Target(position int, room *Scratch) []byte {
	if s.Direct {
		size := s.Operand.DType.Size()
		at := s.Offset(position) * size
		return s.Operand.Mem[at : at+s.Inner.Numel*size]
	}
	return room.lane
}

// Store puts a computed lane where it belongs.
func (s *Lanes) Store(position int, room *Scratch) {
	if s.Direct {
		return
	}
	n, size := s.Inner.Numel, s.Operand.DType.Size()
	mem := s.Operand.Mem[s.Offset(position)*size:]
	src := room.lane
	if s.Operand.DType != s.Compute {
		Convert(s.Operand.DType, s.Compute, room.raw, room.lane, n)
		src = room.raw
	}
	c := NewCursor(s.Inner, 0, 0)
	scatter(mem, src, size, &c, n)
}

// Put writes one element of the compute type at an outer position of an operand that
// has outer dimensions only.
func Put(o *device.Operand, offset int, compute device.DType, element []byte) {
	size := o.DType.Size()
	Convert(o.DType, compute, o.Mem[offset*size:], element, 1)
}

// EachLane runs body over all outer positions, on several cores where that pays.
func EachLane(l *device.Launch, outer, inner int, body func(lo, hi int)) {
	Share(l, outer, max(1, Grain/4/max(inner, 1)), body)
}
