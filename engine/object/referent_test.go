package object

import "testing"

// referents lists what v refers to, its class left out.
func referents(v Value) []Value {
	var list []Value
	for i := 1; ; i++ {
		x, ok := Referent(v, i)
		if !ok {
			return list
		}
		if x.head != nil {
			list = append(list, x)
		}
	}
}

func TestReferent(t *testing.T) {
	th := NewThread(NewSession(), nil)
	a, b := NewList(nil), NewStr("b")
	d := NewDict()
	if err := d.Set(th, b, a); err != nil {
		t.Fatal(err)
	}
	set := NewSet()
	if err := set.Add(th, b); err != nil {
		t.Fatal(err)
	}
	zip, err := CallArgs(th, zipClassForTest(th), Args{Pos: []Value{NewTuple(a)}})
	if err != nil {
		t.Fatal(err)
	}
	cause := NewException(KeyError, a)
	failure := NewException(ValueError, b)
	failure.Cause = cause
	for _, c := range []struct {
		name string
		v    Value
		want []Value
	}{
		{"int", Int(1), nil},
		{"list", NewList([]Value{a, b}), []Value{a, b}},
		{"tuple", NewTuple(b, a), []Value{b, a}},
		{"dict", Of(d), []Value{b, a}},
		{"set", Of(set), []Value{b}},
		{"bound method", NewBoundMethod(b, a), []Value{b, a}},
		{"static method", NewStaticMethod(a), []Value{a}},
		{"slice", NewSlice(a, None, b), []Value{a, None, b}},
	} {
		got := referents(c.v)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d referents, want %d", c.name, len(got), len(c.want))
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: referent %d is another object", c.name, i)
			}
		}
	}
	if got := referents(zip); len(got) != 1 || TypeName(got[0]) != "tuple_iterator" {
		t.Errorf("zip refers to %d objects, want its one iterator", len(got))
	}
	found := false
	for _, v := range referents(failure.Value()) {
		found = found || v == cause.Value()
	}
	if !found {
		t.Error("an exception does not lead to its cause")
	}
}

func zipClassForTest(t *Thread) Value {
	v, _ := t.Session.Builtins.Get("zip")
	return v
}

func TestOpaque(t *testing.T) {
	next := func(*Thread) (Value, bool, error) { return Value{}, false, nil }
	for _, c := range []struct {
		name string
		v    Value
		want bool
	}{
		{"iterator in Go", NewIter(nil, next), true},
		{"list", NewList(nil), false},
		{"str", NewStr("a"), false},
		{"slice", NewSlice(None, None, None), false},
	} {
		if got := Opaque(c.v); got != c.want {
			t.Errorf("%s: opaque %v, want %v", c.name, got, c.want)
		}
	}
}

// TestShell: what is set on an object of a class with __del__ is seen on its shell.
func TestShell(t *testing.T) {
	s := NewSession()
	var born []Value
	s.Born = func(v Value) { born = append(born, Shell(v)) }
	th := NewThread(s, nil)
	ns := NewDict()
	ns.SetStr("__del__", None)
	c, err := newUserClass(th, TypeClass, "Mortal", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.complete(th, ns, nil); err != nil {
		t.Fatal(err)
	}
	v := NewInstance(c)
	if len(born) != 1 {
		t.Fatalf("told of %d births", len(born))
	}
	if err := SetAttr(th, v, "x", Int(7)); err != nil {
		t.Fatal(err)
	}
	x, err := GetAttr(th, born[0], "x")
	if err != nil || x != Int(7) || born[0] == v || born[0].Class() != c {
		t.Errorf("the shell's x is %v, %v", x, err)
	}
	c.Dict.Delete("__del__")
	c.attrChanged("__del__")
	NewInstance(c)
	if len(born) != 1 {
		t.Error("told of the birth of an object without __del__")
	}
}
