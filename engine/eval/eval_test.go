package eval_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// recorder is an Output that keeps what it gets.
type recorder struct {
	mu     sync.Mutex
	text   map[string]string // by stream
	events []any             // bodies
	answer []string
	began  chan struct{} // gets one value at the first print, when not nil
}

func (r *recorder) Stream(name, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.text == nil {
		r.text = map[string]string{}
	}
	r.text[name] += text
	if r.began != nil {
		close(r.began)
		r.began = nil
	}
}

func (r *recorder) Emit(typ string, body any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, body)
}

func (r *recorder) Input(ctx context.Context, req wire.InputRequestBody) (string, error) {
	if len(r.answer) > 0 {
		a := r.answer[0]
		r.answer = r.answer[1:]
		return a, nil
	}
	if r.answer != nil {
		return "", io.EOF
	}
	<-ctx.Done()
	return "", ctx.Err()
}

// find returns the last body of a type.
func find[T any](r *recorder) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.events) - 1; i >= 0; i-- {
		if b, ok := r.events[i].(T); ok {
			return &b
		}
	}
	return nil
}

func open(t testing.TB, spec string, config eval.Config) *eval.Evaluator {
	t.Helper()
	config.LookTime = cmp.Or(config.LookTime, time.Minute) // however busy this computer is
	config.Machine = func(text string) (*eval.Machine, error) {
		m := &eval.Machine{CPU: cpu.New()}
		if text == "cpu" {
			return m, nil
		}
		s, err := sim.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		gpus := sim.NewMachine(s, nil)
		m.GPUs, m.Release = gpus.Devices(), gpus.Close
		return m, nil
	}
	ev, err := eval.New(spec, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ev.Close)
	return ev
}

// cells runs cells in order and returns what the last one gave.
func cells(ev *eval.Evaluator, codes ...string) (*recorder, session.Outcome) {
	var r *recorder
	var o session.Outcome
	for i, code := range codes {
		r = &recorder{}
		o = ev.Run(session.Run{RID: fmt.Sprint("r", i), Cell: fmt.Sprint("cell", i), Code: code, Count: i + 1, Lang: "en"}, r)
	}
	return r, o
}

func TestDisplay(t *testing.T) {
	cases := []struct{ name, code, mime, want string }{
		{"a value", "6 * 7", "text/plain", "42"},
		{"its repr", "'a'", "text/plain", "'a'"},
		{"html", "class A:\n    def _repr_html_(self): return '<b>x</b>'\nA()", "text/html", "<b>x</b>"},
		{"svg", "class A:\n    def _repr_svg_(self): return '<svg/>'\nA()", "image/svg+xml", "<svg/>"},
		{"png", "class A:\n    def _repr_png_(self): return b'\\x01\\x02'\nA()", "image/png", "AQI="},
		{"mimebundle", "class A:\n    def _repr_mimebundle_(self, include=None, exclude=None): return {'text/markdown': '*x*', 'text/plain': 'x'}\nA()", "text/markdown", "*x*"},
		{"IPython.display", "from IPython.display import HTML\nHTML('<i>y</i>')", "text/html", "<i>y</i>"},
		{"a picture by its file's name", "from IPython.display import Image\nopen('a.png', 'wb').write(b'\\x01\\x02')\nImage('a.png')", "image/png", "AQI="},
		{"underscore", "_ + 1", "text/plain", "8"},
		{"Out", "Out[1], In[1]", "text/plain", "(7, '3 + 4')"},
		{"a method that answers None", "class A:\n    def _repr_html_(self): return None\n    def __repr__(self): return 'plain'\nA()", "text/plain", "plain"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r, o := cells(open(t, "cpu", eval.Config{}), "3 + 4", c.code)
			b := find[wire.DisplayBody](r)
			if o.State != wire.RunDone || b == nil || b.Data[c.mime] != c.want {
				t.Errorf("%s: %+v, error %+v", o.State, b, find[wire.ErrorBody](r))
			}
		})
	}
}

