package tensor

import (
	"math"
	"testing"

	"gputour/engine/device/cpu"
)

// TestInverseZeros: the inverse of a triangular matrix has zeros, none of them negative, whatever its size (PyTorch 1.13).
func TestInverseZeros(t *testing.T) {
	e := NewEnv(cpu.New())
	for _, n := range []int{5, 70} {
		list := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				list[i*n+j] = 1 / float64(1+i+j)
			}
		}
		x, err := e.FromFloats(list, Float64, n, n)
		if err != nil {
			t.Fatal(err)
		}
		inverse, err := e.Inv(x)
		if err != nil {
			t.Fatal(err)
		}
		values, err := e.Float64s(inverse)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			if v == 0 && math.Signbit(v) || i%n > i/n && v != 0 {
				t.Fatalf("element (%d, %d) of %d×%d is %v", i/n, i%n, n, n, v)
			}
		}
	}
}
