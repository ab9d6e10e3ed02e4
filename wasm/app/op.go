package app

import (
	"gputour/engine/wire"
	"gputour/wasm/class"
)

// This file defines what can happen (Op) and what is to be done about it (Effect).

// Op is something that happened.
type Op interface{ op() }

type (
	// Boot begins: what this browser has stored (keys without prefix) and how it is.
	Boot struct {
		Stored map[string]string
		Touch  bool
		WebGPU bool // the browser has it
	}
	// Act is a command by name: from a button, the palette or the keyboard. An
	// empty Cell means the selected one.
	Act struct{ Name, Cell, Value string }
	// Key is a key press; Chord as in "Ctrl+Shift+P" (Ctrl is Cmd on a Mac).
	// In says where: "page", "editor", "input" or "dialog".
	Key struct{ Chord, In, Cell string }
	// Typed is a new text of an input field outside the editors.
	Typed struct{ Field, Cell, Value string }
	// Edited is a new text of a cell, made by the learner.
	Edited struct{ Cell, Code string }
	// Focused says that an editor took the keyboard; Left that it lost it.
	Focused struct{ Cell string }
	Left    struct{ Cell string }
	// Pointed says that the learner points at a name; "" at none.
	Pointed struct{ Name string }

	// Opened, Closed and Received are the socket's.
	Opened struct{}
	Closed struct {
		Code   int
		Reason string
	}
	Received struct {
		Message wire.Message
		Body    any
	}
	// Loading says how many bytes of the engine have come, where it runs in the page's tab.
	Loading struct{ Loaded, Total int }
	// StoreTrouble says that what this browser had kept could not be read ("damaged"), or that it keeps nothing ("none").
	StoreTrouble struct{ Kind string }
	// Updated says that there is a new version of the site, which has been fetched.
	Updated struct{}
	// SpareFetched says that the page can go on without its server.
	SpareFetched struct{}
	// Probed is the answer to a Probe: an HTTP status, 0 when there was no answer.
	Probed struct{ Status int }
	// ProseRead is the text of the served blocks, by key.
	ProseRead struct {
		Text     map[string]string
		Headings map[string][]Heading
	}
	// Fetched is the answer to a Fetch; OK false when there was none.
	Fetched struct {
		What, Text string
		OK         bool
	}
	// ClassOp is what happened to the class: its socket's.
	ClassOp struct{ Op class.Op }
	// Scrolled says that the learner may look at something else; Seen what that is, see class.Seen.
	Scrolled struct{}
	Seen     struct {
		Cell string
		Top  int
	}
	// Woke is a moment at which a connection may have come back: the browser says
	// it is online, or the page became visible.
	Woke struct{}

	// Due is a timer that ran off; What is as in After.
	Due struct{ What string }
	// StoreDone reports a Store; StoreElsewhere one of another tab.
	StoreDone struct {
		Key string
		OK  bool
	}
	StoreElsewhere struct{ Key, Value string }
	// FileOpened is a file that the learner chose.
	FileOpened struct{ Name, Text string }
	// Asked is a wish for completion or help at a cursor, counted in code points, or
	// for what is wrong in the source.
	// Ticket comes back in the Answer.
	Asked struct {
		Kind   string // "complete", "inspect", "call", "name" or "diagnose"
		Cell   string
		Code   string
		Cursor int
		Ticket int
	}
)

func (Boot) op()           {}
func (Act) op()            {}
func (Key) op()            {}
func (Typed) op()          {}
func (Edited) op()         {}
func (Focused) op()        {}
func (Left) op()           {}
func (Pointed) op()        {}
func (Opened) op()         {}
func (Closed) op()         {}
func (Received) op()       {}
func (Loading) op()        {}
func (StoreTrouble) op()   {}
func (Updated) op()        {}
func (SpareFetched) op()   {}
func (Woke) op()           {}
func (ClassOp) op()        {}
func (Scrolled) op()       {}
func (Seen) op()           {}
func (ProseRead) op()      {}
func (Fetched) op()        {}
func (Probed) op()         {}
func (Due) op()            {}
func (StoreDone) op()      {}
func (StoreElsewhere) op() {}
func (FileOpened) op()     {}
func (Asked) op()          {}

// Effect is something for others to do.
type Effect interface{ effect() }

