// Package re is Python's module _re: regular expressions, compiled and matched.
package re

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
	"github.com/dlclark/regexp2/v2/syntax"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// Module _re: Pattern and Match objects; the re module's functions and flags are in python/re.

// pattern is a compiled regular expression. One text may need up to four programs:
// Python can ask for a match anywhere, at one place, of the whole rest, or of
// something that is not empty.
type pattern struct {
	object.Head
	source  object.Value
	flags   int
	bytes   bool
	groups  int
	names   map[string]int
	order   []string
	text    string
	options regexp2.RegexOptions
	made    [4]*regexp2.Regexp
	ascii   [4]*asciiProgram // for ASCII text; nil where regexp2 has to match it
	tried   [4]bool          // ascii was looked for
	matcher asciiMatcher
}

type reMode uint8

const (
	reSearch   reMode = iota
	rePrefix          // at the start position
	reFull            // from the start position to the end
	reNonEmpty        // at the start position, and not empty
)

var reWrap = [4]string{"%s", `\G(?:%s)`, `\G(?:%s)\z`, `\G(?:%s)(?!\G)`}

func (p *pattern) program(mode reMode) (*regexp2.Regexp, error) {
	if p.made[mode] == nil {
		re, err := regexp2.Compile(fmt.Sprintf(reWrap[mode], p.text), p.options)
		if err != nil {
			return nil, err
		}
		re.MatchTimeout = reFirstTry
		p.made[mode] = re
	}
	return p.made[mode], nil
}

// reFirstTry bounds a match on the caller's own goroutine. Few matches take
// longer; those run again beside a watch on the run's stop token.
const (
	reFirstTry = 30 * time.Millisecond
	reWatch    = 20 * time.Millisecond
	reLimit    = 60 * time.Second
)

// find matches s from position at and returns the spans of the groups, nil for no match;
// they are good until the next find.
func (p *pattern) find(t *object.Thread, mode reMode, s *subject, at int) (spans []int, err error) {
	if s.ascii {
		if !p.tried[mode] {
			p.ascii[mode], p.tried[mode] = compileASCII(fmt.Sprintf(reWrap[mode], p.text), p.groups), true
		}
		if prog := p.ascii[mode]; prog != nil {
			spans, known, err := p.matcher.search(t, prog, s.text, at)
			if known {
				return spans, err
			}
		}
	}
	found, err := p.findSlowly(t, mode, s.codePoints(), at)
	if found == nil || err != nil {
		return nil, err
	}
	spans = make([]int, 2*(p.groups+1))
	for i := range spans {
		spans[i] = -1
	}
	spans[0], spans[1] = found.RuneIndex, found.RuneIndex+found.RuneLength
	for g := 1; g <= p.groups; g++ {
		if group := found.GroupByNumber(g); group != nil && len(group.Captures) > 0 {
			spans[2*g], spans[2*g+1] = group.RuneIndex, group.RuneIndex+group.RuneLength
		}
	}
	return spans, nil
}

// findSlowly is find by regexp2.
func (p *pattern) findSlowly(t *object.Thread, mode reMode, runes []rune, at int) (*regexp2.Match, error) {
	re, err := p.program(mode)
	if err != nil {
		return nil, object.Raise(object.RuntimeError, "regular expression: %s", err)
	}
	m, err := re.FindRunesMatchStartingAt(runes, at)
	if err == nil {
		return m, nil
	}
	slow, err := regexp2.Compile(fmt.Sprintf(reWrap[mode], p.text), p.options)
	if err != nil {
		return nil, object.Raise(object.RuntimeError, "regular expression: %s", err)
	}
	return watchMatch(t, slow, runes, at)
}

