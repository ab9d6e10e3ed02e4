package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// Go makes every jump of a function by way of a table: it sets the number of the place to go to and begins the loop around
// the whole function again, where a br_table goes there. Of a switch it makes a search: seven comparisons lead to one of a
// hundred cases, and for each that does not fall through there is a jump.
//
//	loop
//	  block … block                 one for each place that is jumped or returned to
//	    local.get $pc; br_table …
//	  end                           place 0
//	  …
//	  local.get $op; i64.const 64; i64.le_u; if; i32.const 7; local.set $pc; br $loop; end
//	  end                           place 1
//
// A place further down is the end of a block that is still open. So a jump there can go straight, and a search whose cases
// all lie there can be a table of its own. Engines compile that to what it is, and know where it leads.

// A function is what is known of one after it was read.
type function struct {
	reader
	pc          int   // the local that jumps set
	places      []int // where each number leads; behind the last, where all others lead
	blocks      int   // how many places there are
	ends        []int // of each place, where its code ends
	comparisons map[int]comparison
	jumps       []edit
}

// An edit is code that stands for other code.
type edit struct {
	from, to int
	code     []byte
}

// straighten rewrites a function.
func straighten(body []byte) ([]byte, error) {
	f := function{reader: reader{code: body}, comparisons: map[int]comparison{}}
	if f.read(); f.bad {
		return nil, errCode
	}
	edits := append(f.switches(), f.jumps...)
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.from >= at { // no jump of a search that has become a table
			out = append(append(out, body[at:e.from]...), e.code...)
			at = e.to
		}
	}
	return append(out, body[at:]...), nil
}

// read finds the function's table and its places.
func (f *function) read() {
	for n := f.number(); n > 0 && !f.bad; n-- { // locals
		f.number()
		f.at++
	}
	run := 0 // blocks that have just been opened
	for f.places == nil && f.at < len(f.code) && !f.bad {
		switch op := f.byte(); {
		case op == opBlock:
			f.skip(op)
			run++
			continue
		case op == opLocalGet && run > 0:
			f.pc = f.number()
			if from := f.at; f.byte() != opBrTable {
				f.at = from
				break
			}
			f.places, f.blocks = f.numbers(), run
		default:
			f.skip(op)
		}
		run = 0
	}
	for place := range f.blocks {
		if f.byte() != opEnd {
			f.bad = true
			return
		}
		f.place(place)
	}
}

// place reads the code of one, up to the end that the next begins behind.
func (f *function) place(place int) {
	from, depth := f.at, 0
	condition := -1 // where the if begins that has just been read
	for f.at < len(f.code) && !f.bad {
		start := f.at
		if depth == 0 {
			if c, ok := f.comparison(place); ok {
				c.at, c.whole = start, start == from
				f.comparisons[place] = c
			}
			f.at, f.bad = start, false
		}
		if to, ok := f.leap(); ok {
			f.straight(start, condition, depth+to-place-1, to > place)
			condition = -1
			continue
		}
		f.at, f.bad = start, false
		op := f.byte()
		if op == opEnd && depth == 0 {
			f.at--
			break
		}
		f.skip(op)
		condition = -1
		switch op {
		case opIf:
			if f.code[f.at-1] == noResult {
				condition = start
			}
			depth++
		case opBlock, opLoop:
			depth++
		case opEnd:
			depth--
		}
	}
	f.ends = append(f.ends, f.at)
}

// straight notes that a jump which has just been read can go down, out of some blocks. One that is all that an if does
// becomes a br_if.
func (f *function) straight(start, condition, depth int, down bool) {
	switch {
	case !down:
	case condition >= 0 && bytes.HasPrefix(f.code[f.at:], []byte{opEnd}):
		f.jumps = append(f.jumps, edit{condition, f.at + 1, binary.AppendUvarint([]byte{opBrIf}, uint64(depth-1))})
	default:
		f.jumps = append(f.jumps, edit{start, f.at, binary.AppendUvarint([]byte{opBr}, uint64(depth))})
	}
}

// leap reads a jump to a place.
func (f *function) leap() (place int, ok bool) {
	if f.byte() != opI32Const {
		return 0, false
	}
	number := f.constant()
	if f.byte() != opLocalSet || f.number() != f.pc || f.byte() != opBr {
		return 0, false
	}
	f.number()
	return f.places[min(uint(number), uint(len(f.places)-1))], !f.bad
}
