package kernels

import (
	"math"
	"unsafe"

	"gputour/engine/device"
)

// This file plans ops that read and write at positions: see src/index.cu.

const maxIndices = 4

// How elements combine where positions repeat: scatter_reduce's numbers, and not at all.
const (
	joinSum     = iota
	joinReplace = 4
)

// indexing mirrors Index of index.cu.
type indexing struct {
	picked, x, fault              address
	index                         [maxIndices]address
	size, step                    [maxIndices]int64
	dtype                         int64
	positions, rest, indices, how uint32
	perPosition                   divider
	toX                           uint32
	pickedLead                    walk
	indexLead                     [maxIndices]walk
	pickedRest, xRest             walk
}

func planIndex(p *Plan, l *device.Launch) bool {
	for i := range l.Args {
		if l.Args[i].Buffer == nil {
			return false
		}
	}
	switch l.Op {
	case device.OpIndex, device.OpIndexPut:
		return p.index(l)
	}
	return p.gather(l)
}

// index plans index and index_put, which differ in the direction.
func (p *Plan) index(l *device.Launch) bool {
	k, put := l.I[0], l.Op == device.OpIndexPut
	x, picked := 1, 0
	if put {
		x, picked = 0, 1
	}
	xo, po := &l.Args[x], &l.Args[picked]
	lead := len(po.Shape) - (len(xo.Shape) - k)
	if k > maxIndices || k != len(l.Args)-2 || l.Args[1].DType != l.Args[0].DType {
		return false
	}
	n := indexing{dtype: int64(po.DType), indices: uint32(k), how: joinReplace, toX: bit(put)}
	if put && len(l.I) > 1 && l.I[1] == 1 {
		n.how = joinSum
	}
	positions, ok1 := newLayout(po.Shape[:lead], false, slice(po, 0, lead))
	rest, ok2 := newLayout(po.Shape[lead:], true, slice(xo, k, len(xo.Shape)), slice(po, lead, len(po.Shape)))
	if !ok1 || !ok2 || positions.numel()*rest.numel() > math.MaxInt32 {
		return false
	}
	n.positions, n.rest = uint32(positions.numel()), uint32(rest.numel())
	if n.positions == 0 || n.rest == 0 {
		return true
	}
	n.perPosition, n.pickedLead = newDivider(int(n.rest)), positions.walkOf(0)
	n.xRest, n.pickedRest = rest.walkOf(0), rest.walkOf(1)
	var room [maxPointers]Pointer
	pointers := append(room[:0], p.operand(unsafe.Offsetof(n.picked), picked), p.operand(unsafe.Offsetof(n.x), x), p.fault(unsafe.Offsetof(n.fault)))
	for i := range k {
		o := &l.Args[2+i]
		y, ok := newLayout(po.Shape[:lead], false, slice(o, 0, lead))
		if !ok || o.DType != device.Int64 {
			return false
		}
		n.indexLead[i], n.size[i], n.step[i] = y.walkOf(0), int64(xo.Shape[i]), int64(xo.Strides[i])
		pointers = append(pointers, p.operand(unsafe.Offsetof(n.index)+uintptr(8*i), 2+i))
	}
	add(p, "index", flat(ceilDiv(int(n.positions*n.rest), blockThreads)), flat(blockThreads), &n, pointers...)
	return true
}

// fault makes Scratch[0] the plan's fault record and points at it.
func (p *Plan) fault(at uintptr) Pointer {
	p.Flag = true
	return Pointer{At: int(at), Operand: p.scratch(int(unsafe.Sizeof(Fault{})))}
}

// gathering mirrors Gather of index.cu.
type gathering struct {
	side, x, fault             address
	index                      address
	size, step                 int64
	dtype                      int64
	count, how, toX, _         uint32
	indexWalk, sideWalk, xWalk walk
}

// gather plans gather and the scatters, which differ in the direction.
func (p *Plan) gather(l *device.Launch) bool {
	x, index, side := 0, 1, 2
	n := gathering{how: joinReplace, toX: 1}
	switch l.Op {
	case device.OpGather:
		x, index, side, n.toX = 1, 2, 0, 0
	case device.OpScatterAdd:
		n.how = joinSum
	case device.OpScatterReduce:
		n.how = uint32(l.I[1])
	}
	xo, io, so := &l.Args[x], &l.Args[index], &l.Args[side]
	if xo.DType != so.DType || io.DType != device.Int64 {
		return false
	}
	n.dtype, n.size = int64(xo.DType), 1
	var room [16]int
	across := append(room[:0], xo.Strides...)
	if len(across) > 0 {
		n.size, n.step = int64(xo.Shape[l.I[0]]), int64(across[l.I[0]])
		across[l.I[0]] = 0
	}
	y, ok := newLayout(io.Shape, true, stridesOf(io), stridesOf(so), across)
	if !ok || y.numel() > math.MaxInt32 {
		return false
	}
	if y.numel() == 0 {
		return true
	}
	n.count, n.indexWalk, n.sideWalk, n.xWalk = uint32(y.numel()), y.walkOf(0), y.walkOf(1), y.walkOf(2)
	add(p, "gather", flat(ceilDiv(y.numel(), blockThreads)), flat(blockThreads), &n,
		p.operand(unsafe.Offsetof(n.side), side), p.operand(unsafe.Offsetof(n.x), x),
		p.operand(unsafe.Offsetof(n.index), index), p.fault(unsafe.Offsetof(n.fault)))
	return true
}
