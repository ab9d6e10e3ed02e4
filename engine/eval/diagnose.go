package eval

import (
	"strings"

	"gputour/engine/diag"
	"gputour/engine/eval/cell"
	"gputour/engine/interp"
	"gputour/engine/wire"
)

// This file says what is wrong with a source that has not been run. It needs
// nothing of the session, so it never waits for a cell.

// Diagnose implements session.Evaluator.
func (e *Evaluator) Diagnose(code string) wire.DiagnoseReplyBody {
	reply := wire.DiagnoseReplyBody{Problems: []wire.Problem{}}
	for _, d := range e.diagnostics(code) {
		reply.Problems = append(reply.Problems, wire.Problem{
			Severity: d.Severity.String(), Code: d.Code, Text: d.Message,
			Line: d.Span.Start.Line, Col: d.Span.Start.Col, EndLine: d.Span.End.Line, EndCol: d.Span.End.Col,
		})
	}
	return reply
}

func (e *Evaluator) diagnostics(code string) diag.List {
	magic, rest, ok := cell.CellMagic(code)
	if !ok {
		return interp.Check(interp.Source{Name: "cell", Text: cell.Python(code), Line: 1, Await: awaitCell})
	}
	name := cell.MagicName(magic)
	line := 1 + strings.Count(code[:len(code)-len(rest)], "\n")
	switch {
	case cell.PythonMagics[name]:
		return interp.Check(interp.Source{Name: "cell", Text: cell.Python(rest), Line: line, Await: awaitCell})
	case name == "cuda" && e.config.CheckKernel != nil:
		return e.config.CheckKernel(rest, line)
	}
	return nil
}
