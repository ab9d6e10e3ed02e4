package object

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"

	"gputour/engine/object/char"
	"gputour/engine/object/numeral"
)

// This file defines the methods that bytes and bytearray share.

func bytesMethods() []Method {
	const bounds = "(self, sub, start=None, end=None, /)"
	methods := []Method{
		{"decode(self, /, encoding='utf-8', errors='strict')", bytesDecode, "Decode the bytes using the codec registered for encoding."},
		{"hex(self, /, sep=?, bytes_per_sep=1)", bytesHex, "Create a string of hexadecimal numbers from a bytes object."},
		{"join(self, iterable_of_bytes, /)", bytesJoin, "Concatenate any number of bytes objects."},
		{"replace(self, old, new, count=-1, /)", bytesReplace, "Return a copy with all occurrences of substring old replaced by new."},
		{"find" + bounds, bytesFind(bytes.Index, ""), "Return the lowest index where subsection sub is found, -1 on failure."},
		{"rfind" + bounds, bytesFind(bytes.LastIndex, ""), "Return the highest index where subsection sub is found, -1 on failure."},
		{"index" + bounds, bytesFind(bytes.Index, "subsection not found"), "Like find, but raise ValueError when the subsection is not found."},
		{"rindex" + bounds, bytesFind(bytes.LastIndex, "subsection not found"), "Like rfind, but raise ValueError when the subsection is not found."},
		{"count" + bounds, bytesCount, "Return the number of non-overlapping occurrences of subsection sub."},
		{"startswith(self, prefix, start=None, end=None, /)", bytesAffix("startswith", bytes.HasPrefix), "Return True if B starts with the specified prefix, False otherwise."},
		{"endswith(self, suffix, start=None, end=None, /)", bytesAffix("endswith", bytes.HasSuffix), "Return True if B ends with the specified suffix, False otherwise."},
		{"removeprefix(self, prefix, /)", bytesTwo(func(b, x []byte) []byte { return bytes.TrimPrefix(b, x) }), "Return a bytes object with the given prefix string removed if present."},
		{"removesuffix(self, suffix, /)", bytesTwo(func(b, x []byte) []byte { return bytes.TrimSuffix(b, x) }), "Return a bytes object with the given suffix string removed if present."},
		{"split(self, /, sep=None, maxsplit=-1)", bytesSplit(splitBytes), "Return a list of the sections in the bytes, using sep as the delimiter."},
		{"rsplit(self, /, sep=None, maxsplit=-1)", bytesSplit(rsplitBytes), "Return a list of the sections in the bytes, using sep as the delimiter, from the end."},
		{"splitlines(self, /, keepends=False)", bytesSplitLines, "Return a list of the lines in the bytes, breaking at line boundaries."},
		{"partition(self, sep, /)", bytesPartition(bytes.Index, false), "Partition the bytes into three parts using the given separator."},
		{"rpartition(self, sep, /)", bytesPartition(bytes.LastIndex, true), "Partition the bytes into three parts using the given separator, from the end."},
		{"strip(self, bytes=None, /)", bytesStrip(true, true), "Strip leading and trailing bytes contained in the argument."},
		{"lstrip(self, bytes=None, /)", bytesStrip(true, false), "Strip leading bytes contained in the argument."},
		{"rstrip(self, bytes=None, /)", bytesStrip(false, true), "Strip trailing bytes contained in the argument."},
		{"translate(self, table, /, delete=b'')", bytesTranslate, "Return a copy with each character mapped by the given translation table."},
	}
	for _, name := range []string{"lower", "upper", "title", "capitalize", "swapcase", "isalpha", "isalnum", "isdigit", "isspace", "islower", "isupper", "istitle", "isascii"} {
		methods = append(methods, Method{name + "(self, /)", bytesAsText(name), ""})
	}
	for _, name := range []string{"center", "ljust", "rjust"} {
		methods = append(methods, Method{name + "(self, width, fillchar=b' ', /)", bytesAsText(name), ""})
	}
	return append(methods,
		Method{"zfill(self, width, /)", bytesAsText("zfill"), ""},
		Method{"expandtabs(self, /, tabsize=8)", bytesAsText("expandtabs"), ""})
}

func bytesArg(a []Value) []byte {
	b, _ := bufferOf(a[0])
	return b
}

