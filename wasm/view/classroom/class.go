// Package classroom draws a class: the bar over a notebook, cards and polls, the board and who is looked at.
package classroom

import (
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/class"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
	"gputour/web/boot"
)

// This file draws what a class shows beside a notebook: the line above it, and cards. All that
// others have written is text.

// Top is what the bar on top says of the class.
func Top(s *app.State) []*Node {
	c := s.Class
	if c == nil || s.Watched() {
		return nil
	}
	var kids []*Node
	if s.Page.Kind == boot.Board {
		state, words := linkWords(s)
		kids = append(kids, El("span", Class("status"), A("data-state", state), A("role", "status"), words))
		if c.Link.State == class.Waiting {
			kids = append(kids, piece.Button("link", s.T("conn.retry"), Act("class-retry")))
		}
	}
	switch {
	case c.Leads && s.Page.Kind == boot.Lesson:
		label := "present.on"
		if c.Presents() {
			label = "present.off"
		}
		kids = append(kids, piece.Button("", s.T(label), Act("present"), A("aria-pressed", piece.Word(c.Presents()))))
	case !c.Leads && s.Page.Notebook():
		kids = append(kids, handButton(s))
	}
	return kids
}

func handButton(s *app.State) *Node {
	c := s.Class
	words, kind := s.T("hand.raise"), ""
	if h := c.Hand; h != nil {
		kind, words = "hand", s.T("hand.up")
		switch {
		case h.TakenBy != nil:
			words = s.T("hand.taken", h.TakenBy.Name)
		case h.Before > 0:
			words = s.T("hand.place", piece.Itoa(h.Before))
		}
	}
	return piece.Button(kind, "", Act("hand"), A("title", s.T("cmd.hand")+" (Q)"), A("aria-pressed", piece.Word(c.Hand != nil)), piece.Icon("hand"), El("span", Class("label"), words))
}

// linkWords is the state of the class's connection for the style sheet and in words.
func linkWords(s *app.State) (state, words string) {
	l := &s.Class.Link
	switch l.State {
	case class.Online:
		if l.Unkept {
			return "offline", s.T("class.unkept")
		}
		return "online", s.T("conn.online")
	case class.Waiting:
		return "offline", s.T("conn.waiting", piece.Itoa(int(max(1, (l.RetryAt-s.Now+999)/1000))))
	case class.Retrying:
		return "waiting", s.T("conn.retrying")
	case class.Refused:
		return "offline", s.T(piece.Refusal(l.Code))
	}
	return "waiting", s.T("conn.connecting")
}

// Banner draws the line above the notebook: what holds for the page now.
func Banner(s *app.State) []*Node {
	c := s.Class
	if c == nil {
		return nil
	}
	var kids []*Node
	say := func(kind string, parts ...Part) {
		kids = append(kids, El("div", append([]Part{Key(kind), Class("banner-line"), A("data-kind", kind)}, parts...)...))
	}
	if s.Watched() {
		name := s.T("watch.somebody")
		if r := c.Board.Rows[s.Page.Watch]; r != nil {
			name = r.Name
		}
		say("watch", El("p", piece.Icon("eye"), El("b", s.T("watch.title", name)), " ", El("span", Class("wide"), s.T("watch.note"))),
			El("span", Class("banner-acts"), piece.Button("", s.T("watch.next"), El("kbd", "N"), Act("need-next")), piece.Button("", s.T("watch.back"), El("kbd", "Esc"), Act("to-board"))))
		return kids
	}
	if mode := c.Info.Lock; mode != wire.LockOff && mode != "" {
		words := s.T("lock." + mode + ".do")
		if c.Leads {
			words = s.T("lock." + mode + ".lead")
		}
		var open *Node
		if c.Leads {
			open = piece.Button("", s.T("lock.open"), Act("lock", wire.LockOff))
		}
		say("lock", El("p", A("role", "status"), piece.Icon("lock"), El("b", s.T("lock."+mode)), " ", words), open)
	}
	if s.Page.Kind != boot.Board && (!s.Page.Notebook() || s.Conn.Live()) && !c.Link.Live() && c.Link.State != class.Connecting {
		_, words := linkWords(s)
		say("link", El("p", A("role", "status"), s.T("class.link", words)))
	}
	switch {
	case c.Presents():
		say("present", El("p", A("role", "status"), piece.Icon("screen"), El("b", s.T("present.mine")), " ", s.T("present.mine.do")), piece.Button("", s.T("present.off"), Act("present")))
	case c.Follows():
		say("present", El("p", A("role", "status"), piece.Icon("screen"), El("b", s.T("follow.on", c.Info.Presenter.Name)), " ", El("span", Class("wide"), s.T("follow.on.do"))), piece.Button("", s.T("follow.leave"), El("kbd", "Esc"), Act("unfollow")))
	case c.Led():
		say("present", El("p", A("role", "status"), piece.Icon("screen"), s.T("follow.off", c.Info.Presenter.Name)), piece.Button("main", s.T("follow.back"), El("kbd", "W"), Act("follow")))
	}
	if by := c.Looking.By; len(by) > 0 {
		say("looking", El("p", A("role", "status"), piece.Icon("eye"), s.T("looking", names(s, by))))
	}
	return kids
}

