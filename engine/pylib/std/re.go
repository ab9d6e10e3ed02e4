package std

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"

	"gputour/engine/object"
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

// find matches runes from position at.
func (p *pattern) find(t *object.Thread, mode reMode, runes []rune, at int) (*regexp2.Match, error) {
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
	patternClass = newClass("re.Pattern")
	matchClass   = newClass("re.Match")
)

func initRe(t *object.Thread) (*object.Module, error) {
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
		e, err := object.Call(t, a[2], object.NewStr(bad.msg), a[0], object.Int(int64(bad.pos)))
		if err != nil {
			return object.Value{}, err
		}
		return object.Value{}, e.Object().(*object.Exception)
	}
	p := &pattern{source: a[0], flags: tr.flags, bytes: isBytes, groups: tr.groups, names: tr.names, order: tr.order, text: tr.out.String()}
	if _, err := p.program(reSearch); err != nil {
		e, err := object.Call(t, a[2], object.NewStr(err.Error()), a[0], object.None)
		if err != nil {
			return object.Value{}, err
		}
		return object.Value{}, e.Object().(*object.Exception)
	}
	return object.Adopt(p, patternClass), nil
}

// reText returns the code points of a str, or the bytes of a bytes-like as code points.
func reText(v object.Value) (runes []rune, isBytes bool, err error) {
	if s, ok := object.AsStr(v); ok {
		return strRunes(s), false, nil
	}
	b, ok := object.AsBytes(v)
	if !ok {
		return nil, false, object.Raise(object.TypeError, "expected string or bytes-like object, got '%s'", object.TypeName(v))
	}
	runes = make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return runes, true, nil
}

func strRunes(s string) []rune {
	runes := make([]rune, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			break
		}
		runes = append(runes, rune(s[i]))
	}
	for _, r := range s[len(runes):] {
		runes = append(runes, r)
	}
	return runes
}

// subject is a text being searched.
type subject struct {
	value object.Value
	runes []rune
	bytes bool
	ascii string // the text, if it is ASCII
}

// slice returns part of the text as a str or bytes.
func (s *subject) slice(from, to int) object.Value {
	if s.bytes {
		b := make([]byte, to-from)
		for i, r := range s.runes[from:to] {
			b[i] = byte(r)
		}
		return object.NewBytes(b)
	}
	if s.ascii != "" {
		return object.NewStr(s.ascii[from:to])
	}
	return object.NewStrRunes(s.runes[from:to])
}

// subjectOf checks that a text is of the pattern's kind.
func (p *pattern) subjectOf(v object.Value) (*subject, error) {
	runes, isBytes, err := reText(v)
	if err != nil {
		return nil, err
	}
	if isBytes != p.bytes {
		if p.bytes {
			return nil, object.Raise(object.TypeError, "cannot use a bytes pattern on a string-like object")
		}
		return nil, object.Raise(object.TypeError, "cannot use a string pattern on a bytes-like object")
	}
	s := &subject{value: v, runes: runes, bytes: isBytes}
	if text, ok := object.AsStr(v); ok && len(text) == len(runes) {
		s.ascii = text
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
	to := len(s.runes)
	if !endpos.IsNone() {
		n, err := object.IndexInt(t, endpos)
		if err != nil {
			return nil, 0, err
		}
		to = min(max(n, 0), to)
	}
	s.runes = s.runes[:to]
	return s, min(max(from, 0), to), nil
}

// each calls f for every match from position at on, empty ones as Python counts them:
// after an empty match, the next one there must not be empty.
func (p *pattern) each(t *object.Thread, s *subject, at int, f func(m *match) (more bool, err error)) error {
	return p.eachFrom(t, s, at, false, f)
}

// eachFrom is each, with the first match perhaps not empty at position at.
func (p *pattern) eachFrom(t *object.Thread, s *subject, at int, nonEmpty bool, f func(m *match) (more bool, err error)) error {
	mode := reSearch
	if nonEmpty {
		mode = reNonEmpty
	}
	for at <= len(s.runes) {
		if err := t.Poll(); err != nil {
			return err
		}
		found, err := p.find(t, mode, s.runes, at)
		if err != nil {
			return err
		}
		if found == nil {
			if mode == reNonEmpty {
				mode = reSearch
				at++
				continue
			}
			return nil
		}
		m := p.newMatch(s, found, at)
		if more, err := f(m); !more || err != nil {
			return err
		}
		start, stop := m.span(0)
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
