package object

import "testing"

func TestSessionStarts(t *testing.T) {
	s := NewSession()
	th := NewThread(s, nil)
	v, err := Binary(th, Add, NewStr("a"), NewStr("b"))
	if err != nil {
		t.Fatal(err)
	}
	if r, _ := Repr(th, v); r != "'ab'" {
		t.Fatal(r)
	}
}
