package assign

import "gputour/server/store"

// This file is the gradebook: members by assignments.

// Table is the gradebook of a class.
type Table struct {
	Books []*Book
	Rows  []Row
}

// Row is one member's.
type Row struct {
	Member   string
	Standing []Standing // by Books
	Total    float64    // percent, of the assignments that count
	Counted  bool       // something counts
}

// TableOf is the gradebook of some members. What counts in the total are assignments with a weight whose points the member may
// see by now or whose time is over: work not handed in is 0 then, and before that nothing.
func TableOf(books []*Book, members []string, now int64) Table {
	t := Table{Books: books}
	for _, m := range members {
		row := Row{Member: m}
		var sum, weights float64
		for _, b := range books {
			s := b.Standing(m)
			row.Standing = append(row.Standing, s)
			if s.Max > 0 && b.Assignment.Weight > 0 && (s.Has() || b.over(m, now)) {
				sum += float64(b.Assignment.Weight) * float64(s.Points) / float64(s.Max)
				weights += float64(b.Assignment.Weight)
			}
		}
		if weights > 0 {
			row.Total, row.Counted = 100*sum/weights, true
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// over reports whether a member can hand in no more.
func (b *Book) over(member string, now int64) bool {
	switch b.Assignment.State {
	case store.AssignmentClosed, store.AssignmentReleased:
		return true
	case store.AssignmentOpen:
		closing := Closing(&b.Assignment, b.extended[member])
		return closing > 0 && now > closing
	}
	return false
}
