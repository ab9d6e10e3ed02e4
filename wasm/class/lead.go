package class

import (
	"slices"
	"strconv"
	"strings"

	"gputour/engine/wire"
)

// This file is what those who teach do: push cards, ask polls, present, lock, go to hands.

// Card is a card that is being written.
type Card struct {
	Kind   string // as wire.PushBody
	To     []string
	Lesson string
	Cell   string
	Body   string
}

// Ask is a poll that is being written.
type Ask struct {
	Kind     string
	Question string
	Options  []string
	Answer   int // from 1; 0 none
	Hidden   bool
}

// compose opens the dialog for a card: to a member, to those who are picked, or to all.
func (s *State) compose(kind, to string) {
	if s.Card.Kind == "" || to != "" {
		s.Card.Kind = kind
	}
	s.Card.Kind, s.Card.To = kind, nil
	if to != "" {
		s.Card.To = []string{to}
	} else {
		for id := range s.Board.Picked {
			s.Card.To = append(s.Card.To, id)
		}
		slices.Sort(s.Card.To)
	}
	if s.Card.Lesson == "" {
		s.Card.Lesson = s.Lesson
	}
	s.do(Open{"push"})
}

// Ready reports whether the card can be sent.
func (c *Card) Ready() bool {
	if c.Kind == wire.PushGoto {
		return c.Lesson != ""
	}
	return strings.TrimSpace(c.Body) != "" && len(c.Body) <= wire.MaxPushed && len(c.To) <= wire.MaxTo
}

func (s *State) push() {
	c := s.Card
	if !c.Ready() || s.Link.Pending(wire.Push) {
		return
	}
	b := wire.PushBody{Kind: c.Kind, To: c.To, Lesson: c.Lesson, Cell: c.Cell, Body: c.Body}
	switch c.Kind {
	case wire.PushGoto:
		b.Body = ""
	case wire.PushText:
		b.Lesson, b.Cell = "", ""
	}
	s.post(wire.Push, &b)
	s.touch(Writing)
}

func (s *State) cardTyped(op Typed) {
	switch op.Field {
	case "card-body":
		was := s.Card.Ready()
		s.Card.Body = op.Value
		if was == s.Card.Ready() {
			return // the text stands in its field already
		}
	case "card-lesson":
		s.Card.Lesson, s.Card.Cell = op.Value, ""
	case "card-cell":
		s.Card.Cell = op.Value
	}
	s.touch(Writing)
}

// Templates are polls that are asked often, by name: the kind and the number of options, whose
// words are the catalogue's "poll.NAME.1", ….
var Templates = []struct {
	Name    string
	Kind    string
	Options int
}{
	{"clear", wire.PollChoice, 3},
	{"pace", wire.PollChoice, 3},
	{"done", wire.PollChoice, 2},
	{"true", wire.PollPrediction, 2},
	{"predict", wire.PollPrediction, 3},
	{"letters", wire.PollChoice, 4},
}

// Fill fills the poll with a question and options, as a template has them.
func (s *State) Fill(kind, question string, options []string) {
	s.Ask = Ask{Kind: kind, Question: question, Options: options, Hidden: kind == wire.PollPrediction}
}

// Ready reports whether the poll can be asked.
func (a *Ask) Ready() bool {
	return strings.TrimSpace(a.Question) != "" && len(a.options()) >= 2 && len(a.Question) <= wire.MaxQuestion &&
		!slices.ContainsFunc(a.Options, func(o string) bool { return len(o) > wire.MaxOption })
}

// options are those that have a text.
func (a *Ask) options() []string {
	var list []string
	for _, o := range a.Options {
		if strings.TrimSpace(o) != "" {
			list = append(list, strings.TrimSpace(o))
		}
	}
	return list
}

func (s *State) openPoll() {
	a := s.Ask
	if !a.Ready() || s.Link.Pending(wire.OpenPoll) {
		return
	}
	b := wire.OpenPollBody{Kind: a.Kind, Question: strings.TrimSpace(a.Question), Options: a.options(), Hidden: a.Hidden, Lesson: s.Lesson}
	if i := a.Answer - 1; a.Kind == wire.PollPrediction && i >= 0 && i < len(a.Options) && strings.TrimSpace(a.Options[i]) != "" {
		before := Ask{Options: a.Options[:i]}
		at := len(before.options())
		b.Answer = &at
	}
	s.post(wire.OpenPoll, &b)
	s.touch(Writing)
}

