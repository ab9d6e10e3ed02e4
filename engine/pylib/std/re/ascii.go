package re

import (
	"math"
	"strings"

	"github.com/dlclark/regexp2/v2/syntax"
)

// Most subjects are ASCII text, most patterns are made of characters, sets, groups,
// repetitions and alternatives. For these a matcher of our own (re_ascii_match.go) walks
// the text as it lies in memory, where regexp2 wants code points, a clock and a match
// object with lists of captures: it takes a fifth of the time. It runs regexp2's own syntax
// tree, so both mean the same; what this file does not know is left to regexp2.

// asciiOp says what a node of an ASCII program asks of the text.
type asciiOp uint8

const (
	opAccept      asciiOp = iota // the end of the pattern, or of a lookahead or atomic group
	opFail                       // nothing matches
	opChar                       // the character ch
	opText                       // the text
	opSet                        // a character of set
	opRun                        // lo to hi characters of set, as many as possible
	opRunFixed                   // likewise, never giving one back
	opRunLazy                    // likewise, as few as possible
	opBranch                     // one of the alternatives
	opOpen                       // a group begins, which slot remembers
	opClose                      // a group ends: it began at what slot lo holds, its span lies from slot on
	opBack                       // what the group whose span lies from slot on has matched
	opEnter                      // a loop begins: its counter is slot
	opLoop                       // the body again, or on
	opLoopLazy                   // on, or the body again
	opLook                       // the body matches here
	opLookNot                    // the body does not match here
	opBehind                     // the character before is of set
	opBehindNot                  // there is none, or it is not of set
	opAtomic                     // the body, which is not entered again
	opBump                       // no match starts between the start and here
	opBegin                      // \A
	opStart                      // \G: where the search began
	opLineBegin                  // ^ with MULTILINE
	opLineEnd                    // $ with MULTILINE
	opEndZ                       // the end, or before the last line break
	opEnd                        // the end
	opBoundary                   // \b
	opBoundaryNot                // \B
)

// asciiSet holds the ASCII characters of a set; bytes from 128 on are in none.
type asciiSet [256]bool

// asciiNode is one step of a program; steps are linked in the order of matching.
type asciiNode struct {
	op     asciiOp
	ch     byte
	lo, hi int
	slot   int
	text   string
	set    *asciiSet
	branch []asciiBranch
	body   *asciiNode
	next   *asciiNode
}

// asciiBranch is an alternative, and the characters it can begin with, nil for any.
type asciiBranch struct {
	*asciiNode
	first *asciiSet
}

// asciiProgram is a pattern for one mode.
type asciiProgram struct {
	start  *asciiNode
	first  *asciiSet // what a match can begin with, nil for anything
	prefix string    // what every match begins with
	slots  int       // group spans, group starts and loop counters
	groups int
}

// Word boundaries, as the translation spells them for texts in any script.
var asciiBoundaries = func() *strings.Replacer {
	var pairs []string
	for _, ascii := range []int{0, reASCII} {
		t := &translation{flags: ascii}
		pairs = append(pairs, t.boundary(true), `\b`, t.boundary(false), `\B`)
	}
	return strings.NewReplacer(pairs...)
}()

// compileASCII returns the program of a translated pattern with groups groups, or nil where
// regexp2 has to do the work.
func compileASCII(text string, groups int) *asciiProgram {
	tree, err := syntax.Parse(asciiBoundaries.Replace(text), syntax.ParseOptions{})
	if err != nil {
		return nil
	}
	c := &asciiCompiler{slots: 3 * (groups + 1), groups: groups}
	start := c.node(tree.Root, &asciiNode{op: opAccept})
	if c.unknown {
		return nil
	}
	p := &asciiProgram{start: start, slots: c.slots, groups: groups, prefix: prefixOf(start)}
	p.first, _ = firstOf(start)
	return p
}

type asciiCompiler struct {
	slots   int
	groups  int
	unknown bool // something is left to regexp2
}

// asciiZeroWidth are the nodes that only look.
var asciiZeroWidth = map[syntax.NodeType]asciiOp{
	syntax.NtBol: opLineBegin, syntax.NtEol: opLineEnd, syntax.NtBoundary: opBoundary, syntax.NtNonboundary: opBoundaryNot,
	syntax.NtBeginning: opBegin, syntax.NtStart: opStart, syntax.NtEndZ: opEndZ, syntax.NtEnd: opEnd,
	syntax.NtUpdateBumpalong: opBump, syntax.NtNothing: opFail,
}

