package app

import (
	"testing"

	"gputour/web/boot"
)

// ordering is a lesson's page with an exercise whose lines are to be put in order.
func ordering(t *testing.T) *bench {
	page := lessonPage()
	page.Blocks[4].Cell = &boot.Cell{ID: "e", Kind: "order", Code: "b = a\nc = 1\na = 1", Checked: true}
	b := newBench(t, page, nil)
	b.welcome("s1", 0)
	return b
}

func TestLinesAreMovedByKeysAndButtons(t *testing.T) {
	b := ordering(t)
	c := b.s.Cells["e"]
	key := func(chord string) { b.do(Key{Chord: chord, In: "lines e"}) }
	for _, step := range []struct {
		name string
		do   func()
		code string
		line int
	}{
		{"the next line", func() { key("ArrowDown") }, "b = a\nc = 1\na = 1", 1},
		{"left out", func() { key("Delete") }, "b = a\n# c = 1\na = 1", 1},
		{"down, and no further", func() { key("Alt+ArrowDown"); key("Alt+ArrowDown") }, "b = a\na = 1\n# c = 1", 2},
		{"chosen by a click", func() { b.do(Act{Name: "lines", Cell: "e", Value: "at 1"}) }, "b = a\na = 1\n# c = 1", 1},
		{"up by a button", func() { b.do(Act{Name: "lines", Cell: "e", Value: "up"}) }, "a = 1\nb = a\n# c = 1", 0},
		{"indented and back", func() { key("ArrowRight"); key("ArrowRight"); key("ArrowLeft") }, "    a = 1\nb = a\n# c = 1", 0},
		{"dragged", func() { b.do(Act{Name: "lines", Cell: "e", Value: "drag 2 0"}) }, "b = a\n# c = 1\na = 1", 2},
		{"taken back", func() { key("ArrowUp"); key("Backspace") }, "b = a\nc = 1\na = 1", 1},
		{"nonsense", func() {
			b.do(Act{Name: "lines", Cell: "e", Value: "at x"})
			b.do(Act{Name: "lines", Cell: "e", Value: "dance"})
		}, "b = a\nc = 1\na = 1", 0},
		{"another cell is none of its business", func() { b.do(Act{Name: "lines", Cell: "a", Value: "out"}) }, "b = a\nc = 1\na = 1", 0},
	} {
		step.do()
		if c.Code != step.code || c.Line != step.line {
			t.Errorf("%s: %q, line %d; want %q, line %d", step.name, c.Code, c.Line, step.code, step.line)
		}
	}
	b.want(b.s.Cells["a"].Code, "x = 1")
}

func TestALineKeepsTheKeyboard(t *testing.T) {
	b := ordering(t)
	effects := b.do(Key{Chord: "Alt+ArrowDown", In: "lines e"})
	if last := effects[len(effects)-1]; last != (FocusNode{"line-e-1"}) {
		t.Errorf("the keyboard goes to %v", last)
	}
	b.want(b.s.Selected, "c-e")
	effects = b.act("edit", "e")
	if last := effects[len(effects)-1]; last != (FocusNode{"line-e-1"}) {
		t.Errorf("Enter leads to %v", last)
	}
}

func TestMovingALineCanBeUndoneAndResets(t *testing.T) {
	b := ordering(t)
	c := b.s.Cells["e"]
	b.do(Act{Name: "lines", Cell: "e", Value: "out"})
	b.want(c.Code, "# b = a\nc = 1\na = 1")
	b.act("undo", "e")
	b.want(c.Code, "b = a\nc = 1\na = 1")
	b.do(Act{Name: "lines", Cell: "e", Value: "down"})
	b.act("reset-cell", "e")
	b.want(c.Code, "b = a\nc = 1\na = 1")
}

// What is dragged over several places is undone as a whole, and not with what was dragged before or after it.
func TestADragIsOneStep(t *testing.T) {
	b := ordering(t)
	c := b.s.Cells["e"]
	lines := func(values ...string) {
		for _, v := range values {
			b.do(Act{Name: "lines", Cell: "e", Value: v})
		}
	}
	undone := func(want string) {
		b.act("undo", "e")
		b.want(c.Code, want)
	}
	lines("at 0", "drag 0 0", "drag 1 0", "drag 2 0", "drag 2 1", "at 0", "drag 1 0", "drag 0 0", "drag 1 0")
	b.want(c.Code, "a = 1\nc = 1\n    b = a")
	lines("out")
	undone("a = 1\nc = 1\n    b = a")
	undone("c = 1\na = 1\n    b = a")
	undone("b = a\nc = 1\na = 1")
	b.is(len(b.s.undo) == 0, true)
}

func TestOtherKeysOfALineAreThePages(t *testing.T) {
	b := ordering(t)
	b.do(Key{Chord: "Ctrl+Enter", In: "lines e"})
	if b.s.Cells["e"].RID == "" && !b.s.Cells["e"].Sent {
		t.Error("Ctrl+Enter does not run the cell")
	}
	b.do(Key{Chord: "ArrowDown", In: "lines nowhere"})
}
