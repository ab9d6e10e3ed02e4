package autograd

// Format is the repr of x, with its gradient node or requires_grad=True.
func (t *Tape) Format(x *Tensor) (string, error) { return t.FormatIn("tensor(", x) }

// FormatIn is Format with another opening than "tensor(".
func (t *Tape) FormatIn(prefix string, x *Tensor) (string, error) {
	if n := t.GradFn(x); n != nil {
		return t.Env.FormatIn(prefix, x, "grad_fn=<"+n.Name()+">")
	}
	if RequiresGrad(x) {
		return t.Env.FormatIn(prefix, x, "requires_grad=True")
	}
	return t.Env.FormatIn(prefix, x)
}
