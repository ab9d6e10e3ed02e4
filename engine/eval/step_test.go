package eval_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

type trace struct {
	First  int      `json:"first"`
	Source []string `json:"source"`
	Steps  []struct {
		Line  int      `json:"l"`
		Depth int      `json:"d"`
		Frame int      `json:"f"`
		Name  string   `json:"in"`
		Set   []string `json:"n"`
		Gone  []string `json:"gone"`
		Out   string   `json:"out"`
	} `json:"steps"`
	Error string `json:"error"`
	Cut   bool   `json:"cut"`
}

// stepped runs a cell step by step and returns its steps and what it gave else.
func stepped(t *testing.T, code string) (trace, *recorder) {
	t.Helper()
	ev := open(t, "sim:1", eval.Config{})
	r := &recorder{}
	ev.Run(session.Run{RID: "1", Cell: "c", Code: code, Count: 1, Step: true, Lang: "en"}, r)
	var tr trace
	for _, b := range r.events {
		if d, ok := b.(wire.DisplayBody); ok && d.Data[eval.StepsType] != "" {
			if err := json.Unmarshal([]byte(d.Data[eval.StepsType]), &tr); err != nil {
				t.Fatal(err)
			}
		}
	}
	return tr, r
}

// The lines, and what the names hold at each, are CPython's (testdata/steps.golden.py).
func TestStepsAreCPythons(t *testing.T) {
	code, err := os.ReadFile("testdata/steps.py")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/steps.golden")
	if err != nil {
		t.Fatal(err)
	}
	tr, _ := stepped(t, string(code))
	held := map[int]map[string]string{}
	var got []string
	for _, s := range tr.Steps[:len(tr.Steps)-1] {
		names := held[s.Frame]
		if names == nil {
			names = map[string]string{}
			held[s.Frame] = names
		}
		for i := 0; i < len(s.Set); i += 2 {
			names[s.Set[i]] = s.Set[i+1]
		}
		line := fmt.Sprint(s.Line, " ", "<module>")
		if s.Depth > 0 {
			line = fmt.Sprint(s.Line, " ", s.Name)
		}
		var list []string
		for name, value := range names {
			if value != "function" {
				list = append(list, " "+name+"="+value)
			}
		}
		slices.Sort(list)
		got = append(got, line+strings.Join(list, ""))
	}
	if want := strings.Split(strings.TrimSpace(string(golden)), "\n"); !slices.Equal(got, want) {
		t.Errorf("steps are\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if last := tr.Steps[len(tr.Steps)-1]; last.Line != 0 || last.Out != "5\n" {
		t.Errorf("it ends with %+v", last)
	}
}

func TestStepsOfACellThatFails(t *testing.T) {
	tr, r := stepped(t, "import torch\ndef f(n):\n    x = torch.ones(2, n, device='cuda')\n    del n\n    return x / 0 + y\nf(3)")
	if want := "NameError: name 'y' is not defined"; tr.Error != want {
		t.Errorf("ends with %q", tr.Error)
	}
	if b := find[wire.ErrorBody](r); b == nil || b.Explain == nil || b.Explain.Code != "name" {
		t.Errorf("the cell's own error is %+v", b)
	}
	last := tr.Steps[len(tr.Steps)-1]
	if last.Line != 5 || last.Name != "f" || !slices.Equal(last.Gone, []string{"n"}) {
		t.Errorf("the last step is %+v", last)
	}
	if s := tr.Steps[len(tr.Steps)-2]; !slices.Contains(s.Set, "2×3 float32 · cuda:0") {
		t.Errorf("the tensor is told as %q", s.Set)
	}
}

// What a cell shows does not change because it is recorded, and what it holds is shown
// without running anything of its own.
func TestSteppingChangesNothing(t *testing.T) {
	code := "class Loud:\n    def __repr__(self):\n        print('looked')\n        return 'loud'\nx = Loud()\nlist(range(100))"
	tr, r := stepped(t, code)
	result := find[wire.DisplayBody](r)
	if strings.Contains(r.text["stdout"], "looked") {
		t.Error("a repr of the learner's was run")
	}
	for _, s := range tr.Steps {
		for i := 0; i < len(s.Set); i += 2 {
			if s.Set[i] == "x" && s.Set[i+1] != "Loud" {
				t.Errorf("x is told as %s", s.Set[i+1])
			}
		}
	}
	if result == nil || !slices.ContainsFunc(r.events, func(b any) bool {
		d, ok := b.(wire.DisplayBody)
		return ok && strings.HasPrefix(d.Data["text/plain"], "[0,")
	}) {
		t.Error("the value of the cell is not shown")
	}
	tr, _ = stepped(t, "for i in range(100_000):\n    pass")
	if !tr.Cut || len(tr.Steps) > 1000 {
		t.Errorf("%d steps are kept, cut: %v", len(tr.Steps), tr.Cut)
	}
}
