package ops

import (
	"math"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// windows are window functions of a phase x in [0, 1].
var windows = []func(x float64) float64{
	func(x float64) float64 { return 1 - math.Abs(2*x-1) },
	func(x float64) float64 { return 0.5 - 0.5*math.Cos(2*math.Pi*x) },
	nil, // Hamming's has two numbers
	func(x float64) float64 { return 0.42 - 0.5*math.Cos(2*math.Pi*x) + 0.08*math.Cos(4*math.Pi*x) },
}

// hamming is alpha - beta·cos(2πx).
func hamming(alpha, beta float64) func(x float64) float64 {
	return func(x float64) float64 { return alpha - beta*math.Cos(2*math.Pi*x) }
}

// window makes torch.hann_window and its like. A periodic window is one of length+1
// without its last value.
func window(kind int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		n := c.Int("window_length")
		if n < 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "window_length must be non-negative")
		}
		span := float64(n - 1)
		if !c.Given("periodic") || c.Bool("periodic") {
			span = float64(n)
		}
		if err := c.Thread.ChargeItems(n, values.ScalarBytes); err != nil {
			return object.Value{}, err
		}
		shape := windows[kind]
		if shape == nil {
			alpha, beta := 0.54, 0.46
			if c.Given("alpha") {
				alpha = c.Float("alpha")
			}
			if c.Given("beta") {
				beta = c.Float("beta")
			}
			shape = hamming(alpha, beta)
		}
		values := make([]tensor.Scalar, n)
		for i := range values {
			values[i] = tensor.Float(1)
			if n > 1 {
				values[i] = tensor.Float(shape(float64(i) / span))
			}
		}
		return c.Made(c.Tape.FromScalars(values, []int{n}, c.Options()))
	}
}
