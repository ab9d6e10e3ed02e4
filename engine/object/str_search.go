package object

import (
	"strings"
	"unicode/utf8"

	"gputour/engine/object/char"
)

// This file defines the methods of str that look for something.

func strSearchMethods() []Method {
	const bounds = "(self, sub, start=None, end=None, /)"
	return []Method{
		{"find" + bounds, strFind(strings.Index, ""), "S.find(sub[, start[, end]]) -> int\n\nReturn the lowest index in S where substring sub is found,\nsuch that sub is contained within S[start:end].  Optional\narguments start and end are interpreted as in slice notation.\n\nReturn -1 on failure."},
		{"rfind" + bounds, strFind(strings.LastIndex, ""), "S.rfind(sub[, start[, end]]) -> int\n\nReturn the highest index in S where substring sub is found,\nsuch that sub is contained within S[start:end].  Optional\narguments start and end are interpreted as in slice notation.\n\nReturn -1 on failure."},
		{"index" + bounds, strFind(strings.Index, "substring not found"), "S.index(sub[, start[, end]]) -> int\n\nRaises ValueError when the substring is not found."},
		{"rindex" + bounds, strFind(strings.LastIndex, "substring not found"), "S.rindex(sub[, start[, end]]) -> int\n\nRaises ValueError when the substring is not found."},
		{"count" + bounds, strCount, "S.count(sub[, start[, end]]) -> int\n\nReturn the number of non-overlapping occurrences of substring sub in\nstring S[start:end].  Optional arguments start and end are\ninterpreted as in slice notation."},
		{"startswith(self, prefix, start=None, end=None, /)", strAffix("startswith", strings.HasPrefix), "S.startswith(prefix[, start[, end]]) -> bool\n\nReturn True if S starts with the specified prefix, False otherwise.\nWith optional start, test S beginning at that position.\nWith optional end, stop comparing S at that position.\nprefix can also be a tuple of strings to try."},
		{"endswith(self, suffix, start=None, end=None, /)", strAffix("endswith", strings.HasSuffix), "S.endswith(suffix[, start[, end]]) -> bool\n\nReturn True if S ends with the specified suffix, False otherwise.\nWith optional start, test S beginning at that position.\nWith optional end, stop comparing S at that position.\nsuffix can also be a tuple of strings to try."},
		{"removeprefix(self, prefix, /)", strRemovePrefix, "Return a str with the given prefix string removed if present."},
		{"removesuffix(self, suffix, /)", strRemoveSuffix, "Return a str with the given suffix string removed if present."},
		{"strip(self, chars=None, /)", strStrip("strip", true, true), "Return a copy of the string with leading and trailing whitespace removed.\n\nIf chars is given and not None, remove characters in chars instead."},
		{"lstrip(self, chars=None, /)", strStrip("lstrip", true, false), "Return a copy of the string with leading whitespace removed.\n\nIf chars is given and not None, remove characters in chars instead."},
		{"rstrip(self, chars=None, /)", strStrip("rstrip", false, true), "Return a copy of the string with trailing whitespace removed.\n\nIf chars is given and not None, remove characters in chars instead."},
	}
}

// bounds turns start and end arguments into positions of a sequence of n
// elements; ok is false where start is behind the end, so nothing can be found.
func bounds(t *Thread, start, end Value, n int) (i, j int, ok bool, err error) {
	j = n
	if !start.IsNone() {
		if i, err = sliceIndex(t, start); err != nil {
			return
		}
		if i < 0 {
			i = max(i+n, 0)
		}
	}
	if !end.IsNone() {
		if j, err = sliceIndex(t, end); err != nil {
			return
		}
		if j < 0 {
			j = max(j+n, 0)
		}
		j = min(j, n)
	}
	return i, j, i <= j, nil
}

// span returns the text of s[start:end] and the position of its beginning.
func (s *Str) span(t *Thread, start, end Value) (text string, at int, ok bool, err error) {
	if start.IsNone() && end.IsNone() {
		return s.s, 0, true, nil
	}
	i, j, ok, err := bounds(t, start, end, s.n)
	if !ok || err != nil {
		return "", 0, false, err
	}
	if s.ascii() {
		return s.s[i:j], i, true, nil
	}
	return char.String(s.Runes()[i:j]), i, true, nil
}

