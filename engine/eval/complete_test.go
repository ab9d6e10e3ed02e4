package eval_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

const completionSetup = `import math, collections, torch
largest = 1
class A:
    size = 3
    def __init__(self, width, *, height=2): self.width = width
    def grow(self, by=1):
        """Grow
        a lot."""
        return by
    @property
    def looked(self):
        global touched
        touched = True
        return 'x'
    @property
    def endless(self):
        while True: pass
    def __dir__(self): return ['dynamic', *super().__dir__()]
a = A(1)
d = {'one': 1, 'two words': [2], 3: 4, "it's": 5}
n = {'inner': {'deep': a}}
def f(alpha, beta=2, /, gamma=3, *args, delta, **rest): pass
`

// complete is the first match and its kind.
func complete(ev *eval.Evaluator, code string) string {
	reply := ev.Complete(code, len([]rune(code)))
	if len(reply.Matches) == 0 {
		return ""
	}
	return reply.Matches[0].Text + ":" + reply.Matches[0].Kind
}

var completions = []struct{ code, want string }{
	{"larg", "largest:variable"},
	{"x = math.sqr", "sqrt:function"},
	{"a.gr", "grow:function"},
	{"a.wid", "width:property"},
	{"a.dyn", "dynamic:property"},
	{"a.looked.capi", "capitalize:function"},
	{"a.endless.x", ""},
	{"A(1).gr", "grow:function"},
	{"'abc'.upp", "upper:function"},
	{"[1, 2].app", "append:function"},
	{"n['inner']['deep'].gr", "grow:function"},
	{"imp", "import:keyword"},
	{"prin", "print:function"},
	{"nothing_at_all.x", ""},
	{"# larg", ""},
	{"s = 'larg", ""},
	{"d['t", "two words:key"},
	{"d['", "one:key"},
	{"d[\"it", "it's:key"},
	{"d['it", ""},
	{"d[", "'one':key"},
	{"n['inner'][", "'deep':key"},
	{"f(", "delta=:argument"},
	{"f(1, delta=2, gam", "gamma=:argument"},
	{"f(1, delta=2, del", "del:keyword"},
	{"f(1, x + gam", ""},
	{"A(1, hei", "height=:argument"},
	{"a.grow(b", "by=:argument"},
	{"torch.zeros(3, dev", "device=:argument"},
	{"print(1, se", "sep=:argument"},
	{"sorted(d,\n    rev", "reverse=:argument"},
	{"import jso", "json:module"},
	{"import math, os.pa", "os.path:module"},
	{"from collections import Cou", "Counter:class"},
	{"from textwrap import (dedent, ind", "indent:function"},
	{"from torch.nn", "torch.nn:module"},
	{"%who", "%who:function"},
	{"x = 1\n%%writ", "%%writefile:function"},
	{"3.re", ""},
	{"é = larg", "largest:variable"},
}

func TestComplete(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	cells(ev, completionSetup)
	for _, c := range completions {
		if got := complete(ev, c.code); got != c.want {
			t.Errorf("%q: %q, want %q", c.code, got, c.want)
		}
	}
}

// started is an Output that tells when the run first prints.
func started() (*recorder, chan struct{}) {
	began := make(chan struct{})
	return &recorder{began: began}, began
}

// TestCompleteWhileRunning asks in the middle of runs that do not end by themselves.
func TestCompleteWhileRunning(t *testing.T) {
	for _, c := range []struct{ name, code string }{
		{"spinning", "fresh = {'k': a}\nprint('go')\nwhile True: pass"},
		{"calling", "fresh = {'k': a}\ndef again(n):\n    return again(n - 1) if n else 0\nprint('go')\nwhile True: again(10)"},
		{"sleeping", "import time\nfresh = {'k': a}\nprint('go')\ntime.sleep(1000)"},
		{"in a builtin", "fresh = {'k': a}\nprint('go')\nsum(iter(int, 1))"},
		{"waiting for input", "fresh = {'k': a}\nprint('go')\ninput()"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ev := open(t, "cpu", eval.Config{LookWait: time.Minute})
			cells(ev, completionSetup)
			r, began := started()
			var over sync.WaitGroup
			over.Go(func() { ev.Run(session.Run{RID: "r", Cell: "c", Code: c.code, Count: 2, Lang: "en"}, r) })
			<-began
			for _, want := range []struct{ code, want string }{
				{"fres", "fresh:variable"}, // bound by the cell that runs
				{"fresh['", "k:key"},
				{"fresh['k'].gro", "grow:function"},
				{"f(gam", "gamma=:argument"},
			} {
				if got := complete(ev, want.code); got != want.want {
					t.Errorf("%q: %q, want %q", want.code, got, want.want)
				}
			}
			if help := ev.Inspect("a.grow", 4, 0).Data["text/plain"]; !strings.Contains(help, "a.grow(by=1)") {
				t.Errorf("help %q", help)
			}
			ev.Stop("", true)
			over.Wait()
		})
	}
}

