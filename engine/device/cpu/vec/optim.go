// This file defines optimiser steps, fused: a parameter's update runs block by block
// through the first-level cache, in the operations and so with the rounding of PyTorch's
// torch/optim/sgd.py and adam.py.

package vec

import "math"

// SGD is stochastic gradient descent, with momentum unless Momentum is 0.
type SGD[T Float] struct {
	Rate, Momentum, Dampening, Decay T
	Nesterov                         bool
	First                            bool // no step was made yet: velocity takes the gradient
}

// updateBlock is the number of elements updated together.
const updateBlock = 1024

// Step updates parameters and, with momentum, their velocity. The gradient is read only.
func (o SGD[T]) Step(param, grad, velocity []T) {
	n := min(len(param), len(grad))
	For(n, grainHeavy, func(lo, hi int) {
		var room [updateBlock]T
		for i := lo; i < hi; i += updateBlock {
			end := min(i+updateBlock, hi)
			var v []T
			if o.Momentum != 0 {
				v = velocity[i:end]
			}
			o.block(param[i:end], grad[i:end], v, room[:end-i])
		}
	})
}

func (o SGD[T]) block(param, grad, velocity, room []T) {
	d := grad
	if o.Decay != 0 {
		Axpy(room, grad, param, o.Decay)
		d = room
	}
	if o.Momentum != 0 {
		if o.First {
			copy(velocity, d)
		} else {
			BinaryScalar(Mul, velocity, velocity, o.Momentum)
			Axpy(velocity, velocity, d, 1-o.Dampening)
		}
		if o.Nesterov {
			Axpy(room, d, velocity, o.Momentum)
			d = room
		} else {
			d = velocity
		}
	}
	Axpy(param, param, d, -o.Rate)
}

// Adam is Adam (D. Kingma, J. Ba, 2015) or, with Decoupled, AdamW (I. Loshchilov, F.
// Hutter, 2019). Step counts from 1.
type Adam struct {
	Rate, Beta1, Beta2, Epsilon, Decay float64
	Decoupled                          bool
	Step                               int
}

// AdamStep updates parameters and their moments, the mean and the mean square of the
// gradient. The gradient is read only.
func AdamStep[T Float](o Adam, param, grad, mean, square []T) {
	n := min(len(param), len(grad), len(mean), len(square))
	For(n, grainHeavy, func(lo, hi int) {
		var room [updateBlock]T
		for i := lo; i < hi; i += updateBlock {
			end := min(i+updateBlock, hi)
			adamBlock(o, param[i:end], grad[i:end], mean[i:end], square[i:end], room[:end-i])
		}
	})
}

func adamBlock[T Float](o Adam, param, grad, mean, square, room []T) {
	if o.Decay != 0 && o.Decoupled {
		BinaryScalar(Mul, param, param, T(1-o.Rate*o.Decay))
	} else if o.Decay != 0 {
		Axpy(room, grad, param, T(o.Decay))
		grad = append([]T(nil), room...)
	}
	BinaryScalar(Mul, mean, mean, T(o.Beta1))
	Axpy(mean, mean, grad, T(1-o.Beta1))
	BinaryScalar(Mul, square, square, T(o.Beta2))
	Addcmul(square, square, grad, grad, T(1-o.Beta2))
	bias1 := 1 - math.Pow(o.Beta1, float64(o.Step))
	bias2 := math.Sqrt(1 - math.Pow(o.Beta2, float64(o.Step)))
	Unary(Sqrt, room, square)
	BinaryScalar(Div, room, room, T(bias2))
	BinaryScalar(Add, room, room, T(o.Epsilon))
	Addcdiv(param, param, mean, room, T(-o.Rate/bias1))
}
