package object

import (
	"strconv"
	"strings"
)

// This file defines class str; its methods stand in the str_*.go files.

func initStr() {
	StrClass.Define(Spec{
		Doc:       "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\nCreate a new string object from the given object. If encoding or\nerrors is specified, then the object must expose a data buffer\nthat will be decoded using the given encoding and error handler.\nOtherwise, returns the result of object.__str__() (if defined)\nor repr(object).\nencoding defaults to sys.getdefaultencoding().\nerrors defaults to 'strict'.",
		Signature: "str(object=?, encoding=?, errors=?)", Make: strMake,
		Slots: Slots{
			Repr: func(t *Thread, v Value) (string, error) {
				s := v.Object().(*Str)
				if len(s.s) > 1<<16 {
					if err := t.ChargeItems(len(s.s), 2); err != nil {
						return "", err
					}
				}
				return strRepr(s), nil
			},
			Str:     func(_ *Thread, v Value) (string, error) { return v.Object().(*Str).s, nil },
			Hash:    func(_ *Thread, v Value) (int64, error) { return v.Object().(*Str).Hash(), nil },
			Compare: strCompare, Iter: strIter, GetItem: strGetItem, Contains: strContains,
			Len:       func(_ *Thread, v Value) (int, error) { return v.Object().(*Str).n, nil },
			Binary:    strBinary(),
			Reflected: strReflected(),
		},
		Methods: append(append(append([]Method{
			{"__format__(self, format_spec, /)", formatMethod, "Return a formatted version of the string as described by format_spec."},
			{"__getnewargs__(self, /)", func(_ *Thread, a []Value) (Value, error) { return NewTuple(newStrN(strArg(a).s, strArg(a).n)), nil }, ""},
			{"__sizeof__(self, /)", strSizeof, "Return the size of the string in memory, in bytes."},
			{"encode(self, /, encoding='utf-8', errors='strict')", strEncode, "Encode the string using the codec registered for encoding."},
			{"join(self, iterable, /)", strJoin, "Concatenate any number of strings.\n\nThe string whose method is called is inserted in between each given string.\nThe result is returned as a new string.\n\nExample: '.'.join(['ab', 'pq', 'rs']) -> 'ab.pq.rs'"},
			{"replace(self, old, new, count=-1, /)", strReplace, "Return a copy with all occurrences of substring old replaced by new."},
			{"format(self, /, *args, **kwargs)", strFormat, "S.format(*args, **kwargs) -> str\n\nReturn a formatted version of S, using substitutions from args and kwargs.\nThe substitutions are identified by braces ('{' and '}')."},
			{"format_map(self, mapping, /)", strFormatMap, "S.format_map(mapping) -> str\n\nReturn a formatted version of S, using substitutions from mapping.\nThe substitutions are identified by braces ('{' and '}')."},
		}, strSearchMethods()...), strSplitMethods()...), strCaseMethods()...),
		StaticMethods: []Method{{"maketrans(x, y=?, z=?, /)", strMakeTrans, "Return a translation table usable for str.translate()."}},
	})
}

// strArg returns self of a str method.
func strArg(a []Value) *Str { return a[0].Object().(*Str) }

func strSizeof(_ *Thread, a []Value) (Value, error) {
	s := strArg(a)
	width := 0
	for _, r := range s.s {
		switch {
		case r > 0xffff:
			width = max(width, 4)
		case r > 0xff:
			width = max(width, 2)
		default:
			width = max(width, 1)
		}
	}
	if s.ascii() {
		return Int(int64(49 + s.n)), nil
	}
	return Int(int64([...]int{0, 73, 74, 0, 76}[width] + width*s.n)), nil
}

func strMake(t *Thread, c *Class, a []Value) (Value, error) {
	v, err := strFrom(t, a)
	if err != nil || c == StrClass {
		return v, err
	}
	return v.Object().(*Str).As(c), nil
}

