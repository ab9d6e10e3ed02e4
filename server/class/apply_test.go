package class

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/server/store"
)

// room is a class under test: its state, its clock, and what lasts of it.
type room struct {
	t    *testing.T
	s    State
	now  int64
	rows Rows
	told map[string][]string // by member: type and body of the events
	made string              // by the last request
	shut []string            // whose sockets were closed
}

var course = []wire.OutlineLesson{
	{ID: "one", Cells: []wire.OutlineCell{{ID: "a"}, {ID: "b", Exercise: true}}},
	{ID: "two", Cells: []wire.OutlineCell{{ID: "c"}, {ID: "d", Raises: true}}},
}

func newRoom(t *testing.T, people ...string) *room {
	r := &room{t: t, s: New("GPU 101"), now: 1_000_000, told: map[string][]string{}}
	r.do(Lessons{course})
	for _, p := range people {
		role := "student"
		if p == "teacher" || p == "helper" {
			role = "assistant"
		}
		r.do(enrolled(p, role))
		r.do(Came{p})
	}
	clear(r.told)
	return r
}

func enrolled(id, role string) Enrolled {
	return Enrolled{Person: wire.Person{ID: id, Name: strings.ToUpper(id), Role: role}, Status: store.Active}
}

// do applies an op and performs its effects.
func (r *room) do(op Op) error {
	s, effects, err := Apply(r.s, op, r.now)
	r.s = s
	if e, ok := op.(Enrolled); ok {
		r.rows.Members = slices.DeleteFunc(r.rows.Members, func(m Enrolled) bool { return m.ID == e.ID })
		r.rows.Members = append(r.rows.Members, e)
	}
	for _, e := range effects {
		switch e := e.(type) {
		case Tell:
			for id := range r.s.members {
				if r.s.Hears(id, e.To) {
					r.told[id] = append(r.told[id], fmt.Sprintf("%s %s", e.Type, wire.Class.New(e.Type, e.Body).Body))
				}
			}
		case Keep:
			r.keep(e.Row)
		case Close:
			r.shut = append(r.shut, e.Member)
		case Made:
			r.made = e.ID
		}
	}
	return err
}

func (r *room) keep(row store.Write) {
	switch v := row.(type) {
	case store.SaveLive:
		r.rows.Live = v.Live
	case store.SavePush:
		r.rows.Pushes = put(r.rows.Pushes, v.Push, func(x store.Push) string { return x.ID })
	case store.SavePoll:
		r.rows.Polls = put(r.rows.Polls, v.Poll, func(x store.Poll) string { return x.ID })
	case store.SaveVote:
		r.rows.Votes = put(r.rows.Votes, v.Vote, func(x store.Vote) string { return x.Poll + " " + x.Member })
	case store.SaveHand:
		r.rows.Hands = put(r.rows.Hands, v.Hand, func(x store.Hand) string { return x.ID })
	case store.SaveProgress:
		r.rows.Progress = put(r.rows.Progress, v.Progress, func(x store.Progress) string { return x.Member + " " + x.Lesson + " " + x.Cell })
	default:
		r.t.Errorf("%T is kept", row)
	}
}

// put replaces the row of the same key.
func put[T any](rows []T, v T, key func(T) string) []T {
	if i := slices.IndexFunc(rows, func(x T) bool { return key(x) == key(v) }); i >= 0 {
		rows[i] = v
		return rows
	}
	return append(rows, v)
}

func (r *room) ask(by, rid string, body any) error {
	r.made = ""
	return r.do(Request{By: by, RID: rid, Body: body})
}

// must is ask for a request that is carried out.
func (r *room) must(by, rid string, body any) string {
	r.t.Helper()
	if err := r.ask(by, rid, body); err != nil {
		r.t.Fatalf("%s: %T: %v", by, body, err)
	}
	return r.made
}

// run runs a cell to its end.
func (r *room) run(who, lesson, cell string, state wire.RunState, ename, check string) {
	r.do(Ran{who, "s-" + who, lesson, cell, wire.RowRunning})
	r.now += 1000
	r.do(Ended{Member: who, Session: "s-" + who, Lesson: lesson, Cell: cell, State: state, Error: ename, Check: check})
}

