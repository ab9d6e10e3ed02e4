package app

import (
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/web/boot"
)

func TestPromptFollowsARun(t *testing.T) {
	b := online(t)
	c := b.s.Cells["a"]
	b.want(c.Prompt(), "[ ]")
	b.act("run", "a")
	b.want(c.Prompt(), "[-]")
	m, _ := b.last(wire.Execute)
	b.event(m.RID, "a", wire.Queued, wire.QueueBody{Position: 2})
	b.want(c.Prompt(), "[-]")
	b.event(m.RID, "a", wire.Input, wire.InputBody{Code: "x = 1", Count: 4})
	b.want(c.Prompt(), "[*]")
	b.event(m.RID, "a", wire.Reply, wire.ReplyBody{State: wire.RunDone, Count: 4, Cost: wire.Cost{HostMS: 1.5}})
	b.want(c.Prompt(), "[4]")
	if c.Cost == nil || c.Cost.HostMS != 1.5 {
		t.Error("the cost is lost")
	}
}

func TestACellRunsOnceAtATime(t *testing.T) {
	b := online(t)
	b.act("run", "a")
	b.act("run", "a")
	if n := b.count(wire.Execute); n != 1 {
		t.Errorf("%d runs", n)
	}
}

func TestAbortedRunLeavesThePromptOfBefore(t *testing.T) {
	b := online(t)
	b.run("a", 3, wire.RunDone, nil)
	b.act("run", "a")
	m, _ := b.last(wire.Execute)
	b.event(m.RID, "a", wire.Queued, wire.QueueBody{Position: 1})
	b.event(m.RID, "a", wire.Reply, wire.ReplyBody{State: wire.RunAborted})
	b.want(b.s.Cells["a"].Prompt(), "[3]")
}

func TestStopNamesTheRun(t *testing.T) {
	b := online(t)
	b.act("run", "a")
	run, _ := b.last(wire.Execute)
	b.event(run.RID, "a", wire.Input, wire.InputBody{Count: 1})
	b.act("stop", "a")
	m, ok := b.last(wire.Interrupt)
	if !ok || m.RID != run.RID {
		t.Errorf("interrupt of %q, want %q", m.RID, run.RID)
	}
}

func TestStopOfARunThatNeverLeft(t *testing.T) {
	b := online(t)
	b.do(Closed{Code: 1006})
	b.act("run", "a")
	b.act("stop", "a")
	b.welcome("s1", b.s.Conn.Seq)
	if b.count(wire.Execute) != 0 || b.s.Cells["a"].Prompt() != "[ ]" {
		t.Error("a stopped run was sent")
	}
}

func TestStaleMarks(t *testing.T) {
	b := online(t)
	a, c := b.s.Cells["a"], b.s.Cells["b"]
	b.run("a", 1, wire.RunDone, nil)
	b.run("b", 2, wire.RunDone, nil)
	if a.Changed() || b.s.Stale(c) != nil {
		t.Fatal("stale at once")
	}
	b.do(Edited{"a", "x = 5"})
	if !a.Changed() || b.s.Stale(c) != nil {
		t.Error("an edit marks its own cell, not those below")
	}
	b.run("a", 3, wire.RunDone, nil)
	if a.Changed() || b.s.Stale(c) == nil {
		t.Error("a run with other code marks the cells below")
	}
	b.run("b", 4, wire.RunDone, nil)
	if b.s.Stale(c) != nil {
		t.Error("a run takes the mark away")
	}
	b.run("a", 5, wire.RunDone, nil)
	if b.s.Stale(c) != nil {
		t.Error("a run of the same code marks nothing")
	}
}

func TestStaleCellsSayWhichNamesAndWhy(t *testing.T) {
	p := boot.Page{Kind: boot.Scratch, Lang: "en"}
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		p.Blocks = append(p.Blocks, boot.Block{Key: "c-" + id, Cell: &boot.Cell{ID: id, Kind: "demo", Code: id}})
	}
	b := newBench(t, p, nil)
	b.welcome("s1", 0)
	n := 0
	run := func(id, code, reads, writes string) {
		n++
		b.do(Edited{id, code})
		b.run(id, n, wire.RunDone, func(rid string) {
			b.event(rid, id, wire.Names, wire.NamesBody{Reads: strings.Fields(reads), Writes: strings.Fields(writes)})
		})
	}
	said := func() string {
		var list []string
		for _, c := range b.s.StaleCells() {
			why := b.s.Stale(c)
			list = append(list, c.ID+":"+strings.Join(why.Names, ",")+" of "+why.From.ID)
			if why.Chain {
				list[len(list)-1] += "…"
			}
		}
		return strings.Join(list, "; ")
	}
	run("a", "x = y = 1", "", "x y")
	run("b", "z = x + y", "x y", "z")
	run("c", "print(z)", "z", "")
	run("d", "w = 2", "", "w")
	run("e", "print(w)", "w", "")
	b.want(said(), "")
	run("a", "x = y = 2", "", "x y")
	b.want(said(), "b:x,y of a; c:z of b…")
	run("d", "w = 3", "", "w")
	b.want(said(), "b:x,y of a; c:z of b…; e:w of d")
	run("a", "y = 2", "", "y") // x is given no more
	b.want(said(), "b:x,y of a; c:z of b…; e:w of d")
	b.sent = nil
	b.act("run-stale", "")
	if b.count(wire.Execute) != 3 {
		t.Fatalf("%d cells are run", b.count(wire.Execute))
	}
	b.want(said(), "")
}

