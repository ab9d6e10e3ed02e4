package retry

import "testing"

func TestWaitsGrowToTheirBoundAndDifferByPage(t *testing.T) {
	var a, b Pace
	a.Seed("0123456789abcdef")
	b.Seed("fedcba9876543210")
	differ := 0
	for i := range 12 {
		most := min(int64(First)<<i, Most)
		x, y := a.Next(), b.Next()
		for _, wait := range []int64{x, y} {
			if wait < most/2 || wait > most {
				t.Errorf("try %d waits %d ms, want %d to %d", i, wait, most/2, most)
			}
		}
		if x != y {
			differ++
		}
	}
	if differ < 8 {
		t.Errorf("two pages waited the same %d times of 12", 12-differ)
	}
	if a.Up(); a.Next() > First {
		t.Error("does not begin anew")
	}
}
