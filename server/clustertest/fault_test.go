package clustertest

import (
	"fmt"
	"strings"
	"time"
)

// This file is what happens to a class.

// fault is one of them. It returns when all is as before.
type fault struct {
	name  string
	quick bool // it also happens in the short form
	do    func(*siege)
}

var faults = []fault{
	{"a node is killed", true, (*siege).killNode},
	{"a node is asked to end", true, (*siege).endNode},
	{"a node is cut off from the bus, silently", false, (*siege).isolate},
	{"a node's connections to the bus are cut", false, (*siege).sever},
	{"a server of the bus is killed", false, (*siege).killBus},
	{"PostgreSQL stops and starts again", true, (*siege).stopRows},
	{"the object store stops and starts again", true, (*siege).stopFiles},
	{"a node is cut off from PostgreSQL, silently", false, (*siege).blind},
	{"PostgreSQL is slow for a node", false, (*siege).slowRows},
	{"the nodes are replaced by another build, one by one", false, (*siege).upgrade},
}

// directions are how a connection may be cut.
var directions = [][]int{{there, back}, {there}, {back}}

// The bars.
const (
	backBar   = 15 * time.Second
	slowerBar = 2.0
	// slack is what a wait may be longer by in any case: a ratio of milliseconds says nothing on a machine that others use.
	slack = 50 * time.Millisecond
)

// siege lets some time pass, and things happen in it.
func (s *siege) siege() {
	if *span == 0 {
		s.calmDown(time.Second)
		for _, f := range faults {
			if f.quick {
				s.happen(f)
			}
		}
		return
	}
	over := time.Now().Add(*span)
	for round := 0; time.Now().Before(over); round++ {
		s.more(len(s.students) / 8) // new sessions spread over all nodes: those of nodes that went stay where they were taken
		for _, i := range s.rng.Perm(len(faults)) {
			if !strings.Contains(faults[i].name, *only) {
				continue
			}
			if round > 0 && time.Now().After(over) {
				break
			}
			s.happen(faults[i])
			time.Sleep(time.Duration(s.rng.Int64N(int64(2 * time.Second))))
		}
	}
}

// calmDown measures how long runs take while nothing happens.
func (s *siege) calmDown(d time.Duration) {
	from := time.Now()
	time.Sleep(d)
	waits := waited(s.students, from, time.Now(), func(*student) bool { return true })
	s.calm = percentile(waits, .95)
	fmt.Printf("before: %d runs, p50 %v, p95 %v; load %s\n", len(waits), percentile(waits, .5), s.calm, load())
}

// happen has a fault happen and sees to it that the board tells what students do, some time after all is as before.
func (s *siege) happen(f fault) {
	if *span > 0 { // what was before is what the others' waits are compared with: the machine may be another by now
		s.calmDown(4 * time.Second)
	}
	f.do(s)
	since := time.Now()
	var d time.Duration
	ok := within(2*backBar, func() (told bool) { d, told = s.teacher.again(since); return told })
	s.check(ok, "%s: the board tells what students do, after %v", f.name, d.Round(time.Millisecond))
}

// node is one of those that have sessions.
func (s *siege) node() *node {
	for _, i := range s.rng.Perm(len(s.nodes)) {
		if n := s.nodes[i]; len(s.owned(n)) > 0 {
			return n
		}
	}
	return s.nodes[0]
}

// owned says which students' sessions a start of a node has.
func (s *siege) owned(n *node) map[*student]bool {
	writer := fmt.Sprintf("%s.%d", n.name, n.boots)
	owners, all := s.owners(), map[*student]bool{}
	for _, st := range s.students {
		st.mu.Lock()
		sid := st.session
		st.mu.Unlock()
		if owners[sid] == writer {
			all[st] = true
		}
	}
	return all
}

// measure says how long those took whose node went, and how the others fared.
func (s *siege) measure(what string, since time.Time, own map[*student]bool) {
	var longest time.Duration
	back := 0
	within(4*backBar, func() bool {
		longest, back = 0, 0
		for st := range own {
			if d, ok := st.back(since); ok {
				back++
				longest = max(longest, d)
			}
		}
		return back == len(own)
	})
	inTime := longest <= backBar || *span == 0 // a bar of times is one of the machine
	s.check(back == len(own) && inTime, "%s: its %d students work again, the last after %v", what, len(own), longest.Round(time.Millisecond))
	others := waited(s.students, since, since.Add(backBar), func(st *student) bool { return !own[st] })
	p95 := percentile(others, .95)
	good := float64(p95) < slowerBar*float64(s.calm)+float64(slack)
	if len(others) == 0 {
		return // it had all sessions
	}
	text := fmt.Sprintf("%s: the others' %d runs took p95 %v, before %v; load %s", what, len(others), p95.Round(10*time.Microsecond), s.calm.Round(10*time.Microsecond), load())
	if *span == 0 {
		fmt.Println("        " + text)
		return
	}
	s.check(good, "%s", text)
}

