package torch

import (
	"gputour/engine/object"
)

// This file is where torch.autograd.forward_ad, which has tensors with tangents, meets the
// text of a tensor and the Functions of a program.

// duals are the functions of forward_ad that are asked while a level is open.
type duals struct{ text, applied object.Value }

func (d *duals) open() bool { return !d.text.IsNil() && !d.text.IsNone() }

func init() {
	moduleFunctions = append(moduleFunctions, object.Def("_dual(text, applied, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		stateOf(t).duals = duals{a[0], a[1]}
		return object.None, nil
	}, ""))
}

// tangentText is the text of a tensor that has a tangent.
func (s *state) tangentText(t *object.Thread, prefix string, v object.Value) (text string, ok bool, err error) {
	if !s.duals.open() {
		return "", false, nil
	}
	said, err := object.CallArgs(t, s.duals.text, object.Args{Pos: []object.Value{v}})
	tangent, ok := object.AsStr(said)
	if err != nil || !ok {
		return "", false, err
	}
	x, err := s.tape.Detach(self(v))
	if err != nil {
		return "", false, err
	}
	text, err = s.tape.Env.FormatIn(prefix, x, tangent)
	return text, true, err
}

// appliedDual is what a Function gives of arguments that have tangents; ok is false where none has.
func (s *state) appliedDual(t *object.Thread, class, ctx object.Value, args []object.Value, out object.Value) (v object.Value, ok bool, err error) {
	if !s.duals.open() {
		return object.Value{}, false, nil
	}
	o := ctx.Object().(*node)
	backward := o.saved
	if o.forward != nil {
		o.saved = o.forward
	}
	v, err = object.CallArgs(t, s.duals.applied, object.Args{Pos: []object.Value{class, ctx, object.NewTuple(args...), out}})
	o.saved = backward
	return v, err == nil && !v.IsNone(), err
}
