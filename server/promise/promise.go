// Package promise runs lessons against what they promise: cells print what they
// say or what their golden file holds, exercises fail as they stand, pass with their
// solution and judge other answers rightly, predictions are right.
package promise

import (
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/lessons/lesson"
)

// Runner runs lessons.
type Runner struct {
	// Open makes an evaluator for one lesson on a device spec.
	Open session.Opener
	// Goldens reads and writes golden files.
	Goldens Goldens
	// Update rewrites the goldens instead of comparing.
	Update bool
	// Devices are what lessons run on in place of their own; without a spec there are none.
	Devices Devices
	// Ended, if not nil, is told of each lesson when it and all before it have ended.
	Ended func(Result)
}

// Result is what became of one lesson.
type Result struct {
	Lesson   string
	Runs     int
	Failures []Failure
}

func (r Result) String() string {
	return fmt.Sprintf("%s: %d runs, %d broken promises", r.Lesson, r.Runs, len(r.Failures))
}

// Failure is one broken promise.
type Failure struct {
	File    string
	Line    int
	Cell    string
	Devices string
	Text    string
}

func (f Failure) String() string {
	return fmt.Sprintf("%s:%d: %s on %s: %s", f.File, f.Line, f.Cell, f.Devices, f.Text)
}

// Counts are what was run.
type Counts struct {
	Lessons  int
	Runs     int              // lessons times devices times languages whose code differs
	Skipped  []Skip           // lessons that need other devices than they were to run on
	Language map[string]Tally // by language
}

// Tally is what the lessons of one language hold.
type Tally struct{ Lessons, Cells, Exercises, Predictions, Quizzes int }

func (c Counts) String() string {
	text := fmt.Sprintf("%d lessons, %d runs", c.Lessons, c.Runs)
	if len(c.Skipped) > 0 {
		text += fmt.Sprintf(", %d skipped", len(c.Skipped))
	}
	for _, lang := range lesson.Languages {
		if n, ok := c.Language[lang]; ok {
			text += fmt.Sprintf("; %s: %d lessons, %d cells, %d exercises, %d predictions, %d quizzes",
				lang, n.Lessons, n.Cells, n.Exercises, n.Predictions, n.Quizzes)
		}
	}
	return text
}

// Run checks lessons and returns what was run and what failed, in the lessons' order. Lessons run side by side,
// as many as there are processors: each has an evaluator of its own.
func (r *Runner) Run(entries []*lesson.Entry) (Counts, []Failure) {
	counts := Counts{Language: map[string]Tally{}}
	var jobs []job
	var lessons []Result // with the runs that each has among the jobs
	for _, e := range entries {
		specs, why := r.specs(e.Lang(e.Languages()[0])) // which are the same in each language
		if why != "" {
			counts.Skipped = append(counts.Skipped, Skip{e.ID, why})
			continue
		}
		counts.Lessons++
		count(&counts, e)
		before := len(jobs)
		for _, l := range distinct(e) {
			for i, spec := range specs {
				jobs = append(jobs, job{run: func() []Failure { return r.lesson(e, l, spec, i == 0) }, done: make(chan []Failure, 1)})
			}
		}
		lessons = append(lessons, Result{Lesson: e.ID, Runs: len(jobs) - before})
	}
	counts.Runs = len(jobs)
	go abreast(jobs)
	return counts, r.await(lessons, jobs)
}

// job is one run of a lesson, and where its failures go.
type job struct {
	run  func() []Failure
	done chan []Failure
}

// abreast runs jobs on all processors.
func abreast(jobs []job) {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for _, j := range jobs {
		group.Go(func() error {
			j.done <- j.run()
			return nil
		})
	}
}

// await tells of each lesson when its jobs are done, and returns all that failed, in the order of the lessons.
func (r *Runner) await(lessons []Result, jobs []job) (failures []Failure) {
	for _, l := range lessons {
		for range l.Runs {
			l.Failures = append(l.Failures, <-jobs[0].done...)
			jobs = jobs[1:]
		}
		if failures = append(failures, l.Failures...); r.Ended != nil {
			r.Ended(l)
		}
	}
	return failures
}