func TestRunAllKeepsGoingOnlyPastPromisedErrors(t *testing.T) {
	b := online(t)
	b.act("run-all", "")
	var bodies []string
	for _, m := range b.sent {
		if m.Type == wire.Execute {
			bodies = append(bodies, m.Cell+string(m.Body))
		}
	}
	want := []string{`a{"code":"x = 1","lang":"en"}`, `b{"code":"x + z","keep_going":true,"lang":"en"}`, `e{"code":"pass","lang":"en"}`}
	if len(bodies) != len(want) {
		t.Fatalf("sent %v", bodies)
	}
	for i := range want {
		b.want(bodies[i], want[i])
	}
}

func TestRestartForgetsRuns(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, nil)
	b.act("restart", "")
	if b.count(wire.Restart) != 1 {
		t.Fatal("not asked for")
	}
	b.event("", "", wire.Status, wire.StatusBody{State: wire.Restarting, Epoch: 2, Reason: "asked"})
	b.want(b.s.Cells["a"].Prompt(), "[ ]")
}

// TestWhatHadRunIsOffered loses the names without anybody's will, as an event and as a
// snapshot, and runs the cells again that had run.
func TestWhatHadRunIsOffered(t *testing.T) {
	for _, reset := range []bool{false, true} {
		b := online(t)
		b.run("a", 1, wire.RunDone, nil)
		b.s.Cells["a"].print(&wire.StreamBody{Name: "stdout", Text: "kept"})
		again := []string{"b", "a", "gone"}
		if reset {
			seq := b.s.Conn.Seq + 1
			b.event("", "", wire.Reset, wire.ResetBody{Seq: seq, Snapshot: wire.Snapshot{Status: wire.Idle, Reason: "worker", Again: again}})
		} else {
			b.event("", "", wire.Status, wire.StatusBody{State: wire.Restarting, Epoch: 2, Reason: "worker", Again: again})
		}
		n := len(b.s.Toasts)
		if n == 0 || b.s.Toasts[n-1].Act != "run-again" || b.s.Toasts[n-1].Text != b.s.T("restart.worker") {
			t.Fatalf("toasts %v", b.s.Toasts)
		}
		if c := b.s.Cells["a"]; !reset && (len(c.Outputs) == 0 || c.Prompt() != "[ ]") {
			t.Errorf("cell a shows %v at %s", c.Outputs, c.Prompt())
		}
		before := b.count(wire.Execute)
		b.act("run-again", "")
		var cells []string
		for _, m := range b.sent {
			if m.Type == wire.Execute {
				cells = append(cells, m.Cell)
			}
		}
		if got := strings.Join(cells[before:], " "); got != "b a" {
			t.Errorf("ran %q", got)
		}
		for _, toast := range b.s.Toasts {
			if toast.Act == "run-again" {
				t.Error("the offer is still there")
			}
		}
		b.act("run-again", "")
		if b.count(wire.Execute) != len(cells) {
			t.Error("ran a second time")
		}
	}
}

func TestInputIsAnsweredOnce(t *testing.T) {
	b := online(t)
	b.act("run", "a")
	run, _ := b.last(wire.Execute)
	b.event(run.RID, "a", wire.Input, wire.InputBody{Count: 1})
	b.event(run.RID, "a", wire.InputRequest, wire.InputRequestBody{Prompt: "name"})
	b.do(Act{Name: "answer", Cell: "a", Value: "Ada"})
	b.do(Act{Name: "answer", Cell: "a", Value: "Ada"})
	m, _ := b.last(wire.InputReply)
	if b.count(wire.InputReply) != 1 || m.RID != run.RID || string(m.Body) != `{"value":"Ada"}` {
		t.Errorf("%d answers, %s", b.count(wire.InputReply), m.Body)
	}
}

func TestProgress(t *testing.T) {
	b := online(t)
	done := func(want int) {
		t.Helper()
		if got, _ := b.s.Done(b.s.Page.Course[0]); got != want {
			t.Errorf("%d done, want %d", got, want)
		}
	}
	b.run("a", 1, wire.RunFailed, nil)
	done(0)
	b.run("a", 2, wire.RunDone, nil)
	done(1)
	b.run("b", 3, wire.RunFailed, nil) // promised to raise
	done(2)
	b.run("e", 4, wire.RunDone, nil)
	done(2)
	b.act("check", "e")
	m, _ := b.last(wire.Check)
	b.event(m.RID, "e", wire.CheckResult, wire.CheckResultBody{Status: "fail"})
	done(2)
	b.act("check", "e")
	m, _ = b.last(wire.Check)
	b.event(m.RID, "e", wire.CheckResult, wire.CheckResultBody{Status: "pass"})
	done(3)
	b.do(Act{Name: "guess", Cell: "q", Value: "2"})
	done(3)
	b.do(Act{Name: "guess", Cell: "q", Value: "1"})
	done(4)
}