// bytesAsText does what str does, on ASCII letters alone: other bytes are
// hidden as private characters that have no case and no kind.
func bytesAsText(name string) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		if err := t.ChargeItems(len(bytesArg(a)), 4); err != nil {
			return Value{}, err
		}
		if name == "isascii" {
			for _, c := range bytesArg(a) {
				if c >= 0x80 {
					return False, nil
				}
			}
			return True, nil
		}
		args := append([]Value{NewStr(hideBytes(bytesArg(a)))}, a[1:]...)
		if len(args) == 3 {
			if _, err := sizeArg(t, args[1]); err != nil {
				return Value{}, err
			}
			fill, ok := bufferOf(args[2])
			if !ok || len(fill) != 1 {
				return Value{}, Raise(TypeError, "%s() argument 2 must be a byte string of length 1, not %s", name, TypeName(a[2]))
			}
			args[2] = NewStr(hideBytes(fill))
		}
		v, err := CallAttr(t, args[0], name, args[1:]...)
		if err != nil {
			return Value{}, err
		}
		if s, ok := v.Object().(*Str); ok {
			return bytesLike(a[0], showBytes(s.s)), nil
		}
		return v, nil
	}
}

const privateUse = 0xe000

func hideBytes(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		if c >= 0x80 {
			s.WriteRune(privateUse + rune(c))
		} else {
			s.WriteByte(c)
		}
	}
	return s.String()
}

func showBytes(s string) []byte {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return b
}

func bytesDecode(t *Thread, a []Value) (Value, error) {
	encoding, handler, err := codecArgs("decode", a[1], a[2])
	if err != nil {
		return Value{}, err
	}
	return Decode(t, bytesArg(a), encoding, handler)
}

func bytesHex(t *Thread, a []Value) (Value, error) {
	b := bytesArg(a)
	if err := t.ChargeItems(len(b), 4); err != nil { // the bytes of the text, and the text
		return Value{}, err
	}
	text := hex.EncodeToString(b)
	if a[1].head == nil {
		return newASCII(text), nil
	}
	group, err := IndexInt(t, a[2])
	if err != nil {
		return Value{}, err
	}
	n, err := Len(t, a[1])
	if err != nil {
		return Value{}, err
	}
	if n != 1 {
		return Value{}, Raise(ValueError, "sep must be length 1.")
	}
	sep, ok := textOf(a[1])
	if !ok {
		return Value{}, Raise(TypeError, "sep must be str or bytes.")
	}
	if group == 0 {
		return newASCII(text), nil
	}
	return newASCII(groupHex(text, sep, group)), nil
}

// groupHex sets sep between groups of bytes, counted from the right, or from
// the left where group is negative.
func groupHex(text, sep string, group int) string {
	size := 2 * max(group, -group)
	var parts []string
	for len(text) > size {
		if group > 0 {
			parts = append([]string{text[len(text)-size:]}, parts...)
			text = text[:len(text)-size]
		} else {
			parts = append(parts, text[:size])
			text = text[size:]
		}
	}
	if group > 0 {
		parts = append([]string{text}, parts...)
	} else {
		parts = append(parts, text)
	}
	return strings.Join(parts, sep)
}

func bytesFromHex(t *Thread, a []Value) (Value, error) {
	text, ok := AsStr(a[1])
	if !ok {
		return Value{}, Raise(TypeError, "fromhex() argument must be str, not %s", ArgName(a[1]))
	}
	var out []byte
	for i := 0; i < len(text); {
		if char.IsSpace(rune(text[i])) {
			i++
			continue
		}
		hi, lo := numeral.DigitValue(text[i]), 99
		if i+1 < len(text) {
			lo = numeral.DigitValue(text[i+1])
		}
		if hi > 15 || lo > 15 {
			if hi <= 15 {
				i++
			}
			return Value{}, Raise(ValueError, "non-hexadecimal number found in fromhex() arg at position %d", char.Count(text[:i]))
		}
		out = append(out, byte(hi<<4|lo))
		i += 2
	}
	switch c := a[0].Object().(*Class); c {
	case BytesClass:
		return NewBytes(out), nil
	case ByteArrayClass:
		return NewByteArray(out), nil
	}
	return Call(t, a[0], NewBytes(out))
}

func bytesJoin(t *Thread, a []Value) (Value, error) {
	sep := bytesArg(a)
	if s := a[1].Class().Slots; s.Iter == nil && s.GetItem == nil {
		return Value{}, Raise(TypeError, "can only join an iterable")
	}
	items, err := Collect(t, a[1])
	if err != nil {
		return Value{}, err
	}
	var out []byte
	for i, v := range items {
		b, err := Buffer(v)
		if err != nil {
			return Value{}, Raise(TypeError, "sequence item %d: expected a bytes-like object, %s found", i, TypeName(v))
		}
		if i > 0 {
			out = append(out, sep...)
		}
		if err := t.Charge(len(b) + len(sep)); err != nil {
			return Value{}, err
		}
		out = append(out, b...)
	}
	return bytesLike(a[0], out), nil
}

