package class

import (
	"strconv"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/web/boot"
)

// board is a class of five: two are stuck, one has the hand up, one is away.
func board(t *testing.T) *bench {
	b := online(t, boot.Board, true)
	b.event("", wire.Outline, wire.OutlineBody{Lessons: []wire.OutlineLesson{
		{ID: "mix", Title: "Mix", Cells: []wire.OutlineCell{{ID: "a"}, {ID: "b", Exercise: true}}}, {ID: "move", Title: "Move", Cells: []wire.OutlineCell{{ID: "c"}}}}}, false)
	b.event("", wire.Board, wire.BoardBody{Whole: true, Rows: []wire.BoardRow{
		{ID: "5", Name: "Ann", Lesson: "mix", Cell: "b", State: wire.RowIdle, Done: 1, All: 2},
		{ID: "4", Name: "Bob", Lesson: "mix", Cell: "a", State: wire.RowFailed, Error: "RuntimeError", Fails: 3, Here: 700, Stuck: []string{wire.StuckError}, All: 2},
		{ID: "3", Name: "Cem", Lesson: "move", Cell: "c", State: wire.RowIdle, Here: 100, Stuck: []string{wire.StuckSlow}, All: 1},
		{ID: "2", Name: "Dan", Lesson: "mix", Cell: "a", State: wire.RowIdle, Hand: "h1", Stuck: []string{wire.StuckHand}, All: 2},
		{ID: "1", Name: "Eve", State: wire.RowAway, Stuck: []string{wire.StuckSlow}},
	}}, false)
	b.event("", wire.Hands, wire.HandsBody{Hands: []wire.HandBody{{ID: "h1", Member: wire.Person{ID: "2", Name: "Dan"}, At: 900}}}, false)
	return b
}

func (b *bench) names() string {
	var names []string
	for _, r := range b.s.Board.List() {
		names = append(names, b.s.Board.Called(r))
	}
	return strings.Join(names, " ")
}

func TestOrdersAndFilters(t *testing.T) {
	b := board(t)
	want(t, b.names(), "Dan Bob Cem Ann Eve")
	want(t, b.s.Board.Counts(), Counts{Here: 4, All: 5, Stuck: 2, Hands: 1})
	for _, c := range []struct{ field, value, want string }{
		{"board-sort", "name", "Ann Bob Cem Dan Eve"}, {"board-sort", "progress", "Ann Cem Bob Dan Eve"}, {"board-sort", "place", "Bob Dan Ann Cem Eve"},
		{"board-lesson", "mix", "Bob Dan Ann"}, {"board-query", "runtimeerror", "Bob"}, {"board-query", "", "Bob Dan Ann"}, {"board-lesson", "", "Bob Dan Ann Cem Eve"},
		{"board-sort", "need", "Dan Bob Cem Ann Eve"},
	} {
		b.do(Typed{c.field, c.value})
		if got := b.names(); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.field, c.value, got, c.want)
		}
	}
	for only, names := range map[Only]string{NeedHelp: "Dan Bob Cem", Present: "Dan Bob Cem Ann", Absent: "Eve", Everybody: "Dan Bob Cem Ann Eve"} {
		b.act("only", string(only))
		want(t, b.names(), names)
	}
}

func TestOneKeyWalksFromOneWhoNeedsHelpToTheNext(t *testing.T) {
	b := board(t)
	b.act("only", string(Absent))
	var walk []string
	for range 4 {
		b.act("need-next", "")
		walk = append(walk, b.s.Board.At)
	}
	want(t, strings.Join(walk, " "), "2 4 3 2")
	b.act("need-prev", "")
	want(t, b.s.Board.At, "3")
	watch, _ := effect[Watch](b.act("look", ""))
	want(t, watch, Watch{"3", "move"})
	say, _ := effect[Say](b.act("look", "1"))
	want(t, say.Key, "board.nowhere")
}

func TestTheWalkGoesOnFromANotebookThatIsLookedAt(t *testing.T) {
	p := page(boot.Lesson, true)
	p.Watch = "4"
	b := started(t, p, Start{})
	b.welcome(true, wire.ClassResetBody{})
	b.event("", wire.Board, wire.BoardBody{Whole: true, Rows: []wire.BoardRow{
		{ID: "4", Name: "Bob", Lesson: "mix", State: wire.RowIdle, Stuck: []string{wire.StuckKilled}},
		{ID: "3", Name: "Cem", Lesson: "move", State: wire.RowIdle, Stuck: []string{wire.StuckSlow}}}}, false)
	watch, _ := effect[Watch](b.act("need-next", ""))
	want(t, watch, Watch{"3", "move"})
	b.do(Moved{})
	b.do(Seen{Cell: "a"})
	want(t, b.count(wire.Where), 0) // who looks at a notebook leads nobody through it
}

func TestMaskedNamesAreNumbersThatStay(t *testing.T) {
	b := board(t)
	b.act("mask", "")
	before := b.names()
	if strings.ContainsAny(before, "ABCDE") {
		t.Errorf("names show: %s", before)
	}
	b.event("", wire.Board, wire.BoardBody{Rows: []wire.BoardRow{{ID: "0", Name: "Fay", State: wire.RowIdle}}}, false)
	b.do(Typed{"board-query", "fay"})
	want(t, b.names(), "")
	b.do(Typed{"board-query", ""})
	b.event("", wire.Board, wire.BoardBody{Rows: []wire.BoardRow{{ID: "0", Gone: true}}}, false)
	want(t, b.names(), before)
}

