package pickle

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"

	"gputour/engine/object"
	"gputour/engine/object/numeral"
)

// unpickleOps says what each opcode does. It is filled at start-up, because what the
// opcodes call may load pickles in turn.
var unpickleOps [256]func(u *unpickler) error

func init() {
	constants := map[byte]object.Value{opNone: object.None, opNewTrue: object.True, opNewFalse: object.False}
	for op, x := range constants {
		unpickleOps[op] = func(u *unpickler) error { return u.push(x) }
	}
	empty := map[byte]func() object.Value{opEmptyTuple: func() object.Value { return object.NewTuple() },
		opEmptyList: func() object.Value { return object.NewList(nil) }, opEmptyDict: func() object.Value { return object.NewDict().Value() },
		opEmptySet: func() object.Value { return object.NewSet().Value() }}
	for op, make := range empty {
		unpickleOps[op] = func(u *unpickler) error { return u.push(make()) }
	}
	// The number that follows, in so many bytes, is the length of a text or of bytes.
	sized := map[byte]func(u *unpickler, b []byte) error{}
	widths := map[byte]uint64{opShortBinUnicode: 1, opBinUnicode: 4, opBinUnicode8: 8, opShortBinBytes: 1, opBinBytes: 4, opBinBytes8: 8,
		opByteArray8: 8, opShortBinString: 1, opBinString: 4, opLong1: 1, opLong4: 4}
	for _, op := range []byte{opShortBinUnicode, opBinUnicode, opBinUnicode8} {
		sized[op] = (*unpickler).pushText
	}
	for _, op := range []byte{opShortBinBytes, opBinBytes, opBinBytes8} {
		sized[op] = func(u *unpickler, b []byte) error { return u.push(object.NewBytes(bytes.Clone(b))) }
	}
	for _, op := range []byte{opShortBinString, opBinString} {
		sized[op] = (*unpickler).pushOldText
	}
	for _, op := range []byte{opLong1, opLong4} {
		sized[op] = (*unpickler).pushLong
	}
	sized[opByteArray8] = func(u *unpickler, b []byte) error { return u.push(object.NewByteArray(bytes.Clone(b))) }
	for op, use := range sized {
		width := widths[op]
		unpickleOps[op] = func(u *unpickler) error { return u.loadSized(op, width, use) }
	}
	// The number that follows is an index, an int or a code.
	type numbered struct {
		width uint64
		use   func(u *unpickler, n uint64) error
	}
	pushInt := func(u *unpickler, n uint64) error { return u.push(object.Int(int64(n))) }
	for op, row := range map[byte]numbered{
		opBinGet: {1, (*unpickler).get}, opLongBinGet: {4, (*unpickler).get}, opBinPut: {1, (*unpickler).put}, opLongBinPut: {4, (*unpickler).put},
		opBinInt1: {1, pushInt}, opBinInt2: {2, pushInt}, opProto: {1, (*unpickler).setProto},
		opBinInt: {4, func(u *unpickler, n uint64) error { return u.push(object.Int(int64(int32(n)))) }},
		opExt1:   {1, (*unpickler).loadExtension}, opExt2: {2, (*unpickler).loadExtension}, opExt4: {4, (*unpickler).loadExtension},
		opBinFloat: {8, func(u *unpickler, n uint64) error {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], n)
			return u.push(object.Float(math.Float64frombits(binary.BigEndian.Uint64(b[:]))))
		}},
	} {
		unpickleOps[op] = func(u *unpickler) error {
			n, err := u.in.number(u.t, row.width)
			if err != nil {
				return err
			}
			return row.use(u, n)
		}
	}
	// A line of text follows.
	for op, use := range map[byte]func(u *unpickler, line []byte) error{
		opInt: (*unpickler).loadInt, opLong: (*unpickler).loadLong, opFloat: (*unpickler).loadFloat, opString: (*unpickler).loadString,
		opUnicode: (*unpickler).loadUnicode, opGet: (*unpickler).loadGet, opPut: (*unpickler).loadPut,
		opPersID: (*unpickler).loadPersistent, opGlobal: (*unpickler).loadGlobal, opInst: (*unpickler).loadInst,
	} {
		unpickleOps[op] = func(u *unpickler) error {
			line, err := u.in.line(u.t)
			if err != nil {
				return err
			}
			return use(u, line)
		}
	}
	for i, op := range []byte{opTuple1, opTuple2, opTuple3} {
		unpickleOps[op] = func(u *unpickler) error { return u.loadTuple(i + 1) }
	}
	// The items since the last mark make a container.
	for op, make := range map[byte]func(u *unpickler, items []object.Value) (object.Value, error){
		opTuple: func(_ *unpickler, items []object.Value) (object.Value, error) { return object.NewTuple(items...), nil },
		opList:  func(_ *unpickler, items []object.Value) (object.Value, error) { return object.NewList(items), nil },
		opDict:  (*unpickler).dictOf, opFrozenSet: (*unpickler).frozenSetOf,
	} {
		unpickleOps[op] = func(u *unpickler) error {
			items, err := u.marked()
			if err != nil {
				return err
			}
			x, err := make(u, items)
			if err != nil {
				return err
			}
			return u.push(x)
		}
	}
	for op, run := range map[byte]func(u *unpickler) error{
		opMark: (*unpickler).mark, opFrame: func(u *unpickler) error { return u.in.frame(u.t) }, opPop: (*unpickler).loadPop,
		opPopMark: func(u *unpickler) error { _, err := u.marked(); return err }, opDup: (*unpickler).loadDup,
		opMemoize: func(u *unpickler) error { return u.put(uint64(u.memo.count)) }, opStackGlobal: (*unpickler).loadStackGlobal,
		opAppend: (*unpickler).loadAppend, opAppends: (*unpickler).loadAppends, opSetItem: (*unpickler).loadSetItem,
		opSetItems: (*unpickler).loadSetItems, opAddItems: (*unpickler).loadAddItems, opReduce: (*unpickler).loadReduce,
		opNewObj: (*unpickler).loadNewObj, opNewObjEx: (*unpickler).loadNewObjEx, opBuild: (*unpickler).loadBuild, opObj: (*unpickler).loadObj,
		opBinPersID: (*unpickler).loadBinPersistent, opNextBuffer: (*unpickler).loadBuffer, opReadOnlyBuffer: (*unpickler).loadReadOnly,
	} {
		unpickleOps[op] = run
	}
}

