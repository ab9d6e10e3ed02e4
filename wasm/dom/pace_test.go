package dom

import "testing"

// TestPace draws whenever it may, as messages come, and looks at when that was.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		name    string
		cost    float64 // of one drawing
		every   float64 // a change comes
		changes int
		late    float64 // the longest that a change waits for its drawing to begin, at most
		share   float64 // of the time that is drawn, at most
	}{
		{"a click and what it gives", 6, 7, 4, 0, 1},
		{"one slow drawing holds nothing up", 25, 26, 2, 0, 1},
		{"a clock that ticks", 8, 100, 50, 0, 0.1},
		{"a flood of small changes", 2, 0.1, 50_000, 8, 0.36},
		{"a flood of large ones", 20, 1, 5000, 90, 0.36},
	} {
		var p pace
		now, drawn, latest := 0., 0., 0.
		changed := -1. // the first change that is not drawn
		next := 0
		for next < c.changes || changed >= 0 {
			wait := p.wait(now)
			if changed >= 0 && wait == 0 {
				latest = max(latest, now-changed)
				p.drew(now, now+c.cost)
				now += c.cost
				drawn += c.cost
				changed = -1
			} else if at := float64(next) * c.every; changed < 0 || next < c.changes && at < now+wait {
				now = max(now, at)
			} else {
				now += wait
			}
			for next < c.changes && float64(next)*c.every <= now {
				if changed < 0 {
					changed = float64(next) * c.every
				}
				next++
			}
		}
		if share := drawn / now; latest > c.late || share > c.share {
			t.Errorf("%s: a change waits for %.1f ms, want at most %.1f; %.2f of the time is drawn, want at most %.2f", c.name, latest, c.late, share, c.share)
		}
	}
}
