package object

import (
	"strings"
	"unicode"

	"gputour/engine/object/char"
	"gputour/engine/xid"
)

// This file defines the methods of str about letters, padding and translation.

func strCaseMethods() []Method {
	methods := []Method{
		{"lower(self, /)", strMap(lowerASCII, char.Lower), "Return a copy of the string converted to lowercase."},
		{"upper(self, /)", strMap(upperASCII, char.Upper), "Return a copy of the string converted to uppercase."},
		{"casefold(self, /)", strMap(lowerASCII, char.Fold), "Return a version of the string suitable for caseless comparisons."},
		{"title(self, /)", strMap(titleASCII, char.Title), "Return a version of the string where each word is titlecased.\n\nMore specifically, words start with uppercased characters and all remaining\ncased characters have lower case."},
		{"capitalize(self, /)", strCapitalize, "Return a capitalized version of the string.\n\nMore specifically, make the first character have upper case and the rest lower\ncase."},
		{"swapcase(self, /)", strMap(nil, char.Swap), "Convert uppercase characters to lowercase and lowercase characters to uppercase."},
		{"center(self, width, fillchar=' ', /)", strPad(func(n int, width int) int { return n/2 + n&width&1 }), "Return a centered string of length width.\n\nPadding is done using the specified fill character (default is a space)."},
		{"ljust(self, width, fillchar=' ', /)", strPad(func(int, int) int { return 0 }), "Return a left-justified string of length width.\n\nPadding is done using the specified fill character (default is a space)."},
		{"rjust(self, width, fillchar=' ', /)", strPad(func(n, _ int) int { return n }), "Return a right-justified string of length width.\n\nPadding is done using the specified fill character (default is a space)."},
		{"zfill(self, width, /)", strZfill, "Pad a numeric string with zeros on the left, to fill a field of the given width.\n\nThe string is never truncated."},
		{"expandtabs(self, /, tabsize=8)", strExpandTabs, "Return a copy where all tab characters are expanded using spaces.\n\nIf tabsize is not given, a tab size of 8 characters is assumed."},
		{"translate(self, table, /)", strTranslate, "Replace each character in the string using the given translation table."},
		{"isidentifier(self, /)", func(_ *Thread, a []Value) (Value, error) { return Bool(xid.Identifier(strArg(a).s)), nil }, "Return True if the string is a valid Python identifier, False otherwise."},
		{"istitle(self, /)", strIsTitle, "Return True if the string is a title-cased string, False otherwise."},
		{"islower(self, /)", strIsCase(char.IsLower, func(r rune) bool { return char.IsUpper(r) || unicode.IsTitle(r) }), "Return True if the string is a lowercase string, False otherwise."},
		{"isupper(self, /)", strIsCase(char.IsUpper, func(r rune) bool { return char.IsLower(r) || unicode.IsTitle(r) }), "Return True if the string is an uppercase string, False otherwise."},
		{"isascii(self, /)", func(_ *Thread, a []Value) (Value, error) { return Bool(strArg(a).ascii()), nil }, "Return True if all characters in the string are ASCII, False otherwise."},
	}
	for _, k := range []struct {
		name, noun string
		is         func(rune) bool
	}{{"isalpha", "alphabetic", char.IsAlpha}, {"isalnum", "alpha-numeric", char.IsAlnum}, {"isdecimal", "decimal", char.IsDecimal},
		{"isdigit", "digit", char.IsDigit}, {"isnumeric", "numeric", char.IsNumeric}, {"isspace", "whitespace", char.IsSpace}} {
		methods = append(methods, Method{k.name + "(self, /)", strAll(k.is, false), "Return True if the string is a " + k.noun + " string, False otherwise."})
	}
	return append(methods, Method{"isprintable(self, /)", strAll(char.IsPrintable, true), "Return True if the string is printable, False otherwise."})
}

// strMap is a method that maps the whole text, with a fast way for ASCII.
func strMap(ascii func(string) Value, text func(string) string) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		s := strArg(a)
		if err := t.Charge(len(s.s)); err != nil {
			return Value{}, err
		}
		if s.ascii() && ascii != nil {
			return ascii(s.s), nil
		}
		return NewStr(char.Map(s.s, text)), nil
	}
}

