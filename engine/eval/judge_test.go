package eval_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file tries the judge with answers that cheat and with answers that do not
// (testdata/judge). A cell "# %% NAME" has parts that "# ---" separates.

// corpus reads a file of cells.
func corpus(t testing.TB, name string) (names []string, parts [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "judge", name))
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range strings.Split("\n"+string(text), "\n# %% ")[1:] {
		head, body, _ := strings.Cut(cell, "\n")
		names, parts = append(names, head), append(parts, strings.Split("\n"+body, "\n# ---\n"))
	}
	return names, parts
}

// secrets are in the exercises of the corpus and nowhere else.
var secrets = []string{"7919", "104729", "209458", "209459", "15838", "112648", "611953", "secret", "SECRET", "hidden_local", "test_", "an earlier solution"}

// eavesdropper records prompts, too.
type eavesdropper struct {
	recorder
	prompts []string
}

func (r *eavesdropper) Input(_ context.Context, req wire.InputRequestBody) (string, error) {
	r.prompts = append(r.prompts, req.Prompt)
	return "", nil
}

// heard is all that left the evaluator.
func (r *eavesdropper) heard(o session.Outcome) string {
	o.Cost.HostMS = 0
	events, err := json.Marshal([]any{r.text, r.events, r.prompts, o})
	if err != nil {
		panic(err)
	}
	return string(events)
}

func judged(ev *eval.Evaluator, code string, check *session.Check) (*wire.CheckResultBody, string) {
	r := &eavesdropper{}
	o := ev.Run(session.Run{RID: "r", Cell: "e", Code: code, Count: 3, Lang: "en", Check: check}, r)
	return find[wire.CheckResultBody](&r.recorder), r.heard(o)
}

func TestCheats(t *testing.T) {
	exercises := map[string]*session.Check{}
	names, parts := corpus(t, "exercises.py")
	for i, p := range parts {
		if len(p) != 4 {
			t.Fatalf("%s has %d parts", names[i], len(p))
		}
		check := &session.Check{Points: 1, Setup: []session.Setup{{Code: p[0]}}, Own: []string{p[1], p[2]}, Tests: []session.Test{{Code: p[3], Hidden: true}}}
		exercises[names[i]] = check
		ev := open(t, "sim:1", eval.Config{})
		if b, _ := judged(ev, p[1], check); b == nil || b.Status == "pass" {
			t.Errorf("%s: the starter: %+v", names[i], b)
		}
		if b, _ := judged(ev, p[2], check); b == nil || b.Status != "pass" || b.Points != 1 {
			t.Errorf("%s: the solution: %+v", names[i], b)
		}
	}
	names, parts = corpus(t, "cheats.py")
	for i, p := range parts {
		name, right := strings.CutSuffix(names[i], " [pass]")
		name, partly := strings.CutSuffix(name, " [partly]")
		exercise, _, _ := strings.Cut(name, ": ")
		if exercises[exercise] == nil {
			t.Fatalf("no exercise %q", exercise)
		}
		t.Run(name, func(t *testing.T) { cheat(t, exercises[exercise], p, right, partly) })
	}
}

func cheat(t *testing.T, check *session.Check, parts []string, right, partly bool) {
	t.Parallel()
	limits := wire.Limits{CellMS: 1000} // some never end
	if right {
		limits.CellMS = 60_000
	}
	ev := open(t, "sim:1", eval.Config{Limits: limits})
	b, heard := judged(ev, parts[0], check)
	if b == nil || b.Status == "pass" != right || b.Points > 0 != right {
		t.Errorf("verdict %+v", b)
	}
	for i := 0; b != nil && !right && i < len(b.Tests); i++ {
		if b.Tests[i].Status == "pass" && !partly {
			t.Errorf("passes %q", b.Tests[i].Name)
		}
	}
	if len(parts) > 1 {
		r := &eavesdropper{}
		heard += r.heard(ev.Run(session.Run{RID: "p", Cell: "p", Code: parts[1], Count: 4, Lang: "en"}, r))
		_, again := judged(ev, parts[1], check)
		heard += again
	}
	for _, s := range secrets {
		if at := strings.Index(heard, s); at >= 0 {
			t.Errorf("leaks %q: …%s…", s, heard[max(0, at-200):min(len(heard), at+100)])
		}
	}
}

func TestHonest(t *testing.T) {
	names, parts := corpus(t, "honest.py")
	for i, p := range parts {
		t.Run(names[i], func(t *testing.T) {
			check := &session.Check{Points: 1, Setup: []session.Setup{{Code: p[0]}}, Own: []string{p[1]}}
			for _, hidden := range []bool{false, true} {
				check.Tests = []session.Test{{Code: p[2], Hidden: hidden}}
				if b, _ := judged(open(t, "sim:1", eval.Config{}), p[1], check); b == nil || b.Status != "pass" || len(b.Tests) == 0 {
					t.Errorf("hidden %v: %+v", hidden, b)
				}
			}
		})
	}
}

// TestCheckStopped stops checks: nothing is decided, and that is said in words.
func TestCheckStopped(t *testing.T) {
	const answer = "def f():\n    print('began')\n    while True:\n        try:\n            while True: pass\n        except %s: pass"
	cases := []struct {
		name, code, test string
		force            bool
		lang, want       string
	}{
		{"a test", "pass", "def test_a():\n    print('began')\n    while True: pass\ndef test_b(): pass", false, "en", "The check was stopped: nothing is decided."},
		{"the answer", strings.Replace(answer, "%s", "ValueError", 1), "def test_a(): f()", false, "zh", "检查被停止了，没有得出结果。"},
		{"processes of the answer", "import multiprocessing as mp\ndef wait():\n    print('began')\n    while True: pass\ndef f():\n    p = mp.Process(target=wait)\n    p.start()\n    p.join()\n", "def test_a(): f()", false, "en", "The check was stopped: nothing is decided."},
		{"an answer that catches it", strings.Replace(answer, "%s", "BaseException", 1), "def test_a(): f()", true, "en", "The check was stopped: nothing is decided."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := open(t, "cpu", eval.Config{})
			r := &recorder{began: make(chan struct{})}
			began, ended := r.began, make(chan session.Outcome)
			go func() {
				check := &session.Check{Points: 1, Tests: []session.Test{{Code: c.test}}}
				ended <- ev.Run(session.Run{RID: "r", Cell: "e", Code: c.code, Count: 1, Lang: c.lang, Check: check}, r)
			}()
			<-began
			ev.Stop("r", c.force)
			if o := <-ended; o.State != wire.RunStopped {
				t.Errorf("state %s", o.State)
			}
			if b := find[wire.CheckResultBody](r); b == nil || b.Status != "error" || b.Points != 0 || b.Message != c.want {
				t.Errorf("result %+v", b)
			}
		})
	}
}

// BenchmarkCheck checks a right answer to a small exercise with four hidden tests.
func BenchmarkCheck(b *testing.B) {
	names, parts := corpus(b, "exercises.py")
	for i, p := range parts[:1] {
		b.Run(names[i], func(b *testing.B) {
			check := &session.Check{Points: 1, Setup: []session.Setup{{Code: p[0]}}, Own: []string{p[1], p[2]}, Tests: []session.Test{{Code: p[3], Hidden: true}}}
			ev := open(b, "sim:1", eval.Config{})
			for b.Loop() {
				if r, _ := judged(ev, p[2], check); r == nil || r.Status != "pass" {
					b.Fatal(r)
				}
			}
		})
	}
}
