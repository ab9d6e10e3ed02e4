package object

import (
	"strings"

	"gputour/engine/object/char"
)

// This file defines the methods of str that cut it into parts.

func strSplitMethods() []Method {
	return []Method{
		{"split(self, /, sep=None, maxsplit=-1)", strSplit, "Return a list of the substrings in the string, using sep as the separator string.\n\n  sep\n    The separator used to split the string.\n\n    When set to None (the default value), will split on any whitespace\n    character (including \\n \\r \\t \\f and spaces) and will discard\n    empty strings from the result.\n  maxsplit\n    Maximum number of splits (starting from the left).\n    -1 (the default value) means no limit.\n\nNote, str.split() is mainly useful for data that has been intentionally\ndelimited.  With natural text that includes punctuation, consider using\nthe regular expression module."},
		{"rsplit(self, /, sep=None, maxsplit=-1)", strRSplit, "Return a list of the substrings in the string, using sep as the separator string.\n\nSplitting starts at the end of the string and works to the front."},
		{"splitlines(self, /, keepends=False)", strSplitLines, "Return a list of the lines in the string, breaking at line boundaries.\n\nLine breaks are not included in the resulting list unless keepends is given and\ntrue."},
		{"partition(self, sep, /)", strPartition, "Partition the string into three parts using the given separator.\n\nThis will search for the separator in the string.  If the separator is found,\nreturns a 3-tuple containing the part before the separator, the separator\nitself, and the part after it.\n\nIf the separator is not found, returns a 3-tuple containing the original string\nand two empty strings."},
		{"rpartition(self, sep, /)", strRPartition, "Partition the string into three parts using the given separator.\n\nThis will search for the separator in the string, starting at the end. If\nthe separator is found, returns a 3-tuple containing the part before the\nseparator, the separator itself, and the part after it.\n\nIf the separator is not found, returns a 3-tuple containing two empty strings\nand the original string."},
	}
}

// splitArgs reads sep ("" for white space) and maxsplit (-1 for no limit).
func splitArgs(t *Thread, a []Value) (sep string, limit int, err error) {
	if limit, err = IndexInt(t, a[2]); err != nil {
		return "", 0, err
	}
	if !a[1].IsNone() {
		s, ok := AsStr(a[1])
		if !ok {
			return "", 0, Raise(TypeError, "must be str or None, not %s", TypeName(a[1]))
		}
		if s == "" {
			return "", 0, Raise(ValueError, "empty separator")
		}
		sep = s
	}
	return sep, limit, nil
}

// strList makes a list of pieces of s.
func (s *Str) strList(t *Thread, parts []string) (Value, error) {
	if err := t.ChargeItems(len(parts), 96); err != nil {
		return Value{}, err
	}
	items := make([]Value, len(parts))
	b := strs{left: len(parts)}
	for i, p := range parts {
		n := len(p)
		if !s.ascii() {
			n = char.Count(p)
		}
		items[i] = b.new(p, n)
	}
	return NewList(items), nil
}

func strSplit(t *Thread, a []Value) (Value, error) {
	s := strArg(a)
	sep, limit, err := splitArgs(t, a)
	if err != nil {
		return Value{}, err
	}
	switch {
	case limit < 0 && s.ascii() && sep == "":
		return s.splitFields(t)
	case limit < 0 && s.ascii():
		return s.splitAll(t, sep)
	case sep == "":
		return s.strList(t, splitSpace(s.s, limit))
	case limit < 0:
		return s.strList(t, strings.Split(s.s, sep))
	}
	return s.strList(t, strings.SplitN(s.s, sep, limit+1))
}

// splitSpace splits at runs of white space, at most limit times.
func splitSpace(s string, limit int) []string {
	if limit < 0 {
		return strings.FieldsFunc(s, char.IsSpace)
	}
	var parts []string
	for s = strings.TrimLeftFunc(s, char.IsSpace); s != ""; s = strings.TrimLeftFunc(s, char.IsSpace) {
		i := strings.IndexFunc(s, char.IsSpace)
		if i < 0 || limit == 0 {
			return append(parts, s)
		}
		parts = append(parts, s[:i])
		s = s[i:]
		limit--
	}
	return parts
}

// splitFields splits ASCII text at runs of white space.
func (s *Str) splitFields(t *Thread) (Value, error) {
	n, before := 0, true
	for i := range len(s.s) {
		space := char.SpaceASCII[s.s[i]&127]
		if before && !space {
			n++
		}
		before = space
	}
	if err := t.ChargeItems(n, 96); err != nil {
		return Value{}, err
	}
	items := make([]Value, n)
	rest := s.s
	b := strs{left: n}
	for k := range items {
		i := 0
		for char.SpaceASCII[rest[i]&127] {
			i++
		}
		j := i
		for j < len(rest) && !char.SpaceASCII[rest[j]&127] {
			j++
		}
		items[k] = b.new(rest[i:j], j-i)
		rest = rest[j:]
	}
	return NewList(items), nil
}

