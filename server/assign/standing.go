package assign

import (
	"cmp"
	"slices"

	"gputour/server/store"
)

// This file is what a member has in one assignment.

// Rows are all that is kept of one assignment.
type Rows struct {
	Assignment  store.Assignment
	Extensions  []store.Extension
	Groups      []store.GroupMember
	Overrides   []store.Override
	Submissions []store.Submission // answers are not needed
	Scores      []store.Score
	Marks       []store.Mark
	Comments    []store.Comment
}

// Book looks things up in the rows of one assignment.
type Book struct {
	*Rows
	extended map[string]int64
	group    map[string]string
	override map[string]*store.Override
	held     map[string][]*store.Submission // by holder
	scores   map[at]*store.Score            // of the last round that was graded
	marks    map[at]*store.Mark
	comments map[at]*store.Comment
}

// at is a cell of a submission.
type at struct{ submission, cell string }

// Open makes the book of some rows, in whatever order they are.
func Open(r *Rows) *Book {
	b := &Book{
		Rows: r, extended: map[string]int64{}, group: map[string]string{}, override: map[string]*store.Override{}, held: map[string][]*store.Submission{},
		scores: map[at]*store.Score{}, marks: map[at]*store.Mark{}, comments: map[at]*store.Comment{},
	}
	for _, e := range r.Extensions {
		b.extended[e.Member] = e.Due
	}
	for _, g := range r.Groups {
		b.group[g.Member] = g.Group
	}
	for i := range r.Overrides {
		b.override[r.Overrides[i].Member] = &r.Overrides[i]
	}
	for i := range r.Submissions {
		s := &r.Submissions[i]
		b.held[s.Holder] = append(b.held[s.Holder], s)
	}
	for i := range r.Scores {
		s := &r.Scores[i]
		if old := b.scores[at{s.Submission, s.Cell}]; old == nil || old.Round < s.Round {
			b.scores[at{s.Submission, s.Cell}] = s
		}
	}
	for i := range r.Marks {
		b.marks[at{r.Marks[i].Submission, r.Marks[i].Cell}] = &r.Marks[i]
	}
	for i := range r.Comments {
		b.comments[at{r.Comments[i].Submission, r.Comments[i].Cell}] = &r.Comments[i]
	}
	return b
}

// Extended is the later time that a member was given, or 0.
func (b *Book) Extended(member string) int64 { return b.extended[member] }

// GroupOf is a member's group, or "".
func (b *Book) GroupOf(member string) string { return b.group[member] }

// GroupHolder is the holder of what a group hands in. Members have no such ids.
func GroupHolder(group string) string { return "group " + group }

// Holder is whose a member's next submission is.
func (b *Book) Holder(member string) string {
	if g := b.group[member]; g != "" && b.Assignment.Groups {
		return GroupHolder(g)
	}
	return member
}

// Attempts are the submissions that count for a member, in order: their own, and those of the group that they are in.
func (b *Book) Attempts(member string) []*store.Submission {
	all := slices.Clone(b.held[member])
	if h := b.Holder(member); h != member {
		all = append(all, b.held[h]...)
	}
	slices.SortFunc(all, func(x, y *store.Submission) int {
		return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.N, y.N))
	})
	return all
}

// Cell is what an answer has.
type Cell struct {
	Item    store.Item
	Score   *store.Score // nil: not graded
	Mark    *store.Mark  // nil: none given by hand
	Comment *store.Comment
	Points  store.Points
	Waits   bool // for a person's points
}

// Work is what one submission has.
type Work struct {
	Submission *store.Submission
	Cells      []Cell
	Comment    *store.Comment // on the whole
	Late       Lateness
	Raw        store.Points // before what being late costs
	Points     store.Points
	Waits      bool
}

// Work is what one submission has for a member.
func (b *Book) Work(s *store.Submission, member string) Work {
	w := Work{Submission: s, Comment: b.comments[at{s.ID, ""}], Late: LatenessOf(&b.Assignment, b.extended[member], s.At)}
	for _, item := range b.Assignment.Items {
		key := at{s.ID, item.Cell}
		c := Cell{Item: item, Score: b.scores[key], Mark: b.marks[key], Comment: b.comments[key]}
		switch {
		case c.Mark != nil:
			c.Points = c.Mark.Points
		case c.Score != nil:
			c.Points = min(c.Score.Auto, item.Max)
		}
		c.Waits = c.Mark == nil && ByHand(item) > 0
		w.Waits = w.Waits || c.Waits
		w.Raw += c.Points
		w.Cells = append(w.Cells, c)
	}
	w.Points = deduct(w.Raw, w.Late.Percent)
	return w
}

// Standing is what a member has in an assignment.
type Standing struct {
	Attempts int
	Counted  *Work // nil: nothing was handed in
	Override *store.Override
	Points   store.Points
	Max      store.Points
}

// Has reports whether there are points to show.
func (s Standing) Has() bool {
	return s.Override != nil || s.Counted != nil && s.Counted.Submission.GradedAt > 0
}

// Max is what an assignment is worth.
func Max(a *store.Assignment) store.Points {
	var sum store.Points
	for _, i := range a.Items {
		sum += i.Max
	}
	return sum
}

// Standing is what a member has.
func (b *Book) Standing(member string) Standing {
	all := b.Attempts(member)
	s := Standing{Attempts: len(all), Max: Max(&b.Assignment), Override: b.override[member]}
	for _, a := range all {
		w := b.Work(a, member)
		if s.Counted == nil || b.Assignment.Counts != Best || better(w, *s.Counted) {
			s.Counted = &w
		}
	}
	if s.Counted != nil {
		s.Points = s.Counted.Points
	}
	if s.Override != nil {
		s.Points = s.Override.Points
	}
	return s
}

// better reports whether a later attempt counts in the place of an earlier one: what is graded before what is not, then points.
func better(later, earlier Work) bool {
	x, y := later.Submission.GradedAt > 0, earlier.Submission.GradedAt > 0
	if x != y {
		return x
	}
	return later.Points > earlier.Points
}
