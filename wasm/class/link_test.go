package class

import (
	"encoding/json"
	"testing"

	"gputour/engine/wire"
	"gputour/web/boot"
)

func TestWhatIsNotAnsweredIsSentAgainUnderTheSameID(t *testing.T) {
	b := online(t, boot.Lesson, false)
	b.do(Closed{Code: 1006})
	want(t, b.s.Link.State, Waiting)
	b.act("hand-up", "")
	want(t, b.count(wire.RaiseHand), 0)
	b.now = b.s.Link.RetryAt
	if _, dials := effect[Dial](b.do(Due{"dial"})); !dials {
		t.Fatal("does not dial again")
	}
	b.welcome(false, wire.ClassResetBody{})
	want(t, b.count(wire.RaiseHand), 1)
	rid := b.sent[len(b.sent)-1].RID
	b.do(Closed{Code: 1006})
	b.welcome(false, wire.ClassResetBody{})
	want(t, b.count(wire.RaiseHand), 2)
	want(t, b.sent[len(b.sent)-1].RID, rid)
	b.event(rid, wire.Done, wire.DoneBody{ID: "h"}, false)
	b.do(Closed{Code: 1006})
	b.welcome(false, wire.ClassResetBody{})
	want(t, b.count(wire.RaiseHand), 2)
}

func TestHelloSaysTheLastEventAndAGapIsAskedFor(t *testing.T) {
	b := online(t, boot.Lesson, false)
	b.event("", wire.Looking, wire.LookingBody{By: []wire.Person{teacher}}, true)
	b.seq++
	if _, hangs := effect[Hang](b.event("", wire.Looking, wire.LookingBody{}, true)); !hangs || len(b.s.Looking.By) != 1 {
		t.Error("an event after a gap was applied")
	}
	b.do(Closed{Code: 1006})
	b.do(Opened{})
	var hello wire.HelloBody
	json.Unmarshal(b.sent[len(b.sent)-1].Body, &hello)
	want(t, hello.LastSeq, 1)
	want(t, hello.Log, 1)
	b.event("", wire.Resumed, wire.ResumedBody{From: 1}, false)
	b.seq = 1
	b.event("", wire.Looking, wire.LookingBody{}, true)
	want(t, len(b.s.Looking.By), 0)
	b.do(Due{"ack"})
	want(t, b.last(wire.Ack).(*wire.AckBody).Seq, 2)
}

func TestARoleThatIsGoneIsNotTriedAgain(t *testing.T) {
	for code, final := range map[int]bool{wire.CloseAuth: true, wire.CloseRole: true, wire.CloseVersion: true, 1012: false, wire.CloseSlow: false} {
		b := online(t, boot.Board, true)
		_, again := effect[After](b.do(Closed{Code: code}))
		want(t, again, !final)
	}
}

func TestAPageThatLeadsAsksForTheBoardAfterEachReconnect(t *testing.T) {
	b := online(t, boot.Board, true)
	want(t, b.last(wire.Observe).(*wire.ObserveBody).Board, true)
	b.do(Closed{Code: 1012})
	b.welcome(true, wire.ClassResetBody{})
	want(t, b.count(wire.Observe), 2)
	want(t, online(t, boot.Lesson, true).count(wire.Observe), 0)
	want(t, online(t, boot.Board, false).count(wire.Observe), 0)
}
