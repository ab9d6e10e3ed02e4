package app

import (
	"testing"

	"gputour/engine/wire"
	"gputour/web/boot"
)

func TestDraggingANumberRunsTheCell(t *testing.T) {
	page := lessonPage()
	page.Blocks[1].Cell = &boot.Cell{ID: "a", Kind: "demo", Code: "n = 1\nblock = 32  # threads\nprint(block)", Explore: []boot.Choice{{Name: "block", Values: []string{"32", "64", "128"}}}}
	b := newBench(t, page, nil)
	b.welcome("s1", 0)
	drag := func(value string) { b.do(Typed{Field: "explore a 0", Value: value}) }
	drag("1")
	m, _ := b.last(wire.Execute)
	b.want(b.s.Cells["a"].Code, "n = 1\nblock = 64  # threads\nprint(block)")
	b.event(m.RID, "a", wire.Input, wire.InputBody{Code: b.s.Cells["a"].Code, Count: 1})
	drag("0")
	drag("2") // while it runs: the last value is run when it has ended
	b.is(b.count(wire.Execute) == 1, true)
	b.event(m.RID, "a", wire.Reply, wire.ReplyBody{State: wire.RunDone, Count: 1})
	b.is(b.count(wire.Execute) == 2, true)
	b.want(b.s.Cells["a"].Code, "n = 1\nblock = 128  # threads\nprint(block)")
	for _, nonsense := range []Typed{{Field: "explore a 0", Value: "9"}, {Field: "explore a 7", Value: "0"}, {Field: "explore zz 0", Value: "0"}, {Field: "explore a x", Value: "y"}, {Field: "explore b 0", Value: "0"}} {
		b.do(nonsense)
	}
	b.want(b.s.Cells["a"].Code, "n = 1\nblock = 128  # threads\nprint(block)")
	b.is(b.s.Cells["a"].Chosen(page.Blocks[1].Cell.Explore[0]) == 2, true)
	b.do(Edited{Cell: "a", Code: "print('nothing to drag')"})
	b.is(b.s.Cells["a"].Chosen(page.Blocks[1].Cell.Explore[0]) == -1, true)
	drag("0")
	b.want(b.s.Cells["a"].Code, "print('nothing to drag')")
}

func TestOnlyAsManyGPUsAsThereAreCanBeDragged(t *testing.T) {
	page := lessonPage()
	cards := boot.Choice{Name: "cards", Values: []string{"1", "2", "3", "4"}}
	page.Blocks[1].Cell = &boot.Cell{ID: "a", Kind: "demo", Code: "cards = 1", Explore: []boot.Choice{cards}}
	b := newBench(t, page, nil)
	b.welcome("s1", 0)
	b.s.Device.Infos = []wire.DeviceInfo{{Device: "cpu"}, {Device: "cuda:0"}, {Device: "cuda:1"}}
	b.is(b.s.Within(cards) == 2 && b.s.Within(boot.Choice{Name: "batch", Values: cards.Values}) == 4, true)
	b.do(Typed{Field: "explore a 0", Value: "3"})
	b.want(b.s.Cells["a"].Code, "cards = 1")
	b.do(Typed{Field: "explore a 0", Value: "1"})
	b.want(b.s.Cells["a"].Code, "cards = 2")
}
