package app

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"gputour/engine/wire"
)

func TestHelloWelcomeResumed(t *testing.T) {
	b := newBench(t, lessonPage(), map[string]string{"last": "mix", "session.mix": `{"SID":"old","Token":"t0"}`})
	b.want(string(b.s.Conn.State), "connecting")
	b.do(Opened{})
	m, _ := b.last(wire.Hello)
	var hello wire.HelloBody
	if err := json.Unmarshal(m.Body, &hello); err != nil || m.SID != "old" || hello.Token != "t0" || hello.Lesson != "mix" || hello.Lang != "en" {
		t.Fatalf("hello %s %s", m.SID, m.Body)
	}
	b.welcome("s9", 0)
	b.want(string(b.s.Conn.State), "online")
	b.want(b.s.Conn.SID+" "+b.s.Conn.Token, "s9 tok")
	if store, ok := effect[Store](b.all); !ok || store.Key != "session.mix" {
		t.Errorf("the session was not kept: %v", store)
	}
}

func TestBackoffGrowsToItsBoundWithJitter(t *testing.T) {
	b := online(t)
	seen := map[int64]bool{}
	for i := range 12 {
		effects := b.do(Closed{Code: 1006})
		after, ok := effect[After](effects)
		if !ok || after.What != "dial" {
			t.Fatalf("no new try after %d", i)
		}
		most := min(int64(250)<<i, 15000)
		if after.MS < most/2 || after.MS > most {
			t.Errorf("try %d waits %d ms, want %d to %d", i, after.MS, most/2, most)
		}
		seen[after.MS] = true
		b.now += after.MS
		if _, ok := effect[Dial](b.do(Due{"dial"})); !ok {
			t.Fatalf("try %d did not dial", i)
		}
	}
	if len(seen) < 8 {
		t.Errorf("only %d different waits: no jitter", len(seen))
	}
}

func TestCloseCodesThatAreFinal(t *testing.T) {
	for _, code := range []int{wire.CloseAuth, wire.CloseRole, wire.CloseVersion} {
		b := online(t)
		if _, ok := effect[After](b.do(Closed{Code: code})); ok || b.s.Conn.State != Refused {
			t.Errorf("code %d: tries again", code)
		}
	}
}

func TestAFullServerSaysWhenToTryAgain(t *testing.T) {
	b := online(t)
	reason := wire.Capacity{Of: "memory", Wait: 30 * time.Second}.Reason()
	after, ok := effect[After](b.do(Closed{Code: wire.CloseCapacity, Reason: reason}))
	if !ok || after.MS < 30_000 || after.MS > 31_000 {
		t.Errorf("tries again after %d ms", after.MS)
	}
	b.want(b.s.Conn.Full, "memory")
	b.do(Closed{Code: 1006})
	b.want(b.s.Conn.Full, "")
}

func TestAPlaceGivenUpKeepsWhatCellsShow(t *testing.T) {
	for _, typ := range []string{wire.Status, wire.Reset} {
		b := online(t)
		body := any(wire.StatusBody{State: wire.Idle, Epoch: 2, Reason: "given-up"})
		if typ == wire.Reset {
			body = wire.ResetBody{Seq: b.s.Conn.Seq + 1, Snapshot: wire.Snapshot{Status: wire.Idle, Reason: "given-up"}}
		}
		b.event("", "", typ, body)
		if n := len(b.s.Toasts); n == 0 || b.s.Toasts[n-1].Text != b.s.T("restart.given-up") {
			t.Errorf("%s: toasts %v", typ, b.s.Toasts)
		}
	}
}

func TestASocketThatCannotBeOpenedIsExplainedByHTTP(t *testing.T) {
	b := online(t)
	b.run("a", 1, "", nil)
	if _, asked := effect[Probe](b.do(Closed{Code: 1006})); !asked {
		t.Fatal("HTTP was not asked at once")
	}
	b.do(Probed{Status: 200})
	b.is(b.s.Conn.Silent, false)
	b.do(Woke{})
	b.do(Closed{Code: 1006})
	b.do(Probed{Status: 0})
	b.is(b.s.Conn.Silent, true)
	b.do(Woke{})
	b.want(string(b.s.Conn.State), "retrying")
	b.do(Probed{Status: 401})
	b.want(string(b.s.Conn.State), "refused")
	if _, ok := effect[Dial](b.do(Due{"dial"})); ok {
		t.Error("tries again although it was refused")
	}
}

