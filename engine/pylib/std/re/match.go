package re

import (
	"fmt"
	"strings"

	"gputour/engine/object"
)

// match is what a pattern found: the spans of its groups, -1 for those that took no part.
type match struct {
	object.Head
	pattern *pattern
	subject *subject
	pos     int
	spans   []int  // start and end of each group
	few     [8]int // where spans lie if there are few groups
}

func (p *pattern) newMatch(s *subject, spans []int, pos int) *match {
	m := &match{pattern: p, subject: s, pos: pos}
	m.spans = append(m.few[:0], spans...)
	return m
}

func (m *match) span(g int) (start, stop int) { return m.spans[2*g], m.spans[2*g+1] }

// group returns a group's text, or dflt where it took no part.
func (m *match) group(g int, dflt object.Value) object.Value {
	return m.subject.group(m.spans, g, dflt)
}

// group returns the text of group g of these spans, or dflt where it took no part.
func (s *subject) group(spans []int, g int, dflt object.Value) object.Value {
	if spans[2*g] < 0 {
		return dflt
	}
	return s.slice(spans[2*g], spans[2*g+1])
}

// groups returns the texts of all groups of these spans.
func (s *subject) groups(spans []int, dflt object.Value) object.Value {
	row := make([]object.Value, len(spans)/2-1)
	for i := range row {
		row[i] = s.group(spans, i+1, dflt)
	}
	return object.NewTuple(row...)
}

// index turns a number or a name into a group's number.
func (m *match) index(v object.Value) (int, error) {
	if name, ok := object.AsStr(v); ok {
		if g, ok := m.pattern.names[name]; ok {
			return g, nil
		}
	} else if g, ok := object.AsInt(v); ok && g >= 0 && g <= int64(m.pattern.groups) {
		return int(g), nil
	}
	return 0, object.Raise(object.IndexError, "no such group")
}

// lastGroup is the number of the group that ended last.
func (m *match) lastGroup() int {
	last, end := 0, -1
	for g := 1; g <= m.pattern.groups; g++ {
		if _, stop := m.span(g); stop > end {
			last, end = g, stop
		}
	}
	return last
}

func asMatch(v object.Value) *match { return v.Object().(*match) }

func init() {
	matchClass.Define(object.Spec{
		Doc:           "The result of re.match() and re.search().\nMatch objects always have a boolean value of True.",
		NoConstructor: true,
		OwnLayout:     true,
		Slots: object.Slots{
			Repr: func(t *object.Thread, v object.Value) (string, error) {
				m := asMatch(v)
				text, err := object.Repr(t, m.group(0, object.None))
				if runes := []rune(text); len(runes) > 50 {
					text = string(runes[:50])
				}
				return fmt.Sprintf("<re.Match object; span=(%d, %d), match=%s>", m.spans[0], m.spans[1], text), err
			},
			GetItem: func(_ *object.Thread, v, key object.Value) (object.Value, error) {
				g, err := asMatch(v).index(key)
				if err != nil {
					return object.Value{}, err
				}
				return asMatch(v).group(g, object.None), nil
			},
		},
		Methods: matchMethods,
		Props: []object.Prop{
			matchProp("string", func(m *match) object.Value { return m.subject.value }),
			matchProp("re", func(m *match) object.Value { return object.Of(m.pattern) }),
			matchProp("pos", func(m *match) object.Value { return object.Int(int64(m.pos)) }),
			matchProp("endpos", func(m *match) object.Value { return object.Int(int64(m.subject.n)) }),
			matchProp("lastindex", func(m *match) object.Value {
				if g := m.lastGroup(); g > 0 {
					return object.Int(int64(g))
				}
				return object.None
			}),
			matchProp("lastgroup", func(m *match) object.Value {
				for name, g := range m.pattern.names {
					if g == m.lastGroup() {
						return object.NewStr(name)
					}
				}
				return object.None
			}),
			matchProp("regs", func(m *match) object.Value {
				row := make([]object.Value, m.pattern.groups+1)
				for g := range row {
					row[g] = m.spanTuple(g)
				}
				return object.NewTuple(row...)
			}),
		},
	})
}

func matchProp(name string, get func(m *match) object.Value) object.Prop {
	return object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return get(asMatch(v)), nil }}
}

func (m *match) spanTuple(g int) object.Value {
	start, stop := m.span(g)
	return object.NewTuple(object.Int(int64(start)), object.Int(int64(stop)))
}

// spanMethod is start, end or span of one group.
func spanMethod(get func(m *match, g int) object.Value) object.GoFunc {
	return func(_ *object.Thread, a []object.Value) (object.Value, error) {
		g, err := asMatch(a[0]).index(a[1])
		if err != nil {
			return object.Value{}, err
		}
		return get(asMatch(a[0]), g), nil
	}
}

var matchMethods = []object.Method{
	{Sig: "group(self, /, *args)", Fn: matchGroup, Doc: "One or more groups of the match."},
	{Sig: "groups(self, /, default=None)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		m := asMatch(a[0])
		return m.subject.groups(m.spans, a[1]), nil
	}, Doc: "All groups."},
	{Sig: "groupdict(self, /, default=None)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		m, d := asMatch(a[0]), object.NewDict()
		for _, name := range m.pattern.order {
			d.SetStr(name, m.group(m.pattern.names[name], a[1]))
		}
		return object.Of(d), nil
	}, Doc: "The named groups."},
	{Sig: "start(self, group=0, /)", Fn: spanMethod(func(m *match, g int) object.Value { return object.Int(int64(m.spans[2*g])) }), Doc: "Where a group begins."},
	{Sig: "end(self, group=0, /)", Fn: spanMethod(func(m *match, g int) object.Value { return object.Int(int64(m.spans[2*g+1])) }), Doc: "Where a group ends."},
	{Sig: "span(self, group=0, /)", Fn: spanMethod((*match).spanTuple), Doc: "Where a group begins and ends."},
	{Sig: "expand(self, template, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		m := asMatch(a[0])
		p := m.pattern
		fill, err := p.filler(t, a[1])
		if err != nil {
			return object.Value{}, err
		}
		var out strings.Builder
		err = fill(&out, m.subject, m.spans)
		return p.textOf(out.String()), err
	}, Doc: "The template filled in with the groups."},
	{Sig: "__copy__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }},
	{Sig: "__deepcopy__(self, memo, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }},
}

func matchGroup(_ *object.Thread, a []object.Value) (object.Value, error) {
	m := asMatch(a[0])
	wanted := a[1].Object().(*object.Tuple).Items
	switch len(wanted) {
	case 0:
		return m.group(0, object.None), nil
	case 1:
		g, err := m.index(wanted[0])
		if err != nil {
			return object.Value{}, err
		}
		return m.group(g, object.None), nil
	}
	row := make([]object.Value, len(wanted))
	for i, v := range wanted {
		g, err := m.index(v)
		if err != nil {
			return object.Value{}, err
		}
		row[i] = m.group(g, object.None)
	}
	return object.NewTuple(row...), nil
}
