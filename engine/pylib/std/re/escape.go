package re

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"gputour/engine/charname"
	"gputour/engine/object/char"
)

// Escapes and character sets of the translation.

// reClasses are the insides of sets that stand for \d, \s and \w, with Unicode and in ASCII.
var reClasses = map[rune][2]string{
	'd': {`\p{Nd}`, `0-9`},
	's': {`\s\x1c-\x1f\x85\xa0`, ` \t\n\r\f\v`},
	'w': {`\p{L}\p{N}_`, `a-zA-Z0-9_`},
}

func (t *translation) ascii() bool { return t.bytes || t.flags&reASCII != 0 }

func (t *translation) class(letter rune) string {
	if t.ascii() {
		return reClasses[letter][1]
	}
	return reClasses[letter][0]
}

// escape reads a backslash outside a set; it reports whether the result may be repeated.
func (t *translation) escape() bool {
	start := t.i
	if t.i+1 >= len(t.src) {
		t.fail("bad escape (end of pattern)", t.i)
	}
	c := t.src[t.i+1]
	switch {
	case c == 'A':
		t.out.WriteString(`\A`)
	case c == 'Z':
		t.out.WriteString(`\z`)
	case c == 'b':
		t.out.WriteString(t.boundary(true))
	case c == 'B':
		t.out.WriteString(t.boundary(false))
	case strings.ContainsRune("dsw", c):
		t.out.WriteString("[" + t.class(c) + "]")
		t.i += 2
		return true
	case strings.ContainsRune("DSW", c):
		t.out.WriteString("[^" + t.class(unicode.ToLower(c)) + "]")
		t.i += 2
		return true
	case '1' <= c && c <= '9':
		return t.numberEscape(start)
	default:
		t.literal(t.char(false))
		return true
	}
	t.i += 2
	t.width = reWidth{}
	return false
}

// boundary is \b or \B, by what \w means here.
func (t *translation) boundary(at bool) string {
	w := "[" + t.class('w') + "]"
	if at {
		return fmt.Sprintf("(?:(?<=%s)(?!%s)|(?<!%s)(?=%s))", w, w, w, w)
	}
	return fmt.Sprintf(`(?!\A\z)(?:(?<=%s)(?=%s)|(?<!%s)(?!%s))`, w, w, w, w) // not in an empty text
}

// numberEscape reads a backreference, or three octal digits.
func (t *translation) numberEscape(start int) bool {
	digits := t.src[start+1:]
	if len(digits) >= 3 && isOctal(digits[0]) && isOctal(digits[1]) && isOctal(digits[2]) {
		n := (digits[0]-'0')*64 + (digits[1]-'0')*8 + digits[2] - '0'
		if n > 0o377 {
			t.fail(fmt.Sprintf("octal escape value \\%s outside of range 0-0o377", string(digits[:3])), start)
		}
		t.i += 4
		t.literal(n)
		return true
	}
	n := 1
	if len(digits) > 1 && '0' <= digits[1] && digits[1] <= '9' {
		n = 2
	}
	number, _ := strconv.Atoi(string(digits[:n]))
	t.i += 1 + n
	t.backreference(number, start+1, start)
	return true
}

func isOctal(r rune) bool { return '0' <= r && r <= '7' }

var reSimpleEscapes = map[rune]rune{'a': 7, 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '\\': '\\'}

var reHexDigits = map[rune]int{'x': 2, 'u': 4, 'U': 8}

// char reads an escape that stands for one character.
func (t *translation) char(inSet bool) rune {
	start := t.i
	c := t.src[t.i+1]
	t.i += 2
	if r, ok := reSimpleEscapes[c]; ok {
		return r
	}
	if c == 'b' && inSet {
		return '\b'
	}
	if n := reHexDigits[c]; n > 0 && (c == 'x' || !t.bytes) {
		text := ""
		for len(text) < n && t.i < len(t.src) && strings.ContainsRune("0123456789abcdefABCDEF", t.src[t.i]) {
			text += string(t.src[t.i])
			t.i++
		}
		v, err := strconv.ParseUint(text, 16, 32)
		if err != nil || len(text) != n {
			t.fail(fmt.Sprintf("incomplete escape \\%c%s", c, text), start)
		}
		if v > unicode.MaxRune {
			t.fail(fmt.Sprintf("bad escape \\%c%s", c, text), start)
		}
		return rune(v)
	}
	if c == 'N' && !t.bytes {
		return t.named(start)
	}
	if c == '0' || inSet && isOctal(c) {
		n, v := 1, c-'0'
		for n < 3 && t.i < len(t.src) && isOctal(t.src[t.i]) {
			v = v*8 + t.src[t.i] - '0'
			t.i++
			n++
		}
		if v > 0o377 {
			t.fail(fmt.Sprintf("octal escape value %s outside of range 0-0o377", string(t.src[start:t.i])), start)
		}
		return v
	}
	if c < 128 && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
		t.fail(fmt.Sprintf("bad escape \\%c", c), start)
	}
	return c
}