func (s *siege) killNode() {
	n := s.node()
	own, since := s.owned(n), time.Now()
	n.kill()
	s.again(n, n.name+" was killed", since, own)
}

// again starts a node that ended, when the others have taken what it had; one that is alone starts at once.
func (s *siege) again(n *node, what string, since time.Time, own map[*student]bool) {
	if len(s.nodes) == 1 {
		n.start()
	}
	s.measure(what, since, own)
	if len(s.nodes) > 1 {
		n.start()
	}
}

func (s *siege) endNode() {
	n := s.node()
	own, since := s.owned(n), time.Now()
	took, clean := n.leave(90 * time.Second)
	s.check(clean, "%s was asked to end, and did after %v", n.name, took.Round(time.Millisecond))
	s.again(n, n.name+" was asked to end", since, own)
}

// isolate cuts a node off so that nobody is told: packets go nowhere.
func (s *siege) isolate() {
	n, since := s.node(), time.Now()
	cut := directions[s.rng.IntN(len(directions))]
	for _, l := range n.links {
		l.swallow(cut...)
	}
	time.Sleep(time.Duration(5+s.rng.IntN(10)) * time.Second)
	for _, l := range n.links {
		l.heal()
	}
	s.settle(fmt.Sprintf("%s was cut off from the bus for %v", n.name, time.Since(since).Round(time.Second)), time.Now(), time.Minute)
}

// sever ends a node's connections, and lets none be made for a while.
func (s *siege) sever() {
	n, since := s.node(), time.Now()
	for _, l := range n.links {
		l.cut()
	}
	time.Sleep(time.Duration(1+s.rng.IntN(12)) * time.Second)
	for _, l := range n.links {
		l.heal()
	}
	s.settle(fmt.Sprintf("%s had no connection to the bus for %v", n.name, time.Since(since).Round(time.Second)), time.Now(), time.Minute)
}

// blind cuts a node off from PostgreSQL, in one direction or both, while its connections to the bus are healthy. Its students are back
// while it lasts, elsewhere.
func (s *siege) blind() {
	n, since := s.node(), time.Now()
	own := s.owned(n)
	n.store.swallow(directions[s.rng.IntN(len(directions))]...)
	s.measure(n.name+" was cut off from PostgreSQL", since.Add(noticeMost), own)
	n.store.heal()
	s.settle(n.name+" has PostgreSQL back", time.Now(), time.Minute)
}

// noticeMost is how long a node may go on that is cut off from PostgreSQL: its lease, and a look around.
const noticeMost = 15 * time.Second

func (s *siege) slowRows() {
	n := s.node()
	n.store.delay(20 * time.Millisecond)
	time.Sleep(5 * time.Second)
	n.store.heal()
	s.settle("PostgreSQL was slow for "+n.name, time.Now(), time.Minute)
}

// upgrade ends each node and starts the other build in its place; students come back to whichever is there.
func (s *siege) upgrade() {
	for _, n := range s.nodes {
		own, since := s.owned(n), time.Now()
		took, clean := n.leave(90 * time.Second)
		s.check(clean, "%s was asked to end for another build, and did after %v", n.name, took.Round(time.Millisecond))
		s.measure(n.name+" is replaced", since, own)
		if n.build == "" {
			n.build = next(s.t)
		} else {
			n.build = ""
		}
		n.start()
	}
}

func (s *siege) killBus() {
	b := s.buses[s.rng.IntN(len(s.buses))]
	path := b.cmd.Path
	since := time.Now()
	b.kill()
	s.settle(b.name+" was killed", since, time.Minute)
	b.start(s.t, path)
}

func (s *siege) stopRows() {
	s.rows.Kill()
	time.Sleep(time.Duration(1+s.rng.IntN(4)) * time.Second)
	s.rows.Go()
	s.settle("PostgreSQL stopped and started again", time.Now(), time.Minute)
}

func (s *siege) stopFiles() {
	s.files.Kill()
	time.Sleep(time.Duration(1+s.rng.IntN(4)) * time.Second)
	s.files.Go()
	s.settle("the object store stopped and started again", time.Now(), time.Minute)
}
