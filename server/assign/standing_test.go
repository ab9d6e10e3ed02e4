package assign

import (
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"gputour/engine/wire"
	"gputour/server/store"
)

func rows() *Rows {
	a := open(func(a *store.Assignment) { a.Weight = 10 })
	a.Items = []store.Item{{Cell: "x", Max: 400, Parts: []store.Part{{Test: "t", Points: 300}}}, {Cell: "y", Max: 600, Parts: []store.Part{{Test: "t", Points: 600}}}}
	return &Rows{Assignment: *a}
}

func (r *Rows) hand(id, holder string, n int, at int64) *Rows {
	r.Submissions = append(r.Submissions, store.Submission{ID: id, Assignment: "one", Holder: holder, Member: holder, N: n, At: at, State: store.Queued, Round: 1})
	return r
}

func (r *Rows) score(id string, round int, x, y store.Points) *Rows {
	for i := range r.Submissions {
		if r.Submissions[i].ID == id {
			r.Submissions[i].State, r.Submissions[i].GradedAt = store.Graded, 1
		}
	}
	r.Scores = append(r.Scores, store.Score{Submission: id, Cell: "x", Round: round, Auto: x}, store.Score{Submission: id, Cell: "y", Round: round, Auto: y})
	return r
}

func TestStanding(t *testing.T) {
	deducting := func(r *Rows) *Rows {
		r.Assignment.Late, r.Assignment.LatePercent = Deduct, 10
		return r
	}
	best := func(r *Rows) *Rows { r.Assignment.Counts = Best; return r }
	grouped := func(r *Rows) *Rows {
		r.Assignment.Groups = true
		r.Groups = []store.GroupMember{{Assignment: "one", Member: "ann", Group: "red"}, {Assignment: "one", Member: "bob", Group: "red"}}
		return r
	}
	for _, c := range []struct {
		name    string
		rows    *Rows
		member  string
		counted string
		points  store.Points
		has     bool
	}{
		{"nothing", rows(), "ann", "", 0, false},
		{"waits", rows().hand("1", "ann", 1, 2*hour), "ann", "1", 0, false},
		{"graded", rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 600), "ann", "1", 900, true},
		{"another's", rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 600), "bob", "", 0, false},
		{"the last counts", rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 600).hand("2", "ann", 2, 3*hour).score("2", 1, 0, 0), "ann", "2", 0, true},
		{"the best counts", best(rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 600).hand("2", "ann", 2, 3*hour).score("2", 1, 0, 0)), "ann", "1", 900, true},
		{"of equals the first", best(rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 0).hand("2", "ann", 2, 3*hour).score("2", 1, 300, 0)), "ann", "1", 300, true},
		{"the best after what late costs", best(deducting(rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 0).hand("2", "ann", 2, 11*hour).score("2", 1, 320, 0))), "ann", "1", 300, true},
		{"what is graded before what waits", best(rows().hand("1", "ann", 1, 2*hour).score("1", 1, 0, 0).hand("2", "ann", 2, 3*hour)), "ann", "1", 0, true},
		{"what is graded after what waits", best(rows().hand("1", "ann", 1, 2*hour).hand("2", "ann", 2, 3*hour).score("2", 1, 0, 0)), "ann", "2", 0, true},
		{"late costs", deducting(rows().hand("1", "ann", 1, 11*hour).score("1", 1, 300, 600)), "ann", "1", 810, true},
		{"a later round", rows().hand("1", "ann", 1, 2*hour).score("1", 2, 100, 0).score("1", 1, 300, 600), "ann", "1", 100, true},
		{"never more than the item's", rows().hand("1", "ann", 1, 2*hour).score("1", 1, 900, 900), "ann", "1", 1000, true},
		{"the group's", grouped(rows().hand("1", GroupHolder("red"), 1, 2*hour).score("1", 1, 300, 0)), "bob", "1", 300, true},
		{"one's own before the group", grouped(rows().hand("1", "bob", 1, 2*hour).score("1", 1, 300, 0)), "bob", "1", 300, true},
		{"not another's before the group", grouped(rows().hand("1", "bob", 1, 2*hour).score("1", 1, 300, 0)), "ann", "", 0, false},
	} {
		s := Open(c.rows).Standing(c.member)
		id := ""
		if s.Counted != nil {
			id = s.Counted.Submission.ID
		}
		if id != c.counted || s.Points != c.points || s.Has() != c.has || s.Max != 1000 {
			t.Errorf("%s: %q %v of %v, %v", c.name, id, s.Points, s.Max, s.Has())
		}
	}
}

