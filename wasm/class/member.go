package class

import (
	"slices"
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/web/boot"
)

// This file is what every member does: say where they are, follow who presents, take or put
// away what was pushed, vote, ask for help.

const (
	whereEvery = 2000 // ms between two Where at least
	whereLeads = 200  // of who presents
	typingFor  = 3000 // ms after the last change of a cell
)

// presence is what the class is told of where the reader is.
type presence struct {
	told    wire.WhereBody
	at      int64 // when it was told last
	timer   bool
	code    map[string]string // of cells as they were edited on this page
	typedAt int64
}

// Presents reports whether the reader leads the class through lessons.
func (s *State) Presents() bool {
	return s.Info.Presenter != nil && s.Info.Presenter.ID == s.Me.ID
}

// Led reports whether somebody else does; Follows whether this page goes along.
func (s *State) Led() bool { return s.Info.Presenter != nil && !s.Presents() }

func (s *State) Follows() bool { return s.Led() && !s.Away }

// moved asks where the reader is, not too often.
func (s *State) moved() {
	w := &s.where
	if s.Lesson == "" || s.Watching || w.timer || !s.Link.Live() {
		return
	}
	every := int64(whereEvery)
	if s.Presents() {
		every = whereLeads
	}
	if wait := w.at + every - s.Now; w.at > 0 && wait > 0 {
		w.timer = true
		s.do(After{wait, "where"})
		return
	}
	s.look()
}

func (s *State) look() {
	if s.Link.Live() {
		s.do(Look{})
	}
}

// seen tells where the reader is, when that has changed.
func (s *State) seen(op Seen) {
	w := &s.where
	if s.Lesson == "" || s.Watching {
		return
	}
	now := wire.WhereBody{Lesson: s.Lesson, Cell: op.Cell, Typing: s.Now-w.typedAt < typingFor && w.typedAt > 0}
	if s.Presents() {
		now.Top, now.Code = min(max(op.Top, -wire.MaxTop), wire.MaxTop), w.code[op.Cell]
	}
	if now == w.told || len(now.Code) > wire.MaxShown {
		return
	}
	w.told, w.at = now, s.Now
	s.tell(wire.Where, &now)
}

// edited notes that the reader writes. Who writes has left the presenter.
func (s *State) edited(op Edited) {
	w := &s.where
	if w.code == nil {
		w.code = map[string]string{}
	}
	w.code[op.Cell] = op.Code
	if s.Now-w.typedAt >= typingFor {
		s.do(After{typingFor, "typing"})
	}
	w.typedAt = s.Now
	if s.Follows() {
		s.leave()
	}
	s.moved()
}

// stoppedTyping looks whether the reader has paused.
func (s *State) stoppedTyping() {
	if left := s.where.typedAt + typingFor - s.Now; left > 0 {
		s.do(After{left, "typing"})
		return
	}
	s.moved()
}

// led moves the page to where the presenter is.
func (s *State) led(b *wire.PresenterBody) {
	if s.Presents() {
		return
	}
	s.Presenter = b
	s.touch(Bar | Cards)
	if s.Follows() {
		s.follow()
	}
}

func (s *State) follow() {
	p := s.Presenter
	switch {
	case p == nil || s.Kind != boot.Lesson && s.Kind != boot.Home:
	case p.Lesson != s.Lesson:
		s.do(Visit{p.Lesson, p.Cell})
	case p.Cell != "":
		s.do(Show{p.Cell, p.Top})
	}
}

func (s *State) leave() {
	s.Away, s.left = true, s.Info.Presenter.ID
	s.do(Keep{KeepLeft, s.left}, Show{})
	s.do(Say{Key: "follow.left", Args: []string{s.Info.Presenter.Name}})
	s.touch(Bar | Cards)
}

// Showing is the code of the presenter that is worth showing beside the reader's own: what
// they have typed, of a cell of this lesson.
func (s *State) Showing() *wire.PresenterBody {
	if p := s.Presenter; s.Led() && p != nil && p.Code != "" && p.Lesson == s.Lesson {
		return p
	}
	return nil
}

// Open are the polls that a card shows: those that are open, and one that has closed while
// the page was open until it is put away.
func (s *State) Open() []wire.PollBody {
	var open []wire.PollBody
	for _, p := range s.Polls {
		if !s.gone[p.ID] && (p.Closed == 0 || s.fresh[p.ID] || p.Mine != nil) {
			open = append(open, p)
		}
	}
	return open
}