func names(s *app.State, people []wire.Person) string {
	list := make([]string, len(people))
	for i, p := range people {
		list[i] = p.Name
	}
	return strings.Join(list, s.T("comma"))
}

// Cards draws what was pushed, polls, and the presenter's code.
func Cards(s *app.State) []*Node {
	c := s.Class
	if c == nil || s.Watched() || s.Page.Kind == boot.Board {
		return nil
	}
	var kids []*Node
	for _, p := range c.Open() {
		kids = append(kids, pollCard(s, p))
	}
	if p := c.Showing(); p != nil {
		kids = append(kids, El("section", Key("shown"), Class("class-card"), A("aria-label", s.T("shown.title", c.Info.Presenter.Name)),
			El("header", El("b", s.T("shown.title", c.Info.Presenter.Name))),
			El("pre", A("tabindex", "0"), p.Code), El("div", Class("card-acts"), piece.Button("", s.T("shown.take"), Act("copy-shown")))))
	}
	newest := ""
	for i := len(c.Pushes) - 1; i >= 0; i-- {
		if p := c.Pushes[i]; newest == "" && p.Kind == wire.PushCell {
			newest = p.ID
		}
	}
	for i := len(c.Pushes) - 1; i >= 0; i-- {
		kids = append(kids, pushCard(s, c.Pushes[i], c.Pushes[i].ID == newest))
	}
	if len(kids) == 0 {
		return nil
	}
	return []*Node{El("div", Class("cards-stack"), A("role", "region"), A("aria-label", s.T("cards")), A("aria-live", "polite"), kids)}
}

func pushCard(s *app.State, p wire.PushedBody, newest bool) *Node {
	head := El("header", El("b", s.T("push."+p.Kind+".from", p.From.Name)), El("time", piece.Ago(s, s.Class.Clock()-p.At)),
		piece.IconButton("close", s.T("put-away"), Act("put-away", p.ID)))
	parts := []Part{Key("p-" + p.ID), Class("class-card"), A("data-kind", p.Kind), Flag("data-fresh", s.Class.Fresh(p.ID)), A("aria-label", s.T("push."+p.Kind+".from", p.From.Name)), head}
	switch p.Kind {
	case wire.PushCell:
		var key *Node
		if newest && s.OneKeys {
			key = El("kbd", "G")
		}
		parts = append(parts, El("pre", A("tabindex", "0"), p.Body),
			El("div", Class("card-acts"), piece.Button("main", s.T("push.insert"), key, Act("take-card", p.ID)), El("small", s.T("push.insert.note"))))
	case wire.PushGoto:
		parts = append(parts, El("p", Class("words"), placeWords(s, p.Lesson, p.Cell)),
			El("div", Class("card-acts"), piece.Button("main", s.T("push.go"), Act("take-card", p.ID))))
	default:
		parts = append(parts, El("p", Class("words"), p.Body))
	}
	return El("section", parts...)
}

