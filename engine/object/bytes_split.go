package object

import "bytes"

// This file defines the methods of bytes and bytearray that cut them into parts.

func bytesSplit(split func(b, sep []byte, limit int) [][]byte) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		limit, err := IndexInt(t, a[2])
		if err != nil {
			return Value{}, err
		}
		var sep []byte
		if !a[1].IsNone() {
			if sep, err = Buffer(a[1]); err != nil {
				return Value{}, err
			}
			if len(sep) == 0 {
				return Value{}, Raise(ValueError, "empty separator")
			}
		}
		return bytesList(t, a[0], split(bytesArg(a), sep, limit))
	}
}

func bytesList(t *Thread, self Value, parts [][]byte) (Value, error) {
	if err := t.ChargeItems(len(parts), 80); err != nil {
		return Value{}, err
	}
	items := make([]Value, len(parts))
	for i, p := range parts {
		items[i] = bytesLike(self, p)
	}
	return NewList(items), nil
}

func toParts(parts []string) [][]byte {
	out := make([][]byte, len(parts))
	for i, p := range parts {
		out[i] = showBytes(p)
	}
	return out
}

func splitBytes(b, sep []byte, limit int) [][]byte {
	switch {
	case sep == nil:
		return toParts(splitSpace(hideBytes(b), limit))
	case limit < 0:
		return bytes.Split(b, sep)
	}
	return bytes.SplitN(b, sep, limit+1)
}

func rsplitBytes(b, sep []byte, limit int) [][]byte {
	if sep == nil {
		return toParts(rsplitSpace(hideBytes(b), limit))
	}
	var parts [][]byte
	for ; limit != 0; limit-- {
		i := bytes.LastIndex(b, sep)
		if i < 0 {
			break
		}
		parts = append([][]byte{b[i+len(sep):]}, parts...)
		b = b[:i]
	}
	return append([][]byte{b}, parts...)
}

func bytesSplitLines(t *Thread, a []Value) (Value, error) {
	keep, err := flagArg(t, a[1])
	if err != nil {
		return Value{}, err
	}
	var parts [][]byte
	for b := bytesArg(a); len(b) > 0; {
		i := bytes.IndexAny(b, "\r\n")
		if i < 0 {
			parts = append(parts, b)
			break
		}
		size := 1
		if b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n' {
			size = 2
		}
		if keep {
			parts = append(parts, b[:i+size])
		} else {
			parts = append(parts, b[:i])
		}
		b = b[i+size:]
	}
	return bytesList(t, a[0], parts)
}

func bytesPartition(find func(b, sep []byte) int, fromEnd bool) GoFunc {
	return func(_ *Thread, a []Value) (Value, error) {
		sep, err := Buffer(a[1])
		if err != nil {
			return Value{}, err
		}
		if len(sep) == 0 {
			return Value{}, Raise(ValueError, "empty separator")
		}
		b := bytesArg(a)
		i := find(b, sep)
		like := func(x []byte) Value { return bytesLike(a[0], x) }
		switch {
		case i >= 0:
			return NewTuple(like(b[:i]), like(sep), like(b[i+len(sep):])), nil
		case fromEnd:
			return NewTuple(like(nil), like(nil), like(b)), nil
		}
		return NewTuple(like(b), like(nil), like(nil)), nil
	}
}

func bytesStrip(left, right bool) GoFunc {
	return func(_ *Thread, a []Value) (Value, error) {
		cut := []byte(" \t\n\r\v\f")
		if !a[1].IsNone() {
			var err error
			if cut, err = Buffer(a[1]); err != nil {
				return Value{}, err
			}
		}
		b := bytesArg(a)
		for left && len(b) > 0 && bytes.IndexByte(cut, b[0]) >= 0 {
			b = b[1:]
		}
		for right && len(b) > 0 && bytes.IndexByte(cut, b[len(b)-1]) >= 0 {
			b = b[:len(b)-1]
		}
		if len(b) == len(bytesArg(a)) && a[0].Class() == BytesClass {
			return a[0], nil
		}
		return bytesLike(a[0], b), nil
	}
}
