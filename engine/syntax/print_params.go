package syntax

import "strings"

// This file writes parameters and f-strings as source text.

func (p *printer) params(ps *Params) {
	first := true
	comma := func() {
		if !first {
			p.write(", ")
		}
		first = false
	}
	one := func(prefix string, a *Param) {
		comma()
		p.write(prefix + a.Name.ID)
		eq := "="
		if a.Annotation != nil {
			p.write(": ")
			p.expr(a.Annotation, precTest)
			eq = " = "
		}
		if a.Default != nil {
			p.write(eq)
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

// joined writes an f-string. Fields are written first, to choose quotes that
// they do not use.
func (p *printer) joined(e *JoinedStr) {
	var fields strings.Builder
	walkFields(e, func(v *FormattedValue) { fields.WriteString(fieldText(v)) })
	q := quotes[0]
	for _, q = range quotes {
		if !strings.Contains(fields.String(), q) {
			break
		}
	}
	p.write("f" + q)
	p.joinedParts(e, q, false)
	p.write(q)
}

func walkFields(e *JoinedStr, visit func(*FormattedValue)) {
	for _, v := range e.Values {
		if f, ok := v.(*FormattedValue); ok {
			visit(f)
			if f.Spec != nil {
				walkFields(f.Spec, visit)
			}
		}
	}
}

// fieldText writes the expression of a field. A space keeps `{{` apart.
func fieldText(v *FormattedValue) string {
	var p printer
	p.expr(v.Value, precTest+1)
	s := p.String()
	if s[0] == '{' {
		s = " " + s
	}
	return s
}

func (p *printer) joinedParts(e *JoinedStr, q string, spec bool) {
	for _, v := range e.Values {
		switch v := v.(type) {
		case *Constant:
			s := escape(v.Value.(string), q[0])
			if !spec {
				s = strings.ReplaceAll(strings.ReplaceAll(s, "{", "{{"), "}", "}}")
			}
			p.write(s)
		case *FormattedValue:
			p.write("{" + fieldText(v))
			if v.Conversion != 0 {
				p.write("!" + string(rune(v.Conversion)))
			}
			if v.Spec != nil {
				p.write(":")
				p.joinedParts(v.Spec, q, true)
			}
			p.write("}")
		}
	}
}