type (
	// Dial opens the socket; Hang closes it.
	Dial struct{}
	Hang struct{}
	// Probe asks for this page by HTTP: a browser does not tell why it could not open a socket.
	Probe struct{}
	// FetchSpare fetches the engine with which the page can go on without its server; Alone has it dialled from now on.
	FetchSpare struct{}
	Alone      struct{}
	// Update puts the new version of the site into the place of this one and loads the page anew.
	Update struct{}
	// Send sends a message on the open socket.
	Send struct{ Message wire.Message }
	// ReadProse asks for the text of the served blocks, that only the page has.
	ReadProse struct{}
	// Fetch asks the server for a file.
	Fetch struct{ What, URL string }
	// After applies Due{What} when MS milliseconds have passed.
	After struct {
		MS   int64
		What string
	}
	// Store keeps Value under Key in this browser; an empty Value removes it.
	Store struct{ Key, Value string }
	// SetCode makes the editor of a cell show Code.
	SetCode struct{ Cell, Code string }
	// FocusEditor and FocusBlock move the keyboard; FocusBlock scrolls it into view.
	FocusEditor struct{ Cell string }
	FocusBlock  struct{ Key string }
	FocusNode   struct{ ID string }
	// Marks puts findings into an editor, in place of those before.
	Marks struct {
		Cell  string
		Marks []Mark
	}
	// Light marks every use of a name in the editors; "" none.
	Light struct{ Name, Device string }
	// LightLine marks a line of a cell's editor, in place of the one before; an empty Cell none.
	LightLine struct {
		Cell string
		Line int
	}
	// ReadOnly says whether editors can be written in.
	ReadOnly struct{ On bool }
	// ShowCell moves the page so that a cell begins at Top, in thousandths of the window's height.
	ShowCell struct {
		Cell string
		Top  int
	}
	// ClassEffect is for the class's socket: a class.Dial, Hang, Send, or Look.
	ClassEffect struct{ Effect class.Effect }
	// Answer brings completions, help or mistakes to the editor that asked.
	Answer struct {
		Ticket  int               `json:"Ticket"`
		Start   int               `json:"Start"`
		End     int               `json:"End"`
		Matches []wire.Completion `json:"Matches"`
		Help    string            `json:"Help"`
		Found   bool              `json:"Found"`
		Brief   *wire.Brief       `json:"Brief"`
		// Problems are what is wrong in the source that was sent.
		Problems []Mark `json:"Problems"`
	}
	// Root sets an attribute of the page's root; an empty Value removes it.
	Root struct{ Name, Value string }
	// Copy puts text on the clipboard; Download offers a file; Pick asks for one.
	Copy     struct{ Text string }
	Download struct{ Name, Type, Text string }
	Pick     struct{}
	Print    struct{}
	// Visit leaves for another page.
	Visit struct{ URL string }
	// Numbers shows or hides the line numbers of a cell's editor.
	Numbers struct {
		Cell string
		On   bool
	}
)

// Mark is a finding in a cell's code: lines from 1, columns from 0 in code points.
type Mark struct {
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	EndLine int    `json:"endLine"`
	EndCol  int    `json:"endCol"`
	Text    string `json:"text"`
	// Severity is "warning", "note", or else an error.
	Severity string `json:"severity,omitempty"`
}

func (Dial) effect()        {}
func (Probe) effect()       {}
func (Update) effect()      {}
func (FetchSpare) effect()  {}
func (Alone) effect()       {}
func (Hang) effect()        {}
func (Send) effect()        {}
func (After) effect()       {}
func (ReadProse) effect()   {}
func (Fetch) effect()       {}
func (Store) effect()       {}
func (SetCode) effect()     {}
func (FocusEditor) effect() {}
func (FocusBlock) effect()  {}
func (FocusNode) effect()   {}
func (Marks) effect()       {}
func (Light) effect()       {}
func (LightLine) effect()   {}
func (ReadOnly) effect()    {}
func (ShowCell) effect()    {}
func (ClassEffect) effect() {}
func (Answer) effect()      {}
func (Root) effect()        {}
func (Copy) effect()        {}
func (Download) effect()    {}
func (Pick) effect()        {}
func (Print) effect()       {}
func (Visit) effect()       {}
func (Numbers) effect()     {}

// do adds effects to those of the Op in hand.
func (s *State) do(effects ...Effect) { s.effects = append(s.effects, effects...) }

// Apply changes the state by op at time now (ms since 1970) and returns what is to
// be done, in order. Key ops that mean nothing to us return handled false, so that
// the browser may have them.
func (s *State) Apply(now int64, op Op) (effects []Effect, handled bool) {
	s.Now, s.effects, handled = now, nil, true
	switch op := op.(type) {
	case Boot:
		s.boot(op)
	case Act:
		s.act(op)
	case Key:
		handled = s.key(op)
	case Typed:
		s.typed(op)
	case Edited:
		s.edited(op)
	case Focused:
		s.focused(op.Cell)
	case Left:
		s.left(op.Cell)
	case Pointed:
		s.pointed(op.Name)
	case Opened:
		s.opened()
	case Closed:
		s.closed(op)
	case Received:
		s.received(op)
	case Loading:
		s.Conn.Loaded, s.Conn.Total = op.Loaded, op.Total
		s.touch(Top)
	case SpareFetched:
		s.Spare = true
		s.touch(Notebook)
	case StoreTrouble:
		s.toast(s.T("store." + op.Kind))
	case Updated:
		s.toastWith(s.T("site.updated"), "update", s.T("site.update"))
		s.stay()
	case Woke:
		s.woke()
		s.class(class.Woke{})
	case ClassOp:
		s.class(op.Op)
	case Scrolled:
		s.class(class.Moved{})
	case Seen:
		s.class(class.Seen{Cell: op.Cell, Top: op.Top})
	case ProseRead:
		s.headings = op.Headings
		s.proseRead(op.Text)
	case Fetched:
		s.fetched(op)
	case Probed:
		s.probed(op.Status)
	case Due:
		s.due(op.What)
	case StoreDone:
		s.stored(op)
	case StoreElsewhere:
		s.storedElsewhere(op)
	case FileOpened:
		s.fileOpened(op)
	case Asked:
		s.askServer(op)
	}
	return s.effects, handled
}
