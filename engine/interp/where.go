package interp

import (
	"strings"

	"gputour/engine/bytecode"
	"gputour/engine/diag"
	"gputour/engine/object"
)

// Expression returns the source text of the expression that is being evaluated,
// for messages that name what the learner wrote ("a @ b"); "" if it is not known.
func Expression(t *object.Thread) string {
	m, ok := t.Frame.(*machine)
	if !ok || m.top == nil || m.top.code == sentinel {
		return ""
	}
	s := m.top.code.Spans[max(m.top.pc-1, 0)]
	return cutSource(m.state, m.top.code.File, diag.Span{
		Start: diag.Pos{Line: int(s.Line), Col: int(s.Col)}, End: diag.Pos{Line: int(s.EndLine), Col: int(s.EndCol)}})
}

// cutSource cuts a range out of a source.
func cutSource(s *state, file string, span diag.Span) string {
	var b strings.Builder
	for n := span.Start.Line; n <= span.End.Line; n++ {
		line, ok := s.sourceLine(file, n)
		if !ok {
			return ""
		}
		runes := []rune(line)
		from, to := 0, len(runes)
		if n == span.Start.Line {
			from = min(span.Start.Col, to)
		}
		if n == span.End.Line {
			to = min(span.End.Col, to)
		}
		b.WriteString(string(runes[min(from, to):to]))
		if n < span.End.Line {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// LocalNames returns the names that the running code gives to values for which
// match holds: locals of the innermost function, then globals of its module.
func LocalNames(t *object.Thread, match func(object.Value) bool) []string {
	m, ok := t.Frame.(*machine)
	if !ok || m.top == nil || m.top.code == sentinel {
		return nil
	}
	var names []string
	d := object.NewDict() // and not locals(), which would keep the values
	if m.top.code.Flags&bytecode.Optimized != 0 {
		m.top.variables(d)
	} else {
		d, _ = objectOf(frameLocals(m.top)).(*object.Dict)
	}
	if d != nil {
		for k, v := range d.All() {
			if s, isStr := object.AsStr(k); isStr && match(v) {
				names = append(names, s)
			}
		}
	}
	if m.top.locals.IsNil() && m.top.fn != nil {
		for name, v := range m.top.code.module.All() {
			if match(v) {
				names = append(names, name)
			}
		}
	}
	return names
}
