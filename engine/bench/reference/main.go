// Command reference compares this torch with the real one, where a Python with PyTorch is
// at hand: checkpoints both ways bit for bit, random programs of operations, random calls of
// every signature, and the lessons' cells. Where there is none it says so and succeeds.
//
//	go run ./engine/bench/reference [-python python3] [-gputour bin/gputour] [-programs 1000] [-calls 6] [-seed 0]
package main

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed *.py
var scripts embed.FS

// runner has the two Pythons and a folder for what they write.
type runner struct {
	python, gputour, dir string
	programs, seed       int
	calls                int // of each signature
}

// result is one row of the table at the end.
type result struct {
	what         string
	count, agree int
	notes        []string // the first differences
	failed       bool     // more than words differs
}

func main() {
	r := runner{}
	flag.StringVar(&r.python, "python", "", "a Python that has PyTorch (python3 or /usr/bin/python3)")
	flag.StringVar(&r.gputour, "gputour", "bin/gputour", "the binary to compare")
	flag.IntVar(&r.programs, "programs", 1000, "how many random programs to run")
	flag.IntVar(&r.calls, "calls", 6, "how many random calls of each of PyTorch's signatures to make")
	flag.IntVar(&r.seed, "seed", 0, "the number of the first program")
	flag.Parse()
	ok, err := r.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// run does all comparisons and prints their table.
func (r *runner) run() (bool, error) {
	if why := r.findPython(); why != "" {
		fmt.Println("reference: skipped:", why)
		return true, nil
	}
	binary, err := filepath.Abs(r.gputour)
	if err != nil {
		return false, err
	}
	if _, err := os.Stat(binary); err != nil {
		return false, fmt.Errorf("%s: build it first with make binary", r.gputour)
	}
	r.gputour = binary
	if r.dir, err = os.MkdirTemp("", "reference"); err != nil {
		return false, err
	}
	defer os.RemoveAll(r.dir)
	if err := r.unpack(); err != nil {
		return false, err
	}
	good := true
	for _, step := range []func() (result, error){r.checkpoints, r.objects, r.fuzz, r.signatures, r.lessons} {
		row, err := step()
		if err != nil {
			return false, err
		}
		fmt.Printf("%-28s %5d compared, %5d agree\n", row.what, row.count, row.agree)
		for _, note := range row.notes {
			fmt.Println("   ", note)
		}
		good = good && !row.failed
	}
	return good, nil
}

// findPython settles on a Python that has PyTorch, or says why there is none.
func (r *runner) findPython() (why string) {
	candidates := []string{"python3", "/usr/bin/python3"}
	if r.python != "" {
		candidates = []string{r.python}
	}
	for _, python := range candidates {
		out, err := exec.Command(python, "-c", "import torch").CombinedOutput()
		if err == nil {
			r.python = python
			return ""
		}
		if why = lastLine(string(out)); why == "" {
			why = err.Error()
		}
	}
	return fmt.Sprintf("no Python here has PyTorch (%s)", why)
}

// unpack writes the scripts where both Pythons can read them.
func (r *runner) unpack() error {
	entries, err := scripts.ReadDir(".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := scripts.ReadFile(e.Name())
		if err == nil {
			err = os.WriteFile(filepath.Join(r.dir, e.Name()), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// real runs a script with the real PyTorch.
func (r *runner) real(stdin string, args ...string) (string, error) {
	return r.output(stdin, r.python, args...)
}

// ours runs a script with gputour; a call of main with sys.argv becomes one with args.
func (r *runner) ours(script string, files []string, args ...string) (string, error) {
	text, err := os.ReadFile(filepath.Join(r.dir, script))
	if err != nil {
		return "", err
	}
	source := string(text)
	if i := strings.LastIndex(source, "\nmain("); i >= 0 && len(args) > 0 {
		source = source[:i] + "\nmain(" + strings.Join(args, ", ") + ")\n"
	}
	path := filepath.Join(r.dir, "ours_"+script)
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		return "", err
	}
	command := append([]string{"run", "--devices", "cpu", "--script"}, files...)
	return r.output("", r.gputour, append(command, path)...)
}

func (r *runner) output(stdin, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = r.dir
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(out), fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, lastLine(string(exit.Stderr)))
	}
	return string(out), err
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
