package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file executes except*.

func (m *machine) exceptGroup(regs *[window]object.Value, in *bytecode.Instr) error {
	if in.Op == bytecode.RaiseGroup {
		v, err := m.raiseGroup(regs[in.A].Object().(*object.List).Items, regs[in.B])
		regs[in.A] = v
		return err
	}
	match, rest, err := m.matchGroup(regs[in.B], regs[in.C])
	regs[in.A], regs[in.A+1] = match, rest
	return err
}

// matchGroup splits an exception into the part that an except* clause takes and the rest.
func (m *machine) matchGroup(exc, class object.Value) (match, rest object.Value, err error) {
	if exc.IsNone() {
		return object.None, object.None, nil
	}
	if err := checkStarClass(class); err != nil {
		return match, rest, err
	}
	e := exc.Object().(*object.Exception)
	is, err := e.Matches(class)
	if err != nil {
		return match, rest, err
	}
	isGroup := object.BaseExceptionGroup.Is(exc)
	if is {
		if isGroup {
			return exc, object.None, nil
		}
		group, err := object.Call(m.t, object.BaseExceptionGroup.Value(), object.NewStr(""), object.NewTuple(exc))
		return group, object.None, err
	}
	if !isGroup {
		return object.None, exc, nil
	}
	pair, err := object.CallAttr(m.t, exc, "split", class)
	if err != nil {
		return match, rest, err
	}
	items, err := object.Unpack(m.t, pair, 2)
	if err != nil {
		return match, rest, err
	}
	return items[0], items[1], nil
}

func checkStarClass(class object.Value) error {
	classes := []object.Value{class}
	if tuple, ok := class.Object().(*object.Tuple); ok {
		classes = tuple.Items
	}
	for _, v := range classes {
		k, ok := v.Object().(*object.Class)
		if !ok || !k.IsSubclassOf(object.BaseException) {
			return object.Raise(object.TypeError, "catching classes that do not inherit from BaseException is not allowed")
		}
		if k.IsSubclassOf(object.BaseExceptionGroup) {
			return object.Raise(object.TypeError, "catching ExceptionGroup with except* is not allowed. Use except instead.")
		}
	}
	return nil
}

// raiseGroup merges what the clauses raised with what none of them took. Parts of
// the original that come back unchanged are raised as one group of its shape.
func (m *machine) raiseGroup(list []object.Value, orig object.Value) (object.Value, error) {
	var raised, reraised []object.Value
	for _, v := range list {
		switch {
		case v.IsNone():
		case samePlace(v, orig):
			reraised = append(reraised, v)
		default:
			raised = append(raised, v)
		}
	}
	if len(raised) == 0 && len(reraised) == 0 {
		return object.None, nil
	}
	var parts []object.Value
	parts = append(parts, raised...)
	if len(reraised) > 0 {
		if !object.BaseExceptionGroup.Is(orig) {
			parts = append(parts, orig)
		} else if group, err := m.project(orig, reraised); err != nil {
			return group, err
		} else {
			parts = append(parts, group)
		}
	}
	if len(raised) == 0 || len(parts) == 1 && !object.BaseExceptionGroup.Is(orig) {
		return parts[0], nil
	}
	return object.Call(m.t, object.BaseExceptionGroup.Value(), object.NewStr(""), object.NewList(parts))
}

// samePlace tells whether v is the original or a part split off it: those share
// traceback, cause and context.
func samePlace(v, orig object.Value) bool {
	a, b := v.Object().(*object.Exception), orig.Object().(*object.Exception)
	return a == b || object.BaseExceptionGroup.Is(v) && a.Cause == b.Cause && a.Context == b.Context && sharesTraceback(a, b)
}

func sharesTraceback(a, b *object.Exception) bool {
	return a.Traceback == b.Traceback
}

// project returns the part of group orig whose leaves occur in parts.
func (m *machine) project(orig object.Value, parts []object.Value) (object.Value, error) {
	if len(parts) == 1 && parts[0] == orig {
		return orig, nil
	}
	leaves := map[object.Value]bool{}
	for _, p := range parts {
		if err := m.eachLeaf(p, func(v object.Value) { leaves[v] = true }); err != nil {
			return orig, err
		}
	}
	keep := object.Of(object.DefRaw("keep", func(_ *object.Thread, a object.Args) (object.Value, error) {
		return object.Bool(leaves[a.Pos[0]]), nil
	}, ""))
	return object.CallAttr(m.t, orig, "subgroup", keep)
}

func (m *machine) eachLeaf(v object.Value, f func(object.Value)) error {
	if !object.BaseExceptionGroup.Is(v) {
		f(v)
		return nil
	}
	list, err := object.GetAttr(m.t, v, "exceptions")
	if err != nil {
		return err
	}
	return object.ForEach(m.t, list, func(x object.Value) error { return m.eachLeaf(x, f) })
}
