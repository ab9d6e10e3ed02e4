package re

import (
	"fmt"
	"strings"
	"unicode"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
	"gputour/engine/xid"
)

// The methods of re.Pattern.

func asPattern(v object.Value) *pattern { return v.Object().(*pattern) }

func init() {
	patternClass.Define(object.Spec{
		Doc:           "Compiled regular expression object.",
		NoConstructor: true,
		OwnLayout:     true,
		Slots: object.Slots{
			Repr: func(t *object.Thread, v object.Value) (string, error) { return asPattern(v).repr(t) },
			Hash: func(t *object.Thread, v object.Value) (int64, error) { return object.Hash(t, asPattern(v).source) },
			Compare: func(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
				q, ok := b.Object().(*pattern)
				if !ok || op != object.Eq && op != object.Ne {
					return object.NotImplemented, nil
				}
				p := asPattern(a)
				same, err := object.Equal(t, p.source, q.source)
				return object.Bool((same && p.flags == q.flags) == (op == object.Eq)), err
			},
		},
		Methods: []object.Method{
			{Sig: "search(self, /, string, pos=0, endpos=None)", Fn: matchMethod(reSearch), Doc: "Scan through string looking for a match."},
			{Sig: "match(self, /, string, pos=0, endpos=None)", Fn: matchMethod(rePrefix), Doc: "Match at the start of the string."},
			{Sig: "fullmatch(self, /, string, pos=0, endpos=None)", Fn: matchMethod(reFull), Doc: "Match all of the string."},
			{Sig: "findall(self, /, string, pos=0, endpos=None)", Fn: patternFindAll, Doc: "Every match, as strings or tuples of groups."},
			{Sig: "finditer(self, /, string, pos=0, endpos=None)", Fn: patternFindIter, Doc: "An iterator over every match."},
			{Sig: "split(self, /, string, maxsplit=0)", Fn: patternSplit, Doc: "Split at the matches."},
			{Sig: "sub(self, /, repl, string, count=0)", Fn: patternSub(false), Doc: "Replace the matches."},
			{Sig: "subn(self, /, repl, string, count=0)", Fn: patternSub(true), Doc: "Replace the matches; with their number."},
			{Sig: "__reduce__(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				module, err := interp.Import(t, "re")
				if err != nil {
					return object.Value{}, err
				}
				again, err := object.GetAttr(t, module, "_compile")
				p := asPattern(a[0])
				return object.NewTuple(again, object.NewTuple(p.source, object.Int(int64(p.flags)))), err
			}, Doc: "Helper for pickle."},
			{Sig: "__copy__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }},
			{Sig: "__deepcopy__(self, memo, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }},
		},
		Props: []object.Prop{
			{Name: "pattern", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return asPattern(v).source, nil }},
			{Name: "flags", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(int64(asPattern(v).flags)), nil
			}},
			{Name: "groups", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(int64(asPattern(v).groups)), nil
			}},
			{Name: "groupindex", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
				d := object.NewDict()
				for _, name := range asPattern(v).order {
					d.SetStr(name, object.Int(int64(asPattern(v).names[name])))
				}
				return object.Of(d), nil
			}},
		},
	})
}

func matchMethod(mode reMode) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		p := asPattern(a[0])
		s, at, err := p.window(t, a[1], a[2], a[3])
		if err != nil {
			return object.Value{}, err
		}
		found, err := p.find(t, mode, s, at)
		if found == nil || err != nil {
			return object.None, err
		}
		return object.Adopt(p.newMatch(s, found, at), matchClass), nil
	}
}

func patternFindAll(t *object.Thread, a []object.Value) (object.Value, error) {
	p := asPattern(a[0])
	s, at, err := p.window(t, a[1], a[2], a[3])
	if err != nil {
		return object.Value{}, err
	}
	var list []object.Value
	none := s.slice(0, 0)
	err = p.each(t, s, at, func(spans []int) (bool, error) {
		if p.groups < 2 {
			list = append(list, s.group(spans, p.groups, none))
		} else {
			list = append(list, s.groups(spans, none))
		}
		return true, t.Charge(48)
	})
	return object.NewList(list), err
}

var reIterClass = binding.IterClass("callable_iterator", "callable_iterator(x, /)", "", func(*object.Thread, []object.Value) (binding.Step, error) {
	return nil, object.Raise(object.TypeError, "cannot create 'callable_iterator' instances")
})

