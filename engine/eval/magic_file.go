package eval

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/spf13/afero"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file holds the magics that read files and earlier cells, and %%capture.

// readFile returns the text of one of the session's files.
func (e *Evaluator) readFile(name string) (string, error) {
	name = strings.Trim(name, `'" `)
	if name == "" {
		return "", usage("the name of a file is missing.")
	}
	text, err := afero.ReadFile(e.session.FS, e.session.OpenPath(name))
	if err != nil {
		return "", object.Raise(object.OSError, "File `%s` not found.", name)
	}
	return string(text), nil
}

// loadLine implements %load and %pycat: the file's text is shown, to be copied into a cell.
func loadLine(e *Evaluator, _ *object.Thread, text string) (object.Value, error) {
	source, err := e.readFile(text)
	if err == nil {
		_, err = io.WriteString(e.session.Stdout, source)
	}
	return object.None, err
}

// runLine implements %run NAME [ARGUMENT…]: a program in the session's globals, as __main__.
func runLine(e *Evaluator, t *object.Thread, text string) (object.Value, error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "-i "))
	words := strings.Fields(text)
	if len(words) == 0 {
		return object.Value{}, usage("%%run needs the name of a file.")
	}
	if path.Ext(words[0]) == "" {
		words[0] += ".py"
	}
	source, err := e.readFile(words[0])
	if err != nil {
		return object.Value{}, err
	}
	old, _ := e.session.Sys.Get("argv")
	defer e.session.Sys.Set("argv", old)
	var argv []object.Value
	for _, w := range words {
		argv = append(argv, object.NewStr(w))
	}
	e.session.Sys.Set("argv", object.NewList(argv))
	_, err = interp.Exec(t, interp.Source{Name: e.session.OpenPath(words[0]), Text: source, Line: 1, Script: true}, e.main)
	if x, ok := object.AsException(err); ok && object.Catch(err, object.SystemExit) {
		if code := x.Field("code"); code.IsNone() || code == object.Int(0) {
			err = nil // a program that ends well
		}
	}
	return object.None, err
}

// historyLine implements %history [-n]: the cells that have run, this one too.
func historyLine(e *Evaluator, _ *object.Thread, text string) (object.Value, error) {
	numbered := strings.Contains(" "+text+" ", " -n ")
	var b strings.Builder
	for n, cell := range e.history {
		switch {
		case n == 0:
		case numbered && strings.Contains(strings.TrimRight(cell, "\n"), "\n"):
			fmt.Fprintf(&b, "%4d:\n%s\n", n, strings.TrimRight(cell, "\n"))
		case numbered:
			fmt.Fprintf(&b, "%4d: %s\n", n, strings.TrimRight(cell, "\n"))
		default:
			b.WriteString(strings.TrimRight(cell, "\n") + "\n")
		}
	}
	_, err := io.WriteString(e.session.Stdout, b.String())
	return object.None, err
}

// captureCell implements %%capture [--no-stdout] [--no-stderr] [NAME]: the output is
// kept in NAME, or dropped.
func captureCell(e *Evaluator, a *active, file, text, cell string) (object.Value, error) {
	keep := map[string]bool{}
	name := ""
	for _, word := range strings.Fields(text) {
		if strings.HasPrefix(word, "--") {
			keep[word] = true
		} else {
			name = word
		}
	}
	out, errs := &capture{t: a.thread}, &capture{t: a.thread}
	failed := e.captured(a, file, cell, streams{out, errs, keep["--no-stdout"], keep["--no-stderr"]})
	if name == "" {
		return object.Value{}, failed
	}
	module, err := interp.Import(a.thread, "IPython.display")
	if err != nil {
		return object.Value{}, err
	}
	v, err := object.CallAttr(a.thread, module, "CapturedIO", object.NewStr(out.String()), object.NewStr(errs.String()))
	if err == nil {
		e.main.Set(name, v)
		err = failed
	}
	return object.Value{}, err
}

// streams say where output goes while it is captured, and what is left alone.
type streams struct {
	out, err           io.Writer
	leaveOut, leaveErr bool
}

func (e *Evaluator) captured(a *active, file, cell string, s streams) error {
	out, errs := e.session.Stdout, e.session.Stderr
	defer func() { e.session.Stdout, e.session.Stderr = out, errs }()
	if !s.leaveOut {
		e.session.Stdout = s.out
	}
	if !s.leaveErr {
		e.session.Stderr = s.err
	}
	_, failed := e.below(a, file, cell)
	return failed
}

// capture keeps what is written, within the session's budget.
type capture struct {
	bytes.Buffer
	t *object.Thread
}

func (c *capture) Write(p []byte) (int, error) {
	if err := c.t.Charge(len(p)); err != nil {
		return 0, err
	}
	return c.Buffer.Write(p)
}
