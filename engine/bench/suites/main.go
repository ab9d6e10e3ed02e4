//go:build unix

// Command suites runs test suites that others wrote for Python or for PyTorch, each module
// beside the real one, and says how many of the tests that pass there pass here, and what
// stops the rest, by count. The suites themselves are no part of this project: a folder of
// theirs is read where it lies. What PyTorch's tests import of its own testing package is
// either in the folder shim, in our words, or read from the reference's installation.
//
//	go run ./engine/bench/suites [-python python3] [-gputour bin/gputour] [-every 1] [-keep DIR] FOLDER MODULE…
//
// FOLDER is what the modules are imported from: the folder "test" of PyTorch's sources for
// test_torch, the library of CPython for test.test_list. A package stands for its modules.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// settings is what the command line says.
type settings struct {
	python, gputour string
	folder, keep    string
	with            string        // more files of the folder, for sessions
	every           int           // one test of so many is run
	patience        time.Duration // for one test
	again           bool          // run what failed last time only
	verbose         bool
}

func main() {
	var s settings
	flag.StringVar(&s.python, "python", "/usr/bin/python3", "the Python to compare with")
	flag.StringVar(&s.gputour, "gputour", "bin/gputour", "the binary to compare")
	flag.StringVar(&s.keep, "keep", "", "a folder that keeps outcomes: the reference's are not measured twice")
	flag.StringVar(&s.with, "with", "", "files and folders of FOLDER that the modules need as well, with commas between")
	flag.IntVar(&s.every, "every", 1, "run one test of so many, picked by the hash of its name")
	flag.DurationVar(&s.patience, "patience", time.Minute, "how long a test may be silent")
	flag.BoolVar(&s.again, "again", false, "run the tests only that failed the last time, as -keep has it")
	flag.BoolVar(&s.verbose, "v", false, "print every failing test with its reason")
	flag.Parse()
	if flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: suites [-keep DIR] [-every N] [-v] FOLDER MODULE…")
		os.Exit(2)
	}
	s.folder = flag.Arg(0)
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19) // others use the machine, too
	if err := s.run(flag.Args()[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "suites:", err)
		os.Exit(1)
	}
}

// run compares the modules one by one and prints the sums.
func (s *settings) run(modules []string) error {
	sides, undo, err := s.sides()
	if err != nil {
		return err
	}
	defer undo()
	var all tally
	for _, module := range s.expand(modules) {
		t, err := s.compare(sides, module)
		if err != nil {
			return fmt.Errorf("%s: %w", module, err)
		}
		fmt.Printf("%-44s %5d of %5d  (%d more are beyond a session, %d do not pass there)\n", module, t.passed, t.passed+t.failed, t.beyond, t.unfit)
		all.add(t)
	}
	keys := slices.SortedFunc(maps.Keys(all.reasons), func(a, b string) int {
		return cmp.Or(all.reasons[b]-all.reasons[a], strings.Compare(a, b))
	})
	for _, k := range keys {
		fmt.Printf("%5d  %s\n", all.reasons[k], k)
	}
	fmt.Printf("%d passed, %d failed\n", all.passed, all.failed)
	return nil
}

// compare runs one module on both sides.
func (s *settings) compare(sides sides, module string) (tally, error) {
	want, err := s.kept(sides.real, module, nil)
	if err != nil {
		return tally{}, err
	}
	got, err := s.kept(sides.ours, module, want)
	if err != nil {
		return tally{}, err
	}
	t := count(*want, *got)
	if s.verbose {
		for _, line := range t.lines {
			fmt.Println("   ", line)
		}
	}
	return t, nil
}

// tally is what became of the tests that the reference passes.
type tally struct {
	passed, failed int
	beyond, unfit  int // not counted: of what no session offers; not passed by the reference
	reasons        map[string]int
	lines          []string
}

func (t *tally) add(o tally) {
	t.passed, t.failed, t.beyond, t.unfit = t.passed+o.passed, t.failed+o.failed, t.beyond+o.beyond, t.unfit+o.unfit
	if t.reasons == nil {
		t.reasons = map[string]int{}
	}
	for k, n := range o.reasons {
		t.reasons[k] += n
	}
}

// internal is how CPython's tests say that they look into CPython itself, or want another process.
var internal = regexp.MustCompile(`implementation detail|_testcapi|specific to CPython|there are no other processes`)

func count(want, got outcomes) tally {
	t := tally{reasons: map[string]int{}}
	for _, name := range slices.Sorted(maps.Keys(want.Tests)) {
		w := want.Tests[name]
		g, ran := got.Tests[name]
		switch {
		case w.Status != "passed":
			t.unfit++
		case w.Beyond, g.Status == "skipped" && internal.MatchString(g.Why):
			t.beyond++
		case g.Status == "passed":
			t.passed++
		default:
			t.failed++
			why := g.Why
			if !ran {
				why = cmp.Or(got.Load, "is not there")
			}
			t.reasons[general(why)]++
			t.lines = append(t.lines, name+"\t"+why)
		}
	}
	return t
}

var special = regexp.MustCompile(`\b\d+(\.\d+)?(e[-+]?\d+)?\b|0x[0-9a-f]+`)

// general is a reason without what tells its tests apart.
func general(why string) string { return special.ReplaceAllString(why, "N") }