func patternFindIter(t *object.Thread, a []object.Value) (object.Value, error) {
	p := asPattern(a[0])
	s, at, err := p.window(t, a[1], a[2], a[3])
	if err != nil {
		return object.Value{}, err
	}
	nonEmpty := false
	return binding.MakeFrom(reIterClass, func(t *object.Thread) (object.Value, bool, error) {
		var next *match
		err := p.eachFrom(t, s, at, nonEmpty, func(spans []int) (bool, error) {
			next = p.newMatch(s, spans, at)
			return false, nil
		})
		if next == nil || err != nil {
			return binding.Fail(err)
		}
		start, stop := next.span(0)
		at, nonEmpty = stop, start == stop
		return object.Adopt(next, matchClass), true, nil
	}), nil
}

func patternSplit(t *object.Thread, a []object.Value) (object.Value, error) {
	p := asPattern(a[0])
	s, err := p.subjectOf(a[1])
	if err != nil {
		return object.Value{}, err
	}
	limit, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	var list []object.Value
	last, n := 0, 0
	err = p.each(t, s, 0, func(spans []int) (bool, error) {
		if limit > 0 && n == limit || limit < 0 {
			return false, nil
		}
		list = append(list, s.slice(last, spans[0]))
		for g := 1; g <= p.groups; g++ {
			list = append(list, s.group(spans, g, object.None))
		}
		last = spans[1]
		n++
		return true, t.Charge(48)
	})
	return object.NewList(append(list, s.slice(last, s.n))), err
}

func patternSub(counted bool) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		p := asPattern(a[0])
		s, err := p.subjectOf(a[2])
		if err != nil {
			return object.Value{}, err
		}
		limit, err := object.IndexInt(t, a[3])
		if err != nil {
			return object.Value{}, err
		}
		fill, err := p.filler(t, a[1])
		if err != nil {
			return object.Value{}, err
		}
		var out strings.Builder
		last, n := 0, 0
		err = p.each(t, s, 0, func(spans []int) (bool, error) {
			if limit > 0 && n == limit || limit < 0 {
				return false, nil
			}
			start, stop := spans[0], spans[1]
			out.WriteString(s.piece(last, start))
			before := out.Len()
			err := fill(&out, s, spans)
			last = stop
			n++
			if err == nil {
				err = t.Charge(out.Len() - before)
			}
			return true, err
		})
		if err != nil {
			return object.Value{}, err
		}
		var result object.Value
		if n == 0 && a[2].Class() == object.StrClass {
			result = a[2]
		} else {
			out.WriteString(s.piece(last, s.n))
			result = p.textOf(out.String())
		}
		if counted {
			return object.NewTuple(result, object.Int(int64(n))), nil
		}
		return result, nil
	}
}

// textOf returns text made from matches as a str or bytes.
func (p *pattern) textOf(text string) object.Value {
	if p.bytes {
		return object.NewBytes([]byte(text))
	}
	return object.NewStr(text)
}

// filler writes the replacement of a match.
type filler func(out *strings.Builder, s *subject, spans []int) error

// filler returns what makes the replacements: a function's results or a template.
func (p *pattern) filler(t *object.Thread, repl object.Value) (filler, error) {
	if object.Callable(repl) {
		return func(out *strings.Builder, s *subject, spans []int) error {
			v, err := object.Call(t, repl, object.Adopt(p.newMatch(s, spans, 0), matchClass))
			if err != nil || v.IsNone() {
				return err
			}
			text, err := newSubject(v)
			if err != nil || text.bytes != p.bytes {
				return object.Raise(object.TypeError, "expected %s instance, %s found", pickText(p.bytes, "bytes", "str"), object.TypeName(v))
			}
			out.WriteString(text.text)
			return nil
		}, nil
	}
	runes, isBytes, err := reText(repl)
	if err != nil {
		return nil, object.Raise(object.TypeError, "decoding to str: need a bytes-like object, %s found", object.TypeName(repl))
	}
	if isBytes != p.bytes {
		return nil, object.Raise(object.TypeError, "expected %s instance, %s found", pickText(p.bytes, "bytes", "str"), object.TypeName(repl))
	}
	pieces, err := p.template(t, repl, runes)
	return func(out *strings.Builder, s *subject, spans []int) error {
		for _, piece := range pieces {
			if piece.group < 0 {
				out.WriteString(piece.text)
			} else if start := spans[2*piece.group]; start >= 0 {
				out.WriteString(s.piece(start, spans[2*piece.group+1]))
			}
		}
		return nil
	}, err
}