// splitAll splits ASCII text wherever sep stands.
func (s *Str) splitAll(t *Thread, sep string) (Value, error) {
	n := strings.Count(s.s, sep)
	if err := t.ChargeItems(n+1, 96); err != nil {
		return Value{}, err
	}
	if n == 1 {
		return s.splitPair(sep), nil
	}
	items := make([]Value, n+1)
	rest := s.s
	b := strs{left: n + 1}
	for k := range n {
		i := strings.Index(rest, sep)
		items[k] = b.new(rest[:i], i)
		rest = rest[i+len(sep):]
	}
	items[n] = b.new(rest, len(rest))
	return NewList(items), nil
}

// SplitASCII is the list of the pieces of a text that is known to be ASCII.
func SplitASCII(t *Thread, text, sep string) (Value, error) {
	return (&Str{s: text, n: len(text)}).splitAll(t, sep)
}

// splitPair is a list of two strs in one allocation with all that it holds.
type splitPair struct {
	List
	items [2]Value
	strs  [2]Str
}

// splitPair splits ASCII text at the one sep in it, as of key=value.
func (s *Str) splitPair(sep string) Value {
	pair := new(splitPair)
	b := strs{block: pair.strs[:]}
	i := strings.Index(s.s, sep)
	after := s.s[i+len(sep):]
	pair.items[0], pair.items[1] = b.new(s.s[:i], i), b.new(after, len(after))
	pair.Items = pair.items[:]
	pair.class, pair.object = ListClass, &pair.List
	return Value{&pair.Head, 0}
}

func strRSplit(t *Thread, a []Value) (Value, error) {
	s := strArg(a)
	sep, limit, err := splitArgs(t, a)
	if err != nil {
		return Value{}, err
	}
	if sep == "" {
		return s.strList(t, rsplitSpace(s.s, limit))
	}
	var parts []string
	rest := s.s
	for ; limit != 0; limit-- {
		i := strings.LastIndex(rest, sep)
		if i < 0 {
			break
		}
		parts = append(parts, rest[i+len(sep):])
		rest = rest[:i]
	}
	return s.strList(t, reversedStrings(append(parts, rest)))
}

func rsplitSpace(s string, limit int) []string {
	var parts []string
	for s = strings.TrimRightFunc(s, char.IsSpace); s != ""; s = strings.TrimRightFunc(s, char.IsSpace) {
		i := strings.LastIndexFunc(s, char.IsSpace)
		if i < 0 || limit == 0 {
			parts = append(parts, s)
			break
		}
		_, size := char.Decode(s[i:])
		parts = append(parts, s[i+size:])
		s = s[:i]
		limit--
	}
	return reversedStrings(parts)
}

func reversedStrings(parts []string) []string {
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return parts
}

// flagArg reads an argument that C takes as an int and uses as a truth value.
func flagArg(t *Thread, v Value) (bool, error) {
	n, err := Index(t, v)
	return n != Int(0), err
}

func strSplitLines(t *Thread, a []Value) (Value, error) {
	s := strArg(a)
	keep, err := flagArg(t, a[1])
	if err != nil {
		return Value{}, err
	}
	var parts []string
	for rest := s.s; rest != ""; {
		i := strings.IndexFunc(rest, char.IsLineBreak)
		if i < 0 {
			parts = append(parts, rest)
			break
		}
		_, size := char.Decode(rest[i:])
		if strings.HasPrefix(rest[i:], "\r\n") {
			size = 2
		}
		if keep {
			parts = append(parts, rest[:i+size])
		} else {
			parts = append(parts, rest[:i])
		}
		rest = rest[i+size:]
	}
	return s.strList(t, parts)
}

func separator(v Value) (*Str, error) {
	sep, err := subArg(v)
	if err == nil && sep.n == 0 {
		err = Raise(ValueError, "empty separator")
	}
	return sep, err
}

func strPartition(_ *Thread, a []Value) (Value, error) {
	s := strArg(a)
	sep, err := separator(a[1])
	if err != nil {
		return Value{}, err
	}
	before, after, found := strings.Cut(s.s, sep.s)
	if !found {
		return NewTuple(exactStr(s), emptyStr, emptyStr), nil
	}
	return NewTuple(NewStr(before), exactStr(sep), NewStr(after)), nil
}

func strRPartition(_ *Thread, a []Value) (Value, error) {
	s := strArg(a)
	sep, err := separator(a[1])
	if err != nil {
		return Value{}, err
	}
	i := strings.LastIndex(s.s, sep.s)
	if i < 0 {
		return NewTuple(emptyStr, emptyStr, exactStr(s)), nil
	}
	return NewTuple(NewStr(s.s[:i]), exactStr(sep), NewStr(s.s[i+len(sep.s):])), nil
}
