package output

import (
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/terminal"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws an error: what went wrong, where, why, and what to do about it.

func failure(s *app.State, c *app.Cell, b *wire.ErrorBody) *Node {
	kids := []*Node{El("p", Class("failure-head"), El("b", b.Name), Text(colon(b.Value)))}
	for _, note := range b.Notes {
		kids = append(kids, El("p", Class("failure-head"), note))
	}
	kids = append(kids, place(s, b.Frames), why(s, c, b), trace(s, b))
	return El("div", Class("output failure"), kids) // the log that it stands in reads it out
}

func colon(value string) string {
	if value == "" {
		return ""
	}
	return ": " + value
}

// place names the last line of the learner's own code that the error went through.
func place(s *app.State, frames []wire.Frame) *Node {
	for i := len(frames) - 1; i >= 0; i-- {
		f := frames[i]
		if !f.User {
			continue
		}
		line := ""
		if at := f.Line - f.First; f.First > 0 && at >= 0 && at < len(f.Source) {
			line = strings.TrimSpace(f.Source[at])
		}
		return El("p", Class("failure-place"), s.T("error.place", fileWords(s, f), piece.Itoa(f.Line)), El("code", line))
	}
	return nil
}

// fileWords names a frame's source: "cell 3" for "Cell In[3]".
func fileWords(s *app.State, f wire.Frame) string {
	if n, ok := strings.CutPrefix(f.File, "Cell In[" /* as IPython names cells */); ok {
		return s.T("error.cell", strings.TrimSuffix(n, "]"))
	}
	return f.File
}

// why draws our explanation, with the operands and where each lives, where it says more
// than the error itself.
func why(s *app.State, c *app.Cell, b *wire.ErrorBody) *Node {
	e := b.Explain
	if e == nil {
		return nil
	}
	summary := s.Kernel(strings.TrimPrefix(e.Code, "kernel."), e.Args, e.Summary)
	if len(e.Operands) == 0 && e.Fix == nil && e.Lesson == "" && strings.HasPrefix(b.Value, summary) {
		if e.Touch == nil {
			return nil
		}
		summary = s.T("touch.title")
	}
	kids := []*Node{El("p", Class("why-title"), El("b", s.T("why")), piece.Coded(summary)), clash(s, e), touch(s, e.Touch), room(s, e)}
	if len(e.Operands) > 0 && e.Room == nil {
		kids = append(kids, operands(s, c, e.Operands))
	}
	if f := e.Fix; f != nil {
		kids = append(kids, fix(s, c, f))
	}
	if e.Code == "name" && len(e.Args) > 0 {
		kids = append(kids, definers(s, c, e.Args[0]))
	}
	if url := s.LessonURL(e.Lesson); url != "" {
		kids = append(kids, El("p", El("a", A("href", url), s.T("why.lesson"))))
	}
	return El("div", Class("why"), kids)
}

// definers names the cell above that would define a missing name, if one does that has not
// been run since it says so.
func definers(s *app.State, c *app.Cell, name string) *Node {
	def := s.Defines(name, c)
	if def == nil {
		return nil
	}
	n := 0
	for i, other := range s.Order() {
		if other == def {
			n = i + 1
		}
	}
	return El("p", s.T("name.defined", piece.Itoa(n)), " ",
		piece.Button("link", s.T("name.show"), Act("go", "c-"+def.ID)), piece.Button("link", s.T("name.run"), Act("run-both", def.ID)))
}

func operands(s *app.State, c *app.Cell, tensors []wire.Tensor) *Node {
	var rows []*Node
	for _, t := range tensors {
		detail := piece.Shape(t.Shape) + " " + piece.DType(t.DType)
		if t.Bytes > 0 {
			detail += " · " + piece.Bytes(t.Bytes)
		}
		if cell, ok := strings.CutPrefix(t.File, "Cell In["); ok && t.Line > 0 && cell != piece.Itoa(c.Count)+"]" {
			detail = s.T("operand.cell", detail, strings.TrimSuffix(cell, "]"), piece.Itoa(t.Line))
		} else if t.Line > 0 {
			detail = s.T("operand.line", detail, piece.Itoa(t.Line))
		}
		rows = append(rows, El("div", El("code", tensorWords(s, t)), piece.Chip(t.Device), El("span", detail)))
	}
	return El("div", Class("operands"), rows)
}

func fix(s *app.State, c *app.Cell, f *wire.Fix) *Node {
	if f.Code == "" {
		return El("p", piece.Coded(f.Text))
	}
	kids := []*Node{El("pre", f.Code)}
	at := c
	if other := s.Cells[f.Cell]; other != nil {
		at = other
	}
	if f.Line > 0 && at.Ran == at.Code {
		kids = append(kids, piece.Button("link", s.T("fix.put"), Act("fix"), A("title", f.Text)))
	}
	return El("div", El("p", piece.Coded(f.Text)), El("div", Class("fix"), kids))
}

// trace draws the traceback, the learner's frames open and the library's folded.
func trace(s *app.State, b *wire.ErrorBody) *Node {
	if len(b.Frames) == 0 {
		if strings.TrimSpace(terminal.Strip(b.Text)) == "" {
			return nil
		}
		return El("details", Class("trace"), El("summary", s.T("error.trace")), El("pre", spans(b.Text, terminal.Style{})))
	}
	var kids []*Node
	for _, ch := range b.Chain {
		kids = append(kids, chained(s, ch))
	}
	for _, f := range b.Frames {
		kids = append(kids, traceFrame(s, f))
	}
	summary := s.T("error.trace.n", piece.Itoa(len(b.Frames)))
	if len(b.Frames) == 1 {
		summary = s.T("error.trace.1")
	}
	return El("details", Class("trace"), El("summary", summary), El("ol", kids))
}

func chained(s *app.State, ch wire.Chained) *Node {
	key := "error.during"
	if ch.Cause {
		key = "error.cause"
	}
	kids := []*Node{}
	for _, f := range ch.Frames {
		kids = append(kids, traceFrame(s, f))
	}
	return El("li", El("ol", kids), El("p", El("b", ch.Name), Text(colon(ch.Value))), El("p", Class("trace-where"), s.T(key)))
}

func traceFrame(s *app.State, f wire.Frame) *Node {
	where := s.T("error.line", fileWords(s, f), piece.Itoa(f.Line))
	if f.Function != "" && f.Function != "<module>" {
		where += ", " + f.Function
	}
	kids := []*Node{El("p", Class("trace-where"), where)}
	for i, line := range f.Source {
		no := f.First + i
		kids = append(kids, El("div", Class("trace-line"), Flag("data-at", no == f.Line),
			El("span", Class("no"), A("aria-hidden", "true"), piece.Itoa(no)), El("code", line)))
	}
	return El("li", Class("trace-frame"), Flag("data-library", !f.User), kids)
}