func (u *unpickler) setProto(n uint64) error {
	if n > pickleHighest {
		return object.Raise(object.ValueError, "unsupported pickle protocol: %d", n)
	}
	u.proto = int(n)
	return nil
}

func (u *unpickler) loadSized(op byte, width uint64, use func(*unpickler, []byte) error) error {
	n, err := u.in.number(u.t, width)
	if err != nil {
		return err
	}
	if n > math.MaxInt32 && (op == opBinString || op == opLong4) {
		what := map[byte]string{opBinString: "BINSTRING pickle has negative byte count", opLong4: "LONG pickle has negative byte count"}
		return object.Raise(unpicklingError, "%s", what[op])
	}
	if n > math.MaxInt64 {
		what := map[byte]string{opBinBytes8: "BINBYTES", opBinUnicode8: "BINUNICODE", opByteArray8: "BYTEARRAY8"}
		return object.Raise(object.OverflowError, "%s exceeds system's maximum size of %d bytes", what[op], int64(math.MaxInt64))
	}
	b, err := u.in.take(u.t, n)
	if err != nil {
		return err
	}
	return use(u, b)
}

func (u *unpickler) pushText(b []byte) error {
	for _, c := range b {
		if c >= 0x80 {
			return u.decoded(b, "utf-8", "surrogatepass")
		}
	}
	return u.push(object.NewASCIIText(b))
}

func (u *unpickler) decoded(b []byte, encoding, errors string) error {
	x, err := object.Decode(u.t, b, encoding, errors)
	if err != nil {
		return err
	}
	return u.push(x)
}

// pushOldText pushes a str of Python 2, which may have been bytes.
func (u *unpickler) pushOldText(b []byte) error {
	if u.encoding == "bytes" {
		return u.push(object.NewBytes(bytes.Clone(b)))
	}
	return u.decoded(b, u.encoding, u.errors)
}

func (u *unpickler) pushLong(b []byte) error {
	n := new(big.Int)
	whole := bytes.Clone(b)
	for i, j := 0, len(whole)-1; i < j; i, j = i+1, j-1 {
		whole[i], whole[j] = whole[j], whole[i]
	}
	n.SetBytes(whole)
	if len(whole) > 0 && whole[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(whole))))
	}
	return u.push(object.NewBig(n))
}

func (u *unpickler) loadInt(line []byte) error {
	switch string(line) {
	case "00":
		return u.push(object.False)
	case "01":
		return u.push(object.True)
	}
	return u.loadLong(line)
}

