package cpu

import (
	"sync"

	"gputour/engine/device"
)

// This file gives kernels that work along a few dimensions (reductions, scans, sorts,
// softmax) their lanes: contiguous runs of the compute type.

// lanes splits an operand into outer positions and, for each, the elements of the
// trailing dimensions, its lane.
type lanes struct {
	o            *device.Operand
	compute      device.DType
	outer, inner *layout // one operand each
	direct       bool    // lanes are contiguous and of the compute type
}

// splitLanes takes the operand's last trailing dimensions as lanes.
func splitLanes(o *device.Operand, trailing int, compute device.DType) lanes {
	cut := len(o.Shape) - trailing
	s := lanes{o: o, compute: compute}
	s.outer = viewLayout(o.Shape[:cut], strideSlice(o, 0, cut))
	s.inner = viewLayout(o.Shape[cut:], strideSlice(o, cut, len(o.Shape)))
	s.direct = o.DType == compute && (s.inner.dense(0) || s.inner.numel <= 1)
	return s
}

func strideSlice(o *device.Operand, lo, hi int) []int {
	if o.Buffer == nil && len(o.Strides) == 0 {
		return make([]int, hi-lo)
	}
	return o.Strides[lo:hi]
}

// layouts are kept for the next launches.
var layouts = sync.Pool{New: func() any { return new(layout) }}

// viewLayout is the layout of one operand.
func viewLayout(shape, strides []int) *layout {
	p := layouts.Get().(*layout)
	nd := len(shape)
	rows := p.room[:]
	if 2*nd > len(rows) {
		rows = make([]int, 2*nd)
	}
	p.args, p.numel = 1, 1
	p.shape, p.strides[0] = rows[:0:nd], rows[nd:nd:2*nd]
	for d, n := range shape {
		p.numel *= n
		if n == 1 {
			continue
		}
		if k := len(p.shape) - 1; k >= 0 && p.strides[0][k] == strides[d]*n {
			p.shape[k] *= n
			p.strides[0][k] = strides[d]
			continue
		}
		p.shape = append(p.shape, n)
		p.strides[0] = append(p.strides[0], strides[d])
	}
	return p
}

// free gives the layouts back when nobody uses the lanes any more.
func (s *lanes) free() {
	if s.outer != nil {
		layouts.Put(s.outer)
		layouts.Put(s.inner)
		s.outer, s.inner = nil, nil
	}
}

// offset is where the lane of a linear outer position begins, in elements.
func (s *lanes) offset(position int) int {
	at := 0
	for d := len(s.outer.shape) - 1; d >= 0; d-- {
		n := s.outer.shape[d]
		at += position % n * s.outer.strides[0][d]
		position /= n
	}
	return at
}

// scratch is room for one lane in a goroutine.
type scratch struct{ raw, lane []byte }

func (s *lanes) scratch() scratch {
	if s.direct {
		return scratch{}
	}
	n := s.inner.numel
	room := scratch{lane: device.Aligned(n * s.compute.Size())}
	if s.o.DType != s.compute {
		room.raw = device.Aligned(n * s.o.DType.Size())
	}
	return room
}

// load returns the lane of a position as contiguous elements of the compute type. The
// bytes may be the operand's own: they must not be written.
func (s *lanes) load(position int, room *scratch) []byte {
	n, size := s.inner.numel, s.o.DType.Size()
	if n == 0 {
		return nil
	}
	mem := s.o.Mem[s.offset(position)*size:]
	if s.direct {
		return mem[:n*size]
	}
	if s.inner.dense(0) || n <= 1 {
		convert(s.compute, s.o.DType, room.lane, mem, n)
		return room.lane
	}
	c := newCursor(s.inner, 0, 0)
	if s.o.DType == s.compute {
		gather(room.lane, mem, size, &c, n)
		return room.lane
	}
	gather(room.raw, mem, size, &c, n)
	convert(s.compute, s.o.DType, room.lane, room.raw, n)
	return room.lane
}

// target returns bytes to compute a lane into: the operand's own where it can be
// written in place.
func (s *lanes) target(position int, room *scratch) []byte {
	if s.direct {
		size := s.o.DType.Size()
		at := s.offset(position) * size
		return s.o.Mem[at : at+s.inner.numel*size]
	}
	return room.lane
}

// store puts a computed lane where it belongs.
func (s *lanes) store(position int, room *scratch) {
	if s.direct {
		return
	}
	n, size := s.inner.numel, s.o.DType.Size()
	mem := s.o.Mem[s.offset(position)*size:]
	src := room.lane
	if s.o.DType != s.compute {
		convert(s.o.DType, s.compute, room.raw, room.lane, n)
		src = room.raw
	}
	c := newCursor(s.inner, 0, 0)
	scatter(mem, src, size, &c, n)
}

// put writes one element of the compute type at an outer position of an operand that
// has outer dimensions only.
func put(o *device.Operand, offset int, compute device.DType, element []byte) {
	size := o.DType.Size()
	convert(o.DType, compute, o.Mem[offset*size:], element, 1)
}

// eachLane runs body over all outer positions, on several cores where that pays.
func eachLane(l *device.Launch, outer, inner int, body func(lo, hi int)) {
	share(l, outer, max(1, grain/4/max(inner, 1)), body)
}
