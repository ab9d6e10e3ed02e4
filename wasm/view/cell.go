package view

import (
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/output"
	"gputour/wasm/view/piece"
)

// This file draws the notebook: its blocks in order, and each cell.

// Cache keeps the trees of cells that have not changed.
type Cache map[string]cached

type cached struct {
	rev          int
	live, silent bool
	why          *app.Staleness
	stale        int // cells that are, where this one is
	tree         *Node
}

// Notebook draws the blocks. Served text is adopted by the page's script under its key.
func Notebook(s *app.State, cache Cache) []*Node {
	var kids []*Node
	if lost := lostNotice(s); lost != nil {
		kids = append(kids, lost)
	}
	if s.Drafts != nil {
		kids = append(kids, El("div", Key("notice-drafts"), Class("notice"), A("role", "status"), El("p", s.T("drafts.old")),
			piece.Button("", s.T("drafts.use"), Act("use-old")), piece.Button("quiet", s.T("drafts.drop"), Act("drop-old"))))
	}
	stale := s.Stales()
	for _, b := range s.Doc {
		c := s.Cells[b.Cell]
		if c == nil {
			kids = append(kids, El("div", Class("prose"), A("data-key", b.Key), Key(b.Key), Hook("served", b.Key)))
			continue
		}
		kids = append(kids, cache.unit(s, c, b.Key, stale))
	}
	if s.Blank() {
		kids = append(kids, starters(s))
	}
	return kids
}

// starters offers something to begin with.
func starters(s *app.State) *Node {
	kids := []*Node{El("span", s.T("example"))}
	for _, e := range app.Examples {
		kids = append(kids, piece.Button("", s.T("example."+e.Name), Act("example", e.Name)))
	}
	return El("div", Key("starters"), Class("starters"), kids)
}

// lostNotice says while the server is away what is kept and what to do about it.
func lostNotice(s *app.State) *Node {
	if s.Alone() && s.Conn.Live() {
		return aloneNotice(s)
	}
	key := ""
	switch {
	case s.Conn.State == app.Refused:
		key = piece.Refusal(s.Conn.Code)
	case s.Conn.Silent && !s.Conn.Live():
		key = "conn.silent"
	}
	if key == "" {
		return nil
	}
	if s.Class != nil && key == "conn.auth" {
		return El("div", Key("notice-conn"), Class("notice"), A("role", "alert"), El("p", El("b", s.T(key)), " ", s.T("conn.auth.class")),
			piece.Button("", s.T("conn.auth.join"), Act("reload"))) // where one is not signed in, the page is the door
	}
	var alone *Node
	if key == "conn.silent" && s.Spare && s.Page.Tab == nil {
		alone = El("p", s.T("alone.why"), " ", piece.Button("", s.T("alone"), Act("alone")))
	}
	return El("div", Key("notice-conn"), Class("notice"), A("role", "alert"), El("p", El("b", s.T(key)), " ", s.T(key+".do")), alone)
}

// aloneNotice says what holds while a page goes on without its server, and when that is there again.
func aloneNotice(s *app.State) *Node {
	words := s.T("alone.on")
	if s.Class != nil {
		words = s.T("alone.class")
	}
	if s.Back {
		return El("div", Key("notice-alone"), Class("notice"), A("role", "status"), El("p", El("b", s.T("alone.back")), " ", s.T("alone.back.do")),
			piece.Button("main", s.T("alone.return"), Act("reload")))
	}
	return El("div", Key("notice-alone"), Class("notice"), A("role", "status"), El("p", El("b", s.T("alone.title")), " ", words))
}

// unit draws a cell, or returns the tree of before when nothing about it changed.
func (cache Cache) unit(s *app.State, c *app.Cell, key string, stale map[string]*app.Staleness) *Node {
	now := cached{rev: c.Rev, live: s.Conn.Live(), silent: s.Conn.Silent, why: stale[c.ID]}
	if now.why != nil {
		now.stale = len(stale)
	}
	old := cache[c.ID]
	if now.tree = old.tree; now.tree != nil && now == old {
		return old.tree
	}
	now.tree = unit(s, c, key)
	cache[c.ID] = now
	return now.tree
}