func TestFiguresAreShownAtTheEnd(t *testing.T) {
	r, o := cells(open(t, "cpu", eval.Config{}), "import matplotlib.pyplot as plt", "line = plt.plot([1, 2, 3])")
	b := find[wire.DisplayBody](r)
	if o.State != wire.RunDone || b == nil || !strings.Contains(b.Data["image/svg+xml"], "<svg") {
		t.Errorf("%s, %+v, %+v", o.State, b, find[wire.ErrorBody](r))
	}
	r, _ = cells(open(t, "cpu", eval.Config{}), "import matplotlib.pyplot as plt\nline = plt.plot([1, 2, 3])\nplt.show()")
	n := 0
	for _, x := range r.events {
		if _, ok := x.(wire.DisplayBody); ok {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d displays", n)
	}
}

func TestNothingIsDisplayed(t *testing.T) {
	for _, code := range []string{"None", "x = 1", "1;", "", "# only a comment", "def f(): pass"} {
		r, o := cells(open(t, "cpu", eval.Config{}), code)
		if o.State != wire.RunDone || find[wire.DisplayBody](r) != nil {
			t.Errorf("%q: %s, %v", code, o.State, r.events)
		}
	}
}

func TestMagics(t *testing.T) {
	cases := []struct{ code, want string }{
		{"!echo hi", "hi\n"},
		{"x = 3\n!echo {x + 1} $x", "4 3\n"},
		{"lines = !printf 'a\\nb'\nprint(lines)", "['a', 'b']\n"},
		{"%%writefile a.txt\nhello\n", "Writing a.txt\n"},
		{"%%bash\necho $((1 + 2))", "3\n"},
		{"%pwd\n%cd /\nprint(open)", "/\n<built-in function open>\n"},
		{"y = 1\n%who", "y\t \n"},
		{"import os\nos.system('echo from os')", "from os\n"},
		{"import subprocess\nprint(subprocess.run(['echo', 'a b'], capture_output=True, text=True).stdout)", "a b\n\n"},
		{"%matplotlib inline", ""},
		{"%%capture\nprint('x')", ""},
		{"%env COLOUR=red", "env: COLOUR=red\n"},
	}
	for _, c := range cases {
		r, o := cells(open(t, "cpu", eval.Config{}), c.code)
		if o.State != wire.RunDone || r.text["stdout"] != c.want {
			t.Errorf("%q: %s, stdout %q, stderr %q, error %+v", c.code, o.State, r.text["stdout"], r.text["stderr"], find[wire.ErrorBody](r))
		}
	}
	r, o := cells(open(t, "cpu", eval.Config{}), "%nonsense")
	if b := find[wire.ErrorBody](r); o.State != wire.RunFailed || b == nil || !strings.Contains(b.Value, "`%nonsense` not found") {
		t.Errorf("%s, %+v", o.State, b)
	}
}

// TestFileMagics runs cells one after the other: each sees what the ones before have left.
func TestFileMagics(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	for _, c := range []struct{ code, want string }{
		{"%%capture kept\nprint('x')", ""},
		{"print(repr(kept.stdout), str(kept) == kept.stdout)\nkept.show()", "'x\\n' True\nx\n"},
		{"%%capture --no-stdout\nprint('seen')", "seen\n"},
		{"%%file prog.py\nimport sys\nmade = sys.argv[1:]\nprint(__name__)", "Writing prog.py\n"},
		{"%run prog.py a b\nprint(made)", "__main__\n['a', 'b']\n"},
		{"%load prog.py", "import sys\nmade = sys.argv[1:]\nprint(__name__)\n"},
		{"%%writefile ends.py\nraise SystemExit", "Writing ends.py\n"},
		{"%run ends\nprint('still here')", "still here\n"},
	} {
		r, o := cells(ev, c.code)
		if o.State != wire.RunDone || r.text["stdout"] != c.want {
			t.Errorf("%q: %s, stdout %q, stderr %q, error %+v", c.code, o.State, r.text["stdout"], r.text["stderr"], find[wire.ErrorBody](r))
		}
	}
	if r, _ := cells(open(t, "cpu", eval.Config{}), "a = 1", "b = [\n2]", "%history -n"); r.text["stdout"] != "   1: a = 1\n   2:\nb = [\n2]\n   3: %history -n\n" {
		t.Errorf("history %q", r.text["stdout"])
	}
	if r, o := cells(ev, "%run nothing.py"); o.State != wire.RunFailed || !strings.Contains(find[wire.ErrorBody](r).Value, "`'nothing.py'` not found") {
		t.Errorf("a missing program: %s", o.State)
	}
}

// TestHostile checks that what would take all memory or time ends, and that the session goes on.
func TestHostile(t *testing.T) {
	config := eval.Config{Limits: wire.Limits{CellMS: 400}}
	for _, code := range []string{
		"import itertools\nlist(itertools.filterfalse(None, itertools.repeat(1)))",
		"import itertools\nlist(itertools.islice(itertools.count(), 0, 2**62, 2**62))\nnext(itertools.islice(range(10**18), 10**17, None))",
		"import sys\nsys.set_int_max_str_digits(0)\nint('9' * 10**7)",
		"x = [1]\nfor i in range(50):\n    x = [x, x]\nimport json\njson.dumps(x)",
		"x, y = (1,), (1,)\nfor i in range(50):\n    x, y = (x, x), (y, y)\nx == y",
		"t = int\nfor i in range(60):\n    t = (t, t)\nisinstance(1.5, t)",
		"pow(3, 10**8, 10**(10**6) + 1)",
		"x = 7**(4 * 10**6)\nwhile True: divmod(x * x, x + 1)",
		"sum([[1] * 1000] * 10**6, [])",
		"('a' * 10**6).translate({97: 'b' * 10**6})",
		"f = open('hole', 'w')\nf.seek(10**12)\nf.write('x')",
		"open('hole', 'wb').truncate(10**12)",
		"exec('x = 1\\n' * 10**6)",
		"import torch\ntorch.ones(1).expand(10**6, 10**6).sum()",
		"import torch\ntorch.ones(10**8).tolist()",
		"import torch\ntorch.zeros(10**12, 0).tolist()",
		"import numpy as np\nnp.broadcast_to(np.zeros(1), (10**6, 10**6)).tolist()",
		"import numpy as np\nnp.median(np.broadcast_to(np.zeros(1), (10**8, 10**8)))",
		"import numpy as np\nnp.lib.stride_tricks.as_strided(np.zeros(3), (10**8, 10**8), (0, 0)).sum()",
		"import torch\ntorch.ones(8000, 8000) @ torch.ones(8000, 8000)",
		"import torch\ntorch.linalg.svd(torch.ones(1200, 1200).double())",
		"import torch\ntorch.set_printoptions(threshold=10**9)\nfor i in range(100): str(torch.ones(10**6))",
		"import torch\ntorch.combinations(torch.arange(2000), 5)",
		"import pickle\npickle.loads(b'\\x80\\x04\\x8e' + b'\\xff' * 7 + b'\\x7f.')",
		"!while true; do echo x; done",
		"class R:\n    def _repr_html_(self):\n        while True: pass\nR()",
		"%timeit while True: pass",
		"%%capture\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass",
	} {
		ev := open(t, "cpu", config)
		if _, o := cells(ev, code); o.State == wire.RunDone {
			t.Errorf("%q ended as if nothing were", code)
		}
		if r, o := cells(ev, "print('on')"); o.State != wire.RunDone || r.text["stdout"] != "on\n" {
			t.Errorf("after %q: %s", code, o.State)
		}
	}
}

// TestTensorsCount holds the tensors of the CPU to the session's budget; dead ones do not count.
func TestTensorsCount(t *testing.T) {
	ev := open(t, "cpu", eval.Config{Limits: wire.Limits{MemoryBytes: 128 << 20}})
	r, o := cells(ev, "import torch\nfor _ in range(20):\n    x = torch.ones(5 * 10**6)", "kept = [torch.ones(5 * 10**6) for _ in range(20)]")
	if b := find[wire.ErrorBody](r); o.State != wire.RunFailed || b == nil || b.Name != "RuntimeError" || !strings.Contains(b.Value, "can't allocate memory") {
		t.Errorf("400 MB of 128: %s, %+v", o.State, b)
	}
	if _, o := cells(ev, "x = torch.ones(5 * 10**6)"); o.State != wire.RunDone {
		t.Errorf("after that: %s", o.State)
	}
}

// TestDeadTensorsMakeRoom has tensors that only registers of calls past still hold give way to others.
func TestDeadTensorsMakeRoom(t *testing.T) {
	const begin = "import threading, torch\nn = 20 * 10**6\ndef make():\n    x = torch.empty(n)\n    return lambda: x\n" +
		"def use(f): return f().numel()\n" +
		"def work():\n    f = make()\n    use(f)\n    del f\n    return torch.empty(n).numel()\n"
	for _, code := range []string{
		"f = make()\nuse(f)\ndel f\nx = torch.empty(n)",
		"work()",
		"f = make()\nuse(f)\ndel f\nx = torch.arange(n, dtype=torch.float32)",
		"f = make()\nuse(f)\ndel f\nx = torch.empty(1)\nx.resize_(n)",
		"done = []\nt = threading.Thread(target=lambda: done.append(work()))\nt.start()\nt.join()\nassert done",
	} {
		ev := open(t, "cpu", eval.Config{Limits: wire.Limits{MemoryBytes: 128 << 20}})
		if r, o := cells(ev, begin, code); o.State != wire.RunDone {
			t.Errorf("%s: %+v", code, find[wire.ErrorBody](r))
		}
	}
}

// TestLongChain shows the last of very many exceptions that led to one another.
func TestLongChain(t *testing.T) {
	r, _ := cells(open(t, "cpu", eval.Config{}), "e = ValueError(0)\nfor i in range(10**4):\n    n = ValueError(i)\n    n.__cause__, e = e, n\nraise e")
	if b := find[wire.ErrorBody](r); b == nil || len(b.Chain) > 100 || strings.Count(b.Text, "direct cause") != 99 {
		t.Errorf("%+v", b)
	}
}

func TestErrors(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	r, o := cells(ev, "def half(n):\n    return 1 / n", "x = 0\ntry:\n    half(x)\nexcept ZeroDivisionError as e:\n    raise ValueError('no half') from e")
	b := find[wire.ErrorBody](r)
	if o.State != wire.RunFailed || b == nil {
		t.Fatalf("%s, %v", o.State, r.events)
	}
	if b.Name != "ValueError" || b.Value != "no half" || len(b.Frames) != 1 || b.Frames[0].Line != 5 || b.Frames[0].Cell != "cell1" || !b.Frames[0].User {
		t.Errorf("error %+v", b)
	}
	if len(b.Chain) != 1 || !b.Chain[0].Cause || b.Chain[0].Name != "ZeroDivisionError" {
		t.Fatalf("chain %+v", b.Chain)
	}
	inner := b.Chain[0].Frames
	if len(inner) != 2 || inner[1].Function != "half" || inner[1].Cell != "cell0" || inner[1].Line != 2 || inner[1].Col != 11 || inner[1].EndCol != 16 {
		t.Errorf("frames %+v", inner)
	}
	r, _ = cells(ev, "x = (")
	if b := find[wire.ErrorBody](r); b == nil || b.Name != "SyntaxError" || b.Value != "'(' was never closed" {
		t.Errorf("syntax error %+v", b)
	}
}

// TestWhereACellIsNoPython: the line that cannot be read is a frame, for the page to point at.
func TestWhereACellIsNoPython(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	r, _ := cells(ev, "x = 1\ndef f(x)\n    return x")
	b := find[wire.ErrorBody](r)
	if b == nil || len(b.Frames) != 1 {
		t.Fatalf("error %+v", b)
	}
	if f := b.Frames[0]; f.Cell != "cell0" || f.Line != 2 || !f.User || f.Source[f.Line-f.First] != "def f(x)" {
		t.Errorf("frame %+v", f)
	}
	r, _ = cells(ev, "exec('x =')")
	if b := find[wire.ErrorBody](r); len(b.Frames) != 1 || b.Frames[0].Line != 1 {
		t.Errorf("text that is no cell: %+v", b.Frames)
	}
}

// TestExit: exit alone calls it, as at a prompt; a notebook goes on after it.
func TestExit(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"exit", "SystemExit"}, {"quit", "SystemExit"}, {"exit()", "SystemExit"}, {"exit = 5\nexit", ""}, {"x = exit", ""},
	} {
		ev := open(t, "cpu", eval.Config{})
		r, o := cells(ev, "1", c.code)
		b := find[wire.ErrorBody](r)
		if c.want == "" {
			if b != nil {
				t.Errorf("%q: %s", c.code, b.Text)
			}
			continue
		}
		if b == nil || b.Name != c.want || b.Explain == nil || b.Explain.Code != "exit" || o.Exit == nil {
			t.Errorf("%q: %+v", c.code, b)
		}
	}
}

