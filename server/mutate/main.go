// Command mutate changes the program in one place at a time and says which changes no test
// noticed. A sample of such mutants is drawn from the files of an area by a seed; their sources are woven
// into one build, in which an environment variable chooses who is alive, so that a sample costs one
// compilation and as many runs of the area's tests. No source is touched: builds go through -overlay.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"time"
)

func main() {
	only := flag.String("area", ".", "areas to try, as a regular expression")
	seed := flag.Uint64("seed", 1, "what the sample is drawn by")
	size := flag.Int("n", 40, "mutants per area")
	few := flag.Int("suites", 0, "try only so many of an area's suites, the first ones; 0 is all")
	least := flag.Float64("least", 90, "percent of mutants to be killed, or the exit status is 1")
	verbose := flag.Bool("v", false, "say what becomes of each mutant")
	list := flag.Bool("list", false, "list the areas")
	flag.Parse()
	wanted, err := regexp.Compile(*only)
	if err != nil {
		fail(fmt.Errorf("-area: %w", err))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	weak := false
	for _, a := range areas {
		if !wanted.MatchString(a.name) {
			continue
		}
		if *list {
			fmt.Printf("%-12s %v\n", a.name, a.files)
			continue
		}
		if *few > 0 {
			a.suites = a.suites[:min(*few, len(a.suites))]
		}
		t, err := try(ctx, a, *seed, *size, *verbose)
		if err != nil {
			fail(fmt.Errorf("%s: %w", a.name, err))
		}
		t.print(os.Stdout, a.name, *seed)
		weak = weak || t.percent() < *least
	}
	if weak {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mutate:", err)
	os.Exit(2)
}

// try draws mutants of an area and runs its tests on each.
func try(ctx context.Context, a area, seed uint64, size int, verbose bool) (*tally, error) {
	began := time.Now()
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	all, err := candidates(a.files)
	if err != nil {
		return nil, err
	}
	known, err := readEquivalents("server/mutate/equivalent.txt")
	if err != nil {
		return nil, err
	}
	t := &tally{known: known}
	drawn := sample(all, seed, size)
	b := &bench{dir: dir, suites: a.suites, report: func(m *mutant, f fate, by string) {
		t.add(m, f)
		if verbose {
			fmt.Printf("%6.0fs %-14s %s %s\n", time.Since(began).Seconds(), f, m, by)
		}
	}}
	if err := b.run(ctx, drawn); err != nil {
		return nil, err
	}
	t.among = len(all)
	return t, nil
}

// expand is what patterns of files name, tests and what was generated for them aside.
func expand(patterns []string) ([]string, error) {
	var files []string
	for _, p := range patterns {
		found, err := filepath.Glob(p)
		if err != nil || len(found) == 0 {
			return nil, cmp.Or(err, fmt.Errorf("no file is called %s", p))
		}
		for _, f := range found {
			if !regexp.MustCompile(`_(test|gen)\.go$`).MatchString(f) {
				files = append(files, f)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}
