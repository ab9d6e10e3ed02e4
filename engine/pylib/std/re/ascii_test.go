package re

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gputour/engine/object"
)

// regexSource writes random patterns over few characters, so that they often match.
type regexSource struct {
	*rand.Rand
	groups int
}

func (r *regexSource) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r *regexSource) alternatives(depth int) string {
	parts := make([]string, 1+r.IntN(2))
	for i := range parts {
		for range r.IntN(4) {
			parts[i] += r.item(depth)
		}
	}
	return strings.Join(parts, "|")
}

func (r *regexSource) item(depth int) string {
	if r.IntN(6) == 0 {
		return r.pick("^", "$", `\b`, `\B`, `\A`, `\Z`, "(?<=a)", "(?<!b)")
	}
	atom := r.pick("a", "b", "c", "ab", ".", "[ab]", "[^a]", `\w`, `\W`, `\d`, `\s`, "\n")
	if depth > 0 && r.IntN(3) == 0 {
		switch kind := r.pick("(", "(?:", "(?=", "(?!", "(?>", `\`); kind {
		case `\`:
			if r.groups > 0 && depth == regexDepth {
				return `\1`
			}
		case "(":
			atom = "(" + r.alternatives(depth-1) + ")"
			r.groups++
		default:
			atom = kind + r.alternatives(depth-1) + ")"
		}
	}
	return atom + r.pick("", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "++")
}

const regexDepth = 3

// TestASCIIPrograms compares what the matcher for ASCII text finds with what regexp2 finds.
func TestASCIIPrograms(t *testing.T) {
	thread := object.NewThread(object.NewSession(), nil)
	r := &regexSource{Rand: rand.New(rand.NewPCG(1, 2))}
	programs := 0
	for range 3000 {
		r.groups = 0
		pattern := r.alternatives(regexDepth)
		flags := []int{0, reMultiline, reDotAll, reIgnoreCase, reASCII}[r.IntN(5)]
		tr, err := translate([]rune(pattern), flags, false)
		if err != nil {
			continue
		}
		p := newPattern(object.NewStr(pattern), tr)
		for mode := range reMode(len(reWrap)) {
			programs += compareWithRegexp2(t, thread, r, p, mode)
		}
	}
	if programs < 5000 {
		t.Errorf("only %d patterns were left to the matcher", programs)
	}
}

// compareWithRegexp2 returns 1 if the pattern has an ASCII program.
func compareWithRegexp2(t *testing.T, thread *object.Thread, r *regexSource, p *pattern, mode reMode) int {
	for range 4 {
		text := ""
		for range r.IntN(8) {
			text += r.pick("a", "b", "c", "A", "1", " ", "\n")
		}
		s, err := newSubject(object.NewStr(text))
		if err != nil {
			t.Fatal(err)
		}
		at := r.IntN(len(text) + 1)
		got, err := p.find(thread, mode, s, at)
		if err != nil {
			t.Fatal(err)
		}
		if p.ascii[mode] == nil {
			return 0
		}
		got = slices.Clone(got)
		s.ascii = false
		want, err := p.find(thread, mode, s, at)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v in %q from %d, mode %d: got %v, regexp2 %v %v", p.text, text, at, mode, got, want, err)
		}
	}
	return 1
}

// TestASCIIGivesUp checks that what takes too long goes to regexp2.
func TestASCIIGivesUp(t *testing.T) {
	thread := object.NewThread(object.NewSession(), nil)
	for _, pattern := range []string{`(a|aa)+$`, `(?:ab|c)*(?:ab|cd)*d`} {
		p := compileASCII(pattern, 1)
		if p == nil {
			t.Fatal(pattern, "is left to regexp2")
		}
		var m asciiMatcher
		text := strings.Repeat("a", 60) + strings.Repeat("ab", 30_000) + "b"
		if _, known, err := m.search(thread, p, text, 0); known || err != nil {
			t.Errorf("%s: known %v %v", pattern, known, err)
		}
	}
}
