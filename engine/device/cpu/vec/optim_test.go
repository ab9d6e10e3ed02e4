package vec

import (
	"slices"
	"testing"
)

// Three steps of each optimiser against PyTorch's parameters after them.
func TestOptimisersEqualPyTorch(t *testing.T) {
	g := golden(t)
	adam := Adam{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}
	decayed, decoupled := adam, adam
	decayed.Decay, decoupled.Decay, decoupled.Decoupled = 0.1, 0.01, true
	steps := map[string]func(step int, p, grad, a, b []float32){
		"sgd": func(_ int, p, grad, a, _ []float32) { SGD[float32]{Rate: 0.1}.Step(p, grad, nil) },
		"momentum": func(step int, p, grad, a, _ []float32) {
			SGD[float32]{Rate: 0.1, Momentum: 0.9, Decay: 0.01, First: step == 1}.Step(p, grad, a)
		},
		"nesterov": func(step int, p, grad, a, _ []float32) {
			SGD[float32]{Rate: 0.1, Momentum: 0.9, Nesterov: true, First: step == 1}.Step(p, grad, a)
		},
		"adam":       adamSteps(adam),
		"adam_decay": adamSteps(decayed),
		"adamw":      adamSteps(decoupled),
	}
	kernelLevels(t, func(t *testing.T) {
		for name, step := range steps {
			p, a, b := series(200), make([]float32, 200), make([]float32, 200)
			BinaryScalar(Div, p, p, 50)
			for k := 1; k <= 3; k++ {
				grad := series(200)
				slices.Reverse(grad)
				BinaryScalar(Div, grad, grad, float32(k+2))
				step(k, p, grad, a, b)
			}
			equal(t, name, p, g["optim "+name])
		}
	})
}

func adamSteps(o Adam) func(step int, p, grad, a, b []float32) {
	return func(step int, p, grad, a, b []float32) {
		o.Step = step
		AdamStep(o, p, grad, a, b)
	}
}
