package window

import (
	"math"
	"math/rand"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// Both ways to find the largest element of a window agree, whatever the elements and
// however windows overlap, leave gaps or reach over the border.
func TestLargestByRank(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	negative := float32(math.Copysign(0, -1))
	odd := []float32{0, negative, 1, 1, -1, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 1e-45, -1e-45, -math.MaxFloat32}
	x := make([]float32, 3*7*11)
	for _, geometry := range [][4]int{{2, 2, 0, 1}, {3, 1, 1, 1}, {3, 2, 1, 2}, {1, 3, 0, 1}, {5, 2, 2, 1}} {
		for round := range 20 {
			for i := range x {
				x[i] = float32(rng.NormFloat64())
				if rng.Intn(20) < round {
					x[i] = odd[rng.Intn(len(odd))]
				}
			}
			kernel, stride, pad, dilation := geometry[0], geometry[1], geometry[2], geometry[3]
			size := func(n int) int { return max(0, (n+2*pad-dilation*(kernel-1)-1)/stride+1) }
			shape := []int{3, size(7), size(11)}
			y, at := poolOf(x, shape, geometry)
			wide := make([]float64, len(x))
			vec.Convert(wide, x)
			y64, at64 := poolOf(wide, shape, geometry)
			for i := range y {
				if at[i] != at64[i] || math.Float64bits(float64(y[i])) != math.Float64bits(y64[i]) && y[i] == y[i] {
					t.Fatalf("%v: output %d is %v at %d, not %v at %d", geometry, i, y[i], at[i], y64[i], at64[i])
				}
			}
		}
	}
}

func poolOf[T float32 | float64](x []T, shape []int, geometry [4]int) ([]T, []int64) {
	n := shape[0] * shape[1] * shape[2]
	y, at := make([]T, n), make([]int64, n)
	l := device.Launch{Op: device.OpMaxPool, Outs: 2, I: []int{2}, Args: []device.Operand{
		{Shape: shape, Mem: device.Bytes(y)}, {Shape: shape, Mem: device.Bytes(at)}, {Shape: []int{3, 7, 11}, Mem: device.Bytes(x)}}}
	for _, parameter := range geometry {
		l.I = append(l.I, parameter, parameter)
	}
	maxPool[T](&l)
	return y, at
}
