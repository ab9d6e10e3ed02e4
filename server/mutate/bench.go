package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file builds mutants and runs tests on them.

// fate is what became of a mutant.
type fate string

const (
	killed   fate = "killed"
	survived fate = "survived"
	unbuilt  fate = "did not build"
)

// bench runs suites on mutants.
type bench struct {
	dir    string // for what is built
	suites []suite
	report func(m *mutant, f fate, by string)
}

// tests is a suite that was built.
type tests struct {
	suite
	binary string
	limit  time.Duration // what takes this long hangs
}

// run tries each mutant; when the context ends, so does whatever runs.
func (b *bench) run(ctx context.Context, drawn []*mutant) error {
	var together, alone []*mutant
	for i, m := range drawn {
		if m.id = i + 1; m.weave == nil {
			alone = append(alone, m)
		} else {
			together = append(together, m)
		}
	}
	built, together, err := b.buildTogether(ctx, together)
	if err != nil {
		return err
	}
	for i := range built {
		t := &built[i]
		t.limit = 5 * time.Minute
		began := time.Now()
		switch ok, out := t.passes(ctx, 0); {
		case ctx.Err() != nil:
			return ctx.Err()
		case !ok:
			return fmt.Errorf("the tests of %s fail without mutants:\n%s", t.pkg, out)
		}
		t.limit = 20*time.Second + 5*time.Since(began)
	}
	for _, m := range together {
		b.judge(ctx, m, built)
	}
	for _, m := range alone {
		b.judgeAlone(ctx, m, built)
	}
	return ctx.Err()
}

// buildTogether builds all suites with all mutants in them, and leaves out those that do not compile.
func (b *bench) buildTogether(ctx context.Context, mutants []*mutant) ([]tests, []*mutant, error) {
	for {
		sources, err := sourcesWith(mutants)
		if err != nil {
			return nil, nil, err
		}
		built, said := b.build(ctx, sources)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if said == "" {
			return built, mutants, nil
		}
		rest := b.withoutBroken(mutants, sources, said)
		if len(rest) == len(mutants) {
			return nil, nil, fmt.Errorf("does not build:\n%s", said)
		}
		mutants = rest
	}
}

// place is where the compiler complains of: in a source, or in what stands for it (see build).
var place = regexp.MustCompile(`(?m)^(\S+\.go)(?:\.src)?:(\d+):\d+: .*`)

// withoutBroken leaves out the mutants on the lines that the compiler complained of.
func (b *bench) withoutBroken(mutants []*mutant, sources map[string]string, said string) []*mutant {
	broken := map[int]string{}
	for _, at := range place.FindAllStringSubmatch(said, -1) {
		line, _ := strconv.Atoi(at[2])
		for file, text := range sources {
			lines := strings.Split(text, "\n")
			if b := filepath.Base(at[1]); b != filepath.Base(file) && b != flat(file) || line > len(lines) {
				continue
			}
			for _, id := range regexp.MustCompile(`_mutant [!=]= (\d+)`).FindAllStringSubmatch(lines[line-1], -1) {
				n, _ := strconv.Atoi(id[1])
				broken[n] = at[0]
			}
		}
	}
	var rest []*mutant
	for _, m := range mutants {
		if why, is := broken[m.id]; is {
			b.report(m, unbuilt, why)
		} else {
			rest = append(rest, m)
		}
	}
	return rest
}

// sourcesWith returns the sources that have mutants, and the helpers of their packages.
func sourcesWith(mutants []*mutant) (map[string]string, error) {
	of := map[string][]*mutant{}
	for _, m := range mutants {
		of[m.file] = append(of[m.file], m)
	}
	sources := map[string]string{}
	for file, ms := range of {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sources[file] = woven(string(text), ms)
		name := regexp.MustCompile(`(?m)^package (\w+)`).FindSubmatch(text)
		sources[filepath.Join(filepath.Dir(file), "mutants_woven.go")] = fmt.Sprintf(helpers, name[1])
	}
	return sources, nil
}