func strFrom(t *Thread, a []Value) (Value, error) {
	if a[1].head == nil && a[2].head == nil && a[0].head != nil {
		if s, ok := a[0].Object().(*Str); ok && s.class == StrClass {
			return a[0], nil
		}
		if a[0].IsInt() {
			var b [maxDecimal]byte
			text := strconv.AppendInt(b[:0], a[0].SmallInt(), 10)
			return newTextOf(text, len(text)), nil
		}
		s, err := ToStr(t, a[0])
		if err != nil {
			return Value{}, err
		}
		return NewStr(s), nil
	}
	encoding, handler, err := codecArgs("str", a[1], a[2])
	if err != nil {
		return Value{}, err
	}
	if a[0].head == nil {
		return NewStr(""), nil
	}
	if _, ok := AsStr(a[0]); ok {
		return Value{}, Raise(TypeError, "decoding str is not supported")
	}
	b, ok := bufferOf(a[0])
	if !ok {
		return Value{}, Raise(TypeError, "decoding to str: need a bytes-like object, %s found", TypeName(a[0]))
	}
	return Decode(t, b, encoding, handler)
}

// exactStr returns v, or a plain str with its text where v is of a subclass.
func exactStr(s *Str) Value {
	if s.class == StrClass {
		return Of(s)
	}
	return newStrN(s.s, s.n)
}

func strCompare(_ *Thread, op CompareOp, a, b Value) (Value, error) {
	x := a.Object().(*Str)
	y, ok := b.Object().(*Str)
	if !ok {
		return NotImplemented, nil
	}
	switch op {
	case Eq:
		return Bool(x.s == y.s), nil
	case Ne:
		return Bool(x.s != y.s), nil
	}
	// UTF-8 sorts as code points do.
	return Bool(op.holds(strings.Compare(x.s, y.s))), nil
}

func strGetItem(t *Thread, v, key Value) (Value, error) {
	s := v.Object().(*Str)
	if key.head == &intHead {
		i := int64(key.bits)
		if i < 0 {
			i += int64(s.n)
		}
		if uint64(i) < uint64(s.n) {
			return s.At(int(i)), nil
		}
		return Value{}, outside(v, "string index out of range")
	}
	if k, ok := key.Object().(*Slice); ok {
		return s.sliced(t, k)
	}
	if key.head.class.Slots.Index == nil {
		return Value{}, Raise(TypeError, "string indices must be integers, not '%s'", TypeName(key))
	}
	i, err := IndexInt(t, key)
	if err != nil {
		return Value{}, err
	}
	return strGetItem(t, v, Int(int64(i)))
}

func (s *Str) sliced(t *Thread, k *Slice) (Value, error) {
	start, stop, step, n, err := k.Indices(t, s.n)
	if err != nil {
		return Value{}, err
	}
	if step == 1 {
		return s.slice(start, max(start, stop)), nil
	}
	if s.ascii() {
		v, text := newText(n, n)
		for i := range text {
			text[i] = s.s[start+i*step]
		}
		return v, nil
	}
	runes, out := s.Runes(), make([]rune, n)
	for i := range out {
		out[i] = runes[start+i*step]
	}
	return NewStrRunes(out), nil
}

func strContains(_ *Thread, v, x Value) (bool, error) {
	sub, ok := AsStr(x)
	if !ok {
		return false, Raise(TypeError, "'in <string>' requires string as left operand, not %s", TypeName(x))
	}
	return strings.Contains(v.Object().(*Str).s, sub), nil
}

func strBinary() [numBinary]binaryFunc {
	table := sequenceSlots(strAdd, strRepeat)
	table[Mod] = strPercent
	return table
}

func strReflected() [numBinary]binaryFunc {
	table := reflectedRepeat(strRepeat)
	table[Mod] = func(t *Thread, a, b Value) (Value, error) {
		if _, ok := a.Object().(*Str); !ok {
			return NotImplemented, nil
		}
		return strPercent(t, a, b)
	}
	return table
}

