package interp

import (
	"testing"

	"gputour/engine/object"
)

func watched(t *testing.T, src string) *watchList {
	t.Helper()
	s := object.NewSession()
	Install(s)
	th := object.NewThread(s, nil)
	if _, err := Exec(th, Source{Name: "watch.py", Text: src, Script: true}, Main(s)); err != nil {
		t.Fatal(err)
	}
	return &stateOf(s).watch
}

// TestWatching: only a session that has objects with something left to run watches.
func TestWatching(t *testing.T) {
	for _, c := range []struct {
		name, src   string
		on          bool
		left        int
		collections bool
	}{
		{"plain", "class A:\n def f(self): return [self]\ndef g():\n try: yield 1\n finally: pass\nx = [A() for _ in range(9)]\nfor v in g(): pass", false, 0, false},
		{"alive", "class A:\n def __del__(self): pass\na = A()\nfor i in range(99): b = i", true, 1, false},
		{"dead", "class A:\n def __del__(self): pass\na = A()\ndel a\nb = 1", true, 0, true},
		{"suspended", "def g():\n try: yield 1\n finally: pass\nx = g()\nnext(x)\nb = 1", true, 1, false},
		{"over", "class A:\n def __del__(self): pass\na = A()\ndel a\nfor i in range(1200): b = i", false, 0, true},
	} {
		w := watched(t, c.src)
		if w.on != c.on || len(w.list) != c.left || (w.marked > 0) != c.collections {
			t.Errorf("%s: watching %v, %d objects, %d bytes collected", c.name, w.on, len(w.list), w.marked)
		}
	}
}
