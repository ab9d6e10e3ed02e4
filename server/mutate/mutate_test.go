package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const sums = "testdata/sums"

// TestFates tries every mutant of a package whose tests are known: what they do not hold survives, and nothing else.
func TestFates(t *testing.T) {
	all, err := candidates([]string{sums + "/*.go"})
	if err != nil {
		t.Fatal(err)
	}
	fates, kinds := map[fate][]string{}, map[string]bool{}
	b := &bench{dir: t.TempDir(), suites: []suite{{pkg: sums}}, report: func(m *mutant, f fate, _ string) {
		fates[f] = append(fates[f], m.String())
		kinds[m.kind] = true
	}}
	if err := b.run(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	want := []string{ // whether a mile is a metre matters to the line that no test holds alone
		`testdata/sums/sums.go:20: next row's: mile → metre`,
		`testdata/sums/sums.go:20: named value: mile → metre`,
		`testdata/sums/sums.go:34: branch never taken: !exact && sum == 0 → false`,
		`testdata/sums/sums.go:34: number: 0 → (0) + 1`,
		`testdata/sums/sums.go:35: statement dropped: sum = -1 → (nothing)`,
		`testdata/sums/sums.go:35: number: -1 → (-1) * 2`,
	}
	got := fates[survived]
	if !slices.Equal(got, want) {
		t.Errorf("survived:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(fates[unbuilt]) > 0 {
		t.Errorf("did not build: %q", fates[unbuilt])
	}
	for _, k := range []string{"number", "constant", "named value", "comparison", "and, or", "arithmetic", "condition negated", "branch never taken", "statement dropped", "error", "key", "row dropped", "next row's"} {
		if !kinds[k] {
			t.Errorf("no mutant is of the kind %q", k)
		}
	}
}

// TestInterrupted ends while the tests of a package run that have started a program of their own: nothing goes on.
func TestInterrupted(t *testing.T) {
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer door.Close()
	t.Setenv("LINGERS", door.Addr().String())
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		child, err := door.Accept()
		if interrupt(); err == nil {
			_, err = child.Read(make([]byte, 1)) // which it never writes
		}
		ended <- err
	}()
	b := &bench{dir: t.TempDir(), suites: []suite{{pkg: "testdata/lingers"}}}
	if err := b.run(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted run says %v", err)
	}
	if err := <-ended; !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the program that the tests started: %v", err)
	}
}

// TestSample draws the same by the same seed, others by another, and each kind in its turn.
func TestSample(t *testing.T) {
	all, err := candidates([]string{sums + "/*.go"})
	if err != nil {
		t.Fatal(err)
	}
	names := func(seed uint64) string { return fmt.Sprint(sample(all, seed, 12)) }
	if one, again, two := names(1), names(1), names(2); one != again || one == two {
		t.Errorf("seed 1: %s, again %s, seed 2: %s", one, again, two)
	}
	kinds := map[string]bool{}
	for _, m := range sample(all, 3, 8) {
		kinds[m.kind] = true
	}
	if len(kinds) != 8 {
		t.Errorf("eight mutants are of %d kinds", len(kinds))
	}
}

// TestWithin weaves one mutant into another.
func TestWithin(t *testing.T) {
	mark := func(n int, before string) string { return fmt.Sprintf("<%d %s>", n, before) }
	got := woven("a(b, c)d", []*mutant{{start: 2, end: 3, id: 1, weave: mark}, {start: 0, end: 7, id: 2, weave: mark}, {start: 5, end: 6, id: 3, weave: mark}, {start: 2, end: 3, id: 4, weave: mark}})
	if want := "<2 a(<1 <4 b>>, <3 c>)>d"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