func TestSigningInOnAnotherTabIsNoticed(t *testing.T) {
	b := online(t)
	b.do(Closed{Code: wire.CloseAuth})
	if _, ok := effect[Probe](b.do(Woke{})); !ok {
		t.Fatal("coming back to the page does not ask whether there is a sign-in now")
	}
	if _, ok := effect[Dial](b.do(Probed{Status: 401})); ok {
		t.Error("dials without a sign-in")
	}
	if _, ok := effect[Dial](b.do(Probed{Status: 200})); !ok {
		t.Error("does not dial after the sign-in")
	}
}

func TestWokeTriesAtOnce(t *testing.T) {
	b := online(t)
	b.do(Closed{Code: 1006})
	if _, ok := effect[Dial](b.do(Woke{})); !ok {
		t.Error("did not dial")
	}
	if _, ok := effect[Dial](b.do(Woke{})); ok {
		t.Error("dialled twice")
	}
}

func TestAcks(t *testing.T) {
	b := online(t)
	b.act("run", "a")
	m, _ := b.last(wire.Execute)
	b.event(m.RID, "a", wire.Input, wire.InputBody{Count: 1})
	for range 31 {
		b.event(m.RID, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "x\n"})
	}
	ack, ok := b.last(wire.Ack)
	if !ok || string(ack.Body) != `{"seq":32}` {
		t.Fatalf("after 32 events: ack %s", ack.Body)
	}
	b.event(m.RID, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "x\n"})
	b.do(Due{"ack"})
	ack, _ = b.last(wire.Ack)
	b.want(string(ack.Body), `{"seq":33}`)
	n := b.count(wire.Ack)
	b.do(Due{"ack"})
	if b.count(wire.Ack) != n {
		t.Error("acknowledged nothing new")
	}
}

func TestGapDropsTheSocketAndRepeatsAreIgnored(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "once\n"})
		b.seq--
		b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "once\n"})
	})
	b.want(b.s.Cells["a"].Plain(), "once\n")
	b.seq += 3
	before := b.s.Conn.Seq
	b.event("r", "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "lost"})
	if _, ok := effect[Hang](b.all); !ok || b.s.Conn.Seq != before {
		t.Error("an event after a gap was applied")
	}
}

func TestUnansweredRunIsSentAgain(t *testing.T) {
	b := online(t)
	b.do(Closed{Code: 1006})
	b.act("run", "a")
	b.want(b.s.Cells["a"].Prompt(), "[-]")
	if b.count(wire.Execute) != 0 {
		t.Fatal("sent without a connection")
	}
	b.welcome("s1", b.s.Conn.Seq)
	first, ok := b.last(wire.Execute)
	if !ok {
		t.Fatal("not sent after the reconnect")
	}
	b.event(first.RID, "a", wire.Queued, wire.QueueBody{})
	b.do(Closed{Code: 1006})
	b.welcome("s1", b.s.Conn.Seq)
	if b.count(wire.Execute) != 1 {
		t.Error("an answered run was sent again")
	}
}

func TestNewSessionKeepsCodeAndWhatCellsShow(t *testing.T) {
	b := online(t)
	b.do(Edited{"a", "x = 2"})
	b.run("a", 1, wire.RunDone, nil)
	b.s.Cells["a"].Outputs = []*Output{{Kind: FailureOutput}}
	b.do(Closed{Code: 1006})
	b.welcome("s2", 0)
	b.want(b.s.Cells["a"].Prompt()+b.s.Cells["a"].Code, "[ ]x = 2")
	if a := b.s.Cells["a"]; !a.Past || len(a.Outputs) != 1 {
		t.Errorf("what the cell shows is gone: %+v", a)
	}
	b.seq = 0
	b.run("a", 1, wire.RunDone, nil)
	b.is(b.s.Cells["a"].Past, false)
	if len(b.s.Toasts) == 0 {
		t.Error("the loss was not told")
	}
}