func lowerASCII(s string) Value { return mapASCII(s, 'A', 'Z') }
func upperASCII(s string) Value { return mapASCII(s, 'a', 'z') }

// titleASCII is titleText of ASCII: a word begins after every character that is no letter.
func titleASCII(s string) Value {
	v, text := newText(len(s), len(s))
	inside := false
	for i := range text {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		switch {
		case letter && inside:
			c |= 0x20
		case letter:
			c &^= 0x20
		}
		text[i], inside = c, letter
	}
	return v
}

// mapASCII gives the letters from a to z the other case.
func mapASCII(s string, a, z byte) Value {
	v, text := newText(len(s), len(s))
	for i := range text {
		c := s[i]
		if c >= a && c <= z {
			c ^= 'a' - 'A'
		}
		text[i] = c
	}
	return v
}

func strCapitalize(t *Thread, a []Value) (Value, error) {
	s := strArg(a).s
	if err := t.Charge(len(s)); err != nil {
		return Value{}, err
	}
	if s == "" {
		return emptyStr, nil
	}
	r, size := char.Decode(s)
	first := s[:size]
	if !char.IsSurrogate(r) {
		first = char.TitleRune(r)
	}
	return NewStr(first + char.Map(s[size:], char.Lower)), nil
}

// strAll asks whether every character is of a kind; empty answers for "".
func strAll(is func(rune) bool, empty bool) GoFunc {
	return func(_ *Thread, a []Value) (Value, error) {
		s := strArg(a)
		if s.n == 0 {
			return Bool(empty), nil
		}
		for i := 0; i < len(s.s); {
			r, size := char.Decode(s.s[i:])
			if !is(r) {
				return False, nil
			}
			i += max(size, 1)
		}
		return True, nil
	}
}

// strIsCase: some character has the case and none the other.
func strIsCase(want, other func(rune) bool) GoFunc {
	return func(_ *Thread, a []Value) (Value, error) {
		found := false
		for _, r := range strArg(a).s {
			if other(r) {
				return False, nil
			}
			found = found || want(r)
		}
		return Bool(found), nil
	}
}

func strIsTitle(_ *Thread, a []Value) (Value, error) {
	found, prev := false, false
	for _, r := range strArg(a).s {
		switch {
		case char.IsUpper(r) || unicode.IsTitle(r):
			if prev {
				return False, nil
			}
			found, prev = true, true
		case char.IsLower(r):
			if !prev {
				return False, nil
			}
			found = true
		default:
			prev = false
		}
	}
	return Bool(found), nil
}

// sizeArg reads an argument that is a length.
func sizeArg(t *Thread, v Value) (int, error) {
	n, err := IndexInt(t, v)
	if err != nil && Catch(err, IndexError) {
		err = Raise(OverflowError, "Python int too large to convert to C ssize_t")
	}
	return n, err
}

// strPad pads to a width; left says how much of the padding goes to the left.
func strPad(left func(n, width int) int) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		s := strArg(a)
		width, err := sizeArg(t, a[1])
		if err != nil {
			return Value{}, err
		}
		fill, ok := a[2].Object().(*Str)
		if !ok {
			return Value{}, Raise(TypeError, "The fill character must be a unicode character, not %s", TypeName(a[2]))
		}
		if fill.n != 1 {
			return Value{}, Raise(TypeError, "The fill character must be exactly one character long")
		}
		n := width - s.n
		if n <= 0 {
			return exactStr(s), nil
		}
		if err := t.ChargeItems(n, len(fill.s)); err != nil {
			return Value{}, err
		}
		l := left(n, width)
		return newStrN(strings.Repeat(fill.s, l)+s.s+strings.Repeat(fill.s, n-l), width), nil
	}
}

func strZfill(t *Thread, a []Value) (Value, error) {
	s := strArg(a)
	width, err := sizeArg(t, a[1])
	if err != nil || width <= s.n {
		return exactStr(s), err
	}
	if err := t.Charge(width); err != nil {
		return Value{}, err
	}
	zeros := strings.Repeat("0", width-s.n)
	if s.s != "" && (s.s[0] == '+' || s.s[0] == '-') {
		return newStrN(s.s[:1]+zeros+s.s[1:], width), nil
	}
	return newStrN(zeros+s.s, width), nil
}

