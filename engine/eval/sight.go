package eval

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gputour/engine/eval/advice"
	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/tensor"
	"gputour/engine/wire"
)

// This file looks at a tensor operation as it fails: what its operands are called in the
// learner's code, while the functions that failed still have their variables.

// sighted is a tensor's name and the frame that knows it by that name.
type sighted struct {
	name   string
	local  bool   // a function's variable
	atTop  bool   // a global, and the frame is a cell's own
	file   string // of the frame
	line   int
	caller advice.Origin // who called the function
	view   bool          // the operand is another view of the tensor of that name
	module string        // the torch.nn.Module that holds it: "net" of "net.0.weight"
}

// sight is what was seen when an operation failed.
type sight struct {
	fault *state.Fault
	names map[*tensor.Tensor]sighted
	all   []wire.Tensor // of an operation that found no memory: what there is, largest first
}

// maxSeen bounds the objects that are looked at for a failed operation, maxLargest the
// tensors that are listed where there was no room.
const (
	maxSeen    = 20_000
	maxLargest = 6
)

// noteFault is called by torch when an operation fails.
func (e *Evaluator) noteFault(f *state.Fault) {
	s := &sight{fault: f, names: map[*tensor.Tensor]sighted{}}
	e.seen = s
	w := &placer{e: e, blocks: map[*tensor.Storage]*wire.Block{}, seen: map[object.Object]bool{}, left: maxSeen}
	note := func(from sighted) func(name, module string, t *tensor.Tensor) {
		return func(name, module string, t *tensor.Tensor) {
			for _, x := range f.Tensors {
				if old, known := s.names[x]; x == t && (!known || old.view) || !known && x.Storage() == t.Storage() {
					found := from
					found.name, found.module, found.view = name, module, x != t
					s.names[x] = found
				}
			}
		}
	}
	var frames []interp.Call
	for c := range interp.Calls(e.session) {
		if e.cells[c.File()] != "" && len(frames) < maxSeenFrames {
			frames = append(frames, c)
		}
	}
	for i, c := range frames {
		from := sighted{local: true, file: c.File(), line: c.Line()}
		if i+1 < len(frames) {
			from.caller = advice.Origin{File: frames[i+1].File(), Line: frames[i+1].Line()}
		}
		w.note = note(from)
		for name, v := range c.Variables() {
			w.walk(name, v, maxDepth)
		}
	}
	from := sighted{}
	if len(frames) > 0 {
		from = sighted{file: frames[0].File(), line: frames[0].Line(), atTop: len(frames) == 1}
	}
	w.note = note(from)
	for name, v := range e.main.Glance() {
		w.walk(name, v, maxDepth)
	}
	if f.Device != nil {
		s.all = largest(w.order, f.Device.Device)
	}
}

// maxSeenFrames are the innermost functions whose variables are looked at.
const maxSeenFrames = 16

// largest lists the tensors that hold most of a device's memory.
func largest(blocks []*wire.Block, device string) []wire.Tensor {
	var list []wire.Tensor
	for _, b := range blocks {
		if t := b.Tensors[0]; t.Device == device {
			t.Bytes = b.Bytes
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(a, b wire.Tensor) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return list[:min(len(list), maxLargest)]
}

// cellFile is what tracebacks call the cell that ran as number n.
func cellFile(n int) string { return fmt.Sprintf("Cell In[%d]", n) }

// originOf finds where the variable at the beginning of a name ("net" of "net.0.weight") was
// bound that a frame sees.
func (e *Evaluator) originOf(s sighted) advice.Origin {
	base := s.name
	if i := strings.IndexAny(base, ".["); i > 0 {
		base = base[:i]
	}
	here := cell.Bindings(e.source(s.file))
	if s.local {
		if at := cell.LastBinding(here, s.name, 0, true); strings.HasPrefix(s.name, base+".") && at != nil {
			return advice.Origin{File: s.file, Line: at.Line} // self.x, where it was set
		}
		at := cell.LastBinding(here, base, s.line, true)
		switch {
		case at == nil:
			return advice.Origin{}
		case at.Param:
			return s.caller
		}
		return advice.Origin{File: s.file, Line: at.Line}
	}
	if s.atTop {
		if at := cell.LastBinding(here, base, s.line, false); at != nil {
			return advice.Origin{File: s.file, Line: at.Line}
		}
	}
	for n := len(e.history) - 1; n > 0; n-- {
		file := cellFile(n)
		if e.cells[file] == "" || file == s.file && s.atTop {
			continue
		}
		if at := cell.LastBinding(cell.Bindings(e.history[n]), base, 0, false); at != nil {
			return advice.Origin{File: file, Line: at.Line}
		}
	}
	return advice.Origin{}
}
