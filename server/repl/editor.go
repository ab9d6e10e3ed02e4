package repl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// Editor reads cells from the terminal.
type Editor struct {
	line    *liner.State
	ev      session.Evaluator
	history string // its file; "" for none
	before  string // what has been typed of the cell, without the current line
}

// indentation is what Tab inserts where there is nothing to complete.
const indentation = "    "

// NewEditor takes the terminal over until Close. History is kept in a file, where
// that can be had; "" keeps none.
func NewEditor(ev session.Evaluator, history string) *Editor {
	e := &Editor{line: liner.NewLiner(), ev: ev, history: history}
	e.line.SetCtrlCAborts(true)
	e.line.SetTabCompletionStyle(liner.TabPrints)
	e.line.SetWordCompleter(e.complete)
	if f, err := os.Open(history); err == nil {
		e.line.ReadHistory(f)
		f.Close()
	}
	return e
}

// HistoryFile is where the history is kept; "" where the user has no folder for it.
func HistoryFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "gputour", "history")
}

// Close gives the terminal back and saves the history.
func (e *Editor) Close() error {
	err := e.line.Close()
	if e.history == "" {
		return err
	}
	if os.MkdirAll(filepath.Dir(e.history), 0o700) != nil {
		return err // a terminal without history is still one
	}
	f, open := os.OpenFile(e.history, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if open != nil {
		return err
	}
	e.line.WriteHistory(f)
	return errors.Join(err, f.Close())
}

// Cell implements Lines.
func (e *Editor) Cell(n int) (string, error) {
	interruptKey(false)
	first := fmt.Sprintf("In [%d]: ", n)
	more := strings.Repeat(" ", max(len(first)-len("...: "), 0)) + "...: "
	text, err := gather(func(before string) (string, error) {
		e.before = before
		if before == "" {
			return e.read(first, "")
		}
		return e.read(more, indentAfter(before))
	})
	e.before = ""
	if err != nil {
		return "", err
	}
	e.remember(text)
	interruptKey(true) // it stops the cell now
	return text, nil
}

func (e *Editor) read(prompt, suggestion string) (string, error) {
	line, err := e.line.PromptWithSuggestion(prompt, suggestion, -1)
	if errors.Is(err, liner.ErrPromptAborted) {
		return "", ErrAborted
	}
	return line, err
}

// remember puts each line of a cell into the history.
func (e *Editor) remember(text string) {
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) != "" {
			e.line.AppendHistory(line)
		}
	}
}

// indentAfter is the indentation of the line that follows text.
func indentAfter(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	last := lines[len(lines)-1]
	indent := last[:len(last)-len(strings.TrimLeft(last, " \t"))]
	if strings.HasSuffix(strings.TrimSpace(last), ":") {
		indent += indentation
	}
	return indent
}

// complete is the line editor's completer: cursor counts code points of line.
func (e *Editor) complete(line string, cursor int) (head string, matches []string, tail string) {
	runes := []rune(line)
	head, tail = string(runes[:cursor]), string(runes[cursor:])
	if strings.TrimSpace(head) == "" {
		return head, []string{indentation}, tail
	}
	before := []rune(e.before)
	reply := e.ev.Complete(e.before+line, len(before)+cursor)
	head = string(runes[:max(reply.Start-len(before), 0)])
	for _, m := range reply.Matches {
		matches = append(matches, m.Text)
	}
	return head, matches, tail
}

// Answer implements Lines. Of a prompt of several lines the last stands on the line that is edited.
func (e *Editor) Answer(req wire.InputRequestBody) (string, error) {
	prompt := req.Prompt
	if at := strings.LastIndexByte(prompt, '\n'); at >= 0 {
		fmt.Print(prompt[:at+1])
		prompt = prompt[at+1:]
	}
	prompt = strings.Map(printable, prompt)
	if req.Password {
		return e.line.PasswordPrompt(prompt)
	}
	return e.read(prompt, "")
}

// printable drops control characters, which a prompt cannot hold.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}
