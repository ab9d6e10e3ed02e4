package class

import (
	"testing"

	"gputour/engine/wire"
	"gputour/web/boot"
)

var teacher = wire.Person{ID: "t", Name: "Ms Wu", Role: "instructor"}

func TestWhereIsToldWhenItChangesAndNotTooOften(t *testing.T) {
	b := online(t, boot.Lesson, false)
	b.do(Seen{Cell: "a", Top: 300})
	want(t, *b.last(wire.Where).(*wire.WhereBody), wire.WhereBody{Lesson: "mix", Cell: "a"})
	b.do(Seen{Cell: "a", Top: 500})
	want(t, b.count(wire.Where), 1)
	after, _ := effect[After](b.do(Moved{}))
	want(t, after, After{whereEvery, "where"})
	if _, again := effect[After](b.do(Moved{})); again {
		t.Error("a second timer")
	}
	b.now += whereEvery
	if _, looks := effect[Look](b.do(Due{"where"})); !looks {
		t.Error("does not look where the reader is")
	}
	b.do(Seen{Cell: "b"})
	want(t, b.last(wire.Where).(*wire.WhereBody).Cell, "b")
	b.now += whereEvery
	b.do(Edited{"b", "x = 1"})
	b.do(Seen{Cell: "b"})
	want(t, *b.last(wire.Where).(*wire.WhereBody), wire.WhereBody{Lesson: "mix", Cell: "b", Typing: true})
	b.now += typingFor
	b.do(Due{"typing"})
	b.do(Seen{Cell: "b"})
	want(t, b.last(wire.Where).(*wire.WhereBody).Typing, false)
}

func TestAPresenterTellsMoreAndOthersFollowUntilTheyLeave(t *testing.T) {
	b := online(t, boot.Lesson, true)
	b.act("present", "")
	want(t, *b.last(wire.Present).(*wire.PresentBody), wire.PresentBody{On: true, Follow: true})
	b.event("", wire.ClassState, wire.ClassBody{Presenter: &wire.Person{ID: "me"}, Follow: true}, true)
	b.do(Edited{"a", "x = 2"})
	b.do(Seen{Cell: "a", Top: 250})
	want(t, *b.last(wire.Where).(*wire.WhereBody), wire.WhereBody{Lesson: "mix", Cell: "a", Top: 250, Typing: true, Code: "x = 2"})

	b = online(t, boot.Lesson, false)
	b.event("", wire.ClassState, wire.ClassBody{Presenter: &teacher, Follow: true}, true)
	show, _ := effect[Show](b.event("", wire.Presenter, wire.PresenterBody{Lesson: "mix", Cell: "c", Top: 120}, false))
	want(t, show, Show{"c", 120})
	visit, _ := effect[Visit](b.event("", wire.Presenter, wire.PresenterBody{Lesson: "next", Cell: "d"}, false))
	want(t, visit, Visit{"next", "d"})
	keep, _ := effect[Keep](b.act("unfollow", ""))
	want(t, keep, Keep{KeepLeft, "t"})
	if _, moves := effect[Show](b.event("", wire.Presenter, wire.PresenterBody{Lesson: "mix", Cell: "e"}, false)); moves {
		t.Error("moves a page whose reader has left")
	}
	show, _ = effect[Show](b.act("follow", ""))
	want(t, show.Cell, "e")
	b.do(Edited{"a", "mine"})
	want(t, b.s.Follows(), false)
}

func TestWhoHasLeftAPresenterStaysAwayOnTheNextPage(t *testing.T) {
	b := started(t, page(boot.Lesson, false), Start{Left: "t"})
	b.welcome(false, wire.ClassResetBody{Class: wire.ClassBody{Presenter: &teacher, Follow: true}})
	want(t, b.s.Follows(), false)
}

