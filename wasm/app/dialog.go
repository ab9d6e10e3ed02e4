package app

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gputour/wasm/class"
)

// This file defines what lies above the page: the palette, the list of shortcuts,
// search, and toasts.

// DialogKind says which dialog is open.
type DialogKind string

const (
	NoDialog        DialogKind = ""
	PaletteDialog   DialogKind = "palette"
	ShortcutsDialog DialogKind = "shortcuts"
	SearchDialog    DialogKind = "search"
	HistoryDialog   DialogKind = "history"
	OutlineDialog   DialogKind = "outline"

	// Those of the class; package class opens them by these names.
	HandDialog DialogKind = "hand"
	PushDialog DialogKind = "push"
	PollDialog DialogKind = "poll"
	LockDialog DialogKind = "lock"
	CodeDialog DialogKind = "code"
)

// Dialog is the open dialog.
type Dialog struct {
	Kind  DialogKind
	Query string
	At    int // selected row
}

// Hit is a place that a search found.
type Hit struct {
	Key   string // block
	Cell  string
	In    HitKind
	Line  int
	Text  string // the line
	Where int    // byte offset of the match in Text
}

// HitKind is what a hit stands in.
type HitKind string

// The kinds of hits; the catalogue has "search."+kind.
const (
	InText   HitKind = "text"
	InCode   HitKind = "code"
	InOutput HitKind = "output"
)

const maxHits = 50

func (s *State) open(kind DialogKind) {
	s.Dialog = Dialog{Kind: kind}
	s.touch(Layer)
	s.do(FocusNode{"dialog"})
	if (kind == SearchDialog || kind == OutlineDialog) && s.prose == nil {
		s.do(ReadProse{})
	}
}

func (s *State) closeDialog() {
	if s.Dialog.Kind == NoDialog {
		s.setSheet(false)
		return
	}
	s.Dialog = Dialog{}
	s.touch(Layer)
	if s.Selected != "" {
		s.do(FocusBlock{s.Selected})
	}
}

// typed takes the text of an input outside the editors.
func (s *State) typed(op Typed) {
	if op.Field == "query" {
		s.Dialog.Query, s.Dialog.At = op.Value, 0
		s.touch(Layer)
		return
	}
	if s.replayTyped(op.Field, op.Value) || s.exploreTyped(op.Field, op.Value) {
		return
	}
	s.class(class.Typed{Field: op.Field, Value: op.Value})
}

// Offers are the palette's commands that match the query, in order.
func (s *State) Offers() []*CommandSpec {
	var list []*CommandSpec
	words := strings.Fields(fold(s.Dialog.Query))
	for i := range Commands {
		spec := &Commands[i]
		if spec.Group == "" || !s.Offered(spec) {
			continue
		}
		title := fold(s.T("cmd." + spec.Name))
		fits := true
		for _, w := range words {
			fits = fits && (strings.Contains(title, w) || strings.Contains(spec.Name, w))
		}
		if fits {
			list = append(list, spec)
		}
	}
	return list
}

// Offered leaves out commands that cannot do anything on this page.
func (s *State) Offered(spec *CommandSpec) bool {
	switch spec.Name {
	case "devices-real":
		return s.Page.Real > 0
	case "devices-webgpu":
		return s.OffersWebGPU()
	case "devices-1", "devices-2", "devices-4", "devices-8":
		n, _ := strconv.Atoi(strings.TrimPrefix(spec.Name, "devices-"))
		return slices.Contains(s.SimulatedCounts(), n)
	case "run-stale":
		return len(s.StaleCells()) > 0
	case "prev-lesson":
		return s.Page.Prev != ""
	case "next-lesson":
		return s.Page.Next != ""
	case "open-file":
		return s.isScratch()
	case "history":
		return s.Keep.State == KeepsTexts && s.selectedCell() != nil
	}
	switch spec.Group {
	case "board":
		return s.isBoard()
	case "class":
		return s.Class != nil && len(s.Doc) > 0
	}
	return len(s.Doc) > 0 || spec.Group == "page" && (spec.Name != "search" || !s.isBoard()) || spec.Name == "scratch"
}

