// Command library prints how long parts of the standard library take here over how long
// they take in CPython, which has them in C.
//
//	go run ./engine/bench/library [-python /usr/bin/python3] [-gputour bin/gputour] [-rounds 2]
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
)

//go:embed rows.py
var rows string

func main() {
	python := flag.String("python", "/usr/bin/python3", "the interpreter to compare with")
	gputour := flag.String("gputour", "bin/gputour", "the binary to measure")
	rounds := flag.Int("rounds", 2, "runs of each side, in turn; the best counts")
	flag.Parse()
	if err := run(*python, *gputour, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "library:", err)
		os.Exit(1)
	}
}

func run(python, gputour string, rounds int) error {
	dir, err := os.MkdirTemp("", "library")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "rows.py")
	if err := os.WriteFile(script, []byte(rows), 0o600); err != nil {
		return err
	}
	ours, theirs := map[string]float64{}, map[string]float64{}
	var order []string
	for range rounds {
		if _, err := measure(ours, gputour, "run", "--devices", "cpu", "--script", script); err != nil {
			return err
		}
		if order, err = measure(theirs, python, script); err != nil {
			return err
		}
	}
	fmt.Printf("%-34s %10s %10s %7s\n", "row", "ours, ns", "CPython", "ratio")
	logs := 0.0
	for _, name := range order {
		ratio := ours[name] / theirs[name]
		logs += math.Log(ratio)
		fmt.Printf("%-34s %10.0f %10.0f %7.2f\n", name, ours[name], theirs[name], ratio)
	}
	fmt.Printf("%-34s %10s %10s %7.2f\n", "geometric mean", "", "", math.Exp(logs/float64(len(order))))
	return nil
}

// measure runs a command and keeps the best time of each row.
func measure(best map[string]float64, command ...string) (order []string, err error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command[0], err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		name, text, _ := strings.Cut(line, "\t")
		nanos, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: bad line %q", command[0], line)
		}
		if old, ok := best[name]; !ok || nanos < old {
			best[name] = nanos
		}
		order = append(order, name)
	}
	return order, nil
}
