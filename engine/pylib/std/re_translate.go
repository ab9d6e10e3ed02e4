package std

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Python's regular expressions are translated to regexp2's (.NET's), which have
// the same backtracking semantics. Groups get explicit numbers, since .NET counts
// named ones last; classes such as \w are spelled out, since the two differ there.

const (
	reIgnoreCase = 2
	reLocale     = 4
	reMultiline  = 8
	reDotAll     = 16
	reUnicode    = 32
	reVerbose    = 64
	reASCII      = 256
)

// reError is a mistake in a pattern, at an index of code points; re.error shows it.
type reError struct {
	msg string
	pos int
}

func (e *reError) Error() string { return e.msg }

// translation is the state of one translation.
type translation struct {
	src    []rune
	i      int
	out    strings.Builder
	flags  int
	bytes  bool
	groups int
	mark   int   // where the text of the last atom begins
	open   []int // groups whose end has not been reached
	names  map[string]int
	order  []string // names in order

	complements []string // of the set being read: [^…] for each \D, \S or \W
}

// translate returns the pattern in regexp2's syntax; flags may grow by global inline flags.
func translate(src []rune, flags int, bytes bool) (t *translation, err error) {
	t = &translation{src: src, flags: flags, bytes: bytes, names: map[string]int{}}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*reError)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	if t.flags&reASCII == 0 && !bytes {
		t.flags |= reUnicode
	}
	t.globalFlags()
	t.alternatives(0)
	if t.i < len(t.src) {
		t.fail("unbalanced parenthesis", t.i)
	}
	return t, nil
}

func (t *translation) fail(msg string, pos int) { panic(&reError{msg, pos}) }

func (t *translation) peek() rune {
	if t.i < len(t.src) {
		return t.src[t.i]
	}
	return -1
}

func (t *translation) has(s string) bool {
	rest := t.src[t.i:]
	for _, r := range s {
		if len(rest) == 0 || rest[0] != r {
			return false
		}
		rest = rest[1:]
	}
	return true
}

// globalFlags reads (?flags) at the start.
func (t *translation) globalFlags() {
	for t.has("(?") {
		j := t.i + 2
		add := 0
		for j < len(t.src) && reFlagLetters[t.src[j]] != 0 {
			add |= reFlagLetters[t.src[j]]
			j++
		}
		if j == t.i+2 || j >= len(t.src) || t.src[j] != ')' {
			return
		}
		t.flags |= add
		t.i = j + 1
	}
}

var reFlagLetters = map[rune]int{'i': reIgnoreCase, 'L': reLocale, 'm': reMultiline, 's': reDotAll, 'u': reUnicode, 'x': reVerbose, 'a': reASCII}

func (t *translation) skipVerbose() {
	for t.flags&reVerbose != 0 && t.i < len(t.src) {
		switch c := t.src[t.i]; {
		case strings.ContainsRune(" \t\n\r\v\f", c):
			t.i++
		case c == '#':
			for t.i < len(t.src) && t.src[t.i] != '\n' {
				t.i++
			}
		default:
			return
		}
	}
}

// alternatives reads up to a closing parenthesis or the end.
func (t *translation) alternatives(depth int) {
	if depth > 200 {
		t.fail("too many nested groups", t.i)
	}
	for {
		t.skipVerbose()
		switch t.peek() {
		case -1, ')':
			return
		case '|':
			t.out.WriteByte('|')
			t.i++
		default:
			t.item(depth)
		}
	}
}

// item reads one atom and its repetitions.
func (t *translation) item(depth int) {
	start := t.i
	repeatable := t.atom(depth)
	quantified := false
	for {
		t.skipVerbose()
		at := t.i
		lo, hi, ok := t.quantifier()
		if !ok {
			return
		}
		if !repeatable {
			t.fail("nothing to repeat", at)
		}
		if quantified {
			t.fail("multiple repeat", at)
		}
		quantified = true
		t.repeat(start, lo, hi, at)
	}
}

