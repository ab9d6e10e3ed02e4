package object

import "fmt"

// This file defines exception groups and the texts of Unicode errors.

func defineGroup(s *Spec) {
	s.Slots.New, s.Slots.Init = groupNew, func(*Thread, Value, Args) error { return nil }
	s.Slots.Str = groupStr
	s.Methods = []Method{
		{"derive(self, excs, /)", func(t *Thread, a []Value) (Value, error) {
			class, err := groupClassFor(t, a[1])
			if err != nil {
				return Value{}, err
			}
			return Call(t, class.Value(), a[0].Object().(*Exception).Field("message"), a[1])
		}, ""},
		{"subgroup(self, condition, /)", func(t *Thread, a []Value) (Value, error) {
			in, _, err := splitGroup(t, a[0], a[1])
			return in, err
		}, ""},
		{"split(self, condition, /)", func(t *Thread, a []Value) (Value, error) {
			in, out, err := splitGroup(t, a[0], a[1])
			return NewTuple(in, out), err
		}, ""},
	}
	s.ClassMethods = []Method{classGetItemMethod()}
}

// groupClassFor is ExceptionGroup where all members are Exceptions.
func groupClassFor(t *Thread, excs Value) (*Class, error) {
	items, err := Collect(t, excs)
	for _, v := range items {
		if !ExceptionClass.Is(v) {
			return BaseExceptionGroup, err
		}
	}
	return ExceptionGroup, err
}

func groupNew(t *Thread, c *Class, a Args) (Value, error) {
	if len(a.Pos) != 2 {
		return Value{}, Raise(TypeError, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", len(a.Pos))
	}
	if _, ok := AsStr(a.Pos[0]); !ok {
		return Value{}, Raise(TypeError, "BaseExceptionGroup.__new__() argument 1 must be str, not %s", TypeName(a.Pos[0]))
	}
	if a.Pos[1].Class().Slots.GetItem == nil {
		return Value{}, Raise(TypeError, "second argument (exceptions) must be a sequence")
	}
	excs, err := Collect(t, a.Pos[1])
	if err != nil {
		return Value{}, err
	}
	if len(excs) == 0 {
		return Value{}, Raise(ValueError, "second argument (exceptions) must be a non-empty sequence")
	}
	plain := true
	for i, v := range excs {
		if !BaseException.Is(v) {
			return Value{}, Raise(ValueError, "Item %d of second argument (exceptions) is not an exception", i)
		}
		plain = plain && ExceptionClass.Is(v)
	}
	switch {
	case c == BaseExceptionGroup && plain:
		c = ExceptionGroup
	case c.IsSubclassOf(ExceptionClass) && !plain:
		if c == ExceptionGroup {
			return Value{}, Raise(TypeError, "Cannot nest BaseExceptions in an ExceptionGroup")
		}
		return Value{}, Raise(TypeError, "Cannot nest BaseExceptions in '%s'", c.Name)
	}
	e := &Exception{Args: newTuple(append([]Value(nil), a.Pos...)), fields: []Value{a.Pos[0], NewTuple(excs...)}}
	return Adopt(e, c), nil
}

func groupStr(t *Thread, v Value) (string, error) {
	e := v.Object().(*Exception)
	msg, err := ToStr(t, e.Field("message"))
	n := len(e.Exceptions())
	return fmt.Sprintf("%s (%s)", msg, plural(n, "sub-exception")), err
}

// Exceptions returns the members of an exception group; nil for any other exception.
func (e *Exception) Exceptions() []Value {
	if tuple, ok := e.Field("exceptions").Object().(*Tuple); ok {
		return tuple.Items
	}
	return nil
}

// groupMatches applies a condition of split: classes, or a function.
func groupMatches(t *Thread, v, cond Value) (bool, error) {
	switch cond.Object().(type) {
	case *Class, *Tuple:
		return v.Object().(*Exception).Matches(cond)
	}
	if !Callable(cond) {
		return false, Raise(TypeError, "expected a function, exception type or tuple of exception types")
	}
	res, err := Call(t, cond, v)
	if err != nil {
		return false, err
	}
	return ToBool(t, res)
}

func splitGroup(t *Thread, v, cond Value) (in, out Value, err error) {
	if err := t.Enter(" in exception group"); err != nil {
		return None, None, err
	}
	defer t.Leave()
	ok, err := groupMatches(t, v, cond)
	if err != nil {
		return None, None, err
	}
	e := v.Object().(*Exception)
	if ok {
		return v, None, nil
	}
	if !e.class.IsSubclassOf(BaseExceptionGroup) {
		return None, v, nil
	}
	var yes, no []Value
	for _, x := range e.Exceptions() {
		a, b, err := splitGroup(t, x, cond)
		if err != nil {
			return None, None, err
		}
		if !a.IsNone() {
			yes = append(yes, a)
		}
		if !b.IsNone() {
			no = append(no, b)
		}
	}
	if in, err = e.derive(t, yes); err != nil {
		return None, None, err
	}
	out, err = e.derive(t, no)
	return in, out, err
}

// derive makes a group like e of other members; None of no members.
func (e *Exception) derive(t *Thread, members []Value) (Value, error) {
	if len(members) == 0 {
		return None, nil
	}
	v, err := CallAttr(t, e.Value(), "derive", NewList(members))
	if err != nil {
		return None, err
	}
	if g, ok := v.Object().(*Exception); ok {
		g.Traceback, g.Cause, g.Context, g.SuppressContext = e.Traceback, e.Cause, e.Context, e.SuppressContext
		for _, note := range e.Notes() {
			if _, err := exceptionAddNote(t, []Value{v, note}); err != nil {
				return None, err
			}
		}
	}
	return v, nil
}

// unicodeErrorStr says which bytes or characters could not be converted.
func unicodeErrorStr(t *Thread, v Value) (string, error) {
	e := v.Object().(*Exception)
	reason, err := ToStr(t, e.Field("reason"))
	if err != nil {
		return "", err
	}
	start, _ := AsInt(e.Field("start"))
	end, _ := AsInt(e.Field("end"))
	codec, _ := AsStr(e.Field("encoding"))
	verb := "decode"
	what := "bytes"
	if _, ok := e.Field("object").Object().(*Str); ok {
		verb, what = "encode", "characters"
	}
	prefix := fmt.Sprintf("'%s' codec can't %s ", codec, verb)
	if e.class.IsSubclassOf(UnicodeTranslateError) {
		prefix = "can't translate "
	}
	if end != start+1 {
		return fmt.Sprintf("%s%s in position %d-%d: %s", prefix, what, start, end-1, reason), nil
	}
	switch o := e.Field("object").Object().(type) {
	case *Bytes:
		if int(start) < len(o.B) {
			return fmt.Sprintf("%sbyte 0x%02x in position %d: %s", prefix, o.B[start], start, reason), nil
		}
	case *Str:
		if int(start) < o.n {
			return fmt.Sprintf("%scharacter %s in position %d: %s", prefix, escapedChar(o.Runes()[start]), start, reason), nil
		}
	}
	return prefix + reason, nil
}

func escapedChar(r rune) string {
	switch {
	case r <= 0xff:
		return fmt.Sprintf("'\\x%02x'", r)
	case r <= 0xffff:
		return fmt.Sprintf("'\\u%04x'", r)
	}
	return fmt.Sprintf("'\\U%08x'", r)
}
