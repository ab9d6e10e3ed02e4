// Command bench runs the programs in folder programs with our interpreter and
// with CPython, side by side, and prints the ratio of the times for each and
// their geometric mean. Start-up is not counted; each time is the best of several.
//
//	go run ./engine/interp/bench [-python /usr/bin/python3] [-runs 5] [NAME…]
package main

import (
	"bytes"
	"embed"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
)

//go:embed programs/*.py
var programs embed.FS

// timer makes CPython run the program on its standard input and say how long it
// took, as the last line of its output.
const timer = `import sys, time
code = compile(sys.stdin.read(), "program", "exec")
start = time.perf_counter()
exec(code, {"__name__": "__main__"})
print(time.perf_counter() - start)`

func main() {
	python := flag.String("python", "/usr/bin/python3", "the interpreter to compare with; none, if empty")
	runs := flag.Int("runs", 5, "times to run each program")
	profile := flag.String("profile", "", "write a CPU profile of our runs to this file")
	flag.Parse()
	debug.SetGCPercent(400) // as gputour runs, and so is the next
	room := make([]byte, 16<<20)
	defer runtime.KeepAlive(room)
	if err := run(*python, *runs, *profile, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(python string, runs int, profile string, names []string) error {
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	entries, err := programs.ReadDir("programs")
	if err != nil {
		return err
	}
	logs, n := 0.0, 0
	fmt.Printf("%-16s %10s %10s %7s\n", "program", "ours", "CPython", "ratio")
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".py")
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		src, err := programs.ReadFile("programs/" + e.Name())
		if err != nil {
			return err
		}
		ratio, err := compare(python, name, string(src), runs)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		logs += math.Log(ratio)
		n++
	}
	fmt.Printf("%-16s %10s %10s %7.2f\n", "geometric mean", "", "", math.Exp(logs/float64(n)))
	return nil
}

func compare(python, name, src string, runs int) (float64, error) {
	ours, theirs := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	var out, want string
	for range runs {
		t, text, err := runOurs(src)
		if err != nil {
			return 0, err
		}
		ours, out = min(ours, t), text
		if want = text; python == "" {
			continue
		}
		if t, want, err = runPython(python, src); err != nil {
			return 0, err
		}
		theirs = min(theirs, t)
	}
	if out != want {
		return 0, fmt.Errorf("prints %q, not %q", out, want)
	}
	ratio := float64(ours) / float64(theirs)
	fmt.Printf("%-16s %10s %10s %7.2f\n", name, ours.Round(time.Microsecond*100), theirs.Round(time.Microsecond*100), ratio)
	return ratio, nil
}

func runOurs(src string) (time.Duration, string, error) {
	s := object.NewSession()
	var out bytes.Buffer
	s.Stdout = &out
	interp.Install(s, std.Modules()...)
	traceback.Install(s)
	p, err := interp.Compile(interp.Source{Name: "program", Text: src, Script: true})
	if err != nil {
		return 0, "", err
	}
	t := object.NewThread(s, nil)
	start := time.Now()
	_, err = interp.ExecProgram(t, p, interp.Main(s))
	return time.Since(start), out.String(), err
}

func runPython(python, src string) (time.Duration, string, error) {
	cmd := exec.Command(python, "-c", timer)
	cmd.Stdin = strings.NewReader(src)
	text, err := cmd.Output()
	if err != nil {
		return 0, "", err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	seconds, err := strconv.ParseFloat(lines[len(lines)-1], 64)
	if err != nil {
		return 0, "", err
	}
	out := strings.Join(lines[:len(lines)-1], "\n") + "\n"
	return time.Duration(seconds * float64(time.Second)), out, nil
}