func (r *room) row(who string) wire.BoardRow {
	r.do(Tick{})
	return r.s.boardRow(r.s.members[who])
}

func (r *room) heat(lesson, cell string) wire.HeatCell {
	r.do(Tick{})
	return r.s.cells[place{lesson, cell}].heat
}

func (r *room) heard(who string, want ...string) {
	r.t.Helper()
	got := r.told[who]
	delete(r.told, who)
	if len(got) != len(want) {
		r.t.Errorf("%s is told %q, want %d events", who, got, len(want))
		return
	}
	for i, w := range want {
		typ, rest, _ := strings.Cut(w, " ")
		if !strings.HasPrefix(got[i], typ+" ") || !strings.Contains(got[i], rest) {
			r.t.Errorf("%s is told %s, want %s", who, got[i], w)
		}
	}
}

func refused(t *testing.T, err error, code string) {
	t.Helper()
	if r, ok := err.(*Refusal); !ok || r.Code != code {
		t.Errorf("error %v, want %s", err, code)
	}
}

func TestHands(t *testing.T) {
	r := newRoom(t, "ann", "bob", "teacher")
	first := r.must("ann", "1", &wire.RaiseBody{Up: true, Lesson: "one", Cell: "a", Note: "?"})
	r.heard("ann", `hand "note":"?"`)
	r.now += 10
	second := r.must("bob", "1", &wire.RaiseBody{Up: true})
	r.heard("bob", `hand "before":1`)
	if again := r.must("ann", "2", &wire.RaiseBody{Up: true, Lesson: "two", Note: "!"}); again != first {
		t.Error("raised again, a hand is another one")
	}
	r.heard("ann", `hand "note":"!"`)
	r.must("ann", "2", &wire.RaiseBody{Up: true, Lesson: "two", Note: "!"}) // the same request
	r.heard("ann")
	r.heard("teacher") // they have the queue
	feed, _ := r.s.Since(0, 1<<20)
	if h := feed.Hands.Hands; len(h) != 2 || h[0].Before+h[1].Before != 1 {
		t.Errorf("the queue is %+v", h)
	}
	_, version := r.s.Since(0, 1<<20)
	r.must("teacher", "1", Take{first})
	r.heard("ann", `hand "taken_by":{"id":"teacher"`)
	r.must("teacher", "1", Take{first})
	r.heard("ann")
	r.must("teacher", "2", Finish{first})
	r.heard("ann", `hand "ended":`)
	refused(t, r.ask("teacher", "3", Finish{first}), wire.RefusedHand)
	refused(t, r.ask("teacher", "4", Take{"nothing"}), wire.RefusedHand)
	r.must("bob", "5", &wire.RaiseBody{})
	r.heard("bob", `hand "ended":`)
	r.must("bob", "6", &wire.RaiseBody{})
	r.must("bob", "1", &wire.RaiseBody{Up: true}) // the first request once more, late
	r.heard("bob")
	if feed, _ = r.s.Since(version, 1<<20); len(feed.Hands.Hands) != 2 || feed.Hands.Hands[0].Ended == 0 || feed.Board.Whole {
		t.Errorf("what changed: %+v", feed)
	}
	if next := r.must("bob", "7", &wire.RaiseBody{Up: true}); next == second {
		t.Error("another hand has the same id")
	}
}

