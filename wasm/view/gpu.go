package view

import (
	"strconv"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws turns on the GPUs that a class shares.

// gpuTools are the buttons that ask for a turn, or how it stands with the one that was asked for.
func gpuTools(s *app.State) []*Node {
	g := &s.GPU
	if g.Offer == nil || s.Watched() {
		return nil
	}
	var kids []*Node
	if !g.Live() {
		for _, kind := range g.Offer.Kinds {
			kids = append(kids, piece.Button("quiet", "", Key("gpu-"+kind), piece.Icon("chip"), s.T("cmd.gpu-"+gpuAct[kind]), Act("gpu-"+gpuAct[kind]), A("title", gpuTitle(s))))
		}
	}
	if words, state := gpuWords(s); words != "" {
		kids = append(kids, El("span", Key("gpu-chip"), Class("gpu-chip"), A("data-state", state), A("role", "status"),
			El("span", words), gpuButtons(s)))
	}
	return kids
}

// gpuAct is the command that asks for a kind of turn.
var gpuAct = map[string]string{wire.GPUJob: "run", wire.GPUSession: "session"}

func gpuTitle(s *app.State) string {
	o := s.GPU.Offer
	words := s.T("gpu.offer", o.Device, clockTime(o.SlotS))
	if o.Simulated {
		words += " " + s.T("gpu.simulated")
	}
	return words
}

// gpuWords says how it stands with a turn, and its state for the style sheet.
func gpuWords(s *app.State) (words, state string) {
	g, t := &s.GPU, s.GPU.Turn
	switch {
	case g.Asking:
		return s.T("gpu.asking"), wire.GPUWaiting
	case t == nil:
		return "", ""
	case t.State == wire.GPUWaiting:
		return gpuPlace(s, t), t.State
	case t.State == wire.GPUEnded:
		words = s.T("gpu.ended." + t.Why)
		if t.Saved != "" {
			words += " " + s.T("gpu.saved", t.Saved)
		}
		return words, t.State
	}
	words = s.T("gpu.on", t.Device)
	if t.Simulated {
		words = s.T("gpu.on.simulated", t.Device)
	}
	left := g.Left(s.Now)
	switch {
	case t.State == wire.GPUEnding && t.Why != "":
		words = s.T("gpu.over")
	case t.State == wire.GPUEnding:
		words = s.T("gpu.ending", clockTime(left))
	case left >= 0:
		words += " · " + s.T("gpu.left", clockTime(left))
	}
	return words, t.State
}

// gpuPlace says where in the queue one is, and for how long yet.
func gpuPlace(s *app.State, t *wire.GPUState) string {
	words := s.T("gpu.place", piece.Itoa(t.Place), piece.Itoa(t.Of))
	switch wait := s.GPU.Wait(s.Now); {
	case t.Why == "paused":
		return words + " · " + s.T("gpu.paused")
	case wait < 0:
		return words
	case wait < 10:
		return words + " · " + s.T("gpu.soon")
	default:
		return words + " · " + s.T("gpu.about", clockTime(wait))
	}
}

// gpuButtons are what one can do about a turn.
func gpuButtons(s *app.State) []*Node {
	t := s.GPU.Turn
	switch {
	case t == nil:
		return nil
	case t.State == wire.GPUWaiting:
		return []*Node{piece.Button("link", s.T("cmd.gpu-leave"), Act("gpu-release"))}
	case t.State == wire.GPUEnded:
		return []*Node{piece.IconButton("close", s.T("cmd.gpu-hide"), Act("gpu-hide"))}
	case t.Why != "":
		return nil
	}
	save := s.T("cmd.gpu-save." + t.Kind)
	return []*Node{
		piece.Button("link", save, Key("save"), Act("gpu-save"), A("title", s.T("gpu.save."+t.Kind))),
		piece.Button("link", s.T("cmd.gpu-release"), Key("release"), Act("gpu-release")),
	}
}

// clockTime writes seconds as 3:05.
func clockTime(seconds int64) string {
	s := strconv.FormatInt(seconds%60, 10)
	if len(s) == 1 {
		s = "0" + s
	}
	return strconv.FormatInt(seconds/60, 10) + ":" + s
}

// gpuTag says of a cell that its run was not the session's own.
func gpuTag(s *app.State, c *app.Cell) *Node {
	if !c.OnGPU() {
		return nil
	}
	return El("small", Class("gpu-tag"), A("title", s.T("gpu.tag")), "GPU")
}
