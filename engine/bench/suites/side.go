//go:build unix

package main

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

//go:embed suite.py all:shim
var scripts embed.FS

// outcomes is what became of the tests of a module.
type outcomes struct {
	Load  string // why the module could not be imported
	Tests map[string]outcome
}

type outcome struct {
	Status, Why, Trace string
	Beyond             bool // it speaks of what no session offers
}

// line is one line of suite.py's.
type line struct {
	Begin, Name, Status, Why, Trace, Load string
	Beyond                                bool
	End                                   *int
}

// side runs modules in one of the two Pythons.
type side struct {
	name    string
	command func(module, script string) (*exec.Cmd, error)
	options func() map[string]any // of main in suite.py
}

type sides struct{ real, ours side }

// sides unpacks what both need into a folder of its own.
func (s *settings) sides() (sides, func(), error) {
	dir, err := os.MkdirTemp("", "suites")
	if err != nil {
		return sides{}, nil, err
	}
	undo := func() { os.RemoveAll(dir) }
	if err := os.CopyFS(dir, scripts); err != nil {
		return sides{}, undo, err
	}
	binary, err := filepath.Abs(s.gputour)
	if err == nil {
		s.folder, err = filepath.Abs(s.folder)
	}
	if err == nil && s.keep != "" {
		s.keep, err = filepath.Abs(s.keep)
	}
	if err != nil {
		return sides{}, undo, err
	}
	shim := filepath.Join(dir, "shim", "pytorch")
	real := side{"reference", func(_, script string) (*exec.Cmd, error) {
		c := exec.Command(s.python, script)
		c.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1")
		return c, nil
	}, func() map[string]any {
		options := map[string]any{"folder": s.folder, "look": true}
		if s.torch() {
			options["shim"] = shim
		}
		return options
	}}
	internal := ""
	if s.torch() {
		out, err := exec.Command(s.python, "-c", "import torch; print(torch.__path__[0])").Output()
		if err != nil {
			return sides{}, undo, fmt.Errorf("%s has no PyTorch: %w", s.python, err)
		}
		internal = filepath.Join(strings.TrimSpace(string(out)), "testing", "_internal")
	}
	ours := side{"gputour", func(module, script string) (*exec.Cmd, error) {
		files, err := s.files(module)
		if err != nil {
			return nil, err
		}
		if s.torch() {
			add(files, "torch/testing/_internal", internal)
			add(files, "", shim)
		}
		add(files, "", filepath.Join(dir, "shim", "session"))
		args := []string{"run", "--devices", "cpu", "--script"}
		for name, path := range files {
			args = append(args, "--file", name+"="+path)
		}
		return exec.Command(binary, append(args, script)...), nil
	}, func() map[string]any {
		if s.torch() {
			return map[string]any{"session": "torch"}
		}
		return map[string]any{"session": "python"}
	}}
	return sides{real, ours}, undo, nil
}

// torch says whether the folder holds PyTorch's tests.
func (s *settings) torch() bool {
	_, err := os.Stat(filepath.Join(s.folder, "test_torch.py"))
	return err == nil
}

// expand replaces packages by their modules.
func (s *settings) expand(modules []string) (list []string) {
	for _, m := range modules {
		path := filepath.Join(s.folder, filepath.FromSlash(strings.ReplaceAll(m, ".", "/")))
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			list = append(list, m)
			continue
		}
		found, _ := filepath.Glob(filepath.Join(path, "test*.py"))
		for _, f := range found {
			list = append(list, m+"."+strings.TrimSuffix(filepath.Base(f), ".py"))
		}
	}
	return list
}

// files are what a session needs for a module: it, its neighbours that are no tests, packages
// of these that it names, its own package and those above, and what -with names.
func (s *settings) files(module string) (map[string]string, error) {
	files := map[string]string{}
	rel := strings.ReplaceAll(module, ".", "/")
	files[rel+".py"] = filepath.Join(s.folder, rel+".py")
	text, err := os.ReadFile(files[rel+".py"])
	if err != nil {
		return nil, err
	}
	for _, name := range testName.FindAllString(string(text), -1) { // tests that it takes something from
		for _, dir := range []string{filepath.Dir(rel), "."} { // beside it, or by its whole name
			path := filepath.Join(dir, strings.ReplaceAll(name, ".", "/")+".py")
			if more, err := os.ReadFile(filepath.Join(s.folder, path)); err == nil {
				files[path] = filepath.Join(s.folder, path)
				text = append(text, more...)
			}
		}
	}
	for _, name := range dataName.FindAllStringSubmatch(string(text), -1) { // data that it reads
		path := filepath.Join(filepath.Dir(rel), name[1])
		if _, err := os.Stat(filepath.Join(s.folder, path)); err == nil {
			files[path] = filepath.Join(s.folder, path)
		}
	}
	for dir := filepath.Dir(rel); ; dir = filepath.Dir(dir) {
		whole := dir != "." && strings.Contains(dir, "/") // a package of tests below the folder of all
		entries, err := os.ReadDir(filepath.Join(s.folder, dir))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := e.Name()
			path := filepath.Join(s.folder, dir, name)
			if e.IsDir() && dir == filepath.Dir(rel) && dir != "." && !strings.HasPrefix(name, "test") && names(text, name) {
				add(files, filepath.Join(dir, name), path)
				continue
			}
			switch info, err := e.Info(); {
			case err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20:
			case dir == "." && strings.Contains(module, "."): // the library around CPython's tests
			case whole || !strings.HasPrefix(name, "test_") && filepath.Ext(name) == ".py":
				files[filepath.Join(dir, name)] = path
			}
		}
		if dir == "." {
			break
		}
	}
	for _, name := range strings.FieldsFunc(s.with, func(r rune) bool { return r == ',' }) {
		path := filepath.Join(s.folder, name)
		if info, err := os.Stat(path); err != nil {
			return nil, err
		} else if info.IsDir() {
			add(files, name, path)
		} else {
			files[name] = path
		}
	}
	return files, nil
}

