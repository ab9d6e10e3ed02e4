package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/wire"
)

// TestBrief writes a brief as "name(parameters, [the active one]) -> returns | type | doc": the cursor stands at ‸.
func TestBrief(t *testing.T) {
	ev := open(t, "sim:1", eval.Config{})
	cells(ev, "import torch\nfrom torch import nn\nx = torch.ones(2, 3)\ndef f(a, b=2, *, c: int=3) -> int:\n    '''Adds.\n\n    More.\n\n    Much more.'''\nclass C:\n    '''A class.'''\n    def __init__(self, n): pass\n    def m(self, *rest, **kw): pass\nnet = nn.Linear(2, 3)\no = C(1)")
	for _, c := range []struct {
		detail     int
		code, want string
	}{
		{wire.InspectCall, "f(‸", "f([a], b=2, *, c: int = 3) -> int | function | Adds.¶More."},
		{wire.InspectCall, "f(1, ‸", "f(a, [b=2], *, c: int = 3) -> int | function | Adds.¶More."},
		{wire.InspectCall, "f(1, 2, ‸", "f(a, b=2, *, c: int = 3) -> int | function | Adds.¶More."},
		{wire.InspectCall, "f(1, c=‸", "f(a, b=2, *, [c: int = 3]) -> int | function | Adds.¶More."},
		{wire.InspectCall, "f((1, 2), [3, ‸4])", "f(a, [b=2], *, c: int = 3) -> int | function | Adds.¶More."},
		{wire.InspectCall, "f('a,b', ‸", "f(a, [b=2], *, c: int = 3) -> int | function | Adds.¶More."},
		{wire.InspectCall, "f(1, 'te‸xt')", "f(a, [b=2], *, c: int = 3) -> int | function | Adds.¶More."},
		{wire.InspectCall, "print(f(1), ‸", "print([*args], sep=' ', end='\\n', file=None, flush=False) | builtin_function_or_method | …"},
		{wire.InspectCall, "o.m(1, 2, z=‸", "o.m(*rest, [**kw]) | method | "},
		{wire.InspectCall, "C(‸", "C([n]) | type | A class."},
		{wire.InspectCall, "torch.zeros(2, ‸", "torch.zeros(size, *, out=None, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False) | builtin_function_or_method | A tensor of that size filled with 0.¶https://pytorch.org/docs/stable/generated/torch.zeros.html"},
		{wire.InspectCall, "x.view(‸", "x.view([dtype]) / ([size]) | builtin_function_or_method | …"},
		{wire.InspectCall, "net(‸", "net([input]) | Linear | …"},
		{wire.InspectCall, "f(1)‸", ""},
		{wire.InspectCall, "(1, ‸", ""},
		{wire.InspectCall, "# f(‸", ""},
		{wire.InspectCall, "def f(‸", ""},
		{wire.InspectCall, "nope(‸", ""},
		{wire.InspectName, "y = f‸(1)", "f(a, b=2, *, c: int = 3) -> int | function | Adds.¶More."},
		{wire.InspectName, "x‸", "x | Tensor | … float32 cuda? cpu [2 3]"},
		{wire.InspectName, "net.we‸ight", "net.weight | Parameter | … float32 cuda? cpu [3 2]"},
		{wire.InspectName, "torch.n‸n.Linear", "torch.nn | module | …"},
		{wire.InspectName, "'f‸'", ""},
		// What has not run.
		{wire.InspectCall, "import numpy as np\nnp.zeros(‸", "np.zeros([shape], dtype=<class 'float'>, order='C', *, like=None) | function | An array of that shape filled with 0.¶https://numpy.org/doc/1.24/reference/generated/numpy.zeros.html unrun"},
		{wire.InspectCall, "import torch.nn.functional as F\nF.relu(‸", "F.relu([input], inplace=False) | function | … unrun"},
		{wire.InspectCall, "from math import (gcd)\ngcd(‸", "gcd([*integers]) | builtin_function_or_method | … unrun"},
		{wire.InspectCall, "def broken((:\n" + wire.CellBreak + "def g(p): pass\n" + wire.CellBreak + "g(‸", "g([p]) | function |  unrun"},
		{wire.InspectCall, "import os.path, nowhere\nnowhere.f(‸", ""},
		{wire.InspectCall, "def g(p, q=(1, 2), *rest: int) -> str:\n    \"\"\"Says.\"\"\"\ng(1, ‸", "g(p, [q=(1, 2)], *rest: int) -> str | function | Says. unrun"},
		{wire.InspectCall, "class K(nn.Module):\n    def __init__(self, width, depth=2):\n        pass\nK(8, ‸", "K(width, [depth=2]) | type |  unrun"},
	} {
		at := strings.Index(c.code, "‸")
		cursor := len([]rune(c.code[:at]))
		if got := written(ev.Inspect(strings.Replace(c.code, "‸", "", 1), cursor, c.detail).Brief, c.want); got != c.want {
			t.Errorf("%s\n gives %s\n want  %s", c.code, got, c.want)
		}
	}
}

// written is a brief as a line; where want leaves the text out ("…"), so does it.
func written(b *wire.Brief, want string) string {
	if b == nil {
		return ""
	}
	var calls []string
	for i, c := range b.Calls {
		params := append([]string(nil), c.Parameters...)
		if c.Active >= 0 {
			params[c.Active] = "[" + params[c.Active] + "]"
		}
		call := "(" + strings.Join(params, ", ") + ")"
		if c.Returns != "" {
			call += " -> " + c.Returns
		}
		if i == 0 {
			call = b.Name + call
		}
		calls = append(calls, call)
	}
	if len(calls) == 0 {
		calls = []string{b.Name}
	}
	doc := strings.ReplaceAll(b.Doc, "\n\n", "¶")
	if strings.Contains(want, "| …") && (b.Doc != "" || b.Value != "") {
		doc = "…"
	}
	text := strings.Join(calls, " / ") + " | " + b.Type + " | " + doc
	for _, x := range b.Tensors {
		text += fmt.Sprintf(" %s cuda? %s %v", strings.TrimPrefix(x.DType, "torch."), x.Device, x.Shape)
	}
	if b.Unrun {
		text += " unrun"
	}
	return text
}

func TestCompletionKnowsWhatHasNotRun(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	for _, c := range []struct{ code, want string }{
		{"import torch\ntorch.zeros_l", "zeros_like"},
		{"from torch import nn\nnn.Linea", "Linear"},
		{"import torch.nn.functional as F\nF.gel", "gelu"},
		{"def training(rate):\n    pass\ntrain", "training"},
		{"first, second = 1, 2\nseco", "second"},
		{"def g(width): pass\ng(wid", "width="},
		{"for batch in range(3):\n    bat", "batch"},
	} {
		found := false
		for _, m := range ev.Complete(c.code, len([]rune(c.code))).Matches {
			found = found || m.Text == c.want
		}
		if !found {
			t.Errorf("%q does not offer %s: %v", c.code, c.want, ev.Complete(c.code, len(c.code)).Matches)
		}
	}
}