// unit is a cell with the card above it.
func unit(s *app.State, c *app.Cell, key string) *Node {
	kids := []*Node{guessCard(s, c), otherText(s, c)}
	switch {
	case c.Note:
		kids = append(kids, noteCell(s, c, key))
	case c.Kind() != "quiz":
		kids = append(kids, codeCell(s, c, key))
	}
	return El("div", Class("unit"), A("data-key", key), Key(key), kids)
}

// runState names the cell's state for the style sheet.
func runState(c *app.Cell) string {
	switch {
	case c.State == wire.RunBusy:
		return "running"
	case c.Active():
		return "queued"
	}
	return string(c.State)
}

func cellAttrs(s *app.State, c *app.Cell, key, class string) []Part {
	selected := s.Selected == key
	mode := ""
	if selected {
		mode = string(s.Mode)
	}
	return []Part{
		Class(class), A("id", key), A("data-cell", c.ID), A("data-state", runState(c)), A("tabindex", "-1"),
		A("data-mode", mode), Flag("data-selected", selected), Flag("data-picked", s.Several(key)), A("role", "group"), A("aria-label", cellName(s, c)),
	}
}

// cellName is what a screen reader calls the cell.
func cellName(s *app.State, c *app.Cell) string {
	n := 0
	for i, other := range s.Order() {
		if other == c {
			n = i + 1
		}
	}
	return s.T("cell.name", piece.Itoa(n), s.T("state."+stateWord(c)))
}

func stateWord(c *app.Cell) string {
	switch runState(c) {
	case "running":
		return "running"
	case "queued":
		return "queued"
	case "done":
		return "done"
	case "error":
		return "error"
	case "stopped":
		return "stopped"
	}
	return "never"
}

func codeCell(s *app.State, c *app.Cell, key string) *Node {
	parts := cellAttrs(s, c, key, "cell")
	if c.Hidden {
		parts = append(parts, El("div", Class("cell-collapsed"), firstLine(c.Code)))
	} else {
		parts = append(parts, El("div", Class("cell-in"),
			El("div", Class("prompt"), A("title", s.T("state."+stateWord(c))), c.Prompt(), gpuTag(s, c)),
			source(s, c),
			El("div", Class("cell-actions"), runButton(s, c))))
	}
	parts = append(parts, explore(s, c), task(s, c), output.All(s, c), reason(s, c), foot(s, c), more(s, c))
	return El("section", parts...)
}

func firstLine(code string) string {
	for i := range code {
		if code[i] == '\n' {
			return code[:i] + " …"
		}
	}
	return code
}

func runButton(s *app.State, c *app.Cell) *Node {
	if c.Active() {
		return piece.Button("stop", "", Act("stop"), A("aria-label", s.T("stop.cell")), El("span", Class("stop-glyph"), A("aria-hidden", "true")), El("span", Class("label"), s.T("stop")))
	}
	kind := ""
	if s.Selected == "c-"+c.ID {
		kind = "main"
	}
	return piece.Button(kind, "", Act("run"), A("title", s.T("run.keys")), piece.Disabled(!s.MayRun()), El("span", Class("run-glyph"), A("aria-hidden", "true")), El("span", Class("label"), s.T("run")))
}

func noteCell(s *app.State, c *app.Cell, key string) *Node {
	parts := cellAttrs(s, c, key, "note-cell")
	if c.Shown {
		parts = append(parts, El("div", Class("prose"), Hook("markdown", c.Code), A("data-act", "edit")))
	} else {
		parts = append(parts, El("div", Class("cell-code"), Hook("note", c.ID)))
	}
	return El("section", append(parts, more(s, c))...)
}

