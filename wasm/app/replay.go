package app

import (
	"math/bits"
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
)

// This file defines what was recorded to be stepped through, a kernel's launch or a cell of
// Python, and where in it the learner is.

// The MIME types of recordings.
const (
	StepsType = "application/vnd.gputour.steps+json"
	TraceType = "application/vnd.gputour.trace+json"
)

// Replay is a recording with the place that is shown. One of Launch and Trace is set.
type Replay struct {
	Launch *Launch
	Trace  *Trace

	Block, Warp, Lane int
	At                int // step of the warp, or of the cell
}

// Lanes of a warp.
const Lanes = 32

// Launch is the shape of StepsType.
type Launch struct {
	Kernel string        `json:"kernel"`
	Grid   [3]int        `json:"grid"`
	Block  [3]int        `json:"block"`
	First  int           `json:"first"` // number of Source[0]
	Source []string      `json:"source"`
	Shared int           `json:"shared"` // bytes
	Names  []string      `json:"names"`
	Blocks []LaunchBlock `json:"blocks"`
	Fault  string        `json:"fault"`
}

// LaunchBlock is a block that was recorded; Cut says that it went on.
type LaunchBlock struct {
	At    [3]int       `json:"at"`
	Warps [][]WarpStep `json:"warps"`
	Cut   bool         `json:"cut"`
}

// WarpStep is a statement that a warp is about to run.
type WarpStep struct {
	Line     int       `json:"l"`
	Order    int       `json:"o"` // among the steps of all warps
	Active   uint32    `json:"a"`
	Barrier  bool      `json:"b"`
	Changes  []Change  `json:"c"`
	Requests []Request `json:"q"`
}

// Change is a variable's value in some lanes: one for all, or one for each of the 32.
type Change struct {
	Variable int      `json:"v"`
	Lanes    uint32   `json:"m"`
	Values   []string `json:"x"`
}

// Request asks for memory. At is bytes: of the first lane and from lane to lane, or of each lane.
type Request struct {
	Buffer string   `json:"buffer"`
	Name   string   `json:"name"`
	Shared bool     `json:"shared"`
	Store  bool     `json:"store"`
	Size   int      `json:"size"`
	Lanes  uint32   `json:"m"`
	At     []int64  `json:"at"`
	Values []string `json:"x"`
	Cost   int      `json:"cost"` // sectors, or passes over the banks
}

// Offset is the byte that a lane asks for; false where it is idle.
func (r *Request) Offset(lane int) (int64, bool) {
	switch {
	case r.Lanes>>lane&1 == 0 || len(r.At) < 2:
		return 0, false
	case len(r.At) == Lanes:
		return r.At[lane], true
	}
	return r.At[0] + r.At[1]*int64(lane-bits.TrailingZeros32(r.Lanes)), true
}

// valueOf is a lane's among values that may be one for all.
func valueOf(values []string, lane int) string {
	switch {
	case len(values) == 1:
		return values[0]
	case lane < len(values):
		return values[lane]
	}
	return ""
}

// Value is what a lane reads or writes.
func (r *Request) Value(lane int) string { return valueOf(r.Values, lane) }

// Trace is the shape of TraceType.
type Trace struct {
	First  int         `json:"first"`
	Source []string    `json:"source"`
	Steps  []TraceStep `json:"steps"`
	Error  string      `json:"error"`
	Cut    bool        `json:"cut"`
}

// TraceStep is a statement that is about to run; Line is 0 at the end.
type TraceStep struct {
	Line  int      `json:"l"`
	Depth int      `json:"d"`
	Frame int      `json:"f"`
	Name  string   `json:"in"`
	Set   []string `json:"n"` // names and values in turn
	Gone  []string `json:"gone"`
	Out   string   `json:"out"`
}

