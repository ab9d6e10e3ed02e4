package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"gputour/server/node"
	"gputour/server/store"
)

// This file is students who come, and nodes that place them by what they know.

// places are nodes with what they have, and what each knows of the others.
type places struct {
	seats int
	taken []int
	known [][]store.Node // by who knows
	rng   *rand.Rand

	came, moved, refused int
}

// arrive has students come at random moments of a window, each at some node. Nodes read about each other every RenewEvery, each at
// moments of its own.
func arrive(nodes, seats, students int, window time.Duration, seed uint64) *places {
	p := &places{seats: seats, taken: make([]int, nodes), known: make([][]store.Node, nodes), rng: rand.New(rand.NewPCG(seed, 5))}
	for i := range p.known {
		p.read(i)
	}
	beat := node.RenewEvery / time.Duration(nodes)
	next, reader := beat, 0
	for i := range students {
		now := window * time.Duration(i) / time.Duration(students)
		for ; next <= now; next += beat {
			p.read(reader)
			reader = (reader + 1) % nodes
		}
		p.come()
	}
	return p
}

func name(i int) string { return fmt.Sprintf("n%03d", i) }

// read has a node learn how it is now. A node that is gone is not there.
func (p *places) read(who int) {
	rows := p.known[who][:0]
	for i, n := range p.taken {
		if n >= 0 {
			rows = append(rows, store.Node{Name: name(i), Seats: p.seats, Taken: n, Left: 1})
		}
	}
	p.known[who] = rows
}

// come is a student who begins a session.
func (p *places) come() {
	p.came++
	at := p.rng.IntN(len(p.taken))
	for p.taken[at] < 0 {
		at = p.rng.IntN(len(p.taken))
	}
	// A node knows at any time what it has itself.
	var to int
	fmt.Sscanf(node.Place(name(at), p.taken[at], p.known[at]), "n%d", &to)
	if to != at {
		p.moved++
	}
	if p.taken[to] >= p.seats {
		p.refused++
		return
	}
	p.taken[to]++
}

// lose takes a node away: its sessions go to where their students come back, which is anywhere; where there is no seat they try again.
func (p *places) lose(which int) {
	homeless := p.taken[which]
	p.taken[which] = -1
	for range homeless {
		for try := 0; ; try++ {
			at := p.rng.IntN(len(p.taken))
			if p.taken[at] >= 0 && p.taken[at] < p.seats {
				p.taken[at]++
				break
			}
			if try == tries*len(p.taken) {
				p.refused++
				break
			}
		}
	}
}

// tries is how often somebody who finds no seat goes round all nodes.
const tries = 20

func (p *places) fullest() (most int) {
	for _, n := range p.taken {
		most = max(most, n)
	}
	return most
}

// spread is how much fuller the fullest node is than the mean.
func (p *places) spread() float64 {
	sum := 0
	for _, n := range p.taken {
		sum += max(n, 0)
	}
	return float64(p.fullest()) * float64(len(p.taken)) / float64(sum)
}

// away is the share of those who came whose session is elsewhere.
func (p *places) away() float64 { return float64(p.moved) / float64(p.came) }
