//go:build unix

// Command programs runs the CUDA C++ programs of a folder, each in a process of its own,
// and says how many pass and what stops the others, by count. A program is a file with a
// main, with the folder's other sources where it is the only one. It is given
// what stands in the .args file beside it, where there is one. It passes when it ends with
// status 0, prints nothing that says it failed, and prints what stands in the .out file
// beside it, where there is one.
//
// What stops a program is of a kind: it is refused (it asks for what is not here, by name),
// does not compile, is stopped by a finding, says or shows that its output is wrong, or takes
// too long. One that wants a window, or an argument or a file that it was not given, has not failed.
//
//	go run ./cuda/cudac/programs [-v] [-seconds 20] [-jobs 2] [-devices 2] FOLDER…
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
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	verbose := flag.Bool("v", false, "print every program with its outcome")
	seconds := flag.Int("seconds", 20, "processor time that a program may take")
	jobs := flag.Int("jobs", 2, "programs that run at once")
	devices := flag.Int("devices", 2, "devices that a program has")
	compile := flag.Bool("compile", false, "compile the programs, and do not run them")
	one := flag.Bool("one", false, "run the program of one file, and its other files, here")
	profile := flag.String("profile", "", "with -one, write a CPU profile of this process into a file")
	root := flag.String("root", "", "the folder that one's headers lie in")
	flag.Parse()
	if *one {
		if *profile != "" {
			f, err := os.Create(*profile)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			pprof.StartCPUProfile(f)
			code := runHere(*root, flag.Args(), *seconds, *devices, *compile)
			pprof.StopCPUProfile()
			os.Exit(code)
		}
		os.Exit(runHere(*root, flag.Args(), *seconds, *devices, *compile))
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
	outcomes := make([]outcome, len(list))
	var wait sync.WaitGroup
	next := make(chan int)
	for range *jobs {
		wait.Go(func() {
			for i := range next {
				outcomes[i] = list[i].run(*seconds, *devices, *compile)
				if o := outcomes[i]; *verbose {
					fmt.Printf("%s\t%s\t%.1f\t%s\n", list[i].name(), o.kind, o.seconds, o.why)
				}
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wait.Wait()
	failed := tell(list, outcomes)
	if failed > 0 {
		os.Exit(1)
	}
}

// tell prints the reasons, and the outcomes of each folder.
func tell(list []program, outcomes []outcome) (failed int) {
	done, asked := 0, 0
	reasons := map[string]int{}
	folders := map[string]map[string]int{}
	for i, o := range outcomes {
		of := folders[list[i].root]
		if of == nil {
			of = map[string]int{}
			folders[list[i].root] = of
		}
		of[o.kind]++
		switch o.kind {
		case passed:
			done++
		case window, asking:
			asked++
			reasons[o.kind]++
		default:
			failed++
			reasons[o.kind+": "+general(o.why)]++
		}
	}
	keys := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Or(reasons[b]-reasons[a], strings.Compare(a, b))
	})
	for _, k := range keys {
		fmt.Printf("%5d  %s\n", reasons[k], k)
	}
	for _, root := range slices.Sorted(maps.Keys(folders)) {
		fmt.Printf("%s:", filepath.Base(root))
		for _, kind := range kinds {
			if n := folders[root][kind]; n > 0 {
				fmt.Printf(" %d %s,", n, kind)
			}
		}
		fmt.Println()
	}
	fmt.Printf("%d passed, %d failed, %d want what they were not given\n", done, failed, asked)
	return failed
}

var numbers = regexp.MustCompile(`\b\d+\b|\(\d+,\d+,\d+\)`)

// general is a reason without what tells its programs apart.
func general(why string) string { return numbers.ReplaceAllString(why, "N") }

// run runs a program in a process of its own.
func (p program) run(seconds, devices int, compile bool) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(20*seconds)*time.Second)
	defer cancel()
	args := append([]string{"-one", "-root", p.root, "-seconds", fmt.Sprint(seconds), "-devices", fmt.Sprint(devices), fmt.Sprintf("-compile=%t", compile), p.file}, p.more...)
	c := exec.CommandContext(ctx, os.Args[0], args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &limited{Buffer: &out}, &limited{Buffer: &errs}
	err := c.Run()
	o := p.judge(out.String(), errs.String(), err, compile)
	if c.ProcessState != nil {
		o.seconds = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	}
	return o
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

// question is what programs print that were not given what they need.
var question = regexp.MustCompile(`(?i)\busage\b|\bplease (select|specify|provide|enter|give)\b|\barguments?\b|command[- ]line|no such file|(cannot|can't|could not|couldn't|unable to|failed to|error) (open|find|read|load)|file[^\n]* not found|file does ?n[o']t exist`)

// denied are complaints of the absence of a mistake.
var denied = regexp.MustCompile(`(?i)as expected|\b(no|0|zero|without) (error|mismatch|fail)|(error|fail\w*)s?[ :=]+(0\b|none)|max(imum)? error|error rate|relative error|l[12] error|(abs|rms|mean|avg|average)\w* error|error[ :=]+[0-9.e+-]+|error (norm|estimate|bound|amount)`)

// judge says what is wrong with how a program ended, and with its output.
func (p program) judge(out, errs string, err error, compile bool) outcome {
	if reason, ok := strings.CutPrefix(lastLine(errs), reasonMark); ok {
		kind, why, _ := strings.Cut(reason, "\t")
		if kind == status && question.MatchString(out+errs) {
			kind = asking
		}
		return outcome{kind: kind, why: why}
	}
	if first, ok := strings.CutPrefix(errs, "panic: "); ok {
		return outcome{kind: crashed, why: strings.SplitN(first, "\n", 2)[0]}
	}
	if err != nil {
		return outcome{kind: slow, why: err.Error()}
	}
	if why := p.wrong(out); why != "" && !compile {
		return outcome{kind: wrong, why: why}
	}
	return outcome{kind: passed}
}

// wrong says what is wrong with a program's output.
func (p program) wrong(out string) string {
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