// node returns the first step of n, which next follows.
func (c *asciiCompiler) node(n *syntax.RegexNode, next *asciiNode) *asciiNode {
	if op, ok := asciiZeroWidth[n.T]; ok {
		return &asciiNode{op: op, next: next}
	}
	if n.Options&syntax.RightToLeft != 0 && n.T != syntax.NtPosLook && n.T != syntax.NtNegLook {
		c.unknown = true
		return next
	}
	switch n.T {
	case syntax.NtEmpty:
		return next
	case syntax.NtOne:
		if n.Ch >= 128 {
			return &asciiNode{op: opFail}
		}
		return &asciiNode{op: opChar, ch: byte(n.Ch), next: next}
	case syntax.NtMulti:
		return &asciiNode{op: opText, text: string(n.Str), next: next}
	case syntax.NtSet, syntax.NtNotone:
		return &asciiNode{op: opSet, set: setOf(n), next: next}
	case syntax.NtOneloop, syntax.NtNotoneloop, syntax.NtSetloop:
		return c.run(n, opRun, next)
	case syntax.NtOneloopatomic, syntax.NtNotoneloopatomic, syntax.NtSetloopatomic:
		return c.run(n, opRunFixed, next)
	case syntax.NtOnelazy, syntax.NtNotonelazy, syntax.NtSetlazy:
		return c.run(n, opRunLazy, next)
	case syntax.NtConcatenate:
		for i := len(n.Children) - 1; i >= 0; i-- {
			next = c.node(n.Children[i], next)
		}
		return next
	case syntax.NtGroup:
		return c.node(n.Children[0], next)
	case syntax.NtAlternate:
		return c.branches(n.Children, next)
	case syntax.NtCapture:
		return c.capture(n, next)
	case syntax.NtRef:
		c.unknown = c.unknown || n.Options&syntax.IgnoreCase != 0
		return &asciiNode{op: opBack, slot: 2 * n.M, next: next}
	case syntax.NtLoop, syntax.NtLazyloop:
		return c.loop(n, next)
	case syntax.NtPosLook, syntax.NtNegLook, syntax.NtAtomic:
		return c.inner(n, next)
	}
	c.unknown = true
	return next
}

func (c *asciiCompiler) run(n *syntax.RegexNode, op asciiOp, next *asciiNode) *asciiNode {
	return &asciiNode{op: op, set: setOf(n), lo: n.M, hi: n.N, next: next}
}

// setOf returns the ASCII characters that a node of one character matches.
func setOf(n *syntax.RegexNode) *asciiSet {
	set := new(asciiSet)
	for ch := range rune(128) {
		switch {
		case n.IsSetFamily():
			set[ch] = n.Set.CharIn(ch)
		case n.IsOneFamily():
			set[ch] = ch == n.Ch
		default:
			set[ch] = ch != n.Ch
		}
	}
	return set
}

func (c *asciiCompiler) branches(children []*syntax.RegexNode, next *asciiNode) *asciiNode {
	b := &asciiNode{op: opBranch}
	for _, child := range children {
		b.add(c.node(child, next))
	}
	return b
}

func (n *asciiNode) add(start *asciiNode) {
	first, _ := firstOf(start)
	n.branch = append(n.branch, asciiBranch{start, first})
}

func (c *asciiCompiler) capture(n *syntax.RegexNode, next *asciiNode) *asciiNode {
	g := n.M
	if g == 0 { // the whole match, which the matcher knows
		return c.node(n.Children[0], next)
	}
	if g < 0 || g > c.groups || n.N >= 0 {
		c.unknown = true
		return next
	}
	began := 2*(c.groups+1) + g
	end := &asciiNode{op: opClose, slot: 2 * g, lo: began, next: next}
	return &asciiNode{op: opOpen, slot: began, next: c.node(n.Children[0], end)}
}

// loop compiles a repetition of more than single characters. Bodies that can match
// nothing are left to regexp2, which knows when such a loop ends.
func (c *asciiCompiler) loop(n *syntax.RegexNode, next *asciiNode) *asciiNode {
	child := n.Children[0]
	if minWidth(child) == 0 {
		c.unknown = true
		return next
	}
	if n.M == 0 && n.N == 1 {
		b := &asciiNode{op: opBranch}
		starts := []*asciiNode{c.node(child, next), next}
		if n.T == syntax.NtLazyloop {
			starts[0], starts[1] = starts[1], starts[0]
		}
		b.add(starts[0])
		b.add(starts[1])
		return b
	}
	l := &asciiNode{op: opLoop, slot: c.slots, lo: n.M, hi: n.N, next: next}
	if n.T == syntax.NtLazyloop {
		l.op = opLoopLazy
	}
	c.slots++
	l.body = c.node(child, l)
	return &asciiNode{op: opEnter, slot: l.slot, next: l}
}

