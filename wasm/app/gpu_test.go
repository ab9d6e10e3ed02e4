package app

import (
	"fmt"
	"testing"

	"gputour/engine/wire"
)

// classPage is a page of a class that shares a GPU.
func classPage(t *testing.T) *bench {
	b := online(t)
	b.s.GPU.Offer = &wire.GPUOffer{Kinds: []string{wire.GPUJob, wire.GPUSession}, Cards: 1, Device: "V100", SlotS: 180}
	return b
}

func (b *bench) turn(g wire.GPUBody) { b.event("g", "", wire.GPU, g) }

func TestANotebookIsSentToTheGPU(t *testing.T) {
	b := classPage(t)
	b.do(Edited{Cell: "a", Code: "x = 2"})
	b.act("gpu-run", "")
	b.act("gpu-run", "") // once is enough
	if n := b.count(wire.GPURequest); n != 1 {
		t.Fatalf("%d requests", n)
	}
	m, _ := b.last(wire.GPURequest)
	data, _ := wire.Encode(m)
	_, body, err := wire.Decode(data, wire.FromClient)
	if err != nil {
		t.Fatal("the server would not take it: ", err)
	}
	got := fmt.Sprint(body.(*wire.GPURequestBody).Cells)
	if want := "[{a x = 2 false} {b x + z true} {e pass false}]"; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	b.event(m.RID, "", wire.Refused, wire.RefusedBody{Request: wire.GPURequest, Code: "gpu-asked"})
	if b.s.GPU.Live() {
		t.Error("a refused turn is waited for")
	}
}

func TestATurnCountsDown(t *testing.T) {
	b := classPage(t)
	b.turn(wire.GPUBody{State: wire.GPUWaiting, Kind: wire.GPUJob, Place: 2, Of: 3, EtaS: 60})
	b.now += 20_000
	b.do(Due{What: "gpu"})
	if wait := b.s.GPU.Wait(b.s.Now); wait != 40 {
		t.Errorf("%d s to wait", wait)
	}
	b.turn(wire.GPUBody{State: wire.GPUEnding, Kind: wire.GPUJob, Until: 99, LeftMS: 36_000})
	b.now += 6_000
	b.do(Due{What: "gpu"})
	if left := b.s.GPU.Left(b.s.Now); left != 30 || len(b.s.Toasts) == 0 {
		t.Errorf("%d s left, %d notices", left, len(b.s.Toasts))
	}
	b.turn(wire.GPUBody{State: wire.GPUEnded, Kind: wire.GPUJob, Why: "slot"})
	if b.s.GPU.Live() {
		t.Error("a turn that ended goes on")
	}
}

func TestAJobHasNamesOfItsOwn(t *testing.T) {
	b := classPage(t)
	a, other := b.s.Cells["a"], b.s.Cells["e"]
	b.run("e", 1, wire.RunDone, nil)
	b.event("g.1", "a", wire.Queued, wire.QueueBody{})
	b.event("g.1", "a", wire.Input, wire.InputBody{Code: "x = 1", Count: 1, GPU: true})
	b.event("", "", wire.Status, wire.StatusBody{State: wire.Restarting, Epoch: 2, Reason: "asked"})
	if !a.Active() || !a.OnGPU() || other.Count != 0 {
		t.Errorf("after a restart the job's cell is %q, the session's has the number %d", a.State, other.Count)
	}
	b.event("g.1", "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "there"})
	b.act("stop", "")
	if m, _ := b.last(wire.Interrupt); m.RID != "g.1" {
		t.Errorf("stop is for %q", m.RID)
	}
	b.event("r", "a", wire.Queued, wire.QueueBody{})
	b.event("r", "a", wire.Input, wire.InputBody{Code: "x = 1", Count: 1})
	b.event("g.1", "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "late"})
	b.event("r", "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "here"})
	if len(a.Outputs) != 1 || a.OnGPU() {
		t.Errorf("%d outputs of two runs", len(a.Outputs))
	}
}

func TestACheckpointIsOffered(t *testing.T) {
	b := classPage(t)
	b.turn(wire.GPUBody{State: wire.GPUEnding, Kind: wire.GPUJob, Until: 99, LeftMS: 36_000})
	b.act("gpu-save", "")
	if m, _ := b.last(wire.GPURelease); string(m.Body) != `{"save":true}` {
		t.Errorf("a job is saved with %s", m.Body)
	}
	b.turn(wire.GPUBody{State: wire.GPUEnding, Kind: wire.GPUSession, Until: 99, LeftMS: 36_000})
	cells := len(b.s.Cells)
	b.act("gpu-save", "")
	if len(b.s.Cells) != cells+1 || b.count(wire.Execute) != 1 {
		t.Error("a session is not saved by a cell of its own")
	}
}
