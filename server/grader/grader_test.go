package grader

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/blob"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

var ctx = context.Background()

// court opens judges of these tests. An answer "TEST TEST …" passes the tests that it names; "die" ends its judge, "die xx" the first
// two, "stop" the server, "hang" does not end until its judge is closed, "raise" ends before the tests.
type court struct {
	mu     sync.Mutex
	refuse int // judges that cannot be opened
	opened int
	closed int
	died   map[string]int
	stop   func()
	hangs  chan struct{}
}

func (c *court) open(spec string) (session.Evaluator, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refuse--; c.refuse >= 0 {
		return nil, errors.New("no memory")
	}
	c.opened++
	return &puppet{court: c, ended: make(chan struct{})}, nil
}

type puppet struct {
	session.Evaluator
	court *court
	dead  bool
	ended chan struct{}
}

func (p *puppet) Stop(string, bool) {}

func (p *puppet) Close() {
	p.court.mu.Lock()
	defer p.court.mu.Unlock()
	p.court.closed++
	close(p.ended)
}

func (p *puppet) Run(run session.Run, out session.Output) session.Outcome {
	c := p.court
	c.mu.Lock()
	defer c.mu.Unlock()
	lost := session.Outcome{State: wire.RunStopped, Lost: &session.Loss{Limit: wire.LimitBody{Text: "memory ran out"}, Text: map[string]string{"zh": "内存不足"}}}
	if p.dead {
		panic("a judge that died is asked again")
	}
	verb, rest, _ := strings.Cut(run.Code, " ")
	switch verb {
	case "die":
		c.died[run.Cell]++
		if rest == "" || c.died[run.Cell] <= strings.Count(rest, "x") {
			p.dead = true
			return lost
		}
	case "stop":
		c.stop()
		return lost
	case "hang":
		c.mu.Unlock()
		c.hangs <- struct{}{}
		<-p.ended
		c.mu.Lock()
		return lost
	case "raise":
		out.Emit(wire.Failed, wire.ErrorBody{Name: "ValueError", Value: "mine"})
		out.Emit(wire.CheckResult, wire.CheckResultBody{Status: "error", Message: "not as far as the tests"})
		return session.Outcome{State: wire.RunFailed}
	}
	body := wire.CheckResultBody{Status: "fail"}
	for _, test := range []string{"test_a", "test_b"} {
		r := wire.TestResult{Name: test, Status: "fail"}
		if run.Check.Named {
			r.Function = test
		}
		if slices.Contains(strings.Fields(run.Code), test) {
			r.Status = "pass"
		}
		body.Tests = append(body.Tests, r)
	}
	out.Emit(wire.CheckResult, body)
	return session.Outcome{State: wire.RunDone}
}

