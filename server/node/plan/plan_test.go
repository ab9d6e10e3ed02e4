package main

import (
	"testing"
	"time"
)

// TestPlacesAreFound: as long as a twentieth of all seats is free nobody is refused, however many nodes there are and however old
// what they know of each other; and most students are at home.
func TestPlacesAreFound(t *testing.T) {
	for _, nodes := range []int{2, 3, 10, 30} {
		p := arrive(nodes, 100, nodes*95, 10*time.Minute, uint64(nodes))
		if p.refused > 0 || p.came != nodes*95 || p.away() > 0.5 {
			t.Errorf("%d nodes: of %d, %d are refused, %.0f%% elsewhere", nodes, p.came, p.refused, 100*p.away())
		}
	}
}

// TestLoss: what a node had finds a place as long as there is one.
func TestLoss(t *testing.T) {
	for nodes, refused := range map[int]int{3: 40, 4: 0} { // three of 80 have 240 for the two that are left, of 100 seats each
		p := arrive(nodes, 100, nodes*80, 10*time.Minute, 1)
		if nodes == 4 {
			p = arrive(nodes, 100, 290, 10*time.Minute, 1)
		}
		if p.lose(1); p.refused != refused {
			t.Errorf("%d nodes: %d find no place, want %d", nodes, p.refused, refused)
		}
	}
}

// TestTakes: a thousand times the students take a thousand times the rows, and more than that of what nodes tell each other.
func TestTakes(t *testing.T) {
	few, many := usual.of(300, 400), usual.of(300_000, 400)
	if few.nodes != 3 || many.nodes != 1000 || many.rows != 1000*few.rows || many.messages <= 1000*few.messages {
		t.Errorf("%+v and %+v", few, many)
	}
}