// watchMatch runs a long match in its own goroutine, so that a stop is obeyed at once;
// an abandoned one ends at the limit.
func watchMatch(t *object.Thread, re *regexp2.Regexp, runes []rune, at int) (*regexp2.Match, error) {
	re.MatchTimeout = reLimit
	type result struct {
		m   *regexp2.Match
		err error
	}
	done := make(chan result, 1)
	go func() {
		m, err := re.FindRunesMatchStartingAt(runes, at)
		done <- result{m, err}
	}()
	tick := time.NewTicker(reWatch)
	defer tick.Stop()
	for {
		select {
		case r := <-done:
			if r.err != nil {
				return nil, object.Raise(object.RuntimeError, "regular expression took more than %s: it backtracks too much", reLimit)
			}
			return r.m, nil
		case <-tick.C:
			if err := t.Poll(); err != nil {
				return nil, err
			}
		}
	}
}

var (
	patternClass = binding.Class("re.Pattern")
	matchClass   = binding.Class("re.Match")
)

func Init(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_re", "Compiled regular expressions.")
	m.Dict.Set("Pattern", patternClass.Value())
	m.Dict.Set("Match", matchClass.Value())
	m.AddFuncs(object.Def("compile(pattern, flags, error, /)", reCompile, "Compiles a pattern; error is raised with what is wrong and where."))
	return m, nil
}

func reCompile(t *object.Thread, a []object.Value) (object.Value, error) {
	runes, isBytes, err := reText(a[0])
	if err != nil {
		return object.Value{}, object.Raise(object.TypeError, "first argument must be string or compiled pattern")
	}
	flags, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	tr, err := translate(runes, flags, isBytes)
	var bad *reError
	if errors.As(err, &bad) {
		pos := object.None
		if bad.pos >= 0 {
			pos = object.Int(int64(bad.pos))
		}
		e, err := object.Call(t, a[2], object.NewStr(bad.msg), a[0], pos)
		if err != nil {
			return object.Value{}, err
		}
		return object.Value{}, e.Object().(*object.Exception)
	}
	if err != nil {
		return object.Value{}, err
	}
	p := newPattern(a[0], tr)
	if _, err := syntax.Parse(p.text, syntax.ParseOptions{}); err != nil {
		e, err := object.Call(t, a[2], object.NewStr(err.Error()), a[0], object.None)
		if err != nil {
			return object.Value{}, err
		}
		return object.Value{}, e.Object().(*object.Exception)
	}
	return object.Adopt(p, patternClass), nil
}

// subject is a text being searched, in code points or bytes.
type subject struct {
	value object.Value
	text  string // UTF-8, or the bytes
	bytes bool
	ascii bool // of text that is cut like its code points
	n     int  // code points
	runes []rune
}

// newSubject returns a str, or the bytes of a bytes-like object, as a subject.
func newSubject(v object.Value) (*subject, error) {
	if o, ok := v.Object().(*object.Str); ok {
		return &subject{value: v, text: o.String(), n: o.Len(), ascii: o.Len() == len(o.String())}, nil
	}
	b, ok := object.AsBytes(v)
	if !ok {
		return nil, object.Raise(object.TypeError, "expected string or bytes-like object, got '%s'", object.TypeName(v))
	}
	high := func(c rune) bool { return c >= utf8.RuneSelf }
	return &subject{value: v, text: string(b), bytes: true, n: len(b), ascii: strings.IndexFunc(string(b), high) < 0}, nil
}

// codePoints returns the code points or bytes.
func (s *subject) codePoints() []rune {
	switch {
	case s.runes != nil:
	case s.bytes:
		s.runes = make([]rune, len(s.text))
		for i := range s.runes {
			s.runes[i] = rune(s.text[i])
		}
	default:
		s.runes = s.value.Object().(*object.Str).Runes()
	}
	return s.runes[:s.n]
}

func newPattern(source object.Value, tr *translation) *pattern {
	return &pattern{source: source, flags: tr.flags, bytes: tr.bytes, groups: tr.groups, names: tr.names, order: tr.order, text: tr.out.String()}
}

// reText returns the code points of a str, or the bytes of a bytes-like as code points.
func reText(v object.Value) (runes []rune, isBytes bool, err error) {
	s, err := newSubject(v)
	if err != nil {
		return nil, false, err
	}
	return s.codePoints(), s.bytes, nil
}