// foot is the line below: how the run goes, what it cost, whether it is out of date.
func foot(s *app.State, c *app.Cell) *Node {
	var kids []*Node
	say := func(class, words string) { kids = append(kids, El("span", Class(class), words)) }
	switch {
	case c.State == wire.RunBusy:
		kids = append(kids, El("span", Class("timer"), s.T("running", piece.Millis(float64(max(s.Now-c.Started, 1))))))
		switch {
		case s.Conn.Live():
		case s.Conn.State == app.Refused:
			say("stale", s.T("running.refused"))
		case s.Conn.Silent:
			say("stale", s.T("running.silent"))
		default:
			say("", s.T("running.offline"))
		}
		if c.Near != nil {
			kids = append(kids, El("span", Class("stale"), A("role", "status"), output.Near(s, c.Near)))
		}
	case c.Active():
		say("", queueWords(s, c))
	case c.Cost != nil:
		kids = append(kids, costWords(s, c)...)
	}
	switch {
	case c.State == wire.RunStopped && !c.Active():
		say("", s.T("state.stopped"))
	}
	if c.Past {
		say("stale", s.T("cell.past"))
	}
	if c.Changed() {
		say("stale", s.T("stale.code"))
	} else if why := s.Stale(c); why != nil {
		say("stale", staleWords(s, why))
		kids = append(kids, piece.Button("link", s.T("stale.run", piece.Itoa(len(s.StaleCells()))), Act("run-stale"), piece.Disabled(!s.MayRun())))
	}
	if c.Edited() {
		say("", s.T("edited"))
		kids = append(kids, piece.Button("quiet", s.T("reset"), Act("reset-cell"), A("title", s.T("cmd.reset-cell"))))
	}
	if len(kids) == 0 {
		return nil
	}
	return El("div", Class("cell-foot"), kids)
}

// staleWords says which names make a cell stale, and why.
func staleWords(s *app.State, why *app.Staleness) string {
	from := s.Called(why.From)
	switch {
	case len(why.Names) == 0:
		return s.T("stale.before")
	case why.Chain:
		return s.T("stale.chain", strings.Join(why.Names, s.T("comma")), from)
	}
	return s.T("stale.names", strings.Join(why.Names, s.T("comma")), from)
}

func queueWords(s *app.State, c *app.Cell) string {
	switch {
	case !s.Conn.Live():
		return s.T("queued.offline")
	case c.Sent:
		return s.T("sent")
	case c.Position <= 0:
		return s.T("queued.next")
	}
	return s.T("queued", piece.Itoa(c.Position))
}

func costWords(s *app.State, c *app.Cell) []*Node {
	cost := c.Cost
	kids := []*Node{El("span", s.T("cost.host", piece.Millis(cost.HostMS)))}
	if cost.Launches == 0 && cost.DeviceMS == 0 && cost.BytesMoved == 0 {
		return kids
	}
	device := s.T("cost.device", piece.Millis(cost.DeviceMS))
	if piece.Simulated(s) {
		device = s.T("cost.simulated", piece.Millis(cost.DeviceMS))
	}
	class := ""
	if cost.BytesMoved > 0 {
		class = "moved"
	}
	return append(kids, El("span", device),
		El("span", Class(class), s.T("cost.moved", piece.Bytes(cost.BytesMoved))),
		El("span", s.T("cost.launches", piece.Itoa(int(cost.Launches)))))
}

// more are the cell's lesser commands, shown when it is pointed at or selected.
func more(s *app.State, c *app.Cell) *Node {
	kids := []*Node{
		piece.IconButton("plus", s.T("cmd.insert-below"), Act("insert-below")),
		piece.IconButton("up", s.T("cmd.move-up"), Act("move-up")),
		piece.IconButton("down", s.T("cmd.move-down"), Act("move-down")),
	}
	if c.Runs() {
		kids = append(kids, piece.IconButton("step", s.T("cmd.step-through"), Act("step-through")), piece.IconButton("to-here", s.T("cmd.run-to-here"), Act("run-to-here")))
	}
	if len(c.Outputs) > 0 {
		kids = append(kids,
			piece.IconButton("copy", s.T("cmd.copy-output"), Act("copy-output")),
			piece.IconButton("fold", s.T("cmd.fold-output"), Act("fold-output"), A("aria-expanded", piece.Word(!c.Folded))),
			piece.IconButton("clear", s.T("cmd.clear-output"), Act("clear-output")))
	}
	kids = append(kids, piece.IconButton("bin", s.T("cmd.delete"), Act("delete")))
	return El("div", Class("cell-more"), A("role", "toolbar"), A("aria-label", s.T("cell.commands")), kids)
}