func TestStop(t *testing.T) {
	for _, c := range []struct {
		name, code string
		force      bool
		state      wire.RunState
	}{
		{"a loop", "print('on')\nwhile True: pass", false, wire.RunStopped},
		{"a loop that catches", "print('on')\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass", true, wire.RunStopped},
		{"a shell", "print('on')\n!sleep 1000", false, wire.RunStopped},
		{"sleep", "print('on')\nimport time\ntime.sleep(1000)", false, wire.RunStopped},
		{"await", "import asyncio\nprint('on')\nawait asyncio.sleep(1000)", false, wire.RunStopped},
		{"an event loop", "import asyncio\nasync def f():\n    print('on')\n    while True: await asyncio.sleep(0)\nasyncio.run(f())", false, wire.RunStopped},
		{"input", "print('on')\ninput()", false, wire.RunStopped},
		{"a builtin", "print('on')\nsum(iter(int, 1))", false, wire.RunStopped},
	} {
		t.Run(c.name, func(t *testing.T) {
			ev := open(t, "cpu", eval.Config{})
			began := make(chan struct{})
			r := &recorder{began: began}
			ended := make(chan session.Outcome, 1)
			go func() { ended <- ev.Run(session.Run{RID: "r", Cell: "c", Code: c.code, Count: 1}, r) }()
			<-began
			ev.Stop("another", true) // nobody
			ev.Stop("r", c.force)
			select {
			case o := <-ended:
				if o.State != c.state {
					t.Errorf("ended as %s: %v", o.State, r.events)
				}
			case <-time.After(20 * time.Second):
				t.Fatal("does not stop")
			}
			if r, o := cells(ev, "1 + 1"); o.State != wire.RunDone || find[wire.DisplayBody](r) == nil {
				t.Errorf("the session did not survive: %s", o.State)
			}
		})
	}
}

