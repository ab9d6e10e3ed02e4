package app

import (
	"testing"

	"gputour/engine/wire"
)

func (b *bench) picked() string {
	text := ""
	for _, c := range b.s.SelectedCells() {
		text += c.ID
	}
	return text
}

func TestSeveralCellsAreSelected(t *testing.T) {
	b := online(t)
	key := func(chord string) { b.do(Key{Chord: chord, In: "page"}) }
	b.act("select", "a")
	key("Shift+ArrowDown")
	b.want(b.picked(), "ab")
	key("Shift+J")
	b.want(b.picked(), "abe")
	key("Shift+K")
	b.want(b.picked(), "ab")
	key("Ctrl+Enter")
	if b.count(wire.Execute) != 2 {
		t.Errorf("%d cells are run", b.count(wire.Execute))
	}
	key("Escape")
	b.want(b.picked(), "b")
	b.do(Act{Name: "pick-to", Value: "e"})
	b.want(b.picked(), "be")
	b.is(b.s.Several("c-e"), true)
	b.is(b.s.Several("c-a"), false)
	key("ArrowUp")
	b.want(b.picked(), "b")
	key("Ctrl+A")
	b.want(b.picked(), "abeq")
}

func TestSeveralCellsMoveCopyAndGo(t *testing.T) {
	b := online(t)
	key := func(chord string) { b.do(Key{Chord: chord, In: "page"}) }
	b.act("select", "b")
	key("Shift+ArrowDown")
	key("Ctrl+Shift+ArrowUp")
	b.want(b.keys(), "t-0 c-a c-b c-e t-2 c-q")
	b.want(b.picked(), "be")
	key("C")
	key("V")
	b.want(b.keys(), "t-0 c-a c-b c-e own own t-2 c-q")
	key("Z")
	b.want(b.keys(), "t-0 c-a c-b c-e t-2 c-q")
	b.act("select", "a")
	b.do(Act{Name: "pick-to", Value: "q"})
	key("D")
	key("D")
	b.want(b.keys(), "t-0 t-2")
	key("Z")
	b.want(b.keys(), "t-0 c-a c-b c-e t-2 c-q")
	b.act("select", "a")
	b.do(Act{Name: "pick-to", Value: "q"})
	key("Ctrl+Shift+ArrowDown") // it is at the end
	b.want(b.keys(), "t-0 c-a c-b c-e t-2 c-q")
	key("X")
	b.want(b.keys(), "t-0 t-2")
	key("V")
	b.want(b.keys(), "t-0 t-2 own own own own")
}

func TestOutline(t *testing.T) {
	b := online(t)
	if _, ok := effect[ReadProse](b.act("outline", "")); !ok {
		t.Fatal("the headings are not asked for")
	}
	b.do(ProseRead{Text: map[string]string{}, Headings: map[string][]Heading{"t-0": {{1, "Mix"}}, "t-2": {{2, "Further"}}}})
	b.run("a", 1, wire.RunFailed, nil)
	var got string
	for _, e := range b.s.Outline() {
		got += e.Key + " " + e.Text + " " + e.State + "\n"
	}
	b.want(got, "t-0 Mix \nc-a x = 1 error\nt-2 Further \nc-b x + z \nc-e pass \nc-q … \n")
	b.do(Typed{Field: "query", Value: "furth"})
	b.do(Key{Chord: "Enter", In: "dialog"})
	b.want(b.s.Selected, "t-2")
}
