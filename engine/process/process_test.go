package process

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// play runs bodies as processes of one world, begun in their order by a first one that waits for them, and returns what they say.
func play(t *testing.T, bodies ...func(p *Process, say func(string))) []string {
	t.Helper()
	w := &World{}
	first := w.Begin("first")
	first.Enter()
	var said []string
	for i, body := range bodies {
		p := w.Begin(fmt.Sprintf("rank %d", i))
		go func() {
			p.Enter()
			defer p.End()
			body(p, func(text string) { said = append(said, fmt.Sprint(i, text)) })
		}()
	}
	if err := first.Alone(); err != nil {
		t.Fatal(err)
	}
	first.End()
	return said
}

func waiting() string { return "a test" }

// TestTurns has processes meet again and again: whoever waits gives the turn on, and the order is the same every time.
func TestTurns(t *testing.T) {
	run := func() string {
		count := make([]int, 3)
		body := func(p *Process, say func(string)) {
			for n := range 3 {
				say(fmt.Sprint(":", n))
				count[p.ID-2]++
				ok, err := p.Wait(waiting, time.Time{}, func() bool { return slices.Min(count) > n })
				if !ok || err != nil {
					say(fmt.Sprint(err))
				}
			}
		}
		return strings.Join(play(t, body, body, body), " ")
	}
	want := run()
	if fields := strings.Fields(want); len(fields) != 9 {
		t.Fatal(want)
	}
	for range 50 {
		if got := run(); got != want {
			t.Fatalf("%s\nand before\n%s", got, want)
		}
	}
}

// TestDeadlock has each process wait for what none will do.
func TestDeadlock(t *testing.T) {
	said := play(t,
		func(p *Process, say func(string)) {
			_, err := p.Wait(func() string { return "all_reduce" }, time.Time{}, func() bool { return false })
			var d *Deadlock
			say(fmt.Sprint(errors.As(err, &d), d.Waits))
		},
		func(p *Process, say func(string)) {
			_, err := p.Wait(func() string { return "recv" }, time.Time{}, func() bool { return false })
			say(fmt.Sprint(err))
		})
	want := []string{
		"0true [rank 0 waits for all_reduce rank 1 waits for recv]",
		"1deadlock: every process waits for another one: rank 0 waits for all_reduce; rank 1 waits for recv",
	}
	slices.Sort(said)
	if !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
}

// TestLate has a wait end with its time, while another process waits for nothing but the first one's end.
func TestLate(t *testing.T) {
	said := play(t, func(p *Process, say func(string)) {
		ok, err := p.Wait(waiting, time.Now().Add(time.Millisecond), func() bool { return false })
		say(fmt.Sprint(ok, err))
	})
	if !slices.Equal(said, []string{"0false <nil>"}) {
		t.Error(said)
	}
}

// TestInterrupt ends the wait of one that would wait for ever, while another is outside.
func TestInterrupt(t *testing.T) {
	why := errors.New("stopped")
	var patient *Process
	said := play(t,
		func(p *Process, say func(string)) {
			patient = p
			_, err := p.Wait(waiting, time.Time{}, func() bool { return false })
			say(err.Error())
		},
		func(p *Process, say func(string)) {
			_, _ = p.Wait(waiting, time.Time{}, func() bool { return patient != nil })
			p.Leave() // and may come back with what the other waits for: that is no deadlock
			patient.Interrupt(why)
			p.Enter()
			say("back")
		})
	slices.Sort(said)
	if !slices.Equal(said, []string{"0stopped", "1back"}) {
		t.Error(said)
	}
}

// clock is simulated time that a test moves.
type clock struct{ now int64 }

func (c *clock) HostTime() int64     { return c.now }
func (c *clock) SetHostTime(t int64) { c.now = t }

// TestClock has each process go on at its own time, and who joins another be no earlier than its end.
func TestClock(t *testing.T) {
	c := &clock{now: 100}
	w := &World{Clock: c}
	first := w.Begin("first")
	first.Enter()
	p := w.Begin("child")
	go func() {
		p.Enter()
		c.now += 50
		p.End()
	}()
	c.now += 20
	if ok, err := first.Join(time.Time{}, p); !ok || err != nil || c.now != 150 {
		t.Errorf("joined %v, %v at %d", ok, err, c.now)
	}
	first.End()
}