func TestAPushedCellIsInsertedByHandAndOnce(t *testing.T) {
	b := online(t, boot.Lesson, false)
	b.event("", wire.Push, wire.PushedBody{ID: "p1", From: teacher, Kind: wire.PushCell, Lesson: "mix", Cell: "b", Body: "print(1)"}, true)
	effects := b.event("", wire.Push, wire.PushedBody{ID: "p2", From: teacher, Kind: wire.PushText, Body: "<b>hi</b>"}, true)
	if _, inserts := effect[Insert](effects); inserts || len(b.s.Pushes) != 2 {
		t.Fatal("a card inserted itself, or is missing")
	}
	effects = b.act("take-card", "")
	insert, _ := effect[Insert](effects)
	want(t, insert, Insert{"b", "print(1)"})
	keep, _ := effect[Keep](effects)
	want(t, keep, Keep{KeepGone, "p1"})
	if _, again := effect[Insert](b.act("take-card", "")); again {
		t.Error("inserted twice")
	}
	b = started(t, page(boot.Lesson, false), Start{Gone: "p1"})
	b.welcome(false, wire.ClassResetBody{Pushes: []wire.PushedBody{{ID: "p1", Kind: wire.PushCell, Body: "x"}, {ID: "p2", Kind: wire.PushGoto, Lesson: "far", Cell: "z"}}})
	want(t, len(b.s.Pushes), 1)
	visit, _ := effect[Visit](b.act("take-card", "p2"))
	want(t, visit, Visit{"far", "z"})
}

func TestAVoteCanBeChangedUntilThePollCloses(t *testing.T) {
	b := online(t, boot.Lesson, false)
	poll := wire.PollBody{ID: "v", From: teacher, Kind: wire.PollPrediction, Question: "?", Options: []string{"a", "b"}, Hidden: true}
	b.event("", wire.OpenPoll, poll, true)
	for _, value := range []string{"v 0", "v 1"} {
		b.act("vote", value)
	}
	want(t, *b.last(wire.Vote).(*wire.VoteBody), wire.VoteBody{Poll: "v", Choice: 1})
	for _, nonsense := range []string{"v 2", "v -1", "v x", "w 0", ""} {
		b.act("vote", nonsense)
	}
	want(t, b.count(wire.Vote), 2)
	b.event("", wire.Tally, wire.TallyBody{Poll: "v", Voted: 9, Of: 12}, false)
	want(t, b.s.Polls[0].Voted, 9)
	poll.Closed, poll.Counts, poll.Mine = 5, []int{4, 5}, b.s.Polls[0].Mine
	b.event("", wire.OpenPoll, poll, true)
	b.act("vote", "v 0")
	want(t, b.count(wire.Vote), 2)
	want(t, len(b.s.Open()), 1)
	b.act("put-away", "v")
	want(t, len(b.s.Open()), 0)
}

func TestAHandGoesUpWithANoteAndComesDown(t *testing.T) {
	b := online(t, boot.Lesson, false)
	b.do(Seen{Cell: "a"})
	b.act("hand", "")
	b.do(Typed{"hand-note", "  why? "})
	b.act("hand-up", "")
	want(t, *b.last(wire.RaiseHand).(*wire.RaiseBody), wire.RaiseBody{Up: true, Lesson: "mix", Cell: "a", Note: "why?"})
	b.event("", wire.Hand, wire.HandBody{ID: "h", Note: "why?", Before: 2}, true)
	want(t, b.s.Hand.Before, 2)
	b.event("", wire.Hand, wire.HandBody{ID: "h", TakenBy: &teacher}, true)
	want(t, b.s.Hand.TakenBy.Name, "Ms Wu")
	b.act("hand-down", "")
	want(t, b.last(wire.RaiseHand).(*wire.RaiseBody).Up, false)
	b.event("", wire.Hand, wire.HandBody{ID: "h", Ended: 9}, true)
	if b.s.Hand != nil {
		t.Error("the hand is still up")
	}
}

func TestALongNoteIsCutAtWholeCharacters(t *testing.T) {
	want(t, clip("显卡", 5), "显")
	want(t, clip("abc", 5), "abc")
}
