package main

import (
	"encoding/binary"
	"math"
	"slices"
)

const (
	fewest = 4   // comparisons that are worth a table
	most   = 512 // entries of a table
)

// A comparison is what a place ends with that leads to one of two others.
type comparison struct {
	place    int
	at       int  // where its code begins
	whole    bool // the place does nothing else
	local    int
	op       byte
	constant int64
	negated  bool
	yes, no  int // the places it leads to
}

// switches finds the searches among the comparisons that are worth a table.
func (f *function) switches() []edit {
	inner := map[int]bool{}
	for _, c := range f.comparisons {
		for _, place := range []int{c.yes, c.no} {
			if _, ok := f.within(c, place); ok {
				inner[place] = true
			}
		}
	}
	var found []edit
	for place, root := range f.comparisons {
		if cases := f.cases(root); !inner[place] && cases != nil {
			found = append(found, edit{root.at, f.ends[place], root.table(cases)})
		}
	}
	return found
}

// table is code that goes to one of the places; the last is for all large numbers.
func (c comparison) table(places []int) (code []byte) {
	last := len(places) - 1
	for range 2 {
		code = binary.AppendUvarint(append(code, opLocalGet), uint64(c.local))
		code = appendSigned(append(code, opI64Const), int64(last))
	}
	code = append(code, opI64LtU, opSelect, opI32WrapI64, opBrTable)
	code = binary.AppendUvarint(code, uint64(last))
	for _, place := range places {
		code = binary.AppendUvarint(code, uint64(place-c.place-1))
	}
	return code
}

// cases are the places that a search leads to from 0, 1, …, the last from all other numbers; nil if that is not worth a table.
func (f *function) cases(root comparison) []int {
	count, largest := f.extent(root)
	if count < fewest || largest > int64(min(most, 8*count)) {
		return nil
	}
	others := f.lead(root, math.MaxInt64)
	if others != f.lead(root, -1) {
		return nil
	}
	var cases []int
	for v := range largest + 2 {
		cases = append(cases, f.lead(root, v))
	}
	if cases = append(cases, others); slices.Min(cases) <= root.place {
		return nil // only what lies below can be reached so
	}
	return cases
}

// within is the comparison at a place, if it goes on with the search of c.
func (f *function) within(c comparison, place int) (comparison, bool) {
	d, ok := f.comparisons[place]
	return d, ok && d.whole && d.local == c.local && place > c.place
}

// extent is how many comparisons a search has, and the largest number that it compares with.
func (f *function) extent(c comparison) (count int, largest int64) {
	count, largest = 1, c.constant
	if c.constant < 0 {
		largest = math.MaxInt64
	}
	for _, place := range []int{c.yes, c.no} {
		if d, ok := f.within(c, place); ok {
			n, l := f.extent(d)
			count, largest = count+n, max(largest, l)
		}
	}
	return count, largest
}

// lead is the place that a search leads to from a number.
func (f *function) lead(c comparison, v int64) int {
	place := c.no
	if c.holds(v) != c.negated {
		place = c.yes
	}
	if d, ok := f.within(c, place); ok {
		return f.lead(d, v)
	}
	return place
}

func (c comparison) holds(v int64) bool {
	switch u, constant := uint64(v), uint64(c.constant); c.op {
	case opI64Eqz, opI64Eq:
		return v == c.constant
	case opI64Ne:
		return v != c.constant
	case opI64LtS:
		return v < c.constant
	case opI64LtU:
		return u < constant
	case opI64GtS:
		return v > c.constant
	case opI64GtU:
		return u > constant
	case opI64LeS:
		return v <= c.constant
	case opI64LeU:
		return u <= constant
	case opI64GeS:
		return v >= c.constant
	default:
		return u >= constant
	}
}

// comparison reads one that ends a place.
func (f *function) comparison(place int) (c comparison, ok bool) {
	c.place, c.no = place, place+1
	if f.byte() != opLocalGet {
		return c, false
	}
	c.local = f.number()
	if f.code[min(f.at, len(f.code)-1)] == opI64Const {
		f.at++
		c.constant = f.constant()
		if c.op = f.byte(); c.op < opI64Eq || c.op > opI64GeU {
			return c, false
		}
	} else if c.op = f.byte(); c.op != opI64Eqz {
		return c, false
	}
	op := f.byte()
	if op == opI32Eqz {
		c.negated = true
		op = f.byte()
	}
	if op != opIf || f.byte() != noResult {
		return c, false
	}
	if c.yes, ok = f.leap(); !ok || f.byte() != opEnd {
		return c, false
	}
	if f.at < len(f.code) && f.code[f.at] == opI32Const {
		if c.no, ok = f.leap(); !ok {
			return c, false
		}
	}
	return c, f.at < len(f.code) && f.code[f.at] == opEnd && !f.bad
}
