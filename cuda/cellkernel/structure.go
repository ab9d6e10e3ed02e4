// This file turns Python tuples into structs that are passed by value.

package cellkernel

import (
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// structure is the argument for a struct: a tuple or a list of its members' values, nested
// where they are structs or arrays themselves. Tensors stand for pointers; they join the
// launch's memory.
func (b *bound) structure(t *object.Thread, gpu gpu, p simt.Param, v object.Value, run *simt.Launch) (simt.Arg, []*tensor.Tensor, error) {
	s := structure{t: t, b: b, gpu: gpu, run: run}
	data := make([]byte, p.Type.Size())
	if err := s.fill(data, p, v); err != nil {
		return simt.Arg{}, nil, err
	}
	return simt.Arg{Buffer: &simt.Buffer{Name: p.Name, Data: data}}, s.touched, nil
}

// structure is a struct that is being filled.
type structure struct {
	t       *object.Thread
	b       *bound
	gpu     gpu
	run     *simt.Launch
	touched []*tensor.Tensor
}

func (s *structure) fill(to []byte, p simt.Param, v object.Value) error {
	switch p.Type.Kind {
	case word.Struct:
		members := p.Type.Members()
		items, err := s.items(p, v, len(members))
		if err != nil {
			return err
		}
		for i, item := range items {
			m := members[i]
			if err := s.fill(to[m.Offset:], simt.Param{Name: p.Name + "." + m.Name, Type: m.Type}, item); err != nil {
				return err
			}
		}
		return nil
	case word.Array:
		items, err := s.items(p, v, p.Type.N)
		if err != nil {
			return err
		}
		for i, item := range items {
			if err := s.fill(to[i*p.Type.Elem.Size():], simt.Param{Name: p.Name, Type: p.Type.Elem}, item); err != nil {
				return err
			}
		}
		return nil
	}
	arg, x, err := s.b.argument(s.t, s.gpu, p, v)
	if err != nil {
		return err
	}
	if x != nil {
		s.touched = append(s.touched, x)
		s.run.Memory = append(s.run.Memory, arg.Buffer)
		arg.Bits = memory.Address(len(s.run.Memory)-1, arg.Offset)
	}
	word.Store(to, p.Type.Kind, arg.Bits)
	return nil
}

// items are the values for n members.
func (s *structure) items(p simt.Param, v object.Value, n int) ([]object.Value, error) {
	var items []object.Value
	switch o := v.Object().(type) {
	case *object.Tuple:
		items = o.Items
	case *object.List:
		items = o.Items
	default:
		return nil, object.Raise(object.TypeError, "%s: argument '%s' is a %s; pass a tuple of the values of its %d members", s.b.kernel.Name, p.Name, p.Type, n)
	}
	if len(items) != n {
		return nil, object.Raise(object.TypeError, "%s: argument '%s' is a %s with %d members, %d were given", s.b.kernel.Name, p.Name, p.Type, n, len(items))
	}
	return items, nil
}