// Hits are the lines of the text, of code and of outputs that hold the query.
func (s *State) Hits() []Hit {
	query := fold(strings.TrimSpace(s.Dialog.Query))
	if query == "" {
		return nil
	}
	var hits []Hit
	look := func(b Block, in HitKind, text string) {
		for i, line := range strings.Split(text, "\n") {
			at := strings.Index(fold(line), query)
			if at < 0 || len(hits) >= maxHits {
				continue
			}
			line, at = excerpt(line, at)
			hits = append(hits, Hit{b.Key, b.Cell, in, i + 1, line, min(at, len(line))})
		}
	}
	for _, b := range s.Doc {
		c := s.Cells[b.Cell]
		switch {
		case c == nil:
			look(b, InText, s.prose[b.Key])
		case c.Note:
			look(b, InText, c.Code)
		default:
			look(b, InCode, c.Code)
			look(b, InOutput, c.Plain())
		}
	}
	return hits
}

// excerpt cuts a long line about the place of a hit.
func excerpt(line string, at int) (string, int) {
	const before, whole = 30, 120
	if len(line) <= whole || at <= before {
		return line[:runeStart(line, min(len(line), whole))], at
	}
	from := runeStart(line, at-before)
	return "…" + line[from:runeStart(line, min(len(line), from+whole))], at - from + len("…")
}

// runeStart is the beginning of the character at or around a byte.
func runeStart(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// rows is the number of rows that the open dialog lets one choose from.
func (s *State) rows() int {
	switch s.Dialog.Kind {
	case PaletteDialog:
		return len(s.Offers())
	case SearchDialog:
		return len(s.Hits())
	case OutlineDialog:
		return len(s.Outline())
	case HistoryDialog:
		return len(s.History.Texts)
	}
	return 0
}

func (s *State) dialogKey(k Key) bool {
	n := s.rows()
	switch k.Chord {
	case "Escape":
		s.closeDialog()
	case "ArrowDown", "ArrowUp":
		if n == 0 {
			return false
		}
		by := 1
		if k.Chord == "ArrowUp" {
			by = n - 1
		}
		s.Dialog.At = (s.Dialog.At + by) % n
		s.touch(Layer)
	case "Enter":
		if n == 0 {
			return false
		}
		if s.Dialog.Kind == HistoryDialog {
			s.takeBack()
			break
		}
		s.choose(strconv.Itoa(s.Dialog.At))
	default:
		return false
	}
	return true
}

// choose carries out the row with the given number.
func (s *State) choose(row string) {
	i, err := strconv.Atoi(row)
	if err != nil || i < 0 || i >= s.rows() {
		return
	}
	switch s.Dialog.Kind {
	case SearchDialog:
		s.goTo(s.Hits()[i].Key)
		return
	case OutlineDialog:
		s.goTo(s.Outline()[i].Key)
		return
	case HistoryDialog:
		s.Dialog.At = i
		s.touch(Layer)
		return
	}
	name := s.Offers()[i].Name
	s.closeDialog()
	s.act(Act{Name: name})
}

// goTo closes the dialog and goes to a block.
func (s *State) goTo(key string) {
	s.Dialog = Dialog{}
	s.touch(Layer)
	if s.index(key) >= 0 {
		s.selectBlock(key)
		s.do(FocusBlock{key})
	}
}

const (
	toastTime = 5000   // ms
	stayTime  = 60_000 // ms: of what asks for a decision
)

// toast shows a passing notice.
func (s *State) toast(text string) { s.toastWith(text, "", "") }

// toastWith shows a notice with a button.
func (s *State) toastWith(text, act, label string) {
	if text == "" {
		return
	}
	if n := len(s.Toasts); n > 0 && s.Toasts[n-1].Text == text {
		s.Toasts = s.Toasts[:n-1]
	}
	s.runs++
	s.Toasts = append(s.Toasts, Toast{ID: int(s.runs), Text: text, Act: act, Label: label, Until: s.Now + toastTime})
	if len(s.Toasts) > 3 {
		s.Toasts = s.Toasts[len(s.Toasts)-3:]
	}
	s.touch(Layer)
	s.do(After{toastTime, "toast"})
}

// dropAct takes away the notices whose button does something that is done.
func (s *State) dropAct(act string) {
	var keep []Toast
	for _, t := range s.Toasts {
		if t.Act != act {
			keep = append(keep, t)
		}
	}
	s.Toasts = keep
	s.touch(Layer)
}

func (s *State) dropToasts() {
	var keep []Toast
	for _, t := range s.Toasts {
		if t.Until > s.Now {
			keep = append(keep, t)
		}
	}
	s.Toasts = keep
	s.touch(Layer)
}