func (t *translation) repeat(start, lo, hi, at int) {
	if hi >= 0 && hi < lo {
		t.fail("min repeat greater than max repeat", at+1)
	}
	text := fmt.Sprintf("{%d,%d}", lo, hi)
	switch {
	case lo == 0 && hi < 0:
		text = "*"
	case lo == 1 && hi < 0:
		text = "+"
	case lo == 0 && hi == 1:
		text = "?"
	case hi < 0:
		text = fmt.Sprintf("{%d,}", lo)
	}
	t.out.WriteString(text)
	switch t.peek() {
	case '?':
		t.out.WriteByte('?')
		t.i++
	case '+': // possessive: an atomic group
		t.i++
		atom := t.out.String()[t.mark:]
		head := t.out.String()[:t.mark]
		t.out.Reset()
		t.out.WriteString(head + "(?>" + atom + ")")
	}
}

// quantifier reads *, +, ? or {m,n}; hi is negative for no bound.
func (t *translation) quantifier() (lo, hi int, ok bool) {
	switch t.peek() {
	case '*':
		t.i++
		return 0, -1, true
	case '+':
		t.i++
		return 1, -1, true
	case '?':
		t.i++
		return 0, 1, true
	case '{':
		end := t.i + 1
		for end < len(t.src) && t.src[end] != '}' {
			end++
		}
		if end == len(t.src) {
			return 0, 0, false
		}
		low, high, comma := strings.Cut(string(t.src[t.i+1:end]), ",")
		if low == "" && !comma || !allDigits(low) || !allDigits(high) {
			return 0, 0, false
		}
		lo, _ = strconv.Atoi(low)
		hi = lo
		if comma {
			hi = -1
			if high != "" {
				hi, _ = strconv.Atoi(high)
			}
		}
		if lo > 1<<30 || hi > 1<<30 {
			t.fail("the repetition number is too large", t.i)
		}
		t.i = end + 1
		return lo, hi, true
	}
	return 0, 0, false
}

func allDigits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

// atom reads one element; it reports whether it may be repeated.
func (t *translation) atom(depth int) bool {
	t.mark = t.out.Len()
	switch c := t.src[t.i]; c {
	case '*', '+', '?':
		t.fail("nothing to repeat", t.i)
	case '(':
		return t.group(depth)
	case '[':
		t.set()
	case '\\':
		return t.escape()
	case '.':
		t.i++
		if t.flags&reDotAll != 0 {
			t.out.WriteString(`[\s\S]`)
		} else {
			t.out.WriteString(`[^\n]`)
		}
	case '^':
		t.i++
		t.out.WriteString(pickText(t.flags&reMultiline != 0, `(?m:^)`, `\A`))
		return false
	case '$':
		t.i++
		t.out.WriteString(pickText(t.flags&reMultiline != 0, `(?m:$)`, `\Z`))
		return false
	default:
		t.i++
		t.literal(c)
	}
	return true
}

func pickText(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}

// literal writes one character that stands for itself.
func (t *translation) literal(c rune) {
	switch {
	case t.flags&reIgnoreCase != 0 && unicode.ToLower(c) != unicode.ToUpper(c) && (t.flags&reASCII == 0 && !t.bytes || c < 128):
		t.out.WriteString("[" + quoteRune(unicode.ToLower(c)) + quoteRune(unicode.ToUpper(c)) + quoteRune(c) + "]")
	default:
		t.out.WriteString(quoteRune(c))
	}
}

func quoteRune(c rune) string {
	if c == '_' || c < 0x10000 && (unicode.IsLetter(c) || unicode.IsDigit(c)) && c < 128 {
		return string(c)
	}
	if c < 0x10000 {
		return fmt.Sprintf(`\u%04x`, c)
	}
	return string(c)
}

// group reads a parenthesis; assertions may not be repeated in a way that matters.
func (t *translation) group(depth int) bool {
	start := t.i
	t.i++
	saved := t.flags
	capture, prefix := true, ""
	name := ""
	if t.peek() == '?' {
		t.i++
		var done bool
		if prefix, name, capture, done = t.extension(start); done {
			return false
		}
	}
	number := 0
	if capture {
		t.groups++
		number = t.groups
		if name != "" {
			if old, dup := t.names[name]; dup {
				t.fail(fmt.Sprintf("redefinition of group name '%s' as group %d; was group %d", name, number, old), t.i-len([]rune(name))-1)
			}
			t.names[name] = number
			t.order = append(t.order, name)
		}
		prefix = fmt.Sprintf("(?<%d>", number)
		t.open = append(t.open, number)
	}
	mark := t.mark
	t.out.WriteString(prefix)
	t.alternatives(depth + 1)
	if t.peek() != ')' {
		t.fail("missing ), unterminated subpattern", start)
	}
	t.i++
	t.out.WriteByte(')')
	t.mark = mark
	t.flags = saved
	if capture {
		t.open = t.open[:len(t.open)-1]
	}
	return true
}

