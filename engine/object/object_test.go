package object

import (
	"math"
	"testing"
)

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

// TestIDs: values that are not the same have ids that are not, whether or not they are objects.
func TestIDs(t *testing.T) {
	values := []Value{None, True, False, NewStr("a"), NewStr("a"), NewList(nil), Float(0), Float(1), Float(2), Float(0.5), Float(-1), Float(0.3), Float(math.Nextafter(0.3, 1))}
	for _, n := range []int64{0, 1, 2, -1, 1<<34 - 1, 1 << 34, -1 << 34, -1<<34 - 1, 1 << 35, 1 << 62, 3 << 35} {
		values = append(values, Int(n))
	}
	seen := map[int64]Value{}
	for _, v := range values {
		if other, twice := seen[ID(v)]; twice && other != v {
			t.Errorf("%v and %v have one id", other, v)
		}
		seen[ID(v)] = v
	}
	if d := ID(Int(8)) - ID(Int(7)); d != 32 {
		t.Errorf("small ints stand %d apart", d)
	}
}