func (u *unpickler) loadLong(line []byte) error {
	text := strings.TrimSuffix(string(line), "L")
	n, err := object.Call(u.t, object.IntClass.Value(), object.NewStr(text))
	if object.Catch(err, object.ValueError) && text == string(line) {
		err = object.Raise(object.ValueError, "could not convert string to int")
	}
	if err != nil {
		return err
	}
	return u.push(n)
}

func (u *unpickler) loadFloat(line []byte) error {
	f, ok := numeral.ParseFloat(string(line))
	if !ok {
		return object.Raise(object.ValueError, "could not convert string to float")
	}
	return u.push(object.Float(f))
}

// loadString reads a str of Python 2 as its repr.
func (u *unpickler) loadString(line []byte) error {
	line = bytes.TrimRight(line, " \t\r")
	n := len(line)
	if n < 2 || line[0] != line[n-1] || line[0] != '\'' && line[0] != '"' {
		return object.Raise(unpicklingError, "the STRING opcode argument must be quoted")
	}
	return u.pushOldText(unescaped(line[1 : n-1]))
}

// letterEscapes are what a letter behind a backslash stands for.
var letterEscapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// unescaped resolves the escapes of a bytes literal; what is none stays.
func unescaped(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 == len(b) {
			out = append(out, b[i])
			continue
		}
		i++
		c, isLetter := letterEscapes[b[i]]
		width, base := 3, 8
		digits := b[i:]
		if b[i] == 'x' {
			width, base, digits = 2, 16, b[i+1:]
		}
		digits = digits[:min(width, len(digits))]
		n, err := strconv.ParseUint(string(digits), base, 16)
		for base == 8 && err != nil && len(digits) > 1 {
			digits = digits[:len(digits)-1]
			n, err = strconv.ParseUint(string(digits), base, 16)
		}
		switch {
		case isLetter:
			out = append(out, c)
		case b[i] == '\n':
		case err == nil && (base == 8 || len(digits) == 2):
			out = append(out, byte(n))
			i += len(digits) - 1
			if base == 16 {
				i++
			}
		default:
			out = append(out, '\\', b[i])
		}
	}
	return out
}

func (u *unpickler) loadUnicode(line []byte) error {
	return u.decoded(line, "raw-unicode-escape", "strict")
}

func (u *unpickler) index(line []byte) (uint64, error) {
	v, err := object.Call(u.t, object.IntClass.Value(), object.NewStr(string(line)+"\n"))
	if err != nil {
		return 0, err
	}
	n, ok := object.AsInt(v)
	if !ok || n < 0 {
		return 0, object.Raise(object.ValueError, "negative PUT argument")
	}
	return uint64(n), nil
}

func (u *unpickler) loadGet(line []byte) error {
	n, err := u.index(line)
	if err != nil {
		return err
	}
	return u.get(n)
}

func (u *unpickler) loadPut(line []byte) error {
	if _, err := u.top(0); err != nil {
		return err
	}
	n, err := u.index(line)
	if err != nil {
		return err
	}
	return u.put(n)
}

func (u *unpickler) loadPop() error {
	if n := len(u.marks); n > 0 && u.marks[n-1] == len(u.stack) {
		_, err := u.unmark()
		return err
	}
	_, err := u.pop()
	return err
}

func (u *unpickler) loadDup() error {
	x, err := u.top(0)
	if err != nil {
		return err
	}
	return u.push(*x)
}

func (u *unpickler) loadTuple(n int) error {
	if len(u.stack)-n < u.fence {
		return u.underflow()
	}
	x := object.CopyTuple(u.stack[len(u.stack)-n:])
	clear(u.stack[len(u.stack)-n:])
	u.stack = u.stack[:len(u.stack)-n]
	return u.push(x)
}

func (u *unpickler) dictOf(items []object.Value) (object.Value, error) {
	if len(items)%2 != 0 {
		return object.Value{}, object.Raise(unpicklingError, "odd number of items for DICT")
	}
	d := object.NewDict()
	for i := 0; i < len(items); i += 2 {
		if err := d.Set(u.t, items[i], items[i+1]); err != nil {
			return object.Value{}, err
		}
	}
	return d.Value(), nil
}

func (u *unpickler) frozenSetOf(items []object.Value) (object.Value, error) {
	set := object.NewFrozenSet()
	for _, x := range items {
		if err := set.Add(u.t, x); err != nil {
			return object.Value{}, err
		}
	}
	return set.Value(), nil
}