// Fresh reports whether a card came while the page was open.
func (s *State) Fresh(id string) bool { return s.fresh[id] }

const maxGone = 200

// putAway takes a card off the page for good.
func (s *State) putAway(id string) {
	if s.gone[id] || id == "" {
		return
	}
	s.gone[id] = true
	s.Pushes = slices.DeleteFunc(s.Pushes, func(p wire.PushedBody) bool { return p.ID == id })
	ids := make([]string, 0, len(s.gone))
	for id := range s.gone {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	s.do(Keep{KeepGone, strings.Join(ids[max(0, len(ids)-maxGone):], " ")})
	s.touch(Cards)
}

// take does what a card offers: a cell is inserted, a place is gone to.
func (s *State) take(id string) {
	i := slices.IndexFunc(s.Pushes, func(p wire.PushedBody) bool { return p.ID == id })
	if id == "" { // by key: the newest cell
		for i = len(s.Pushes) - 1; i >= 0 && s.Pushes[i].Kind != wire.PushCell; i-- {
		}
	}
	if i < 0 {
		return
	}
	p := s.Pushes[i]
	s.putAway(p.ID)
	switch p.Kind {
	case wire.PushCell:
		after := ""
		if p.Lesson == s.Lesson {
			after = p.Cell
		}
		s.do(Insert{after, p.Body})
	case wire.PushGoto:
		if p.Lesson == s.Lesson {
			s.do(Show{p.Cell, showTop})
		} else {
			s.do(Visit{p.Lesson, p.Cell})
		}
	}
}

// showTop is where a cell is put that the reader was sent to: a sixth below the top.
const showTop = 166

func (s *State) vote(value string) {
	id, choice, _ := strings.Cut(value, " ")
	p, n := s.poll(id), -1
	if i, err := strconv.Atoi(choice); err == nil {
		n = i
	}
	if p == nil || p.Closed > 0 || n < 0 || n >= len(p.Options) {
		return
	}
	p.Mine = &n
	s.post(wire.Vote, &wire.VoteBody{Poll: id, Choice: n})
	s.touch(Cards)
}

// raise asks for help with the note that was written, or changes it.
func (s *State) raise() {
	s.post(wire.RaiseHand, &wire.RaiseBody{Up: true, Lesson: s.Lesson, Cell: s.where.told.Cell, Note: clip(strings.TrimSpace(s.Note), wire.MaxNote)})
	s.do(Shut{})
	s.touch(Bar)
}

func (s *State) lower() {
	s.post(wire.RaiseHand, &wire.RaiseBody{Up: false})
	s.do(Shut{})
	s.touch(Bar)
}

// clip cuts a text at whole characters.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xC0 == 0x80 {
		most--
	}
	return text[:most]
}

var memberActs = map[string]func(s *State, value string){
	"hand": func(s *State, _ string) {
		if s.Hand != nil && s.Note == "" {
			s.Note = s.Hand.Note
		}
		s.do(Open{"hand"})
	},
	"hand-up":   func(s *State, _ string) { s.raise() },
	"hand-down": func(s *State, _ string) { s.lower() },
	"vote":      (*State).vote,
	"take-card": (*State).take,
	"put-away":  (*State).putAway,
	"copy-shown": func(s *State, _ string) {
		if p := s.Showing(); p != nil {
			s.do(Insert{p.Cell, p.Code})
		}
	},
	"follow": func(s *State, _ string) {
		if s.Led() {
			s.Away, s.left = false, ""
			s.do(Keep{KeepLeft, ""})
			s.touch(Bar | Cards)
			s.follow()
		}
	},
	"unfollow": func(s *State, _ string) {
		if s.Follows() {
			s.leave()
		}
	},
	"class-retry": func(s *State, _ string) { s.redial() },
	"allow-pen": func(s *State, _ string) {
		s.post(wire.Allow, &wire.AllowBody{Pen: !s.Looking.Pen})
	},
}

// typed takes the text of an input field.
func (s *State) typed(op Typed) {
	switch {
	case op.Field == "hand-note":
		s.Note = op.Value
	case strings.HasPrefix(op.Field, "card-"):
		s.cardTyped(op)
	case strings.HasPrefix(op.Field, "ask-"):
		s.askTyped(op)
	case strings.HasPrefix(op.Field, "board-"):
		s.boardTyped(op)
	}
}