// piece is part of a template: text, or a group's number.
type piece struct {
	text  string // UTF-8, or bytes
	group int    // -1 for text
}

// template parses a replacement such as \1-\g<name>.
func (p *pattern) template(t *object.Thread, source object.Value, runes []rune) (pieces []piece, err error) {
	tr := &translation{src: runes, bytes: p.bytes}
	defer func() {
		if bad, ok := recover().(*reError); ok {
			err = raiseReError(t, bad, source)
		}
	}()
	var text []rune
	addGroup := func(n, at int) {
		if n > p.groups {
			tr.fail(fmt.Sprintf("invalid group reference %d", n), at)
		}
		pieces = append(pieces, p.literal(text), piece{"", n})
		text = nil
	}
	for tr.i < len(runes) {
		c := runes[tr.i]
		if c != '\\' {
			text = append(text, c)
			tr.i++
			continue
		}
		if tr.i+1 >= len(runes) {
			tr.fail("bad escape (end of pattern)", tr.i)
		}
		switch e := runes[tr.i+1]; {
		case e == 'g':
			n, at := p.groupReference(t, tr)
			if n < 0 {
				return nil, object.Raise(object.IndexError, "unknown group name '%s'", string(runes[at:tr.i-1]))
			}
			addGroup(n, at)
		case '1' <= e && e <= '9':
			n, width := int(e-'0'), 2
			if rest := runes[tr.i+2:]; len(rest) > 0 && unicode.IsDigit(rest[0]) {
				if len(rest) > 1 && isOctal(e) && isOctal(rest[0]) && isOctal(rest[1]) {
					if e > '3' {
						tr.fail(fmt.Sprintf("octal escape value \\%c%c%c outside of range 0-0o377", e, rest[0], rest[1]), tr.i)
					}
					text = append(text, (e-'0')*64+(rest[0]-'0')*8+rest[1]-'0')
					tr.i += 4
					continue
				}
				n, width = n*10+int(rest[0]-'0'), 3
			}
			addGroup(n, tr.i+1)
			tr.i += width
		case e < 128 && unicode.IsLetter(e) && reSimpleEscapes[e] == 0 && e != 'b':
			tr.fail(fmt.Sprintf("bad escape \\%c", e), tr.i)
		case e < 128 && !unicode.IsLetter(e) && !unicode.IsDigit(e) && e != '\\':
			text = append(text, '\\', e)
			tr.i += 2
		default:
			text = append(text, tr.char(true))
		}
	}
	return append(pieces, p.literal(text)), nil
}

// literal is a piece of code points, or of bytes given as such.
func (p *pattern) literal(runes []rune) piece {
	if !p.bytes {
		text, _ := object.AsStr(object.NewStrRunes(runes))
		return piece{text, -1}
	}
	b := make([]byte, len(runes))
	for i, r := range runes {
		b[i] = byte(r)
	}
	return piece{string(b), -1}
}

// groupReference reads \g<…>; the number is negative where the name is unknown.
func (p *pattern) groupReference(t *object.Thread, tr *translation) (number, at int) {
	tr.i += 2
	if tr.peek() != '<' {
		tr.fail("missing <", tr.i)
	}
	tr.i++
	at = tr.i
	name := tr.until('>', "group name")
	if digits := strings.TrimPrefix(name, "+"); allDigits(digits) && digits != "" {
		n := 0
		fmt.Sscan(digits, &n)
		return n, at
	}
	if !xid.Identifier(name) {
		tr.fail(fmt.Sprintf("bad character in group name '%s'", name), at)
	}
	if n, ok := p.names[name]; ok {
		return n, at
	}
	return -1, at
}

// raiseReError makes re.error, which lives in the Python part of the module.
func raiseReError(t *object.Thread, bad *reError, source object.Value) error {
	m, ok := t.Session.Modules.GetStr("re")
	if !ok {
		return object.Raise(object.ValueError, "%s at position %d", bad.msg, bad.pos)
	}
	class, err := object.GetAttr(t, m, "error")
	if err != nil {
		return err
	}
	e, err := object.Call(t, class, object.NewStr(bad.msg), source, object.Int(int64(bad.pos)))
	if err != nil {
		return err
	}
	return e.Object().(*object.Exception)
}
