package classroom

import (
	"cmp"
	"slices"
	"sort"

	"gputour/wasm/app"
	"gputour/wasm/class"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws what stands beside the board: who needs somebody, where the class sticks, the
// poll that is open, who has the GPU.

const (
	shownNeeds = 6
	shownSpots = 3
)

// Aside draws it.
func Aside(s *app.State) []*Node {
	if s.Class == nil || !s.Class.Board.Loaded {
		return nil
	}
	return El("", []*Node{lobby(s), needs(s), spots(s), pollSection(s), gpus(s)}).Kids // those that there are
}

func asideSection(key, title, note string, kids ...Part) *Node {
	head := El("h2", title)
	if note != "" {
		head.Kids = append(head.Kids, El("span", Class("aside-note"), note))
	}
	return El("section", append([]Part{Key(key), A("aria-label", title), head}, kids...)...)
}

// lobby are those who wait to be let in.
func lobby(s *app.State) *Node {
	waiting := s.Class.Board.Waiting()
	if len(waiting) == 0 {
		return nil
	}
	var rows []*Node
	for _, m := range waiting {
		name := m.Name
		if s.Class.Board.Masked {
			name = s.T("board.masked")
		}
		rows = append(rows, El("li", Key(m.ID), El("span", Class("words"), name), piece.Button("", s.T("lobby.admit"), Act("admit", m.ID)), piece.Button("quiet", s.T("lobby.reject"), Act("reject", m.ID))))
	}
	return asideSection("lobby", s.T("lobby"), piece.Itoa(len(waiting)), El("ul", Class("lobby"), rows))
}

func needs(s *app.State) *Node {
	b := &s.Class.Board
	queue := b.Queue()
	var cards []*Node
	for _, r := range queue[:min(len(queue), shownNeeds)] {
		cards = append(cards, needCard(s, r))
	}
	if len(queue) == 0 {
		cards = append(cards, El("p", Class("empty"), s.T("needs.none")))
	}
	if more := len(queue) - shownNeeds; more > 0 {
		cards = append(cards, piece.Button("link", s.T("needs.more", piece.Itoa(more)), Act("only", string(class.NeedHelp))))
	}
	var walk *Node
	if len(queue) > 0 {
		walk = piece.Button("quiet", s.T("needs.next"), El("kbd", "N"), Act("need-next"))
	}
	return El("section", Key("needs"), A("aria-label", s.T("needs.title")), El("div", Class("aside-head"), El("h2", s.T("needs.title")), walk), cards)
}

func needCard(s *app.State, r *class.Row) *Node {
	b := &s.Class.Board
	now := s.Class.Clock()
	h := b.Raised(r.ID)
	lesson, cell := b.Place(r.Lesson, r.Cell)
	kind, when, why := "stuck", piece.Ago(s, minutes(now-r.Here)), stuckWords(s, r)
	var acts []*Node
	look := piece.Button("", s.T("needs.look"), Act("look", r.ID))
	if h != nil {
		kind, when, why = "hand", s.T("needs.hand", piece.Ago(s, now-h.At)), ""
		if h.Lesson != "" {
			lesson, cell = b.Place(h.Lesson, h.Cell)
		}
		switch {
		case h.TakenBy == nil:
			acts = append(acts, piece.Button("main", s.T("needs.take"), Act("take-hand", h.ID)))
		default:
			kind, when = "taken", s.T("board.hand.taken", h.TakenBy.Name)
			acts = append(acts, piece.Button("", s.T("needs.done"), Act("end-hand", h.ID)))
		}
	}
	acts = append(acts, look, piece.Button("quiet", s.T("needs.push"), Act("push", r.ID)))
	place := ""
	switch {
	case cell > 0:
		place = s.T("place.short", piece.Itoa(lesson), piece.Itoa(cell))
	case lesson > 0:
		place = s.T("place.short.lesson", piece.Itoa(lesson))
	}
	var note *Node
	if h != nil && h.Note != "" && !b.Masked {
		note = El("blockquote", Class("words"), h.Note)
	}
	if h != nil && len(r.Stuck) > 0 {
		why = stuckWords(s, r)
	}
	var reason *Node
	if why != "" {
		reason = El("p", Class("because"), why)
	}
	return El("article", Key(r.ID), Class("need"), A("data-kind", kind), Flag("data-at", b.At == r.ID),
		El("header", El("b", b.Called(r)), El("span", place), El("span", Class("when"), when)), note, reason, El("div", Class("card-acts"), acts))
}

func spots(s *app.State) *Node {
	b := &s.Class.Board
	worst := b.Worst(shownSpots)
	if len(worst) == 0 {
		return nil
	}
	var rows []*Node
	for _, h := range worst {
		lesson, cell := b.Place(h.Lesson, h.Cell)
		var why *Node
		if h.Error != "" {
			why = El("p", Class("because"), s.T("spot.error", h.Error, piece.Itoa(h.Errors)))
		}
		rows = append(rows, El("div", Key(h.Lesson+"/"+h.Cell), Class("spot"),
			El("button", Class("button"), A("type", "button"), A("data-kind", "link"), Act("spot", h.Lesson), s.T("place.short", piece.Itoa(lesson), piece.Itoa(cell))),
			bar(piece.Share(h.Passed, max(h.Tried, h.Passed+h.Stuck))), El("span", Class("count"), s.T("spot.stuck", piece.Itoa(h.Stuck))), why))
	}
	return asideSection("spots", s.T("spots"), "", rows)
}

func bar(share string) *Node {
	return El("div", Class("bar"), A("aria-hidden", "true"), El("i", A("style", "width:"+share)))
}

// pollSection is the newest poll, with bars that move.
func pollSection(s *app.State) *Node {
	polls := s.Class.Polls
	if len(polls) == 0 {
		return nil
	}
	p := polls[len(polls)-1]
	var rows []*Node
	most := slices.Max(append(p.Counts, 0))
	for i, o := range p.Options {
		n := 0
		if i < len(p.Counts) {
			n = p.Counts[i]
		}
		rows = append(rows, El("div", Class("poll-row"), Flag("data-most", n > 0 && n == most), Flag("data-right", p.Answer != nil && *p.Answer == i),
			El("span", Class("words"), o), bar(piece.Share(n, max(p.Voted, 1))), El("span", Class("count"), piece.Itoa(n))))
	}
	foot := piece.Button("", s.T("poll.close"), Act("poll-close", p.ID))
	note := s.T("poll.voted", piece.Itoa(p.Voted), piece.Itoa(max(s.Class.Board.Counts().Here, p.Voted)))
	if p.Closed > 0 {
		foot, note = nil, s.T("poll.over", piece.Itoa(p.Voted))
	}
	var secret *Node
	if p.Hidden && p.Closed == 0 {
		secret = El("p", Class("aside-note"), s.T("poll.hidden.note"))
	}
	return asideSection("poll", s.T("poll.title"), note, El("p", Class("words question"), p.Question), El("div", Class("poll-rows"), rows), secret, foot)
}

// gpus is who has a GPU and who waits.
func gpus(s *app.State) *Node {
	b := &s.Class.Board
	var list []*class.Row
	for _, r := range b.Rows {
		if r.GPU != 0 {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return nil
	}
	sort.Slice(list, func(i, j int) bool {
		return cmp.Or(cmp.Compare(list[i].GPU, list[j].GPU), cmp.Compare(list[i].No, list[j].No)) < 0
	})
	var rows []*Node
	for _, r := range list[:min(len(list), shownNeeds)] {
		words := s.T("board.gpu.has")
		if r.GPU > 0 {
			words = s.T("board.gpu.place", piece.Itoa(r.GPU))
		}
		rows = append(rows, El("li", Key(r.ID), El("span", Class("words"), b.Called(r)), El("span", Class("count"), words)))
	}
	return asideSection("gpus", s.T("gpus"), piece.Itoa(len(list)), El("ul", Class("lobby"), rows))
}