// TestCompleteUnanswered asks while the run is somewhere that does not poll.
func TestCompleteUnanswered(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	cells(ev, "before = 1")
	complete(ev, "bef")
	hold := make(chan struct{})
	r := &holding{entered: make(chan struct{}), hold: hold}
	var over sync.WaitGroup
	over.Go(func() { ev.Run(session.Run{RID: "r", Cell: "c", Code: "print()", Count: 2}, r) })
	<-r.entered
	if got := complete(ev, "bef"); got != "before:variable" {
		t.Errorf("completion %q", got)
	}
	close(hold)
	over.Wait()
}

// holding is an Output that does not return from a print until it may.
type holding struct {
	recorder
	entered, hold chan struct{}
	once          sync.Once
}

func (h *holding) Stream(name, text string) {
	h.once.Do(func() { close(h.entered) })
	<-h.hold
}

func TestInspect(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	cells(ev, completionSetup)
	for _, c := range []struct {
		code   string
		cursor int
		detail int
		want   string
	}{
		{"a.grow", 3, 0, "Signature: a.grow(by=1)\nDocstring:\nGrow\na lot.\nFile:      Cell In[1]\nType:      method"},
		{"largest", 0, 0, "Type:        int\nString form: 1"},
		{"len(", 4, 0, "Signature: len(obj, /)\nDocstring: Return the number of items in a container.\nType:      builtin_function_or_method"},
		{"f(1, ", 5, 1, "Signature: f(alpha, beta=2, /, gamma=3, *args, delta, **rest)\nSource:\ndef f(alpha, beta=2, /, gamma=3, *args, delta, **rest): pass\nFile:      Cell In[1]\nType:      function"},
		{"nothing", 3, 0, ""},
		{"# larg", 4, 0, ""},
	} {
		if got := ev.Inspect(c.code, c.cursor, c.detail).Data["text/plain"]; !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%q: got  %q\nwant %q", c.code, got, c.want)
		}
	}
}

func FuzzComplete(f *testing.F) {
	ev := open(f, "cpu", eval.Config{})
	cells(ev, completionSetup)
	for _, c := range completions {
		f.Add(c.code, len(c.code))
	}
	f.Fuzz(func(t *testing.T, code string, cursor int) {
		var _ wire.CompleteReplyBody = ev.Complete(code, cursor)
		ev.Inspect(code, cursor, 0)
	})
}

func TestWhatATensorHolds(t *testing.T) {
	ev := open(t, "sim:1", eval.Config{})
	r := &recorder{}
	ev.Run(session.Run{RID: "1", Cell: "c", Code: "import torch\nnet = torch.nn.Sequential(torch.nn.Linear(1, 1))\n_ = torch.nn.init.ones_(net[0].weight)\nlist_ = [torch.arange(3, device='cuda')]", Count: 1}, r)
	for name, want := range map[string]string{
		"net.0.weight": "tensor([[1.]], requires_grad=True)", "list_[0]": "tensor([0, 1, 2], device='cuda:0')", "absent": "", "print('x')": "", "": "",
	} {
		if got := ev.Inspect(name, 0, wire.InspectTensor).Data["text/plain"]; !strings.HasSuffix(got, want) || want == "" && got != "" {
			t.Errorf("%q holds %q, not %q", name, got, want)
		}
	}
}
