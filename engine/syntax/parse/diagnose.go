package parse

import (
	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file finds out what is wrong with a source that the parser refused, in
// the two passes that CPython's parser makes.

// diagnose returns the error of a source whose tokens s has; found is what the
// parser says.
func (p *parser) diagnose(s *scan.Scanner, mode Mode, found *syntax.Error) *syntax.Error {
	start := "file"
	if mode == Eval {
		start = "eval"
	}
	m := &matcher{g: grammar(), src: p.src, toks: s.Tokens, scan: s, start: p.top}
	if found != errSyntax {
		m.fill = p.i + 1
		return m.preferScanError(found)
	}
	err := m.diagnose(start)
	if err == nil { // the grammar has no objection, or gave up
		err = m.genericError(p.i)
	}
	return err
}

// diagnose runs both passes; nil means that neither found anything.
func (m *matcher) diagnose(start string) *syntax.Error {
	rule := m.g.index[start]
	ok, err := m.pass(rule, false)
	if ok {
		return nil
	}
	if err != nil {
		return m.preferScanError(err)
	}
	last := m.fill - 1
	if _, err = m.pass(rule, true); err == nil {
		err = m.genericError(last)
		if err.Class == syntax.IndentationError {
			return err
		}
	}
	return m.preferScanError(err)
}

// pass matches the whole source; err is what a report or the scanner says.
func (m *matcher) pass(rule int, errors bool) (ok bool, err *syntax.Error) {
	defer func() {
		switch e := recover().(type) {
		case nil, gaveUp:
		case *syntax.Error:
			err = e
		default:
			panic(e)
		}
	}()
	m.errors, m.memo, m.depth = errors, make(map[uint64]int), 0
	return m.match(rule, m.start) >= 0, nil
}

// genericError is what is said of a token that fits nowhere.
func (m *matcher) genericError(i int) *syntax.Error {
	t := &m.toks[i]
	switch t.Kind {
	case scan.Error:
		return m.scan.Err
	case scan.Indent:
		return m.errorLast(syntax.IndentationError, "unexpected indent")
	case scan.Dedent:
		return m.errorLast(syntax.IndentationError, "unexpected unindent")
	}
	return m.errorAt(m.tokenRange(i, i+1), "invalid syntax")
}

// preferScanError returns the scanner's error instead of err, if the scanner
// found one further on: an unclosed bracket explains many a syntax error behind it.
func (m *matcher) preferScanError(err *syntax.Error) *syntax.Error {
	s := m.scan
	if s.Err == nil || err == s.Err || err.Class > syntax.TabError {
		return err
	}
	if !s.SoftErr {
		return s.Err
	}
	if m.fill > 0 && s.UnclosedBefore(m.toks[m.fill-1].Line) {
		return s.Err
	}
	return err
}

// diagnoseField returns the error of the expression in a replacement field. CPython
// reads it as a source of its own, in parentheses, which is also what Text shows.
func (p *parser) diagnoseField(expr string, t *scan.Token, r syntax.Range) *syntax.Error {
	src := "(" + expr + ")"
	s := scan.New(src, r.Start.Line)
	s.All()
	m := &matcher{g: grammar(), src: src, toks: s.Tokens, scan: s}
	err := m.diagnose("fstring")
	if err == nil {
		err = m.genericError(len(m.toks) - 1)
	}
	found := *err
	if err != s.Err || s.SoftErr {
		found.Msg = "f-string: " + found.Msg
	}
	found.Text = syntax.SourceLine(src, found.Start.Line-r.Start.Line)
	found.Start = fieldPos(found.Start, r)
	found.End = fieldPos(found.End, r)
	return &found
}

// fieldPos is CPython's idea of a place in a replacement field that begins at
// r: on later lines it subtracts the column of the brace.
func fieldPos(pos diag.Pos, r syntax.Range) diag.Pos {
	if pos.Line > r.Start.Line {
		pos.Col -= r.Start.Col - 1
	}
	return pos
}