func bytesReplace(t *Thread, a []Value) (Value, error) {
	old, err := Buffer(a[1])
	if err != nil {
		return Value{}, err
	}
	repl, err := Buffer(a[2])
	if err != nil {
		return Value{}, err
	}
	count, err := IndexInt(t, a[3])
	if err != nil {
		return Value{}, err
	}
	b := bytesArg(a)
	if err := t.ChargeItems(bytes.Count(b, old), max(len(repl), 1)); err != nil {
		return Value{}, err
	}
	if len(old) == 0 {
		return bytesLike(a[0], interleave(b, repl, count)), nil
	}
	return bytesLike(a[0], bytes.Replace(b, old, repl, count)), nil
}

// interleave puts repl before each byte and at the end, at most count times.
func interleave(b, repl []byte, count int) []byte {
	var out []byte
	for i := 0; i <= len(b); i++ {
		if count != 0 {
			out = append(out, repl...)
			count--
		}
		if i < len(b) {
			out = append(out, b[i])
		}
	}
	return out
}

func bytesFind(find func(b, sub []byte) int, missing string) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		b := bytesArg(a)
		i, j, ok, err := bounds(t, a[2], a[3], len(b))
		if err != nil {
			return Value{}, err
		}
		sub, err := subBytes(t, a[1])
		if err != nil {
			return Value{}, err
		}
		if ok {
			if k := find(b[i:j], sub); k >= 0 {
				return Int(int64(i + k)), nil
			}
		}
		if missing != "" {
			return Value{}, Raise(ValueError, "%s", missing)
		}
		return Int(-1), nil
	}
}

func bytesCount(t *Thread, a []Value) (Value, error) {
	b := bytesArg(a)
	i, j, ok, err := bounds(t, a[2], a[3], len(b))
	if err != nil {
		return Value{}, err
	}
	sub, err := subBytes(t, a[1])
	switch {
	case err != nil || !ok:
		return Int(0), err
	case len(sub) == 0:
		return Int(int64(j - i + 1)), nil
	}
	return Int(int64(bytes.Count(b[i:j], sub))), nil
}

func bytesAffix(name string, has func(b, affix []byte) bool) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		options := []Value{a[1]}
		tuple, isTuple := a[1].Object().(*Tuple)
		if isTuple {
			options = tuple.Items
		}
		b := bytesArg(a)
		i, j, ok, err := bounds(t, a[2], a[3], len(b))
		if err != nil {
			return Value{}, err
		}
		for _, v := range options {
			affix, err := Buffer(v)
			if err != nil {
				if isTuple {
					return Value{}, err
				}
				return Value{}, Raise(TypeError, "%s first arg must be bytes or a tuple of bytes, not %s", name, TypeName(v))
			}
			if ok && has(b[i:j], affix) {
				return True, nil
			}
		}
		return False, nil
	}
}

func bytesTwo(f func(b, x []byte) []byte) GoFunc {
	return func(_ *Thread, a []Value) (Value, error) {
		x, err := Buffer(a[1])
		if err != nil {
			return Value{}, err
		}
		return bytesLike(a[0], f(bytesArg(a), x)), nil
	}
}

func bytesTranslate(_ *Thread, a []Value) (Value, error) {
	var table []byte
	if !a[1].IsNone() {
		var err error
		if table, err = Buffer(a[1]); err != nil {
			return Value{}, err
		}
		if len(table) != 256 {
			return Value{}, Raise(ValueError, "translation table must be 256 characters long")
		}
	}
	drop, err := Buffer(a[2])
	if err != nil {
		return Value{}, err
	}
	out := slices.Clone(bytesArg(a))
	if len(drop) > 0 {
		var gone [256]bool
		for _, c := range drop {
			gone[c] = true
		}
		out = slices.DeleteFunc(out, func(c byte) bool { return gone[c] })
	}
	if table != nil {
		table := (*[256]byte)(table)
		for i, c := range out {
			out[i] = table[c]
		}
	}
	return bytesLike(a[0], out), nil
}

func bytesMakeTrans(_ *Thread, a []Value) (Value, error) {
	from, err := Buffer(a[0])
	if err != nil {
		return Value{}, err
	}
	to, err := Buffer(a[1])
	if err != nil {
		return Value{}, err
	}
	if len(from) != len(to) {
		return Value{}, Raise(ValueError, "maketrans arguments must have same length")
	}
	table := make([]byte, 256)
	for i := range table {
		table[i] = byte(i)
	}
	for i, c := range from {
		table[c] = to[i]
	}
	return NewBytes(table), nil
}
