package parse

import (
	"strings"

	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file interprets the grammar over the tokens of a refused source.

// maxPegSteps bounds the work of one diagnosis: error rules may backtrack a lot.
const maxPegSteps = 3_000_000

// matcher is one diagnosis.
type matcher struct {
	g      *pegGrammar
	src    string
	toks   []scan.Token
	scan   *scan.Scanner // has the error behind a scan.Error
	start  int           // the first token to match: those before are known to be right
	errors bool          // the second pass: error rules match
	fill   int           // number of tokens that have been looked at
	memo   map[uint64]int
	depth  int
	steps  int
	// kept is a range that an inner rule found for the report of an outer one.
	kept syntax.Range
	rule int // the rule being matched
	// used marks the rules that matched, for the test of the grammar.
	used []bool
}

// capture is a named part of an alternative: tokens from start up to end.
type capture struct {
	start, end int
	rule       string // the rule that matched them, if it was one
}

type captures struct{ a, b capture }

// gaveUp is the panic of a diagnosis that takes too long.
type gaveUp struct{}

// look returns the token at i and remembers that it was needed.
func (m *matcher) look(i int) *scan.Token {
	if i >= m.fill {
		m.fill = i + 1
		if m.toks[i].Kind == scan.Error {
			panic(m.scan.Err)
		}
	}
	return &m.toks[i]
}

// match matches a rule at token i and returns the token behind it, or -1.
func (m *matcher) match(rule, i int) int {
	r := m.g.rules[rule]
	key := uint64(rule)<<32 | uint64(i)
	if r.memo {
		if end, ok := m.memo[key]; ok {
			return end
		}
	}
	m.steps++
	if m.steps > maxPegSteps {
		panic(gaveUp{})
	}
	m.depth++
	if m.depth > maxParseDepth {
		panic(&syntax.Error{Class: syntax.MemoryError})
	}
	errors, outer := m.errors, m.rule
	m.errors, m.rule = errors && !r.quiet, rule
	end := m.choose(r.alts, i)
	m.errors, m.rule = errors, outer
	m.depth--
	if r.memo {
		m.memo[key] = end
	}
	if end >= 0 && m.used != nil {
		m.used[rule] = true
	}
	if end >= 0 && r.name == "strings" {
		m.checkStrings(i)
	}
	return end
}

// checkStrings takes the value of the literals at token i, which may hold an
// error of its own.
func (m *matcher) checkStrings(i int) {
	p := &parser{src: m.src, toks: m.toks, i: i}
	var err *syntax.Error
	func() {
		defer p.recover(&err)
		p.strings()
	}()
	if err != nil && err != errSyntax {
		panic(err)
	}
}

// choose returns the end of the first alternative that matches at i.
func (m *matcher) choose(alts []pegAlt, i int) int {
	for k := range alts {
		alt := &alts[k]
		if alt.isError && !m.errors {
			continue
		}
		var c captures
		end, cut := m.sequence(alt.items, i, &c)
		if end >= 0 {
			if alt.report == nil {
				return end
			}
			err := alt.report(m, &c)
			if m.used != nil {
				m.used[m.rule] = true
			}
			switch err {
			case nil: // it is no error after all, and nothing else is tried
				return -1
			case noError:
				return end
			}
			panic(err)
		}
		if cut {
			return -1
		}
	}
	return -1
}

// sequence matches items one after the other. cut tells that a ~ was passed.
func (m *matcher) sequence(items []*pegNode, i int, c *captures) (end int, cut bool) {
	for _, n := range items {
		if n.kind == pegCut {
			cut = true
			continue
		}
		next := m.node(n, i)
		if next < 0 {
			return -1, cut
		}
		if n.label != 0 {
			part := capture{start: i, end: next}
			if n.kind == pegRef {
				part.rule = m.g.rules[n.rule].name
			}
			if n.label == 'a' {
				c.a = part
			} else {
				c.b = part
			}
		}
		i = next
	}
	return i, cut
}

// node matches one item at token i and returns the token behind it, or -1.
func (m *matcher) node(n *pegNode, i int) int {
	switch n.kind {
	case pegToken:
		if m.look(i).Kind == n.tok {
			return i + 1
		}
	case pegWord:
		if t := m.look(i); t.Kind == scan.Name && m.text(t) == n.word {
			return i + 1
		}
	case pegSoft:
		if t := m.look(i); t.Kind == scan.Name && isSoftKeyword(m.text(t)) {
			return i + 1
		}
	case pegRef:
		return m.match(n.rule, i)
	case pegGroup:
		return m.choose(n.alts, i)
	case pegOpt:
		if end := m.node(n.elem, i); end >= 0 {
			return end
		}
		return i
	case pegAhead:
		if m.node(n.elem, i) >= 0 {
			return i
		}
	case pegNot:
		if m.node(n.elem, i) < 0 {
			return i
		}
	case pegForced:
		return m.forced(n.elem, i)
	default:
		return m.repeat(n, i)
	}
	return -1
}

func (m *matcher) text(t *scan.Token) string { return m.src[t.Off:t.End] }

// isSoftKeyword is as CPython 3.11 has it, which compares only as many letters
// as the name has: "c" passes for "case".
func isSoftKeyword(s string) bool {
	return strings.HasPrefix("match", s) || strings.HasPrefix("case", s) || s == "_"
}

func (m *matcher) forced(n *pegNode, i int) int {
	if t := m.look(i); t.Kind != n.tok {
		panic(m.errorAt(m.tokenRange(i, i+1), "expected '"+n.tok.String()+"'"))
	}
	return i + 1
}

// repeat matches elem*, elem+ and sep.elem+.
func (m *matcher) repeat(n *pegNode, i int) int {
	count := 0
	for {
		at := i
		if count > 0 && n.kind == pegGather {
			if at = m.node(n.sep, i); at < 0 {
				break
			}
		}
		end := m.node(n.elem, at)
		if end < 0 || end == i {
			break
		}
		i = end
		count++
	}
	if count == 0 && n.kind != pegStar {
		return -1
	}
	return i
}
