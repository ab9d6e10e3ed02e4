package classroom

import (
	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/class"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws the dialogs of those who teach: a card, a poll, the lock, the join code.

// Dialog draws a dialog of the class, or nil when the open one is another.
func Dialog(s *app.State) *Node {
	if s.Class == nil {
		return nil
	}
	switch s.Dialog.Kind {
	case app.HandDialog:
		return handDialog(s)
	case app.PushDialog:
		return pushDialog(s)
	case app.PollDialog:
		return pollDialog(s)
	case app.LockDialog:
		return lockDialog(s)
	case app.CodeDialog:
		return codeDialog(s)
	}
	return nil
}

// choices is a row of buttons of which one is chosen.
func choices(label, act, now string, options [][2]string) *Node {
	var kids []*Node
	for _, o := range options {
		kids = append(kids, El("button", A("type", "button"), A("aria-pressed", piece.Word(o[0] == now)), Act(act, o[0]), o[1]))
	}
	return El("div", Class("switch"), A("role", "group"), A("aria-label", label), kids)
}

func pushDialog(s *app.State) *Node {
	c := &s.Class.Card
	to := s.T("push.to.all")
	var all *Node
	switch n := len(c.To); {
	case n == 1:
		to = s.T("push.to.some", "1")
		if r := s.Class.Board.Rows[c.To[0]]; r != nil {
			to = s.T("push.to.one", s.Class.Board.Called(r))
		}
	case n > 1:
		to = s.T("push.to.some", piece.Itoa(n))
	}
	if len(c.To) > 0 {
		all = piece.Button("link", s.T("push.to.all.instead"), Act("push-all"))
	}
	body := []Part{Class("dialog-body fields"),
		El("div", Class("field-row"), choices(s.T("push.kind"), "push-kind", c.Kind, [][2]string{
			{wire.PushCell, s.T("push.kind.cell")}, {wire.PushText, s.T("push.kind.text")}, {wire.PushGoto, s.T("push.kind.goto")}}),
			El("span", Class("to"), to), all)}
	switch c.Kind {
	case wire.PushGoto:
		body = append(body, placePicker(s))
	default:
		label, class := s.T("push.body."+c.Kind), ""
		if c.Kind == wire.PushCell {
			class = "code"
		}
		body = append(body, El("label", A("for", "dialog"), label),
			El("textarea", A("id", "dialog"), Class(class), A("rows", "8"), A("spellcheck", "false"), A("data-input", "card-body"), A("value", c.Body)),
			El("p", Class("aside-note"), s.T("push.note."+c.Kind)))
	}
	sending := s.Class.Link.Pending(wire.Push)
	label := s.T("push.send")
	if sending {
		label = s.T("class.sending")
	}
	body = append(body, El("div", Class("card-acts"), piece.Button("main", label, piece.Disabled(!c.Ready() || sending), Act("push-send"))))
	return piece.Dialog(s, "push", s.T("push.title"), piece.DialogHead(s, s.T("push.title")), El("div", body...))
}

// placePicker chooses a lesson and a cell of it.
func placePicker(s *app.State) *Node {
	c := &s.Class.Card
	lessons := []*Node{El("option", A("value", ""), Flag("selected", c.Lesson == ""), s.T("push.lesson"))}
	cells := []*Node{El("option", A("value", ""), Flag("selected", c.Cell == ""), s.T("push.top"))}
	for i, e := range s.Page.Course {
		lessons = append(lessons, El("option", A("value", e.ID), Flag("selected", c.Lesson == e.ID), piece.Itoa(i+1)+" "+e.Title))
		if e.ID != c.Lesson {
			continue
		}
		for j, id := range e.Cells {
			cells = append(cells, El("option", Key(id), A("value", id), Flag("selected", c.Cell == id), s.T("push.cell", piece.Itoa(j+1))))
		}
	}
	return El("div", Class("field-row"),
		El("select", A("id", "dialog"), A("aria-label", s.T("push.lesson")), A("data-input", "card-lesson"), lessons),
		El("select", A("aria-label", s.T("push.top")), A("data-input", "card-cell"), cells))
}

func pollDialog(s *app.State) *Node {
	a := &s.Class.Ask
	var templates []*Node
	for _, t := range class.Templates {
		templates = append(templates, piece.Button("", s.T("poll."+t.Name+".name"), Act("poll-fill", t.Name)))
	}
	var options []*Node
	for i, o := range a.Options {
		n := piece.Itoa(i)
		var right *Node
		if a.Kind == wire.PollPrediction {
			right = El("button", Class("check"), A("type", "button"), A("role", "radio"), A("aria-checked", piece.Word(a.Answer == i+1)), A("aria-label", s.T("poll.answer", piece.Itoa(i+1))), A("title", s.T("poll.answer", piece.Itoa(i+1))), Act("poll-answer", n))
		}
		var less *Node
		if len(a.Options) > 2 {
			less = piece.IconButton("close", s.T("poll.less", piece.Itoa(i+1)), Act("poll-less", n))
		}
		options = append(options, El("div", Class("field-row option-row"), right,
			El("input", A("type", "text"), A("maxlength", "200"), A("data-input", "ask-option-"+n), A("value", o), A("aria-label", s.T("poll.option", piece.Itoa(i+1))), A("placeholder", s.T("poll.option", piece.Itoa(i+1)))), less))
	}
	var more *Node
	if len(a.Options) < wire.MaxOptions {
		more = piece.Button("link", s.T("poll.more"), Act("poll-more"))
	}
	sending := s.Class.Link.Pending(wire.OpenPoll)
	return piece.Dialog(s, "poll", s.T("poll.new"), piece.DialogHead(s, s.T("poll.new")),
		El("div", Class("dialog-body fields"),
			El("div", Class("templates"), A("role", "group"), A("aria-label", s.T("poll.templates")), El("span", s.T("poll.templates")), templates),
			El("div", Class("field-row"), choices(s.T("poll.kind"), "poll-kind", a.Kind, [][2]string{{wire.PollChoice, s.T("poll.kind.choice")}, {wire.PollPrediction, s.T("poll.kind.prediction")}})),
			El("label", A("for", "dialog"), s.T("poll.question")),
			El("textarea", A("id", "dialog"), A("rows", "2"), A("maxlength", "1000"), A("data-input", "ask-question"), A("value", a.Question)),
			El("div", A("role", "group"), A("aria-label", s.T("poll.options")), options), more,
			El("button", Class("tick"), A("type", "button"), A("role", "checkbox"), A("aria-checked", piece.Word(a.Hidden)), Act("poll-hidden"), El("span", Class("check"), A("aria-hidden", "true")), s.T("poll.hidden")),
			El("div", Class("card-acts"), piece.Button("main", s.T("poll.open"), piece.Disabled(!a.Ready() || sending), Act("poll-open")))))
}

func lockDialog(s *app.State) *Node {
	now := s.Class.Info.Lock
	var rows []*Node
	for i, mode := range []string{wire.LockOff, wire.LockExec, wire.LockEdit} {
		parts := []Part{Class("mode"), A("type", "button"), A("role", "radio"), A("aria-checked", piece.Word(mode == now)), Act("lock", mode), El("b", s.T("lock."+mode)), El("span", s.T("lock."+mode+".lead"))}
		if i == 0 {
			parts = append(parts, A("id", "dialog"))
		}
		rows = append(rows, El("button", parts...))
	}
	return piece.Dialog(s, "lock", s.T("lock.menu"), piece.DialogHead(s, s.T("lock.menu")), El("div", Class("dialog-body fields"), A("role", "radiogroup"), A("aria-label", s.T("lock.menu")), rows))
}

func codeDialog(s *app.State) *Node {
	code := s.Class.Code.Code
	words := s.T("code.wait")
	if code != "" {
		words = s.T("code.do")
	}
	return piece.Dialog(s, "code", s.T("code.title"), piece.DialogHead(s, s.T("code.title")),
		El("div", Class("dialog-body fields code-dialog"), El("output", Class("join-code"), A("aria-label", s.T("code.title")), code), El("p", words),
			El("div", Class("card-acts"), piece.Button("", s.T("code.rotate"), A("id", "dialog"), Act("code-rotate")), El("small", s.T("code.rotate.note")))))
}
