package promise

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/lessons/lesson"
)

// checker is the scripted evaluator with exercises: a check passes when the code prints "right".
type checker struct{ session.Evaluator }

func open(spec string) (session.Evaluator, error) {
	ev, err := sessiontest.Open(spec)
	return checker{ev}, err
}

func (c checker) Run(run session.Run, out session.Output) session.Outcome {
	if run.Check == nil {
		return c.Evaluator.Run(run, out)
	}
	body := wire.CheckResultBody{Status: "fail", Tests: []wire.TestResult{{Name: "it is right", Status: "fail", Message: "it is not"}}}
	if strings.Contains(run.Code, "print right") {
		body.Status = "pass"
	}
	out.Emit(wire.CheckResult, body)
	return session.Outcome{State: wire.RunDone}
}

// course loads one lesson with these cells, and its other files.
func course(t *testing.T, cells string, more map[string]string) *lesson.Course {
	t.Helper()
	head := "---\ngputour: {lesson: a, lang: %, devices: [\"sim:1\"]}\n---\n# A\n"
	files := fstest.MapFS{}
	for _, lang := range lesson.Languages {
		files["a."+lang+".md"] = &fstest.MapFile{Data: []byte(strings.Replace(head, "%", lang, 1) + cells)}
	}
	for name, text := range more {
		files[name] = &fstest.MapFile{Data: []byte("---\ngputour: {lesson: a}\n---\n# A\n" + text)}
	}
	c := lesson.Load(files)
	if len(c.Problems) > 0 {
		t.Fatal(c.Problems)
	}
	return c
}

func cell(options, code string) string {
	return "```{code-cell} python\n" + options + "\n" + code + "\n```\n"
}

// answer is an answer to the exercise e; kind may be followed by another setting.
func answer(kind, code string) string {
	kind, more, _ := strings.Cut(kind, "; ")
	if more != "" {
		more = ", " + more
	}
	return cell(":gputour: {id: "+kind+", kind: "+kind+", for: e, why: so it is"+more+"}", code)
}

func with(files map[string]string, answers string) map[string]string {
	files = maps.Clone(files)
	files["a.answers.md"] = answers
	return files
}

func TestPromises(t *testing.T) {
	exercise := cell(":gputour: {id: e, kind: exercise}", "print wrong") + cell(":gputour: {id: et, kind: tests, for: e}", "x")
	right := map[string]string{"a.solution.md": cell(":gputour: {id: es, kind: solution, for: e}", "print right")}
	wrong := map[string]string{"a.solution.md": cell(":gputour: {id: es, kind: solution, for: e}", "print no")}
	cases := []struct {
		name, cells string
		more        map[string]string
		want        string // in the only failure; "" for none
	}{
		{"prints what it says", cell(`:gputour: {id: x, expect: "hi"}`, "print hi"), nil, ""},
		{"prints something else", cell(`:gputour: {id: x, expect: "hi"}`, "print ho"), nil, `must print "hi"; got "ho"`},
		{"a pattern", cell(`:gputour: {id: x, expect_re: "h."}`, "print hi"), nil, ""},
		{"close", cell(`:gputour: {id: x, expect: "t = 1.0001", expect_close: 1e-3}`, "print t = 1.0002"), nil, ""},
		{"not close", cell(`:gputour: {id: x, expect: "t = 1.0001", expect_close: 1e-6}`, "print t = 1.0002"), nil, "must print"},
		{"no tensor", cell(`:gputour: {id: x, expect_device: "cuda:0"}`, "result 1"), nil, "must show a tensor on cuda:0"},
		{"another engine's words", cell(`:gputour: {id: x, expect: "a", sim: {expect: b}}`, "print b"), nil, ""},
		{"raises as promised", cell(`:gputour: {id: x, expect_error: "same device"}`, "fail RuntimeError: not on the same device"), nil, ""},
		{"raises something else", cell(`:gputour: {id: x, expect_error: "same device"}`, "fail RuntimeError: no"), nil, "must raise"},
		{"raises without leave", cell(`:gputour: {id: x, expect: a}`, "fail E: no"), nil, "raises E: no"},
		{"does not raise", cell(":tags: [raises-exception]", "print a"), nil, "must raise an exception and does not"},
		{"no golden", cell("", "print a"), nil, "has no golden output"},
		{"a right prediction", cell(`:gputour: {id: x, kind: predict, options: ["1", "2"], answer: 2, expect: "2"}`, "result 2"), nil, ""},
		{"a prediction that speaks for itself", cell(`:gputour: {id: x, kind: predict, options: ["1", "2"], answer: 1, sim: {}}`, "result 2"), nil, `option 1, "1", is not what the cell prints`},
		{"an exercise", exercise, right, ""},
		{"a wrong solution", exercise, wrong, "its solution does not pass: it is right: it is not"},
		{"answers that are judged rightly", exercise, with(right, answer("right", "print right, in another way")+answer("wrong", "print no")), ""},
		{"a right answer that is refused", exercise, with(right, answer("right", "print no")), "answer right is right (so it is) and does not pass: it is right: it is not"},
		{"a wrong answer that is taken", exercise, with(right, answer("wrong", "print right")), "answer wrong is wrong (so it is) and passes"},
		{"an answer by its difference", exercise, with(right, answer("wrong; change: [right, no]", "")), ""},
		{"no solution", exercise, nil, "needs tests and a solution"},
		{"a starter that passes", strings.Replace(exercise, "wrong", "right", 1), right, "passes its tests before"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := Runner{Open: open, Goldens: Goldens{Dir: t.TempDir()}}
			if strings.Contains(c.cells, "sim: {}") { // needs a golden beside the prediction
				r.Update = true
			}
			_, failures := r.Run(course(t, c.cells, c.more).Entries)
			switch {
			case c.want == "" && len(failures) > 0:
				t.Errorf("failures %v", failures)
			case c.want != "" && (len(failures) != 1 || !strings.Contains(failures[0].String(), c.want)):
				t.Errorf("failures %v, want %q", failures, c.want)
			}
		})
	}
}

