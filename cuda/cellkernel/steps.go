// This file gives a launch to the page to step through: as text, and as the page's JSON.

package cellkernel

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strings"

	"gputour/cuda/cudac/simt"
	"gputour/engine/object"
)

// The page's form of a recording: application/vnd.gputour.steps+json.
type (
	pageSteps struct {
		Kernel string      `json:"kernel"`
		File   string      `json:"file"` // cell of the kernel, as tracebacks name it
		Grid   [3]int      `json:"grid"`
		Block  [3]int      `json:"block"`
		First  int         `json:"first"` // number of Source[0]
		Source []string    `json:"source"`
		Shared int         `json:"shared,omitempty"` // bytes
		Names  []string    `json:"names"`            // of variables
		Blocks []pageBlock `json:"blocks"`
		Fault  string      `json:"fault,omitempty"`
	}
	pageBlock struct {
		At    [3]int       `json:"at"`
		Warps [][]pageStep `json:"warps"`
		Cut   bool         `json:"cut,omitempty"`
	}
	pageStep struct {
		Line     int           `json:"l"`
		Order    int           `json:"o"`
		Active   uint32        `json:"a"`
		Barrier  bool          `json:"b,omitempty"`
		Changes  []pageChange  `json:"c,omitempty"`
		Requests []pageRequest `json:"q,omitempty"`
	}
	pageChange struct {
		Variable int      `json:"v"`
		Lanes    uint32   `json:"m"`
		Values   []string `json:"x"` // one for all, or one a lane
	}
	pageRequest struct {
		Buffer string   `json:"buffer,omitempty"`
		Name   string   `json:"name,omitempty"`
		Shared bool     `json:"shared,omitempty"`
		Store  bool     `json:"store,omitempty"`
		Size   int      `json:"size"`
		Lanes  uint32   `json:"m"`
		At     []int64  `json:"at"` // bytes: of the first lane and from lane to lane, or of each lane
		Values []string `json:"x,omitempty"`
		Cost   int      `json:"cost"`
	}
)

// step is gputour.cuda.step: the text and the JSON of the last launch, from a block on.
func step(t *object.Thread, a []object.Value) (object.Value, error) {
	k, err := launched(a[0])
	if err != nil {
		return object.Value{}, err
	}
	switch {
	case k.native != nil:
		return object.Value{}, object.Raise(object.ValueError, "%s ran on the GPU itself, where its steps cannot be seen; compile the cell without --native", k.kernel.Name)
	case k.kept == nil:
		return object.Value{}, object.Raise(object.ValueError, "the last launch of %s is too large to be stepped through: at most %d KiB of memory and %d threads; launch it on less", k.kernel.Name, simt.MaxReplayBytes>>10, simt.MaxReplayThreads)
	}
	var from [3]int
	if !a[1].IsNone() {
		if from, err = indices(t, a[1], "block"); err != nil {
			return object.Value{}, err
		}
	}
	for d, n := range k.last.Grid {
		if from[d] < 0 || from[d] >= n {
			return object.Value{}, object.Raise(object.IndexError, "the grid is %s: there is no block (%d, %d, %d)", shape(k.last.Grid), from[0], from[1], from[2])
		}
	}
	r, err := k.kept.Record(from, t.Poll)
	if err != nil {
		return object.Value{}, err
	}
	page, err := json.Marshal(k.steps(r))
	return object.NewTuple(object.NewStr(k.stepText(r)), object.NewStr(string(page))), err
}

// indices reads the index of a block: an int, or a tuple of up to three.
func indices(t *object.Thread, v object.Value, what string) (e [3]int, err error) {
	items := []object.Value{v}
	if tuple, ok := v.Object().(*object.Tuple); ok {
		items = tuple.Items
	}
	if len(items) > 3 {
		return e, object.Raise(object.ValueError, "%s has up to three numbers", what)
	}
	for i, item := range items {
		n, ok := object.AsInt(plainNumber(t, item))
		if !ok {
			return e, object.Raise(object.TypeError, "%s must be an int or a tuple of ints, not '%s'", what, object.TypeName(item))
		}
		e[i] = int(min(max(n, -1), 1<<31))
	}
	return e, nil
}