// replayOf reads a recording; nil where there is none, or it has no step.
func replayOf(data wire.Bundle) *Replay {
	r := &Replay{}
	switch {
	case data[StepsType] != "":
		r.Launch = &Launch{}
		if fields.Read(data[StepsType], r.Launch, false) != nil || len(r.Launch.Blocks) == 0 || len(r.Launch.Blocks[0].Warps) == 0 {
			return nil
		}
	case data[TraceType] != "":
		r.Trace = &Trace{}
		if fields.Read(data[TraceType], r.Trace, false) != nil || len(r.Trace.Steps) == 0 {
			return nil
		}
	default:
		return nil
	}
	return r
}

// Steps are those of the warp that is shown.
func (r *Replay) Steps() []WarpStep { return r.Launch.Blocks[r.Block].Warps[r.Warp] }

// Len is how many steps there are.
func (r *Replay) Len() int {
	if r.Trace != nil {
		return len(r.Trace.Steps)
	}
	return len(r.Steps())
}

// Variable is what a name holds in a lane; New says that the last step changed it.
type Variable struct {
	Name, Value string
	New         bool
}

// Variables are the names that hold something in a lane at the step that is shown.
func (r *Replay) Variables(lane int) (list []Variable) {
	at := map[int]int{}
	for i, s := range r.Steps()[:r.At+1] {
		for _, c := range s.Changes {
			if c.Lanes>>lane&1 == 0 {
				continue
			}
			v := valueOf(c.Values, lane)
			n, known := at[c.Variable]
			if !known {
				n = len(list)
				at[c.Variable] = n
				list = append(list, Variable{Name: r.Launch.Names[c.Variable]})
			}
			if !known || list[n].Value != v {
				list[n].Value, list[n].New = v, i == r.At
			} else if i == r.At {
				list[n].New = false
			}
		}
		if i < r.At {
			for n := range list {
				list[n].New = false
			}
		}
	}
	return list
}

// Written is what stands in the words of shared memory, by their number, once the step that
// is shown has run: other warps have run as far as they had then.
func (r *Replay) Written() map[int64]string {
	words := map[int64]string{}
	now := r.Steps()[r.At].Order
	last := map[int64]int{}
	for _, warp := range r.Launch.Blocks[r.Block].Warps {
		for _, s := range warp {
			if s.Order > now {
				break
			}
			for i := range s.Requests {
				q := &s.Requests[i]
				if !q.Shared || !q.Store {
					continue
				}
				for lane := range Lanes {
					if off, ok := q.Offset(lane); ok && s.Order >= last[off/4] {
						words[off/4], last[off/4] = q.Value(lane), s.Order
					}
				}
			}
		}
	}
	return words
}

// Frame is a call at a step of a cell, outermost first.
type Frame struct {
	Name  string // "" outside all functions
	Names []Variable
}

// Frames are the calls at the step that is shown, and what was printed until then.
func (r *Replay) Frames() (frames []Frame, out string) {
	ids := []int{}
	for i, s := range r.Trace.Steps[:r.At+1] {
		out += s.Out
		if s.Depth < len(frames) {
			frames, ids = frames[:s.Depth+1], ids[:s.Depth+1]
		}
		for len(frames) <= s.Depth {
			frames, ids = append(frames, Frame{}), append(ids, -1)
		}
		if ids[s.Depth] != s.Frame {
			frames[s.Depth], ids[s.Depth] = Frame{Name: s.Name}, s.Frame
		}
		f := &frames[s.Depth]
		for n := range f.Names {
			f.Names[n].New = false
		}
		for n := 0; n+1 < len(s.Set); n += 2 {
			f.set(s.Set[n], s.Set[n+1], i == r.At)
		}
		for _, name := range s.Gone {
			f.drop(name)
		}
	}
	return frames, out
}

func (f *Frame) set(name, value string, fresh bool) {
	for i := range f.Names {
		if f.Names[i].Name == name {
			f.Names[i] = Variable{name, value, fresh}
			return
		}
	}
	f.Names = append(f.Names, Variable{name, value, fresh})
}

func (f *Frame) drop(name string) {
	for i := range f.Names {
		if f.Names[i].Name == name {
			f.Names = append(f.Names[:i:i], f.Names[i+1:]...)
			return
		}
	}
}

