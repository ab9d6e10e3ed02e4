package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// tally counts fates.
type tally struct {
	known      map[string]string // equivalent mutants and why they are
	among      int               // how many there are to draw from
	killed     int
	unbuilt    int
	equivalent int
	survivors  []*mutant
}

func (t *tally) add(m *mutant, f fate) {
	switch {
	case f == killed:
		t.killed++
	case f == unbuilt:
		t.unbuilt++
	case t.known[m.key()] != "":
		t.equivalent++
	default:
		t.survivors = append(t.survivors, m)
	}
}

// percent is how many of those that could be killed were.
func (t *tally) percent() float64 {
	if n := t.killed + len(t.survivors); n > 0 {
		return 100 * float64(t.killed) / float64(n)
	}
	return 100
}

func (t *tally) print(w io.Writer, name string, seed uint64) {
	fmt.Fprintf(w, "%-12s seed %d of %d: %d killed, %d survived, %d equivalent, %d did not build: %.0f %%\n",
		name, seed, t.among, t.killed, len(t.survivors), t.equivalent, t.unbuilt, t.percent())
	for _, m := range t.survivors {
		fmt.Fprintf(w, "  %s:%d: %s\n    %s\n    - %s\n    + %s\n", m.file, m.line, m.kind, short(m.text), short(m.before), short(m.after))
	}
}

// readEquivalents reads the mutants that mean the same as the program, each below the reason why. A mutant is written as its file, the
// line that it is in and the change, each as the program prints them.
func readEquivalents(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	known, why := map[string]string{}, ""
	for n, line := range strings.Split(string(text), "\n") {
		reason, is := strings.CutPrefix(line, "# ")
		switch {
		case is:
			why = reason
		case strings.TrimSpace(line) == "":
			why = ""
		case why == "":
			return nil, fmt.Errorf("%s:%d: says no reason: a line that begins with # goes before it", name, n+1)
		default:
			known[line] = why
		}
	}
	return known, nil
}
