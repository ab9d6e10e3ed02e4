// Package app is the client's state: what the page knows, and how that changes.
//
// Its one idea: everything that happens (a click, a key, a message, a tick) is an
// Op, and State.Apply turns it into a new state and a list of Effects for others
// to carry out. It reads no clock and touches no page, so all of it is tested
// without a browser. It must not import syscall/js nor the view.
package app

import (
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/wasm/class"
	"gputour/web/boot"
	"gputour/web/text"
)

// State is all that the page knows. Read it freely; change it through Apply only.
type State struct {
	Page   boot.Page
	Lang   text.Lang
	Theme  string // "system", "light", "dark"
	Now    int64  // ms since 1970, of the last Op
	Touch  bool   // no fine pointer: no hints on keys
	hasGPU bool   // the browser has WebGPU
	Ready  bool   // Boot was applied
	Conn   Conn
	Doc    []Block // the notebook, in order
	Cells  map[string]*Cell
	Device Device
	GPU    GPU

	Selected string // id of the selected block
	Mode     Mode
	Dialog   Dialog
	Toasts   []Toast
	Progress Progress
	Pen      wire.PenBody
	Limits   wire.Limits
	Saved    SaveState
	Present  bool // presenter mode: large type, few controls
	Menu     bool // the list of lessons is open (narrow pages)
	Sheet    bool // the device panel is pulled up (phone)
	OneKeys  bool // single-key shortcuts are on
	Drafts   *OldDrafts
	Keep     keeping      // of texts on the server
	History  History      // of a cell, while its dialog is open
	Class    *class.State // nil where there is none
	Assigned []*Assigned

	undo, redo []change
	clip       []*Cell
	anchor     string               // where the selected cells begin, while they are several
	headings   map[string][]Heading // of the served blocks, once read; by key
	lastKey    string               // first half of a two-key shortcut
	lastKeyAt  int64
	sweep      []string          // the cells of the last "Run all" that is under way
	again      []string          // cells that had run when names were lost, until one runs
	last       string            // the lesson visited last, in this browser
	prose      map[string]string // the served blocks' texts, once read; by key
	stepping   bool              // the run that is asked for next is recorded
	fileMeta   fields.Raw        // the metadata of the notebook that was opened
	saving     string            // the format of a file that waits for them
	runs       uint64            // made so far, for ids
	tag        string            // of this page load, for ids
	ticking    bool
	gpuTicking bool
	Spare      bool // the page can go on without its server
	Back       bool // it did, and the server is there again
	fetching   bool // what it needs for that
	dirty      map[Region]bool
	effects    []Effect
	asked      map[string]ask // completion and help in flight, by rid
	placeAt    int64          // when the placement was last asked for

	stale      map[string]*Staleness // as of staleMarks
	staleMarks []staleMark

	skew         int64 // ms that the server's clock is ahead
	assignedTick bool  // a timer of what is asked for runs
	assignedNext bool  // one that asks the server again runs
}

// Mode is what the keyboard means.
type Mode string

const (
	Command Mode = "command"
	Edit    Mode = "edit"
)

// Block is one child of the notebook: served text or a cell.
type Block struct {
	Key  string
	Cell string // "" for served text
}

// Region is a part of the page that is drawn anew as a whole.
type Region string

const (
	Top      Region = "top"
	Notebook Region = "notebook"
	Panel    Region = "panel"
	Layer    Region = "layer"
	Course   Region = "course"
	Banner   Region = "banner" // what the class says above the notebook
	Cards    Region = "cards"  // and beside it
	Board    Region = "board"
	Aside    Region = "aside"
	Work     Region = "work" // what is to be handed in
)

// Toast is a passing notice.
type Toast struct {
	ID    int
	Text  string
	Act   string // command of its button; "" none
	Label string
	Until int64
}

// SaveState says in words whether the learner's text is safe.
type SaveState string

const (
	SavedAll   SaveState = "saved"
	SavingNow  SaveState = "saving"
	SaveFailed SaveState = "failed"
)

