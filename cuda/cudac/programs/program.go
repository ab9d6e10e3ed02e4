//go:build unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"gputour/cuda/cudac"
	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/source"
	"gputour/engine/diag"
)

// program is a file with a main, and what is compiled with it.
type program struct {
	root, file string
	more       []string
}

func (p program) name() string {
	if rel, err := filepath.Rel(filepath.Dir(p.root), p.file); err == nil {
		return rel
	}
	return p.file
}

// expected is the file that holds what the program prints.
func (p program) expected() string { return p.beside(".out") }

func (p program) beside(ext string) string {
	return strings.TrimSuffix(p.file, filepath.Ext(p.file)) + ext
}

var (
	hasMain = regexp.MustCompile(`(?m)^\s*(int|void|auto)?\s*\bmain\s*\(`)
	comment = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	code    = regexp.MustCompile(`[{#]`) // a licence may have the name of a source
	isCUDA  = regexp.MustCompile(`cuda|<<<`)
	brings  = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]([^">\n]*)[">]`)
)

// programsIn finds the programs below a folder.
func programsIn(root string) (list []program, err error) {
	folders := map[string][]string{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains([]string{".cu", ".cpp", ".cc"}, filepath.Ext(path)) {
			folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], path)
		}
		return err
	})
	for _, files := range folders {
		var mains, others []string
		kernels, brought := false, map[string]bool{}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			plain := comment.ReplaceAllString(string(text), "")
			for _, m := range brings.FindAllStringSubmatch(plain, -1) {
				brought[filepath.Join(filepath.Dir(f), m[1])] = true
			}
			kernels = kernels || filepath.Ext(f) == ".cu"
			if hasMain.MatchString(plain) && (filepath.Ext(f) == ".cu" || isCUDA.MatchString(plain)) {
				mains = append(mains, f)
			} else if code.MatchString(plain) {
				others = append(others, f)
			}
		}
		if !kernels {
			continue
		}
		others = slices.DeleteFunc(others, func(f string) bool { return brought[f] })
		if len(mains) > 1 {
			mains = slices.DeleteFunc(mains, func(f string) bool { return filepath.Ext(f) != ".cu" })
		}
		for _, f := range mains {
			p := program{root: root, file: f}
			if len(mains) == 1 {
				p.more = others
			}
			p.more = append(p.more, behind(append([]string{f}, p.more...), root)...)
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b program) int { return strings.Compare(a.file, b.file) })
	return list, err
}

// behind are the sources of the headers that files include from other folders: those of a header's name beside it.
func behind(files []string, root string) (list []string) {
	folder := filepath.Dir(files[0])
	var dirs []string
	for i := 0; i < len(files); i++ { // it grows
		text, _ := os.ReadFile(files[i])
		for _, m := range brings.FindAllStringSubmatch(comment.ReplaceAllString(string(text), ""), -1) {
			if dirs == nil {
				dirs = append([]string{folder}, includes(root, folder)...)
			}
			if cudac.Provides(m[1]) {
				continue
			}
			if source := sourceOf(m[1], filepath.Dir(files[i]), dirs); source != "" && !slices.Contains(files, source) && filepath.Dir(source) != folder {
				files, list = append(files, source), append(list, source)
			}
		}
	}
	return list
}

// sourceOf is the source beside the header that an #include names, where it has no main; "" where there is none.
func sourceOf(name, from string, dirs []string) string {
	for _, dir := range append([]string{from}, dirs...) {
		header := filepath.Join(dir, name)
		if _, err := os.Stat(header); err != nil || !strings.HasPrefix(filepath.Ext(name), ".h") && filepath.Ext(name) != ".cuh" {
			continue
		}
		for _, ext := range []string{".cu", ".cpp", ".cc", ".c"} {
			source := strings.TrimSuffix(header, filepath.Ext(header)) + ext
			if text, err := os.ReadFile(source); err == nil && !hasMain.Match(text) {
				return source
			}
		}
		return ""
	}
	return ""
}

// outcome is how a program ended, and what it took of a processor.
type outcome struct {
	kind, why string
	seconds   float64
}

// The kinds of outcomes.
const (
	passed     = "passed"
	refused    = "refused"
	uncompiled = "does not compile"
	finding    = "finding"
	wrong      = "wrong output"
	status     = "ends with a status"
	slow       = "takes too long"
	crashed    = "crash"
	window     = "wants a window"
	asking     = "wants an argument or a file"
)

var kinds = []string{passed, window, asking, refused, uncompiled, finding, wrong, status, slow, crashed}

// reasonMark begins the last line of a process's errors that says why a program failed.
const reasonMark = "\x00reason: "

func fail(kind, format string, args ...any) int {
	text := fmt.Sprintf(format, args...)
	first, _, _ := strings.Cut(text, "\n")
	fmt.Fprintf(os.Stderr, "%s\n%s%s\t%s\n", text, reasonMark, kind, first)
	return 1
}

// includes are the folders below root in which a compiler is told to look for headers: those that have one, the nearest
// to a program first.
func includes(root, folder string) (list []string) {
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		dir := filepath.Dir(path)
		if ext := filepath.Ext(path); err == nil && !d.IsDir() && (strings.HasPrefix(ext, ".h") || ext == ".cuh") {
			if !slices.Contains(list, dir) {
				list = append(list, dir)
			}
		}
		return nil
	})
	distance := func(dir string) int {
		rel, _ := filepath.Rel(folder, dir)
		return strings.Count(rel, "/")
	}
	slices.SortStableFunc(list, func(a, b string) int { return distance(a) - distance(b) })
	return list
}

// opener reads the files that a program includes and opens: those beside it, then those of the folders of headers. What
// the compiler brings itself is not looked for there.
func opener(root, folder string) func(name string) ([]byte, bool) {
	list := sync.OnceValue(func() []string { return includes(root, folder) })
	return func(name string) ([]byte, bool) {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil || root == "" || cudac.Provides(name) {
			return text, err == nil
		}
		for _, dir := range list() {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
				return text, true
			}
		}
		return nil, false
	}
}

// runHere compiles and runs a program in this process.
func runHere(root string, files []string, seconds, devices int, compile bool) int {
	limit := syscall.Rlimit{Cur: uint64(seconds + 5), Max: uint64(seconds + 5)}
	syscall.Setrlimit(syscall.RLIMIT_CPU, &limit)
	folder := filepath.Dir(files[0])
	open := opener(root, folder)
	input := cudac.Source{File: filepath.Base(files[0]), Open: func(name string) (string, bool) {
		text, ok := open(name)
		return string(text), ok
	}}
	for i, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return fail(crashed, "%v", err)
		}
		if i == 0 {
			input.Text = string(text)
			continue
		}
		input.More = append(input.More, source.File{Name: filepath.Base(f), Text: string(text)})
	}
	p, err := input.Program()
	if err != nil {
		text, kind := compileErrors(err), uncompiled
		if windows.MatchString(text) {
			kind = window
		} else if missing.MatchString(text) {
			kind = refused
		}
		return fail(kind, "%s", text)
	}
	if compile {
		return 0
	}
	args, _ := os.ReadFile(program{file: files[0]}.beside(".args"))
	r, err := p.Run(host.Machine{Args: strings.Fields(string(args)), Devices: devices, Stdout: os.Stdout, Stderr: os.Stderr, Memory: 12 << 30,
		Poll: func() error { return spent(seconds) }, Open: open,
		Device: host.Device{Name: "Simulated GPU", Memory: 16 << 30, Multiprocessors: 80, Major: 8, Minor: 0, ThreadsPerSM: 2048,
			ClockKHz: 1_530_000, MemoryClockKHz: 877_000, BusBits: 4096, L2Bytes: 6 << 20}})
	switch f := (*report.Fault)(nil); {
	case errors.As(err, &f):
		fmt.Fprintln(os.Stderr, f.Message)
		return fail(finding, "%s: %s", f.Kind, f.Message)
	case err != nil:
		return fail(slow, "%v", err)
	case r.Exit != 0:
		return fail(status, "ends with status %d", r.Exit)
	}
	return 0
}

// missing are first errors that name a library which is not here.
var missing = regexp.MustCompile(`^'[^\n]*' file not found`)

// windows are those of libraries that draw on a screen.
var windows = regexp.MustCompile(`(?i)^'(GL|GLFW|GLES\d?|EGL|X11|SDL2?|OpenGL|vulkan|helper_gl|cuda_gl_interop|d3d\d*|d3dx12|windows)\b[^\n]*' file not found`)

// spent ends a program that took its time.
func spent(seconds int) error {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err == nil && int(u.Utime.Sec) >= seconds {
		return fmt.Errorf("takes more than %d seconds of processor time", seconds)
	}
	return nil
}

// compileErrors is the first error, with the others behind it.
func compileErrors(err error) string {
	list, ok := err.(diag.List)
	if !ok {
		return err.Error()
	}
	var first string
	var b strings.Builder
	for _, d := range list {
		if d.Severity != diag.Error {
			continue
		}
		if first == "" {
			first = d.Message
		}
		fmt.Fprintf(&b, "%s:%d:%d: %s\n    %s\n", d.File, d.Span.Start.Line, d.Span.Start.Col+1, d.Message, strings.TrimSpace(d.LineText))
	}
	return first + "\n" + b.String()
}
