package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// This file writes many mutants into one source, in which a variable says who is alive.

// mutant is one change of a source.
type mutant struct {
	file       string // from the top of the repository
	line       int
	start, end int    // bytes of the source
	kind       string // "number", "row dropped" …
	text       string // the line
	before     string
	after      string // what stands in its place
	// weave returns before, or what stands for it, such that it is after while the mutant n is alive.
	// Nil is a change that the language wants to know when it compiles.
	weave func(n int, before string) string
	id    int
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s → %s", m.file, m.line, m.kind, short(m.before), short(m.after))
}

// short is a source on one line.
func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 90 {
		s = string(r[:60]) + " … " + string(r[len(r)-25:])
	}
	if s == "" {
		return "(nothing)"
	}
	return s
}

// alive is the environment variable that names the mutant that lives.
const alive = "GPUTOUR_MUTANT"

// helpers is what a package with mutants gets beside its sources.
const helpers = `package %s

import (
	"os"
	"strconv"
)

var _mutant, _ = strconv.Atoi(os.Getenv("` + alive + `"))

func _pick[T any](on bool, after, before T) T {
	if on {
		return after
	}
	return before
}

func _compute[T any](on bool, after, before func() T) T {
	if on {
		return after()
	}
	return before()
}

func _without[S ~[]E, E any](on bool, s S, i int) S {
	if on {
		return append(append(S{}, s[:i]...), s[i+1:]...)
	}
	return s
}

func _withoutKey[M ~map[K]V, K comparable, V any](on bool, m M, k K) M {
	if on {
		delete(m, k)
	}
	return m
}
`

// woven returns a source with all of its mutants in it, asleep. One may stand within another.
func woven(source string, mutants []*mutant) string {
	mutants = slices.Clone(mutants)
	slices.SortStableFunc(mutants, func(a, b *mutant) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	text, _ := render(source, 0, len(source), mutants)
	return text
}

// render writes a stretch of a source with the mutants that lie in it, and returns those that are left.
func render(source string, at, end int, mutants []*mutant) (string, []*mutant) {
	var b strings.Builder
	for len(mutants) > 0 && mutants[0].start < end {
		m := mutants[0]
		b.WriteString(source[at:m.start])
		var inner string
		inner, mutants = render(source, m.start, m.end, mutants[1:])
		b.WriteString(m.weave(m.id, inner))
		at = m.end
	}
	b.WriteString(source[at:end])
	return b.String(), mutants
}

// overlay is what the go command's flag of that name reads.
type overlay struct{ Replace map[string]string }

// key is how a mutant is told from others when lines move: its file, its line and the change.
func (m *mutant) key() string {
	return filepath.ToSlash(m.file) + ": " + short(m.text) + ": " + short(m.before) + " → " + short(m.after)
}