func TestGoldens(t *testing.T) {
	dir := t.TempDir()
	one := course(t, cell(":gputour: {id: x}", "print one\nresult 1")+cell(":gputour: {id: y}", "print two"), nil)
	two := course(t, cell(":gputour: {id: x}", "print one\nresult 2")+cell(":gputour: {id: y}", "print two"), nil)
	update := Runner{Open: open, Goldens: Goldens{Dir: dir}, Update: true}
	if _, failures := update.Run(one.Entries); len(failures) > 0 {
		t.Fatal(failures)
	}
	compare := Runner{Open: open, Goldens: Goldens{Dir: dir}}
	counts, failures := compare.Run(one.Entries)
	if len(failures) > 0 || counts.Language["zh"].Cells != 2 || counts.Runs != 1 {
		t.Errorf("%v, failures %v", counts, failures)
	}
	_, failures = compare.Run(two.Entries)
	if len(failures) != 1 || failures[0].Cell != "x" || failures[0].Line != 5 {
		t.Errorf("failures %v", failures)
	}
}

// gated waits before it runs a cell until the gate of its text is open.
type gated struct {
	session.Evaluator
	gates map[string]chan struct{}
}

func (g gated) Run(run session.Run, out session.Output) session.Outcome {
	<-g.gates[run.Code]
	return g.Evaluator.Run(run, out)
}

// TestEnded: each lesson is told of when it and those before it have ended, and while later ones run.
func TestEnded(t *testing.T) {
	ids := []string{"one", "two", "three"}
	gates := map[string]chan struct{}{}
	var entries []*lesson.Entry
	for _, id := range ids {
		e := course(t, cell(`:gputour: {id: x, expect: "`+id+`"}`, "print "+id), nil).Entries[0]
		e.ID = id
		entries = append(entries, e)
		gates["print "+id] = make(chan struct{})
	}
	close(gates["print one"])
	var told []string
	r := Runner{
		Goldens: Goldens{Dir: t.TempDir()},
		Open: func(spec string) (session.Evaluator, error) {
			ev, err := open(spec)
			return gated{ev, gates}, err
		},
		Ended: func(r Result) {
			if told = append(told, r.String()); len(told) < len(ids) {
				close(gates["print "+ids[len(told)]])
			}
		},
	}
	if _, failures := r.Run(entries); len(failures) > 0 {
		t.Error(failures)
	}
	if want := "[one: 1 runs, 0 broken promises two: 1 runs, 0 broken promises three: 1 runs, 0 broken promises]"; fmt.Sprint(told) != want {
		t.Errorf("told %v, want %s", told, want)
	}
}

// TestEarlierExerciseWithoutSolution: what the learner wrote stands in the place of a solution that is not there.
func TestEarlierExerciseWithoutSolution(t *testing.T) {
	cells := cell(":gputour: {id: one, kind: exercise}", "x = 0") + cell(":gputour: {id: two, kind: exercise}", "y = 0") + cell(":gputour: {id: t, kind: tests, for: two}", "test")
	solved := map[string]string{"a.solution.md": cell(":gputour: {id: s, kind: solution, for: one}", "x = 1")}
	wrote := func(id string) string { return map[string]string{"one": "x = 5"}[id] }
	for _, c := range []struct {
		more    map[string]string
		written func(string) string
		want    string
	}{
		{solved, wrote, "x = 1"},
		{nil, wrote, "x = 5"},
		{nil, func(string) string { return "" }, ""},
		{nil, nil, ""},
	} {
		e := course(t, cells, c.more).Entries[0]
		check, got := Exercise(e, e.Lang("en"), e.Lang("en").Cell("two"), c.written), ""
		for _, s := range check.Setup {
			got += s.Code
		}
		if got != c.want {
			t.Errorf("before the exercise runs %q, want %q", got, c.want)
		}
	}
}