// placeWords names a cell of a lesson by the course's map.
func placeWords(s *app.State, lesson, cell string) string {
	for i, e := range s.Page.Course {
		if e.ID != lesson {
			continue
		}
		for j, id := range e.Cells {
			if id == cell {
				return s.T("place.cell", piece.Itoa(i+1), e.Title, piece.Itoa(j+1))
			}
		}
		return s.T("place.lesson", piece.Itoa(i+1), e.Title)
	}
	return lesson
}

func pollCard(s *app.State, p wire.PollBody) *Node {
	kind := "poll.of"
	if p.Kind == wire.PollPrediction {
		kind = "poll.guess"
	}
	head := El("header", El("b", s.T(kind, p.From.Name)))
	if p.Closed > 0 || p.Mine != nil {
		head.Kids = append(head.Kids, piece.IconButton("close", s.T("put-away"), Act("put-away", p.ID)))
	}
	var options []*Node
	for i, o := range p.Options {
		options = append(options, optionButton(s, p, i, o))
	}
	return El("section", Key("v-"+p.ID), Class("class-card poll-card"), A("aria-label", s.T(kind, p.From.Name)), head,
		El("p", Class("words question"), p.Question),
		El("div", Class("poll-options"), A("role", "radiogroup"), A("aria-label", p.Question), options),
		El("p", Class("poll-foot"), A("role", "status"), pollWords(s, p)))
}

func optionButton(s *app.State, p wire.PollBody, i int, text string) *Node {
	mine := p.Mine != nil && *p.Mine == i
	verdict := ""
	if p.Closed > 0 && p.Answer != nil {
		switch {
		case *p.Answer == i:
			verdict = "right"
		case mine:
			verdict = "wrong"
		}
	}
	parts := []Part{Class("poll-option"), A("type", "button"), A("role", "radio"), A("aria-checked", piece.Word(mine)), A("data-verdict", verdict), Act("vote", p.ID, piece.Itoa(i))}
	if p.Closed > 0 {
		parts = append(parts, A("disabled", "disabled"))
	}
	parts = append(parts, El("span", Class("words"), text))
	if len(p.Counts) > i {
		parts = append(parts, El("i", Class("share"), A("aria-hidden", "true"), A("style", "--share:"+piece.Share(p.Counts[i], p.Voted))), El("span", Class("count"), piece.Itoa(p.Counts[i])))
	}
	return El("button", parts...)
}

func pollWords(s *app.State, p wire.PollBody) string {
	switch {
	case p.Closed > 0 && p.Answer != nil && p.Mine != nil && *p.Mine == *p.Answer:
		return s.T("poll.right")
	case p.Closed > 0 && p.Answer != nil && p.Mine != nil:
		return s.T("poll.wrong")
	case p.Closed > 0:
		return s.T("poll.closed", piece.Itoa(p.Voted))
	case p.Mine != nil && p.Hidden:
		return s.T("poll.mine.hidden")
	case p.Mine != nil:
		return s.T("poll.mine")
	}
	return s.T("poll.choose")
}

// handDialog asks what the help is wanted for.
func handDialog(s *app.State) *Node {
	c := s.Class
	kids := []Part{piece.DialogHead(s, s.T("hand.title"))}
	note := s.T("hand.note")
	if h := c.Hand; h != nil {
		words := s.T("hand.first")
		switch {
		case h.TakenBy != nil:
			words = s.T("hand.taken", h.TakenBy.Name)
		case h.Before > 0:
			words = s.T("hand.before", piece.Itoa(h.Before))
		}
		kids = append(kids, El("p", Class("dialog-body"), A("role", "status"), El("b", words)))
	}
	body := []Part{Class("dialog-body fields"), El("label", A("for", "dialog"), note),
		El("textarea", A("id", "dialog"), A("rows", "3"), A("maxlength", "400"), A("data-input", "hand-note"), A("value", c.Note), A("placeholder", s.T("hand.hint")))}
	acts := []*Node{piece.Button("main", s.T("hand.raise"), Act("hand-up"))}
	if c.Hand != nil {
		acts = []*Node{piece.Button("main", s.T("hand.change"), Act("hand-up")), piece.Button("", s.T("hand.lower"), Act("hand-down"))}
	}
	kids = append(kids, El("div", append(body, El("div", Class("card-acts"), acts))...))
	return piece.Dialog(s, "hand", s.T("hand.title"), kids...)
}