func strAdd(t *Thread, a, b Value) (Value, error) {
	x, xOK := a.Object().(*Str)
	y, yOK := b.Object().(*Str)
	if !xOK || !yOK {
		return NotImplemented, nil
	}
	return x.concat(t, y)
}

func strRepeat(t *Thread, v Value, n int) (Value, error) {
	s := v.Object().(*Str)
	switch {
	case n == 0 || s.n == 0:
		return emptyStr, nil
	case n == 1:
		return exactStr(s), nil
	}
	if err := t.ChargeItems(n, len(s.s)); err != nil {
		return Value{}, err
	}
	return newStrN(strings.Repeat(s.s, n), s.n*n), nil
}

func strJoin(t *Thread, a []Value) (Value, error) {
	sep := strArg(a)
	items, err := joinItems(t, a[1])
	if err != nil {
		return Value{}, err
	}
	size, n := 0, 0
	for i, v := range items {
		s, ok := v.Object().(*Str)
		if !ok {
			return Value{}, Raise(TypeError, "sequence item %d: expected str instance, %s found", i, TypeName(v))
		}
		if i > 0 {
			size, n = size+len(sep.s), n+sep.n
		}
		size, n = size+len(s.s), n+s.n
	}
	if len(items) == 1 {
		return exactStr(items[0].Object().(*Str)), nil
	}
	if err := t.Charge(size); err != nil {
		return Value{}, err
	}
	v, text := newText(size, n)
	b := text[:0]
	for i, v := range items {
		if i > 0 {
			b = append(b, sep.s...)
		}
		b = append(b, v.Object().(*Str).s...)
	}
	return v, nil
}

// joinItems returns the elements to join without copying those of a list.
func joinItems(t *Thread, v Value) ([]Value, error) {
	switch o := v.Object().(type) {
	case *List:
		if o.class == ListClass {
			return o.Items, nil
		}
	case *Tuple:
		if o.class == TupleClass {
			return o.Items, nil
		}
	}
	if s := v.Class().Slots; s.Iter == nil && s.GetItem == nil {
		return nil, Raise(TypeError, "can only join an iterable")
	}
	return Collect(t, v)
}

// replaced puts repl in place of the first hits times that old stands in s.
func (s *Str) replaced(old, repl *Str, hits int) Value {
	v, text := newText(len(s.s)+hits*(len(repl.s)-len(old.s)), s.n+hits*(repl.n-old.n))
	b, rest := text[:0], s.s
	for ; hits > 0; hits-- {
		i := strings.Index(rest, old.s)
		b = append(append(b, rest[:i]...), repl.s...)
		rest = rest[i+len(old.s):]
	}
	_ = append(b, rest...)
	return v
}

func strReplace(t *Thread, a []Value) (Value, error) {
	s := strArg(a)
	old, err := strParam("replace", 1, a[1])
	if err != nil {
		return Value{}, err
	}
	repl, err := strParam("replace", 2, a[2])
	if err != nil {
		return Value{}, err
	}
	count, err := IndexInt(t, a[3])
	if err != nil {
		return Value{}, err
	}
	hits := strings.Count(s.s, old.s)
	if count >= 0 {
		hits = min(hits, count)
	}
	if hits == 0 {
		return exactStr(s), nil
	}
	if grow := len(repl.s) - len(old.s); grow > 0 {
		if err := t.ChargeItems(hits, grow); err != nil {
			return Value{}, err
		}
	}
	if old.n > 0 {
		return s.replaced(old, repl, hits), nil
	}
	if s.ascii() {
		return newStrN(strings.Replace(s.s, old.s, repl.s, count), s.n+hits*(repl.n-old.n)), nil
	}
	return NewStr(strings.Replace(s.s, old.s, repl.s, count)), nil
}

// strParam checks that argument number i of a str method is a str.
func strParam(method string, i int, v Value) (*Str, error) {
	if s, ok := v.Object().(*Str); ok {
		return s, nil
	}
	return nil, Raise(TypeError, "%s() argument %d must be str, not %s", method, i, ArgName(v))
}
