// Command plan says on paper what a class of a hundred thousand would be: it runs the placement of sessions and the queue of GPUs, as
// they are, over invented students, and counts rows and messages by what a run and a text were measured to take.
//
//	go run ./server/node/plan [-students 100000] [-seats 400]
package main

import (
	"flag"
	"fmt"
	"time"
)

// habits are what a student does, and what it takes. The first three are assumptions; the others were counted in a class that
// server/clustertest besieged (rows of a run: queued, busy, begun, output, ended, idle).
type habits struct {
	runs, texts float64 // a second
	returns     float64 // a second: sockets that come back, somewhere
	runRows     float64
	textRows    float64 // with the version before
	commits     float64 // of a run
	messages    float64 // of a run, over a pipe: one up, its events down
	taps        float64 // of a run, to whoever leads the class
}

var usual = habits{runs: 1.0 / 20, texts: 1.0 / 10, returns: 1.0 / 600, runRows: 6, textRows: 2, commits: 3, messages: 8, taps: 2}

// engines are what one of each was measured to do, by whom server/RATIONALE.md says.
const (
	rowsOfOne  = 11_700 // a second, of PostgreSQL on two cores with fsync
	renewEvery = 3.0    // seconds: node.RenewEvery
)

func main() {
	students := flag.Int("students", 100_000, "in all")
	seats := flag.Int("seats", 400, "sessions of a node")
	flag.Parse()

	fmt.Println("Where sessions go, when all come within ten minutes, at any node, and nodes know of each other what was so up to 3 s ago:")
	fmt.Printf("%8s %6s %10s %14s %14s %10s\n", "students", "nodes", "seats full", "fullest/mean", "not at home", "refused")
	for _, n := range []int{3, 10, 30, 100, 250} {
		for _, load := range []float64{0.7, 0.95} {
			p := arrive(n, *seats, int(load*float64(n**seats)), 10*time.Minute, 1)
			fmt.Printf("%8d %6d %9.0f%% %14.2f %13.0f%% %10d\n", p.came, n, load*100, p.spread(), 100*p.away(), p.refused)
		}
	}

	fmt.Println("\nA node is lost, and its students come back at any other, which takes their sessions:")
	for _, n := range []int{3, 10, 100} {
		for _, load := range []float64{0.6, 0.7, 0.9} {
			p := arrive(n, *seats, int(load*float64(n**seats)), 10*time.Minute, 1)
			before := p.fullest()
			p.lose(0)
			fmt.Printf("%6d nodes, %.0f%% full: the fullest had %d sessions of %d and has %d; %d find no place\n", n, 100*load, before, *seats, p.fullest(), p.refused)
		}
	}

	fmt.Println("\nWhat it takes, in one class and in classes of 300:")
	fmt.Printf("%-44s %14s %14s\n", "", "one class", "each of many")
	one, each := usual.of(*students, *seats), usual.of(300, *seats)
	for _, row := range []struct {
		what string
		of   func(takes) float64
	}{
		{"nodes, three quarters full", func(t takes) float64 { return t.nodes }},
		{"runs a second", func(t takes) float64 { return t.runs }},
		{"rows a second", func(t takes) float64 { return t.rows }},
		{"  of what one PostgreSQL writes here", func(t takes) float64 { return t.rows / rowsOfOne }},
		{"messages a second over pipes", func(t takes) float64 { return t.messages }},
		{"taps a second at whoever leads the class", func(t takes) float64 { return t.taps }},
		{"sockets at whoever leads the class", func(t takes) float64 { return t.sockets }},
		{"leases renewed a second", func(t takes) float64 { return t.renewals }},
		{"rows of nodes that are read for it a second", func(t takes) float64 { return t.renewals * t.nodes }},
	} {
		fmt.Printf("%-44s %14.2f %14.2f\n", row.what, row.of(one), row.of(each))
	}

	fmt.Println("\nThe queue of GPUs, with 64 cards and jobs of 30 s: what one request and one end take when so many wait:")
	fmt.Printf("%8s %12s %12s\n", "waiting", "a request", "an end")
	for _, n := range []int{10, 100, 1000, 10_000} {
		ask, end := queue(64, n)
		fmt.Printf("%8d %12v %12v\n", n, ask.Round(time.Microsecond/10), end.Round(time.Microsecond/10))
	}
}

// takes is what students take.
type takes struct{ nodes, runs, rows, messages, taps, sockets, renewals float64 }

func (h habits) of(students, seats int) takes {
	n := float64(students)
	t := takes{nodes: max(3, n/float64(seats)*4/3), runs: n * h.runs, sockets: n}
	t.rows = n*h.texts*h.textRows + t.runs*(h.runRows+h.commits)
	away := 1 - 1/t.nodes // in time everybody comes back somewhere else
	t.messages = t.runs * h.messages * away
	t.taps = t.runs * h.taps
	t.renewals = t.nodes / renewEvery
	return t
}