// New returns the state of a page that has just been loaded. tag makes the ids of
// its runs unlike those of any other page: 16 random hexadecimal digits.
func New(page boot.Page, tag string) *State {
	s := &State{
		Page: page, Lang: text.Parse(page.Lang), Theme: "system", Saved: SavedAll, OneKeys: true,
		Device: Device{Bar: -1},
		Cells:  map[string]*Cell{}, Mode: Command, tag: tag,
		dirty: map[Region]bool{}, asked: map[string]ask{},
		Keep:     keeping{texts: map[string]*Kept{}, barred: map[string]string{}},
		Progress: Progress{Lessons: map[string]map[string]bool{}},
	}
	for _, b := range page.Blocks {
		s.addBlock(b)
	}
	if page.Class != nil {
		s.Class = class.New(page, tag)
	}
	if s.Page.Kind == boot.Scratch && len(s.Doc) == 0 {
		s.Doc = []Block{{Key: "c-s1", Cell: "s1"}}
		s.Cells["s1"] = newCell("s1", "")
	}
	return s
}

func (s *State) addBlock(b boot.Block) {
	if b.Cell != nil {
		s.Cells[b.Cell.ID] = lessonCell(b.Cell)
	}
	s.placeBlock(b)
}

// placeBlock puts a served block at the end of the notebook.
func (s *State) placeBlock(b boot.Block) {
	block := Block{Key: b.Key}
	if b.Cell != nil {
		block.Cell = b.Cell.ID
	}
	s.Doc = append(s.Doc, block)
}

// touch marks regions to be drawn anew.
func (s *State) touch(regions ...Region) {
	for _, r := range regions {
		s.dirty[r] = true
	}
}

// Changed reports whether some region is to be drawn anew.
func (s *State) Changed() bool { return len(s.dirty) > 0 }

// Dirty returns the regions that changed since it was last called.
func (s *State) Dirty() map[Region]bool {
	d := s.dirty
	s.dirty = map[Region]bool{}
	return d
}

// cell is the cell with the given id, or nil.
func (s *State) cell(id string) *Cell { return s.Cells[id] }

// index is the position of a block in the notebook, -1 if it is not there.
func (s *State) index(key string) int {
	for i, b := range s.Doc {
		if b.Key == key {
			return i
		}
	}
	return -1
}

// cellIndex is the position of a cell's block, -1 if it is not there.
func (s *State) cellIndex(id string) int {
	for i, b := range s.Doc {
		if b.Cell == id && id != "" {
			return i
		}
	}
	return -1
}

// Order returns the cells in the notebook's order.
func (s *State) Order() []*Cell {
	var cells []*Cell
	for _, b := range s.Doc {
		if c := s.Cells[b.Cell]; c != nil {
			cells = append(cells, c)
		}
	}
	return cells
}

// T is the interface's text for key, with {0}, {1}, … filled in.
func (s *State) T(key string, args ...string) string {
	if here := key + "@tab"; s.Page.Tab != nil && text.Has(here) { // there is no server to speak of
		key = here
	}
	return s.Lang.T(key, args...)
}

// LessonURL is the address of a section of a lesson, named as "devices#counting"; "" when the course has no such lesson.
func (s *State) LessonURL(ref string) string {
	id, section, _ := strings.Cut(ref, "#")
	for _, e := range s.Page.Course {
		if e.ID == id && section != "" {
			return e.URL + "#s-" + escapePath(section) // headings' ids begin with s-
		}
		if e.ID == id {
			return e.URL
		}
	}
	return ""
}

// escapePath is a text as a part of an address.
func escapePath(text string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// Or is the interface's text for key, or other when it has none: for names that
// come over the wire.
func (s *State) Or(key, other string) string {
	if text.Has(key) {
		return s.T(key)
	}
	return other
}

// Kernel is what a check of a kernel found, by its code, or other where the catalogue
// has no text for it.
func (s *State) Kernel(code string, args []string, other string) string {
	key := "kernel." + code
	if !text.Has(key) || s.Lang == text.English {
		return other
	}
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = s.Or("kernel.word."+strings.ReplaceAll(a, " ", "-"), a)
	}
	return s.T(key, words...)
}

// Busy reports whether a run of this session is under way or waits.
func (s *State) Busy() bool {
	for _, c := range s.Cells {
		if c.Active() {
			return true
		}
	}
	return s.calling()
}