func count(c *Counts, e *lesson.Entry) {
	for _, lang := range e.Languages() {
		n := c.Language[lang]
		n.Lessons++
		for _, cell := range e.Lang(lang).Cells() {
			n.Cells++
			switch cell.Kind {
			case lesson.Exercise, lesson.Kernel, lesson.Order:
				n.Exercises++
			case lesson.Predict:
				n.Predictions++
			case lesson.Quiz:
				n.Quizzes++
			}
		}
		c.Language[lang] = n
	}
}

// distinct are the languages of a lesson whose code differs; where it is the same, one run serves both.
func distinct(e *lesson.Entry) []*lesson.Lesson {
	seen := map[string]bool{}
	var list []*lesson.Lesson
	for _, lang := range e.Languages() {
		l, code := e.Lang(lang), ""
		for _, c := range l.Cells() {
			code += c.ID + "\n" + c.Code + "\n"
		}
		if !seen[code] {
			seen[code] = true
			list = append(list, l)
		}
	}
	return list
}

// run is one lesson on one machine.
type run struct {
	*Runner
	entry  *lesson.Entry
	lesson *lesson.Lesson
	spec   string
	first  bool // of the lesson's machines
	// foreign: it runs on devices that the lesson does not name. What a golden file holds and what a cell measures
	// was said of others.
	foreign bool
	ev      session.Evaluator
	golden  *golden
	n       int
	failed  []Failure
}

func (r *Runner) lesson(e *lesson.Entry, l *lesson.Lesson, spec string, first bool) []Failure {
	x := &run{Runner: r, entry: e, lesson: l, spec: spec, first: first, foreign: !slices.Contains(l.Devices, spec)}
	ev, err := r.Open(spec)
	if err != nil {
		return []Failure{{File: l.File, Line: 1, Cell: "lesson", Devices: spec, Text: err.Error()}}
	}
	defer ev.Close()
	x.ev = ev
	if x.golden, err = r.Goldens.read(l, spec); err != nil {
		x.fail(nil, "golden file: %v", err)
		return x.failed
	}
	for _, c := range l.Cells() {
		x.cell(c)
	}
	if r.Update {
		if err := r.Goldens.write(l, spec, x.golden); err != nil {
			x.fail(nil, "golden file: %v", err)
		}
	}
	return x.failed
}

func (x *run) fail(c *lesson.Cell, format string, args ...any) {
	f := Failure{File: path.Base(x.lesson.File), Line: 1, Cell: "lesson", Devices: x.spec, Text: fmt.Sprintf(format, args...)}
	if c != nil {
		f.Line, f.Cell = c.Pos.Line, c.ID
	}
	x.failed = append(x.failed, f)
}

func (x *run) cell(c *lesson.Cell) {
	switch c.Kind {
	case lesson.Quiz, lesson.Tests:
	case lesson.Exercise, lesson.Kernel, lesson.Order:
		x.exercise(c)
	default:
		x.promised(c)
	}
}

// promised runs a cell and compares.
func (x *run) promised(c *lesson.Cell) {
	out := x.execute(c.Code, c.ID, nil)
	raised := out.failed != nil
	if raised != c.Raises() {
		if raised {
			x.fail(c, "raises %s", out.lastLine())
		} else {
			x.fail(c, "must raise an exception and does not")
		}
		return
	}
	if x.foreign && c.Measured {
		return
	}
	if c.Kind == lesson.Predict {
		x.predicted(c, out)
	}
	if promise := c.Promise(x.spec); !promise.IsZero() {
		if why := broken(promise, out); why != "" {
			x.fail(c, "%s", why)
		}
		return
	}
	if !x.foreign {
		x.compare(c, out)
	}
}

// compare holds an output against the golden file.
func (x *run) compare(c *lesson.Cell, out *output) {
	got := out.text()
	if x.Update {
		x.golden.set(c.ID, got)
		return
	}
	want, ok := x.golden.get(c.ID)
	switch {
	case !ok:
		x.fail(c, "has no golden output and no expectation; run gputour test --update")
	case want != got:
		x.fail(c, "prints\n%s\nbut its golden file says\n%s", indent(got), indent(want))
	}
}