// inner compiles what is matched on its own: looking ahead, one character back, atomic groups.
func (c *asciiCompiler) inner(n *syntax.RegexNode, next *asciiNode) *asciiNode {
	child := n.Children[0]
	if n.Options&syntax.RightToLeft != 0 && n.T != syntax.NtAtomic {
		op := opBehind
		if n.T == syntax.NtNegLook {
			op = opBehindNot
		}
		switch child.T {
		case syntax.NtOne, syntax.NtNotone, syntax.NtSet:
			return &asciiNode{op: op, set: setOf(child), next: next}
		}
		c.unknown = true
		return next
	}
	op := map[syntax.NodeType]asciiOp{syntax.NtPosLook: opLook, syntax.NtNegLook: opLookNot, syntax.NtAtomic: opAtomic}[n.T]
	return &asciiNode{op: op, body: c.node(child, &asciiNode{op: opAccept}), next: next}
}

// minWidth is the least number of characters that n matches, or 0 where that takes thought.
func minWidth(n *syntax.RegexNode) int {
	switch n.T {
	case syntax.NtOne, syntax.NtNotone, syntax.NtSet:
		return 1
	case syntax.NtMulti:
		return len(n.Str)
	case syntax.NtOneloop, syntax.NtNotoneloop, syntax.NtSetloop, syntax.NtOnelazy, syntax.NtNotonelazy, syntax.NtSetlazy,
		syntax.NtOneloopatomic, syntax.NtNotoneloopatomic, syntax.NtSetloopatomic:
		return min(n.M, 1)
	case syntax.NtCapture, syntax.NtGroup, syntax.NtAtomic:
		return minWidth(n.Children[0])
	case syntax.NtLoop, syntax.NtLazyloop:
		return min(n.M, 1) * minWidth(n.Children[0])
	case syntax.NtConcatenate:
		sum := 0
		for _, child := range n.Children {
			sum += minWidth(child)
		}
		return sum
	case syntax.NtAlternate:
		least := math.MaxInt
		for _, child := range n.Children {
			least = min(least, minWidth(child))
		}
		return least
	}
	return 0
}

// firstOf returns the characters with which what matches from n on can begin; nil for
// anything. through tells that the body of a lookahead or atomic group may be empty.
func firstOf(n *asciiNode) (set *asciiSet, through bool) {
	switch n.op {
	case opAccept:
		return nil, true
	case opFail:
		return new(asciiSet), false
	case opChar:
		set = new(asciiSet)
		set[n.ch] = true
		return set, false
	case opText:
		set = new(asciiSet)
		if n.text[0] < 128 {
			set[n.text[0]] = true
		}
		return set, false
	case opSet:
		return n.set, false
	case opRun, opRunFixed, opRunLazy:
		if n.lo > 0 {
			return n.set, false
		}
		return union(n.set, n.next)
	case opBranch:
		set = new(asciiSet)
		for _, b := range n.branch {
			if b.first == nil {
				return nil, true
			}
			for ch, in := range b.first {
				set[ch] = set[ch] || in
			}
		}
		return set, false
	case opAtomic:
		set, through = firstOf(n.body)
		if through {
			return nil, true
		}
		return set, false
	case opLoop, opLoopLazy:
		if n.body == nil { // asked from inside the body, which is being compiled
			return nil, true
		}
		set, through = firstOf(n.body)
		if through || n.lo > 0 {
			return set, through
		}
		return union(set, n.next)
	case opBack, opBump:
		return nil, true
	}
	return firstOf(n.next)
}

func union(set *asciiSet, next *asciiNode) (*asciiSet, bool) {
	more, through := firstOf(next)
	if more == nil || set == nil {
		return nil, through
	}
	both := *set
	for ch, in := range more {
		both[ch] = both[ch] || in
	}
	return &both, through
}

// prefixOf returns the text that everything that matches from n on begins with.
func prefixOf(n *asciiNode) string {
	var b strings.Builder
	for ; ; n = n.next {
		switch n.op {
		case opChar:
			b.WriteByte(n.ch)
		case opText:
			b.WriteString(n.text)
		case opOpen, opClose:
		default:
			return b.String()
		}
	}
}