// named reads the rest of \N{name}.
func (t *translation) named(start int) rune {
	if t.peek() != '{' {
		t.fail("missing {", t.i)
	}
	t.i++
	name := t.until('}', "character name")
	r, ok := charname.Find(name)
	if !ok {
		t.fail("undefined character name "+char.Quote(name), start)
	}
	return r
}

// set reads a [set]. Complements such as \W cannot stand beside other classes in a
// set of regexp2, so they become alternatives: [\W\d] is (?:[\d]|[^\w]).
func (t *translation) set() {
	start := t.i
	t.i++
	var body strings.Builder
	t.complements = nil
	negate := t.peek() == '^'
	if negate {
		t.i++
	}
	for first := true; ; first = false {
		c := t.peek()
		if c == -1 {
			t.fail("unterminated character set", start)
		}
		if c == ']' && !first {
			t.i++
			break
		}
		t.setItem(&body, start)
	}
	switch {
	case len(t.complements) == 0 && negate:
		t.out.WriteString("[^" + body.String() + "]")
	case len(t.complements) == 0:
		t.out.WriteString("[" + body.String() + "]")
	default:
		if body.Len() > 0 {
			t.complements = append(t.complements, "["+body.String()+"]")
		}
		any := "(?:" + strings.Join(t.complements, "|") + ")"
		if negate {
			any = "(?:(?!" + any + `)[\s\S])`
		}
		t.out.WriteString(any)
	}
}

// setItem reads one character, class or range.
func (t *translation) setItem(body *strings.Builder, start int) {
	at := t.i
	lo, isClass := t.setChar(body)
	if t.peek() != '-' || t.i+1 >= len(t.src) || t.src[t.i+1] == ']' {
		if !isClass {
			t.setRange(body, lo, lo)
		}
		if t.peek() == '-' && t.i+1 >= len(t.src) {
			t.fail("unterminated character set", start)
		}
		return
	}
	t.i++
	var discard strings.Builder
	hi, isClass2 := t.setChar(&discard)
	if isClass || isClass2 || hi < lo {
		t.fail(fmt.Sprintf("bad character range %s", string(t.src[at:t.i])), at)
	}
	t.setRange(body, lo, hi)
}

// setChar reads one character of a set, or writes a class.
func (t *translation) setChar(body *strings.Builder) (c rune, isClass bool) {
	c = t.src[t.i]
	if c != '\\' {
		t.i++
		return c, false
	}
	if t.i+1 >= len(t.src) {
		t.fail("bad escape (end of pattern)", t.i)
	}
	switch e := t.src[t.i+1]; {
	case strings.ContainsRune("dsw", e):
		body.WriteString(t.class(e))
	case strings.ContainsRune("DSW", e):
		t.complements = append(t.complements, "[^"+t.class(unicode.ToLower(e))+"]")
	default:
		return t.char(true), false
	}
	t.i += 2
	return 0, true
}

// setRange writes a range and, where case does not matter, what it folds to.
func (t *translation) setRange(body *strings.Builder, lo, hi rune) {
	write := func(a, b rune) {
		body.WriteString(quoteRune(a))
		if b > a {
			body.WriteString("-" + quoteRune(b))
		}
	}
	write(lo, hi)
	if t.flags&reIgnoreCase == 0 {
		return
	}
	for r := lo; r <= min(hi, lo+reMaxFolded); r++ {
		for _, same := range t.foldings(r) {
			if same < lo || same > hi {
				write(same, same)
			}
		}
	}
}

// reMaxFolded bounds how many characters of a range are folded one by one.
const reMaxFolded = 1000