// predicted checks that the right option is what the cell shows, where nothing else says what it shows.
func (x *run) predicted(c *lesson.Cell, out *output) {
	if !c.Promise(x.spec).IsZero() || len(c.Answers) != 1 || x.foreign {
		return
	}
	want := strings.Trim(c.Options[c.Answers[0]-1], "` ")
	if got := strings.TrimSpace(out.text()); got != want {
		x.fail(c, "option %d, %q, is not what the cell prints: %q (add expect: where it need not be)", c.Answers[0], want, got)
	}
}

// exercise checks that the starter fails and the solution passes, then runs the
// solution, which later cells may build on.
func (x *run) exercise(c *lesson.Cell) {
	check := Exercise(x.entry, x.lesson, c, nil)
	solution := x.entry.Secret.Solutions[c.ID]
	if check == nil || solution == nil {
		x.fail(c, "exercise needs tests and a solution")
		return
	}
	if !x.foreign || !c.Measured {
		x.judged(c, solution.Code, check)
	}
	if out := x.execute(solution.Code, c.ID, nil); out.failed != nil {
		x.fail(c, "its solution raises %s", out.lastLine())
	}
}

// judged checks what an exercise says of its starter, its solution and other answers.
func (x *run) judged(c *lesson.Cell, solution string, check *session.Check) {
	if out := x.execute(c.Code, c.ID, check); out.check == nil || out.check.Status == "pass" {
		x.fail(c, "passes its tests before the learner has done anything")
	}
	if out := x.execute(solution, c.ID, check); out.check == nil || out.check.Status != "pass" {
		x.fail(c, "its solution does not pass: %s", out.why())
	}
	if x.first {
		x.answers(c, check)
	}
}

// answers checks that every other right way passes and that every wrong one does not.
func (x *run) answers(c *lesson.Cell, check *session.Check) {
	for _, a := range x.entry.Secret.Answers[c.ID] {
		out := x.execute(a.Code, c.ID, check)
		passed := out.check != nil && out.check.Status == "pass"
		switch {
		case a.Kind == lesson.Right && !passed:
			x.fail(c, "answer %s is right (%s) and does not pass: %s", a.ID, a.Why, out.why())
		case a.Kind == lesson.Wrong && passed:
			x.fail(c, "answer %s is wrong (%s) and passes", a.ID, a.Why)
		}
	}
}

// Exercise gathers what a check of an exercise runs: the cells that stand before it,
// earlier exercises by their solutions, and its visible and hidden tests; nil when it
// has no tests. Where the course has no solution of an earlier exercise, written says what
// stands in its place, if it is not nil: the learner's own.
func Exercise(e *lesson.Entry, l *lesson.Lesson, target *lesson.Cell, written func(cell string) string) *session.Check {
	check := &session.Check{Points: target.Points, Own: []string{target.Code}}
	if solution := e.Secret.Solutions[target.ID]; solution != nil {
		check.Own = append(check.Own, solution.Code)
	}
	before := true
	for _, c := range l.Cells() {
		switch {
		case c == target:
			before = false
		case before && (c.Kind == lesson.Demo || c.Kind == lesson.Predict):
			check.Setup = append(check.Setup, session.Setup{Code: c.Code, Raises: c.Raises(), Aside: c.Aside})
		case before && e.Secret.Solutions[c.ID] != nil:
			check.Setup = append(check.Setup, session.Setup{Code: e.Secret.Solutions[c.ID].Code, Aside: c.Aside})
		case before && written != nil && c.IsExercise():
			if code := written(c.ID); code != "" {
				check.Setup = append(check.Setup, session.Setup{Code: code, Raises: true, Aside: c.Aside})
			}
		case c.Kind == lesson.Tests && c.For == target.ID:
			check.Tests = append(check.Tests, session.Test{Code: c.Code})
		}
	}
	for _, c := range e.Secret.Tests[target.ID] {
		check.Tests = append(check.Tests, session.Test{Code: c.Code, Hidden: true})
	}
	if len(check.Tests) == 0 {
		return nil
	}
	return check
}

func (x *run) execute(code, cell string, check *session.Check) *output {
	x.n++
	out := &output{}
	outcome := x.ev.Run(session.Run{RID: fmt.Sprint(x.n), Cell: cell, Code: code, Count: x.n, Lang: x.lesson.Lang, Check: check}, out)
	if outcome.State == wire.RunStopped && out.failed == nil {
		out.failed = &wire.ErrorBody{Name: "Stopped", Value: out.limit}
	}
	return out
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}
