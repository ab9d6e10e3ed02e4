package classroom

import (
	"slices"
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/class"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws the board: its head, a row for each student, or each cell over the class.

// Rows keeps the trees of rows that have not changed.
type Rows map[string]rowCache

type rowCache struct {
	rev   int
	words string
	acts  bool
	tree  *Node
	strip *Node
	cells string // what the strip shows
}

// BoardHead draws the figures and how the board is shown.
func BoardHead(s *app.State) []*Node {
	b := &s.Class.Board
	n := b.Counts()
	figure := func(value, label, kind string) *Node {
		return El("div", Class("tally"), A("data-kind", kind), El("dd", value), El("dt", label))
	}
	alarm := func(n int, kind string) string {
		if n == 0 {
			return ""
		}
		return kind
	}
	return []*Node{
		El("div", Class("board-title"), El("h1", s.T("board.title")), El("span", Class("board-class"), s.Class.Info.Title), El("div", Class("board-acts"), boardActs(s))),
		El("dl", Class("tallies"),
			figure(piece.Itoa(n.Here), s.T("board.here", piece.Itoa(n.All)), ""),
			figure(piece.Itoa(n.Running), s.T("board.running"), ""),
			figure(piece.Itoa(n.Stuck), s.T("board.stuck"), alarm(n.Stuck, "stuck")),
			figure(piece.Itoa(n.Hands), s.T("board.hands"), alarm(n.Hands, "hand"))),
		filters(s),
	}
}

func boardActs(s *app.State) []*Node {
	c := s.Class
	lock := "lock.menu"
	if c.Info.Lock != wire.LockOff && c.Info.Lock != "" {
		lock = "lock." + c.Info.Lock
	}
	push := s.T("push.all")
	if n := len(c.Board.Picked); n > 0 {
		push = s.T("push.some", piece.Itoa(n))
	}
	return []*Node{
		piece.Button("", "", Act("join-code"), piece.Icon("door"), s.T("code.show")),
		piece.Button("", "", Act("push"), piece.Icon("send"), push),
		piece.Button("", "", Act("lock-menu"), A("aria-pressed", piece.Word(lock != "lock.menu")), piece.Icon("lock"), s.T(lock)),
		piece.Button("main", "", Act("poll"), piece.Icon("chart"), s.T("poll.new")),
	}
}

func filters(s *app.State) *Node {
	b := &s.Class.Board
	seg := func(act, value, label string, on bool) *Node {
		parts := []Part{A("type", "button"), A("aria-pressed", piece.Word(on)), label}
		if value != "" || act == "only" {
			parts = append(parts, Act(act, value))
		} else {
			parts = append(parts, Act(act))
		}
		return El("button", parts...)
	}
	var only []*Node
	for _, f := range class.Filters {
		name := string(f)
		if f == class.Everybody {
			name = "all"
		}
		only = append(only, seg("only", string(f), s.T("board.only."+name), b.Only == f))
	}
	lessons := []*Node{El("option", A("value", " "), Flag("selected", b.Lesson == ""), s.T("board.lessons"))}
	for i, l := range b.Lessons {
		lessons = append(lessons, El("option", A("value", l.ID), Flag("selected", b.Lesson == l.ID), piece.Itoa(i+1)+" "+l.Title))
	}
	var sorts []*Node
	for _, o := range class.Sorts {
		sorts = append(sorts, El("option", A("value", string(o)), Flag("selected", b.Sort == o), s.T("board.sort."+string(o))))
	}
	return El("div", Class("filters"),
		El("div", Class("switch"), A("role", "group"), A("aria-label", s.T("board.view")), seg("by-student", "", s.T("board.by.student"), b.View == class.ByStudent), seg("by-cell", "", s.T("board.by.cell"), b.View == class.ByCell)),
		El("div", Class("switch"), A("role", "group"), A("aria-label", s.T("board.only")), only),
		El("select", A("aria-label", s.T("board.lesson")), A("data-input", "board-lesson"), lessons),
		El("select", A("aria-label", s.T("board.sort")), A("data-input", "board-sort"), sorts),
		El("input", A("id", "board-query"), A("type", "search"), A("data-input", "board-query"), A("value", b.Query), A("placeholder", s.T("board.search")), A("aria-label", s.T("board.search"))),
		El("button", Class("button"), A("type", "button"), A("data-kind", "quiet"), Act("mask"), A("aria-pressed", piece.Word(b.Masked)), piece.Icon("mask"), s.T("board.mask")))
}

// Board draws the rows.
func Board(s *app.State, cache Rows) []*Node {
	b := &s.Class.Board
	switch {
	case !b.Loaded:
		return []*Node{El("p", Class("empty"), A("role", "status"), s.T("board.loading"))}
	case b.View == class.ByCell:
		return heat(s)
	case len(b.Rows) == 0:
		return []*Node{El("div", Class("board-empty"), El("p", El("b", s.T("board.empty"))), El("p", s.T("board.empty.do")), piece.Button("main", s.T("code.show"), Act("join-code")))}
	}
	list := b.List()
	rows := make([]*Node, 0, len(list)+1)
	rows = append(rows, rowHead(s, list))
	for _, r := range list[:min(len(list), b.Drawn)] {
		rows = append(rows, cache.row(s, r))
	}
	nodes := []*Node{El("div", Key("rows"), Class("rows"), A("role", "table"), A("aria-label", s.T("board.title")), A("aria-rowcount", piece.Itoa(len(list)+1)), rows)}
	if len(list) == 0 {
		nodes = append(nodes, El("p", Class("empty"), A("role", "status"), s.T("board.none")))
	}
	return nodes
}

func rowHead(s *app.State, list []*class.Row) *Node {
	b := &s.Class.Board
	all := len(list) > 0
	for _, r := range list {
		all = all && b.Picked[r.ID]
	}
	var kids []*Node
	for _, name := range []string{"name", "where", "cells", "state", "memory", "gpu"} {
		kids = append(kids, El("span", Class("c-"+name), A("role", "columnheader"), s.T("board.col."+name)))
	}
	return El("div", Key("head"), Class("row row-head"), A("role", "row"),
		El("span", Class("c-pick"), A("role", "columnheader"), El("button", Class("check"), A("type", "button"), A("role", "checkbox"), A("aria-checked", piece.Word(all)), A("aria-label", s.T("board.pick.all")), Act("pick-all"))),
		kids, El("span", Class("c-acts"), A("role", "columnheader"), El("span", Class("sr-only"), s.T("board.col.acts"))))
}

// row draws a student, or returns the tree of before when nothing about it has changed. Where only
// time has passed, only its words are new.
func (cache Rows) row(s *app.State, r *class.Row) *Node {
	b := &s.Class.Board
	words := stateWords(s, r)
	acts := s.Touch || b.At == r.ID || b.Over == r.ID || b.Needs(r)
	old, ok := cache[r.ID]
	switch {
	case ok && old.rev == r.Rev && old.acts == acts && old.words == words:
		return old.tree
	case ok && old.rev == r.Rev && old.acts == acts:
		tree := *old.tree
		tree.Kids = slices.Clone(tree.Kids)
		tree.Kids[stateKid] = stateCell(words)
		old.tree, old.words = &tree, words
		cache[r.ID] = old
		return old.tree
	}
	_, cell := b.Place(r.Lesson, r.Cell)
	cells := r.Lesson + "\x00" + r.Marks + piece.Itoa(cell) + s.T("board.done", piece.Itoa(r.Done), piece.Itoa(r.All)) + piece.Word(r.State == wire.RowFailed || class.Urgent(r))
	if old.strip == nil || old.cells != cells {
		old.strip, old.cells = strip(s, r, cell), cells
	}
	old.rev, old.acts, old.words = r.Rev, acts, words
	old.tree = studentRow(s, r, words, old.strip, acts)
	cache[r.ID] = old
	return old.tree
}

// stateKid is the place of what a student does among the children of the row.
const stateKid = 4

func stateCell(words string) *Node {
	return El("span", Class("c-state"), A("role", "cell"), A("title", words), words)
}

func studentRow(s *app.State, r *class.Row, words string, strip *Node, acts bool) *Node {
	b := &s.Class.Board
	name := b.Called(r)
	lesson, _ := b.Place(r.Lesson, r.Cell)
	where, memory, gpu := "", "", ""
	if lesson > 0 {
		where = piece.Itoa(lesson) + " " + b.Lessons[lesson-1].Title
	}
	if r.Memory > 0 {
		memory = piece.Bytes(r.Memory)
	}
	switch {
	case r.GPU < 0:
		gpu = s.T("board.gpu.has")
	case r.GPU > 0:
		gpu = s.T("board.gpu.place", piece.Itoa(r.GPU))
	}
	need := ""
	if b.Raised(r.ID) != nil {
		need = "hand"
	} else if b.Needs(r) {
		need = "stuck"
	}
	var buttons *Node
	if acts {
		buttons = El("span", Class("c-acts"), A("role", "cell"),
			piece.IconButton("eye", s.T("board.look", name), Act("look", r.ID)),
			piece.IconButton("send", s.T("board.push", name), Act("push", r.ID)),
			piece.IconButton("speech", s.T("board.message", name), Act("message", r.ID)))
	}
	return El("div", Key(r.ID), Class("row"), A("id", "row-"+r.ID), A("role", "row"), A("tabindex", "-1"), Act("row", r.ID), A("data-point", r.ID),
		A("data-state", r.State), A("data-need", need), Flag("data-at", b.At == r.ID), Flag("data-picked", b.Picked[r.ID]),
		El("span", Class("c-pick"), A("role", "cell"), El("button", Class("check"), A("type", "button"), A("role", "checkbox"), A("aria-checked", piece.Word(b.Picked[r.ID])), A("aria-label", s.T("board.pick", name)), Act("pick", r.ID))),
		El("span", Class("c-name"), A("role", "rowheader"), name),
		El("span", Class("c-where"), A("role", "cell"), A("title", where), where),
		El("span", Class("c-cells"), A("role", "cell"), strip),
		stateCell(words),
		El("span", Class("c-memory"), A("role", "cell"), memory),
		El("span", Class("c-gpu"), A("role", "cell"), gpu),
		buttons)
}

// stateWords say what a student does, or why they are stuck.
func stateWords(s *app.State, r *class.Row) string {
	b := &s.Class.Board
	now := s.Class.Clock()
	if h := b.Raised(r.ID); h != nil {
		switch {
		case h.TakenBy != nil:
			return s.T("board.hand.taken", h.TakenBy.Name)
		case h.Note != "" && !b.Masked:
			return s.T("board.hand.note", h.Note)
		}
		return s.T("board.hand", piece.Ago(s, now-h.At))
	}
	if b.Needs(r) {
		return stuckWords(s, r)
	}
	switch r.State {
	case wire.RowAway:
		if r.Seen > 0 {
			return s.T("row.away", piece.Ago(s, minutes(now-r.Seen)))
		}
		return s.T("row.never")
	case wire.RowRunning:
		return s.T("row.running", piece.Ago(s, now-r.Since))
	case wire.RowFailed:
		return s.T("row.failed", r.Error, piece.Itoa(max(r.Fails, 1)))
	case wire.RowWaiting:
		return s.T("row.waiting")
	}
	if idle := now - r.Since; r.Since > 0 && idle >= 60_000 {
		return s.T("row.idle.for", piece.Ago(s, idle))
	}
	return s.T("row.idle")
}

// minutes leaves out seconds, so that a row changes once a minute.
func minutes(ms int64) int64 { return max(ms, 60_000) / 60_000 * 60_000 }

func stuckWords(s *app.State, r *class.Row) string {
	var words []string
	for _, why := range r.Stuck {
		switch why {
		case wire.StuckKilled:
			words = append(words, s.T("stuck.killed"))
		case wire.StuckError:
			words = append(words, s.T("stuck.error", r.Error, piece.Itoa(r.Fails)))
		case wire.StuckSlow:
			words = append(words, s.T("stuck.slow", piece.Ago(s, minutes(s.Class.Clock()-r.Here))))
		}
	}
	return strings.Join(words, " · ")
}

// strip draws the cells of a student's lesson: done ones filled, exercises darker, where the
// student is outlined, or red when it failed.
func strip(s *app.State, r *class.Row, cell int) *Node {
	label := ""
	if r.All > 0 {
		label = s.T("board.done", piece.Itoa(r.Done), piece.Itoa(r.All))
	}
	if cell > 0 {
		label += " · " + s.T("board.at", piece.Itoa(cell))
	}
	outline := s.Class.Board.Outline(r.Lesson)
	if outline == nil || len(outline.Cells) == 0 {
		return nil
	}
	n := len(outline.Cells)
	step := min(17, 300/float64(n))
	paths := map[string]*strings.Builder{}
	for i, c := range outline.Cells {
		kind := "todo"
		switch {
		case i+1 == cell && (r.State == wire.RowFailed || class.Urgent(r)):
			kind = "bad"
		case i+1 == cell:
			kind = "here"
		case i >= len(r.Marks):
		case r.Marks[i] == wire.MarkDone && c.Exercise:
			kind = "exercise"
		case r.Marks[i] == wire.MarkDone:
			kind = "done"
		case r.Marks[i] == wire.MarkTried:
			kind = "tried"
		}
		if paths[kind] == nil {
			paths[kind] = &strings.Builder{}
		}
		square(paths[kind], float64(i)*step, step-3)
	}
	var kids []*Node
	for _, kind := range []string{"todo", "tried", "done", "exercise", "here", "bad"} {
		if p := paths[kind]; p != nil {
			kids = append(kids, El("path", Class(kind), A("d", p.String())))
		}
	}
	width := piece.Number(step*float64(n), true)
	return El("svg", Class("strip"), A("viewBox", "0 0 "+width+" 16"), A("width", width), A("height", "16"), A("role", "img"), A("aria-label", label), kids)
}

// square adds a square with round corners to a path.
func square(p *strings.Builder, x, side float64) {
	r := min(3, side/3)
	in, round := piece.Number(side-2*r, true), piece.Number(r, true)
	arc := "a" + round + " " + round + " 0 0 1 "
	p.WriteString("M" + piece.Number(x+1+r, true) + " 1h" + in + arc + round + " " + round + "v" + piece.Number(14-2*r, true) + arc + "-" + round + " " + round +
		"h-" + in + arc + "-" + round + " -" + round + "v-" + piece.Number(14-2*r, true) + arc + round + " -" + round + "z")
}

// heat draws each cell of each lesson over the class.
func heat(s *app.State) []*Node {
	b := &s.Class.Board
	var kids []*Node
	for i, l := range b.Lessons {
		if b.Lesson != "" && b.Lesson != l.ID || len(l.Cells) == 0 {
			continue
		}
		here, seen := 0, false
		for _, r := range b.Rows {
			if r.Lesson == l.ID && r.State != wire.RowAway {
				here++
			}
		}
		var cells []*Node
		came := 1 // students who have tried some cell of the lesson, at least
		for _, c := range l.Cells {
			came = max(came, b.Heat[class.Spot{Lesson: l.ID, Cell: c.ID}].Tried)
		}
		for j, c := range l.Cells {
			h, ok := b.Heat[class.Spot{Lesson: l.ID, Cell: c.ID}]
			seen = seen || ok && h.Tried > 0
			cells = append(cells, heatCell(s, l.ID, j, c, h, came))
		}
		if !seen && here == 0 && b.Lesson == "" {
			continue
		}
		kids = append(kids, El("section", Key(l.ID), Class("heat"), A("aria-label", l.Title),
			El("h2", piece.Itoa(i+1)+" "+l.Title, El("span", Class("aside-note"), s.T("heat.here", piece.Itoa(here)))),
			El("div", Class("heat-cells"), cells)))
	}
	if len(kids) == 0 {
		kids = append(kids, El("p", Class("empty"), s.T("heat.none")))
	}
	return append(kids, El("p", Class("heat-legend"), s.T("heat.legend")))
}

func heatCell(s *app.State, lesson string, i int, c wire.OutlineCell, h wire.HeatCell, came int) *Node {
	label := heatWords(s, i, h)
	var stuck *Node
	if h.Stuck > 0 {
		stuck = El("b", Class("heat-stuck"), piece.Itoa(h.Stuck))
	}
	passed := ""
	if h.Passed > 0 {
		passed = piece.Itoa(h.Passed)
	}
	return El("button", Class("heat-cell"), A("type", "button"), A("title", label), Flag("data-exercise", c.Exercise), Flag("data-here", h.Here > 0),
		A("style", "--share:"+piece.Share(h.Passed, came)), Act("spot", lesson), El("small", piece.Itoa(i+1)), El("span", passed), stuck)
}

// heatWords say how a cell goes over the class.
func heatWords(s *app.State, i int, h wire.HeatCell) string {
	words := s.T("heat.passed", piece.Itoa(i+1), piece.Itoa(h.Passed), piece.Itoa(h.Tried))
	if h.Here > 0 {
		words += " · " + s.T("heat.now", piece.Itoa(h.Here))
	}
	if h.Stuck > 0 {
		words += " · " + s.T("heat.stuck", piece.Itoa(h.Stuck))
	}
	if h.Error != "" {
		words += " · " + s.T("heat.error", h.Error, piece.Itoa(h.Errors))
	}
	if h.Median > 0 {
		words += " · " + s.T("heat.median", piece.Ago(s, h.Median))
	}
	return words
}
