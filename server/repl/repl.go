// Package repl is an interactive Python session: lines become cells, cells are run
// one after the other in one evaluator.
//
// Its one idea: where lines come from is behind an interface. On a terminal that is a
// line editor with history and completion (Editor); otherwise lines are read from a
// file (Pipe), whose statements are run as they would be by `python -i < FILE`.
package repl

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"gputour/engine/eval/cell"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// Lines is where lines come from.
type Lines interface {
	// Cell returns the text of the next cell, the n-th. The error is io.EOF at the end
	// of the input and ErrAborted when the user has given up what was typed.
	Cell(n int) (string, error)
	// Answer returns a line for input(), without its newline.
	Answer(req wire.InputRequestBody) (string, error)
}

// ErrAborted is the error of a cell or an answer that was given up with Ctrl-C.
var ErrAborted = errors.New("aborted")

// Loop runs cells until the lines end. Each run gets the Output that out returns for
// it, and done sees how it went; its error ends the loop.
func Loop(lines Lines, ev session.Evaluator, out session.Output, done func(session.Outcome) error) error {
	for n := 1; ; {
		code, err := lines.Cell(n)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, ErrAborted):
			out.Stream("stderr", "KeyboardInterrupt\n")
			continue
		case err != nil:
			return err
		case strings.TrimSpace(code) == "":
			continue
		}
		run := session.Run{RID: fmt.Sprint(n), Cell: "terminal", Code: code, Count: n, Lang: "en"}
		if err := done(ev.Run(run, out)); err != nil {
			return err
		}
		n++
	}
}

// gather takes lines until they are a cell. next reads a line for the text before it.
func gather(next func(before string) (string, error)) (string, error) {
	text := ""
	for {
		line, err := next(text)
		if err != nil {
			return text, err
		}
		text += line + "\n"
		if !cell.Unfinished(strings.TrimSuffix(text, "\n")) {
			return text, nil
		}
	}
}