func content(t *testing.T) store.AddContent {
	t.Helper()
	c, err := assign.Pin(lessons.Files, "devices")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// exercise is a cell of the lesson devices that has tests.
const exercise = "all-gpus"

func begin(t *testing.T) store.Store {
	t.Helper()
	s, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c := content(t)
	item := func(cell string) store.Item {
		return store.Item{Cell: cell, Max: 500, Parts: []store.Part{{Test: "test_a", Points: 300}, {Test: "test_b", Points: 200}}}
	}
	commit(t, s, c, store.SaveAssignment{Assignment: store.Assignment{ID: "one", Lesson: "devices", Digest: c.Digest, State: store.AssignmentOpen,
		Items: []store.Item{item(exercise), item("none-such")}}})
	return s
}

func commit(t *testing.T, s store.Store, writes ...store.Write) {
	t.Helper()
	if err := s.Commit(ctx, writes...); err != nil {
		t.Fatal(err)
	}
}

func hand(t *testing.T, s store.Store, id string, n int, code string) {
	t.Helper()
	answers := assign.Answers{exercise: code}
	commit(t, s, store.AddSubmission{Submission: store.Submission{ID: id, Assignment: "one", Holder: "ann", Member: "ann", N: n, At: int64(n), Lang: "en",
		Digest: answers.Digest(), Answers: answers.Encode()}})
}

// grade runs a grader until the submissions have been graded, or it is stopped.
func grade(t *testing.T, s store.Store, c *court, clock session.Clock, n int) {
	t.Helper()
	run, stop := context.WithCancel(ctx)
	defer stop()
	c.stop, c.died = stop, map[string]int{}
	var mu sync.Mutex
	g := New(Options{Store: s, Open: c.open, Node: "n", Engine: "v1", Judges: 2, CellMS: 1000, Clock: clock, Log: slog.New(slog.DiscardHandler), Told: func(store.Submission) {
		mu.Lock()
		defer mu.Unlock()
		if n--; n == 0 {
			stop()
		}
	}})
	g.Run(run)
	if c.opened != c.closed {
		t.Errorf("%d judges were opened and %d closed", c.opened, c.closed)
	}
}

// outcome is a submission's state and the points of the exercise.
func outcome(t *testing.T, s store.Store, id string) string {
	t.Helper()
	sub, err := s.Submission(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	scores, err := s.Scores(ctx, "one")
	if err != nil {
		t.Fatal(err)
	}
	text := string(sub.State)
	for _, sc := range scores {
		if sc.Submission == id && sc.Cell == exercise && sc.Round == sub.Round {
			r := assign.ResultOf(sc)
			text += fmt.Sprintf(" %v %s", sc.Auto, r.Status)
			if r.Message != "" {
				text += " " + r.Message
			}
		}
	}
	if sub.Why != "" {
		text += ": " + sub.Why
	}
	return text
}

func TestGrade(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"all", "test_a test_b", "graded 5 fail"},
		{"a part", "test_b", "graded 2 fail"},
		{"nothing", "pass", "graded 0 fail"},
		{"what the lesson gives", "starter", "graded 0 unchanged"},
		{"not as far as the tests", "raise", "graded 0 error not as far as the tests ValueError: mine"},
		{"its judge dies once", "die x test_a", "graded 3 fail"},
		{"its judge dies twice", "die xx test_a", "graded 3 fail"},
		{"every judge dies", "die", `failed 0 judge-died: {"code":"judges-died","about":["all-gpus","3"],"told":{"zh":"内存不足"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t)
			if c.code == "starter" {
				c.code = "\n" + lesson.Load(lessons.Files).Entry("devices").Lang("zh").Cell(exercise).Code + "\n"
			}
			hand(t, s, "s1", 1, c.code)
			grade(t, s, &court{}, nil, 1)
			if got := outcome(t, s, "s1"); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestServerEnds ends the server while it grades: the submission waits, its try does not count, and the next server grades it.
func TestServerEnds(t *testing.T) {
	s := begin(t)
	hand(t, s, "s1", 1, "stop")
	for range triesMost + 1 {
		grade(t, s, &court{}, nil, 1)
		if sub, _ := s.Submission(ctx, "s1"); sub.State != store.Queued || sub.Tries != 0 {
			t.Fatalf("%+v", sub)
		}
	}
}

// TestServerDies leaves claims behind, as a server that is killed does.
func TestServerDies(t *testing.T) {
	s := begin(t)
	hand(t, s, "s1", 1, "test_a")
	for i := range triesMost {
		if i > 0 {
			commit(t, s, store.Unclaim{Node: "n"})
		}
		if _, err := s.Claim(ctx, store.Claim{Node: "n", Token: "x", For: 1 << 40}); err != nil {
			t.Fatal(err)
		}
	}
	grade(t, s, &court{}, nil, 1)
	if got := outcome(t, s, "s1"); got != `failed: {"code":"server-ended","about":["3"]}` {
		t.Error(got)
	}
	commit(t, s, store.Regrade{Submission: "s1"})
	grade(t, s, &court{}, nil, 1)
	if got := outcome(t, s, "s1"); got != "graded 3 fail" {
		t.Error(got)
	}
}

// TestHangs: a judge that does not end is ended after its time, and so are the next two.
func TestHangs(t *testing.T) {
	s := begin(t)
	hand(t, s, "s1", 1, "hang")
	clock := sessiontest.NewClock()
	c := &court{hangs: make(chan struct{})}
	go func() {
		for range triesMost {
			<-c.hangs
			clock.Advance(judgeTime + time.Second)
		}
	}()
	grade(t, s, c, clock, 1)
	if got := outcome(t, s, "s1"); got != `failed 0 judge-died: {"code":"judges-late","about":["all-gpus","3"]}` {
		t.Error(got)
	}
}

// TestNoJudge: where no judge can be had, nothing is lost and nothing counts as a try.
func TestNoJudge(t *testing.T) {
	s := begin(t)
	hand(t, s, "s1", 1, "test_a")
	c := &court{refuse: triesMost + 2}
	clock := impatient{sessiontest.NewClock()}
	grade(t, s, c, clock, 1)
	if got := outcome(t, s, "s1"); got != "graded 3 fail" || c.opened != 1 {
		t.Error(got, c.opened)
	}
}

// TestNoJudgeAtAll: judges that cannot be had are asked for once in a while, however many submissions wait and graders work.
func TestNoJudgeAtAll(t *testing.T) {
	s := begin(t)
	for i := range 8 {
		hand(t, s, fmt.Sprint(i), i+1, "test_a")
	}
	run, stop := context.WithCancel(ctx)
	defer stop()
	asked := make(chan struct{})
	clock := &counting{Clock: sessiontest.NewClock(), pauses: make(chan struct{})}
	ended := make(chan bool)
	go func() {
		defer close(ended)
		New(Options{Store: s, Node: "n", Judges: 2, Clock: clock, Log: slog.New(slog.DiscardHandler), Open: func(string) (session.Evaluator, error) {
			asked <- struct{}{}
			return nil, errors.New("no memory")
		}}).Run(run)
	}()
	for range 2 {
		<-asked
	}
	for range 2 {
		select {
		case <-clock.pauses: // both graders wait for the clock now, which stands still
		case <-asked:
			t.Error("asked again at once")
		}
	}
	stop()
	<-ended
}

// counting is a clock that tells of each pause.
type counting struct {
	session.Clock
	pauses chan struct{}
}

func (c *counting) AfterFunc(d time.Duration, f func()) func() {
	if d == pollEvery {
		c.pauses <- struct{}{}
	}
	return c.Clock.AfterFunc(d, f)
}

// impatient is a clock on which every time is over at once.
type impatient struct{ session.Clock }

func (impatient) AfterFunc(d time.Duration, f func()) func() {
	if d == pollEvery {
		f()
	}
	return func() {}
}

// TestMany grades a queue with several judges: each submission once.
func TestMany(t *testing.T) {
	s := begin(t)
	const n = 30
	for i := range n {
		hand(t, s, fmt.Sprintf("s%02d", i), i+1, "test_a")
	}
	grade(t, s, &court{}, nil, n)
	for i := range n {
		if got := outcome(t, s, fmt.Sprintf("s%02d", i)); got != "graded 3 fail" {
			t.Errorf("%d: %s", i, got)
		}
	}
}

// TestLessonUnread: a lesson that cannot be read now is waited for; one that is gone, or makes no sense, fails with a reason and
// holds up nobody.
func TestLessonUnread(t *testing.T) {
	unusable := func(why string) string {
		return "failed: " + assign.Failure{Code: assign.LessonUnusable, About: []string{why}}.String()
	}
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"the store is out", errors.New("connection refused"), "graded 3 fail"},
		{"its key is refused", blob.ErrRefused, "graded 3 fail"},
		{"no row", store.ErrNone, unusable("the lesson of this assignment: " + store.ErrNone.Error())},
		{"no object", blob.ErrMissing, unusable("the lesson of this assignment: " + blob.ErrMissing.Error())},
		{"another object", blob.ErrDamaged, unusable("the lesson of this assignment: " + blob.ErrDamaged.Error())},
		{"no lesson in it", nil, `failed: {"code":"lesson-unusable"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &outage{Store: begin(t), err: c.err}
			hand(t, s, "s1", 1, "test_a")
			grade(t, s, &court{}, impatient{sessiontest.NewClock()}, 1)
			if got := outcome(t, s, "s1"); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
			if sub, _ := s.Submission(ctx, "s1"); sub.Tries != 1 {
				t.Errorf("%d tries", sub.Tries)
			}
		})
	}
}