func strExpandTabs(t *Thread, a []Value) (Value, error) {
	size, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	s := strArg(a)
	if err := t.ChargeItems(strings.Count(s.s, "\t"), max(size, 0)); err != nil {
		return Value{}, err
	}
	var b strings.Builder
	col := 0
	for i := 0; i < len(s.s); {
		r, n := char.Decode(s.s[i:])
		switch {
		case r == '\t' && size > 0:
			pad := size - col%size
			b.WriteString(strings.Repeat(" ", pad))
			col += pad
		case r == '\t':
		default:
			b.WriteString(s.s[i : i+max(n, 1)])
			col++
			if r == '\n' || r == '\r' {
				col = 0
			}
		}
		i += max(n, 1)
	}
	return NewStr(b.String()), nil
}

func strTranslate(t *Thread, a []Value) (Value, error) {
	s := strArg(a)
	var b []byte
	charged := 0
	for _, r := range s.Runes() {
		if len(b)-charged > 1<<20 {
			if err := t.ChargeItems(len(b), 1); err != nil {
				return Value{}, err
			}
			charged = len(b)
		}
		v, found, err := translated(t, a[1], r)
		if err != nil {
			return Value{}, err
		}
		if !found {
			b = char.Append(b, r)
			continue
		}
		if b, err = appendTranslated(t, b, v); err != nil {
			return Value{}, err
		}
	}
	return NewStr(string(b)), t.Charge(len(b))
}

// translated is table[r]; a LookupError says that r stays.
func translated(t *Thread, table Value, r rune) (v Value, found bool, err error) {
	if d, ok := table.Object().(*Dict); ok && d.class == DictClass { // needs no exception
		return d.Get(t, Int(int64(r)))
	}
	v, err = GetItem(t, table, Int(int64(r)))
	if Catch(err, LookupError) {
		return v, false, nil
	}
	return v, err == nil, err
}

func appendTranslated(t *Thread, b []byte, v Value) ([]byte, error) {
	if text, ok := AsStr(v); ok {
		return append(b, text...), nil
	}
	if v.IsNone() {
		return b, nil
	}
	n, ok := AsInt(v)
	if !ok {
		return b, Raise(TypeError, "character mapping must return integer, None or str")
	}
	if n < 0 || n > unicode.MaxRune {
		return b, Raise(ValueError, "character mapping must be in range(0x110000)")
	}
	return char.Append(b, rune(n)), nil
}

func strMakeTrans(t *Thread, a []Value) (Value, error) {
	table := NewDict()
	if a[1].head == nil {
		return table.Value(), makeTransDict(t, table, a[0])
	}
	y, err := strParam("maketrans", 2, a[1])
	if err != nil {
		return Value{}, err
	}
	x, ok := a[0].Object().(*Str)
	if !ok {
		return Value{}, Raise(TypeError, "first maketrans argument must be a string if there is a second argument")
	}
	if x.n != y.n {
		return Value{}, Raise(ValueError, "the first two maketrans arguments must have equal length")
	}
	to := y.Runes()
	for i, r := range x.Runes() {
		if err := table.Set(t, Int(int64(r)), Int(int64(to[i]))); err != nil {
			return Value{}, err
		}
	}
	if a[2].head != nil {
		z, err := strParam("maketrans", 3, a[2])
		if err != nil {
			return Value{}, err
		}
		for _, r := range z.Runes() {
			if err := table.Set(t, Int(int64(r)), None); err != nil {
				return Value{}, err
			}
		}
	}
	return table.Value(), nil
}

func makeTransDict(t *Thread, table *Dict, v Value) error {
	d, ok := v.Object().(*Dict)
	if !ok {
		return Raise(TypeError, "if you give only one argument to maketrans it must be a dict")
	}
	for k, x := range d.All() {
		switch o := k.Object().(type) {
		case *Str:
			if o.n != 1 {
				return Raise(ValueError, "string keys in translate table must be of length 1")
			}
			k = Int(int64(o.Runes()[0]))
		default:
			if !IsInteger(k) {
				return Raise(TypeError, "keys in translate table must be strings or integers")
			}
		}
		if err := table.Set(t, k, x); err != nil {
			return err
		}
	}
	return nil
}
