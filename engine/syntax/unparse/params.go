package unparse

import (
	"strings"

	"gputour/engine/syntax"
)

// This file writes parameters and f-strings as source text.

func (p *printer) params(ps *syntax.Params) {
	first := true
	comma := func() {
		if !first {
			p.write(", ")
		}
		first = false
	}
	one := func(prefix string, a *syntax.Param) {
		comma()
		p.write(prefix + a.Name.ID)
		if a.Annotation != nil {
			p.write(": ")
			p.expr(a.Annotation, precTest)
		}
		if a.Default != nil {
			p.write("=")
			p.expr(a.Default, precTest)
		}
	}
	for _, a := range ps.PosOnly {
		one("", a)
	}
	if len(ps.PosOnly) > 0 {
		comma()
		p.write("/")
	}
	for _, a := range ps.Args {
		one("", a)
	}
	if ps.VarArg != nil {
		one("*", ps.VarArg)
	} else if len(ps.KwOnly) > 0 {
		comma()
		p.write("*")
	}
	for _, a := range ps.KwOnly {
		one("", a)
	}
	if ps.KwArg != nil {
		one("**", ps.KwArg)
	}
}

// quotes are tried in turn until one does not occur in the fields of an f-string.
var quotes = []string{"'", `"`, "'''", `"""`}

// joined writes an f-string. Fields are written first, each once, to choose
// quotes that they do not use.
func (p *printer) joined(e *syntax.JoinedStr) {
	fields := fieldTexts(e, nil)
	all := strings.Join(fields, "")
	q := freeQuote(all)
	if p.generous { // rather than escape quotes in the text
		for _, v := range e.Values {
			if c, ok := v.(*syntax.Constant); ok {
				all += c.Value.(string)
			}
		}
		if free := freeQuote(all); len(free) == 1 {
			q = free
		}
	}
	p.write("f" + q)
	p.joinedParts(e, q, false, fields)
	p.write(q)
}

// freeQuote is the first of the quotes that a text does not use.
func freeQuote(text string) string {
	for _, q := range quotes {
		if !strings.Contains(text, q) {
			return q
		}
	}
	return quotes[len(quotes)-1]
}

// fieldTexts appends the text of every field of e, in the order of joinedParts.
func fieldTexts(e *syntax.JoinedStr, list []string) []string {
	for _, v := range e.Values {
		if f, ok := v.(*syntax.FormattedValue); ok {
			list = append(list, fieldText(f))
			if f.Spec != nil {
				list = fieldTexts(f.Spec, list)
			}
		}
	}
	return list
}

// fieldText writes the expression of a field. A space keeps `{{` apart.
func fieldText(v *syntax.FormattedValue) string {
	var p printer
	p.expr(v.Value, precTest+1)
	s := p.String()
	if s[0] == '{' {
		s = " " + s
	}
	return s
}

// joinedParts writes the inside of an f-string or specification, and returns the
// fields that it has not used.
func (p *printer) joinedParts(e *syntax.JoinedStr, q string, spec bool, fields []string) []string {
	for _, v := range e.Values {
		switch v := v.(type) {
		case *syntax.Constant:
			s := escape(v.Value.(string), q[0])
			if !spec {
				s = strings.ReplaceAll(strings.ReplaceAll(s, "{", "{{"), "}", "}}")
			}
			p.write(s)
		case *syntax.FormattedValue:
			p.write("{" + fields[0])
			fields = fields[1:]
			if v.Conversion != 0 {
				p.write("!" + string(rune(v.Conversion)))
			}
			if v.Spec != nil {
				p.write(":")
				fields = p.joinedParts(v.Spec, q, true, fields)
			}
			p.write("}")
		}
	}
	return fields
}