func TestAnotherTabsRunsAreShown(t *testing.T) {
	b := online(t)
	b.event("other-1", "own-x", wire.Input, wire.InputBody{Code: "print(9)", Count: 1})
	c := b.s.Cells["own-x"]
	if c == nil || c.Code != "print(9)" || b.s.cellIndex("own-x") < 0 {
		t.Fatal("a cell of another tab is not shown")
	}
}

func TestRunTakesThePen(t *testing.T) {
	b := online(t)
	b.message(wire.New(wire.PenHolder, wire.PenBody{Mine: false, Tabs: 2}))
	b.act("run", "a")
	if b.count(wire.Pen) != 1 {
		t.Error("the pen was not taken")
	}
}

func TestRefusalFreesTheCell(t *testing.T) {
	b := online(t)
	b.act("run", "a")
	run, _ := b.last(wire.Execute)
	m := wire.New(wire.Refused, wire.RefusedBody{Request: wire.Execute, Code: "queue-full"})
	m.RID, m.Cell = run.RID, "a"
	b.message(m)
	b.want(b.s.Cells["a"].Prompt(), "[ ]")
	b.want(b.s.Toasts[0].Text, b.s.T("refused.queue-full"))
}

func TestAQuestionClearsWhatTheRunBeforeShowed(t *testing.T) {
	b := online(t)
	show := func(rid string) { b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "old"}) }
	b.run("a", 1, wire.RunDone, show)
	b.run("a", 2, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.InputRequest, wire.InputRequestBody{Prompt: "Who? "})
		if c := b.s.Cells["a"]; len(c.Outputs) > 0 || c.Asking == nil {
			t.Errorf("asking %v below %v", c.Asking, c.Outputs)
		}
	})
}

func TestPlacementIsAskedForSparingly(t *testing.T) {
	b := online(t)
	b.act("run", "a")
	m, _ := b.last(wire.Execute)
	b.event(m.RID, "a", wire.Input, wire.InputBody{Count: 1})
	before := b.count(wire.Place)
	for range 50 {
		b.event(m.RID, "a", wire.DeviceEvents, wire.DeviceBody{Events: make([]wire.DeviceEvent, 400)})
	}
	if n := b.count(wire.Place) - before; n > 1 {
		t.Errorf("asked %d times at once", n)
	}
	c := b.s.Cells["a"]
	if len(c.Events) != maxEvents || c.Lost != 50*400-maxEvents {
		t.Errorf("%d events kept, %d lost", len(c.Events), c.Lost)
	}
}

func TestTheTimelineFollowsTheSelection(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.DeviceEvents, wire.DeviceBody{Events: make([]wire.DeviceEvent, 1)})
	})
	b.run("b", 2, wire.RunDone, nil)
	b.want(b.s.Device.Shown, "b")
	b.act("select", "a")
	b.want(b.s.Device.Shown, "a")
}

func TestFindingsOfAKernelStandInTheMarginOfItsCell(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, nil) // the kernel's cell
	for _, c := range []struct{ file, cell string }{{"Cell In[1]", "a"}, {"", "b"}, {"Cell In[99]", "b"}} {
		b.all = nil
		b.run("b", 2, wire.RunDone, func(rid string) {
			b.event(rid, "b", wire.Display, wire.DisplayBody{Data: wire.Bundle{ProfileType: `{"file":"` + c.file + `","findings":[{"kind":"race","text":"two threads write B[0]","line":4}]}`}})
		})
		marked := ""
		for _, e := range b.all {
			if m, ok := e.(Marks); ok && len(m.Marks) == 1 && m.Marks[0].Line == 4 {
				marked += m.Cell
			}
		}
		b.want(marked, c.cell)
	}
}

func TestANearLimitIsSaidWhileTheRunLasts(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.LimitNear, wire.LimitBody{Kind: "time", Text: "80 % of 60 s"})
		if near := b.s.Cells["a"].Near; near == nil || near.Text != "80 % of 60 s" {
			t.Errorf("near is %v", near)
		}
	})
	if c := b.s.Cells["a"]; c.Near != nil || len(c.Outputs) > 0 {
		t.Errorf("after the run: near %v, outputs %v", c.Near, c.Outputs)
	}
}

func TestDaysOfLearningAreCounted(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, nil)
	b.run("b", 2, wire.RunFailed, nil) // it is meant to
	if len(b.s.Progress.Days) != 1 {
		t.Errorf("days %v", b.s.Progress.Days)
	}
	b.now += 2 * dayMS
	b.do(Act{Name: "guess", Cell: "q", Value: "1"})
	if len(b.s.Progress.Days) != 2 {
		t.Errorf("days %v", b.s.Progress.Days)
	}
	again := newBench(t, lessonPage(), map[string]string{"progress": `{"lessons":{"mix":{"a":true}},"days":[1,2]}`})
	if len(again.s.Progress.Days) != 2 {
		t.Errorf("kept %v", again.s.Progress.Days)
	}
}
