package view

import (
	"strings"

	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws an exercise whose lines are put in order: a list in place of the editor, with buttons for the chosen line.

// source is where the code of a cell is written, or put in order.
func source(s *app.State, c *app.Cell) *Node {
	if !c.Ordered() {
		return El("div", Class("cell-code"), Hook("editor", c.ID))
	}
	code, at := c.CodeLines()
	rows := []Part{Class("lines"), A("data-keys", "lines "+c.ID), A("aria-label", s.T("lines")), A("aria-describedby", "how-"+c.ID)}
	if code.Head != "" {
		rows = append(rows, El("li", Class("head"), El("code", code.Head)))
	}
	for i, l := range code.Lines {
		tab := "-1"
		if i == at {
			tab = "0"
		}
		rows = append(rows, El("li", Flag("data-chosen", i == at), Flag("data-out", l.Out), A("data-indent", piece.Itoa(l.Indent)),
			El("span", Class("grip"), A("aria-hidden", "true"), "⠿"),
			El("button", A("type", "button"), A("id", app.LineID(c, i)), A("tabindex", tab), A("aria-current", piece.Word(i == at)), piece.Disabled(s.Watched()), Act("lines", "at "+piece.Itoa(i)),
				El("code", strings.Repeat("    ", l.Indent)+l.Text), El("span", Class("sr-only"), lineWords(s, c, i)))))
	}
	said := ""
	if c.Said {
		said = lineWords(s, c, at)
	}
	return El("div", Class("cell-code"), El("ol", rows...), lineButtons(s, c),
		El("p", A("id", "how-"+c.ID), Class("lines-how"), s.T("lines.how")), El("p", Class("sr-only"), A("role", "status"), said))
}

// lineWords says where a line is and how deep, for those who do not see it.
func lineWords(s *app.State, c *app.Cell, n int) string {
	code, _ := c.CodeLines()
	if n >= len(code.Lines) {
		return ""
	}
	words := s.T("lines.place", piece.Itoa(n+1), piece.Itoa(len(code.Lines)), piece.Itoa(code.Lines[n].Indent))
	if code.Lines[n].Out {
		words += s.T("lines.isout")
	}
	return words
}

// lineButtons do to the chosen line what the keys do.
func lineButtons(s *app.State, c *app.Cell) *Node {
	code, at := c.CodeLines()
	if len(code.Lines) == 0 {
		return nil
	}
	leave := "lines.out"
	if code.Lines[at].Out {
		leave = "lines.use"
	}
	does := func(sign, how string) *Node {
		title := s.T("lines." + how)
		return El("button", Class("icon-button"), A("type", "button"), A("title", title), A("aria-label", title), piece.Disabled(s.Watched()), Act("lines", how), sign)
	}
	return El("div", Class("lines-do"), A("role", "group"), A("aria-label", s.T("lines.chosen", code.Lines[at].Text)),
		does("↑", "up"), does("↓", "down"), does("⇤", "back"), does("⇥", "in"), piece.Button("quiet", s.T(leave), Act("lines", "out"), piece.Disabled(s.Watched())))
}
