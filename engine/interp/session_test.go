package interp_test

import (
	"errors"
	"runtime"
	"testing"
	"weak"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// session returns a session with the module "host", whose functions fn are.
func session(fn ...*object.Builtin) *object.Session {
	s := object.NewSession()
	interp.Install(s, interp.Module{Name: "host", Init: func(*object.Thread) (*object.Module, error) {
		m := object.NewModule("host", "")
		m.AddFuncs(fn...)
		return m, nil
	}})
	return s
}

// runCell runs a cell in s.
func runCell(s *object.Session, src string, prepare func(*object.Thread)) (interp.Result, error) {
	t := object.NewThread(s, nil)
	if prepare != nil {
		prepare(t)
	}
	return interp.Exec(t, interp.Source{Name: "Cell In[1]", Text: src}, interp.Main(s))
}

// TestPanicSafety: a builtin that panics ends the run with an InternalError, and
// the session goes on.
func TestPanicSafety(t *testing.T) {
	s := session(object.Def("boom()", func(*object.Thread, []object.Value) (object.Value, error) { panic("boom") }, ""))
	_, err := runCell(s, "import host\nx = 1\ndef f(): host.boom()\ntry:\n    f()\nfinally:\n    x = 2\n", nil)
	var bug *interp.InternalError
	if !errors.As(err, &bug) || bug.Cause != "boom" {
		t.Fatalf("got %v, want an InternalError", err)
	}
	r, err := runCell(s, "def g(n): return n and g(n - 1) + 1\nx + g(100)", nil)
	if err != nil || r.Value != object.Int(101) {
		t.Fatalf("afterwards: %v, %v", r.Value, err)
	}
}

// TestStop: an interrupt is a KeyboardInterrupt that Python code can catch; any
// other stop runs no except and no finally.
func TestStop(t *testing.T) {
	var token *object.Token
	stop := func(st *object.Stopped) *object.Builtin {
		return object.Def("stop()", func(*object.Thread, []object.Value) (object.Value, error) {
			token.Stop(st)
			return object.None, nil
		}, "")
	}
	const src = "import host\nlog = []\ntry:\n    while True:\n        host.stop()\nexcept KeyboardInterrupt:\n    log.append('caught')\nfinally:\n    log.append('finally')\n"
	for _, tt := range []struct {
		stop *object.Stopped
		want int
	}{{&object.Stopped{Interrupt: true}, 2}, {&object.Stopped{Limit: "time"}, 0}} {
		s := session(stop(tt.stop))
		token = new(object.Token)
		th := object.NewThread(s, token)
		_, err := interp.Exec(th, interp.Source{Text: src}, interp.Main(s))
		if stopped := errors.Is(err, object.ErrStopped); stopped == tt.stop.Interrupt {
			t.Errorf("%+v: error %v", tt.stop, err)
		}
		v, _ := interp.Main(s).Get("log")
		if n := len(v.Object().(*object.List).Items); n != tt.want {
			t.Errorf("%+v: %d handlers ran, want %d", tt.stop, n, tt.want)
		}
	}
}

// TestSteps: steps are counted in proportion to the work, and their limit ends a run.
func TestSteps(t *testing.T) {
	steps := func(src string) uint64 {
		s := session()
		th := object.NewThread(s, nil)
		if _, err := interp.Exec(th, interp.Source{Text: src}, interp.Main(s)); err != nil {
			t.Fatal(err)
		}
		return th.Steps
	}
	if a, b := steps("for i in range(1000): pass"), steps("for i in range(10000): pass"); b < 9*a || b > 11*a {
		t.Errorf("1000 rounds take %d steps, 10000 take %d", a, b)
	}
	for _, src := range []string{"while True: pass", "def f():\n    while 1:\n        try: f()\n        except BaseException: pass\nf()",
		"def g():\n    while True: yield 1\nfor _ in g(): pass", "import itertools_none" + "\n"} {
		_, err := runCell(session(), src, func(th *object.Thread) { interp.LimitSteps(th, 50_000) })
		var st *object.Stopped
		if !errors.As(err, &st) && src[0] != 'i' {
			t.Errorf("%q: %v, want the limit", src, err)
		}
	}
}

// TestGlobals: a function from an old cell sees what a later cell binds.
func TestGlobals(t *testing.T) {
	s := session()
	for _, src := range []string{"x = 1\ndef f(): return x", "x = 2"} {
		if _, err := runCell(s, src, nil); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := runCell(s, "f()", nil); err != nil || r.Value != object.Int(2) {
		t.Errorf("f() = %v, %v", r.Value, err)
	}
}

// TestClearDead: once its last variable is gone, a value is in no register, in
// whatever frame it was used.
func TestClearDead(t *testing.T) {
	type blob struct {
		object.Head
		_ [64]byte // too large for the allocator of tiny objects, which keeps neighbours alive
	}
	class := object.NewBuiltin("blob")
	class.Define(object.Spec{OwnLayout: true})
	var made []weak.Pointer[blob]
	s := session(
		object.Def("make()", func(*object.Thread, []object.Value) (object.Value, error) {
			b := &blob{}
			made = append(made, weak.Make(b))
			return object.Adopt(b, class), nil
		}, ""),
		object.Def("use(x)", func(*object.Thread, []object.Value) (object.Value, error) { return object.None, nil }, ""),
		object.Def("count()", func(th *object.Thread, _ []object.Value) (object.Value, error) {
			interp.ClearDead(th)
			runtime.GC()
			n := 0
			for _, w := range made {
				if w.Value() != nil {
					n++
				}
			}
			return object.Int(int64(n)), nil
		}, ""))
	const src = `
import host
def down(n, x):
    host.use([x, (x, n)])
    if n:
        return down(n - 1, x)
    del x
    return host.count()
def local():
    big = host.make()
    host.use(big)
    for i in [big]: host.use({1: i})
    del big, i
    return host.count()
def gen():
    x = host.make()
    yield x
    yield 2
counts = [down(3, host.make()), local(), host.count()]
big = host.make()
counts.append((host.use(big), host.count())[1])
del big
counts.append(host.count())
g = gen()
host.use(next(g))
counts.append(host.count())
del g
counts.append(host.count())
counts
`
	r, err := runCell(s, src, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []int64{1, 0, 0, 1, 0, 1, 0}
	for i, v := range r.Value.Object().(*object.List).Items {
		if v != object.Int(want[i]) {
			t.Errorf("count %d is %d, want %d", i, v.SmallInt(), want[i])
		}
	}
}

// TestInitImports: the Init of a package may import what lies below the package.
func TestInitImports(t *testing.T) {
	s := object.NewSession()
	interp.Install(s,
		interp.Module{Name: "pkg", Package: true, Init: func(th *object.Thread) (*object.Module, error) {
			m := object.NewModule("pkg", "a package")
			sub, err := interp.Import(th, "pkg.sub")
			m.Dict.Set("early", sub)
			return m, err
		}},
		interp.Module{Name: "pkg.sub", Source: "x = 1\n"})
	r, err := runCell(s, "import pkg\npkg.early is pkg.sub and pkg.sub.x == 1 and pkg.__doc__ == 'a package'", nil)
	if err != nil || r.Value != object.True {
		t.Fatal(r.Value, err)
	}
}

func TestTracingIsRefused(t *testing.T) {
	s := object.NewSession()
	interp.Install(s)
	th := object.NewThread(s, nil)
	set, ok := s.Sys.Get("settrace")
	if !ok {
		t.Fatal("no sys.settrace")
	}
	if _, err := object.Call(th, set, object.None); err != nil {
		t.Errorf("settrace(None): %v", err)
	}
	if _, err := object.Call(th, set, set); !object.Catch(err, object.NotImplementedError) {
		t.Errorf("settrace(function): %v", err)
	}
}

// TestProfilingGoesOn has a profiler that one cell sets told of the next.
func TestProfilingGoesOn(t *testing.T) {
	s := object.NewSession()
	interp.Install(s)
	set, _ := s.Sys.Get("setprofile")
	interp.Main(s).Set("setprofile", set)
	for _, cell := range []string{
		"names = []\ndef f(): pass\nsetprofile(lambda frame, event, arg: names.append((event, frame.f_code.co_name)))",
		"f()",
		"setprofile(None)\nf()",
	} {
		if _, err := runCell(s, cell, nil); err != nil {
			t.Fatal(err)
		}
	}
	r, err := runCell(s, "('call', 'f') in names and names.count(('return', 'f')) == 1", nil)
	if err != nil || r.Value != object.True {
		t.Fatal(r.Value, err)
	}
}

// TestProfilingEnds: a run that ends without its finally takes its profiler along, which does not get in its way.
func TestProfilingEnds(t *testing.T) {
	const quiet, fails = "lambda *a: None", "fails"
	for _, tt := range []struct{ name, profiler, body string }{
		{"steps", quiet, "while True: pass"},
		{"steps in a call", quiet, "def f():\n        while True: pass\n    f()"},
		{"a stop of Go", quiet, "host.stop()"},
		{"a panic", quiet, "host.boom()"},
		{"steps, and the profiler raises", fails, "while True: pass"},
		{"a stop of Go, and the profiler raises", fails, "host.stop()"},
	} {
		s := session(
			object.Def("boom()", func(*object.Thread, []object.Value) (object.Value, error) { panic("boom") }, ""),
			object.Def("stop()", func(*object.Thread, []object.Value) (object.Value, error) {
				return object.Value{}, &object.Stopped{Limit: "time"}
			}, ""))
		for _, name := range []string{"setprofile", "getprofile"} {
			f, _ := s.Sys.Get(name)
			interp.Main(s).Set(name, f)
		}
		_, err := runCell(s, `
import host
caught = None
def fails(frame, event, arg):
    if event in ("return", "c_exception"): raise ValueError
def run():
    `+tt.body+`
setprofile(`+tt.profiler+`)
try:
    run()
except BaseException as e:
    caught = e
finally:
    setprofile(None)
`, func(th *object.Thread) { interp.LimitSteps(th, 50_000) })
		var bug *interp.InternalError
		if !errors.Is(err, object.ErrStopped) && !errors.As(err, &bug) {
			t.Errorf("%s: %v", tt.name, err)
		}
		r, err := runCell(s, "caught is None and getprofile() is None", nil)
		if err != nil || r.Value != object.True {
			t.Errorf("%s: a handler or the profiler goes on: %v, %v", tt.name, r.Value, err)
		}
	}
}
