// Command statements prints how long statements take in this torch over how long they take
// in PyTorch, measured from Python in one run on one machine: PyTorch with one thread and
// with two, whichever is better.
//
//	go run ./engine/bench/statements [-python /usr/bin/python3] [-gputour bin/gputour] [-rounds 2]
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed rows.py
var rows string

func main() {
	python := flag.String("python", "/usr/bin/python3", "interpreter with torch")
	gputour := flag.String("gputour", "bin/gputour", "the binary to measure")
	rounds := flag.Int("rounds", 2, "runs of each side, in turn; the best counts")
	flag.Parse()
	if err := run(*python, *gputour, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "statements:", err)
		os.Exit(1)
	}
}

// side is one program to measure and its best times by row.
type side struct {
	command []string
	env     []string
	best    map[string]float64
}

func run(python, gputour string, rounds int) error {
	dir, err := os.MkdirTemp("", "statements")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "rows.py")
	if err := os.WriteFile(script, []byte(rows), 0o600); err != nil {
		return err
	}
	ours := &side{command: []string{gputour, "run", "--devices", "cpu", "--script", script}}
	one := &side{command: []string{python, script}, env: []string{"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1"}}
	two := &side{command: []string{python, script}, env: []string{"OMP_NUM_THREADS=2", "OPENBLAS_NUM_THREADS=2", "OMP_WAIT_POLICY=active"}}
	var order []string
	for range rounds {
		for _, s := range []*side{ours, one, two} {
			names, err := s.measure()
			if err != nil {
				return fmt.Errorf("%s: %w", s.command[0], err)
			}
			order = names
		}
	}
	print(order, ours, one, two)
	return nil
}

// measure runs the side once and keeps the best times.
func (s *side) measure() (names []string, err error) {
	cmd := exec.Command(s.command[0], s.command[1:]...)
	cmd.Env = append(os.Environ(), s.env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	if s.best == nil {
		s.best = map[string]float64{}
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		name, text, _ := strings.Cut(line, "\t")
		nanos, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("bad line %q", line)
		}
		if old, ok := s.best[name]; !ok || nanos < old {
			s.best[name] = nanos
		}
		names = append(names, name)
	}
	return names, nil
}

func print(order []string, ours, one, two *side) {
	fmt.Printf("%-30s %12s %12s %8s   PyTorch threads\n", "statement, from Python", "ours", "PyTorch", "ratio")
	logs := 0.0
	for _, name := range order {
		theirs, threads := one.best[name], 1
		if two.best[name] < theirs {
			theirs, threads = two.best[name], 2
		}
		ratio := ours.best[name] / theirs
		logs += math.Log(ratio)
		fmt.Printf("%-30s %12v %12v %8.2f   %d\n", name, short(ours.best[name]), short(theirs), ratio, threads)
	}
	fmt.Printf("\ngeometric mean of ratios %.2f\n", math.Exp(logs/float64(len(order))))
}

// short rounds a time to three digits.
func short(nanos float64) time.Duration {
	scale := math.Pow(10, math.Floor(math.Log10(max(nanos, 1)))-2)
	return time.Duration(math.Round(nanos/scale) * scale)
}
