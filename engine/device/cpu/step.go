package cpu

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file runs optimiser steps over many tensors: piece by piece, so that what one
// operation leaves the next finds in the cache, with the roundings of the single operations.

// piece is how many elements are worked on at a time.
const piece = 2048

func runStep(l *device.Launch) bool {
	switch l.Args[0].DType {
	case device.Float32:
		return stepAll[float32](l)
	case device.Float64:
		return stepAll[float64](l)
	}
	return false
}

// stepAll visits the pieces of all parameters. Operands of a kind follow each other: the
// parameters, what belongs to them, the gradients.
func stepAll[T vec.Float](l *device.Launch) bool {
	n := l.I[0]
	kinds := len(l.Args) / n
	update := adamOf[T](l)
	if l.Op == device.OpStepSGD {
		update = sgdOf[T](l)
	}
	type part struct{ parameter, from, to int }
	var parts []part
	for k := range n {
		for size, from := l.Args[k].Numel(), 0; from < size; from += piece {
			parts = append(parts, part{k, from, min(from+piece, size)})
		}
	}
	walk.Share(l, len(parts), 8, func(lo, hi int) {
		var room [2 * piece]T
		list := make([][]T, kinds)
		for _, p := range parts[lo:hi] {
			for kind := range list {
				list[kind] = device.Slice[T](l.Args[kind*n+p.parameter].Mem)[p.from:p.to]
			}
			m := p.to - p.from
			update(list, room[:m], room[piece:piece+m])
		}
	})
	return true
}

// update changes a piece of a parameter and its state, with room for two more pieces.
type update[T vec.Float] func(list [][]T, a, b []T)

// gradient is the last of the pieces, negated where the aim is a maximum, with weight decay added.
func gradient[T vec.Float](list [][]T, room []T, maximize bool, decay T) []T {
	g := list[len(list)-1]
	if maximize {
		for i, v := range g {
			room[i] = -v
		}
		g = room
	}
	if decay != 0 {
		vec.Axpy(room, g, list[0], decay)
		g = room
	}
	return g
}

func scale[T vec.Float](x []T, by T) {
	for i := range x {
		x[i] *= by
	}
}

func sgdOf[T vec.Float](l *device.Launch) update[T] {
	lr, momentum, dampening, decay := T(-l.F[0]), T(l.F[1]), T(1-l.F[2]), T(l.F[3])
	nesterov, maximize, first := l.I[1] == 1, l.I[2] == 1, l.I[3] == 1
	return func(list [][]T, a, b []T) {
		g := gradient(list, a, maximize, decay)
		if momentum != 0 {
			buffer := list[1]
			if first {
				copy(buffer, g)
			} else {
				scale(buffer, momentum)
				vec.Axpy(buffer, buffer, g, dampening)
			}
			if nesterov {
				vec.Axpy(b, g, buffer, momentum)
				g = b
			} else {
				g = buffer
			}
		}
		vec.Axpy(list[0], list[0], g, lr)
	}
}

func adamOf[T vec.Float](l *device.Launch) update[T] {
	if l.Op != device.OpStepAdam {
		return nil
	}
	size, beta1, beta2, correction, eps := T(-l.F[0]), l.F[1], l.F[2], T(l.F[3]), T(l.F[4])
	decay, keep := T(l.F[5]), T(1-l.F[6]*l.F[5])
	decoupled, maximize := l.I[1] == 1, l.I[2] == 1
	if decoupled {
		decay = 0
	}
	return func(list [][]T, a, b []T) {
		p, m, v := list[0], list[1], list[2]
		if decoupled {
			scale(p, keep)
		}
		g := gradient(list, a, maximize, decay)
		scale(m, T(beta1))
		vec.Axpy(m, m, g, T(1-beta1))
		scale(v, T(beta2))
		vec.Addcmul(v, v, g, g, T(1-beta2))
		for i, x := range v {
			b[i] = T(math.Sqrt(float64(x)))/correction + eps
		}
		vec.Addcdiv(p, p, m, b, size)
	}
}
