package class

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gputour/engine/wire"
)

// This file says which rows the board shows, in which order, and who needs help first.

// urgency orders reasons; a raised hand is told apart.
func urgency(r *Row) int {
	if r.State == wire.RowAway {
		return 0
	}
	most := 0
	for _, why := range r.Stuck {
		most = max(most, map[string]int{wire.StuckSlow: 1, wire.StuckError: 2, wire.StuckKilled: 3}[why])
	}
	return most
}

// Urgent reports whether a student is stuck, whether or not the hand is up.
func Urgent(r *Row) bool { return urgency(r) > 0 }

// Needs reports whether somebody should go to a student.
func (b *Board) Needs(r *Row) bool { return urgency(r) > 0 || b.Raised(r.ID) != nil }

// byNeed puts who needs help first: raised hands in their order, hands that somebody has taken
// after them, then those who are stuck, the gravest first and the longest of them.
func (b *Board) byNeed(x, y *Row) int {
	hx, hy := b.Raised(x.ID), b.Raised(y.ID)
	rank := func(h *wire.HandBody, r *Row) int {
		switch {
		case h != nil && h.TakenBy == nil:
			return 9
		case h != nil:
			return 8
		}
		return urgency(r)
	}
	at := func(h *wire.HandBody, r *Row) int64 {
		switch {
		case h != nil:
			return h.At
		case urgency(r) > 0:
			return r.Here // the longest at their cell
		}
		return 0
	}
	return cmp.Or(cmp.Compare(rank(hy, y), rank(hx, x)), cmp.Compare(at(hx, x), at(hy, y)))
}

func away(r *Row) int {
	if r.State == wire.RowAway {
		return 1
	}
	return 0
}

// byName does not tell names apart while they are masked.
func (b *Board) byName(x, y *Row) int {
	if b.Masked {
		return cmp.Compare(x.No, y.No)
	}
	return cmp.Or(strings.Compare(x.Name, y.Name), strings.Compare(x.ID, y.ID))
}

func (b *Board) byPlace(x, y *Row) int {
	lx, cx := b.Place(x.Lesson, x.Cell)
	ly, cy := b.Place(y.Lesson, y.Cell)
	return cmp.Or(cmp.Compare(lx, ly), cmp.Compare(cx, cy))
}

// List is the rows that the board shows, in order.
func (b *Board) List() []*Row {
	if b.list != nil {
		return b.list
	}
	b.list = make([]*Row, 0, len(b.Rows))
	query := strings.ToLower(strings.TrimSpace(b.Query))
	for _, r := range b.Rows {
		if b.shows(r, query) {
			b.list = append(b.list, r)
		}
	}
	sort.Slice(b.list, func(i, j int) bool {
		x, y := b.list[i], b.list[j]
		order := 0
		switch b.Sort {
		case ByNeed:
			order = cmp.Or(b.byNeed(x, y), cmp.Compare(away(x), away(y)))
		case ByProgress:
			order = cmp.Or(cmp.Compare(y.Done*max(x.All, 1), x.Done*max(y.All, 1)), b.byPlace(y, x))
		case ByPlace:
			order = cmp.Or(cmp.Compare(away(x), away(y)), b.byPlace(x, y))
		}
		return cmp.Or(order, b.byName(x, y)) < 0
	})
	return b.list
}

func (b *Board) shows(r *Row, query string) bool {
	switch {
	case b.Lesson != "" && r.Lesson != b.Lesson,
		b.Only == NeedHelp && !b.Needs(r),
		b.Only == Present && r.State == wire.RowAway,
		b.Only == Absent && r.State != wire.RowAway:
		return false
	}
	return query == "" || !b.Masked && strings.Contains(strings.ToLower(r.Name), query) ||
		strings.Contains(strings.ToLower(r.Error), query) || b.Masked && query == strconv.Itoa(r.No)
}

// Queue is who needs help, first first.
func (b *Board) Queue() []*Row {
	var list []*Row
	for _, r := range b.Rows {
		if b.Needs(r) {
			list = append(list, r)
		}
	}
	sort.Slice(list, func(i, j int) bool { return cmp.Or(b.byNeed(list[i], list[j]), b.byName(list[i], list[j])) < 0 })
	return list
}

// after is who of the queue comes behind a student, or before; from both ends one goes round.
func (b *Board) after(id string, by int) *Row {
	queue := b.Queue()
	if len(queue) == 0 {
		return nil
	}
	at := slices.IndexFunc(queue, func(r *Row) bool { return r.ID == id })
	if at < 0 && by < 0 {
		at = 0
	}
	return queue[(at+by+len(queue))%len(queue)]
}

// Worst are the cells at which most are stuck.
func (b *Board) Worst(most int) []wire.HeatCell {
	var list []wire.HeatCell
	for _, h := range b.Heat {
		if h.Stuck > 0 || h.Errors > 1 {
			list = append(list, h)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		x, y := list[i], list[j]
		return cmp.Or(cmp.Compare(y.Stuck, x.Stuck), cmp.Compare(y.Errors, x.Errors), strings.Compare(x.Lesson+x.Cell, y.Lesson+y.Cell)) < 0
	})
	return list[:min(most, len(list))]
}
