//go:build unix

// Command programs runs the CUDA C++ programs of a folder, each in a process of its own,
// and says how many pass and what stops the others, by count. A program is a file with a
// main, with the folder's other sources where it is the only one. It passes when it ends
// with status 0, prints nothing that says it failed, and prints what stands in the .out
// file beside it, where there is one.
//
//	go run ./cuda/cudac/programs [-v] [-seconds 20] [-jobs 2] FOLDER…
package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	verbose := flag.Bool("v", false, "print every program with its outcome")
	seconds := flag.Int("seconds", 20, "processor time that a program may take")
	jobs := flag.Int("jobs", 2, "programs that run at once")
	compile := flag.Bool("compile", false, "compile the programs, and do not run them")
	one := flag.Bool("one", false, "run the program of one file, and its other files, here")
	flag.Parse()
	if *one {
		os.Exit(runHere(flag.Args(), *seconds, *compile))
	}
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: programs [-v] [-seconds N] [-jobs N] FOLDER…")
		os.Exit(2)
	}
	var list []program
	for _, folder := range flag.Args() {
		found, err := programsIn(folder)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		list = append(list, found...)
	}
	outcomes := make([]string, len(list))
	var wait sync.WaitGroup
	next := make(chan int)
	for range *jobs {
		wait.Go(func() {
			for i := range next {
				outcomes[i] = list[i].run(*seconds, *compile)
				if *verbose {
					fmt.Printf("%s\t%s\n", list[i].name(), cmp.Or(outcomes[i], "passed"))
				}
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wait.Wait()
	failed := report(list, outcomes)
	if failed > 0 {
		os.Exit(1)
	}
}

// report prints the table of reasons.
func report(list []program, outcomes []string) (failed int) {
	reasons := map[string]int{}
	for _, why := range outcomes {
		if why != "" {
			failed++
			reasons[general(why)]++
		}
	}
	keys := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Or(reasons[b]-reasons[a], strings.Compare(a, b))
	})
	for _, k := range keys {
		fmt.Printf("%5d  %s\n", reasons[k], k)
	}
	fmt.Printf("%d passed, %d failed\n", len(list)-failed, failed)
	return failed
}

var numbers = regexp.MustCompile(`\b\d+\b|\(\d+,\d+,\d+\)`)

// general is a reason without what tells its programs apart.
func general(why string) string { return numbers.ReplaceAllString(why, "N") }

// run runs a program in a process of its own, and says why it failed; "" where it passed.
func (p program) run(seconds int, compile bool) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(4*seconds)*time.Second)
	defer cancel()
	args := append([]string{"-one", "-seconds", fmt.Sprint(seconds), fmt.Sprintf("-compile=%t", compile), p.file}, p.more...)
	c := exec.CommandContext(ctx, os.Args[0], args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &limited{Buffer: &out}, &limited{Buffer: &errs}
	err := c.Run()
	if reason, ok := strings.CutPrefix(lastLine(errs.String()), reasonMark); ok {
		return reason
	}
	if compile && err == nil {
		return ""
	}
	if err != nil {
		if first, ok := strings.CutPrefix(errs.String(), "panic: "); ok {
			return "crash: " + strings.SplitN(first, "\n", 2)[0]
		}
		return "the process: " + err.Error()
	}
	return p.judge(out.String())
}

// limited keeps the first megabytes that are written.
type limited struct{ *bytes.Buffer }

func (l *limited) Write(b []byte) (int, error) {
	if l.Len() < 16<<20 {
		l.Buffer.Write(b)
	}
	return len(b), nil
}

func lastLine(s string) string {
	s = strings.TrimRight(s, "\n")
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// complaint is what programs print that check themselves and find a mistake.
var complaint = regexp.MustCompile(`(?i)\b(test|verification|check|result)\w*[ :=-]*(is |has )?fail|\bFAIL(ED|URE)?!?\b|mismatch at|does not match|don't match|do not match|\bincorrect\b|\bERROR\b`)

// denied are complaints of the absence of a mistake.
var denied = regexp.MustCompile(`(?i)\b(no|0|zero|without) (error|mismatch|fail)|(error|fail\w*)s?[ :=]+(0\b|none)|max(imum)? error|error rate|relative error|l[12] error|(abs|rms|mean|avg|average)\w* error|error[ :=]+[0-9.e+-]+|error (norm|estimate|bound)`)

// judge says what is wrong with a program's output.
func (p program) judge(out string) string {
	if want, err := os.ReadFile(p.expected()); err == nil {
		if out != string(want) {
			return "prints something else than expected"
		}
		return ""
	}
	for line := range strings.Lines(out) {
		if complaint.MatchString(line) && !denied.MatchString(line) {
			return "says itself: " + strings.TrimSpace(line[:min(len(line), 80)])
		}
	}
	return ""
}
