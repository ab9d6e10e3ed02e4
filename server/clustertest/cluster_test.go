package clustertest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
)

var (
	span   = flag.Duration("siege", 0, "how long the nodes are besieged; 0 is a short form with one fault of each kind that is quick")
	binary = flag.String("gputour", "../../bin/gputour", "the program")
	other  = flag.String("other", "../../bin/gputour-other", "a build of it that calls itself another version")
	only   = flag.String("only", "", "part of the name of what may happen; all may without")
	seed   = flag.Uint64("seed", 1, "of what happens when")
	many   = flag.Int("students", 24, "who work meanwhile")
	think  = flag.Duration("think", 500*time.Millisecond, "a student's mean pause")
)

// total is what all tests of a run have found.
var total verdict

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if total.failed > 0 && code == 0 {
		code = 1
	}
	fmt.Printf("%d passed, %d failed\n", total.passed, total.failed)
	os.Exit(code)
}

// siege is a fleet with students in front of it.
type siege struct {
	*fleet
	*verdict
	before   int // checks that had failed
	students []*student
	teacher  *teacher
	rng      *rand.Rand
	calm     time.Duration // p95 of a run before anything happens
	ctx      context.Context
	all      sync.WaitGroup
}

// more has some more students come, and returns when they are seated.
func (s *siege) more(students int) {
	var seated sync.WaitGroup
	for range students {
		st := newStudent(s.fleet, len(s.students), *think)
		s.students = append(s.students, st)
		seated.Add(1)
		s.all.Go(func() { st.live(s.ctx, seated.Done) })
	}
	seated.Wait()
}

// handful is how many students come at a time.
const handful = 50

// lay seats students before a fleet, and lets them work until the function that it returns is called.
func lay(t *testing.T, f *fleet, students int) (s *siege, lift func()) {
	s = &siege{fleet: f, verdict: &total, before: total.failed, rng: rand.New(rand.NewPCG(*seed, 3))}
	ctx, cancel := context.WithCancel(t.Context())
	s.ctx = ctx
	s.all.Go(func() { f.probe(ctx) })
	within(10*time.Second, func() bool { return f.nodes[0].isReady() })
	var err error
	if s.teacher, err = newTeacher(f); err != nil {
		t.Fatal(err)
	}
	s.all.Go(func() { s.teacher.watch(ctx) })
	begin := time.Now()
	for left := students; left > 0; left -= handful { // as many as come through a door at once
		s.more(min(left, handful))
	}
	fmt.Printf("%d students are seated after %v; load %s\n", students, time.Since(begin).Round(time.Millisecond), load())
	return s, func() { cancel(); s.all.Wait() }
}

// settle waits until everybody has worked again.
func (s *siege) settle(what string, since time.Time, patience time.Duration) {
	var longest time.Duration
	missing := 0
	within(patience, func() bool {
		longest, missing = 0, 0
		for _, st := range s.students {
			d, ok := st.back(since)
			longest = max(longest, d)
			if !ok {
				missing++
			}
		}
		return missing == 0
	})
	s.check(missing == 0, "%s: all work again, the last after %v (%d do not)", what, longest.Round(time.Millisecond), missing)
}

// TestAlone: a node that nothing stands beside loses nothing either.
func TestAlone(t *testing.T) {
	if *span > 0 || os.Getenv("THOROUGH") == "" {
		t.Skip("two nodes show what one does; THOROUGH=1 shows this, too, in the short form")
	}
	besiege(t, newFleet(t, 1, 0, flags...), 6)
}

// TestCluster besieges three nodes, or in the short form two.
func TestCluster(t *testing.T) {
	nodes, buses, students := 3, 3, *many
	if *span == 0 {
		nodes, buses, students = 2, 1, 8
	}
	besiege(t, newFleet(t, nodes, buses, flags...), students)
}

// TestSealed: cells in processes of their own end with their node, and their sessions go on elsewhere like any.
func TestSealed(t *testing.T) {
	if *span == 0 {
		t.Skip("processes take their time to start: make cluster-test")
	}
	f := newFleet(t, 2, 1, "--isolate", "auto", "--warm", "1", "--per-worker", "2", "--students", "400")
	s, lift := lay(t, f, 6)
	s.calmDown(8 * time.Second)
	for _, do := range []func(*siege){(*siege).killNode, (*siege).endNode} {
		do(s)
	}
	lift()
	f.judge(s.verdict, s.students)
	if failed := s.failed - s.before; failed > 0 {
		t.Errorf("%d checks failed", failed)
	}
}

// TestCeiling: --students is how many there may be on all nodes together, and who comes then is told the number.
func TestCeiling(t *testing.T) {
	if *span == 0 {
		t.Skip("package session has the rule, and this is for make cluster-test: over two nodes")
	}
	f := newFleet(t, 2, 1, "--isolate", "off", "--students", "3")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	come := func(n int) error {
		st := newStudent(f, n, 0)
		st.via = f.nodes[n%2]
		t.Cleanup(st.drop)
		return errors.Join(st.join(ctx), st.connect(ctx))
	}
	for i := range 3 {
		if err := come(i); err != nil {
			t.Fatal(err)
		}
	}
	more := 3
	var last error
	within(10*time.Second, func() bool { last = come(more); more++; return last != nil }) // until the nodes know of each other
	var closed *websocket.CloseError
	total.check(errors.As(last, &closed) && closed.Code == wire.CloseCapacity && strings.HasPrefix(closed.Text, "full: places of 3;") && more < 9,
		"more than three sessions on two nodes are refused where there may be three: %v", last)
}

// flags are those of all nodes: cells run inside, since no worker is what is tested here.
var flags = []string{"--isolate", "off", "--students", "400"}

func besiege(t *testing.T, f *fleet, students int) {
	s, lift := lay(t, f, students)
	s.siege()
	lift()
	f.graded(s.verdict, s.students)
	for _, n := range f.nodes {
		fmt.Printf("        %s: %s\n", n.name, n.commits())
		took, clean := n.leave(90 * time.Second)
		s.check(clean, "%s ends when it is asked to, after %v", n.name, took.Round(time.Millisecond))
	}
	f.judge(s.verdict, s.students)
	if failed := s.failed - s.before; failed > 0 {
		t.Errorf("%d checks failed", failed)
	}
}
