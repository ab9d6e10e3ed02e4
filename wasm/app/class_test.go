package app

import (
	"testing"

	"gputour/engine/wire"
	"gputour/wasm/class"
	"gputour/web/boot"
)

// pupil is a page of a student whose class is in a state.
func pupil(t *testing.T, body wire.ClassResetBody) *bench {
	page := lessonPage()
	page.Class = &boot.Class{Title: "C", ID: "me", Name: "Me", Role: "student"}
	b := newBench(t, page, nil)
	b.welcome("s1", 0)
	b.class(wire.ClassWelcome, wire.ClassWelcomeBody{Me: wire.Person{ID: "me", Name: "Me"}})
	b.class(wire.ClassReset, body)
	return b
}

// class gives the page a message of the class.
func (b *bench) class(typ string, body any) []Effect {
	b.t.Helper()
	data, err := wire.Encode(wire.Class.New(typ, body))
	if err != nil {
		b.t.Fatal(err)
	}
	m, decoded, err := wire.Class.Decode(data, wire.FromServer)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.do(ClassOp{class.Received{Message: m, Body: decoded}})
}

func TestACardBecomesACellOfOnesOwnThatHasNotRun(t *testing.T) {
	b := pupil(t, wire.ClassResetBody{Pushes: []wire.PushedBody{{ID: "p", Kind: wire.PushCell, Lesson: "mix", Cell: "a", Body: "y = 2\n"}}})
	code := b.s.Cells["a"].Code
	b.do(Key{Chord: "G", In: "page"})
	b.want(b.keys(), "t-0 c-a own t-2 c-b c-e c-q")
	c := b.s.selectedCell()
	b.want(c.Code+c.Prompt()+b.s.Cells["a"].Code, "y = 2[ ]"+code)
	if b.count(wire.Execute) != 0 {
		t.Error("it ran by itself")
	}
	b.act("undo", "")
	b.want(b.keys(), "t-0 c-a t-2 c-b c-e c-q")
}

func TestALockForbidsWhatItSays(t *testing.T) {
	for _, c := range []struct {
		mode      string
		run, edit bool
	}{{wire.LockOff, true, true}, {wire.LockExec, false, true}, {wire.LockEdit, false, false}} {
		b := pupil(t, wire.ClassResetBody{Class: wire.ClassBody{Lock: c.mode}})
		b.is(b.s.MayRun(), c.run)
		b.is(b.s.MayEdit(), c.edit)
		b.act("run", "a")
		b.is(b.count(wire.Execute) == 1, c.run)
		b.act("check", "e")
		b.is(b.count(wire.Check) == 1, c.run)
		n := len(b.s.Doc)
		b.act("insert-below", "a")
		b.is(len(b.s.Doc) > n, c.edit)
		b.is(len(b.s.Toasts) > 0, !c.run)
		readOnly, told := effect[ReadOnly](b.class(wire.ClassState, wire.ClassBody{Lock: wire.LockEdit}))
		b.is(told, c.mode != wire.LockEdit)
		b.is(readOnly.On, told)
		b.class(wire.ClassState, wire.ClassBody{Lock: wire.LockOff})
		b.is(b.s.MayRun() && b.s.MayEdit(), true)
	}
}

func TestEscapeLeavesThePresenterAndAKeyComesBack(t *testing.T) {
	b := pupil(t, wire.ClassResetBody{Class: wire.ClassBody{Presenter: &wire.Person{ID: "t", Name: "T"}, Follow: true}})
	show, _ := effect[ShowCell](b.class(wire.Presenter, wire.PresenterBody{Lesson: "mix", Cell: "b", Top: 100}))
	b.want(show.Cell, "b")
	b.do(Key{Chord: "Escape", In: "page"})
	if _, moves := effect[ShowCell](b.class(wire.Presenter, wire.PresenterBody{Lesson: "mix", Cell: "e"})); moves {
		t.Error("the page still moves")
	}
	show, _ = effect[ShowCell](b.do(Key{Chord: "W", In: "page"}))
	b.want(show.Cell, "e")
}

func TestANotebookThatIsLookedAtIsForLooking(t *testing.T) {
	page := lessonPage()
	page.Watch = "kid"
	page.Class = &boot.Class{ID: "me", Role: "instructor", Leads: true}
	b := newBench(t, page, map[string]string{"draft.mix.h1": `{"codes":{"a":"mine"}}`, "session.mix": `{"SID":"old","Token":"t0"}`})
	b.welcome("s1", 0)
	b.want(b.s.Cells["a"].Code, "x = 1")
	b.event("r1", "a", wire.Input, wire.InputBody{Code: "theirs", Count: 1})
	b.event("r1", "a", wire.Reply, wire.ReplyBody{State: wire.RunDone, Count: 1})
	b.want(b.s.Cells["a"].Code+b.s.Cells["a"].Prompt(), "theirs[1]")
	for _, name := range []string{"run", "check", "restart", "insert-below", "reset-cell", "take-pen", "hint"} {
		b.act(name, "a")
	}
	b.do(Due{"ack"})
	for _, m := range b.sent {
		if m.Type != wire.Hello && m.Type != wire.Ack {
			t.Errorf("sent %s", m.Type)
		}
	}
	for _, e := range b.all {
		if store, ok := e.(Store); ok {
			t.Errorf("stored %s", store.Key)
		}
	}
}

func TestWithoutAClassItsKeysMeanNothing(t *testing.T) {
	b := online(t)
	for _, k := range []string{"Q", "G", "W"} {
		if _, handled := b.s.Apply(b.now, Key{Chord: k, In: "page"}); handled {
			t.Errorf("%s was taken from the browser", k)
		}
	}
}