// TestByHand: points by hand count in the place of a judge's, whatever is graded again, and an override in the place of all.
func TestByHand(t *testing.T) {
	r := rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 600)
	if w := Open(r).Standing("ann").Counted; !w.Waits || !w.Cells[0].Waits || w.Cells[1].Waits {
		t.Errorf("x has points to give by hand: %+v", w)
	}
	r.Marks = []store.Mark{{Submission: "1", Cell: "x", Points: 350}}
	r.score("1", 2, 0, 600)
	s := Open(r).Standing("ann")
	if s.Points != 950 || s.Counted.Waits {
		t.Errorf("%+v", s)
	}
	r.Overrides = []store.Override{{Assignment: "one", Member: "ann", Points: 1100}, {Assignment: "one", Member: "bob", Points: 100}}
	if ann, bob := Open(r).Standing("ann"), Open(r).Standing("bob"); ann.Points != 1100 || bob.Points != 100 || !bob.Has() || ann.Counted.Points != 950 {
		t.Errorf("%+v %+v", ann, bob)
	}
}

// TestComments are found where they belong: on a cell, or on the whole.
func TestComments(t *testing.T) {
	r := rows().hand("1", "ann", 1, 2*hour).hand("2", "ann", 2, 3*hour)
	r.Comments = []store.Comment{{Submission: "1", Cell: "x", Text: "other"}, {Submission: "2", Cell: "y", Text: "cell"}, {Submission: "2", Text: "whole"}}
	w := Open(r).Standing("ann").Counted
	if w.Comment == nil || w.Comment.Text != "whole" || w.Cells[0].Comment != nil || w.Cells[1].Comment == nil || w.Cells[1].Comment.Text != "cell" {
		t.Errorf("%+v", w)
	}
}

// TestOrderOfRows: a book says the same whatever order a database gives the rows in.
func TestOrderOfRows(t *testing.T) {
	r := rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 0).score("1", 2, 200, 0).hand("2", "ann", 2, 3*hour).score("2", 1, 0, 100).hand("3", "bob", 1, 3*hour)
	want := [2]Standing{Open(r).Standing("ann"), Open(r).Standing("bob")}
	for seed := range int64(20) {
		rnd, r := rand.New(rand.NewSource(seed)), &Rows{Assignment: r.Assignment, Submissions: slices.Clone(r.Submissions), Scores: slices.Clone(r.Scores)}
		rnd.Shuffle(len(r.Submissions), func(i, j int) { r.Submissions[i], r.Submissions[j] = r.Submissions[j], r.Submissions[i] })
		rnd.Shuffle(len(r.Scores), func(i, j int) { r.Scores[i], r.Scores[j] = r.Scores[j], r.Scores[i] })
		if got := [2]Standing{Open(r).Standing("ann"), Open(r).Standing("bob")}; !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %+v, want %+v", seed, got, want)
		}
	}
}

// TestHolder: who hands in for a group is in one, and the assignment is for groups.
func TestHolder(t *testing.T) {
	for _, c := range []struct {
		groups bool
		member string
		want   string
	}{{true, "ann", GroupHolder("red")}, {true, "bob", "bob"}, {false, "ann", "ann"}, {false, "bob", "bob"}} {
		r := rows()
		r.Assignment.Groups, r.Groups = c.groups, []store.GroupMember{{Assignment: "one", Member: "ann", Group: "red"}}
		if got := Open(r).Holder(c.member); got != c.want {
			t.Errorf("groups %v: %s hands in as %s", c.groups, c.member, got)
		}
	}
}

