package eval

import (
	"fmt"
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
	"gputour/engine/wire"
)

// This file tells which tensors there are, where they live and what they are called.

// chips describes the tensors that a displayed value consists of: itself, or the
// items of a list or tuple.
func (e *Evaluator) chips(v object.Value) []wire.Tensor {
	var chips []wire.Tensor
	for _, x := range append([]object.Value{v}, items(v)...) {
		if t, ok := values.AsTensor(x); ok && len(chips) < maxChips {
			chips = append(chips, e.describeTensor(t))
		}
	}
	return chips
}

func items(v object.Value) []object.Value {
	switch o := v.Object().(type) {
	case *object.Tuple:
		return o.Items
	case *object.List:
		return o.Items
	}
	return nil
}

// describeTensor is what a chip says.
func (e *Evaluator) describeTensor(t *tensor.Tensor) wire.Tensor {
	return wire.Tensor{
		Name:   e.nameOf(t),
		Device: t.Device().Info().String(),
		DType:  t.DType().String(),
		Shape:  append([]int{}, t.Shape()...),
	}
}

// nameOf finds the global variable that holds a tensor; "" for none.
func (e *Evaluator) nameOf(t *tensor.Tensor) string {
	for name, v := range e.main.Glance() {
		if x, ok := values.AsTensor(v); ok && x == t {
			return name
		}
	}
	return ""
}

// Place implements session.Evaluator. When a run cannot be asked it answers with the
// figures of the last look.
func (e *Evaluator) Place() wire.PlacementBody {
	e.look(func(*object.Thread) {
		body := e.place()
		e.mu.Lock()
		defer e.mu.Unlock()
		e.places = body
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.places
}

// place walks the globals; it is called from a look.
func (e *Evaluator) place() wire.PlacementBody {
	w := placer{e: e, blocks: map[*tensor.Storage]*wire.Block{}, seen: map[object.Object]bool{}}
	for name, v := range e.main.Glance() {
		w.walk(name, v, maxDepth)
	}
	var body wire.PlacementBody
	for i, info := range e.machine.Infos() {
		d := wire.DeviceMemory{DeviceInfo: info}
		for _, b := range w.order {
			if b.Tensors[0].Device == info.Device {
				d.Blocks = append(d.Blocks, *b)
				d.Used += b.Bytes
			}
		}
		if i > 0 {
			d.Used, d.Reserved = e.machine.memory(i-1, d.Used)
		}
		body.Devices = append(body.Devices, d)
	}
	return body
}

// maxDepth is how far containers in containers are looked into, and maxBlocks how
// many storages one answer lists.
const (
	maxDepth  = 8
	maxBlocks = 4096
)

// placer gathers the storages that names lead to.
type placer struct {
	e      *Evaluator
	blocks map[*tensor.Storage]*wire.Block
	order  []*wire.Block
	seen   map[object.Object]bool
	known  map[*tensor.Tensor]spot // where each tensor was told first
	left   int                     // objects that may still be looked at; 0 for any number
	module string
	note   func(name, module string, t *tensor.Tensor) // may be nil
}

// spot is a tensor of a block.
type spot struct {
	block *wire.Block
	at    int
}

// walk adds the tensors of a value and of what it holds.
func (w *placer) walk(name string, v object.Value, depth int) {
	if t, ok := values.AsTensor(v); ok {
		w.add(name, t)
		return
	}
	o := v.Object()
	if depth == 0 || o == nil || w.seen[o] || w.left == 1 {
		return
	}
	w.seen[o] = true
	w.left = max(w.left-1, 0)
	for i, x := range items(v) {
		w.walk(fmt.Sprintf("%s[%d]", name, i), x, depth-1)
	}
	switch o := o.(type) {
	case *object.Dict:
		w.walkDict(name, o, "[%q]", depth)
	case *object.Instance:
		w.walkAttrs(name, v, depth)
	}
}

// walkDict looks into a dict. A key that is a tensor, as in an optimizer's state, is called by its name.
func (w *placer) walkDict(name string, d *object.Dict, format string, depth int) {
	for k, x := range d.All() {
		if key, ok := object.AsStr(k); ok {
			w.walk(name+fmt.Sprintf(format, key), x, depth-1)
		} else if n, ok := object.AsInt(k); ok {
			w.walk(fmt.Sprintf("%s[%d]", name, n), x, depth-1)
		} else if t, ok := values.AsTensor(k); ok {
			w.walk(name+"["+w.nameOf(t)+"]", x, depth-1)
		}
	}
}

// nameOf is what a tensor was found by, "…" for one that was not.
func (w *placer) nameOf(t *tensor.Tensor) string {
	if at, ok := w.known[t]; ok {
		return at.block.Tensors[at.at].Name
	}
	return "…"
}

// walkAttrs looks into an object. The tables of a torch module are shown as the
// attributes that they stand for.
func (w *placer) walkAttrs(name string, v object.Value, depth int) {
	attrs := object.AttrsOf(v)
	if attrs == nil {
		return
	}
	outer := w.module
	defer func() { w.module = outer }()
	for _, key := range attrs.Names() {
		x, ok := attrs.Get(key)
		if !ok {
			continue
		}
		d, isDict := x.Object().(*object.Dict)
		w.module = ""
		if isDict && (key == "_parameters" || key == "_buffers" || key == "_modules") {
			if w.module = outer; outer == "" {
				w.module = name
			}
			w.walkDict(name, d, ".%s", depth)
			continue
		}
		w.walk(name+"."+key, x, depth-1)
	}
}

func (w *placer) add(name string, t *tensor.Tensor) {
	if w.note != nil {
		w.note(name, w.module, t)
	}
	b := w.blocks[t.Storage()]
	if b == nil {
		if len(w.order) == maxBlocks {
			return
		}
		b = &wire.Block{Addr: w.address(t.Storage()), Bytes: int64(t.Storage().Bytes)}
		w.blocks[t.Storage()] = b
		w.order = append(w.order, b)
	}
	chip := w.e.describeTensor(t)
	chip.Name = name
	if first, ok := w.known[t]; ok && first.block == b {
		chip.Same = true
		if of := &b.Tensors[first.at]; leads(of.Name) && !leads(name) { // a variable goes before what holds it, too
			of.Name, chip.Name = name, of.Name
		}
	} else {
		if w.known == nil {
			w.known = map[*tensor.Tensor]spot{}
		}
		w.known[t] = spot{b, len(b.Tensors)}
	}
	b.Tensors = append(b.Tensors, chip)
	if g := state.TapeOf(w.e.session).Grad(t); g != nil && !chip.Same {
		w.add(name+".grad", g)
	}
}

// leads reports a name that goes by way of another object.
func leads(name string) bool { return strings.ContainsAny(name, ".[") }

// address tells storages of a device apart: host memory, that nobody counts, by its place
// in the list, beyond what is counted.
func (w *placer) address(s *tensor.Storage) uint64 {
	if s.ID != 0 {
		return s.ID
	}
	return hostAddresses + uint64(len(w.order))
}

// hostAddresses is where the numbers of host memory begin.
const hostAddresses = 1 << 40

// memory returns what accelerator i says of itself; used stands where it says nothing.
func (m *Machine) memory(i int, used int64) (allocated, reserved int64) {
	if r, ok := m.accelerators()[i].(device.MemoryReporter); ok {
		mem := r.Memory()
		return mem.Allocated, mem.Reserved
	}
	return used, 0
}
