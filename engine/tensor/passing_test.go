package tensor

import (
	"testing"

	"gputour/engine/device/cpu"
)

// TestWorkEndsItsOwn opens work in ways that do not nest: each End tells of what was surely made for it
// alone, and when all is over nothing is kept.
func TestWorkEndsItsOwn(t *testing.T) {
	for _, c := range []struct {
		name, steps string
		told        int
	}{
		{"nested", "A+B+ba", 2}, // in capitals work opens, in small letters it ends
		{"nested, both with tensors", "A+B++b+a", 4},
		{"one after the other", "A+aB++b", 3},
		{"ended twice", "A+B++bb+a+a", 4},
		{"a fault within", "A+B+a", 0},
		{"a fault within, then more", "A+B+aC+c", 1},
		{"threads that overlap", "A+|B+|+a|+b", 0},
		{"threads that overlap the other way", "A+|B+|+|+b|+a", 0},
		{"a thread within", "A+|B+b|+a", 1},
		{"work after another thread's turn", "A+|B+|C+c+a|+b", 1},
		{"work that an older one's end cuts off", "A+|B+|aC++|b|+c", 0},
	} {
		e := NewEnv(cpu.New())
		e.Turns = new(uint64)
		marks, told := map[rune]Mark{}, 0
		for _, step := range c.steps {
			switch {
			case step == '|':
				*e.Turns++
			case step == '+':
				if _, err := e.Empty([]int{1}, Options{}); err != nil {
					t.Fatal(err)
				}
			case step >= 'a':
				e.End(marks[step-'a'+'A'], func(*Tensor) { told++ })
			default:
				marks[step] = e.Open()
			}
		}
		if told != c.told || e.open != 0 || len(e.passing) != 0 {
			t.Errorf("%s: told of %d, want %d; %d open, %d kept", c.name, told, c.told, e.open, len(e.passing))
		}
	}
}
