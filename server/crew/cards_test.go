package crew

import "testing"

// TestVisibleCards: a process sees the cards of its turn, by the names that they have for this program.
func TestVisibleCards(t *testing.T) {
	for _, c := range []struct {
		outer string
		on    []int
		want  string
	}{{"", []int{0}, "0"}, {"", []int{1, 3}, "1,3"}, {"4, 6", []int{1}, "6"}, {"GPU-a,GPU-b", []int{0, 1}, "GPU-a,GPU-b"}} {
		if got := visible(c.outer, c.on); got != c.want {
			t.Errorf("of %q cards %v are %q, want %q", c.outer, c.on, got, c.want)
		}
	}
}