var (
	testName = regexp.MustCompile(`\b(?:\w+\.)?test_\w+`)
	dataName = regexp.MustCompile(`["']([\w-]+\.(?:txt|dat|xml|json|csv))["']`)
)

// names says whether a module's text has a word, such as the name of a package of helpers beside it.
func names(text []byte, word string) bool {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).Match(text)
}

// add puts the files below a folder into a session's folder.
func add(files map[string]string, name, folder string) {
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(folder, path)
		if err == nil && relErr == nil && d.Type().IsRegular() && !strings.Contains(path, "__pycache__") {
			files[filepath.Join(name, rel)] = path
		}
		return nil
	})
}

// kept is what became of a module's tests on one side, as the folder of outcomes has it or as
// it is found now. Of ours only the tests are run that the reference passes.
func (s *settings) kept(d side, module string, want *outcomes) (*outcomes, error) {
	file := filepath.Join(s.keep, fmt.Sprintf("%s.%s.%d.json", module, d.name, s.every))
	var before *outcomes
	if text, err := os.ReadFile(file); s.keep != "" && err == nil {
		before = new(outcomes)
		if err := json.Unmarshal(text, before); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if want == nil {
			return before, nil
		}
	}
	options := d.options()
	options["every"] = s.every
	if want != nil {
		only := []string{}
		for name, w := range want.Tests {
			if w.Status == "passed" && !w.Beyond && !(s.again && before != nil && before.Tests[name].Status == "passed") {
				only = append(only, name)
			}
		}
		if len(only) == 0 {
			if s.again && before != nil {
				return before, nil
			}
			return &outcomes{}, nil
		}
		slices.Sort(only)
		options["only"] = only
	}
	got, err := s.measure(d, module, options)
	if err != nil {
		return nil, err
	}
	if s.again && want != nil && before != nil {
		for name, o := range before.Tests {
			if o.Status == "passed" {
				got.Tests[name] = o
			}
		}
	}
	if s.keep != "" {
		text, err := json.MarshalIndent(got, "", " ")
		if err == nil {
			err = os.WriteFile(file, text, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	return got, nil
}

// measure runs a module's tests. A test that is silent for too long, or ends the process,
// fails; the rest go on in a new process.
func (s *settings) measure(d side, module string, options map[string]any) (*outcomes, error) {
	got := &outcomes{Tests: map[string]outcome{}}
	for {
		done := []string{}
		for name := range got.Tests {
			done = append(done, name)
		}
		options["done"] = done
		script, err := writeScript(module, options)
		if err != nil {
			return nil, err
		}
		c, err := d.command(module, script)
		if err != nil {
			return nil, err
		}
		current, why, err := s.follow(c, got)
		os.RemoveAll(filepath.Dir(script))
		if err != nil || why == "" {
			return got, err
		}
		if current == "" {
			got.Load = why
			return got, nil
		}
		got.Tests[current] = outcome{Status: "failed", Why: why}
	}
}

// writeScript writes suite.py with a call of its main.
func writeScript(module string, options map[string]any) (string, error) {
	text, err := scripts.ReadFile("suite.py")
	if err != nil {
		return "", err
	}
	given, err := json.Marshal(options)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "suite")
	if err != nil {
		return "", err
	}
	script := filepath.Join(dir, "suite_main.py")
	call := fmt.Sprintf("\nmain(%q, **json.loads(%q))\n", module, given)
	return script, os.WriteFile(script, append(text, call...), 0o600)
}

// follow reads what the process says. why is "" where it came to its end; else current is the
// test that it did not end.
func (s *settings) follow(c *exec.Cmd, got *outcomes) (current, why string, err error) {
	c.Dir = filepath.Dir(c.Args[len(c.Args)-1])
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err != nil {
		return "", "", err
	}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		return "", "", err
	}
	var silent atomic.Bool
	all := -c.Process.Pid // with the processes that it has started, which hold the pipe open
	watch := time.AfterFunc(s.patience, func() { silent.Store(true); _ = syscall.Kill(all, syscall.SIGKILL) })
	ended := false
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		text, err := lines.ReadString('\n')
		if rest, ok := strings.CutPrefix(text, "\x01"); ok {
			var l line
			if json.Unmarshal([]byte(rest), &l) == nil {
				watch.Reset(s.patience)
				current, ended = take(l, got, current)
			}
		}
		if err != nil || ended {
			break
		}
	}
	watch.Stop()
	if ended {
		_ = syscall.Kill(all, syscall.SIGKILL)
	}
	err = c.Wait()
	switch {
	case ended:
		return "", "", nil
	case silent.Load():
		return current, "takes too long", nil
	}
	last := strings.TrimSpace(errs.String())
	last = last[strings.LastIndexByte(last, '\n')+1:]
	return current, fmt.Sprintf("ends the process (%v): %s", err, last), nil
}

// take notes one line; ended says whether it is the last.
func take(l line, got *outcomes, current string) (now string, ended bool) {
	switch {
	case l.Begin != "":
		return l.Begin, false
	case l.Name != "":
		if _, twice := got.Tests[l.Name]; !twice {
			got.Tests[l.Name] = outcome{l.Status, l.Why, l.Trace, l.Beyond}
		}
		return current, false
	case l.Load != "":
		got.Load = "does not load: " + l.Load
		return "", true
	}
	return "", l.End != nil
}