// move goes to another step, warp, block or lane: "next", "back", "first", "last", "barrier",
// "at 3", "warp 1", "block 0", "lane 5".
func (r *Replay) move(how string) {
	what, number, _ := strings.Cut(how, " ")
	n, _ := strconv.Atoi(number)
	within := func(n, length int) int { return max(0, min(n, length-1)) }
	switch what {
	case "next":
		r.At++
	case "back":
		r.At--
	case "first":
		r.At = 0
	case "last":
		r.At = r.Len() - 1
	case "at":
		r.At = n
	case "barrier":
		r.toBarrier()
	case "lane":
		r.Lane = within(n, Lanes)
	case "warp":
		r.Warp = within(n, len(r.Launch.Blocks[r.Block].Warps))
	case "block":
		r.Block = within(n, len(r.Launch.Blocks))
		r.Warp = within(r.Warp, len(r.Launch.Blocks[r.Block].Warps))
	}
	r.At = within(r.At, r.Len())
}

// toBarrier goes to the step behind the next barrier, or to the end.
func (r *Replay) toBarrier() {
	steps := r.Steps()
	for r.At < len(steps)-1 {
		if r.At++; steps[r.At-1].Barrier {
			return
		}
	}
}

// replayKeys are the keys while a recording has the keyboard.
var replayKeys = map[string]string{"ArrowRight": "next", "ArrowDown": "next", "ArrowLeft": "back", "ArrowUp": "back", "Home": "first", "End": "last"}

// replay moves in the recording that is output n of a cell.
func (s *State) replay(c *Cell, n int, how string) {
	if c == nil || n < 0 || n >= len(c.Outputs) || c.Outputs[n].Replay == nil {
		return
	}
	r := c.Outputs[n].Replay
	if what, _, _ := strings.Cut(how, " "); r.Launch == nil && (what == "warp" || what == "block" || what == "lane" || what == "barrier") {
		return
	}
	r.move(how)
	c.Outputs[n].Rev++
	s.changed(c)
}

// replayAct is a button's "0 next".
func (s *State) replayAct(c *Cell, value string) {
	number, how, _ := strings.Cut(value, " ")
	if n, err := strconv.Atoi(number); err == nil {
		s.replay(c, n, how)
	}
}

// replayTyped is a slider's or a list's "replay CELL 0 at", with its value.
func (s *State) replayTyped(field, value string) bool {
	parts := strings.Fields(field)
	if len(parts) != 4 || parts[0] != "replay" {
		return false
	}
	s.replayAct(s.cell(parts[1]), parts[2]+" "+parts[3]+" "+value)
	return true
}

// replayKey is a key where data-keys is "replay CELL 0".
func (s *State) replayKey(k Key, chord string) bool {
	parts, how := strings.Fields(k.In), replayKeys[chord]
	if len(parts) != 3 || how == "" {
		return false
	}
	s.replayAct(s.cell(parts[1]), parts[2]+" "+how)
	return true
}

// stepThrough runs a cell and records it; a kernel's launch is stepped through by its name.
func (s *State) stepThrough(c *Cell) {
	if !c.Note {
		s.stepping = true
		s.execute(c, false)
		s.stepping = false
	}
}

// stepKernel shows the last launch of a kernel step by step, in a cell of its own.
func (s *State) stepKernel(name string) {
	c := newCell(s.ownID(), "import gputour.cuda\ngputour.cuda.step("+name+")")
	s.insert(c, true)
	s.execute(c, false)
	s.do(FocusBlock{"c-" + c.ID})
}

// HasKernel reports whether a cell of the notebook defines a kernel of that name.
func (s *State) HasKernel(name string) bool {
	for _, c := range s.Cells {
		if strings.HasPrefix(c.Code, "%%cuda") && strings.Contains(c.Code, "__global__") && strings.Contains(c.Code, " "+name+"(") {
			return true
		}
	}
	return false
}
