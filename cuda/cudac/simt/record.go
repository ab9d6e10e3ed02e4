// This file records what the warps of a few blocks do, statement by statement, so that a
// launch can be drawn step by step. The kernel is compiled once more for it, with a mark
// before each statement: a launch that nobody records pays nothing.

package simt

import (
	"io"
	"slices"
	"strconv"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// What can be replayed and what is recorded of it.
const (
	MaxReplayBytes   = 256 << 10 // of the memory that a launch reaches
	MaxReplayThreads = 1 << 16
	maxRecorded      = 400 << 10 // about the bytes of a recording
	maxReplaySteps   = 2_000_000 // statements of warps, of all blocks
	maxRecordBlocks  = 64
	maxStepAccesses  = 8
)

// Replay is a launch as it was before it began.
type Replay struct {
	kernel *Kernel
	launch Launch
	state  []byte // of device variables
}

// Keep keeps a launch, so that it can be recorded later; nil where it is too large, see Replayable.
func (k *Kernel) Keep(l Launch) *Replay {
	bytes, threads := k.reachOf(l)
	if bytes > MaxReplayBytes || threads > MaxReplayThreads {
		return nil
	}
	copies := map[*byte]*Buffer{}
	kept := func(b *Buffer) *Buffer {
		if b == nil || len(b.Data) == 0 {
			return b
		}
		c := copies[&b.Data[0]]
		if c == nil {
			d := *b
			d.Data, d.Valid = slices.Clone(b.Data), slices.Clone(b.Valid)
			c, copies[&b.Data[0]] = &d, &d
		}
		return c
	}
	l.Args, l.Memory = slices.Clone(l.Args), slices.Clone(l.Memory)
	for i := range l.Args {
		l.Args[i].Buffer = kept(l.Args[i].Buffer)
	}
	for i := range l.Memory {
		l.Memory[i] = kept(l.Memory[i])
	}
	l.Poll, l.Stdout, l.Stderr = nil, io.Discard, io.Discard
	return &Replay{k, l, slices.Clone(k.Module.State)}
}

// reachOf is how many bytes a launch may touch, and its threads.
func (k *Kernel) reachOf(l Launch) (bytes, threads int64) {
	seen := map[*byte]bool{}
	add := func(b *Buffer) {
		if b != nil && len(b.Data) > 0 && !seen[&b.Data[0]] {
			seen[&b.Data[0]] = true
			bytes += int64(len(b.Data))
		}
	}
	for _, a := range l.Args {
		add(a.Buffer)
	}
	for _, b := range l.Memory {
		add(b)
	}
	threads = 1
	for d := range 3 {
		threads *= int64(l.Grid[d]) * int64(l.Block[d])
	}
	return bytes + int64(len(k.Module.State)), threads
}

// Recording is what the warps of some blocks of a launch did.
type Recording struct {
	Kernel      string
	Grid, Block [3]int
	First, Last int // lines of the kernel
	SharedBytes int
	Variables   []string // what Change.Variable numbers
	Blocks      []*BlockRecord
	Fault       *report.Fault // what ended the launch
}

// BlockRecord is one block. Cut says that the recording ended before the block did.
type BlockRecord struct {
	At    [3]int
	Warps [][]*Step
	Cut   bool
}

// Step is a statement that a warp is about to run: where, for which lanes, what changed
// since its last step, and which memory the statement asks for.
type Step struct {
	Line     int // 0 at the end of the kernel
	Order    int // among the steps of all warps of the block
	Active   uint32
	Barrier  bool
	Changes  []Change
	Accesses []*Access
}

// Change is the value of a variable in the lanes of Lanes, as C would print it: one where all
// have the same, else one for each of the 32 lanes.
type Change struct {
	Variable int
	Lanes    uint32
	Values   []string
}

// Access is a request for memory: Offsets are bytes from the beginning of the buffer, by lane.
type Access struct {
	Buffer  string
	Name    string // as it is written
	Shared  bool
	Store   bool
	Size    int
	Lanes   uint32
	Offsets [Lanes]int64
	Values  []string // as in Change; empty where it failed
	Cost    int      // sectors of global memory, or passes over the banks
}

// Variable is what a recording shows of a lane.
type Variable struct {
	Name string
	Kind *syntax.Type
	Reg  int
	Mask int // of lanes that have not set it, plus one
}

// Record runs the launch again and records the block from and those after it, as many as fit.
func (r *Replay) Record(from [3]int, poll func() error) (*Recording, error) {
	k, err := r.kernel.Module.Marked(r.kernel.Name)
	if err != nil {
		return nil, err
	}
	copy(k.Module.State, r.state)
	again := k.Keep(r.launch).launch
	again.Plain, again.Cores, again.Steps, again.Poll = true, 1, maxReplaySteps, poll
	g := again.Grid
	rec := &recorder{Room: maxRecorded, from: int64(from[0]) + int64(g[0])*(int64(from[1])+int64(g[1])*int64(from[2]))}
	rec.to = rec.from + maxRecordBlocks
	again.record = rec
	list := &rec.list
	list.Kernel, list.Grid, list.Block, list.First, list.Last = k.Name, again.Grid, again.Block, k.FirstLine, k.LastLine
	list.SharedBytes = k.SharedBytes + again.DynamicShared
	for _, v := range k.Variables {
		list.Variables = append(list.Variables, v.Name)
	}
	_, err = k.Launch(again)
	if f, ok := err.(*report.Fault); ok {
		list.Fault, err = f, nil
	}
	return list, err
}

// recorder is what records while a launch runs.
type recorder struct {
	list     Recording
	from, to int64 // blocks
	Room     int
	order    int
}

// recording is what records the block that a core runs; nil for none.
func (r *Core) recording() *recorder {
	rec := r.Launch.record
	if rec == nil || r.number < rec.from || r.number >= rec.to || rec.Room <= 0 && len(rec.list.Blocks) > 0 {
		return nil
	}
	rec.order = 0
	rec.list.Blocks = append(rec.list.Blocks, &BlockRecord{At: r.block, Warps: make([][]*Step, len(r.warps))})
	for _, w := range r.warps {
		w.seen = map[int]*known32{}
	}
	return rec
}

// known32 is what a warp's variable held at the last step.
type known32 struct {
	lanes uint32
	value Vec
}

func (rec *recorder) block() *BlockRecord { return rec.list.Blocks[len(rec.list.Blocks)-1] }

// Mark begins a step of a warp.
func (w *Warp) Mark(line int, m uint32, barrier bool, visible []int) {
	rec := w.Core.Record
	if rec == nil {
		return
	}
	b := rec.block()
	if rec.Room <= 0 {
		b.Cut = true
		return
	}
	rec.order++
	s := &Step{Line: line, Order: rec.order, Active: m, Barrier: barrier}
	for _, v := range visible {
		w.noteChange(s, v, m)
	}
	b.Warps[w.index] = append(b.Warps[w.index], s)
	rec.Room -= 64
}

// noteChange adds a variable's values where they are not those of the step before.
func (w *Warp) noteChange(s *Step, number int, m uint32) {
	v := &w.Core.Kernel.Variables[number]
	if v.Mask > 0 {
		m &^= w.Masks[v.Mask-1]
	}
	old := w.seen[number]
	if old == nil {
		old = &known32{}
		w.seen[number] = old
	}
	now, changed := w.In(v.Reg), false
	for i := range Lanes {
		if m>>i&1 != 0 && (old.lanes>>i&1 == 0 || old.value[i] != now[i]) {
			old.value[i], changed = now[i], true
		}
	}
	if old.lanes |= m; !changed {
		return
	}
	c := Change{Variable: number, Lanes: old.lanes, Values: w.Written32(&old.value, old.lanes, v.Kind)}
	w.Core.Record.Room -= 16 + 6*len(c.Values)
	s.Changes = append(s.Changes, c)
}

// Written32 writes the lanes of a register as C would print them.
func (w *Warp) Written32(x *Vec, m uint32, t *syntax.Type) []string {
	list := make([]string, Lanes)
	uniform := true
	for i := range Lanes {
		if m>>i&1 != 0 {
			list[i] = w.Core.show(x[i], t)
			uniform = uniform && list[i] == list[First(m)]
		}
	}
	if uniform && m != 0 {
		return []string{list[First(m)]}
	}
	return list
}

// show writes a value of a register.
func (r *Core) show(v uint64, t *syntax.Type) string {
	switch k := t.Kind; {
	case k == word.Bool:
		return strconv.FormatBool(v != 0)
	case k == word.F32:
		return strconv.FormatFloat(float64(word.Float32(v)), 'g', 6, 32)
	case k == word.F64:
		return strconv.FormatFloat(word.Float64(v), 'g', 6, 64)
	case k == word.F16 || k == word.BF16:
		return strconv.FormatFloat(word.Float64(word.Conversion(k, word.F64)(v)), 'g', 4, 32)
	case k == word.Pointer:
		return r.showPointer(v, t)
	case k.Unsigned():
		return strconv.FormatUint(v, 10)
	}
	return strconv.FormatInt(int64(v), 10)
}

// showPointer writes where a pointer points: a + 3, in elements.
func (r *Core) showPointer(v uint64, t *syntax.Type) string {
	i, off := memory.SpaceOf(v), memory.OffsetOf(v)
	if v == 0 || i >= len(r.Spaces) {
		return "nullptr"
	}
	name := r.Spaces[i].Name
	if size := int64(t.Elem.Size()); size > 0 {
		off /= size
	}
	switch {
	case off == 0:
		return name
	case off < 0:
		return name + " - " + strconv.FormatInt(-off, 10)
	}
	return name + " + " + strconv.FormatInt(off, 10)
}

// Request adds a request for memory to the warp's step; its values come when it is done.
func (w *Warp) Request(x *Vec, m uint32, n int, at *Site, store bool) *Access {
	rec := w.Core.Record
	if rec == nil || m == 0 || rec.Room <= 0 {
		return nil
	}
	list := rec.block().Warps[w.index]
	space := memory.SpaceOf(x[First(m)])
	if len(list) == 0 || space == memory.Local || space == memory.Text || space >= len(w.Core.Spaces) {
		return nil
	}
	s := list[len(list)-1]
	if len(s.Accesses) == maxStepAccesses {
		return nil
	}
	a := &Access{Buffer: w.Core.Spaces[space].Name, Name: at.What, Shared: space == memory.Shared, Store: store, Size: n, Lanes: m}
	for i := range Lanes {
		if a.Offsets[i] = -1; m>>i&1 != 0 {
			a.Offsets[i] = memory.OffsetOf(x[i])
		}
	}
	if a.Cost = report.CountSectors(x, m, n); a.Shared {
		a.Cost = report.BankConflicts(x, m, n) + 1
	}
	s.Accesses = append(s.Accesses, a)
	rec.Room -= 64 + 8*Lanes
	return a
}
