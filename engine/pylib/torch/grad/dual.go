package grad

import (
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
)

// This file is where torch.autograd.forward_ad, which has tensors with tangents, meets the
// text of a tensor and the Functions of a program.

// duals are the functions of forward_ad that are asked while a level is open.
type duals struct{ text, applied object.Value }

var dualsKey = object.NewKey(func(*object.Session) *duals { return &duals{} })

func (d *duals) open() bool { return !d.text.IsNil() && !d.text.IsNone() }

func init() {
	Functions = append(Functions, object.Def("_dual(text, applied, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		*dualsKey.Get(t.Session) = duals{a[0], a[1]}
		return object.None, nil
	}, ""))
}

// TangentText is the text of a tensor that has a tangent.
func TangentText(s *state.Session, t *object.Thread, prefix string, v object.Value) (text string, ok bool, err error) {
	open := dualsKey.Get(t.Session)
	if !open.open() {
		return "", false, nil
	}
	said, err := object.CallArgs(t, open.text, object.Args{Pos: []object.Value{v}})
	tangent, ok := object.AsStr(said)
	if err != nil || !ok {
		return "", false, err
	}
	x, err := s.Tape.Detach(values.TensorOf(v))
	if err != nil {
		return "", false, err
	}
	text, err = s.Tape.Env.FormatIn(prefix, x, tangent)
	return text, true, err
}

// appliedDual is what a Function gives of arguments that have tangents; ok is false where none has.
func appliedDual(s *state.Session, t *object.Thread, class, ctx object.Value, args []object.Value, out object.Value) (v object.Value, ok bool, err error) {
	open := dualsKey.Get(t.Session)
	if !open.open() {
		return object.Value{}, false, nil
	}
	o := ctx.Object().(*Node)
	backward := o.saved
	if o.forward != nil {
		o.saved = o.forward
	}
	v, err = object.CallArgs(t, open.applied, object.Args{Pos: []object.Value{class, ctx, object.NewTuple(args...), out}})
	o.saved = backward
	return v, err == nil && !v.IsNone(), err
}
