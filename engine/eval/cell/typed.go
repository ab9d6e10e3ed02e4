package cell

import (
	"slices"
	"strings"

	"gputour/engine/pattern"
	"gputour/engine/wire"
)

// This file tells what is being typed at a cursor, from the text alone: the rest
// of the cell need not be Python yet.

// Typed is what stands before a cursor.
type Typed struct {
	Kind   Kind
	Prefix string // what has been typed of the word
	Object string // expression before the dot or the bracket; module of a from-import
	Call   string // the function of the call whose arguments these are, or ""
	Given  []string
	Quote  string // opened for a dictionary's key, or ""
}

// Kind is what of a program is being typed.
type Kind uint8

const (
	Nothing Kind = iota // inside a string or a comment
	Name
	Attribute
	Key        // object[ or object["
	Module     // import, from
	ModuleName // from object import
	Magic      // %
)

// reader goes over a source up to the cursor.
type reader struct {
	text    []rune
	pair    map[int]int // end of a string or closing bracket → where it begins
	open    []int       // brackets not closed
	line    int         // where the statement begins
	quote   string      // of the string that the cursor stands in
	quoteAt int
	comment bool
}

// TypedBefore reads code up to the cursor, a count of code points.
func TypedBefore(code string, cursor int) Typed {
	r := readerBefore(code, cursor)
	r.scan()
	return r.typed()
}

// readerBefore reads the cell that a cursor stands in, up to there.
func readerBefore(code string, cursor int) *reader {
	runes := []rune(code)
	text := string(runes[:max(0, min(cursor, len(runes)))])
	if i := strings.LastIndex(text, wire.CellBreak); i >= 0 {
		text = text[i+len(wire.CellBreak):]
	}
	return &reader{text: []rune(text), pair: map[int]int{}}
}

func (r *reader) scan() {
	for i := 0; i < len(r.text); i++ {
		switch c := r.text[i]; c {
		case '#':
			for i < len(r.text) && r.text[i] != '\n' {
				i++
			}
			r.comment = i == len(r.text)
			r.newLine(i)
		case '\n', ';':
			r.newLine(i)
		case '(', '[', '{':
			r.open = append(r.open, i)
		case ')', ']', '}':
			if n := len(r.open); n > 0 {
				r.pair[i] = r.open[n-1]
				r.open = r.open[:n-1]
			}
		case '"', '\'':
			i = r.str(i)
		}
	}
}

func (r *reader) newLine(i int) {
	if len(r.open) == 0 {
		r.line = i + 1
	}
}

// str moves over the string that begins at i and returns its last index.
func (r *reader) str(i int) int {
	quote, begin := string(r.text[i]), i
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(string(r.text[i:min(i+3, len(r.text))]), triple) {
		quote = triple
	}
	n := len(quote)
	for i += n; i < len(r.text); i++ {
		switch {
		case r.text[i] == '\\':
			i++
		case n == 1 && r.text[i] == '\n':
			return i - 1 // never closed: the parser's business
		case string(r.text[i:min(i+n, len(r.text))]) == quote:
			r.pair[i+n-1] = begin
			return i + n - 1
		}
	}
	r.quote, r.quoteAt = quote, begin
	return len(r.text)
}

var (
	importing     = pattern.Lazy(`^\s*(?:import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*|from\s+)([\w.]*)$`)
	importingName = pattern.Lazy(`^\s*from\s+([\w.]+)\s+import\s+(?:\(\s*)?(?:\w+(?:\s+as\s+\w+)?\s*,\s*)*(\w*)$`)
	magicLine     = pattern.Lazy(`^\s*(%{1,2}\w*)$`)
	argumentName  = pattern.Lazy(`(\w+)\s*=[^=]`)
)

func (r *reader) typed() Typed {
	end := len(r.text)
	switch {
	case r.comment:
		return Typed{}
	case r.quote != "":
		return r.key(r.quoteAt, r.quote)
	}
	statement := string(r.text[min(r.line, end):])
	if m := importing().FindStringSubmatch(statement); m != nil {
		return Typed{Kind: Module, Prefix: m[1]}
	}
	if m := importingName().FindStringSubmatch(statement); m != nil {
		return Typed{Kind: ModuleName, Object: m[1], Prefix: m[2]}
	}
	if m := magicLine().FindStringSubmatch(statement); m != nil {
		return Typed{Kind: Magic, Prefix: m[1]}
	}
	start := end
	for start > 0 && IsWord(r.text[start-1]) {
		start--
	}
	prefix := string(r.text[start:])
	switch {
	case prefix != "" && prefix[0] >= '0' && prefix[0] <= '9':
		return Typed{}
	case start > 0 && r.text[start-1] == '.':
		return Typed{Kind: Attribute, Prefix: prefix, Object: r.expression(start - 1)}
	case prefix == "":
		if key := r.key(end, ""); key.Kind == Key {
			return key
		}
	}
	place := Typed{Kind: Name, Prefix: prefix}
	place.Call, place.Given = r.argument(start)
	return place
}

// key is a subscript being typed: `object[` stands before at.
func (r *reader) key(at int, quote string) Typed {
	i := at
	for i > 0 && r.text[i-1] == ' ' {
		i--
	}
	if i == 0 || r.text[i-1] != '[' || len(quote) == 3 {
		return Typed{}
	}
	if object := r.expression(i - 1); object != "" {
		return Typed{Kind: Key, Object: object, Quote: quote, Prefix: string(r.text[min(at+len(quote), len(r.text)):])}
	}
	return Typed{}
}

// argument finds the call that a word beginning at start is an argument of, and the
// Keywords already given.
func (r *reader) argument(start int) (call string, given []string) {
	if len(r.open) == 0 {
		return "", nil
	}
	open := r.open[len(r.open)-1]
	if r.text[open] != '(' {
		return "", nil
	}
	before := strings.TrimRight(string(r.text[open+1:start]), " \n\t")
	if before != "" && !strings.HasSuffix(before, ",") {
		return "", nil
	}
	for _, m := range argumentName().FindAllStringSubmatch(before, -1) {
		given = append(given, m[1])
	}
	return r.expression(open), given
}

// expression is the primary (name, attribute, subscript, literal) that ends before
// end; "" for none.
func (r *reader) expression(end int) string {
	i := end
	for i > 0 {
		last := r.text[i-1]
		begin, paired := r.pair[i-1]
		switch {
		case paired && strings.ContainsRune(`"'`, last):
			return string(r.text[begin:end])
		case paired:
			i = begin
			if i == 0 || !IsWord(r.text[i-1]) && !strings.ContainsRune(`)]`, r.text[i-1]) {
				return string(r.text[i:end]) // a display: [1, 2], (x)
			}
			continue
		case !IsWord(last):
			return ""
		}
		for i > 0 && IsWord(r.text[i-1]) {
			i--
		}
		if i == 0 || r.text[i-1] != '.' {
			if text := string(r.text[i:end]); (text[0] < '0' || text[0] > '9') && !slices.Contains(Keywords, text) {
				return text
			}
			return ""
		}
		i--
	}
	return ""
}

// IsWord tells whether r may stand in a name.
func IsWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
}

// Keywords are the words that no name may be.
var Keywords = strings.Fields("False None True and as assert break class continue def del elif else except finally for from global " +
	"if import in is lambda nonlocal not or pass raise return try while with yield match case")