func TestPolls(t *testing.T) {
	r := newRoom(t, "ann", "bob", "teacher", "helper")
	right := 1
	id := r.must("teacher", "1", &wire.OpenPollBody{Kind: wire.PollPrediction, Question: "?", Options: []string{"x", "y"}, Answer: &right, Hidden: true})
	if again := r.must("teacher", "1", &wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}}); again != id || len(r.s.polls) != 1 {
		t.Error("a repeated request opens another poll")
	}
	r.heard("helper", `poll "answer":1`)
	if said := r.told["ann"][0]; strings.Contains(said, "answer") || strings.Contains(said, "counts") {
		t.Errorf("a student is told %s", said)
	}
	clear(r.told)
	r.must("ann", "1", &wire.VoteBody{Poll: id, Choice: 0})
	r.heard("ann", `vote "choice":0`)
	r.must("ann", "2", &wire.VoteBody{Poll: id, Choice: 1})
	r.must("ann", "3", &wire.VoteBody{Poll: id, Choice: 1})
	r.must("bob", "1", &wire.VoteBody{Poll: id, Choice: 0})
	r.heard("ann", `vote "choice":1`)
	refused(t, r.ask("ann", "4", &wire.VoteBody{Poll: id, Choice: 2}), wire.RefusedChoice)
	refused(t, r.ask("ann", "4", &wire.VoteBody{Poll: "none"}), wire.RefusedPoll)
	refused(t, r.ask("helper", "4", &wire.VoteBody{Poll: id}), wire.RefusedRole)
	staff, version := r.s.Tallies(0, Teachers)
	if want := []wire.TallyBody{{Poll: id, Counts: []int{1, 1}, Voted: 2, Of: 2}}; !reflect.DeepEqual(staff, want) {
		t.Errorf("tally %+v", staff)
	}
	if pupils, _ := r.s.Tallies(0, Learners); pupils[0].Counts != nil || pupils[0].Voted != 2 {
		t.Errorf("students see %+v", pupils)
	}
	if again, _ := r.s.Tallies(version, Teachers); again != nil {
		t.Errorf("nothing has changed: %+v", again)
	}
	if mine := r.s.Snapshot("ann").Polls[0]; *mine.Mine != 1 || mine.Counts != nil || mine.Answer != nil || mine.Voted != 2 {
		t.Errorf("ann comes back and sees %+v", mine)
	}
	clear(r.told)
	r.must("helper", "9", &wire.ClosePollBody{Poll: id})
	r.must("teacher", "9", &wire.ClosePollBody{Poll: id})
	r.heard("ann", `poll "counts":[1,1],"voted":2,"answer":1`)
	r.heard("helper", `poll "closed":`)
	refused(t, r.ask("ann", "5", &wire.VoteBody{Poll: id, Choice: 0}), wire.RefusedPoll)
	refused(t, r.ask("teacher", "6", &wire.ClosePollBody{Poll: "none"}), wire.RefusedPoll)
	for i := range MaxOpen {
		r.must("teacher", fmt.Sprint("open", i), &wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}})
	}
	refused(t, r.ask("teacher", "full", &wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}}), wire.RefusedMany)
}

func TestPushes(t *testing.T) {
	r := newRoom(t, "ann", "bob", "teacher")
	id := r.must("teacher", "1", &wire.PushBody{Kind: wire.PushCell, Body: "x = 1"})
	r.must("teacher", "1", &wire.PushBody{Kind: wire.PushCell, Body: "x = 1"})
	for _, who := range []string{"ann", "bob", "teacher"} {
		r.heard(who, `push "all":true,"body":"x = 1"`)
	}
	r.must("teacher", "2", &wire.PushBody{Kind: wire.PushText, To: []string{"ann"}, Body: "well done"})
	r.heard("ann", `push "body":"well done"`)
	r.heard("bob")
	r.heard("teacher", `push "kind":"text"`)
	refused(t, r.ask("teacher", "3", &wire.PushBody{Kind: wire.PushText, To: []string{"ann", "nobody"}, Body: "x"}), wire.RefusedMember)
	if got := r.s.Snapshot("bob").Pushes; len(got) != 1 || got[0].ID != id {
		t.Errorf("bob comes back and sees %+v", got)
	}
	big := strings.Repeat("x", wire.MaxPushed)
	for i := range 2 * MaxPushes {
		r.must("teacher", fmt.Sprint("p", i), &wire.PushBody{Kind: wire.PushText, Body: big[:64+i*300]})
	}
	bytes := 0
	for _, p := range r.s.pushes {
		bytes += len(p.Body)
	}
	if len(r.s.pushes) > MaxPushes || bytes > PushBytes || len(r.rows.Pushes) != 2*MaxPushes+2 {
		t.Errorf("%d pushes of %d bytes are told, %d were kept", len(r.s.pushes), bytes, len(r.rows.Pushes))
	}
}