// flat is a file's name in a folder of all.
func flat(file string) string { return strings.ReplaceAll(file, "/", "_") }

// build compiles the suites with other sources. What it says instead is the compiler's.
func (b *bench) build(ctx context.Context, sources map[string]string) (built []tests, said string) {
	o := overlay{map[string]string{}}
	for file, text := range sources {
		kept := filepath.Join(b.dir, flat(file)+".src")
		if err := os.WriteFile(kept, []byte(text), 0o644); err != nil {
			return nil, err.Error()
		}
		whole, err := filepath.Abs(file)
		if err != nil {
			return nil, err.Error()
		}
		o.Replace[whole] = kept
	}
	text, _ := json.Marshal(o)
	list := filepath.Join(b.dir, "overlay.json")
	if err := os.WriteFile(list, text, 0o644); err != nil {
		return nil, err.Error()
	}
	made := map[string]string{} // by package
	for i, s := range b.suites {
		if binary := made[s.pkg]; binary != "" {
			built = append(built, tests{suite: s, binary: binary, limit: 5 * time.Minute})
			continue
		}
		binary := filepath.Join(b.dir, fmt.Sprintf("suite%d.test", i))
		made[s.pkg] = binary
		out, err := command(ctx, "go", "test", "-vet=off", "-c", "-overlay", list, "-o", binary, "./"+s.pkg).CombinedOutput()
		if err != nil {
			return nil, string(out) + err.Error()
		}
		built = append(built, tests{suite: s, binary: binary, limit: 5 * time.Minute})
	}
	return built, ""
}

// judge runs the suites on a mutant until one fails, its own package's first.
func (b *bench) judge(ctx context.Context, m *mutant, built []tests) {
	built = slices.Clone(built)
	slices.SortStableFunc(built, func(x, y tests) int { return x.distance(m) - y.distance(m) })
	for i := range built {
		ok, out := built[i].passes(ctx, m.id)
		if ctx.Err() != nil {
			return // what it says is nobody's judgement
		}
		if !ok {
			b.report(m, killed, "by "+built[i].pkg+firstFailure(out))
			return
		}
	}
	b.report(m, survived, "")
}

// distance is 0 for the tests of a mutant's package, else 1.
func (t *tests) distance(m *mutant) int {
	if t.pkg == filepath.ToSlash(filepath.Dir(m.file)) {
		return 0
	}
	return 1
}

// judgeAlone builds one mutant and runs the suites on it, each as long as it may take.
func (b *bench) judgeAlone(ctx context.Context, m *mutant, like []tests) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		b.report(m, unbuilt, err.Error())
		return
	}
	built, said := b.build(ctx, map[string]string{m.file: string(text[:m.start]) + m.after + string(text[m.end:])})
	if ctx.Err() != nil {
		return
	}
	if said != "" {
		b.report(m, unbuilt, said)
		return
	}
	for i := range built {
		built[i].limit = like[i].limit
	}
	b.judge(ctx, m, built)
}

// passes runs the tests while one mutant is alive, and returns what they said.
func (t *tests) passes(ctx context.Context, id int) (bool, string) {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	args := []string{"-test.failfast", "-test.timeout=0"}
	if t.tests != "" {
		args = append(args, "-test.run", t.tests)
	}
	if t.skip != "" {
		args = append(args, "-test.skip", t.skip)
	}
	cmd := command(ctx, t.binary, args...)
	cmd.Dir, cmd.Env = t.pkg, append(os.Environ(), alive+"="+strconv.Itoa(id))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return false, "--- FAIL: it hangs"
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && !errors.Is(err, exec.ErrWaitDelay) {
		return false, err.Error()
	}
	return err == nil, out.String()
}

// command is a program that ends with the context, and with it all that it has started.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = 5 * time.Second
	endAll(cmd)
	return cmd
}

func firstFailure(out string) string {
	if at := regexp.MustCompile(`(?m)^(?:--- FAIL: |panic: )(.{0,60})`).FindStringSubmatch(out); at != nil {
		return ": " + at[1]
	}
	return ""
}
