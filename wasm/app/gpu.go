package app

import (
	"strings"

	"gputour/engine/wire"
)

// This file is turns on the GPUs that a class shares: asking for one, how it stands, what happened.

// GPU is what the page knows of them.
type GPU struct {
	Offer  *wire.GPUOffer // nil: there are none
	Turn   *wire.GPUState // the last one that was asked for; nil is none
	Asking bool           // one was asked for, and the server has not said a word of it yet
	told   int64          // when Turn was, by the page's clock
}

// Live reports whether a turn waits or goes on.
func (g *GPU) Live() bool {
	return g.Asking || g.Turn != nil && g.Turn.State != wire.GPUEnded
}

// Wait is the seconds until the turn comes, as far as anybody can tell: less than 0 is unknown.
func (g *GPU) Wait(now int64) int64 {
	if g.Turn.EtaS < 0 {
		return -1
	}
	return max(0, g.Turn.EtaS-(now-g.told)/1000)
}

// Left is the seconds until the turn ends because others wait; less than 0 is no end.
func (g *GPU) Left(now int64) int64 {
	if g.Turn.Until == 0 {
		return -1
	}
	return max(0, (g.Turn.LeftMS-(now-g.told)+999)/1000)
}

var gpuCommands = []CommandSpec{
	{"gpu-run", "", nil, nil, plain((*State).gpuRun)},
	{"gpu-session", "", nil, nil, plain(func(s *State) { s.gpuAsk(wire.GPURequestBody{Kind: wire.GPUSession}) })},
	{"gpu-release", "", nil, nil, plain(func(s *State) { s.send(wire.Request(wire.GPURelease, &wire.GPUReleaseBody{})) })},
	{"gpu-save", "", nil, nil, plain((*State).gpuSave)},
	{"gpu-hide", "", nil, nil, plain(func(s *State) { s.GPU.Turn = nil; s.touch(Top, Notebook) })},
}

// gpuRun sends the notebook off as it stands: every cell that can be run, from the first to the last.
func (s *State) gpuRun() {
	body := wire.GPURequestBody{Kind: wire.GPUJob}
	for _, c := range s.Order() {
		if !c.Note && c.Runs() && strings.TrimSpace(c.Code) != "" {
			body.Cells = append(body.Cells, wire.JobCell{Cell: c.ID, Code: c.Code, KeepGoing: c.Lesson != nil && c.Lesson.Raises})
		}
	}
	if len(body.Cells) == 0 || len(body.Cells) > wire.MaxJobCells {
		s.toast(s.T("gpu.no-cells"))
		return
	}
	s.gpuAsk(body)
}

// gpuAsk asks for a turn on as many cards as the lesson has GPUs.
func (s *State) gpuAsk(body wire.GPURequestBody) {
	switch {
	case s.GPU.Offer == nil || s.GPU.Live():
		return
	case !s.Conn.Live():
		s.toast(s.T("conn.needed"))
		return
	}
	body.Lesson, body.Lang = s.Page.Lesson, string(s.Lang)
	for _, d := range s.Device.Infos {
		if d.Device != "cpu" {
			body.Cards++
		}
	}
	m := wire.Request(wire.GPURequest, &body)
	m.RID = s.newRID()
	s.GPU.Asking, s.GPU.Turn = true, nil
	s.send(m)
	s.touch(Top, Notebook)
}

// gpuSave keeps what is in memory: of a job by the server, which then ends it; in a session by a cell that one can read.
func (s *State) gpuSave() {
	turn := s.GPU.Turn
	switch {
	case turn == nil:
	case turn.Kind == wire.GPUJob:
		s.send(wire.Request(wire.GPURelease, &wire.GPUReleaseBody{Save: true}))
	default:
		s.remember()
		c := newCell(s.ownID(), checkpointCode)
		s.insertAt(len(s.Doc), c)
		s.execute(c, false)
	}
}

// checkpointCode saves every model and optimizer that has a name.
const checkpointCode = `import torch
kept = {name: value.state_dict() for name, value in list(globals().items())
        if hasattr(value, "state_dict") and not isinstance(value, type)}
torch.save(kept, "` + wire.CheckpointFile + `")
print("` + wire.CheckpointFile + `:", ", ".join(kept) or "nothing to save")`

// gpuTold takes note of how it stands with a turn.
func (s *State) gpuTold(rid string, b wire.GPUBody) {
	was := s.GPU.Turn
	s.GPU.Turn, s.GPU.Asking, s.GPU.told = &wire.GPUState{RID: rid, GPUBody: b}, false, s.Now
	switch {
	case b.State == wire.GPUEnding && (was == nil || was.State != wire.GPUEnding):
		s.toast(s.T("gpu.near"))
	case b.State == wire.GPUGranted && (was == nil || was.State == wire.GPUWaiting):
		s.toast(s.T("gpu.begun." + b.Kind))
	}
	s.touch(Top, Notebook)
	s.gpuTick()
}

// gpuTick draws the clock of a turn anew, as long as it has one.
func (s *State) gpuTick() {
	if t := s.GPU.Turn; t != nil && s.GPU.Live() && !s.gpuTicking && (t.State == wire.GPUWaiting && t.EtaS > 0 || t.Until > 0) {
		s.gpuTicking = true
		s.do(After{1000, "gpu"})
	}
}

func (s *State) gpuDue() {
	s.gpuTicking = false
	s.touch(Top, Notebook)
	s.gpuTick()
}

// gpuRefused says that there is no turn.
func (s *State) gpuRefused() {
	s.GPU.Asking = false
	s.touch(Top, Notebook)
}

// OnGPU reports whether the cell's last run was part of a job on a shared GPU.
func (c *Cell) OnGPU() bool { return c.GPU && (c.Count > 0 || c.Active()) }

// busyThere is the cell that runs as part of a job on a shared GPU, or nil.
func (s *State) busyThere() *Cell {
	for _, c := range s.Cells {
		if c.GPU && c.State == wire.RunBusy {
			return c
		}
	}
	return nil
}
