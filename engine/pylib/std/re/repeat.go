package re

import (
	"fmt"
	"strconv"
	"strings"

	"gputour/engine/object"
)

// Repetitions of the translation, and the widths that look-behinds need to know.

// reWidth is how many characters something matches at least and at most.
type reWidth struct{ lo, hi int }

// reMaxWidth stands for any number of characters.
const reMaxWidth = 1 << 30

func (w reWidth) plus(v reWidth) reWidth {
	return reWidth{min(w.lo+v.lo, reMaxWidth), min(w.hi+v.hi, reMaxWidth)}
}

func (w reWidth) or(v reWidth) reWidth { return reWidth{min(w.lo, v.lo), max(w.hi, v.hi)} }

// times is the width of a repetition; hi is negative for no bound.
func (w reWidth) times(lo, hi int) reWidth {
	if hi < 0 || hi > 0 && w.hi >= reMaxWidth/hi {
		if hi = reMaxWidth; w.hi == 0 {
			hi = 0
		}
		return reWidth{min(w.lo, reMaxWidth/max(lo, 1)) * lo, hi}
	}
	return reWidth{min(w.lo, reMaxWidth/max(lo, 1)) * lo, w.hi * hi}
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
			panic(object.Raise(object.OverflowError, "the repetition number is too large"))
		}
		t.i = end + 1
		return lo, hi, true
	}
	return 0, 0, false
}

func allDigits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}
