package eval_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// laid is wire.TableType.
type laid struct {
	Rows, Columns int
	Heads, Names  []string
	Cells         [][]string
}

// Values of cells, with what their tables say: how many rows and columns there are, the first heads, and
// the last row that is told; "" is no table.
var tables = []struct{ name, code, want string }{
	{"a matrix", "torch.arange(60.).reshape(20, 3) / 8", "20 3 [0 1 2] 19 [7.125 7.25 7.375]"},
	{"a matrix on a GPU, transposed", "torch.arange(60, device='cuda').reshape(3, 20).T", "20 3 [0 1 2] 19 [19 39 59]"},
	{"a vector", "torch.linspace(0, 1, 41)", "41 1 [] 40 [1]"},
	{"more dimensions", "torch.arange(4 * 3 * 5).reshape(4, 3, 5)", "12 5 [0 1 2 3 4] 3, 2 [55 56 57 58 59]"},
	{"many rows", "torch.arange(70_000).reshape(7, 5000, 2)", "35000 2 [0 1] 0, 999 [1998 1999]"},
	{"many rows far down", "torch.arange(1 << 16).reshape(1, 1, 1 << 14, 4)", "16384 4 [0 1 2 3] 0, 0, 999 [3996 3997 3998 3999]"},
	{"many columns", "torch.zeros(3, 784)", "3 784 [0 1 2] 2 [0 0 0]"},
	{"special numbers", "torch.tensor([[float('nan'), float('inf'), -float('inf'), 0.1]] * 8)", "8 4 [0 1 2 3] 7 [nan inf -inf 0.1]"},
	{"all digits", "torch.full((20, 8), 1 / 3, dtype=torch.float64)[:, :2]", "20 2 [0 1] 19 [0.3333333333333333 0.3333333333333333]"},
	{"halves", "torch.full((20, 8), 0.1, dtype=torch.float16)[:, :2]", "20 2 [0 1] 19 [0.1 0.1]"},
	{"bfloats", "torch.full((20, 8), 1 / 3, dtype=torch.bfloat16)[:, :2]", "20 2 [0 1] 19 [0.334 0.334]"},
	{"the largest half", "torch.full((20, 2), 65504, dtype=torch.float16)", "20 2 [0 1] 19 [65504 65504]"},
	{"bytes of floats", "torch.full((20, 2), 0.3).to(torch.float8_e4m3fn)", "20 2 [0 1] 19 [0.3 0.3]"},
	{"millions", "torch.full((20, 2), 1234567.)", "20 2 [0 1] 19 [1234567 1234567]"},
	{"very large and very small", "torch.tensor([[1e20, 1e-5]] * 20, dtype=torch.float64)", "20 2 [0 1] 19 [1e+20 1e-05]"},
	{"truths", "torch.ones(4, 8) > 0", "4 8 [0 1 2] 3 [True True True]"},
	{"an array", "np.arange(40.).reshape(20, 2)", "20 2 [0 1] 19 [38 39]"},
	{"a list of dicts", "[{'name': 'a', 'loss': 0.5}, {'name': 'b', 'device': None}]", "2 3 [name loss device] 1 [b  None]"},
	{"a list of rows", "[(1, 'x'), (2, 'y'), (3, 'z')]", "3 2 [0 1] 2 [3 z]"},
	{"a dict of columns", "{'epoch': [1, 2, 3], 'loss': [0.3, 0.2, 0.1]}", "3 2 [epoch loss] 2 [3 0.1]"},
	{"a small tensor", "torch.ones(2, 3)", ""},
	{"one number", "torch.tensor(3)", ""},
	{"rows of different lengths", "[[1, 2], [3]]", ""},
	{"a list of texts", "['ab', 'cd']", ""},
	{"a list of numbers", "[1, 2, 3]", ""},
	{"columns of different lengths", "{'a': [1, 2], 'b': [1]}", ""},
	{"a quantised tensor", "torch.quantize_per_tensor(torch.randn(20, 4), 0.1, 3, torch.qint8)", ""},
	{"a sparse tensor", "torch.eye(20).to_sparse()", ""},
	{"a tensor without values", "torch.ones(20, 4, device='meta')", ""},
	{"a parameter", "torch.nn.Parameter(torch.ones(20, 2))", "20 2 [0 1] 19 [1 1]"},
	{"what shows itself", "HTML('<b>x</b>')", ""},
}