func (s *State) askTyped(op Typed) {
	was := s.Ask.Ready()
	if op.Field == "ask-question" {
		s.Ask.Question = op.Value
	} else if i, err := strconv.Atoi(strings.TrimPrefix(op.Field, "ask-option-")); err == nil && i >= 0 && i < len(s.Ask.Options) {
		s.Ask.Options[i] = op.Value
	}
	if was != s.Ask.Ready() {
		s.touch(Writing)
	}
}

func (s *State) present() {
	on := !s.Presents()
	s.post(wire.Present, &wire.PresentBody{On: on, Follow: on})
}

func (s *State) lock(mode string) {
	s.post(wire.Lock, &wire.LockBody{Mode: mode})
	s.do(Shut{})
}

// hand is the hand that is named, or that of the row of the keyboard.
func (s *State) hand(id string) string {
	if h := s.Board.Raised(s.Board.At); id == "" && h != nil {
		return h.ID
	}
	return id
}

var leadActs = map[string]func(s *State, value string){
	"push":      func(s *State, to string) { s.compose(wire.PushCell, to) },
	"message":   func(s *State, to string) { s.compose(wire.PushText, to) },
	"push-kind": func(s *State, kind string) { s.Card.Kind = kind; s.touch(Writing) },
	"push-all":  func(s *State, _ string) { s.Card.To = nil; s.touch(Writing) },
	"push-send": func(s *State, _ string) { s.push() },
	"poll": func(s *State, _ string) {
		if len(s.Ask.Options) == 0 {
			s.Fill(wire.PollChoice, "", []string{"", ""})
		}
		s.do(Open{"poll"})
	},
	"poll-kind": func(s *State, kind string) { s.Ask.Kind = kind; s.touch(Writing) },
	"poll-more": func(s *State, _ string) {
		if len(s.Ask.Options) < wire.MaxOptions {
			s.Ask.Options = append(s.Ask.Options, "")
		}
		s.touch(Writing)
	},
	"poll-less": func(s *State, at string) {
		if i, err := strconv.Atoi(at); err == nil && i >= 0 && i < len(s.Ask.Options) && len(s.Ask.Options) > 2 {
			s.Ask.Options = slices.Delete(slices.Clone(s.Ask.Options), i, i+1)
			s.Ask.Answer = 0
		}
		s.touch(Writing)
	},
	"poll-answer": func(s *State, at string) {
		if i, err := strconv.Atoi(at); err == nil {
			if s.Ask.Answer == i+1 {
				i = -1
			}
			s.Ask.Answer = i + 1
		}
		s.touch(Writing)
	},
	"poll-hidden": func(s *State, _ string) { s.Ask.Hidden = !s.Ask.Hidden; s.touch(Writing) },
	"poll-open":   func(s *State, _ string) { s.openPoll() },
	"poll-close":  func(s *State, id string) { s.post(wire.ClosePoll, &wire.ClosePollBody{Poll: id}) },
	"present":     func(s *State, _ string) { s.present() },
	"lock-menu":   func(s *State, _ string) { s.do(Open{"lock"}) },
	"lock":        (*State).lock,
	"take-hand": func(s *State, id string) {
		if id = s.hand(id); id != "" {
			s.post(wire.TakeHand, &wire.HandRefBody{Hand: id})
		}
	},
	"end-hand": func(s *State, id string) {
		if id = s.hand(id); id != "" {
			s.post(wire.EndHand, &wire.HandRefBody{Hand: id})
		}
	},
	"admit":  func(s *State, id string) { s.post(wire.Admit, &wire.MemberBody{Member: id}) },
	"reject": func(s *State, id string) { s.post(wire.Remove, &wire.MemberBody{Member: id}) },
	"join-code": func(s *State, _ string) {
		s.post(wire.JoinCode, &wire.CodeBody{})
		s.do(Open{"code"})
	},
	"code-rotate": func(s *State, _ string) { s.post(wire.JoinCode, &wire.CodeBody{Rotate: true}) },
}