func subArg(v Value) (*Str, error) {
	if s, ok := v.Object().(*Str); ok {
		return s, nil
	}
	return nil, Raise(TypeError, "must be str, not %s", TypeName(v))
}

func strFind(find func(s, sub string) int, missing string) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		s := strArg(a)
		text, at, ok, err := s.span(t, a[2], a[3])
		if err != nil {
			return Value{}, err
		}
		sub, err := subArg(a[1])
		if err != nil {
			return Value{}, err
		}
		i := -1
		if ok {
			i = find(text, sub.s)
		}
		switch {
		case i >= 0 && s.ascii():
			return Int(int64(at + i)), nil
		case i >= 0:
			return Int(int64(at + char.Count(text[:i]))), nil
		case missing != "":
			return Value{}, Raise(ValueError, "%s", missing)
		}
		return Int(-1), nil
	}
}

func strCount(t *Thread, a []Value) (Value, error) {
	text, _, ok, err := strArg(a).span(t, a[2], a[3])
	if err != nil {
		return Value{}, err
	}
	sub, err := subArg(a[1])
	if err != nil || !ok {
		return Int(0), err
	}
	if sub.n == 0 {
		return Int(int64(char.Count(text) + 1)), nil
	}
	return Int(int64(strings.Count(text, sub.s))), nil
}

func strAffix(name string, has func(s, affix string) bool) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		options := []Value{a[1]}
		if tuple, ok := a[1].Object().(*Tuple); ok {
			options = tuple.Items
		}
		text, _, ok, err := strArg(a).span(t, a[2], a[3])
		if err != nil {
			return Value{}, err
		}
		for _, v := range options {
			affix, isStr := AsStr(v)
			if !isStr {
				if _, isTuple := a[1].Object().(*Tuple); isTuple {
					return Value{}, Raise(TypeError, "tuple for %s must only contain str, not %s", name, TypeName(v))
				}
				return Value{}, Raise(TypeError, "%s first arg must be str or a tuple of str, not %s", name, TypeName(v))
			}
			if ok && has(text, affix) {
				return True, nil
			}
		}
		return False, nil
	}
}

func strRemovePrefix(_ *Thread, a []Value) (Value, error) {
	p, ok := a[1].Object().(*Str)
	if !ok {
		return Value{}, Raise(TypeError, "removeprefix() argument must be str, not %s", ArgName(a[1]))
	}
	s := strArg(a)
	if p.n > 0 && strings.HasPrefix(s.s, p.s) {
		return newStrN(s.s[len(p.s):], s.n-p.n), nil
	}
	return exactStr(s), nil
}

func strRemoveSuffix(_ *Thread, a []Value) (Value, error) {
	p, ok := a[1].Object().(*Str)
	if !ok {
		return Value{}, Raise(TypeError, "removesuffix() argument must be str, not %s", ArgName(a[1]))
	}
	s := strArg(a)
	if p.n > 0 && strings.HasSuffix(s.s, p.s) {
		return newStrN(s.s[:len(s.s)-len(p.s)], s.n-p.n), nil
	}
	return exactStr(s), nil
}

// isGraphic reports whether c is an ASCII character and no white space.
func isGraphic(c byte) bool { return c < utf8.RuneSelf && !char.IsSpace(rune(c)) }

func strStrip(name string, left, right bool) GoFunc {
	return func(_ *Thread, a []Value) (Value, error) {
		s := strArg(a)
		drop := char.IsSpace
		if !a[1].IsNone() {
			chars, ok := AsStr(a[1])
			if !ok {
				return Value{}, Raise(TypeError, "%s arg must be None or str", name)
			}
			drop = func(r rune) bool { return strings.ContainsRune(chars, r) }
		}
		text := s.s
		if n := len(text); n > 0 && a[1].IsNone() && isGraphic(text[0]) && isGraphic(text[n-1]) {
			return exactStr(s), nil
		}
		if left {
			text = strings.TrimLeftFunc(text, drop)
		}
		if right {
			text = strings.TrimRightFunc(text, drop)
		}
		switch {
		case len(text) == len(s.s):
			return exactStr(s), nil
		case s.ascii():
			return newASCII(text), nil
		}
		return NewStr(text), nil
	}
}