func (k *Kernel) steps(r *simt.Recording) pageSteps {
	v := pageSteps{Kernel: r.Kernel, File: k.file, Grid: r.Grid, Block: r.Block, First: r.First, Shared: r.SharedBytes, Names: r.Variables}
	for n := r.First; n <= r.Last; n++ {
		v.Source = append(v.Source, k.kernel.Line(n))
	}
	if r.Fault != nil {
		v.Fault = r.Fault.Message
	}
	for _, b := range r.Blocks {
		list := pageBlock{At: b.At, Cut: b.Cut}
		for _, w := range b.Warps {
			steps := []pageStep{}
			for _, s := range w {
				steps = append(steps, pageStepOf(s))
			}
			list.Warps = append(list.Warps, steps)
		}
		v.Blocks = append(v.Blocks, list)
	}
	return v
}

func pageStepOf(s *simt.Step) pageStep {
	p := pageStep{Line: s.Line, Order: s.Order, Active: s.Active, Barrier: s.Barrier}
	for _, c := range s.Changes {
		p.Changes = append(p.Changes, pageChange{c.Variable, c.Lanes, c.Values})
	}
	for _, q := range s.Accesses {
		p.Requests = append(p.Requests, pageRequest{q.Buffer, q.Name, q.Shared, q.Store, q.Size, q.Lanes, evenly(q), q.Values, q.Cost})
	}
	return p
}

// evenly writes offsets as the first and the distance where lanes lie evenly.
func evenly(q *simt.Access) []int64 {
	low := bits.TrailingZeros32(q.Lanes)
	rest := q.Lanes & (q.Lanes - 1)
	by := int64(0)
	if rest != 0 {
		next := bits.TrailingZeros32(rest)
		if by = q.Offsets[next] - q.Offsets[low]; by%int64(next-low) != 0 {
			return q.Offsets[:]
		}
		by /= int64(next - low)
	}
	for i, off := range q.Offsets {
		if q.Lanes>>i&1 != 0 && off != q.Offsets[low]+by*int64(i-low) {
			return q.Offsets[:]
		}
	}
	return []int64{q.Offsets[low], by}
}

// shownSteps are the steps of the first warp that a terminal is shown.
const shownSteps = 30

// stepText is the first warp's steps for a terminal.
func (k *Kernel) stepText(r *simt.Recording) string {
	var b strings.Builder
	block := r.Blocks[0]
	steps := block.Warps[0]
	fmt.Fprintf(&b, "%s, block (%d, %d, %d), warp 0 of %d, step by step\n", r.Kernel, block.At[0], block.At[1], block.At[2], len(block.Warps))
	for _, s := range steps[:min(len(steps), shownSteps)] {
		fmt.Fprintf(&b, "  %2d lanes  line %d: %s", bits.OnesCount32(s.Active), s.Line, strings.TrimSpace(k.kernel.Line(s.Line)))
		for _, c := range s.Changes {
			fmt.Fprintf(&b, "  %s=%s", r.Variables[c.Variable], c.Values[bits.TrailingZeros32(c.Lanes)%len(c.Values)])
		}
		for _, q := range s.Accesses {
			fmt.Fprintf(&b, "  [%s %s: %d %s]", map[bool]string{true: "write", false: "read"}[q.Store], q.Buffer, q.Cost, map[bool]string{true: "passes", false: "sectors"}[q.Shared])
		}
		b.WriteByte('\n')
	}
	if n := len(steps) - shownSteps; n > 0 {
		fmt.Fprintf(&b, "  … and %d more\n", n)
	}
	if r.Fault != nil {
		b.WriteString("  ended: " + r.Fault.Message + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