// outage is a store that does not say twice what a lesson is.
type outage struct {
	store.Store
	err   error // nil: it says something else
	asked atomic.Int32
}

func (o *outage) Content(ctx context.Context, of [32]byte) ([]byte, error) {
	if o.asked.Add(1) > 2 {
		return o.Store.Content(ctx, of)
	}
	return []byte("{"), o.err
}

// TestStoreOut: a store that is out when grading begins, or when a claim is to end, is waited for: grading begins, the claim ends,
// and nothing is judged twice.
func TestStoreOut(t *testing.T) {
	for _, c := range []struct {
		name   string
		refuse store.Write
	}{
		{"when grading begins", store.Unclaim{}},
		{"when the points are kept", store.EndGrading{}},
		{"when the claim is given back", store.Requeue{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &refusing{Store: begin(t), refuse: fmt.Sprintf("%T", c.refuse)}
			hand(t, s, "s1", 1, "test_a")
			judges := &court{refuse: 1} // so that the first claim is given back
			grade(t, s, judges, impatient{sessiontest.NewClock()}, 1)
			if got := outcome(t, s, "s1"); got != "graded 3 fail" || judges.opened != 1 {
				t.Errorf("%s, %d judges", got, judges.opened)
			}
			if s.refused.Load() != 2 {
				t.Errorf("%d writes were refused", s.refused.Load())
			}
		})
	}
}

// refusing is a store that refuses one kind of write twice.
type refusing struct {
	store.Store
	refuse  string
	refused atomic.Int32
}

func (r *refusing) Commit(ctx context.Context, writes ...store.Write) error {
	if fmt.Sprintf("%T", writes[0]) == r.refuse && r.refused.Load() < 2 {
		r.refused.Add(1)
		return errors.New("connection refused")
	}
	return r.Store.Commit(ctx, writes...)
}
