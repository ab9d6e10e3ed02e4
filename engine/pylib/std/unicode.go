package std

import (
	"sync"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	unorm "golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/runenames"
	"golang.org/x/text/width"

	"gputour/engine/charname"
	"gputour/engine/object"
	"gputour/engine/parts"
)

// Module unicodedata: what Unicode says of characters.

func initUnicodedata(*object.Thread) (*object.Module, error) {
	m := object.NewModule("unicodedata", "What Unicode says of characters.")
	m.Dict.Set("unidata_version", object.NewStr(unicode.Version))
	text := func(sig string, of func(r rune) string) *object.Builtin {
		return object.Def(sig, func(_ *object.Thread, a []object.Value) (object.Value, error) {
			r, err := character(sig, a[0])
			return object.NewStr(of(r)), err
		}, "")
	}
	m.AddFuncs(
		text("category(chr, /)", category), text("bidirectional(chr, /)", bidirectional), text("east_asian_width(chr, /)", eastAsianWidth),
		object.Def("combining(chr, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			r, err := character("combining", a[0])
			return object.Int(int64(unorm.NFD.PropertiesString(string(r)).CCC())), err
		}, "The canonical combining class."),
		object.Def("name(chr, default=?, /)", unicodeName, "The name of a character."),
		object.Def("lookup(name, /)", unicodeLookup, "The character of a name."),
		object.Def("normalize(form, unistr, /)", unicodeNormalize, "Text in normal form NFC, NFD, NFKC or NFKD."),
		object.Def("is_normalized(form, unistr, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			n, err := unicodeNormalize(t, a)
			if err != nil {
				return n, err
			}
			same, err := object.Equal(t, n, a[1])
			return object.Bool(same), err
		}, "Whether a text is in normal form."),
		object.Def("decimal(chr, default=?, /)", digitOf("a decimal", unicode.Nd), "The value of a decimal digit."),
		object.Def("digit(chr, default=?, /)", digitOf("a digit", unicode.Nd), "The value of a digit."),
		object.Def("numeric(chr, default=?, /)", unicodeNumeric, "The value of a numeric character."),
	)
	return m, nil
}

func character(fn string, v object.Value) (rune, error) {
	s, ok := object.AsStr(v)
	r := []rune(s)
	if !ok || len(r) != 1 {
		name, _, _ := cutName(fn)
		return 0, object.Raise(object.TypeError, "%s() argument must be a unicode character, not %s", name, object.TypeName(v))
	}
	return r[0], nil
}

// cutName is the name before a signature's parenthesis.
func cutName(sig string) (name, rest string, ok bool) {
	for i, c := range sig {
		if c == '(' {
			return sig[:i], sig[i:], true
		}
	}
	return sig, "", false
}

// categories are the two-letter categories, most frequent first.
var categories = sync.OnceValue(func() (list []struct {
	name  string
	table *unicode.RangeTable
}) {
	for _, name := range []string{"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Zs", "Po", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Sm", "Sc", "Sk", "So",
		"Mn", "Mc", "Me", "Zl", "Zp", "Cc", "Cf", "Cs", "Co"} {
		list = append(list, struct {
			name  string
			table *unicode.RangeTable
		}{name, unicode.Categories[name]})
	}
	return list
})

func category(r rune) string {
	for _, c := range categories() {
		if unicode.Is(c.table, r) {
			return c.name
		}
	}
	return "Cn"
}

var bidiNames = map[bidi.Class]string{
	bidi.L: "L", bidi.R: "R", bidi.EN: "EN", bidi.ES: "ES", bidi.ET: "ET", bidi.AN: "AN", bidi.CS: "CS", bidi.B: "B", bidi.S: "S", bidi.WS: "WS",
	bidi.ON: "ON", bidi.BN: "BN", bidi.NSM: "NSM", bidi.AL: "AL",
}

func bidirectional(r rune) string {
	p, _ := bidi.LookupRune(r)
	return bidiNames[p.Class()]
}

var widthNames = map[width.Kind]string{
	width.Neutral: "N", width.EastAsianAmbiguous: "A", width.EastAsianWide: "W", width.EastAsianNarrow: "Na",
	width.EastAsianFullwidth: "F", width.EastAsianHalfwidth: "H",
}

func eastAsianWidth(r rune) string { return widthNames[width.LookupRune(r).Kind()] }

func unicodeName(_ *object.Thread, a []object.Value) (object.Value, error) {
	r, err := character("name", a[0])
	if err != nil {
		return object.Value{}, err
	}
	if err := parts.Need(parts.Names); err != nil {
		return object.Value{}, object.Raise(object.OSError, "%v", err)
	}
	if name := runenames.Name(r); name != "" && name[0] != '<' {
		return object.NewStr(name), nil
	}
	if a[1].IsNil() {
		return object.Value{}, object.Raise(object.ValueError, "no such name")
	}
	return a[1], nil
}