func TestPresenterAndLock(t *testing.T) {
	r := newRoom(t, "ann", "teacher", "helper")
	r.must("teacher", "1", &wire.PresentBody{On: true, Follow: true})
	r.heard("ann", `class "presenter":{"id":"teacher","name":"TEACHER","role":"assistant"},"follow":true`)
	r.must("teacher", "2", &wire.PresentBody{On: true, Follow: true})
	r.must("helper", "1", &wire.PresentBody{}) // does not present
	r.heard("ann")
	r.do(At{"ann", wire.WhereBody{Lesson: "one", Cell: "b"}})
	r.do(At{"teacher", wire.WhereBody{Lesson: "one", Cell: "a", Top: 5, Typing: true, Code: "x"}})
	if shown, version := r.s.Shown(); version == 0 || shown != (wire.PresenterBody{Lesson: "one", Cell: "a", Top: 5, Typing: true, Code: "x"}) {
		t.Errorf("the presenter is at %+v", shown)
	}
	r.must("helper", "2", &wire.PresentBody{On: true})
	r.heard("ann", `class "id":"helper"`)
	r.must("helper", "3", &wire.PresentBody{})
	r.heard("ann", `class {"title":"GPU 101","lock":"off"}`)
	if _, version := r.s.Shown(); version != 0 {
		t.Error("somebody presents")
	}
	r.must("teacher", "4", &wire.LockBody{Mode: wire.LockEdit})
	r.must("teacher", "5", &wire.LockBody{Mode: wire.LockEdit})
	r.heard("ann", `class "lock":"edit"`)
	if r.s.Locked("ann") != wire.LockEdit || r.s.Locked("teacher") != wire.LockOff || r.s.Locked("nobody") != wire.LockEdit {
		t.Error("the lock holds for the wrong people")
	}
	r.do(Titled{"GPU 102"})
	r.heard("ann", `class "title":"GPU 102"`)
}

func TestLooking(t *testing.T) {
	r := newRoom(t, "ann", "bob", "teacher", "helper")
	refused(t, r.ask("ann", "1", &wire.AllowBody{Pen: true}), wire.RefusedLooking)
	r.do(Look{"ann", "teacher", 1})
	r.heard("ann", `looking "name":"TEACHER"`)
	r.heard("bob")
	r.do(Look{"ann", "teacher", 2})
	r.do(Look{"ann", "helper", 3})
	r.heard("ann", `looking {"by":[{"id":"teacher"`, `looking "name":"HELPER"`)
	r.must("ann", "2", &wire.AllowBody{Pen: true})
	r.must("ann", "3", &wire.AllowBody{Pen: true})
	r.heard("ann", `looking "pen":true`)
	if !r.s.MayWrite("ann") || r.s.MayWrite("bob") {
		t.Error("the wrong notebook may be written in")
	}
	if rules := r.s.Rules(); !slices.Equal(rules.Pens, []string{"ann"}) {
		t.Errorf("who looks writes at %q", rules.Pens)
	}
	r.do(Looked{"ann", 9})
	for socket := range uint64(3) {
		r.do(Looked{"ann", socket + 1})
	}
	r.heard("ann", `looking "TEACHER"`, `looking "HELPER"`, `looking {}`)
	if r.s.MayWrite("ann") {
		t.Error("who looks next may write")
	}
	for i := range uint64(3 * MaxLookers) {
		r.do(Look{"ann", "teacher", i})
	}
	if n := len(r.s.members["ann"].lookers); n != MaxLookers {
		t.Errorf("%d look at one notebook", n)
	}
}

