package kernels

import (
	"math"
	"unsafe"

	"gputour/engine/device"
)

// This file plans what makes elements: see src/create.cu.

// sequence mirrors Sequence of create.cu.
type sequence struct {
	out          address
	dtype, count int64
	start, step  float64
	first, by    int64
}

func planSequence(p *Plan, l *device.Launch) bool {
	o := &l.Args[0]
	if !contiguous(o) || o.Buffer == nil {
		return false
	}
	s := sequence{dtype: int64(o.DType), count: int64(o.Numel())}
	if o.DType.IsIntegral() && l.Op == device.OpArange {
		s.first, s.by = int64(l.I[0]), int64(l.I[1])
	} else {
		s.start, s.step = l.F[0], l.F[1]
	}
	if s.count > 0 {
		add(p, l.Op.String(), flat(ceilDiv(int(s.count), blockThreads)), flat(blockThreads), &s, p.operand(unsafe.Offsetof(s.out), 0))
	}
	return true
}

// triangle mirrors Triangle of create.cu.
type triangle struct {
	out                            address
	count, rows, columns, diagonal int64
	upper, size                    int32
}

func planTri(p *Plan, l *device.Launch) bool {
	o := &l.Args[0]
	n := len(o.Shape)
	if !contiguous(o) || o.Buffer == nil || n < 2 {
		return false
	}
	t := triangle{count: int64(o.Numel()), rows: int64(o.Shape[n-2]), columns: int64(o.Shape[n-1]), diagonal: int64(l.I[0]),
		upper: int32(bit(l.I[1] == 1)), size: int32(o.DType.Size())}
	if t.count > 0 {
		add(p, "tri", flat(ceilDiv(int(t.count), blockThreads)), flat(blockThreads), &t, p.operand(unsafe.Offsetof(t.out), 0))
	}
	return true
}

// random mirrors Random of create.cu.
type random struct {
	out                   address
	dtype, count, threads int64
	seed, offset          uint64
	a, b                  float64
	base                  int64
	span                  uint64
	kind                  int64
}

const randomIntegers = 2 // the distribution whose parameters are integers: see ops.md

func planRandom(p *Plan, l *device.Launch) bool {
	o := &l.Args[0]
	if !contiguous(o) || o.Buffer == nil {
		return false
	}
	r := random{dtype: int64(o.DType), count: int64(o.Numel()), kind: int64(l.I[0]), seed: uint64(l.I[1]), offset: uint64(l.I[2]),
		threads: int64(max(l.I[3], 1)), span: 1}
	if len(l.F) > 0 {
		r.a = l.F[0]
	}
	if len(l.F) > 1 {
		r.b = l.F[1]
	}
	if l.I[0] == randomIntegers {
		r.base, r.span = int64(l.I[4]), uint64(l.I[5])
	}
	if r.count == 0 || r.span == 0 {
		return r.count == 0
	}
	threads := int(min(r.threads, r.count))
	if threads > math.MaxInt32 {
		return false
	}
	add(p, "random", flat(ceilDiv(threads, blockThreads)), flat(blockThreads), &r, p.operand(unsafe.Offsetof(r.out), 0))
	return true
}