func TestTables(t *testing.T) {
	ev := open(t, "sim:1", eval.Config{})
	ev.Run(session.Run{RID: "0", Cell: "a", Code: "import torch, numpy as np\nfrom IPython.display import HTML", Count: 1}, &recorder{})
	for i, c := range tables {
		r := &recorder{}
		ev.Run(session.Run{RID: fmt.Sprint(i + 1), Cell: "b", Code: c.code, Count: i + 2}, r)
		shown := find[wire.DisplayBody](r)
		if shown == nil {
			t.Fatalf("%s: %+v", c.name, find[wire.ErrorBody](r))
		}
		if (shown.Table != "") != (c.want != "") {
			t.Errorf("%s: can be asked for by %q", c.name, shown.Table)
			continue
		}
		if c.want == "" {
			continue
		}
		if got := told(t, ev.Inspect(shown.Table, 0, wire.InspectTable)); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// told is what a table says, short.
func told(t *testing.T, b wire.InspectReplyBody) string {
	t.Helper()
	if !b.Found {
		return "not found"
	}
	data := b.Data[wire.TableType]
	var l laid
	if err := json.Unmarshal([]byte(data), &l); err != nil || len(data) > 256<<10 || len(l.Cells) != len(l.Names) || len(l.Cells) == 0 {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	last := l.Cells[len(l.Cells)-1]
	if len(last) != len(l.Heads) {
		t.Errorf("%d cells under %d heads", len(last), len(l.Heads))
	}
	if l.Columns > 5 {
		l.Heads, last = l.Heads[:3], last[:3]
	}
	return fmt.Sprint(l.Rows, " ", l.Columns, " ", l.Heads, " ", l.Names[len(l.Names)-1], " ", last)
}

// A table of a tensor that the panel looks at, by the placement's name; and of values that are gone.
func TestTablesByName(t *testing.T) {
	ev := open(t, "sim:1", eval.Config{})
	r := &recorder{}
	ev.Run(session.Run{RID: "1", Cell: "a", Code: "import torch\nnet = torch.nn.Sequential(torch.nn.Linear(2, 3))\nwith torch.no_grad(): net[0].weight.fill_(2)\n[(1, 2), (3, 4)]", Count: 1}, r)
	if got := told(t, ev.Inspect("net.0.weight", 0, wire.InspectTable)); got != "3 2 [0 1] 2 [2 2]" {
		t.Error(got)
	}
	name := find[wire.DisplayBody](r).Table
	for _, gone := range []string{"nobody", "", strings.Replace(name, ".1", ".7", 1), "x" + name, name[:3] + "." + "1"} {
		if b := ev.Inspect(gone, 0, wire.InspectTable); b.Found || b.Why != wire.ValueGone {
			t.Errorf("%q: %+v", gone, b)
		}
	}
	ev.Run(session.Run{RID: "2", Cell: "a", Code: "_.clear()", Count: 2}, &recorder{})
	if b := ev.Inspect(name, 0, wire.InspectTable); b.Found || b.Why != wire.ValueUnfit {
		t.Errorf("a list that was emptied: %+v", b)
	}
	other := open(t, "sim:1", eval.Config{})
	other.Run(session.Run{RID: "1", Cell: "a", Code: "[(5, 6), (7, 8)]", Count: 1}, &recorder{})
	if other.Inspect(name, 0, wire.InspectTable).Found {
		t.Error("a value of another session is found by its number")
	}
}
