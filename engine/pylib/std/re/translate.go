package re

import (
	"fmt"
	"runtime"
	"strings"
	"unicode"

	"gputour/engine/object"
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

// reError is a mistake in a pattern, at an index of code points or, if that is negative,
// of the pattern as a whole; re.error shows it.
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

	width      reWidth         // of the last atom
	widths     map[int]reWidth // of the groups that have ended
	conditions map[int]int     // groups that conditions ask for, and where first
	behind     int             // how many groups there were where the outermost look-behind began; -1 outside
	loose      bool            // some look-behind has no fixed width
}

// translate returns the pattern in regexp2's syntax; flags may grow by global inline flags.
func translate(src []rune, flags int, bytes bool) (t *translation, err error) {
	t = &translation{src: src, flags: flags, bytes: bytes, behind: -1,
		names: map[string]int{}, widths: map[int]reWidth{}, conditions: map[int]int{}}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if _, isBug := r.(runtime.Error); !ok || isBug {
				panic(r)
			}
			err = e
		}
	}()
	t.alternatives(0, false)
	if t.i < len(t.src) {
		t.fail("unbalanced parenthesis", t.i)
	}
	for group, at := range t.conditions {
		if group > t.groups {
			t.fail(fmt.Sprintf("invalid group reference %d", group), at)
		}
	}
	if t.loose {
		t.fail("look-behind requires fixed-width pattern", -1)
	}
	return t, t.checkFlags()
}

// checkFlags tells of flags that do not go together; texts are Unicode unless they are ASCII.
func (t *translation) checkFlags() error {
	switch {
	case t.bytes && t.flags&reUnicode != 0:
		return object.Raise(object.ValueError, "cannot use UNICODE flag with a bytes pattern")
	case t.bytes && t.flags&reLocale != 0 && t.flags&reASCII != 0:
		return object.Raise(object.ValueError, "ASCII and LOCALE flags are incompatible")
	case !t.bytes && t.flags&reLocale != 0:
		return object.Raise(object.ValueError, "cannot use LOCALE flag with a str pattern")
	case !t.bytes && t.flags&reASCII != 0 && t.flags&reUnicode != 0:
		return object.Raise(object.ValueError, "ASCII and UNICODE flags are incompatible")
	case !t.bytes && t.flags&reASCII == 0:
		t.flags |= reUnicode
	}
	return nil
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

// alternatives reads up to a closing parenthesis or the end, and leaves the width of
// what it read; a condition has two branches at most.
func (t *translation) alternatives(depth int, condition bool) {
	if depth > 200 {
		t.fail("too many nested groups", t.i)
	}
	var all, branch reWidth
	branches := 0
	end := func() {
		if branches++; branches == 1 {
			all = branch
		} else {
			all = all.or(branch)
		}
		branch = reWidth{}
	}
	for {
		t.skipVerbose()
		switch t.peek() {
		case -1, ')':
			if end(); condition && branches == 1 {
				all.lo = 0
			}
			t.width = all
			return
		case '|':
			if end(); condition && branches == 2 {
				t.fail("conditional backref with more than two branches", t.i)
			}
			t.out.WriteByte('|')
			t.i++
		default:
			t.item(depth)
			branch = branch.plus(t.width)
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
		t.width = t.width.times(lo, hi)
	}
}

// atom reads one element; it reports whether it may be repeated.
func (t *translation) atom(depth int) bool {
	t.mark, t.width = t.out.Len(), reWidth{1, 1}
	switch c := t.src[t.i]; c {
	case '*', '+', '?', '{':
		at := t.i
		if _, _, ok := t.quantifier(); ok {
			t.fail("nothing to repeat", at)
		}
		t.i++
		t.literal(c)
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
		t.width = reWidth{}
		return false
	case '$':
		t.i++
		t.out.WriteString(pickText(t.flags&reMultiline != 0, `(?m:$)`, `\Z`))
		t.width = reWidth{}
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

// literal writes one character that stands for itself, or for all that fold to the same.
func (t *translation) literal(c rune) {
	same := t.foldings(c)
	if len(same) == 1 {
		t.out.WriteString(quoteRune(c))
		return
	}
	t.out.WriteByte('[')
	for _, r := range same {
		t.out.WriteString(quoteRune(r))
	}
	t.out.WriteByte(']')
}

// reDotted are the letters i of all kinds, which Python takes for the same and Unicode's folding does not.
const reDotted = "iIİı"

// foldings returns the characters that are the same as c under the flags, itself included.
func (t *translation) foldings(c rune) []rune {
	same := []rune{c}
	if t.flags&reIgnoreCase == 0 {
		return same
	}
	if !t.ascii() && strings.ContainsRune(reDotted, c) {
		return []rune(reDotted)
	}
	for r := unicode.SimpleFold(c); r != c; r = unicode.SimpleFold(r) {
		if !t.ascii() || c < 128 && r < 128 {
			same = append(same, r)
		}
	}
	return same
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
