package devicetest

import (
	"fmt"
	"math"
	"testing"

	"gputour/engine/device"
)

// Optimiser steps over more tensors than one kernel takes, of sizes around a block's, against
// the formulas in float64. After three steps a parameter may be off by some units of its size.
func testStep(t *testing.T, open Open) {
	d := first(t, open)
	sizes := []int{0, 1, 7, 1023, 1024, 1025, 5000}
	for len(sizes) < 35 {
		sizes = append(sizes, len(sizes))
	}
	for _, dtype := range wideFloats {
		for _, c := range []struct {
			op      device.Op
			states  int
			f       []float64
			flags   []int
			formula func(x []float64, step int, f []float64, flags []int) // x: parameter, states, gradient
		}{
			{device.OpStepSGD, 0, []float64{0.1, 0, 0, 0}, []int{0, 0, 0}, stepSGD},
			{device.OpStepSGD, 0, []float64{0.1, 0, 0, 0.01}, []int{0, 1, 0}, stepSGD},
			{device.OpStepSGD, 1, []float64{0.1, 0.9, 0.2, 0.01}, []int{0, 0, 0}, stepSGD},
			{device.OpStepSGD, 1, []float64{0.1, 0.9, 0, 0.01}, []int{1, 1, 0}, stepSGD},
			{device.OpStepAdam, 2, []float64{0, 0.9, 0.999, 0, 1e-8, 0, 0.01}, []int{0, 0}, stepAdam},
			{device.OpStepAdam, 2, []float64{0, 0.8, 0.99, 0, 1e-6, 0.1, 0.02}, []int{0, 1}, stepAdam},
			{device.OpStepAdam, 2, []float64{0, 0.9, 0.999, 0, 1e-8, 0.05, 0.01}, []int{1, 0}, stepAdam},
		} {
			kinds := c.states + 2
			var args []*array
			for kind := range kinds {
				for k, size := range sizes {
					value := random(int64(100*kind+k), dtype, -2, 2)
					if kind > 0 && kind < kinds-1 {
						value = zeros
					}
					args = append(args, newArray(t, d, dtype, []int{size}, contiguous, value))
				}
			}
			for step := 1; step <= 3; step++ {
				f, flags := append([]float64(nil), c.f...), append([]int(nil), c.flags...)
				if c.op == device.OpStepSGD {
					flags[2] = 0
					if step == 1 {
						flags[2] = 1
					}
				} else {
					f[0], f[3] = f[6]/(1-math.Pow(f[1], float64(step))), math.Sqrt(1-math.Pow(f[2], float64(step)))
				}
				launchOuts(t, d, len(sizes)*(kinds-1), c.op, dtype, f, append([]int{len(sizes)}, flags...), args...)
				for k, size := range sizes {
					for i := range size {
						x := make([]float64, kinds)
						for kind := range x {
							x[kind] = args[kind*len(sizes)+k].values[i]
						}
						c.formula(x, step, f, flags)
						for kind := range x {
							args[kind*len(sizes)+k].values[i] = x[kind]
						}
					}
				}
			}
			for i, a := range args {
				check(t, fmt.Sprintf("%v %v %v %v, operand %d", c.op, dtype, c.f, c.flags, i), a, a.values, 64, 1)
			}
		}
	}
}

func stepSGD(x []float64, _ int, f []float64, flags []int) {
	g := x[len(x)-1]
	if flags[1] == 1 {
		g = -g
	}
	g += f[3] * x[0]
	if f[1] != 0 {
		if flags[2] == 1 {
			x[1] = g
		} else {
			x[1] = f[1]*x[1] + (1-f[2])*g
		}
		if flags[0] == 1 {
			g += f[1] * x[1]
		} else {
			g = x[1]
		}
	}
	x[0] -= f[0] * g
}

func stepAdam(x []float64, step int, f []float64, flags []int) {
	g := x[3]
	if flags[1] == 1 {
		g = -g
	}
	if flags[0] == 1 {
		x[0] -= f[6] * f[5] * x[0]
	} else {
		g += f[5] * x[0]
	}
	x[1] = f[1]*x[1] + (1-f[1])*g
	x[2] = f[2]*x[2] + (1-f[2])*g*g
	mean, square := x[1]/(1-math.Pow(f[1], float64(step))), x[2]/(1-math.Pow(f[2], float64(step)))
	x[0] -= f[6] * mean / (math.Sqrt(square) + f[4])
}
