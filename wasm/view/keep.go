package view

import (
	"strings"

	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws texts of a cell beside the one in its editor: from elsewhere, and from before.

// otherText offers a text from elsewhere above the cell that has another.
func otherText(s *app.State, c *app.Cell) *Node {
	if c.Other == nil {
		return nil
	}
	words := s.T("other.tab")
	if c.Other.Rev > 0 {
		words = s.T("other.elsewhere", piece.Moment(c.Other.At, s.Now))
	}
	look := s.T("other.look")
	var text *Node
	if c.OtherOpen {
		look, text = s.T("other.hide"), oldText(s, s.T("other.text"), c.Other.Code)
	}
	return El("div", Key("other-"+c.ID), Class("notice other"), A("role", "status"), A("data-cell", c.ID), El("p", words),
		piece.Button("quiet", look, Act("look-other")), piece.Button("", s.T("other.take"), Act("take-other")), piece.Button("", s.T("other.drop"), Act("drop-other")), text)
}

// oldText shows a text that cannot be edited.
func oldText(s *app.State, name, code string) *Node {
	if code == "" {
		code = s.T("history.empty")
	}
	return El("pre", Class("old-text"), A("tabindex", "0"), A("aria-label", name), El("code", code))
}

// history lists the earlier texts of a cell and shows the chosen one.
func history(s *app.State) *Node {
	h := s.History
	var rows []*Node
	for i, old := range h.Texts {
		rows = append(rows, El("li", A("id", "row-"+piece.Itoa(i)), A("role", "option"), A("aria-selected", piece.Word(i == s.Dialog.At)), Act("choose", piece.Itoa(i)),
			El("span", piece.Moment(old.At, s.Now)), El("small", s.T("history.lines", piece.Itoa(strings.Count(old.Code, "\n")+1)))))
	}
	var state, more, chosen *Node
	switch {
	case h.Failed != "":
		state = El("p", A("role", "status"), s.T("history."+h.Failed))
	case h.Asking != "":
		state = El("p", A("role", "status"), s.T("history.asking"))
	case len(rows) == 0:
		state = El("p", A("role", "status"), s.T("history.none"))
	case h.More:
		more = piece.Button("link", s.T("history.more"), Act("more-history"))
	}
	if s.Dialog.At < len(h.Texts) {
		chosen = El("div", Class("history-text"), oldText(s, s.T("history.text"), h.Texts[s.Dialog.At].Code), piece.Button("main", s.T("history.take"), Act("take-back")))
	}
	return piece.Dialog(s, "history", s.T("history"),
		El("div", Class("dialog-head"), El("h2", s.T("history")), El("button", A("id", "dialog"), A("type", "button"), Class("button"), Act("close"), s.T("close"))),
		El("div", Class("dialog-body"), El("p", s.T("history.lead")), state,
			El("div", Class("history"), El("div", El("ul", A("id", "rows"), Class("palette-list"), A("role", "listbox"), A("aria-label", s.T("history")), rows), more), chosen)))
}
