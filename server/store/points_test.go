package store

import "testing"

func TestPoints(t *testing.T) {
	for text, want := range map[string]Points{"0": 0, "2": 200, "1.5": 150, "1,25": 125, " 10 ": 1000, "0.05": 5, "1000000": PointsMost} {
		if got, err := ParsePoints(text); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-1", "+1", "1.234", ".5", "a", "1e3", "1.x", "１", "10000000", "1000001", "1.-1", "∞", "1..2"} {
		if got, err := ParsePoints(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	for p, want := range map[Points]string{0: "0", 200: "2", 150: "1.5", 125: "1.25", 5: "0.05", 110: "1.1", -50: "-0.5"} {
		if p.String() != want {
			t.Errorf("%d is %q, want %q", int64(p), p.String(), want)
		}
	}
	for p := Points(0); p < 300; p++ {
		if back, err := ParsePoints(p.String()); back != p || err != nil {
			t.Errorf("%v reads as %v, %v", p, back, err)
		}
	}
}
