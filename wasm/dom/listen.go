//go:build js

package dom

import (
	"strings"
	"syscall/js"

	"gputour/wasm/app"
)

// This file turns what happens in the page into ops. The page's script calls one
// function per kind of happening, with plain values.

// listen gives the page's script its callbacks.
func (p *Page) listen() {
	callbacks := map[string]func(args []js.Value) any{
		"act": func(a []js.Value) any {
			name, value, _ := strings.Cut(a[0].String(), " ")
			if len(a) > 2 && a[2].String() != "" {
				value = a[2].String()
			}
			p.apply(app.Act{Name: name, Cell: a[1].String(), Value: value})
			return nil
		},
		"key": func(a []js.Value) any {
			return p.apply(app.Key{Chord: a[0].String(), In: a[1].String(), Cell: a[2].String()})
		},
		"typed":   func(a []js.Value) any { return p.apply(app.Typed{Field: a[0].String(), Value: a[1].String()}) },
		"edited":  func(a []js.Value) any { return p.apply(app.Edited{Cell: a[0].String(), Code: a[1].String()}) },
		"focused": func(a []js.Value) any { return p.apply(app.Focused{Cell: a[0].String()}) },
		"left":    func(a []js.Value) any { return p.apply(app.Left{Cell: a[0].String()}) },
		"pointed": func(a []js.Value) any { return p.apply(app.Pointed{Name: a[0].String()}) },
		"flush":   func([]js.Value) any { return p.apply(app.Due{What: "save"}) },
		"probed":  func(a []js.Value) any { return p.apply(app.Probed{Status: a[0].Int()}) },
		"fetched": func(a []js.Value) any {
			return p.apply(app.Fetched{What: a[0].String(), Text: a[1].String(), OK: a[2].Bool()})
		},
		"prose": func(a []js.Value) any {
			text := map[string]string{}
			for i := 0; i+1 < a[0].Length(); i += 2 {
				text[a[0].Index(i).String()] = a[0].Index(i + 1).String()
			}
			headings := map[string][]app.Heading{}
			for i := 0; i+2 < a[1].Length(); i += 3 {
				key := a[1].Index(i).String()
				headings[key] = append(headings[key], app.Heading{Level: a[1].Index(i + 1).Int(), Text: a[1].Index(i + 2).String()})
			}
			return p.apply(app.ProseRead{Text: text, Headings: headings})
		},
		"loading":  func(a []js.Value) any { return p.apply(app.Loading{Loaded: a[0].Int(), Total: a[1].Int()}) },
		"spare":    func([]js.Value) any { return p.apply(app.SpareFetched{}) },
		"unkept":   func(a []js.Value) any { return p.apply(app.StoreTrouble{Kind: a[0].String()}) },
		"updated":  func([]js.Value) any { return p.apply(app.Updated{}) },
		"scrolled": func([]js.Value) any { return p.apply(app.Scrolled{}) },
		"seen":     func(a []js.Value) any { return p.apply(app.Seen{Cell: a[0].String(), Top: a[1].Int()}) },
		"woke":     func(a []js.Value) any { return p.apply(app.Woke{}) },
		"elsewhere": func(a []js.Value) any {
			return p.apply(app.StoreElsewhere{Key: a[0].String(), Value: a[1].String()})
		},
		"file": func(a []js.Value) any { return p.apply(app.FileOpened{Name: a[0].String(), Text: a[1].String()}) },
		"asked": func(a []js.Value) any {
			return p.apply(app.Asked{Kind: a[0].String(), Cell: a[1].String(), Code: a[2].String(), Cursor: a[3].Int(), Ticket: a[4].Int()})
		},
		"code":  func(a []js.Value) any { return p.codeOf(a[0].String()) },
		"label": func(a []js.Value) any { return p.state.T(a[0].String(), texts(a[1:])...) },
	}
	object := js.Global().Get("Object").New()
	for name, call := range callbacks {
		object.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return call(args) }))
	}
	p.bridge.Call("listen", object)
}

func texts(values []js.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.String()
	}
	return out
}

// codeOf is the text that a cell's new editor begins with.
func (p *Page) codeOf(id string) string {
	if c := p.state.Cells[id]; c != nil {
		return c.Code
	}
	return ""
}
