package syntax

// This file finds out what is wrong with a source that the parser refused.

func (p *parser) diagnose(s *scanner, mode Mode) *Error {
	if p.i < len(p.toks) && p.toks[p.i].kind == tokError {
		return s.err
	}
	t := p.tok()
	return &Error{Msg: "invalid syntax", Start: t.start(), End: t.stop()}
}

func (p *parser) diagnoseField(expr string, t *token, r Range) *Error {
	return &Error{Msg: "f-string: invalid syntax", Start: r.Start, End: r.End}
}
