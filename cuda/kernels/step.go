package kernels

import (
	"unsafe"

	"gputour/engine/device"
)

// This file plans optimiser steps over many tensors: see src/step.cu.

// Bounds of step.cu.
const (
	mostTensors   = 32
	blockElements = 1024
)

// step mirrors Step of step.cu.
type step struct {
	parameter, first, second, gradient [mostTensors]address
	count                              [mostTensors]int64
	start                              [mostTensors + 1]uint32
	tensors                            int32
	f                                  [7]float64
	flags                              [4]int32
}

func planStep(p *Plan, l *device.Launch) bool {
	n := l.I[0]
	name := l.Op.String() + classNames[classOf(l.Args[0].DType)]
	for i := range l.Args {
		if o := &l.Args[i]; o.Buffer == nil || !contiguous(o) || o.DType != l.Args[0].DType {
			return false
		}
	}
	if !has(name) || l.Args[0].DType.IsHalf() {
		return false
	}
	for from := 0; from < n; from += mostTensors {
		p.stepSome(l, name, n, from, min(from+mostTensors, n))
	}
	return true
}

// stepSome plans a call for parameters from, …, to-1.
func (p *Plan) stepSome(l *device.Launch, name string, n, from, to int) {
	var s step
	copy(s.f[:], l.F)
	for k, flag := range l.I[1:] {
		s.flags[k] = int32(flag)
	}
	places := [...]uintptr{unsafe.Offsetof(s.parameter), unsafe.Offsetof(s.first), unsafe.Offsetof(s.second), unsafe.Offsetof(s.gradient)}
	kinds := len(l.Args) / n
	var pointers []Pointer
	for k := from; k < to; k++ {
		at := int(s.tensors)
		s.count[at] = int64(l.Args[k].Numel())
		if s.count[at] == 0 {
			continue
		}
		s.start[at+1] = s.start[at] + uint32(ceilDiv(int(s.count[at]), blockElements))
		for kind := range kinds {
			place := places[kind]
			if kind == kinds-1 {
				place = places[len(places)-1]
			}
			pointers = append(pointers, p.operand(place+uintptr(at)*unsafe.Sizeof(s.parameter[0]), kind*n+k))
		}
		s.tensors++
	}
	if s.tensors > 0 {
		add(p, name, flat(int(s.start[s.tensors])), flat(blockThreads), &s, pointers...)
	}
}
