package traceback

import (
	"slices"
	"strings"

	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// This file chooses which lines of a source a traceback in IPython's form shows around a
// failing one: whole statements of the function it stands in. The rules are those of the
// package stack_data, which IPython uses.

const (
	// maxExcerpt bounds the sources that are parsed for it, in lines.
	maxExcerpt = 5000
	// maxPiece is how many lines of a statement are shown that did not fail.
	maxPiece = 6
)

// piece is a range of lines, last excluded: a statement, or the head of one that has a body.
type piece struct{ first, last int }

// outline is a source cut into pieces.
type outline struct {
	lines  []string
	pieces []piece
	scopes []scope // of functions and classes, outer ones first
}

// scope is where a function or class stands.
type scope struct {
	piece
	name string
}

// outlineOf cuts a source; one that cannot be parsed is cut into lines.
func outlineOf(lines []string) *outline {
	o := &outline{lines: lines}
	if len(lines) <= maxExcerpt {
		if m, err := parse.Source("", strings.Join(lines, "\n")+"\n", parse.Options{}); err == nil {
			o.split([][]syntax.Stmt{m.Body}, 1, len(lines)+1)
			return o
		}
	}
	for i := range lines {
		o.add(i+1, i+2)
	}
	return o
}

// split adds the pieces between two lines: the statements of blocks and what is between them.
func (o *outline) split(blocks [][]syntax.Stmt, first, last int) {
	for _, s := range slices.Concat(blocks...) {
		r := linesOf(s)
		if r.last <= first { // on the line of the statement before
			continue
		}
		o.add(first, r.first)
		inner := syntax.Bodies(s)
		switch s := s.(type) {
		case *syntax.FunctionDef:
			inner = [][]syntax.Stmt{s.Body}
			o.scopes = append(o.scopes, scope{r, s.Name.ID})
		case *syntax.ClassDef:
			inner = [][]syntax.Stmt{s.Body}
			o.scopes = append(o.scopes, scope{r, s.Name.ID})
		case *syntax.Try: // in the order of the lines
			inner = slices.Concat([][]syntax.Stmt{s.Body}, inner[3:], inner[1:3])
		}
		o.split(inner, max(r.first, first), r.last)
		first = r.last
	}
	o.add(first, last)
}

// linesOf are the lines of a statement, with its decorators.
func linesOf(s syntax.Stmt) piece {
	r := piece{s.Span().Start.Line, s.Span().End.Line + 1}
	var decorators []syntax.Expr
	switch s := s.(type) {
	case *syntax.FunctionDef:
		decorators = s.Decorators
	case *syntax.ClassDef:
		decorators = s.Decorators
	}
	if len(decorators) > 0 {
		r.first = decorators[0].Span().Start.Line
	}
	return r
}

// add adds a piece without the empty lines around it.
func (o *outline) add(first, last int) {
	blank := func(n int) bool { return n > len(o.lines) || strings.TrimSpace(o.lines[n-1]) == "" }
	for first < last && blank(first) {
		first++
	}
	for first < last && blank(last-1) {
		last--
	}
	if first < last {
		o.pieces = append(o.pieces, piece{first, last})
	}
}

// around returns the piece that a line of a function's stands in, and some pieces on
// either side of it in the same function or class.
func (o *outline) around(line int, function string, context int) (pieces []piece, failing piece) {
	within := piece{1, len(o.lines) + 1}
	for _, s := range o.scopes {
		if s.first <= line && line < s.last && (s.name == function || !o.isHead(s.piece, line)) {
			within = s.piece
		}
	}
	var inside []piece
	at := -1
	for _, p := range o.pieces {
		if within.first <= p.first && p.last <= within.last {
			if p.first <= line && line < p.last {
				at = len(inside)
			}
			inside = append(inside, p)
		}
	}
	if at < 0 {
		return nil, piece{}
	}
	return inside[max(at-context, 0):min(at+1+context, len(inside))], inside[at]
}

// isHead reports whether a line belongs to the first piece of a function or class.
func (o *outline) isHead(within piece, line int) bool {
	for _, p := range o.pieces {
		if p.first >= within.first {
			return p.first <= line && line < p.last
		}
	}
	return false
}

// excerptLine is a line as it is shown; number 0 stands for those left out.
type excerptLine struct {
	number int
	text   string
}

// excerpt returns the lines to show around one, without the indentation that they share.
func (o *outline) excerpt(line int, function string, context int) []excerptLine {
	var shown []excerptLine
	pieces, failing := o.around(line, function, context)
	for _, p := range pieces {
		gap := piece{p.last, p.last}
		if p != failing && p.last-p.first > maxPiece {
			gap = piece{p.first + maxPiece/2, p.last - maxPiece/2 + 1}
		}
		for n := p.first; n < p.last; n++ {
			switch {
			case n == gap.first:
				shown = append(shown, excerptLine{})
			case n < gap.first || n >= gap.last:
				shown = append(shown, excerptLine{n, o.lines[n-1]})
			}
		}
	}
	dedent(shown)
	return shown
}

// dedent takes away the indentation that all lines share.
func dedent(lines []excerptLine) {
	shared, set := "", false
	for _, l := range lines {
		body := strings.TrimLeft(l.text, " \t")
		if body == "" {
			continue
		}
		indent := l.text[:len(l.text)-len(body)]
		for set && !strings.HasPrefix(indent, shared) {
			shared = shared[:len(shared)-1]
		}
		if !set {
			shared, set = indent, true
		}
	}
	for i := range lines {
		lines[i].text = strings.TrimPrefix(lines[i].text, shared)
	}
}
