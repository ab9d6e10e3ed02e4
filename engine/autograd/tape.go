// Package autograd records tensor operations and computes gradients: a tape of nodes in
// the order they ran, one table of gradient rules, and the walk back over them.
//
// A Tape embeds the session's tensor.Env and has a method of the same name for each
// differentiable operation: the caller always writes tape.Op(…). Rules are written in
// tape operations themselves, so gradients of gradients work.
//
//	x, _ := tape.FromFloats([]float64{3}, tensor.Float32, 1)
//	_ = tape.SetRequiresGrad(x, true)
//	y, _ := tape.Mul(x, x)
//	_ = tape.Backward([]*tensor.Tensor{y}, nil, autograd.BackwardOptions{})
//	fmt.Println(tape.Format(tape.Grad(x))) // tensor([6.])
package autograd

import "gputour/engine/tensor"

// Tensor is a tensor of the engine below.
type Tensor = tensor.Tensor

// Tape records one session's operations.
type Tape struct {
	*tensor.Env

	disabled  bool // no_grad
	inference bool
	anomaly   bool
	sequence  uint64
}

// New makes a recording tape over a session's settings.
func New(env *tensor.Env) *Tape { return &Tape{Env: env} }

// GradEnabled reports whether operations are recorded.
func (t *Tape) GradEnabled() bool { return !t.disabled && !t.inference }

// SetGradEnabled switches recording and returns what it was.
func (t *Tape) SetGradEnabled(on bool) (was bool) {
	was = !t.disabled
	t.disabled = !on
	return was
}

// Inference reports inference mode; SetInference switches it and returns what it was.
func (t *Tape) Inference() bool { return t.inference }

// SetInference switches inference mode and returns what it was.
func (t *Tape) SetInference(on bool) (was bool) {
	was, t.inference = t.inference, on
	return was
}

// SetAnomaly switches anomaly mode and returns what it was.
func (t *Tape) SetAnomaly(on bool) (was bool) {
	was, t.anomaly = t.anomaly, on
	return was
}
