package re

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gputour/engine/xid"
)

// Parentheses of the translation: groups, assertions, conditions and flags.

// group reads a parenthesis; assertions may not be repeated in a way that matters.
func (t *translation) group(depth int) bool {
	start := t.i
	t.i++
	saved := t.flags
	capture, prefix, behind := true, "", t.behind
	name := ""
	if t.peek() == '?' {
		t.i++
		var done bool
		if prefix, name, capture, done = t.extension(start); done {
			return strings.HasPrefix(prefix, `\k`)
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
	if strings.HasPrefix(prefix, "(?<") && !capture && t.behind < 0 {
		t.behind = t.groups
	}
	t.alternatives(depth+1, strings.HasPrefix(prefix, "(?("))
	t.behind = behind
	if t.peek() != ')' {
		t.fail("missing ), unterminated subpattern", start)
	}
	t.i++
	t.out.WriteByte(')')
	t.mark = mark
	t.flags = saved
	switch {
	case capture:
		t.open = t.open[:len(t.open)-1]
		t.widths[number] = t.width
	case prefix == "(?<=" || prefix == "(?<!":
		t.loose = t.loose || t.width.lo != t.width.hi
		t.width = reWidth{}
	case prefix == "(?=" || prefix == "(?!":
		t.width = reWidth{}
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
		t.width = reWidth{}
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
		return "", t.name('>'), true, false
	case t.has("P="):
		t.i += 2
		at := t.i
		name := t.name(')')
		number, ok := t.names[name]
		if !ok {
			t.fail(fmt.Sprintf("unknown group name '%s'", name), at)
		}
		t.backreference(number, at, at)
		return `\k`, "", false, true
	case t.has("("):
		t.i++
		return t.condition(), "", false, false
	case t.has("P"), t.has("<"):
		if t.i++; t.i == len(t.src) {
			t.fail("unexpected end of pattern", t.i)
		}
		t.fail("unknown extension "+string(t.src[start+1:t.i+1]), start+1)
	}
	return t.inlineFlags(start)
}

// until reads what ends with a character; what says what is missing.
func (t *translation) until(end rune, what string) string {
	at := t.i
	for t.i < len(t.src) && t.src[t.i] != end {
		t.i++
	}
	if at == t.i {
		t.fail("missing "+what, at)
	}
	if t.i == len(t.src) {
		t.fail(fmt.Sprintf("missing %c, unterminated name", end), at)
	}
	t.i++
	return string(t.src[at : t.i-1])
}

// name reads a group name up to end.
func (t *translation) name(end rune) string {
	at := t.i
	name := t.until(end, "group name")
	if !xid.Identifier(name) {
		t.fail(fmt.Sprintf("bad character in group name '%s'", name), at)
	}
	return name
}

// condition reads the rest of "(?(id/name)".
func (t *translation) condition() string {
	at := t.i
	text := t.until(')', "group name")
	number, known := t.names[text]
	switch {
	case xid.Identifier(text) && !known:
		t.fail(fmt.Sprintf("unknown group name '%s'", text), at)
	case !xid.Identifier(text) && !allDigits(text):
		t.fail(fmt.Sprintf("bad character in group name '%s'", text), at)
	case !known:
		number, _ = strconv.Atoi(text)
		if number == 0 {
			t.fail("bad group number", at)
		}
		if _, asked := t.conditions[number]; !asked {
			t.conditions[number] = at
		}
	}
	t.checkBehind(number)
	return fmt.Sprintf("(?(%d)", number)
}

const reTypeFlags = reASCII | reLocale | reUnicode

// flag reads one letter of inline flags; otherwise says what there should be.
func (t *translation) flag(otherwise string) int {
	if t.i == len(t.src) {
		t.fail(otherwise, t.i)
	}
	c := t.src[t.i]
	flag := reFlagLetters[c]
	if flag == 0 {
		t.fail(pickText(unicode.IsLetter(c), "unknown flag", otherwise), t.i)
	}
	t.i++
	return flag
}

// inlineFlags reads "(?aiLmsux-imsx:", or "(?aiLmsux)", which is for all of the pattern.
func (t *translation) inlineFlags(start int) (prefix, name string, capture, done bool) {
	add, remove := 0, 0
	switch c := t.peek(); {
	case c == -1:
		t.fail("unexpected end of pattern", t.i)
	case c != '-' && reFlagLetters[c] == 0:
		t.fail("unknown extension ?"+string(c), start+1)
	}
	for t.peek() != '-' && t.peek() != ':' && t.peek() != ')' {
		flag := t.flag("missing -, : or )")
		add |= flag
		switch {
		case t.bytes && flag == reUnicode:
			t.fail("bad inline flags: cannot use 'u' flag with a bytes pattern", t.i)
		case !t.bytes && flag == reLocale:
			t.fail("bad inline flags: cannot use 'L' flag with a str pattern", t.i)
		case flag&reTypeFlags != 0 && add&reTypeFlags != flag:
			t.fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible", t.i)
		}
	}
	t.i++
	switch t.src[t.i-1] {
	case ')':
		if t.out.Len() > 0 {
			t.fail("global flags not at the start of the expression", start)
		}
		t.flags |= add
		t.width = reWidth{}
		return "", "", false, true
	case '-':
		missing := "missing flag"
		for missing == "missing flag" || t.peek() != ':' {
			flag := t.flag(missing)
			if flag&reTypeFlags != 0 {
				t.fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", t.i)
			}
			remove |= flag
			missing = "missing :"
		}
		t.i++
		if add&remove != 0 {
			t.fail("bad inline flags: flag turned on and off", t.i-1)
		}
	}
	if add&reTypeFlags != 0 {
		t.flags &^= reTypeFlags
	}
	t.flags = (t.flags | add) &^ remove
	return "(?:", "", false, false
}

// backreference writes a reference to a group; mistakes are at one place or at another.
func (t *translation) backreference(number, at, openAt int) {
	if number > t.groups {
		t.fail(fmt.Sprintf("invalid group reference %d", number), at)
	}
	if slices.Contains(t.open, number) {
		t.fail("cannot refer to an open group", openAt)
	}
	t.checkBehind(number)
	t.width = t.widths[number]
	if t.flags&reIgnoreCase != 0 {
		fmt.Fprintf(&t.out, `(?i:\k<%d>)`, number)
	} else {
		fmt.Fprintf(&t.out, `\k<%d>`, number)
	}
}

// checkBehind refuses references to a group from the look-behind that it is in.
func (t *translation) checkBehind(number int) {
	switch {
	case t.behind < 0:
	case number > t.groups || slices.Contains(t.open, number):
		t.fail("cannot refer to an open group", t.i)
	case number > t.behind:
		t.fail("cannot refer to group defined in the same lookbehind subpattern", t.i)
	}
}
