package clustertest

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

var crowd = flag.Int("crowd", 0, "students who sit before three nodes at once, each thin; 0 leaves it out")

// crowdThink is a student's mean pause among many: a cell now and then.
const crowdThink = 20 * time.Second

// TestCrowd: many students at once over three nodes, nobody refused.
func TestCrowd(t *testing.T) {
	if *crowd == 0 {
		t.Skip("-crowd says how many")
	}
	*think = crowdThink
	f := newFleet(t, 3, 3, "--isolate", "off", "--students", fmt.Sprint(*crowd), "--expected-memory", "2MiB")
	s, lift := lay(t, f, *crowd)
	from := time.Now()
	time.Sleep(time.Minute)
	all := waited(s.students, from, time.Now(), func(*student) bool { return true })
	lift()
	var refused []string
	for _, st := range s.students {
		refused = append(refused, st.refused...)
	}
	homes := map[string]int{}
	for _, writer := range f.owners() {
		homes[strings.Split(writer, ".")[0]]++
	}
	s.none(refused, "%d students over three nodes (%v sessions), %d runs: p50 %v, p95 %v, nobody refused; load %s", *crowd, homes, len(all), percentile(all, .5), percentile(all, .95), load())
	f.judge(s.verdict, s.students)
}

// wayBar is how much later a cell's first output may come through another node.
const wayBar = 5 * time.Millisecond

// TestWay: how much later the first output of a cell comes when its socket is at another node.
func TestWay(t *testing.T) {
	if *span == 0 {
		t.Skip("a bar of times: make cluster-test")
	}
	f := newFleet(t, 3, 3, flags...)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var home, away []time.Duration
	for i := range 6 {
		st := newStudent(f, i, 0)
		st.via = f.nodes[i%3]
		if err := st.join(ctx); err != nil {
			t.Fatal(err)
		}
		if err := st.connect(ctx); err != nil {
			t.Fatal(err)
		}
		if err := st.run("x = 1"); err != nil { // from now on it is owned
			t.Fatal(err)
		}
		owner := strings.Split(f.owners()[st.sid], ".")[0]
		for round := range 6 {
			st.drop()
			st.via = f.nodes[(i+round)%3]
			if err := st.connect(ctx); err != nil {
				t.Fatal(err)
			}
			st.waits = nil
			for range 12 {
				if err := st.run("x = 1"); err != nil {
					t.Fatal(err)
				}
			}
			for _, w := range st.waits[2:] { // the first come while the log is told
				if st.via.name == owner {
					home = append(home, w.first)
				} else {
					away = append(away, w.first)
				}
			}
		}
		st.drop()
	}
	slices.Sort(home)
	slices.Sort(away)
	at, there := percentile(home, .5), percentile(away, .5)
	total.check(len(home) > 0 && len(away) > 0 && there-at <= wayBar, "first output at home p50 %v p95 %v (%d), through another node p50 %v p95 %v (%d); load %s",
		at, percentile(home, .95), len(home), there, percentile(away, .95), len(away), load())
}
