// This file lowers printf and its kin, puts and assert.

package lower

import (
	"strings"

	"gputour/cuda/cudac/printf"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

func outputIntrinsics() map[string]intrinsic {
	return map[string]intrinsic{
		"printf": {-1, false, func(l *lowering, c *call) value {
			f := l.formatter(c, 0)
			return l.printing(f, func(w *simt.Warp, lane int, s string) uint64 {
				w.Write(1, s)
				return uint64(len(s))
			})
		}},
		"fprintf": {-1, false, func(l *lowering, c *call) value {
			if len(c.args) < 2 {
				l.fail(c.at, "", "fprintf needs a file and a format")
			}
			file := l.rvalue(c.args[0])
			f := l.formatter(c, 1)
			f.run = seq(file.run, f.run)
			return l.printing(f, func(w *simt.Warp, lane int, s string) uint64 {
				w.Write(int(w.In(file.slot)[lane]), s)
				return uint64(len(s))
			})
		}},
		"sprintf":  {-1, false, formatInto},
		"snprintf": {-1, false, formatInto},
		"assert": {1, false, func(l *lowering, c *call) value {
			v := l.truth(c.args[0])
			at, what := l.site(c.at, ""), l.c.Asserted(c.at.Pos)
			return value{typ: syntax.Basic[word.Void], run: seq(v.run, func(w *simt.Warp, m uint32) {
				if bad := m &^ w.Truth(v.slot, m); bad != 0 {
					w.Assertion(bad, at, what)
				}
			})}
		}},
	}
}

// formatter is a format with its arguments.
type formatter struct {
	pieces []printf.Piece // nil where the format is not a literal
	format value
	args   []value
	list   *value // a va_list, in the place of args
	run    simt.Op
	at     *simt.Site
}

// format lowers the format at argument i.
func (l *lowering) format(c *call, i int) *formatter {
	if len(c.args) <= i {
		l.fail(c.at, "", "%s needs a format", c.name)
	}
	f := &formatter{at: l.site(c.at, "")}
	if e := c.args[i]; e.Op == "str" {
		f.pieces = printf.Parse(e.Name)
	} else {
		char := *syntax.Basic[word.I8]
		char.Const = true
		f.format = l.convert(l.rvalue(e), syntax.PointerTo(&char), e.Tok)
		f.run = f.format.run
	}
	return f
}

// formatter lowers the format at argument i and what follows.
func (l *lowering) formatter(c *call, i int) *formatter {
	f := l.format(c, i)
	for _, a := range c.args[i+1:] {
		v := l.rvalue(a)
		switch {
		case v.typ.IsFloat():
			v = l.cast(v, syntax.Basic[word.F64])
		case v.typ.IsInt():
			v = l.cast(v, syntax.Promoted(v.typ))
		case v.typ.Kind != word.Pointer:
			l.fail(a.Tok, "pass its members", "cannot print a value of type '%s'", v.typ)
		}
		f.args = append(f.args, v)
		f.run = seq(f.run, v.run)
	}
	l.checkFormat(f, c, i)
	return f
}

// printing lowers a call that formats once for each lane, in order.
func (l *lowering) printing(f *formatter, put func(w *simt.Warp, lane int, s string) uint64) value {
	d := l.reg()
	return value{typ: syntax.Basic[word.I32], slot: d, run: seq(f.run, l.each(func(w *simt.Warp, lane int) {
		w.Out(d)[lane] = put(w, lane, f.text(w, lane))
	}))}
}

// formatInto lowers sprintf and snprintf.
func formatInto(l *lowering, c *call) value {
	skip := 1
	if strings.HasSuffix(c.name, "snprintf") {
		skip = 2
	}
	if len(c.args) <= skip {
		l.fail(c.at, "", "%s needs a buffer and a format", c.name)
	}
	to := l.convert(l.rvalue(c.args[0]), syntax.PointerTo(syntax.Basic[word.I8]), c.at)
	room := l.constant(1<<30, syntax.Basic[word.I64])
	if skip == 2 {
		room = l.convert(l.rvalue(c.args[1]), syntax.Basic[word.I64], c.at)
	}
	lowered := l.formatter
	if c.name[0] == 'v' {
		lowered = l.listFormatter
	}
	f := lowered(c, skip)
	f.run = seq(seq(to.run, room.run), f.run)
	return l.printing(f, func(w *simt.Warp, lane int, s string) uint64 {
		n := int(w.In(room.slot)[lane])
		text := s + "\x00"
		if len(text) > n && n > 0 {
			text = text[:n-1] + "\x00"
		} else if n <= 0 {
			return uint64(len(s))
		}
		copy(w.Block(w.In(to.slot)[lane], len(text), lane, f.at, true), text)
		return uint64(len(s))
	})
}

// text formats for one lane.
func (f *formatter) text(w *simt.Warp, lane int) string {
	pieces := f.pieces
	if pieces == nil && f.format.typ != nil {
		pieces = printf.Parse(w.CString(w.In(f.format.slot)[lane], lane, f.at))
	}
	var b strings.Builder
	args := f.args
	next := func(*printf.Directive) (value, uint64, bool) {
		if len(args) == 0 {
			return value{}, 0, false
		}
		v := args[0]
		args = args[1:]
		return v, w.In(v.slot)[lane], true
	}
	if f.list != nil {
		next = f.listed(w, lane)
	}
	for _, p := range pieces {
		if p.D == nil {
			b.WriteString(p.Text)
			continue
		}
		d := *p.D
		if d.StarWidth {
			if _, n, ok := next(nil); ok {
				if d.Width = int(int32(n)); d.Width < 0 {
					d.Width, d.Minus = -d.Width, true
				}
				d.Width = min(d.Width, 4096)
			}
		}
		if d.StarPrecision {
			if _, n, ok := next(nil); ok {
				d.Precision = min(int(int32(n)), 4096)
			}
		}
		v, x, ok := next(&d)
		if !ok {
			b.WriteString(d.Text)
			continue
		}
		b.WriteString(formatValue(&d, w, lane, v, x, f.at))
	}
	return b.String()
}

// formatValue formats one argument.
func formatValue(d *printf.Directive, w *simt.Warp, lane int, v value, x uint64, at *simt.Site) string {
	switch {
	case d.Verb == 's':
		if v.typ.Kind != word.Pointer {
			return d.Text
		}
		s := w.CString(x, lane, at)
		if d.Precision >= 0 && d.Precision < len(s) {
			s = s[:d.Precision]
		}
		return d.Pad("", s, false)
	case d.Verb == 'c':
		return d.Pad("", string([]byte{byte(x)}), false)
	case d.Verb == 'p':
		if x == 0 {
			return d.Pad("", "(nil)", false)
		}
		return d.Pad("0x", strings.ToLower((&printf.Directive{Verb: 'x', Precision: -1}).FormatInteger(x, false)), false)
	case strings.IndexByte("feEgGFaA", d.Verb) >= 0:
		if v.typ.Kind != word.F64 {
			x = syntax.Converted(x, v.typ, syntax.Basic[word.F64])
		}
		return d.FormatFloat(word.Float64(x))
	case strings.IndexByte("diuxXo", d.Verb) < 0:
		return d.Text
	}
	if v.typ.Kind == word.F64 {
		x = word.Saturate(word.I64, word.Float64(x))
	}
	return d.FormatInteger(narrowed(d, x), d.Verb == 'd' || d.Verb == 'i')
}

// narrowed is an integer of the size that the length says.
func narrowed(d *printf.Directive, x uint64) uint64 {
	unsigned := d.Verb != 'd' && d.Verb != 'i'
	k := word.I32
	switch d.Length {
	case "hh":
		k = word.I8
	case "h":
		k = word.I16
	case "":
	default:
		return x
	}
	if unsigned {
		k++
	}
	return word.Wrap(k, x)
}