// script is a session's log: two runs with every kind of output.
func script() []wire.Message {
	var log []wire.Message
	add := func(rid, cell, typ string, body any) {
		m := wire.New(typ, body)
		m.RID, m.Cell, m.Seq = rid, cell, uint64(len(log)+1)
		log = append(log, m)
	}
	add("", "", wire.Status, wire.StatusBody{State: wire.Busy, Epoch: 1})
	add("r1", "a", wire.Queued, wire.QueueBody{})
	add("r1", "a", wire.Input, wire.InputBody{Code: "x = 1", Count: 1})
	for i := range 40 {
		add("r1", "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: fmt.Sprintf("%d\r%d%%\n", i, i)})
	}
	add("r1", "a", wire.Progress, wire.ProgressBody{ID: "p", Value: 3, Total: 9})
	add("r1", "a", wire.Display, wire.DisplayBody{ID: "d", Data: wire.Bundle{"text/plain": "one"}})
	add("r1", "a", wire.UpdateDisplay, wire.DisplayBody{ID: "d", Data: wire.Bundle{"text/plain": "two"}})
	add("r1", "a", wire.Reply, wire.ReplyBody{State: wire.RunDone, Count: 1})
	add("r2", "b", wire.Input, wire.InputBody{Code: "x + z", Count: 2})
	add("r2", "b", wire.DeviceEvents, wire.DeviceBody{Events: []wire.DeviceEvent{{Kind: "launch", Device: "cuda:0", Nanos: 5}}})
	add("r2", "b", wire.Failed, wire.ErrorBody{Name: "RuntimeError", Value: "no", Text: "RuntimeError: no"})
	add("r2", "b", wire.Reply, wire.ReplyBody{State: wire.RunFailed, Count: 2})
	return log
}

// summary is all that a learner sees of the runs.
func summary(s *State) string {
	text := ""
	for _, c := range s.Order() {
		text += fmt.Sprintf("%s %s %s %q %d\n", c.ID, c.Prompt(), c.State, c.Plain(), len(c.Events))
	}
	return text
}

func TestCutAtEveryEventGivesTheSamePage(t *testing.T) {
	log := script()
	whole := online(t)
	for _, m := range log {
		whole.message(m)
	}
	want := summary(whole.s)
	for cut := 0; cut <= len(log); cut++ {
		b := online(t)
		for _, m := range log[:cut] {
			b.message(m)
		}
		b.do(Closed{Code: 1006})
		b.welcome("s1", b.s.Conn.Seq)
		for _, m := range log[b.s.Conn.Seq:] {
			b.message(m)
		}
		if got := summary(b.s); got != want {
			t.Fatalf("cut after %d events:\n%s\nwant\n%s", cut, got, want)
		}
	}
}

// TestResetTellsWhatRan: a cell that was edited after its run is not taken for what ran, nor are its lines marked.
func TestResetTellsWhatRan(t *testing.T) {
	b := online(t)
	b.do(Edited{Cell: "a", Code: "x = 1\ny = 2"})
	edited := b.s.Cells["b"].Code
	b.do(Closed{Code: 1006})
	b.do(Opened{})
	failed := wire.New(wire.Failed, wire.ErrorBody{Name: "NameError", Frames: []wire.Frame{{Cell: "a", Line: 1}}})
	b.all = nil
	b.message(wire.New(wire.Reset, wire.ResetBody{Seq: 90, Snapshot: wire.Snapshot{Cells: []wire.CellSnapshot{
		{Cell: "a", RID: "r", State: wire.RunFailed, Count: 7, Code: "y = z", Outputs: []wire.Message{failed}},
		{Cell: "b", RID: "q", State: wire.RunDone, Count: 8}, // long ago
	}}}))
	for _, e := range b.all {
		if m, is := e.(Marks); is && len(m.Marks) > 0 {
			t.Errorf("marked is %+v", m)
		}
	}
	if c := b.s.Cells["a"]; !c.Changed() || c.Ran != "y = z" {
		t.Errorf("ran is %q", c.Ran)
	}
	if c := b.s.Cells["b"]; c.Changed() || c.Ran != edited {
		t.Errorf("ran is %q", c.Ran)
	}
}

func TestResetReplacesAllRuns(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "old\n"})
	})
	b.do(Closed{Code: 1006})
	b.do(Opened{})
	b.message(wire.New(wire.Reset, wire.ResetBody{Seq: 90, Snapshot: wire.Snapshot{Cells: []wire.CellSnapshot{{
		Cell: "b", RID: "r", State: wire.RunDone, Count: 7, Reply: &wire.ReplyBody{State: wire.RunDone},
		Outputs: []wire.Message{wire.New(wire.Stream, wire.StreamBody{Name: "stdout", Text: "new\n"})},
	}}}}))
	b.want(b.s.Cells["a"].Prompt()+b.s.Cells["a"].Plain(), "[ ]")
	b.want(b.s.Cells["b"].Prompt()+b.s.Cells["b"].Plain(), "[7]new\n")
	b.seq = 90
	b.event("r2", "a", wire.Input, wire.InputBody{Count: 8})
	b.want(b.s.Cells["a"].Prompt(), "[*]")
}