func TestStuck(t *testing.T) {
	r := newRoom(t, "ann", "bob", "cyd", "dan", "eve")
	for range 2 {
		r.run("ann", "one", "b", wire.RunFailed, "KeyError", "")
	}
	r.run("ann", "one", "b", wire.RunFailed, "TypeError", "")
	if row := r.row("ann"); row.Stuck != nil || row.State != wire.RowFailed || row.Fails != 1 || row.Error != "TypeError" || row.Attempts != 3 {
		t.Errorf("another error begins anew: %+v", row)
	}
	r.run("ann", "one", "b", wire.RunFailed, "TypeError", "")
	r.run("ann", "one", "b", wire.RunFailed, "TypeError", "")
	if row := r.row("ann"); !slices.Equal(row.Stuck, []string{wire.StuckError}) || row.Fails != 3 {
		t.Errorf("three in a row: %+v", row)
	}
	r.must("ann", "1", &wire.RaiseBody{Up: true})
	if row := r.row("ann"); !slices.Equal(row.Stuck, []string{wire.StuckError, wire.StuckHand}) || row.Hand == "" {
		t.Errorf("with a hand: %+v", row)
	}
	r.run("ann", "one", "b", wire.RunDone, "", "") // ran, and was not checked
	if row := r.row("ann"); !slices.Equal(row.Stuck, []string{wire.StuckHand}) || row.State != wire.RowIdle || row.Done != 0 || row.All != 2 {
		t.Errorf("ran: %+v", row)
	}
	r.run("ann", "one", "b", wire.RunDone, "", "fail")
	if row := r.row("ann"); row.State != wire.RowFailed || row.Done != 0 {
		t.Errorf("did not pass: %+v", row)
	}
	r.run("ann", "one", "b", wire.RunDone, "", "pass")
	r.run("ann", "one", "b", wire.RunFailed, "KeyError", "") // what is done stays done
	if row := r.row("ann"); row.Done != 1 {
		t.Errorf("passed: %+v", row)
	}
	r.do(Ended{Member: "bob", Session: "s", Lesson: "one", Cell: "a", State: wire.RunStopped, Killed: true})
	if row := r.row("bob"); !slices.Equal(row.Stuck, []string{wire.StuckKilled}) {
		t.Errorf("killed: %+v", row)
	}
	if heat := r.heat("one", "a"); heat != (wire.HeatCell{Lesson: "one", Cell: "a", Here: 1, Tried: 1, Stuck: 1}) {
		t.Errorf("%+v", heat)
	}
	r.run("dan", "two", "d", wire.RunFailed, "RuntimeError", "") // as it is meant to
	r.run("dan", "two", "d", wire.RunFailed, "RuntimeError", "")
	r.run("dan", "two", "d", wire.RunFailed, "RuntimeError", "")
	if row := r.row("dan"); row.Stuck != nil || row.Done != 1 || row.All != 2 || row.State != wire.RowIdle {
		t.Errorf("at a cell that is there to fail: %+v", row)
	}
	r.run("cyd", "two", "own-1", wire.RunFailed, "E", "") // a cell that is no lesson's
	r.run("cyd", "two", "own-1", wire.RunFailed, "E", "")
	r.run("cyd", "two", "own-1", wire.RunFailed, "E", "")
	if row := r.row("cyd"); !slices.Equal(row.Stuck, []string{wire.StuckError}) || row.Done != 0 || len(r.s.members["cyd"].tried) != 0 {
		t.Errorf("at a cell of their own: %+v", row)
	}
}

// TestSlow lets three do a cell in two minutes, and one not.
func TestSlow(t *testing.T) {
	r := newRoom(t, "ann", "bob", "cyd", "dan")
	const minute = 60_000
	for _, who := range []string{"ann", "bob", "cyd", "dan"} {
		r.do(At{who, wire.WhereBody{Lesson: "one", Cell: "b"}})
	}
	r.now += 2 * minute
	for _, who := range []string{"ann", "bob", "cyd"} {
		r.run(who, "one", "b", wire.RunDone, "", "pass")
	}
	if heat := r.heat("one", "b"); heat.Median < 2*minute || heat.Median > 3*minute || heat.Passed != 3 || heat.Here != 4 {
		t.Fatalf("%+v", heat)
	}
	r.now += minute
	if row := r.row("dan"); row.Stuck != nil {
		t.Errorf("after three minutes: %+v", row)
	}
	r.now += 2 * minute
	if row := r.row("dan"); !slices.Equal(row.Stuck, []string{wire.StuckSlow}) {
		t.Errorf("after five minutes: %+v", row)
	}
	if heat := r.heat("one", "b"); heat.Stuck != 1 {
		t.Errorf("%+v", heat)
	}
	r.run("dan", "one", "b", wire.RunFailed, "E", "")
	r.do(Left{"dan"})
	r.now += 60 * minute
	if row := r.row("dan"); row.Stuck != nil || row.State != wire.RowAway || row.Seen == 0 {
		t.Errorf("away: %+v", row)
	}
	r.do(Came{"dan"})
	if row := r.row("dan"); r.now-row.Here > 7*minute || r.now-row.Here < 5*minute {
		t.Errorf("the hour away was counted: at the cell for %d min", (r.now-row.Here)/minute)
	}
}

