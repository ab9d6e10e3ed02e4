package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file executes the instructions of match.

func (m *machine) matchPattern(regs *[window]object.Value, in *bytecode.Instr) (object.Value, error) {
	t, subject := m.t, regs[in.B]
	switch in.Op {
	case bytecode.MatchSequence:
		return object.Bool(isMatchSequence(t, subject)), nil
	case bytecode.MatchMapping:
		return object.Bool(isMatchMapping(t, subject)), nil
	case bytecode.MatchLen:
		n, err := object.Len(t, subject)
		if in.C == 1 {
			return object.Bool(n >= int(in.D)), err
		}
		return object.Bool(n == int(in.D)), err
	case bytecode.MatchItem:
		return m.matchItem(subject, int(in.D))
	case bytecode.MatchSlice:
		return m.matchSlice(subject, int(in.C), int(in.D))
	case bytecode.MatchKeys:
		return m.matchKeys(subject, regs[in.C].Object().(*object.Tuple).Items)
	case bytecode.MatchRest:
		return m.matchRest(subject, regs[in.C].Object().(*object.Tuple).Items)
	case bytecode.MatchClass:
		return m.matchClass(subject, regs[in.C], regs[in.C+1].Object().(*object.Tuple).Items, int(in.D))
	}
	return object.Value{}, object.Raise(object.SystemError, "unknown opcode")
}

// isMatchSequence: lists, tuples, ranges, deques and what collections.abc.Sequence counts
// in, but not str, bytes and bytearray.
func isMatchSequence(t *object.Thread, v object.Value) bool {
	switch v.Object().(type) {
	case *object.List, *object.Tuple, *object.Range, *object.MemoryView, object.Buffered, object.Sequence:
		return true
	case *object.Str, *object.Bytes, *object.ByteArray, *object.Dict, *object.Set, *object.Class:
		return false
	}
	return abstractInstance(t, v, "Sequence")
}

func isMatchMapping(t *object.Thread, v object.Value) bool {
	if _, ok := v.Object().(*object.Dict); ok {
		return true
	}
	return abstractInstance(t, v, "Mapping")
}

// abstractInstance asks the class of that name in collections.abc, if the
// session has loaded it: only then can v's class be one of its subclasses.
func abstractInstance(t *object.Thread, v object.Value, name string) bool {
	mod, ok := t.Session.Modules.GetStr("_collections_abc")
	if !ok || v.Class().Slots.GetItem == nil {
		return false
	}
	abc, ok, err := object.GetAttrOpt(t, mod, name)
	if !ok || err != nil {
		return false
	}
	is, err := object.IsInstance(t, v, abc)
	return is && err == nil
}

func (m *machine) matchItem(v object.Value, i int) (object.Value, error) {
	var items []object.Value
	switch o := v.Object().(type) {
	case *object.List:
		items = o.Items
	case *object.Tuple:
		items = o.Items
	default:
		if i < 0 {
			n, err := object.Len(m.t, v)
			if err != nil {
				return v, err
			}
			i += n
		}
		return object.GetItem(m.t, v, object.Int(int64(i)))
	}
	if i < 0 {
		i += len(items)
	}
	if i < 0 || i >= len(items) {
		return object.Value{}, object.Raise(object.IndexError, "list index out of range")
	}
	return items[i], nil
}

func (m *machine) matchSlice(v object.Value, before, after int) (object.Value, error) {
	items, err := object.Collect(m.t, v)
	if err != nil {
		return object.Value{}, err
	}
	rest := append([]object.Value(nil), items[before:max(before, len(items)-after)]...)
	return object.NewList(rest), nil
}

// matchKeys returns the values of the keys as a tuple, or None where one is missing.
func (m *machine) matchKeys(v object.Value, keys []object.Value) (object.Value, error) {
	t := m.t
	seen := object.NewSet()
	values := make([]object.Value, 0, len(keys))
	for _, k := range keys {
		if dup, err := object.Contains(t, object.Of(seen), k); err != nil {
			return object.Value{}, err
		} else if dup {
			s, _ := object.Repr(t, k)
			return object.Value{}, object.Raise(object.ValueError, "mapping pattern checks duplicate key (%s)", s)
		}
		if err := seen.Add(t, k); err != nil {
			return object.Value{}, err
		}
		x, ok, err := m.matchKey(v, k)
		if err != nil {
			return object.Value{}, err
		}
		if !ok {
			return object.None, nil
		}
		values = append(values, x)
	}
	return object.NewTuple(values...), nil
}

