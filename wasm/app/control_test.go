package app

import (
	"encoding/json"
	"testing"

	"gputour/engine/wire"
)

// touchOf is what the last request asks of a control.
func (b *bench) touchOf() (wire.Message, wire.ControlBody) {
	m, _ := b.last(wire.Control)
	var body wire.ControlBody
	json.Unmarshal(m.Body, &body)
	return m, body
}

func TestControlsAreAskedOneThingAtATime(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, nil)
	touch := func(what string) { b.do(Act{Name: "touch", Cell: "a", Value: what}) }
	touch("w set 1")
	for _, v := range []string{"2", "3", "4"} { // the hand is faster than the callbacks
		touch("w set " + v)
	}
	touch(`x submit "a b"`)
	first, body := b.touchOf()
	if b.count(wire.Control) != 1 || body != (wire.ControlBody{ID: "w", Event: "set", Value: "1", Lang: "en"}) {
		t.Fatalf("%d requests, the last %+v", b.count(wire.Control), body)
	}
	b.event(first.RID, "a", wire.ControlDone, wire.ControlDoneBody{State: wire.RunDone})
	second, body := b.touchOf()
	b.want(body.Value, "4")
	b.event(second.RID, "a", wire.ControlDone, wire.ControlDoneBody{State: wire.RunFailed})
	third, body := b.touchOf()
	b.want(body.ID+body.Event+body.Value, `xsubmit"a b"`)
	touch("y click")
	b.now += longTouch
	b.do(Due{"touch"})
	b.is(b.s.Busy(), true)
	b.event(third.RID, "a", wire.ControlDone, wire.ControlDoneBody{State: wire.RunStopped})
	b.is(b.s.Busy(), false)
	if b.count(wire.Control) != 3 {
		t.Error("what was done before the stop goes on after it")
	}
	touch("y click")
	m, _ := b.touchOf()
	b.event(m.RID, "a", wire.ControlDone, wire.ControlDoneBody{State: wire.RunAborted, Gone: true})
	b.is(b.s.Cells["a"].Past, true)
	n := b.count(wire.Control)
	touch("y click")
	b.is(b.count(wire.Control) == n, true)
}

func TestWhatCallbacksGiveBelongsToTheirCell(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.Display, wire.DisplayBody{ID: "w", Data: wire.Bundle{"text/plain": "old"}})
	})
	rid := b.s.Cells["a"].RID
	b.event(rid, "a", wire.UpdateDisplay, wire.DisplayBody{ID: "w", Data: wire.Bundle{"text/plain": "new"}})
	b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "said\n"})
	b.want(b.s.Cells["a"].Plain(), "new\nsaid\n")
}

func TestReadControl(t *testing.T) {
	for data, want := range map[string]bool{`{"kind":"IntSlider","value":3,"step":1,"children":null}`: true, `{}`: false, `[1]`: false, `{"kind":"X","min":"a"}`: false} {
		if got := ReadControl(data) != nil; got != want {
			t.Errorf("%s is a control: %v", data, got)
		}
	}
}
