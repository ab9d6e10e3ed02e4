package eval

import (
	"fmt"
	"path"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file holds the magics: %name line and %%name line over a cell.

// lineMagics are what % knows. The text is what follows the name.
var lineMagics map[string]func(e *Evaluator, t *object.Thread, text string) (object.Value, error)

// cellMagics are what %% knows.
var cellMagics map[string]func(e *Evaluator, a *active, file, text, cell string) (object.Value, error)

func init() { // the tables refer to functions that refer to the tables
	lineMagics = map[string]func(e *Evaluator, t *object.Thread, text string) (object.Value, error){
		"time": timeLine, "timeit": timeitLine, "who": who, "who_ls": whoList, "whos": whos, "reset": reset,
		"pinfo": pinfo(0), "pinfo2": pinfo(1), "pwd": pwd, "cd": cd, "env": envLine, "lsmagic": lsMagic,
		"matplotlib": accept, "config": accept, "load_ext": accept, "reload_ext": accept, "autoreload": accept, "precision": accept,
		"pprint": accept, "xmode": accept, "colors": accept, "pylab": accept, "aimport": accept,
		"run": runLine, "load": loadLine, "loadpy": loadLine, "pycat": loadLine, "history": historyLine, "hist": historyLine,
		"pdoc": pinfo(0), "psource": pinfo(1),
		"ls": shellLine("ls"), "cat": shellLine("cat"), "mkdir": shellLine("mkdir"), "rm": shellLine("rm"),
		"cp": shellLine("cp"), "mv": shellLine("mv"), "sx": shellLine(""), "system": shellLine(""), "pip": shellLine("pip"),
	}
	cellMagics = map[string]func(e *Evaluator, a *active, file, text, cell string) (object.Value, error){
		"time": timeCell, "timeit": timeitCell, "capture": captureCell, "writefile": writeFile, "file": writeFile,
		"bash": shellCell, "sh": shellCell, "script": shellCell, "system": shellCell,
		"html": showAs("text/html"), "HTML": showAs("text/html"), "svg": showAs("image/svg+xml"), "SVG": showAs("image/svg+xml"),
		"markdown": showAs("text/markdown"), "latex": showAs("text/latex"), "python": plainCell, "python3": plainCell,
		"cuda": cudaCell,
	}
}

func accept(*Evaluator, *object.Thread, string) (object.Value, error) { return object.None, nil }

// lineMagic implements get_ipython().run_line_magic.
func (e *Evaluator) lineMagic(t *object.Thread, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	text, _ := object.AsStr(a[1])
	run := lineMagics[name]
	if run == nil {
		return object.Value{}, usage("Line magic function `%%%s` not found.", name)
	}
	return run(e, t, text)
}

// runCellMagic implements get_ipython().run_cell_magic.
func (e *Evaluator) runCellMagic(t *object.Thread, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	text, _ := object.AsStr(a[1])
	cell, _ := object.AsStr(a[2])
	v, err := e.cellMagic(e.current(), "<cell magic>", name+" "+text, cell)
	if err == nil && v.IsNil() {
		v = object.None
	}
	return v, err
}

// cellMagic runs a cell whose first line was %%line. Positions in the rest count from that line.
func (e *Evaluator) cellMagic(a *active, file, line, rest string) (object.Value, error) {
	name, text, _ := strings.Cut(line, " ")
	run := cellMagics[name]
	if run == nil {
		return object.Value{}, usage("Cell magic `%%%%%s` not found.", name)
	}
	return run(e, a, file, strings.TrimSpace(text), rest)
}

// usage is the error of a magic that is used wrongly.
func usage(format string, args ...any) error {
	return object.Raise(object.SyntaxError, "UsageError: %s", fmt.Sprintf(format, args...))
}

// below runs Python that stands under the first line of a cell.
func (e *Evaluator) below(a *active, file, cell string) (object.Value, error) {
	return e.exec(a, file, "\n"+translate(cell))
}

func plainCell(e *Evaluator, a *active, file, _, cell string) (object.Value, error) {
	return e.below(a, file, cell)
}

func timeLine(e *Evaluator, t *object.Thread, text string) (object.Value, error) {
	start := time.Now()
	res, err := interp.Exec(t, interp.Source{Name: "<timed>", Text: translate(text), Line: 1}, e.main)
	if err != nil {
		return object.Value{}, err
	}
	e.sayTime(time.Since(start))
	if !res.HasValue {
		return object.None, nil
	}
	return res.Value, nil
}

func timeCell(e *Evaluator, a *active, file, text, cell string) (object.Value, error) {
	start := time.Now()
	v, err := e.below(a, file, text+"\n"+cell)
	if err == nil {
		e.sayTime(time.Since(start))
	}
	return v, err
}

// sayTime prints as IPython does where one clock serves for CPU and wall time.
func (e *Evaluator) sayTime(d time.Duration) {
	fmt.Fprintf(e.session.Stdout, "CPU times: total: %s\nWall time: %s\n", span(d), span(d))
}

// span writes a duration with three digits and a unit.
func span(d time.Duration) string {
	seconds := d.Seconds()
	for _, u := range []struct {
		name  string
		scale float64
	}{{"s", 1}, {"ms", 1e3}, {"µs", 1e6}} {
		if seconds*u.scale >= 1 {
			return fmt.Sprintf("%.3g %s", seconds*u.scale, u.name)
		}
	}
	return fmt.Sprintf("%.3g ns", seconds*1e9)
}

func timeitLine(e *Evaluator, t *object.Thread, text string) (object.Value, error) {
	return e.timeit(t, text, "")
}

func timeitCell(e *Evaluator, a *active, file, text, cell string) (object.Value, error) {
	_, rest := timeitOptions(text)
	if rest == "" {
		return e.timeit(a.thread, text, cell)
	}
	return e.timeit(a.thread, strings.TrimSuffix(text, rest), rest+"\n"+cell)
}

// timeitOptions reads -n N and -r N off a line.
func timeitOptions(text string) (opts map[byte]int, rest string) {
	opts = map[byte]int{}
	for strings.HasPrefix(text, "-") && len(text) > 1 {
		flag := text[1]
		text = strings.TrimLeft(text[2:], " ")
		end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if end < 0 {
			end = len(text)
		}
		if n, err := strconv.Atoi(text[:end]); err == nil {
			opts[flag] = n
			text = strings.TrimLeft(text[end:], " ")
		}
	}
	return opts, text
}

// timeit runs code often enough to last a while, several times over, and prints mean and deviation.
func (e *Evaluator) timeit(t *object.Thread, line, cell string) (object.Value, error) {
	opts, code := timeitOptions(line)
	if cell != "" {
		code = cell
	}
	loop := func(n int) (time.Duration, error) {
		indented := "    " + strings.ReplaceAll(strings.TrimRight(code, "\n"), "\n", "\n    ")
		src := fmt.Sprintf("for _ in range(%d):\n%s\n", n, indented)
		start := time.Now()
		_, err := interp.Exec(t, interp.Source{Name: "<timeit>", Text: src, Line: 1, Script: true}, e.main)
		return time.Since(start), err
	}
	n, runs := opts['n'], opts['r']
	if runs == 0 {
		runs = 7
	}
	for n == 0 {
		for n = 1; ; n *= 10 {
			d, err := loop(n)
			if err != nil {
				return object.Value{}, err
			}
			if d > 100*time.Millisecond || n >= 1e7 {
				break
			}
		}
	}
	var each []float64
	for range runs {
		d, err := loop(n)
		if err != nil {
			return object.Value{}, err
		}
		each = append(each, d.Seconds()/float64(n))
	}
	e.sayTimeit(each, n)
	return object.None, nil
}

func (e *Evaluator) sayTimeit(each []float64, n int) {
	mean, deviation := meanOf(each)
	plural := "s"
	if len(each) == 1 {
		plural = ""
	}
	loops := "s"
	if n == 1 {
		loops = ""
	}
	fmt.Fprintf(e.session.Stdout, "%s ± %s per loop (mean ± std. dev. of %d run%s, %s loop%s each)\n",
		span(time.Duration(mean*1e9)), span(time.Duration(deviation*1e9)), len(each), plural, thousands(n), loops)
}

func who(e *Evaluator, t *object.Thread, _ string) (object.Value, error) {
	list := e.userNames()
	if len(list) == 0 {
		fmt.Fprintln(e.session.Stdout, "Interactive namespace is empty.")
	} else {
		fmt.Fprintln(e.session.Stdout, strings.Join(list, "\t "))
	}
	return object.None, nil
}

func whoList(e *Evaluator, t *object.Thread, _ string) (object.Value, error) {
	var items []object.Value
	for _, name := range e.userNames() {
		items = append(items, object.NewStr(name))
	}
	return object.NewList(items), nil
}

func whos(e *Evaluator, t *object.Thread, _ string) (object.Value, error) {
	list := e.userNames()
	if len(list) == 0 {
		return who(e, t, "")
	}
	width := len("Variable")
	for _, name := range list {
		width = max(width, len(name))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s   Type        Data/Info\n%s\n", width, "Variable", strings.Repeat("-", width+23))
	for _, name := range list {
		v, _ := e.main.Get(name)
		text, err := object.Repr(t, v)
		if err != nil {
			return object.Value{}, err
		}
		first, _, more := strings.Cut(text, "\n")
		if r := []rune(first); len(r) > 60 || more {
			first = string(r[:min(len(r), 57)]) + "..."
		}
		fmt.Fprintf(&b, "%-*s   %-10s  %s\n", width, name, object.TypeName(v), first)
	}
	_, err := e.session.Stdout.Write([]byte(b.String()))
	return object.None, err
}

// userNames are the names that cells have defined, sorted.
func (e *Evaluator) userNames() []string {
	var list []string
	for _, name := range e.main.Names() {
		if v, ok := e.main.Get(name); ok && !strings.HasPrefix(name, "_") {
			if _, module := v.Object().(*object.Module); !module {
				list = append(list, name)
			}
		}
	}
	sort.Strings(list)
	return list
}

func reset(e *Evaluator, t *object.Thread, _ string) (object.Value, error) {
	for _, name := range e.main.Names() {
		if !strings.HasPrefix(name, "__") {
			e.main.Delete(name)
		}
	}
	e.out.Clear()
	return object.None, nil
}

// pinfo is name?, and with detail 1 name??.
func pinfo(detail int) func(e *Evaluator, t *object.Thread, text string) (object.Value, error) {
	return func(e *Evaluator, t *object.Thread, text string) (object.Value, error) {
		v, ok := e.resolve(t, text)
		if !ok {
			fmt.Fprintf(e.session.Stdout, "Object `%s` not found.\n", text)
			return object.None, nil
		}
		fmt.Fprintln(e.session.Stdout, helpText(t, text, v, detail))
		return object.None, nil
	}
}

func pwd(e *Evaluator, _ *object.Thread, _ string) (object.Value, error) {
	return object.NewStr(e.session.Cwd), nil
}

func cd(e *Evaluator, _ *object.Thread, text string) (object.Value, error) {
	to := strings.Trim(text, `'" `)
	if to == "" || to == "~" {
		to = e.session.Env["HOME"]
	}
	if !path.IsAbs(to) {
		to = path.Join(e.session.Cwd, to)
	}
	if ok, err := afero.DirExists(e.session.FS, to); err != nil || !ok {
		return object.Value{}, object.Raise(object.FileNotFoundError, "[Errno 2] No such file or directory: '%s'", text)
	}
	e.session.Cwd = path.Clean(to)
	fmt.Fprintln(e.session.Stdout, e.session.Cwd)
	return object.None, nil
}

// envLine implements %env NAME, %env NAME=VALUE and %env NAME VALUE.
func envLine(e *Evaluator, _ *object.Thread, text string) (object.Value, error) {
	name, value, set := strings.Cut(text, "=")
	if !set {
		name, value, set = strings.Cut(text, " ")
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if set {
		e.session.Env[name] = value
		fmt.Fprintf(e.session.Stdout, "env: %s=%s\n", name, value)
		return object.None, nil
	}
	if v, ok := e.session.Env[name]; ok {
		return object.NewStr(v), nil
	}
	return object.None, nil
}

func lsMagic(e *Evaluator, _ *object.Thread, _ string) (object.Value, error) {
	var b strings.Builder
	b.WriteString("Available line magics:\n")
	for _, name := range sortedKeys(lineMagics) {
		b.WriteString("%" + name + "  ")
	}
	b.WriteString("\n\nAvailable cell magics:\n")
	for _, name := range sortedKeys(cellMagics) {
		b.WriteString("%%" + name + "  ")
	}
	fmt.Fprintln(e.session.Stdout, b.String())
	return object.None, nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// shellLine is a magic that is a command of the shell.
func shellLine(command string) func(e *Evaluator, t *object.Thread, text string) (object.Value, error) {
	return func(e *Evaluator, t *object.Thread, text string) (object.Value, error) {
		return e.system(t, []object.Value{object.NewStr(strings.TrimSpace(command + " " + text))})
	}
}

func shellCell(e *Evaluator, a *active, _, _, cell string) (object.Value, error) {
	e.shell().Run(a.ctx, cell, strings.NewReader(""), e.session.Stdout, e.session.Stderr)
	return object.Value{}, a.thread.Poll()
}

// writeFile implements %%writefile [-a] NAME.
func writeFile(e *Evaluator, a *active, _, text, cell string) (object.Value, error) {
	name, add := strings.CutPrefix(text, "-a ")
	name = strings.TrimSpace(name)
	if name == "" {
		return object.Value{}, usage("%%%%writefile needs the name of a file.")
	}
	file, verb := name, "Writing"
	if !path.IsAbs(file) {
		file = path.Join(e.session.Cwd, file)
	}
	old, err := afero.ReadFile(e.session.FS, file)
	switch {
	case err == nil && add:
		cell, verb = string(old)+cell, "Appending to"
	case err == nil:
		verb = "Overwriting"
	}
	if err := afero.WriteFile(e.session.FS, file, []byte(cell), 0o644); err != nil {
		return object.Value{}, object.Raise(object.OSError, "%v", err)
	}
	fmt.Fprintln(e.session.Stdout, verb, name)
	return object.Value{}, nil
}

// nowhere drops what is written.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

// showAs is a cell magic that displays the cell's text.
func showAs(mime string) func(e *Evaluator, a *active, file, text, cell string) (object.Value, error) {
	return func(e *Evaluator, a *active, _, _, cell string) (object.Value, error) {
		a.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{mime: cell, "text/plain": cell}})
		return object.Value{}, nil
	}
}

// cudaCell implements %%cuda through the compiler of kernel cells that the program was built with.
func cudaCell(e *Evaluator, a *active, file, text, cell string) (object.Value, error) {
	if e.config.Kernels == nil {
		return object.Value{}, usage("Cell magic `%%%%cuda` not found: this build of gputour has no kernel cells.")
	}
	return e.config.Kernels(KernelCell{Thread: a.thread, Machine: e.machine, Globals: e.main, File: file, Options: text, Source: cell})
}
