package dispatch

import (
	"slices"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// noteFresh tells whether the call, begun when as many tensors had been made, made the
// tensor that it returns. What it returns among others, or has shown to who packs what graphs save, is left to the collector.
func (c *Call) noteFresh(v object.Value, made uint64) {
	switch o := v.Object().(type) {
	case *values.Tensor:
		young := o.T.New()
		o.Mark(o != c.Self && !c.Tape.Packing() && (young || o.T.MadeSince(made)) && !slices.Contains(c.Args, v))
	case *object.Tuple:
		values.Share(o.Items)
	case *object.List:
		values.Share(o.Items)
	}
}

// close ends what the call, begun at mark, made for itself, unless that may lie in its result or was shown to
// who packs what graphs save.
func (c *Call) close(mark tensor.Mark, v object.Value) {
	switch v.Object().(type) {
	case nil, *values.Tensor, *object.Tuple, *object.List:
		Close(c.Session, mark)
	default:
		if v.IsNone() || v.IsInt() || v.IsFloat() {
			Close(c.Session, mark)
		}
	}
}

// Close ends what an operator, begun at mark, made for itself, unless that was shown to who packs what graphs save.
func Close(s *state.Session, mark tensor.Mark) {
	if !s.Tape.Packing() {
		s.Tape.Close(mark, nil)
	}
}

// viewBytes is about what a view takes; tensors with memory of their own are counted where they
// are made.
const viewBytes = 1 << 10

// Charged is a result that has been announced: very many views fill a session, too.
func Charged(t *object.Thread, v object.Value) (object.Value, error) {
	if err := t.Charge(viewBytes); err != nil {
		return object.Value{}, err
	}
	return v, nil
}

// markInference notes new tensors as made in inference mode.
func (c *Call) markInference(v object.Value) {
	if items, ok := values.Items(v); ok {
		for _, item := range items {
			c.markInference(item)
		}
		return
	}
	if x, ok := v.Object().(*values.Tensor); ok && x != c.Self && c.Tape.Base(x.T) == nil && !slices.Contains(c.Args, v) {
		c.Tape.MarkInference(x.T)
	}
}

// noNames refuses names of dimensions; tensors that have names answer for operations
// themselves (torch._names).
func (c *Call) noNames() error {
	for i := range c.Overload.Params {
		p := &c.Overload.Params[i]
		if c.Args[i].IsNil() || p.typ != typName && (p.typ != typNames || p.Name == "names") {
			continue
		}
		name, ok := object.AsStr(c.Args[i])
		if items, list := values.Items(c.Args[i]); !ok && list {
			name, _ = object.AsStr(items[0])
		}
		rank := 0
		if c.Self != nil {
			rank = c.Self.T.Dim()
		} else if x, ok := c.Args[0].Object().(*values.Tensor); ok {
			rank = x.T.Dim()
		}
		names := strings.TrimSuffix(strings.Repeat("None, ", rank), ", ")
		return object.Raise(object.RuntimeError, "Name '%s' not found in Tensor[%s].", name, names)
	}
	return nil
}

// Named runs an operation that makes a tensor, and gives it names.
func (b *Binding) Named(c *Call, names object.Value) (object.Value, error) {
	v, err := b.Fn(c)
	if err != nil || c.Err != nil {
		return object.Value{}, err
	}
	return ViaPython("torch._names", "named")(c.Thread, []object.Value{v, names})
}

// namesGiven are the names that a new tensor shall have, or None.
func (c *Call) namesGiven() object.Value {
	for i := range c.Overload.Params {
		if p := &c.Overload.Params[i]; p.typ == typNames && p.Name == "names" && !c.Args[i].IsNil() {
			return c.Args[i]
		}
	}
	return object.None
}

// intoFirst runs fn and writes its result into the first operand.
func (c *Call) intoFirst(fn Operation) (object.Value, error) {
	x := c.Self
	if x == nil {
		x, _ = c.Args[0].Object().(*values.Tensor)
	}
	made := c.Tape.Made()
	var y *values.Tensor
	err := c.Tape.InPlace(x.T, func() (*tensor.Tensor, error) {
		v, err := fn(c)
		if err == nil && c.Err != nil {
			err = c.Err
		}
		if err != nil {
			return nil, err
		}
		y = v.Object().(*values.Tensor)
		c.noteFresh(v, made)
		return y.T, nil
	})
	if err == nil && y.Fresh() {
		y.End()
	}
	return object.Of(x), err
}

// writeOut writes results into the tensors given as out=.
func (c *Call) writeOut(v object.Value) (object.Value, error) {
	out := c.Arg("out")
	if x, ok := out.Object().(*values.Tensor); ok {
		y, ok := values.AsTensor(v)
		if !ok {
			return v, nil
		}
		if err := c.fitsOut(x.T.DType(), y.DType(), ""); err != nil {
			return object.Value{}, err
		}
		if x.T == y {
			y.Bump()
			return out, nil
		}
		return out, c.Tape.WriteOut(c.Overload.Name, x.T, y)
	}
	outs, _ := values.Items(out)
	results, _ := values.Items(v)
	for i := range min(len(outs), len(results)) {
		x, ok1 := values.AsTensor(outs[i])
		y, ok2 := values.AsTensor(results[i])
		if ok1 && ok2 {
			if err := c.fitsOut(x.DType(), y.DType(), values.Field(v, i)); err != nil {
				return object.Value{}, err
			}
			if err := c.Tape.WriteOut(c.Overload.Name, x, y); err != nil {
				return object.Value{}, err
			}
		}
	}
	if r, ok := values.ReturnOut(v, slices.Clone(outs)); ok {
		return r, nil
	}
	return out, nil
}

// Named makes a named tuple like torch.return_types.max.
func (c *Call) Named(name string, fields string, list []*tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, err
	}
	return values.Return(name, fields, values.WrapAll(list)), nil
}

// ValuesIndices is a named tuple of values and their indices.
func (c *Call) ValuesIndices(name string, v, i *tensor.Tensor, err error) (object.Value, error) {
	return c.Named(name, "values indices", []*tensor.Tensor{v, i}, err)
}

// One wraps a result.
func (c *Call) One(x *tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, c.Raise(err)
	}
	return values.Wrap(x), nil
}

// Two wraps two results as a tuple.
func (c *Call) Two(x, y *tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, c.Raise(err)
	}
	return object.NewTuple(values.Wrap(x), values.Wrap(y)), nil
}

// Many wraps results as a tuple.
func (c *Call) Many(list []*tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, c.Raise(err)
	}
	return object.NewTuple(values.WrapAll(list)...), nil
}

// Made wraps the result of a factory, which may ask for gradients.
func (c *Call) Made(x *tensor.Tensor, err error) (object.Value, error) {
	if err == nil && c.Arg("requires_grad") == object.True {
		if !x.DType().Differentiable() {
			return object.Value{}, object.Raise(object.RuntimeError, "Only Tensors of floating point and complex dtype can require gradients")
		}
		err = c.Tape.SetRequiresGrad(x, true)
	}
	return c.One(x, err)
}

// Into runs an in-place operation and returns its object.
func (c *Call) Into(err error) (object.Value, error) {
	if c.Self != nil {
		return object.Of(c.Self), err
	}
	return c.Args[0], err
}