func TestTable(t *testing.T) {
	one := rows().hand("1", "ann", 1, 2*hour).score("1", 1, 300, 200) // 5 of 10, weight 10
	two := rows()
	two.Assignment.ID, two.Assignment.Weight, two.Assignment.Late = "two", 30, Refuse
	none := rows()
	none.Assignment.ID, none.Assignment.Weight = "three", 0
	empty := rows().hand("4", "ann", 1, 2*hour).score("4", 1, 0, 0) // of which nobody can have points
	empty.Assignment.ID, empty.Assignment.Items = "four", nil
	books := []*Book{Open(one), Open(two), Open(none), Open(empty)}
	for _, c := range []struct {
		now     int64
		member  string
		total   float64
		counted bool
	}{
		{5 * hour, "ann", 50, true},
		{11 * hour, "ann", 12.5, true}, // nothing handed in of two, which is over
		{5 * hour, "bob", 0, false},
		{11 * hour, "bob", 0, true},
	} {
		row := TableOf(books, []string{c.member}, c.now).Rows[0]
		if row.Total != c.total || row.Counted != c.counted || len(row.Standing) != 4 {
			t.Errorf("%+v: %v %v", c, row.Total, row.Counted)
		}
	}
}

// TestOver: what is not handed in counts as nothing once it can be no more, whatever closed it.
func TestOver(t *testing.T) {
	for _, c := range []struct {
		state store.AssignmentState
		now   int64
		want  bool
	}{
		{store.AssignmentDraft, 99 * hour, false}, {store.AssignmentOpen, 9 * hour, false}, {store.AssignmentOpen, 11 * hour, true},
		{store.AssignmentClosed, 2 * hour, true}, {store.AssignmentReleased, 2 * hour, true},
	} {
		r := rows()
		r.Assignment.State, r.Assignment.Late = c.state, Refuse
		if row := TableOf([]*Book{Open(r)}, []string{"ann"}, c.now).Rows[0]; row.Counted != c.want || row.Total != 0 {
			t.Errorf("%+v: %v %v", c, row.Counted, row.Total)
		}
	}
}

func TestEarned(t *testing.T) {
	item := store.Item{Max: 500, Parts: []store.Part{{Test: "test_a", Points: 200}, {Test: "test_a (hidden)", Points: 100}, {Test: "test_b", Points: 200}}}
	result := func(tests ...wire.TestResult) *wire.CheckResultBody { return &wire.CheckResultBody{Tests: tests} }
	for _, c := range []struct {
		name   string
		result *wire.CheckResultBody
		want   store.Points
	}{
		{"nothing ran", result(), 0},
		{"all", result(wire.TestResult{Function: "test_a", Status: "pass"}, wire.TestResult{Function: "test_b", Status: "pass"}, wire.TestResult{Function: "test_a", Hidden: true, Status: "pass"}), 500},
		{"one", result(wire.TestResult{Function: "test_a", Status: "pass"}, wire.TestResult{Function: "test_b", Status: "fail"}, wire.TestResult{Function: "test_a", Hidden: true, Status: "error"}), 200},
		{"stopped before the rest", result(wire.TestResult{Function: "test_b", Status: "pass"}), 200},
		{"a name twice, once failed", result(wire.TestResult{Function: "test_b", Status: "pass"}, wire.TestResult{Function: "test_b", Status: "fail"}), 0},
		{"a test that nobody gave points", result(wire.TestResult{Function: "test_c", Status: "pass"}), 0},
	} {
		if got := Earned(item, c.result); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := Split(1000, 3); !reflect.DeepEqual(got, []store.Points{334, 333, 333}) {
		t.Error(got)
	}
}