func unicodeLookup(_ *object.Thread, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	r, ok := charname.Find(name)
	if !ok {
		return object.Value{}, object.Raise(object.KeyError, "undefined character name '%s'", name)
	}
	return object.NewStr(string(r)), nil
}

var forms = map[string]unorm.Form{"NFC": unorm.NFC, "NFD": unorm.NFD, "NFKC": unorm.NFKC, "NFKD": unorm.NFKD}

func unicodeNormalize(t *object.Thread, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	text, ok := object.AsStr(a[1])
	form, known := forms[name]
	switch {
	case !ok:
		return object.Value{}, object.Raise(object.TypeError, "normalize() argument 2 must be str, not %s", object.TypeName(a[1]))
	case !known:
		return object.Value{}, object.Raise(object.ValueError, "invalid normalization form")
	}
	if len(text) < 1<<16 {
		return object.NewStr(form.String(text)), nil
	}
	return normalizeLong(t, form, text)
}

// normalizeLong works piece by piece: a character may become eighteen.
func normalizeLong(t *object.Thread, form unorm.Form, text string) (object.Value, error) {
	var it unorm.Iter
	it.InitString(form, text)
	var b []byte
	for charged := 0; !it.Done(); {
		b = append(b, it.Next()...)
		if len(b)-charged < 1<<20 {
			continue
		}
		charged = len(b)
		if err := t.ChargeItems(len(b), 2); err != nil {
			return object.Value{}, err
		}
		if err := t.Poll(); err != nil {
			return object.Value{}, err
		}
	}
	return object.NewStr(string(b)), nil
}

// digit is a decimal digit's value: digits of a script stand in tens.
func digit(r rune) (int, bool) {
	if !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	low := r
	for unicode.Is(unicode.Nd, low-1) {
		low--
	}
	return int(r-low) % 10, true
}

func digitOf(what string, table *unicode.RangeTable) object.GoFunc {
	return func(_ *object.Thread, a []object.Value) (object.Value, error) {
		r, err := character("digit", a[0])
		if err != nil {
			return object.Value{}, err
		}
		if n, ok := digit(r); ok {
			return object.Int(int64(n)), nil
		}
		if n, ok := numerics[r]; ok && what == "a digit" && n == float64(int(n)) && n < 10 && !unicode.Is(unicode.Nl, r) {
			return object.Int(int64(n)), nil
		}
		if a[1].IsNil() {
			return object.Value{}, object.Raise(object.ValueError, "not %s", what)
		}
		return a[1], nil
	}
}

// numerics are the numbers outside the decimal digits that a text is likely to hold.
var numerics = func() map[rune]float64 {
	m := map[rune]float64{'½': .5, '¼': .25, '¾': .75, '⅓': 1. / 3, '⅔': 2. / 3, '⅕': .2, '⅖': .4, '⅗': .6, '⅘': .8, '⅙': 1. / 6, '⅚': 5. / 6,
		'⅛': .125, '⅜': .375, '⅝': .625, '⅞': .875, '⅐': 1. / 7, '⅑': 1. / 9, '⅒': .1, '⁰': 0, '¹': 1, '²': 2, '³': 3, '零': 0, '〇': 0,
		'一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '十': 10, '百': 100, '千': 1000, '万': 10000, '億': 1e8}
	for i := range 6 {
		m['⁴'+rune(i)] = float64(4 + i)
	}
	for i := range 10 {
		m['₀'+rune(i)] = float64(i)
	}
	for i := range 20 {
		m['①'+rune(i)] = float64(i + 1)
	}
	for i := range 12 {
		m['Ⅰ'+rune(i)], m['ⅰ'+rune(i)] = float64(i+1), float64(i+1)
	}
	for i, n := range []float64{50, 100, 500, 1000} {
		m['Ⅼ'+rune(i)], m['ⅼ'+rune(i)] = n, n
	}
	return m
}()

func unicodeNumeric(_ *object.Thread, a []object.Value) (object.Value, error) {
	r, err := character("numeric", a[0])
	if err != nil {
		return object.Value{}, err
	}
	if n, ok := digit(r); ok {
		return object.Float(float64(n)), nil
	}
	if n, ok := numerics[r]; ok {
		return object.Float(n), nil
	}
	if a[1].IsNil() {
		return object.Value{}, object.Raise(object.ValueError, "not a numeric character")
	}
	return a[1], nil
}