func TestHeat(t *testing.T) {
	r := newRoom(t, "ann", "bob", "cyd", "dan", "teacher")
	r.run("ann", "one", "b", wire.RunFailed, "RuntimeError", "")
	r.run("bob", "one", "b", wire.RunFailed, "RuntimeError", "")
	r.run("cyd", "one", "b", wire.RunFailed, "KeyError", "")
	r.run("dan", "one", "b", wire.RunDone, "", "pass")
	r.run("teacher", "one", "b", wire.RunFailed, "KeyError", "") // is not counted
	want := wire.HeatCell{Lesson: "one", Cell: "b", Here: 4, Tried: 4, Passed: 1, Error: "RuntimeError", Errors: 2}
	if heat := r.heat("one", "b"); heat != want {
		t.Errorf("%+v", heat)
	}
	r.do(Enrolled{Person: wire.Person{ID: "ann", Name: "ANN", Role: "student"}, Rev: 2, Status: store.Removed})
	want = wire.HeatCell{Lesson: "one", Cell: "b", Here: 3, Tried: 3, Passed: 1, Error: "KeyError", Errors: 1}
	if heat := r.heat("one", "b"); heat != want {
		t.Errorf("without ann: %+v", heat)
	}
	r.do(Lessons{course[1:]}) // the lesson is taken out, and comes again
	r.do(Lessons{course})
	if heat := r.heat("one", "b"); heat != want {
		t.Errorf("after the lessons changed: %+v", heat)
	}
}

func TestRemoved(t *testing.T) {
	r := newRoom(t, "ann", "bob", "teacher")
	r.must("ann", "1", &wire.RaiseBody{Up: true})
	r.must("teacher", "1", &wire.PresentBody{On: true})
	_, version := r.s.Since(0, 1<<20)
	clear(r.told)
	r.do(Enrolled{Person: wire.Person{ID: "ann", Name: "ANN", Role: "student"}, Rev: 3, Status: store.Removed})
	r.do(Enrolled{Person: wire.Person{ID: "ann", Name: "ANN", Role: "student"}, Rev: 2, Status: store.Active}) // comes late
	r.do(Enrolled{Person: wire.Person{ID: "teacher", Name: "T", Role: "student"}, Rev: 1, Status: store.Active})
	if !slices.Equal(r.shut, []string{"ann", "teacher"}) {
		t.Errorf("closed: %v", r.shut)
	}
	r.heard("bob", `class {"title":"GPU 101","lock":"off"}`) // nobody presents
	refused(t, r.ask("ann", "2", &wire.RaiseBody{Up: true}), wire.RefusedMember)
	feed, _ := r.s.Since(version, 1<<20)
	if rows := feed.Board.Rows; len(rows) != 2 || rows[0].ID != "ann" || !rows[0].Gone || rows[1].Name != "T" || len(feed.Roster.Members) != 2 {
		t.Errorf("told: %+v", feed)
	}
	if whole, _ := r.s.Since(0, 1<<20); len(whole.Board.Rows) != 2 || len(whole.Hands.Hands) != 0 || len(whole.Roster.Members) != 3 || !whole.Board.Whole {
		t.Errorf("whole: %+v", whole)
	}
	for i := range 2 * MaxMembers {
		r.do(enrolled(fmt.Sprint("m", i), "student"))
	}
	if len(r.s.members) != MaxMembers {
		t.Errorf("%d members", len(r.s.members))
	}
}

