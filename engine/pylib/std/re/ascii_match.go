package re

import (
	"strings"

	"gputour/engine/object"
)

// asciiMatcher runs a program on a text. Groups and counters lie in slots; the trail
// says what they held before, so that going back to an alternative is cheap.
type asciiMatcher struct {
	text  string
	from  int // where the search began
	bump  int // no match starts before this
	slots []int
	trail []slotChange
	work  int // steps and characters since the last look at the stop token
	depth int
	// gaveUp says that a match takes so long or nests so deep that regexp2 has to find
	// out, under its clock.
	gaveUp bool
}

type slotChange struct{ slot, old int }

// Limits of one attempt at one place.
const (
	asciiWork  = 1 << 20
	asciiDepth = 20_000
)

// asciiPoll is the work after which a search looks at the stop token.
const asciiPoll = 1 << 16

// search looks for a match from position from on; spans are those of the groups. known is
// false where the matcher gave up.
func (m *asciiMatcher) search(t *object.Thread, p *asciiProgram, text string, from int) (spans []int, known bool, err error) {
	m.text, m.from, m.work, m.gaveUp = text, from, 0, false
	defer m.forget()
	if len(m.slots) < p.slots {
		m.slots = make([]int, p.slots)
	}
	for at := from; at <= len(text); at++ {
		if at = p.candidate(text, from, at); at < 0 {
			return nil, true, nil
		}
		if m.work > asciiPoll {
			m.work = 0
			if err := t.Poll(); err != nil {
				return nil, true, err
			}
		}
		spans = m.slots[:2*(p.groups+1)]
		for i := range spans {
			spans[i] = -1
		}
		m.trail, m.depth, m.bump = m.trail[:0], 0, at
		if end := m.run(p.start, at); end >= 0 {
			spans[0], spans[1] = at, end
			return spans, true, nil
		}
		if m.gaveUp {
			return nil, false, nil
		}
		m.work++
		at = max(at, m.bump-1)
	}
	return nil, true, nil
}

// forget drops what a pattern that is kept should not keep: the text, and a long trail.
func (m *asciiMatcher) forget() {
	m.text = ""
	if cap(m.trail) > 1<<10 {
		m.trail = nil
	}
}

// candidate returns the first position from at on where a match may start, or -1.
func (p *asciiProgram) candidate(text string, from, at int) int {
	switch {
	case p.start.op == opStart && at > from, p.start.op == opBegin && at > 0:
		return -1
	case p.start.op == opStart, p.start.op == opBegin:
		return at
	case p.prefix != "":
		i := strings.Index(text[at:], p.prefix)
		if i < 0 {
			return -1
		}
		return at + i
	case p.first != nil:
		for ; at < len(text); at++ {
			if p.first[text[at]] {
				return at
			}
		}
		return -1
	}
	return at
}

// set changes a slot so that undo finds what it held.
func (m *asciiMatcher) set(slot, v int) {
	m.trail = append(m.trail, slotChange{slot, m.slots[slot]})
	m.slots[slot] = v
}

// undo takes back the changes after the first n.
func (m *asciiMatcher) undo(n int) {
	for i := len(m.trail) - 1; i >= n; i-- {
		m.slots[m.trail[i].slot] = m.trail[i].old
	}
	m.trail = m.trail[:n]
}

// try is run as one of several choices: what fails leaves no trace.
func (m *asciiMatcher) try(n *asciiNode, i int) int {
	mark := len(m.trail)
	m.depth++
	m.work++
	end := -1
	if m.depth > asciiDepth || m.work > asciiWork {
		m.gaveUp = true
	} else if end = m.run(n, i); end < 0 {
		m.undo(mark)
	}
	m.depth--
	return end
}

// span returns the end of the characters of n's set that stand from i on, at most hi of them.
func (m *asciiMatcher) span(set *asciiSet, i, hi int) int {
	end, most := i, min(len(m.text), i+hi)
	for end < most && set[m.text[end]] {
		end++
	}
	m.work += (end - i) >> 2
	return end
}

// run matches from step n at position i and returns where the match ends, or -1. A step
// that leaves one way to go on goes on in the loop; others try all ways but the last.
func (m *asciiMatcher) run(n *asciiNode, i int) int {
	text := m.text
	for {
		switch n.op {
		case opAccept:
			return i
		case opFail:
			return -1
		case opChar:
			if i >= len(text) || text[i] != n.ch {
				return -1
			}
			i++
		case opText:
			if !strings.HasPrefix(text[i:], n.text) {
				return -1
			}
			i += len(n.text)
		case opSet:
			if i >= len(text) || !n.set[text[i]] {
				return -1
			}
			i++
		case opRunFixed:
			end := m.span(n.set, i, n.hi)
			if end < i+n.lo {
				return -1
			}
			i = end
		case opRun, opRunLazy, opBranch:
			next, at, end := m.choose(n, i)
			if next == nil {
				return end
			}
			n, i = next, at
			continue
		case opOpen:
			m.set(n.slot, i)
		case opClose:
			m.set(n.slot, m.slots[n.lo])
			m.set(n.slot+1, i)
		case opBack:
			start, end := m.slots[n.slot], m.slots[n.slot+1]
			if start < 0 || !strings.HasPrefix(text[i:], text[start:end]) {
				return -1
			}
			i += end - start
		case opEnter:
			m.set(n.slot, 0)
		case opLoop, opLoopLazy:
			next, end := m.again(n, i)
			if next == nil {
				return end
			}
			n = next
			continue
		case opLook, opAtomic:
			end := m.try(n.body, i)
			if end < 0 {
				return -1
			}
			if n.op == opAtomic {
				i = end
			}
		case opLookNot:
			mark := len(m.trail)
			if m.try(n.body, i) >= 0 || m.gaveUp {
				m.undo(mark)
				return -1
			}
		case opBump:
			m.bump = max(m.bump, i)
		default:
			if !m.stands(n, i) {
				return -1
			}
		}
		n = n.next
	}
}

