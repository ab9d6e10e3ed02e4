package eval_test

import (
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
)

// TestAsides: a cell before an exercise that is an aside runs where one of its names is read, by the answer, by the tests
// or by a cell that runs. Those here fail when they run.
func TestAsides(t *testing.T) {
	aside := func(code string) session.Setup { return session.Setup{Code: code, Aside: true} }
	cell := func(code string) session.Setup { return session.Setup{Code: code} }
	const answer, test = "def f(): return 1", "def test_f():\n    assert f() == 1"
	for _, c := range []struct {
		name         string
		setup        []session.Setup
		answer, test string
		want         string
	}{
		{"nobody reads it", []session.Setup{aside("x = 1 / 0")}, answer, test, "pass"},
		{"no aside", []session.Setup{cell("x = 1 / 0")}, answer, test, "error"},
		{"the answer reads it", []session.Setup{aside("x = 1 / 0")}, "def f(): return x", test, "error"},
		{"the answer has one of its own", []session.Setup{aside("x = 1 / 0")}, "x = 1\ndef f(): return x", test, "pass"},
		{"the test reads it", []session.Setup{aside("x = 1 / 0")}, answer, "def test_f():\n    assert f() == x", "error"},
		{"a cell reads it", []session.Setup{aside("x = 1 / 0"), cell("y = [x]")}, answer, test, "error"},
		{"an aside reads it", []session.Setup{aside("x = 1 / 0"), aside("y = [x]")}, answer, test, "pass"},
		{"an aside that is read reads it", []session.Setup{aside("x = 1 / 0"), aside("y = [x]")}, "def f(): return len(y)", test, "error"},
		{"it changes what is read", []session.Setup{cell("x = [1]"), aside("x.append(1 / 0)")}, "def f(): return x[0]", test, "error"},
		{"it is given anew", []session.Setup{aside("x = 1 / 0"), cell("x = 1")}, "def f(): return x", test, "pass"},
		{"it may be given anew", []session.Setup{aside("x = 1 / 0"), cell("if f:\n    x = 1")}, "def f(): return x", test, "error"},
		{"it is given anew, or not", []session.Setup{aside("x = 1 / 0"), {Code: "x = g()", Raises: true}}, "def f(): return x", test, "error"},
		{"names of both sides", []session.Setup{aside("x = 1"), aside("y = 1")}, "def f(): return x", "def test_f():\n    assert f() == y", "pass"},
	} {
		t.Run(c.name, func(t *testing.T) {
			check := &session.Check{Setup: c.setup, Own: []string{answer}, Tests: []session.Test{{Code: c.test}}}
			b, _ := judged(open(t, "cpu", eval.Config{}), c.answer, check)
			if b == nil || b.Status != c.want {
				t.Errorf("%+v, want %s", b, c.want)
			}
		})
	}
}