func (m *machine) matchKey(v, k object.Value) (object.Value, bool, error) {
	if d, ok := v.Object().(*object.Dict); ok && v.Class() == object.DictClass {
		return d.Get(m.t, k)
	}
	missing := object.NewList(nil)
	x, err := object.CallAttr(m.t, v, "get", k, missing)
	return x, err == nil && x != missing, err
}

func (m *machine) matchRest(v object.Value, keys []object.Value) (object.Value, error) {
	rest := object.NewDict()
	if err := m.dictUpdate(rest, v); err != nil {
		return object.Value{}, err
	}
	for _, k := range keys {
		if _, err := rest.Delete(m.t, k); err != nil {
			return object.Value{}, err
		}
	}
	return object.Of(rest), nil
}

// selfMatching are the classes whose single positional sub-pattern is the subject itself.
func selfMatching(k *object.Class) bool {
	for _, c := range []*object.Class{object.BoolClass, object.IntClass, object.FloatClass, object.StrClass,
		object.BytesClass, object.ByteArrayClass, object.ListClass, object.TupleClass, object.DictClass,
		object.SetClass, object.FrozenSetClass} {
		if k.IsSubclassOf(c) {
			return true
		}
	}
	return false
}

// matchClass returns the attributes to match against the sub-patterns, or None.
func (m *machine) matchClass(v, class object.Value, names []object.Value, positional int) (object.Value, error) {
	t := m.t
	k, ok := class.Object().(*object.Class)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "called match pattern must be a type")
	}
	if is, err := object.IsInstance(t, v, class); err != nil || !is {
		return object.None, err
	}
	var values []object.Value
	seen := map[string]bool{}
	if positional > 0 {
		attrs, self, err := m.matchArgs(k, positional)
		if err != nil {
			return object.Value{}, err
		}
		if self {
			values = append(values, v)
		}
		for _, name := range attrs {
			if seen[name] {
				return object.Value{}, object.Raise(object.TypeError, "%s() got multiple sub-patterns for attribute '%s'", k.Name, name)
			}
			seen[name] = true
		}
		for _, name := range attrs {
			x, ok, err := object.GetAttrOpt(t, v, name)
			if err != nil || !ok {
				return object.None, err
			}
			values = append(values, x)
		}
	}
	for _, n := range names {
		name, _ := object.AsStr(n)
		if seen[name] {
			return object.Value{}, object.Raise(object.TypeError, "%s() got multiple sub-patterns for attribute '%s'", k.Name, name)
		}
		x, ok, err := object.GetAttrOpt(t, v, name)
		if err != nil || !ok {
			return object.None, err
		}
		values = append(values, x)
	}
	return object.NewTuple(values...), nil
}

// matchArgs returns the attributes of the positional sub-patterns; self tells
// that the only one is the subject itself.
func (m *machine) matchArgs(k *object.Class, positional int) (attrs []string, self bool, err error) {
	args, ok, err := object.GetAttrOpt(m.t, k.Value(), "__match_args__")
	if err != nil {
		return nil, false, err
	}
	if !ok && selfMatching(k) {
		if positional > 1 {
			return nil, false, tooManyPatterns(k, 1, positional)
		}
		return nil, true, nil
	}
	if !ok {
		return nil, false, tooManyPatterns(k, 0, positional)
	}
	tuple, ok := args.Object().(*object.Tuple)
	if !ok {
		return nil, false, object.Raise(object.TypeError, "%s.__match_args__ must be a tuple (got %s)", k.Name, object.TypeName(args))
	}
	if len(tuple.Items) < positional {
		return nil, false, tooManyPatterns(k, len(tuple.Items), positional)
	}
	for _, v := range tuple.Items[:positional] {
		s, ok := object.AsStr(v)
		if !ok {
			return nil, false, object.Raise(object.TypeError, "__match_args__ elements must be strings (got %s)", object.TypeName(v))
		}
		attrs = append(attrs, s)
	}
	return attrs, false, nil
}

func tooManyPatterns(k *object.Class, takes, given int) error {
	return object.Raise(object.TypeError, "%s() accepts %d positional sub-pattern%s (%d given)", k.Name, takes, object.PluralEnding(takes), given)
}