// choose tries the ways to go on from n but for the last: that is the step to go on with, and
// where. Otherwise next is nil, and the match ends at end.
func (m *asciiMatcher) choose(n *asciiNode, i int) (next *asciiNode, at, end int) {
	switch n.op {
	case opRun:
		at, end = m.runGreedy(n, i)
	case opRunLazy:
		at, end = m.runLazy(n, i)
	default:
		return m.branch(n, i)
	}
	if at < 0 {
		return nil, at, end
	}
	return n.next, at, end
}

// runGreedy goes on behind as many characters as there are, then behind fewer. at is the last
// place to go on from, negative if the match ends at end.
func (m *asciiMatcher) runGreedy(n *asciiNode, i int) (at, end int) {
	at, least := m.span(n.set, i, n.hi), i+n.lo
	for ; at > least; at-- {
		if n.next.op == opChar && (at >= len(m.text) || m.text[at] != n.next.ch) {
			continue
		}
		if end = m.try(n.next, at); end >= 0 || m.gaveUp {
			return -1, end
		}
	}
	if at < least {
		return -1, -1
	}
	return at, -1
}

// runLazy is runGreedy from the shortest to the longest.
func (m *asciiMatcher) runLazy(n *asciiNode, i int) (at, end int) {
	least := i + n.lo
	if m.span(n.set, i, n.lo) < least {
		return -1, -1
	}
	for at = least; at-least < n.hi-n.lo && at < len(m.text) && n.set[m.text[at]]; at++ {
		if n.next.op == opChar && m.text[at] != n.next.ch {
			continue
		}
		if end = m.try(n.next, at); end >= 0 || m.gaveUp {
			return -1, end
		}
	}
	m.work += (at - least) >> 2
	return at, -1
}

func (m *asciiMatcher) branch(n *asciiNode, i int) (next *asciiNode, at, end int) {
	last := len(n.branch) - 1
	for k := range n.branch[:last] {
		if b := &n.branch[k]; b.begins(m.text, i) {
			if end = m.try(b.asciiNode, i); end >= 0 || m.gaveUp {
				return nil, i, end
			}
		}
	}
	if !n.branch[last].begins(m.text, i) {
		return nil, i, -1
	}
	return n.branch[last].asciiNode, i, -1
}

// begins tells whether the alternative can begin at i.
func (b *asciiBranch) begins(text string, i int) bool {
	return b.first == nil || i < len(text) && b.first[text[i]]
}

// again is a loop at position i: the step to go on with, or nil and the end of the match.
func (m *asciiMatcher) again(n *asciiNode, i int) (next *asciiNode, end int) {
	done, mark := m.slots[n.slot], len(m.trail)
	if n.op == opLoopLazy && done >= n.lo {
		if end = m.try(n.next, i); end >= 0 || m.gaveUp || done >= n.hi {
			return nil, end
		}
	}
	if done >= n.hi {
		return n.next, 0
	}
	m.set(n.slot, done+1)
	if n.op == opLoopLazy || done < n.lo {
		return n.body, 0
	}
	if end = m.try(n.body, i); end >= 0 || m.gaveUp {
		return nil, end
	}
	m.undo(mark)
	return n.next, 0
}

// stands tells whether what n asks of a position holds at i.
func (m *asciiMatcher) stands(n *asciiNode, i int) bool {
	text := m.text
	switch n.op {
	case opBehind:
		return i > 0 && n.set[text[i-1]]
	case opBehindNot:
		return i == 0 || !n.set[text[i-1]]
	case opBegin:
		return i == 0
	case opStart:
		return i == m.from
	case opLineBegin:
		return i == 0 || text[i-1] == '\n'
	case opLineEnd:
		return i == len(text) || text[i] == '\n'
	case opEndZ:
		return i == len(text) || i == len(text)-1 && text[i] == '\n'
	case opEnd:
		return i == len(text)
	}
	before := i > 0 && isASCIIWord(text[i-1])
	after := i < len(text) && isASCIIWord(text[i])
	return (before != after) == (n.op == opBoundary) && len(text) > 0 // not even \B is in an empty text
}

func isASCIIWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
