package devices

import (
	"math/bits"
	"slices"
	"strings"

	"gputour/wasm/app"
	"gputour/wasm/steps"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws a recording at the step that is shown: a warp's line with its lanes,
// banks, sectors and variables, or a line of Python with its names.

// Replay draws output n of a cell, which can be stepped through.
func Replay(s *app.State, c *app.Cell, n int) *Node {
	r := c.Outputs[n].Replay
	parts := []Part{Class("output stepper"), A("data-keys", "replay "+c.ID+" "+piece.Itoa(n)), A("tabindex", "0"), A("role", "group"), stepHead(s, c, r, n)}
	if r.Trace != nil {
		parts = append(parts, A("aria-label", s.T("step.cell")), El("div", Class("step-body"), traceCode(s, r), traceNames(s, r)))
	} else {
		parts = append(parts, A("aria-label", s.T("step.kernel", r.Launch.Kernel)), El("div", Class("step-body"), warpCode(s, r), warpState(s, r, n)))
	}
	return El("div", parts...)
}

// stepHead has the title, what is stepped through, and the buttons.
func stepHead(s *app.State, c *app.Cell, r *steps.Recording, n int) *Node {
	title := s.T("step.cell")
	var lists []*Node
	if r.Launch != nil {
		title = s.T("step.kernel", r.Launch.Kernel)
		lists = append(lists, blockList(s, c, r, n), warpList(s, c, r, n))
	}
	act := func(how string) Part { return Act("replay", piece.Itoa(n)+" "+how) }
	first, last := r.At == 0, r.At >= r.Len()-1
	buttons := []*Node{
		piece.Button("", "‹ "+s.T("step.back"), act("back"), piece.Disabled(first)),
		piece.Button("main", s.T("step.next")+" ›", act("next"), piece.Disabled(last)),
	}
	if r.Launch != nil && r.Launch.Shared > 0 {
		buttons = append(buttons, piece.Button("", s.T("step.barrier"), act("barrier"), piece.Disabled(last)))
	}
	slider := El("input", A("type", "range"), A("min", "0"), A("max", piece.Itoa(r.Len()-1)), A("value", piece.Itoa(r.At)), A("aria-label", s.T("step.at", piece.Itoa(r.At+1), piece.Itoa(r.Len()))),
		A("data-input", "replay "+c.ID+" "+piece.Itoa(n)+" at"))
	return El("div", Class("step-head"), El("p", Class("step-title"), title), lists, El("div", Class("step-buttons"), buttons), slider)
}

func choice(s *app.State, c *app.Cell, n int, what, label string, at int, words []string) *Node {
	var options []*Node
	for i, w := range words {
		options = append(options, El("option", A("value", piece.Itoa(i)), Flag("selected", i == at), w))
	}
	return El("select", A("aria-label", label), A("value", piece.Itoa(at)), A("data-input", "replay "+c.ID+" "+piece.Itoa(n)+" "+what), options)
}

func blockList(s *app.State, c *app.Cell, r *steps.Recording, n int) *Node {
	var words []string
	for _, b := range r.Launch.Blocks {
		words = append(words, s.T("step.block", blockAt(b.At, r.Launch.Grid)))
	}
	return choice(s, c, n, "block", s.T("step.blocks"), r.Block, words)
}

func warpList(s *app.State, c *app.Cell, r *steps.Recording, n int) *Node {
	warps := r.Launch.Blocks[r.Block].Warps
	var words []string
	for i := range warps {
		words = append(words, s.T("step.warp", piece.Itoa(i), piece.Itoa(len(warps))))
	}
	return choice(s, c, n, "warp", s.T("step.warps"), r.Warp, words)
}

// blockAt writes an index with as many numbers as the extent has.
func blockAt(at, of [3]int) string {
	switch {
	case of[2] > 1:
		return "(" + piece.Itoa(at[0]) + ", " + piece.Itoa(at[1]) + ", " + piece.Itoa(at[2]) + ")"
	case of[1] > 1:
		return "(" + piece.Itoa(at[0]) + ", " + piece.Itoa(at[1]) + ")"
	}
	return piece.Itoa(at[0])
}

// code draws source with a line marked. Lines far from it are left out of long sources.
func code(first int, source []string, at int, bad bool) *Node {
	const around = 14
	from, to := 0, len(source)
	if to > 2*around+1 {
		from = max(0, min(at-first-around, to-2*around-1))
		to = from + 2*around + 1
	}
	var rows []*Node
	for i := from; i < to; i++ {
		here := first+i == at
		rows = append(rows, El("div", Class("step-line"), Flag("data-at", here), Flag("data-bad", here && bad), Flag("aria-current", here),
			El("span", Class("no"), piece.Itoa(first+i)), El("span", source[i])))
	}
	return El("pre", Class("step-code"), A("tabindex", "0"), rows)
}

func warpCode(s *app.State, r *steps.Recording) *Node {
	l, step := r.Launch, r.Steps()[r.At]
	words := s.T("step.at", piece.Itoa(r.At+1), piece.Itoa(r.Len()))
	for i := range step.Requests {
		q := &step.Requests[i]
		key := "step.reads"
		if q.Store {
			key = "step.writes"
		}
		words += " · " + s.T(key, requestName(q))
	}
	end := r.At == r.Len()-1
	parts := []Part{Class("step-left"), code(l.First, l.Source, step.Line, end && l.Fault != ""), El("p", Class("step-words"), A("aria-live", "polite"), words)}
	switch {
	case end && l.Fault != "":
		parts = append(parts, El("p", Class("step-fault"), l.Fault))
	case end && l.Blocks[r.Block].Cut:
		parts = append(parts, El("p", Class("empty"), s.T("step.cut")))
	}
	if total := l.Grid[0] * l.Grid[1] * l.Grid[2]; total > len(l.Blocks) {
		parts = append(parts, El("p", Class("empty"), s.T("step.blocks.more", piece.Itoa(len(l.Blocks)), piece.Itoa(total), l.Kernel)))
	}
	return El("div", parts...)
}

func requestName(q *steps.Request) string {
	if name, _, _ := strings.Cut(q.Name, "[…]"); name != "" {
		return name
	}
	return q.Buffer
}

// warpState is what the step shows of the warp: its lanes, what it asks for, its variables.
func warpState(s *app.State, r *steps.Recording, n int) *Node {
	step := r.Steps()[r.At]
	parts := []Part{Class("step-right"), laneRow(s, r, n)}
	for i := range step.Requests {
		if q := &step.Requests[i]; q.Shared {
			parts = append(parts, bankRow(s, q))
		} else {
			parts = append(parts, sectorRow(s, q))
		}
	}
	parts = append(parts, laneVariables(s, r))
	if r.Launch.Shared > 0 {
		parts = append(parts, sharedMemory(s, r))
	}
	return El("div", parts...)
}

// The width of a lane, a bank or a word in the drawings' own units.
const cellUnit = 10

func slot(i int, parts ...Part) *Node {
	return El("rect", append([]Part{A("x", piece.Itoa(i*cellUnit)), A("width", "8.6"), A("rx", "1.5")}, parts...)...)
}

func stepDrawing(words string, height int, kids ...Part) *Node {
	return El("svg", append([]Part{Class("step-drawing"), A("viewBox", "0 0 "+piece.Itoa(steps.Lanes*cellUnit)+" "+piece.Itoa(height)), A("role", "img"), A("aria-label", words)}, kids...)...)
}

func figure(words, aside string, drawing *Node) *Node {
	return El("figure", Class("step-figure"), El("figcaption", El("span", words), El("span", Class("aside"), aside)), drawing)
}

// laneRow draws the lanes: those that run this statement are filled; one is chosen.
func laneRow(s *app.State, r *steps.Recording, n int) *Node {
	step := r.Steps()[r.At]
	active := bits.OnesCount32(step.Active)
	words := s.T("step.lanes", piece.Itoa(active), piece.Itoa(steps.Lanes-active))
	var kids []Part
	for i := range steps.Lanes {
		kids = append(kids, El("g", Class("lane"), Act("replay", piece.Itoa(n)+" lane "+piece.Itoa(i)), Flag("data-on", step.Active>>i&1 != 0), Flag("data-chosen", i == r.Lane),
			slot(i, A("y", "1"), A("height", "14")), El("text", A("x", piece.Coord(float64(i*cellUnit)+4.3)), A("y", "10"), A("text-anchor", "middle"), piece.Itoa(i))))
	}
	return figure(words, s.T("step.choose"), stepDrawing(words, 16, kids...))
}

// bankRow draws how many words each bank is asked for.
func bankRow(s *app.State, q *steps.Request) *Node {
	var asked [steps.Lanes]map[int64]bool
	for lane := range steps.Lanes {
		off, ok := q.Offset(lane)
		for k := int64(0); ok && k < int64(max(q.Size, 4)); k += 4 {
			word := (off + k) / 4
			b := &asked[word%steps.Lanes]
			if *b == nil {
				*b = map[int64]bool{}
			}
			(*b)[word] = true
		}
	}
	most, worst := 0, 0
	for i, b := range asked {
		if len(b) > most {
			most, worst = len(b), i
		}
	}
	var kids []Part
	for i, b := range asked {
		h := 3.0
		if len(b) > 0 {
			h = 6 + 30*float64(len(b))/float64(steps.Lanes)
		}
		kids = append(kids, slot(i, A("y", piece.Coord(38-h)), A("height", piece.Coord(h)), Class("bank"), Flag("data-on", len(b) > 0), Flag("data-bad", q.Cost > 1 && len(b) == most)))
	}
	words := s.T("step.banks", requestName(q), piece.Itoa(bits.OnesCount32(q.Lanes)))
	if q.Cost > 1 {
		words = s.T("step.conflict", requestName(q), piece.Itoa(most), piece.Itoa(worst), piece.Itoa(q.Cost))
	}
	return figure(words, s.T("step.bank.aside"), stepDrawing(words, 39, kids...))
}

// sectorRow draws the sectors of global memory that a request moves.
func sectorRow(s *app.State, q *steps.Request) *Node {
	touched := map[int64]bool{}
	bytes := 0
	for lane := range steps.Lanes {
		if off, ok := q.Offset(lane); ok {
			touched[off/32], touched[(off+int64(q.Size)-1)/32] = true, true
			bytes += q.Size
		}
	}
	var list []int64
	for sector := range touched {
		list = append(list, sector)
	}
	slices.Sort(list)
	key := "step.sectors.read"
	if q.Store {
		key = "step.sectors.write"
	}
	least := (bytes + 31) / 32
	words := s.T(key, requestName(q), piece.Itoa(bits.OnesCount32(q.Lanes)), piece.Itoa(q.Cost))
	if q.Cost > least {
		words += " " + s.T("step.sectors.least", piece.Itoa(least))
	}
	var kids []Part
	if len(list) > 0 {
		from := list[0]
		dense := list[len(list)-1]-from < steps.Lanes
		for i := range steps.Lanes {
			on := i < len(list)
			if dense {
				on = touched[from+int64(i)]
			}
			kids = append(kids, slot(i, A("y", "1"), A("height", "9"), Class("sector"), Flag("data-on", on), Flag("data-bad", on && q.Cost > 2*least)))
		}
		if !dense {
			words += " " + s.T("step.sectors.apart")
		}
	}
	aside := "100 %"
	if q.Cost > 0 && bytes < 32*q.Cost {
		aside = piece.Itoa(100*bytes/(32*q.Cost)) + " %"
	}
	return figure(words, s.T("step.used", aside), stepDrawing(words, 11, kids...))
}

// laneVariables are the names of the chosen lane, and what its request moves.
func laneVariables(s *app.State, r *steps.Recording) *Node {
	step := r.Steps()[r.At]
	var kids []*Node
	for _, v := range r.Variables(r.Lane) {
		kids = append(kids, pair(v))
	}
	for i := range step.Requests {
		q := &step.Requests[i]
		off, ok := q.Offset(r.Lane)
		if !ok {
			continue
		}
		sign := " → "
		if q.Store {
			sign = " ← "
		}
		at := q.Buffer + "[" + piece.Itoa(int(off)/max(q.Size, 1)) + "]"
		if q.Shared { // where an array begins in it is not known here
			at = s.T("step.word", requestName(q), piece.Itoa(int(off/4)))
		}
		kids = append(kids, El("span", Class("step-move"), at+sign+q.Value(r.Lane)))
	}
	words := s.T("step.variables", piece.Itoa(r.Lane))
	if step.Active>>r.Lane&1 == 0 {
		words += " · " + s.T("step.idle")
	}
	return El("div", Class("step-figure"), El("p", words), El("p", Class("step-names"), kids))
}

func pair(v steps.Variable) *Node {
	return El("span", Class("step-name"), Flag("data-new", v.New), v.Name, " ", El("b", v.Value))
}

// shownSharedRows bounds the rows of 32 words that are drawn.
const shownSharedRows = 40

// sharedMemory draws the block's shared memory, a bank a column: what is written, and what
// this step asks for.
func sharedMemory(s *app.State, r *steps.Recording) *Node {
	written := r.Written()
	step := r.Steps()[r.At]
	asked := map[int64]bool{}
	for i := range step.Requests {
		if q := &step.Requests[i]; q.Shared {
			for lane := range steps.Lanes {
				if off, ok := q.Offset(lane); ok {
					asked[off/4] = true
				}
			}
		}
	}
	rows := (r.Launch.Shared + 127) / 128
	shown := min(rows, shownSharedRows)
	var empty, full, hot strings.Builder
	for word := range int64(shown * steps.Lanes) {
		to := &empty
		switch {
		case asked[word]:
			to = &hot
		case written[word] != "":
			to = &full
		}
		to.WriteString("M" + piece.Itoa(int(word%steps.Lanes)*cellUnit) + " " + piece.Itoa(int(word/steps.Lanes)*5) + "h8.6v3.8h-8.6z")
	}
	words := s.T("step.shared", piece.Bytes(int64(r.Launch.Shared)), piece.Itoa(len(written)))
	path := func(class string, d *strings.Builder) *Node {
		if d.Len() == 0 {
			return nil
		}
		return El("path", Class(class), A("d", d.String()))
	}
	return figure(words, s.T("step.bank.aside"), stepDrawing(words, shown*5, path("word", &empty), path("word-full", &full), path("word-hot", &hot)))
}

func traceCode(s *app.State, r *steps.Recording) *Node {
	t := r.Trace
	step := t.Steps[r.At]
	end := r.At == r.Len()-1
	words := s.T("step.at", piece.Itoa(r.At+1), piece.Itoa(r.Len()))
	if step.Line == 0 {
		words = s.T("step.end")
	}
	parts := []Part{Class("step-left"), code(t.First, t.Source, step.Line, end && t.Error != ""), El("p", Class("step-words"), A("aria-live", "polite"), words)}
	if end && t.Error != "" {
		parts = append(parts, El("p", Class("step-fault"), t.Error))
	}
	if end && t.Cut {
		parts = append(parts, El("p", Class("empty"), s.T("step.cut")))
	}
	return El("div", parts...)
}

// traceNames are the calls with their names, and what was printed so far.
func traceNames(s *app.State, r *steps.Recording) *Node {
	frames, out := r.Frames()
	parts := []Part{Class("step-right")}
	for i, f := range frames {
		title := s.T("step.notebook")
		if f.Name != "" {
			title = f.Name + "()"
		}
		var rows []*Node
		for _, v := range f.Names {
			rows = append(rows, El("tr", Flag("data-new", v.New), El("th", A("scope", "row"), El("code", v.Name)), El("td", El("code", v.Value))))
		}
		var names *Node
		if len(rows) > 0 {
			names = El("table", El("tbody", rows))
		} else {
			names = El("p", Class("empty"), s.T("step.nonames"))
		}
		parts = append(parts, El("section", Class("step-frame"), Flag("data-inner", i == len(frames)-1), El("p", Class("step-title"), title), names))
	}
	if out != "" {
		parts = append(parts, El("section", Class("step-frame"), El("p", Class("step-title"), s.T("step.printed")), El("pre", out)))
	}
	return El("div", parts...)
}