// TestFeedInParts asks for little at a time and must end with the same as who asks for all.
func TestFeedInParts(t *testing.T) {
	r := newRoom(t)
	for i := range 40 {
		who := fmt.Sprint("m", i)
		r.do(enrolled(who, "student"))
		r.do(Came{who})
		r.run(who, "one", "a", wire.RunDone, "", "")
		r.must(who, "1", &wire.RaiseBody{Up: true})
	}
	r.do(Tick{})
	rows := map[string]wire.BoardRow{}
	hands := map[string]wire.HandBody{}
	parts := 0
	for version := uint64(0); version != r.s.Version(); parts++ {
		var feed Feed
		feed, version = r.s.Since(version, 500)
		for _, row := range feed.Board.Rows {
			rows[row.ID] = row
		}
		for _, h := range feed.Hands.Hands {
			hands[h.Member.ID] = h
		}
		if feed.Board.Whole != (parts == 0) {
			t.Errorf("part %d: whole %v", parts, feed.Board.Whole)
		}
	}
	all, _ := r.s.Since(0, 1<<20)
	for _, row := range all.Board.Rows {
		if !reflect.DeepEqual(rows[row.ID], row) {
			t.Errorf("%+v, want %+v", rows[row.ID], row)
		}
	}
	if parts < 10 || len(rows) != 40 || len(hands) != 40 {
		t.Errorf("%d parts, %d rows, %d hands", parts, len(rows), len(hands))
	}
}

// TestMarks: a row tells of each cell of the lesson where its student is what became of it.
func TestMarks(t *testing.T) {
	r := newRoom(t, "ann")
	for _, step := range []struct {
		lesson, cell string
		state        wire.RunState
		check, want  string
	}{
		{"one", "b", wire.RunFailed, "", ".t"}, {"one", "a", wire.RunDone, "", "dt"}, {"one", "own-1", wire.RunDone, "", "dt"},
		{"two", "c", wire.RunFailed, "", "t."}, {"one", "b", wire.RunDone, "pass", "dd"},
	} {
		r.run("ann", step.lesson, step.cell, step.state, "", step.check)
		if got := r.row("ann").Marks; got != step.want {
			t.Errorf("after %s of %s: %s, want %s", step.cell, step.lesson, got, step.want)
		}
	}
}

func TestNamesOfErrors(t *testing.T) {
	for name, want := range map[string]string{"KeyError": "KeyError", "a\x00b\n": "ab", strings.Repeat("误", 100): strings.Repeat("误", 32), "\xff": ""} {
		if got := clean(name); got != want {
			t.Errorf("%q becomes %q", name, got)
		}
	}
}

// TestFound: a run whose end was kept, and which the class had not yet kept, is found when its session goes on.
func TestFound(t *testing.T) {
	r := newRoom(t, "ann")
	r.run("ann", "one", "b", wire.RunFailed, "KeyError", "")
	known := r.s.members["ann"].tried[place{"one", "b"}].Last
	found := func(at int64, state wire.RunState, cell string) {
		r.do(Ended{Member: "ann", Session: "s", Lesson: "one", Cell: cell, At: at, Found: true, State: state, Check: "pass"})
	}
	found(known, wire.RunFailed, "b")
	found(known+1, wire.RunAborted, "b")
	found(known+1, wire.RunDone, "none")
	if row := r.row("ann"); row.Attempts != 1 || row.Done != 0 {
		t.Errorf("what is known counts twice: %+v", row)
	}
	found(known+1, wire.RunDone, "b")
	found(known+1, wire.RunDone, "b")
	if row := r.row("ann"); row.Attempts != 2 || row.Done != 1 || row.Cell != "b" {
		t.Errorf("what was found does not count: %+v", row)
	}
}

// TestRowTells has a member's row tell what the session holds and how it stands with a turn on a GPU; nobody else's does.
func TestRowTells(t *testing.T) {
	r := newRoom(t, "teacher", "ann", "bob")
	r.do(Used{"ann", 3 << 20})
	r.do(Turn{"ann", 2})
	r.do(Used{"stranger", 1})
	if row := r.row("ann"); row.Memory != 3<<20 || row.GPU != 2 {
		t.Errorf("ann's row %+v", row)
	}
	if row := r.row("bob"); row.Memory != 0 || row.GPU != 0 {
		t.Errorf("bob's row %+v", row)
	}
	r.do(Used{"ann", 0})
	if row := r.row("ann"); row.Memory != 0 {
		t.Errorf("ann's row afterwards %+v", row)
	}
}
