// Package hostile is a corpus of cells that mean harm: bombs of memory, endless loops, texts
// without an end, ways to the host. Each says what must happen to it, so that whatever runs
// cells can be held to it: an evaluator, or a server whose neighbours must not notice.
package hostile

import (
	"embed"
	"fmt"
	"strings"

	"gputour/engine/wire"
)

//go:embed testdata/cells
var files embed.FS

// Cell is one hostile cell. Must are the ends that it may have, in the words of its first line:
//
//	raises NAME   an exception of that name
//	says TEXT     it ends by itself, and TEXT is in what it prints or raises
//	stops         it does not end, and a stop ends it
//	ends          it ends by itself, in whatever way
type Cell struct {
	Name string
	Must []string
	Code string
}

// Cells is the corpus, by name.
func Cells() ([]Cell, error) {
	entries, err := files.ReadDir("testdata/cells")
	if err != nil {
		return nil, err
	}
	var cells []Cell
	for _, e := range entries {
		data, err := files.ReadFile("testdata/cells/" + e.Name())
		if err != nil {
			return nil, err
		}
		first, code, ok := strings.Cut(string(data), "\n")
		must, isComment := strings.CutPrefix(first, "# ")
		if !ok || !isComment {
			return nil, fmt.Errorf("%s does not say what must happen to it", e.Name())
		}
		c := Cell{Name: strings.TrimSuffix(e.Name(), ".py"), Code: strings.TrimSuffix(code, "\n")}
		for _, end := range strings.Split(must, " | ") {
			verb, _, _ := strings.Cut(end, " ")
			if !strings.Contains("raises says stops ends", verb) {
				return nil, fmt.Errorf("%s: %q is no end of a cell", e.Name(), end)
			}
			c.Must = append(c.Must, end)
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// findings are the cells that once ended the program, reached the host or kept a neighbour
// waiting: whoever runs a part of the corpus runs these.
var findings = map[string]bool{
	"shell-host-tmpdir": true, "shell-process-substitution": true, "shell-doubling": true, "shell-fork-bomb": true,
	"kernel-run-malloc": true, "array-nested-list": true, "text-error-value": true, "array-bincount": true,
}

// Finding reports whether the cell once did harm.
func (c Cell) Finding() bool { return findings[c.Name] }

// Endless reports whether the cell goes on until it is stopped; Maybe, whether it may.
func (c Cell) Endless() bool { return len(c.Must) == 1 && c.Must[0] == "stops" }

// Maybe reports whether the cell may have to be stopped.
func (c Cell) Maybe() bool {
	for _, end := range c.Must {
		if end == "stops" {
			return true
		}
	}
	return false
}

// End is how a cell ended.
type End struct {
	State   wire.RunState
	Stopped bool // by a stop that was asked for
	Name    string
	Text    string // of streams, the exception and limits together
}

// Judge says what is wrong with an end of the cell; "" is nothing.
func (c Cell) Judge(e End) string {
	for _, end := range c.Must {
		verb, what, _ := strings.Cut(end, " ")
		switch verb {
		case "ends":
			if !e.Stopped {
				return ""
			}
		case "stops":
			if e.Stopped && e.State == wire.RunStopped {
				return ""
			}
		case "says":
			// Where either end will do, the stop may come while the words are on their way.
			if (!e.Stopped || c.Maybe()) && strings.Contains(e.Text, what) {
				return ""
			}
		case "raises":
			if !e.Stopped && (e.Name == what || strings.HasSuffix(e.Name, "."+what)) {
				return ""
			}
		}
	}
	text := e.Text
	if len(text) > 400 {
		text = text[:200] + " … " + text[len(text)-200:]
	}
	return fmt.Sprintf("it must be one of %q; it is %s, stopped %v, %s: %s", c.Must, e.State, e.Stopped, e.Name, text)
}