// piece returns part of the text: UTF-8, or the bytes.
func (s *subject) piece(from, to int) string {
	if s.ascii || s.bytes {
		return s.text[from:to]
	}
	text, _ := object.AsStr(object.NewStrRunes(s.codePoints()[from:to]))
	return text
}

// slice returns part of the text as a str or bytes.
func (s *subject) slice(from, to int) object.Value {
	switch {
	case s.bytes:
		return object.NewBytes([]byte(s.text[from:to]))
	case s.ascii:
		return object.NewASCII(s.text[from:to])
	}
	return object.NewStrRunes(s.codePoints()[from:to])
}

// subjectOf checks that a text is of the pattern's kind.
func (p *pattern) subjectOf(v object.Value) (*subject, error) {
	s, err := newSubject(v)
	if err != nil {
		return nil, err
	}
	if s.bytes != p.bytes {
		if p.bytes {
			return nil, object.Raise(object.TypeError, "cannot use a bytes pattern on a string-like object")
		}
		return nil, object.Raise(object.TypeError, "cannot use a string pattern on a bytes-like object")
	}
	return s, nil
}

// window reads the pos and endpos arguments; the text is cut at endpos.
func (p *pattern) window(t *object.Thread, text, pos, endpos object.Value) (s *subject, from int, err error) {
	if s, err = p.subjectOf(text); err != nil {
		return nil, 0, err
	}
	if from, err = object.IndexInt(t, pos); err != nil {
		return nil, 0, err
	}
	to := s.n
	if !endpos.IsNone() {
		n, err := object.IndexInt(t, endpos)
		if err != nil {
			return nil, 0, err
		}
		to = min(max(n, 0), to)
	}
	if s.n = to; s.ascii {
		s.text = s.text[:to]
	}
	return s, min(max(from, 0), to), nil
}

// each calls f with the spans of every match from position at on, empty ones as Python
// counts them: after an empty match, the next one there must not be empty. f must not keep
// the spans.
func (p *pattern) each(t *object.Thread, s *subject, at int, f func(spans []int) (more bool, err error)) error {
	return p.eachFrom(t, s, at, false, f)
}

// eachFrom is each, with the first match perhaps not empty at position at.
func (p *pattern) eachFrom(t *object.Thread, s *subject, at int, nonEmpty bool, f func(spans []int) (more bool, err error)) error {
	mode := reSearch
	if nonEmpty {
		mode = reNonEmpty
	}
	for at <= s.n {
		if err := t.Poll(); err != nil {
			return err
		}
		spans, err := p.find(t, mode, s, at)
		if err != nil {
			return err
		}
		if spans == nil {
			if mode == reNonEmpty {
				mode = reSearch
				at++
				continue
			}
			return nil
		}
		start, stop := spans[0], spans[1]
		if more, err := f(spans); !more || err != nil {
			return err
		}
		at, mode = stop, reSearch
		if start == stop {
			mode = reNonEmpty
		}
	}
	return nil
}

func (p *pattern) repr(t *object.Thread) (string, error) {
	source, err := object.Repr(t, p.source)
	if err != nil {
		return "", err
	}
	if runes := []rune(source); len(runes) > 200 {
		source = string(runes[:200])
	}
	var names []string
	flags := p.flags
	if !p.bytes {
		flags &^= reUnicode
	}
	for _, f := range []struct {
		bit  int
		name string
	}{{reIgnoreCase, "re.IGNORECASE"}, {reLocale, "re.LOCALE"}, {reMultiline, "re.MULTILINE"}, {reDotAll, "re.DOTALL"},
		{reVerbose, "re.VERBOSE"}, {reASCII, "re.ASCII"}} {
		if flags&f.bit != 0 {
			names = append(names, f.name)
		}
	}
	if len(names) > 0 {
		source += ", " + strings.Join(names, "|")
	}
	return "re.compile(" + source + ")", nil
}
