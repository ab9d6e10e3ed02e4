package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"text/tabwriter"
	"time"
)

// step is one part of the report: a command, and what its end says.
type step struct {
	title string
	args  []string
	env   []string
	limit time.Duration
	about bool // it only tells of the machine: that it fails is no fault of ours
	// fails is what the command prints when it fails as it must; that it fails in another way, or not at all, is a fault.
	fails string
}

// steps are what there is to know about a card, from what it is to what it does. program is gputour.
func steps(program string) []step {
	return []step{
		{title: "The machine", args: []string{"uname", "-a"}, limit: time.Minute, about: true},
		{title: "The card", args: []string{"nvidia-smi", "-q"}, limit: time.Minute, about: true},
		{title: "Its links", args: []string{"nvidia-smi", "topo", "-m"}, limit: time.Minute, about: true},
		{title: "The program", args: []string{program, "version"}, limit: time.Minute},
		{title: "What it finds", args: []string{program, "devices"}, limit: time.Minute},
		{title: "How cells are sealed", args: []string{program, "doctor"}, limit: time.Minute, about: true},
		{title: "Streams, events, memory, copies, faults", args: []string{"go", "test", "-count=1", "-v", "./cuda"},
			env: []string{"GPUTOUR_TEST_GPU=1"}, limit: 20 * time.Minute},
		{title: "Every operation against the CPU", args: []string{program, "run", "--devices", "cuda", "--script", "cuda/gpu/ops.py"}, limit: 20 * time.Minute},
		{title: "A session after its faults", args: []string{program, "run", "--devices", "cuda", "cuda/gpu/faults.py"}, limit: 5 * time.Minute},
		{title: "A kernel that never ends", args: []string{program, "run", "--devices", "cuda", "--cell-time", "5s", "cuda/gpu/endless.py"}, limit: time.Minute, fails: "the most that this server allows, and was ended"},
		{title: "The lessons", args: []string{program, "test", "--devices", "cuda", "lessons"}, limit: time.Hour},
		{title: "Speed, beside PyTorch and the simulated card", args: []string{"go", "run", "./cuda/gpu", "-gputour", program}, limit: 20 * time.Minute},
	}
}

// result is how a step ended.
type result struct {
	step
	output  []byte
	took    time.Duration
	verdict string
	bad     bool
}

// do runs a step. A command that outlives its limit is ended.
func (s step) do(now func() time.Time) result {
	ctx, cancel := context.WithTimeout(context.Background(), s.limit)
	defer cancel()
	began := now()
	c := exec.CommandContext(ctx, s.args[0], s.args[1:]...)
	c.Env = append(os.Environ(), s.env...)
	c.WaitDelay = time.Second
	out, err := c.CombinedOutput()
	r := result{step: s, output: out, took: now().Sub(began)}
	var exit *exec.ExitError
	ended := err == nil || errors.As(err, &exit)
	switch {
	case ctx.Err() != nil:
		r.verdict, r.bad = fmt.Sprintf("took longer than %v and was ended", s.limit), !s.about
	case !ended:
		r.verdict, r.bad = err.Error(), !s.about
	case s.fails != "" && err == nil:
		r.verdict, r.bad = "ended as if nothing were wrong", true
	case s.fails != "" && !bytes.Contains(out, []byte(s.fails)):
		r.verdict, r.bad = "failed in another way than it must", true
	case s.fails != "":
		r.verdict = "ok"
	case err != nil:
		r.verdict, r.bad = err.Error(), !s.about
	default:
		r.verdict = "ok"
	}
	return r
}

// report runs all steps, says on progress how each ends, and writes all of it to w as Markdown. It returns how many failed.
func report(w io.Writer, progress io.Writer, list []step, now func() time.Time) (failed int, err error) {
	var parts bytes.Buffer
	fmt.Fprintf(w, "# gputour on a GPU, %s\n\n", now().UTC().Format("2006-01-02 15:04 MST"))
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintf(table, "| step\t| took\t| outcome\t|\n|---\t|---\t|---\t|\n")
	for _, s := range list {
		fmt.Fprintf(progress, "%s … ", s.title)
		r := s.do(now)
		if r.bad {
			failed++
		}
		fmt.Fprintln(progress, r.verdict)
		fmt.Fprintf(table, "| %s\t| %.1f s\t| %s\t|\n", s.title, r.took.Seconds(), r.verdict)
		fmt.Fprintf(&parts, "\n## %s\n\n    $ %s\n%s", s.title, strings.Join(append(s.env, s.args...), " "), indented(r.output))
	}
	table.Flush()
	_, err = parts.WriteTo(w)
	return failed, err
}

// most bounds what one step prints into the report: its beginning and its end.
const most = 200_000

func indented(out []byte) string {
	if len(out) > most {
		out = bytes.Join([][]byte{out[:most/2], out[len(out)-most/2:]}, fmt.Appendf(nil, "\n… %d bytes left out …\n", len(out)-most))
	}
	var b strings.Builder
	for line := range strings.Lines(strings.ToValidUTF8(string(out), "\uFFFD")) {
		b.WriteString("    " + strings.TrimRight(line, "\r\n") + "\n")
	}
	return b.String()
}

// writeReport is make gpu-report.
func writeReport(name, program string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	failed, err := report(file, os.Stdout, steps(program), time.Now)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	fmt.Printf("%s holds all of it: send that file.\n", name)
	if failed > 0 {
		return fmt.Errorf("%d of %d steps failed", failed, len(steps(program)))
	}
	return nil
}
