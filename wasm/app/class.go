package app

import (
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/class"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file joins the notebook to the class: package class says what is to be done, and here
// it is done to the notebook; what happens here the class is told.

// Watched reports whether the page shows the notebook of somebody else: it is for looking.
func (s *State) Watched() bool { return s.Page.Watch != "" }

// lock is what the class's lock forbids the reader of this page: a wire.Lock…
func (s *State) lock() string {
	if s.Class == nil || s.Class.Leads || s.Class.Info.Lock == "" {
		return wire.LockOff
	}
	return s.Class.Info.Lock
}

// MayRun and MayEdit say what the reader may do to cells.
func (s *State) MayRun() bool  { return !s.Watched() && s.lock() == wire.LockOff }
func (s *State) MayEdit() bool { return !s.Watched() && s.lock() != wire.LockEdit }

// class gives the class an op and carries out what follows.
func (s *State) class(op class.Op) {
	if s.Class == nil {
		return
	}
	effects, parts := s.Class.Apply(s.Now, op)
	for part, regions := range classRegions {
		if parts&part != 0 {
			s.touch(regions...)
		}
	}
	if parts&class.Lock != 0 {
		s.locked()
	}
	for _, e := range effects {
		s.classEffect(e)
	}
}

// classRegions are what is drawn of the class, by its parts.
var classRegions = map[class.Part][]Region{
	class.Bar: {Top, Banner}, class.Cards: {Cards}, class.Rows: {Board}, class.Aside: {Aside}, class.Writing: {Layer},
}

func (s *State) classEffect(e class.Effect) {
	switch e := e.(type) {
	case class.After:
		s.do(After{e.MS, "class." + e.What})
	case class.Say:
		key := e.Key
		if !text.Has(key) {
			key = "class.no"
		}
		s.toast(s.T(key, e.Args...))
	case class.Visit:
		s.visitLesson(e.Lesson, e.Cell)
	case class.Watch:
		s.do(Visit{"/" + string(s.Lang) + "/lessons/" + e.Lesson + "?watch=" + e.Member})
	case class.Insert:
		s.insertCard(e)
	case class.Show:
		s.do(ShowCell{e.Cell, e.Top})
	case class.Keep:
		s.do(Store{e.Key, e.Value})
	case class.Copy:
		s.do(Copy{e.Text})
	case class.Open:
		s.open(DialogKind(e.Dialog))
	case class.Shut:
		s.closeDialog()
	case class.Focus:
		s.do(FocusNode{e.ID})
	default: // the socket's
		s.do(ClassEffect{e})
	}
}

// visitLesson goes to a lesson by its id, if the course has it.
func (s *State) visitLesson(id, cell string) {
	for _, e := range s.Page.Course {
		if e.ID == id {
			url := e.URL
			if cell != "" {
				url += "#c-" + cell
			}
			s.flushDraft()
			s.do(Visit{url})
			return
		}
	}
}

// insertCard puts a cell that somebody sent behind the cell where it belongs, or behind the one
// that is selected. It is the reader's own from then on, and nothing runs it.
func (s *State) insertCard(e class.Insert) {
	if len(s.Doc) == 0 || !s.MayEdit() {
		s.do(Copy{e.Code})
		s.toast(s.T("copied"))
		return
	}
	if i := s.cellIndex(e.After); i >= 0 {
		s.selectBlock(s.Doc[i].Key)
	}
	c := s.insert(newCell(s.ownID(), strings.TrimRight(e.Code, "\n")), true)
	s.setMode(Command)
	s.do(FocusBlock{"c-" + c.ID})
}

// flushDraft saves at once what would be saved soon.
func (s *State) flushDraft() {
	if s.Saved == SavingNow {
		s.saveDraft()
	}
}

// locked makes the editors as the lock says.
func (s *State) locked() {
	s.do(ReadOnly{!s.MayEdit()})
	for _, c := range s.Cells {
		s.changed(c)
	}
	s.touch(Top, Banner, Notebook)
}

// forbidden says why something cannot be done, and reports whether it cannot.
func (s *State) forbidden(may bool) bool {
	if may {
		return false
	}
	if s.Watched() {
		s.toast(s.T("watch.only"))
	} else {
		s.toast(s.T("lock." + s.lock() + ".do"))
	}
	return true
}

// startClass opens the class's socket.
func (s *State) startClass(stored map[string]string) {
	if s.Class == nil {
		return
	}
	s.touch(Banner, Cards, Board, Aside)
	if s.Watched() {
		s.do(ReadOnly{true}, Root{"data-watch", "on"})
	}
	s.class(class.Start{Gone: stored[class.KeepGone], Left: stored[class.KeepLeft]})
}

// fillPoll fills the poll that is being written from a template of the catalogue.
func (s *State) fillPoll(name string) {
	for _, t := range class.Templates {
		if t.Name != name || s.Class == nil {
			continue
		}
		options := make([]string, t.Options)
		for i := range options {
			options[i] = s.T("poll." + name + "." + itoa(i+1))
		}
		s.Class.Fill(t.Kind, s.T("poll."+name), options)
		s.touch(Layer)
	}
}

// classCommand gives the class a command as it was given.
func classCommand(name string) func(*State, *Cell, Act) {
	return func(s *State, _ *Cell, a Act) { s.class(class.Act{Name: name, Value: a.Value}) }
}

// memberCommands are those of a lesson page in a class, with keys in command mode.
var memberCommands = []CommandSpec{
	{"hand", "class", []string{"Q"}, nil, classCommand("hand")},
	{"take-card", "class", []string{"G"}, nil, classCommand("take-card")},
	{"follow", "class", []string{"W"}, nil, classCommand("follow")},
}

// boardCommands are those of the board and of a notebook that is looked at.
var boardCommands = []CommandSpec{
	{"need-next", "board", []string{"N"}, nil, classCommand("need-next")},
	{"need-prev", "board", []string{"Shift+N"}, nil, classCommand("need-prev")},
	{"row-next", "board", []string{"ArrowDown", "J"}, nil, classCommand("row-next")},
	{"row-prev", "board", []string{"ArrowUp", "K"}, nil, classCommand("row-prev")},
	{"look", "board", []string{"Enter"}, nil, classCommand("look")},
	{"take-hand", "board", []string{"T"}, nil, classCommand("take-hand")},
	{"end-hand", "board", []string{"Shift+T"}, nil, classCommand("end-hand")},
	{"pick", "board", []string{"X"}, nil, classCommand("pick")},
	{"push", "board", []string{"C"}, nil, classCommand("push")},
	{"message", "board", []string{"M"}, nil, classCommand("message")},
	{"poll", "board", []string{"V"}, nil, classCommand("poll")},
	{"mask", "board", []string{"A"}, nil, classCommand("mask")},
	{"flip", "board", []string{"L"}, nil, classCommand("flip")},
	{"board-search", "board", []string{"/", "F"}, nil, classCommand("board-search")},
	{"join-code", "board", nil, nil, classCommand("join-code")},
	{"lock-menu", "board", nil, nil, classCommand("lock-menu")},
}

// watchKeys are those of the board that hold in a notebook that is looked at.
var watchKeys = map[string]string{"N": "need-next", "Shift+N": "need-prev"}

// changes are what commands do that the class's lock may forbid, or looking at the notebook of
// somebody else: by group, and by name where one differs from its group.
var changes = map[string]touches{
	"run": runs, "device": runs, "cell": edits,
	"stop": free, "copy-cell": free, "copy-code": free, "check": runs, "touch": runs, "solve": runs, "devices": runs, "devices-webgpu": runs, "run-both": runs, "answer": runs,
	"fix": edits, "use-solution": edits, "example": edits, "hint": works, "guess": works, "tell": works, "take-pen": works,
	"gpu-run": runs, "gpu-session": runs, "gpu-save": works, "gpu-release": works, "gpu-hide": works,
	"use-old": edits, "drop-old": edits, "open-file": edits,
}

// touches says what a command does to the notebook.
type touches int

const (
	free  touches = iota
	works         // it is the owner's to do
	runs
	edits
)

// may reports whether the reader may carry out a command now.
func (s *State) may(spec *CommandSpec) bool {
	kind, named := changes[spec.Name]
	if !named {
		kind = changes[spec.Group]
	}
	switch kind {
	case works:
		return !s.Watched()
	case runs:
		return s.MayRun()
	case edits:
		return s.MayEdit()
	}
	return true
}

// isBoard reports whether this page is the class's board.
func (s *State) isBoard() bool { return s.Page.Kind == boot.Board }
