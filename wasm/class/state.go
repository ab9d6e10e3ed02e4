// Package class is what a page knows of the class that its reader sits in or leads, and
// how that changes.
//
// It is built as package app is, which it serves: everything that happens is an Op, and
// State.Apply turns it into a new state and a list of Effects for others to carry out. It
// reads no clock and touches no page. It knows nothing of notebooks but the ids of their
// cells.
package class

import (
	"gputour/engine/wire"
	"gputour/web/boot"
)

// State is all that the page knows of its class. Read it freely; change it through Apply.
type State struct {
	Now    int64 // ms since 1970, of the last Op
	Kind   string
	Lang   string
	Lesson string // of this page
	Me     wire.Person
	Leads  bool // may do what those who teach may
	// Watching says that the page shows the notebook of another member, Board.At.
	Watching bool
	Link     Link
	Info     wire.ClassBody
	Known    bool // Info came from the server

	// What a member is told.
	Pushes    []wire.PushedBody // oldest first, those put away left out
	Polls     []wire.PollBody   // oldest first
	Hand      *wire.HandBody    // while it is up
	Note      string            // what is written into the note of the hand
	Looking   wire.LookingBody
	Presenter *wire.PresenterBody
	Away      bool // the reader has left the presenter

	// What those who teach are told and do.
	Board Board
	Card  Card // what is being written, to be pushed
	Ask   Ask  // the poll that is being written
	Code  wire.JoinCodeBody

	ahead   int64 // of the server's clock before ours, ms
	where   presence
	gone    map[string]bool // cards that were put away
	left    string          // the presenter whom the reader has left
	fresh   map[string]bool // cards that came while the page was open
	tag     string
	asked   uint64 // requests so far
	drawing bool   // more rows are going to be drawn
	parts   Part
	effects []Effect
}

// Part is a set of what has to be drawn anew.
type Part uint8

const (
	Bar     Part = 1 << iota // what the top of the page says
	Cards                    // what the class shows beside the notebook
	Rows                     // the board
	Aside                    // what stands beside the board
	Lock                     // whether cells may be run and changed
	Writing                  // the open dialog
)

// New returns the state of a page that has just been loaded, of a member of a class. tag
// makes the ids of its requests unlike those of any other page.
func New(page boot.Page, tag string) *State {
	s := &State{
		Kind: page.Kind, Lang: page.Lang, Lesson: page.Lesson, tag: "c" + tag,
		Me: wire.Person{ID: page.Class.ID, Name: page.Class.Name, Role: page.Class.Role}, Leads: page.Class.Leads,
		Info: wire.ClassBody{Title: page.Class.Title, Lock: wire.LockOff},
		gone: map[string]bool{}, fresh: map[string]bool{}, Board: newBoard(),
	}
	s.Link.pace.Seed(s.tag)
	if page.Watch != "" && s.Leads {
		s.Watching, s.Board.At = true, page.Watch
	}
	return s
}

// Op is something that happened.
type Op any

type (
	// Start opens the connection. Gone are the cards that were put away before, Left is the
	// presenter whom the reader has left.
	Start struct{ Gone, Left string }
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
	// Woke is a moment at which a connection may have come back.
	Woke struct{}
	// Due is a timer that ran off; What is as in After.
	Due struct{ What string }
	// Act is a command by name; Typed a new text of an input field.
	Act   struct{ Name, Value string }
	Typed struct{ Field, Value string }
	// Moved says that the reader may look at something else; Seen what that is: a cell and where
	// it begins in the window, in thousandths of its height.
	Moved struct{}
	Seen  struct {
		Cell string
		Top  int
	}
	// Edited says that the reader has changed the code of a cell.
	Edited struct{ Cell, Code string }
)

// Effect is something for others to do.
type Effect any

type (
	Dial struct{} // opens the socket; Hang closes it
	Hang struct{}
	Send struct{ Message wire.Message }
	// After applies Due{What} when MS milliseconds have passed.
	After struct {
		MS   int64
		What string
	}
	// Look asks for a Seen.
	Look struct{}
	// Show moves the page so that a cell begins where Top says, as Seen does, and marks it; an
	// empty Cell takes the mark away.
	Show struct {
		Cell string
		Top  int
	}
	// Visit goes to a lesson, at a cell; Watch to the notebook of a member.
	Visit struct{ Lesson, Cell string }
	Watch struct{ Member, Lesson string }
	// Insert puts a new cell behind the cell After, or where the reader is.
	Insert struct{ After, Code string }
	// Say shows a passing notice: a text of the catalogue.
	Say struct {
		Key  string
		Args []string
	}
	// Keep keeps a text in this browser: KeepGone or KeepLeft, see Start.
	Keep struct{ Key, Value string }
	// Copy puts text on the clipboard.
	Copy struct{ Text string }
	// Open shows a dialog; Shut closes it.
	Open struct{ Dialog string }
	Shut struct{}
	// Focus moves the keyboard to an element.
	Focus struct{ ID string }
)

// What is kept in the browser.
const (
	KeepGone = "class.gone"
	KeepLeft = "class.left"
)

func (s *State) do(e ...Effect) { s.effects = append(s.effects, e...) }

func (s *State) touch(p Part) { s.parts |= p }

// Apply changes the state by op at time now (ms since 1970) and returns what is to be done,
// in order, and what has to be drawn anew.
func (s *State) Apply(now int64, op Op) ([]Effect, Part) {
	s.Now, s.effects, s.parts = now, nil, 0
	switch op := op.(type) {
	case Start:
		s.start(op)
	case Opened:
		s.opened()
	case Closed:
		s.closed(op)
	case Received:
		s.received(op)
	case Woke:
		s.redial()
	case Due:
		s.due(op.What)
	case Act:
		if do := acts[op.Name]; do != nil {
			do(s, op.Value)
		}
	case Typed:
		s.typed(op)
	case Moved:
		s.moved()
	case Seen:
		s.seen(op)
	case Edited:
		s.edited(op)
	}
	return s.effects, s.parts
}

// Clock is the server's time, as far as it is known.
func (s *State) Clock() int64 { return s.Now + s.ahead }

func (s *State) due(what string) {
	switch what {
	case "dial":
		s.redial()
	case "ack":
		s.Link.ackTimer = false
		s.ack()
	case "countdown":
		s.countdown()
	case "where":
		s.where.timer = false
		s.look()
	case "typing":
		s.stoppedTyping()
	case "clock":
		s.ticked()
	case "rows":
		s.drawing = false
		s.Board.Drawn += drawnAtOnce
		s.touch(Rows)
		s.drawMore()
	}
}

// acts are the commands by name.
var acts map[string]func(s *State, value string)

func init() { // tables that refer to functions that refer to them
	acts = map[string]func(*State, string){}
	for _, part := range []map[string]func(*State, string){memberActs, leadActs, boardActs} {
		for name, do := range part {
			acts[name] = do
		}
	}
}

// Knows reports whether a command is one of the class's.
func Knows(name string) bool { return acts[name] != nil }