func TestAHandThatEndsLeavesTheQueue(t *testing.T) {
	b := board(t)
	b.act("row", "2")
	b.act("take-hand", "")
	want(t, b.last(wire.TakeHand).(*wire.HandRefBody).Hand, "h1")
	b.event("", wire.Hands, wire.HandsBody{Hands: []wire.HandBody{{ID: "h1", Member: wire.Person{ID: "2"}, At: 900, TakenBy: &teacher}}}, false)
	b.act("end-hand", "")
	want(t, b.last(wire.EndHand).(*wire.HandRefBody).Hand, "h1")
	b.event("", wire.Hands, wire.HandsBody{Hands: []wire.HandBody{{ID: "h1", Member: wire.Person{ID: "2"}, Ended: 950}}}, false)
	want(t, len(b.s.Board.Queue()), 2)
}

func TestACardGoesToThoseWhoArePickedAndIsSentOnce(t *testing.T) {
	b := board(t)
	b.act("pick", "4")
	b.act("pick", "3")
	b.act("push", "")
	b.act("push-send", "")
	want(t, b.count(wire.Push), 0) // it is empty
	b.do(Typed{"card-body", "x = 1"})
	b.act("push-send", "")
	b.act("push-send", "")
	want(t, b.count(wire.Push), 1)
	sent := b.last(wire.Push).(*wire.PushBody)
	want(t, sent.Kind+" "+sent.Body+" "+strings.Join(sent.To, ","), "cell x = 1 3,4")
	effects := b.event(b.sent[len(b.sent)-1].RID, wire.Done, wire.DoneBody{ID: "p"}, false)
	if _, shut := effect[Shut](effects); !shut || b.s.Card.Body != "" || len(b.s.Board.Picked) != 0 {
		t.Error("the dialog stays, or its text")
	}
	b.act("message", "5")
	b.do(Typed{"card-body", "come"})
	b.act("push-all", "")
	b.act("push-send", "")
	want(t, b.last(wire.Push).(*wire.PushBody).Kind, wire.PushText)
	want(t, len(b.last(wire.Push).(*wire.PushBody).To), 0)
}

func TestAPollIsAskedWithoutItsEmptyOptions(t *testing.T) {
	b := board(t)
	b.act("poll", "")
	b.act("poll-open", "")
	want(t, b.count(wire.OpenPoll), 0)
	b.act("poll-kind", wire.PollPrediction)
	for i, o := range []string{"", "yes", "no"} {
		if i == 2 {
			b.act("poll-more", "")
		}
		b.do(Typed{"ask-option-" + strconv.Itoa(i), o})
	}
	b.do(Typed{"ask-question", " What now? "})
	b.act("poll-answer", "2")
	b.act("poll-hidden", "")
	b.act("poll-open", "")
	sent := b.last(wire.OpenPoll).(*wire.OpenPollBody)
	want(t, sent.Question+strings.Join(sent.Options, ","), "What now?yes,no")
	if sent.Answer == nil || *sent.Answer != 1 || !sent.Hidden {
		t.Errorf("the right option is lost: %+v", sent)
	}
}

func TestNonsenseDoesNothing(t *testing.T) {
	b := board(t)
	n := len(b.sent)
	for _, a := range []Act{{"look", "nobody"}, {"row", "nobody"}, {"pick", "nobody"}, {"poll-less", "99"}, {"poll-answer", "x"}, {"take-card", "none"}, {"take-hand", ""}, {"no-such", "x"}, {"put-away", ""}} {
		b.act(a.Name, a.Value)
	}
	for _, ty := range []Typed{{"ask-option-99", "x"}, {"ask-option-x", "x"}, {"nothing", "x"}} {
		b.do(ty)
	}
	want(t, len(b.sent), n)
}

// TestWhole: what ended while the connection was lost is not told again, and goes with the first that is.
func TestWhole(t *testing.T) {
	b := board(t)
	b.event("", wire.Roster, wire.RosterBody{Members: []wire.RosterMember{{Person: wire.Person{ID: "9"}, Status: "waiting"}}}, false)
	b.event("", wire.Hands, wire.HandsBody{Hands: []wire.HandBody{{ID: "h2", Member: wire.Person{ID: "2"}, At: 990}}}, false)
	if hands := b.s.Board.Hands; len(hands) != 1 || hands[0].ID != "h2" {
		t.Errorf("a second hand of one member: %+v", hands)
	}
	b.event("", wire.Roster, wire.RosterBody{Whole: true, Members: []wire.RosterMember{{Person: wire.Person{ID: "5"}, Status: "active"}}}, false)
	b.event("", wire.Hands, wire.HandsBody{Whole: true}, false)
	if len(b.s.Board.Hands) != 0 || len(b.s.Board.Members) != 1 {
		t.Errorf("after coming back: %+v, %+v", b.s.Board.Hands, b.s.Board.Members)
	}
}
