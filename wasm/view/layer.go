package view

import (
	"strings"

	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/classroom"
	"gputour/wasm/view/piece"
)

// This file draws what lies above the page: dialogs and toasts.

// Layer draws the open dialog and the toasts.
func Layer(s *app.State) []*Node {
	var kids []*Node
	if s.Dialog.Kind != app.NoDialog {
		kids = append(kids, El("div", Key("backdrop"), Class("backdrop"), Act("close")))
	}
	switch s.Dialog.Kind {
	case app.PaletteDialog:
		kids = append(kids, palette(s))
	case app.ShortcutsDialog:
		kids = append(kids, shortcuts(s))
	case app.SearchDialog:
		kids = append(kids, search(s))
	case app.OutlineDialog:
		kids = append(kids, outline(s))
	case app.HistoryDialog:
		kids = append(kids, history(s))
	default:
		if d := classroom.Dialog(s); d != nil {
			kids = append(kids, d)
		}
	}
	return append(kids, toasts(s))
}

// queryBox is the input of a dialog; its list is steered from it.
func queryBox(s *app.State, label string, rows int) *Node {
	active := ""
	if rows > 0 {
		active = "row-" + piece.Itoa(s.Dialog.At)
	}
	return El("input", A("id", "dialog"), A("type", "text"), A("role", "combobox"), A("aria-expanded", "true"), A("aria-controls", "rows"), A("aria-activedescendant", active),
		A("data-input", "query"), A("value", s.Dialog.Query), A("placeholder", label), A("aria-label", label), A("autocomplete", "off"), A("spellcheck", "false"))
}

func palette(s *app.State) *Node {
	offers := s.Offers()
	var rows []*Node
	for i, spec := range offers {
		rows = append(rows, El("li", A("id", "row-"+piece.Itoa(i)), A("role", "option"), A("aria-selected", piece.Word(i == s.Dialog.At)), Act("choose", piece.Itoa(i)),
			El("span", s.T("cmd."+spec.Name)), El("span", Class("keys"), keys(spec))))
	}
	return piece.Dialog(s, "palette", s.T("palette"), queryBox(s, s.T("palette.hint"), len(offers)),
		El("ul", A("id", "rows"), Class("palette-list"), A("role", "listbox"), A("aria-label", s.T("palette")), rows), none(s, len(offers)))
}

// outline lists headings and cells, each with its state in a word.
func outline(s *app.State) *Node {
	entries := s.Outline()
	var rows []*Node
	for i, e := range entries {
		parts := []Part{A("id", "row-"+piece.Itoa(i)), A("role", "option"), A("aria-selected", piece.Word(i == s.Dialog.At)), Act("choose", piece.Itoa(i)), A("data-level", piece.Itoa(e.Level))}
		if e.Cell == nil {
			rows = append(rows, El("li", append(parts, El("b", e.Text))...))
			continue
		}
		rows = append(rows, El("li", append(parts, El("span", Class("prompt"), e.Cell.Prompt()), El("code", e.Text), outlineState(s, e))...))
	}
	return piece.Dialog(s, "outline", s.T("outline"), queryBox(s, s.T("outline.hint"), len(entries)),
		El("ul", A("id", "rows"), Class("palette-list"), A("role", "listbox"), A("aria-label", s.T("outline")), rows), none(s, len(entries)))
}

func outlineState(s *app.State, e app.Entry) *Node {
	var words []string
	if kind := e.Cell.Kind(); kind != "demo" {
		words = append(words, s.T("outline."+kind))
	}
	mark := ""
	switch {
	case e.Stale:
		words = append(words, s.T("outline.stale"))
	case e.State == "error" || e.State == "stopped" || e.State == "running" || e.State == "queued":
		words = append(words, s.T("state."+e.State))
	case e.Done:
		mark, words = "✓", append(words, s.T("outline.done"))
	}
	return El("small", A("data-done", piece.Word(e.Done)), strings.TrimSpace(mark+" "+strings.Join(words, " · ")))
}

func none(s *app.State, n int) *Node {
	if n > 0 || s.Dialog.Query == "" {
		return nil
	}
	return El("p", Class("dialog-body empty"), A("role", "status"), s.T("search.none"))
}

func keys(spec *app.CommandSpec) []*Node {
	var list []*Node
	for _, k := range append(append([]string(nil), spec.Edit...), spec.Keys...) {
		if !strings.HasSuffix(k, "_") { // the shifted twin of -
			list = append(list, El("kbd", keyWords(k)))
		}
	}
	if len(list) > 2 {
		list = list[:2]
	}
	return list
}

var keySigns = strings.NewReplacer("ArrowUp", "↑", "ArrowDown", "↓", "Escape", "Esc", "+", " ")

func keyWords(chord string) string { return keySigns.Replace(chord) }

func search(s *app.State) *Node {
	hits := s.Hits()
	var rows []*Node
	for i, h := range hits {
		n := len(strings.TrimSpace(s.Dialog.Query))
		end := min(h.Where+n, len(h.Text))
		rows = append(rows, El("li", A("id", "row-"+piece.Itoa(i)), A("role", "option"), A("aria-selected", piece.Word(i == s.Dialog.At)), Act("choose", piece.Itoa(i)),
			El("code", h.Text[:h.Where], El("mark", h.Text[h.Where:end]), h.Text[end:]), El("small", hitWords(s, h))))
	}
	return piece.Dialog(s, "search", s.T("search"), queryBox(s, s.T("search.hint"), len(hits)),
		El("ul", A("id", "rows"), Class("palette-list"), A("role", "listbox"), A("aria-label", s.T("search")), rows), none(s, len(hits)))
}

func hitWords(s *app.State, h app.Hit) string {
	if h.In == app.InCode {
		return s.T("search.line", piece.Itoa(h.Line))
	}
	return s.T("search." + string(h.In))
}

// groups of shortcuts, in the order in which they are listed.
var groups = []string{"board", "run", "cell", "class", "view", "move", "page", "file", "device"}

func shortcuts(s *app.State) *Node {
	var lists []*Node
	for _, g := range groups {
		var rows []*Node
		for i := range app.Commands {
			spec := &app.Commands[i]
			if spec.Group == g && s.Offered(spec) && len(spec.Keys)+len(spec.Edit) > 0 {
				rows = append(rows, El("div", El("dt", s.T("cmd."+spec.Name)), El("dd", keys(spec))))
			}
		}
		if len(rows) > 0 {
			lists = append(lists, El("section", El("h3", s.T("group."+g)), El("dl", rows)))
		}
	}
	one := s.T("onekeys.turn.off")
	if !s.OneKeys {
		one = s.T("onekeys.turn.on")
	}
	return piece.Dialog(s, "shortcuts", s.T("shortcuts"),
		El("div", Class("dialog-head"), El("h2", s.T("shortcuts")), El("button", A("id", "dialog"), A("type", "button"), Class("button"), Act("close"), s.T("close"))),
		El("div", Class("dialog-body"), El("p", s.T("shortcuts.modes")), El("div", Class("shortcuts"), lists), El("p", piece.Button("link", one, Act("one-keys")))))
}

func toasts(s *app.State) *Node {
	var kids []*Node
	for _, t := range s.Toasts {
		var act *Node
		if t.Act != "" {
			act = piece.Button("link", t.Label, Act(t.Act))
		}
		kids = append(kids, El("div", Key(piece.Itoa(t.ID)), Class("toast"), El("p", t.Text), act, piece.IconButton("close", s.T("close"), Act("dismiss"))))
	}
	return El("div", Key("toasts"), Class("toasts"), A("role", "status"), A("aria-live", "polite"), kids)
}
