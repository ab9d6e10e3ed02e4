package eval

import (
	"regexp"
	"strings"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file answers help: name? and name??, and the page's tooltip.

// Inspect implements session.Evaluator.
func (e *Evaluator) Inspect(code string, cursor, detail int) wire.InspectReplyBody {
	name := nameAround(code, cursor)
	if name == "" {
		return wire.InspectReplyBody{}
	}
	text := make(chan string, 1)
	e.look(func(t *object.Thread) {
		if v, ok := e.resolve(t, name); ok {
			text <- helpText(t, name, v, detail)
		}
	})
	select {
	case text := <-text:
		return wire.InspectReplyBody{Found: true, Data: wire.Bundle{"text/plain": text}}
	default:
		return wire.InspectReplyBody{}
	}
}

var wordRest = regexp.MustCompile(`^[\pL\pN_]*`)

// nameAround is the dotted name that a cursor stands in, or the function whose
// arguments it stands among.
func nameAround(code string, cursor int) string {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	rest := wordRest.FindString(string(runes[cursor:]))
	place := typedBefore(code, cursor+len([]rune(rest)))
	switch {
	case place.kind == typedAttribute && place.object != "" && place.prefix != "":
		return place.object + "." + place.prefix
	case place.kind == typedName && place.prefix != "":
		return place.prefix
	case place.kind == typedName:
		return place.call
	}
	return ""
}

// helpText is what `name?` prints, in IPython's order; with detail 1 the source
// stands in the place of the docstring.
func helpText(t *object.Thread, name string, v object.Value, detail int) string {
	var b strings.Builder
	field := func(label, text string) {
		if text != "" {
			b.WriteString(label + text + "\n")
		}
	}
	doc := docOf(t, v)
	if object.Callable(v) {
		if signature := helpOf(t, "signature", v); signature != "" {
			field("Signature: ", name+signature)
		}
	} else {
		field("Type:        ", object.TypeName(v))
		field("String form: ", shortRepr(t, v))
	}
	source := ""
	if detail > 0 {
		source = helpOf(t, "source", v)
	}
	switch {
	case source != "":
		field("Source:\n", strings.TrimRight(source, "\n"))
	case strings.Contains(doc, "\n"):
		field("Docstring:\n", doc)
	default:
		field("Docstring: ", doc)
	}
	if object.Callable(v) {
		field("File:      ", helpOf(t, "file", v))
		field("Type:      ", object.TypeName(v))
	}
	return strings.TrimRight(b.String(), "\n")
}

// docOf is the docstring, without its indentation.
func docOf(t *object.Thread, v object.Value) string { return helpOf(t, "doc", v) }

// maxForm is how much of an object's repr help shows, in code points.
const maxForm = 500

func shortRepr(t *object.Thread, v object.Value) string {
	text, err := object.Repr(t, v)
	if err != nil {
		return ""
	}
	if r := []rune(text); len(r) > maxForm {
		return string(r[:maxForm]) + "…"
	}
	return text
}

// helpOf is a text that the module _help knows of an object; "" for none.
func helpOf(t *object.Thread, what string, v object.Value) string {
	res, err := callHelp(t, what, v)
	if err != nil {
		return ""
	}
	text, _ := object.AsStr(res)
	return text
}

// callHelp calls a function of the module _help.
func callHelp(t *object.Thread, what string, v object.Value) (object.Value, error) {
	help, err := interp.Import(t, "_help")
	if err != nil {
		return object.Value{}, err
	}
	fn, err := object.GetAttr(t, help, what)
	if err != nil {
		return object.Value{}, err
	}
	return object.Call(t, fn, v)
}