// TestStopBeforeTheRun stops a run that is about to begin, as one does that another process
// has only just been told of. It holds for that run alone.
func TestStopBeforeTheRun(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	for _, force := range []bool{false, true} {
		rid := fmt.Sprint("r", force)
		ev.Stop(rid, force)
		if o := ev.Run(session.Run{RID: rid, Code: "while True: pass"}, &recorder{}); o.State != wire.RunStopped {
			t.Errorf("ended as %s", o.State)
		}
		if r, o := cells(ev, "1 + 1"); o.State != wire.RunDone || find[wire.DisplayBody](r) == nil {
			t.Errorf("the next run ended as %s", o.State)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	ev := open(t, "cpu", eval.Config{Limits: wire.Limits{CellMS: 50}})
	r, o := cells(ev, "while True:\n    try:\n        while True: pass\n    except BaseException: pass")
	l := find[wire.LimitBody](r)
	if o.State != wire.RunStopped || l == nil || l.Kind != "time" || l.Value != 50 || !strings.Contains(l.Text, "0.05 s") {
		t.Errorf("%s, %+v", o.State, l)
	}
}

func TestMemoryLimit(t *testing.T) {
	ev := open(t, "cpu", eval.Config{Limits: wire.Limits{MemoryBytes: 64 << 20}})
	r, o := cells(ev, "x = 'a' * 10**9")
	if b := find[wire.ErrorBody](r); o.State != wire.RunFailed || b == nil || b.Name != "MemoryError" {
		t.Errorf("%s, %+v", o.State, b)
	}
}

func TestCrossDeviceExplanation(t *testing.T) {
	ev := open(t, "sim:2", eval.Config{})
	r, o := cells(ev, "import torch\nx = torch.ones(3, device='cuda:0')", "y = torch.ones(3, device='cuda:1')\nz = x + y")
	b := find[wire.ErrorBody](r)
	if o.State != wire.RunFailed || b == nil || b.Explain == nil {
		t.Fatalf("%s, %+v", o.State, b)
	}
	ex := b.Explain
	if ex.Code != "cross-device" || len(ex.Operands) != 2 || ex.Operands[0].Name != "x" || ex.Operands[1].Device != "cuda:1" || ex.Operands[1].Line != 1 || ex.Operands[1].File != "Cell In[2]" {
		t.Errorf("explanation %+v", ex)
	}
	if ex.Fix == nil || ex.Fix.Line != 2 || ex.Fix.Code != `z = x + y.to(x.device)` {
		t.Errorf("fix %+v", ex.Fix)
	}
	r, o = cells(ev, ex.Fix.Code+"\nz")
	d := find[wire.DisplayBody](r)
	if o.State != wire.RunDone || d == nil || len(d.Tensors) != 1 || d.Tensors[0].Device != "cuda:0" || d.Tensors[0].Name != "z" {
		t.Errorf("the fix does not work: %s, %+v", o.State, d)
	}
	if o.Cost.BytesMoved < 12 || o.Cost.Launches < 1 {
		t.Errorf("cost %+v", o.Cost)
	}
}

func TestPlace(t *testing.T) {
	ev := open(t, "sim:2", eval.Config{})
	cells(ev, "import torch\nx = torch.ones(1000, device='cuda:1')\nv = x[:10]\nboth = {'c': torch.zeros(5)}")
	place := ev.Place()
	if len(place.Devices) != 3 {
		t.Fatalf("%d devices", len(place.Devices))
	}
	gpu := place.Devices[2]
	if len(gpu.Blocks) != 1 || gpu.Blocks[0].Bytes != 4000 || len(gpu.Blocks[0].Tensors) != 2 || gpu.Blocks[0].Tensors[0].Name != "x" {
		t.Errorf("cuda:1 %+v", gpu)
	}
	if host := place.Devices[0]; len(host.Blocks) != 1 || host.Blocks[0].Tensors[0].Name != `both["c"]` {
		t.Errorf("cpu %+v", host)
	}
}

// What an optimizer holds has one row each: parameters under their own names, the rest under its.
func TestPlaceOfATraining(t *testing.T) {
	ev := open(t, "sim:1", eval.Config{})
	cells(ev, `import torch
net = torch.nn.Sequential(torch.nn.Linear(3, 2, bias=False)).cuda()
opt = torch.optim.Adam(net.parameters())
net(torch.ones(1, 3, device='cuda')).sum().backward()
opt.step()
kept = [torch.ones(4, device='cuda'), {0: torch.ones(5, device='cuda')}]
w = kept[0]
also = w
view = w[:2]`)
	var own, again []string
	for _, b := range ev.Place().Devices[1].Blocks {
		for _, x := range b.Tensors {
			if x.Same {
				again = append(again, x.Name)
			} else {
				own = append(own, x.Name)
			}
		}
	}
	want := `net.0.weight net.0.weight.grad opt.state[net.0.weight]["exp_avg"] opt.state[net.0.weight]["exp_avg_sq"] w view kept[1][0]`
	if got := strings.Join(own, " "); got != want {
		t.Errorf("tensors\n%s\nwant\n%s", got, want)
	}
	if got, want := strings.Join(again, " "), `opt.param_groups[0]["params"][0] kept[0] also`; got != want {
		t.Errorf("other names\n%s\nwant\n%s", got, want)
	}
}

func TestCheck(t *testing.T) {
	check := &session.Check{Points: 2, Setup: []session.Setup{{Code: "x = 20"}, {Code: "1/0", Raises: true}}, Tests: []session.Test{
		{Code: "def test_sum():\n    \"\"\"y is x and 2\"\"\"\n    assert y == 22, f'y is {y}'"},
		{Code: "def test_type():\n    assert isinstance(y, int)", Hidden: true},
	}}
	cases := []struct {
		name, code, status string
		points             int
		messages           string
	}{
		{"right", "y = x + 2", "pass", 2, "y is x and 2=pass type=pass"},
		{"wrong", "y = x", "fail", 0, "y is x and 2=fail:y is 20 type=pass"},
		{"an error", "y = 'a'.nothing", "error", 0, ""},
		{"a test that errs", "pass", "fail", 0, "y is x and 2=error:NameError: name 'y' is not defined type=error:The test cannot use what your code gave it: NameError."},
		{"a patched builtin", "import builtins\nbuiltins.isinstance = lambda *a: True\ny = 22.0", "fail", 0, "y is x and 2=pass type=fail"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := open(t, "cpu", eval.Config{})
			cells(ev, "x = 'the learner changed it'")
			r := &recorder{}
			ev.Run(session.Run{RID: "r", Cell: "e", Code: c.code, Count: 2, Lang: "en", Check: check}, r)
			b := find[wire.CheckResultBody](r)
			if b == nil || b.Status != c.status || b.Points != c.points {
				t.Fatalf("result %+v", b)
			}
			var parts []string
			for _, test := range b.Tests {
				part := test.Name + "=" + test.Status
				if test.Message != "" {
					part += ":" + test.Message
				}
				parts = append(parts, part)
			}
			if got := strings.Join(parts, " "); c.messages != "" && got != c.messages {
				t.Errorf("tests %q", got)
			}
			if out, _ := cells(ev, "x"); find[wire.DisplayBody](out).Data["text/plain"] != "'the learner changed it'" {
				t.Error("the check touched the learner's session")
			}
		})
	}
}

// TestPlainAsserts checks with a cell of tests that defines no function.
func TestPlainAsserts(t *testing.T) {
	check := &session.Check{Points: 1, Tests: []session.Test{{Code: "assert y == 2, 'no'", Hidden: true}}}
	for code, want := range map[string]string{"y = 2": "pass", "y = 3": "fail"} {
		r := &recorder{}
		open(t, "cpu", eval.Config{}).Run(session.Run{RID: "r", Cell: "e", Code: code, Lang: "en", Check: check}, r)
		if b := find[wire.CheckResultBody](r); b == nil || b.Status != want || len(b.Tests) != 1 {
			t.Errorf("%s: %+v", code, b)
		}
	}
}

func TestTitleOfATest(t *testing.T) {
	check := &session.Check{Tests: []session.Test{{Code: "def test_a():\n    \"\"\"adds\n    相加\n    \"\"\"\ndef test_b():\n    \"\"\"same\"\"\"\ndef test_two_words(): pass"}}}
	for lang, want := range map[string]string{"en": "adds,same,two words", "zh": "相加,same,two words"} {
		r := &recorder{}
		open(t, "cpu", eval.Config{}).Run(session.Run{RID: "r", Cell: "e", Code: "pass", Lang: lang, Check: check}, r)
		var titles []string
		for _, test := range find[wire.CheckResultBody](r).Tests {
			titles = append(titles, test.Name)
		}
		if got := strings.Join(titles, ","); got != want {
			t.Errorf("%s: %s", lang, got)
		}
	}
}

func TestSessionsAreApart(t *testing.T) {
	a, b := open(t, "cpu", eval.Config{}), open(t, "cpu", eval.Config{})
	cells(a, "secret = 1\nimport math\nmath.mine = 2\nopen('f', 'w').write('x')\nimport os\nos.environ['K'] = 'v'")
	for _, code := range []string{"secret", "import math; math.mine", "open('f')", "import os; os.environ['K']"} {
		if r, o := cells(b, code); o.State != wire.RunFailed {
			t.Errorf("%s: %s, %v", code, o.State, r.events)
		}
	}
}

// TestLimitNear warns once when a run has used most of a budget.
func TestLimitNear(t *testing.T) {
	r := &recorder{}
	open(t, "cpu", eval.Config{Limits: wire.Limits{CellMS: 500}}).Run(session.Run{RID: "r", Cell: "c", Code: "while True: pass", Count: 1, Lang: "en"}, r)
	var kinds []string
	for _, body := range r.events {
		if b, ok := body.(wire.LimitBody); ok {
			kinds = append(kinds, fmt.Sprint(b.Kind, b.Value, b.Peak))
		}
	}
	if got := strings.Join(kinds, " "); got != "time500 400 time500 0" {
		t.Errorf("limits %q", got)
	}
	runtime.GC() // what earlier tests left would hide a part of the growth when it goes;
	runtime.GC() // a first collection only runs the finalizers of some of it
	r, _ = cells(open(t, "cpu", eval.Config{Limits: wire.Limits{MemoryBytes: 512 << 20}}), "kept = [bytes(16 << 20) for _ in range(31)]")
	if b := find[wire.LimitBody](r); b == nil || b.Kind != "memory" || b.Value != 512<<20 || !strings.Contains(b.Text, "512 MiB") {
		t.Errorf("limit %+v", b)
	}
}