// extension reads what follows "(?"; done means that the group is complete.
func (t *translation) extension(start int) (prefix, name string, capture, done bool) {
	switch {
	case t.has(":"):
		t.i++
		return "(?:", "", false, false
	case t.has("="), t.has("!"), t.has(">"):
		c := t.src[t.i]
		t.i++
		return "(?" + string(c), "", false, false
	case t.has("<="), t.has("<!"):
		t.i += 2
		return "(?<" + string(t.src[t.i-1]), "", false, false
	case t.has("#"):
		for t.i < len(t.src) && t.src[t.i] != ')' {
			t.i++
		}
		if t.i == len(t.src) {
			t.fail("missing ), unterminated comment", start)
		}
		t.i++
		return "", "", false, true
	case t.has("P<"):
		t.i += 2
		return "", t.name('>', "unterminated name"), true, false
	case t.has("P="):
		t.i += 2
		at := t.i
		name := t.name(')', "missing ), unterminated name")
		number, ok := t.names[name]
		if !ok {
			t.fail(fmt.Sprintf("unknown group name '%s'", name), at)
		}
		t.backreference(number, at)
		return "", "", false, true
	case t.has("("):
		t.i++
		return t.condition(), "", false, false
	}
	return t.inlineFlags(start)
}

// name reads a group name up to end.
func (t *translation) name(end rune, unterminated string) string {
	at := t.i
	for t.i < len(t.src) && t.src[t.i] != end {
		t.i++
	}
	name := string(t.src[at:t.i])
	if t.i == len(t.src) {
		if name == "" {
			t.fail("missing group name", at)
		}
		t.fail(map[bool]string{true: "missing >, unterminated name", false: unterminated}[end == '>'], at)
	}
	if name == "" {
		t.fail("missing group name", at)
	}
	if !isIdentifier(name) {
		t.fail(fmt.Sprintf("bad character in group name '%s'", name), at)
	}
	t.i++
	return name
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// condition reads the rest of "(?(id/name)yes|no)".
func (t *translation) condition() string {
	at := t.i
	for t.i < len(t.src) && t.src[t.i] != ')' {
		t.i++
	}
	if t.i == len(t.src) {
		t.fail("missing ), unterminated name", at)
	}
	text := string(t.src[at:t.i])
	t.i++
	number, err := strconv.Atoi(text)
	if err != nil {
		var ok bool
		if number, ok = t.names[text]; !ok {
			t.fail(fmt.Sprintf("unknown group name '%s'", text), at)
		}
	}
	if number < 1 || number > 1000 {
		t.fail(fmt.Sprintf("invalid group reference %s", text), at)
	}
	return fmt.Sprintf("(?(%d)", number)
}

// inlineFlags reads "(?aimsx-imsx:".
func (t *translation) inlineFlags(start int) (prefix, name string, capture, done bool) {
	add, remove, minus := 0, 0, false
	for ; t.i < len(t.src); t.i++ {
		c := t.src[t.i]
		flag := reFlagLetters[c]
		switch {
		case flag != 0 && minus:
			remove |= flag
		case flag != 0:
			add |= flag
		case c == '-' && !minus:
			minus = true
		case c == ':':
			t.i++
			t.flags = (t.flags | add) &^ remove
			return "(?:", "", false, false
		case c == ')' && add != 0:
			t.fail("global flags not at the start of the expression", start)
		default:
			t.fail("unknown extension ?"+string(c), start+1)
		}
	}
	t.fail("unexpected end of pattern", len(t.src))
	return "", "", false, false
}

func (t *translation) backreference(number, at int) {
	if number > t.groups {
		t.fail(fmt.Sprintf("invalid group reference %d", number), at)
	}
	for _, open := range t.open {
		if open == number {
			t.fail("cannot refer to an open group", at-1)
		}
	}
	if t.flags&reIgnoreCase != 0 {
		fmt.Fprintf(&t.out, `(?i:\k<%d>)`, number)
	} else {
		fmt.Fprintf(&t.out, `\k<%d>`, number)
	}
}
