package output

import (
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/wasm/app"
	"gputour/wasm/terminal"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws the controls that a cell shows (ipywidgets), as the browser's own: so they have the keyboard and the
// names that screen readers know. What they hold is set by the page's script, which leaves alone what is being moved.

// controls draws a display of a control.
func controls(s *app.State, c *app.Cell, d *wire.DisplayBody, data string) *Node {
	w := app.ReadControl(data)
	if w == nil {
		return nil // the text says what it is
	}
	node := (&drawer{s, c}).control(w)
	if node == nil {
		return nil
	}
	return El("div", Class("output controls"), A("role", "group"), A("aria-label", s.T("controls")), node)
}

// drawer draws the controls of one cell.
type drawer struct {
	s *app.State
	c *app.Cell
}

// drawn are the controls by class; what is not here shows its text.
var drawn map[string]func(d *drawer, w *app.Control) *Node

func init() { // boxes draw what is in them
	drawn = map[string]func(d *drawer, w *app.Control) *Node{
		"IntSlider": (*drawer).slider, "FloatSlider": (*drawer).slider, "FloatLogSlider": (*drawer).slider,
		"IntRangeSlider": (*drawer).pair, "FloatRangeSlider": (*drawer).pair, "SelectionSlider": (*drawer).selectionSlider,
		"IntText": (*drawer).number, "BoundedIntText": (*drawer).number, "FloatText": (*drawer).number, "BoundedFloatText": (*drawer).number,
		"IntProgress": (*drawer).progress, "FloatProgress": (*drawer).progress,
		"Text": (*drawer).text, "Password": (*drawer).text, "Textarea": (*drawer).text, "ColorPicker": (*drawer).text,
		"Checkbox": (*drawer).checkbox, "ToggleButton": (*drawer).toggle, "Valid": (*drawer).valid,
		"Button":   (*drawer).button,
		"Dropdown": (*drawer).choice, "Select": (*drawer).choice, "SelectMultiple": (*drawer).choice,
		"RadioButtons": (*drawer).radios, "ToggleButtons": (*drawer).toggles,
		"Label": (*drawer).words, "HTML": (*drawer).words, "HTMLMath": (*drawer).words,
		"Box": (*drawer).box, "HBox": (*drawer).box, "VBox": (*drawer).box, "GridBox": (*drawer).box, "interactive": (*drawer).box,
		"Accordion": (*drawer).accordion, "Tab": (*drawer).tabs, "Stack": (*drawer).stack,
		"Output": (*drawer).output,
	}
}

func (d *drawer) control(w *app.Control) *Node {
	draw := drawn[w.Kind]
	if draw == nil || w.Hidden {
		return nil
	}
	return draw(d, w)
}

// off reports whether a control can be moved at all.
func (d *drawer) off(w *app.Control) Part {
	return piece.Disabled(w.Disabled || d.c.Past || !d.s.MayRun())
}

// row is a control with its description before it and its value behind.
func (d *drawer) row(w *app.Control, parts ...Part) *Node {
	var label *Node
	if w.Description != "" {
		label = El("span", Class("control-name"), w.Description)
	}
	return El("label", append([]Part{Key(w.ID), Class("control"), A("data-kind", w.Kind), A("title", w.Tooltip), width(w), label}, parts...)...)
}

// field are the attributes of an element that the learner moves. Its value comes through the hook.
func (d *drawer) field(w *app.Control, value string, parts ...Part) []Part {
	when := "change"
	if w.Continuous == nil || *w.Continuous {
		when = "input"
	}
	return append([]Part{A("data-control", w.ID), A("data-when", when), A("aria-label", d.name(w)), d.off(w), Hook("field", value)}, parts...)
}

func (d *drawer) name(w *app.Control) string {
	if w.Description != "" {
		return w.Description
	}
	return w.Kind
}

// width lets a plain length through, and nothing else that a style could say.
func width(w *app.Control) Part {
	digits := strings.TrimRight(w.Width, "abcdefghijklmnopqrstuvwxyz%")
	unit := w.Width[len(digits):]
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || n <= 0 || n > 4000 || !strings.Contains(" px % em rem ch vw ", " "+unit+" ") {
		return A("style", "")
	}
	return A("style", "width:"+w.Width)
}

func numberOf(raw fields.Raw) float64 {
	var v float64
	_ = fields.ReadInto(string(raw), &v)
	return v
}

func plainNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// readout writes a value as d3's and Python's format says: "d", ".2f", ".3g".
func readout(v float64, format string) string {
	places, err := strconv.Atoi(strings.Trim(format, ".dfgeE,~s%"))
	kind := format[max(len(format)-1, 0):]
	switch {
	case kind == "%" && err == nil:
		return strconv.FormatFloat(v*100, 'f', places, 64) + "%"
	case (kind == "f" || kind == "e" || kind == "g") && err == nil:
		return strconv.FormatFloat(v, kind[0], places, 64)
	}
	return plainNumber(v)
}

func step(w *app.Control, otherwise string) string {
	if w.Step == nil {
		return otherwise
	}
	return plainNumber(*w.Step)
}

func (d *drawer) said(w *app.Control, text string) *Node {
	if string(w.Readout) == "false" {
		return nil
	}
	return El("output", Class("control-value"), text)
}

func (d *drawer) slider(w *app.Control) *Node {
	base := ""
	if w.Kind == "FloatLogSlider" {
		base = plainNumber(w.Base)
	}
	text := readout(numberOf(w.Value), w.Format)
	return d.row(w, El("input", d.field(w, string(w.Value), A("type", "range"), A("min", plainNumber(w.Min)), A("max", plainNumber(w.Max)),
		A("step", step(w, "any")), A("data-base", base), A("aria-valuetext", text))...), d.said(w, text))
}

func (d *drawer) selectionSlider(w *app.Control) *Node {
	at := 0
	if w.Index != nil {
		at = min(max(*w.Index, 0), max(len(w.Options)-1, 0))
	}
	if len(w.Options) == 0 {
		return nil
	}
	return d.row(w, El("input", d.field(w, piece.Itoa(at), A("type", "range"), A("min", "0"), A("max", piece.Itoa(len(w.Options)-1)), A("step", "1"),
		A("aria-valuetext", w.Options[at]))...), d.said(w, w.Options[at]))
}

// pair is a slider with two knobs: two of the browser's, one above the other.
func (d *drawer) pair(w *app.Control) *Node {
	var ends [2]float64
	_ = fields.ReadInto(string(w.Value), fields.Array(ends[:], func(e *float64) any { return e }))
	var knobs []*Node
	for i, end := range []string{"low", "high"} {
		knobs = append(knobs, El("input", d.field(w, plainNumber(ends[i]), A("type", "range"), A("min", plainNumber(w.Min)), A("max", plainNumber(w.Max)),
			A("step", step(w, "any")), A("aria-label", d.name(w)+": "+d.s.T("control."+end)))...))
	}
	text := readout(ends[0], w.Format) + " – " + readout(ends[1], w.Format)
	var label *Node
	if w.Description != "" {
		label = El("span", Class("control-name"), w.Description)
	}
	return El("div", Key(w.ID), Class("control"), A("data-kind", w.Kind), width(w), label, El("div", Class("control-pair"), knobs), d.said(w, text))
}

func (d *drawer) number(w *app.Control) *Node {
	parts := d.field(w, string(w.Value), A("type", "number"), A("step", step(w, "any")))
	if strings.HasPrefix(w.Kind, "Bounded") {
		parts = append(parts, A("min", plainNumber(w.Min)), A("max", plainNumber(w.Max)))
	}
	return d.row(w, El("input", parts...))
}

func (d *drawer) text(w *app.Control) *Node {
	if w.Kind == "Textarea" {
		return d.row(w, El("textarea", d.field(w, string(w.Value), A("placeholder", w.Placeholder), A("rows", piece.Itoa(max(w.Rows, 2))))...))
	}
	kind := map[string]string{"Text": "text", "Password": "password", "ColorPicker": "color"}[w.Kind]
	return d.row(w, El("input", d.field(w, string(w.Value), A("type", kind), A("placeholder", w.Placeholder), A("autocomplete", "off"), A("spellcheck", "false"))...))
}

func (d *drawer) checkbox(w *app.Control) *Node {
	return El("label", Key(w.ID), Class("control"), A("data-kind", w.Kind), A("title", w.Tooltip), width(w), El("input", d.field(w, string(w.Value), A("type", "checkbox"))...), El("span", w.Description))
}

func (d *drawer) toggle(w *app.Control) *Node {
	on := string(w.Value) == "true"
	return El("button", Key(w.ID), Class("button"), A("type", "button"), A("title", w.Tooltip), A("aria-pressed", piece.Word(on)), d.off(w), Act("touch", w.ID, wire.ControlSet, piece.Word(!on)), d.name(w))
}

func (d *drawer) valid(w *app.Control) *Node {
	var words string
	_ = fields.ReadInto(string(w.Readout), &words)
	if string(w.Value) == "true" {
		return d.row(w, El("span", Class("control-valid"), A("data-status", "pass"), "✓ "+d.s.T("control.valid")))
	}
	return d.row(w, El("span", Class("control-valid"), A("data-status", "fail"), "✗ "+words))
}

// buttonKinds are the styles of ipywidgets' buttons, as ours.
var buttonKinds = map[string]string{"primary": "main", "success": "main", "info": "main", "danger": "stop"}

func (d *drawer) button(w *app.Control) *Node {
	return piece.Button(buttonKinds[w.Style], d.name(w), Key(w.ID), A("title", w.Tooltip), width(w), d.off(w), Act("touch", w.ID, wire.ControlClick))
}

func (d *drawer) progress(w *app.Control) *Node {
	value, span := numberOf(w.Value), w.Max-w.Min
	percent := 0
	if span > 0 {
		percent = int(min(max((value-w.Min)/span, 0), 1) * 100)
	}
	label := El("span", Class("control-name"), w.Description)
	if w.Description == "" {
		label = nil
	}
	return El("div", Key(w.ID), Class("control"), A("data-kind", w.Kind), width(w), label,
		El("div", Class("bar"), A("role", "progressbar"), A("aria-label", d.name(w)), A("aria-valuenow", plainNumber(value)), A("aria-valuemin", plainNumber(w.Min)), A("aria-valuemax", plainNumber(w.Max)),
			A("data-style", w.BarStyle), El("i", A("style", "width:"+piece.Itoa(percent)+"%"))),
		El("span", Class("control-value"), piece.Itoa(percent)+"%"))
}

// choice is a list; its options are drawn by the page's script, which knows what is chosen.
func (d *drawer) choice(w *app.Control) *Node {
	chosen := w.Chosen
	if w.Index != nil {
		chosen = []int{*w.Index}
	}
	arg := fields.Text(map[string]any{"options": w.Options, "chosen": fields.List(&chosen, func(e *int) any { return e })})
	parts := []Part{A("data-control", w.ID), A("data-when", "change"), A("aria-label", d.name(w)), d.off(w), Hook("choice", arg), Flag("multiple", w.Kind == "SelectMultiple")}
	if w.Kind != "Dropdown" {
		parts = append(parts, A("size", piece.Itoa(min(max(w.Rows, 2), 20))))
	}
	return d.row(w, El("select", parts...))
}

func (d *drawer) radios(w *app.Control) *Node {
	var kids []*Node
	for i, o := range w.Options {
		kids = append(kids, El("label", El("input", A("type", "radio"), A("name", "control-"+w.ID), A("data-control", w.ID), A("data-when", "change"), A("data-option", piece.Itoa(i)), d.off(w),
			Hook("field", piece.Word(w.Index != nil && *w.Index == i))), El("span", o)))
	}
	return d.named(w, El("div", Class("control-radios"), A("role", "radiogroup"), A("aria-label", d.name(w)), kids))
}

func (d *drawer) toggles(w *app.Control) *Node {
	var kids []*Node
	for i, o := range w.Options {
		kids = append(kids, El("button", A("type", "button"), A("aria-pressed", piece.Word(w.Index != nil && *w.Index == i)), d.off(w), Act("touch", w.ID, wire.ControlSet, piece.Itoa(i)), o))
	}
	return d.named(w, El("div", Class("switch"), A("role", "group"), A("aria-label", d.name(w)), kids))
}

// named is a group of elements with a description before it.
func (d *drawer) named(w *app.Control, node *Node) *Node {
	var label *Node
	if w.Description != "" {
		label = El("span", Class("control-name"), A("aria-hidden", "true"), w.Description)
	}
	return El("div", Key(w.ID), Class("control"), A("data-kind", w.Kind), A("title", w.Tooltip), width(w), label, node)
}

// words shows a text; one with markup in a frame, as all markup of cells.
func (d *drawer) words(w *app.Control) *Node {
	var text string
	_ = fields.ReadInto(string(w.Value), &text)
	if w.Kind != "Label" && strings.ContainsAny(text, "<&") {
		return El("div", Key(w.ID), Class("control"), A("data-kind", w.Kind), width(w), El("div", Class("control-frame"), Hook("frame", d.s.T("frame.title")+"\x00"+text)))
	}
	return d.named(w, El("span", Class("control-words"), text))
}

func (d *drawer) box(w *app.Control) *Node {
	return El("div", Key(w.ID), Class("control-box"), A("data-kind", w.Kind), width(w), d.all(w.Children))
}

func (d *drawer) all(list []*app.Control) []*Node {
	var kids []*Node
	for _, w := range list {
		kids = append(kids, d.control(w))
	}
	return kids
}

func (d *drawer) title(w *app.Control, i int) string {
	if i < len(w.Titles) && w.Titles[i] != "" {
		return w.Titles[i]
	}
	return piece.Itoa(i + 1)
}

func (d *drawer) accordion(w *app.Control) *Node {
	var kids []*Node
	for i, child := range w.Children {
		open, then := w.Front != nil && *w.Front == i, piece.Itoa(i)
		if open {
			then = "null"
		}
		kids = append(kids, El("button", Key("b"+piece.Itoa(i)), Class("control-fold"), A("type", "button"), A("aria-expanded", piece.Word(open)), d.off(w), Act("touch", w.ID, wire.ControlSet, then), d.title(w, i)))
		if open {
			kids = append(kids, El("div", Key("p"+piece.Itoa(i)), Class("control-page"), d.control(child)))
		}
	}
	return El("div", Key(w.ID), Class("control-box"), A("data-kind", w.Kind), width(w), kids)
}

func (d *drawer) tabs(w *app.Control) *Node {
	var tabs []*Node
	for i := range w.Children {
		tabs = append(tabs, El("button", A("type", "button"), A("role", "tab"), A("aria-selected", piece.Word(w.Front != nil && *w.Front == i)), d.off(w), Act("touch", w.ID, wire.ControlSet, piece.Itoa(i)), d.title(w, i)))
	}
	return El("div", Key(w.ID), Class("control-box"), A("data-kind", w.Kind), width(w),
		El("div", Class("control-tabs"), A("role", "tablist"), A("aria-label", d.name(w)), tabs), d.stack(w))
}

// stack is the child that is in front.
func (d *drawer) stack(w *app.Control) *Node {
	if w.Front == nil || *w.Front < 0 || *w.Front >= len(w.Children) {
		return nil
	}
	role := ""
	if w.Kind == "Tab" {
		role = "tabpanel"
	}
	return El("div", Key("page"+piece.Itoa(*w.Front)), Class("control-page"), A("role", role), A("aria-label", d.title(w, *w.Front)), d.control(w.Children[*w.Front]))
}

// output is what an Output took.
func (d *drawer) output(w *app.Control) *Node {
	var kids []*Node
	for _, o := range w.Outputs {
		switch o.Type {
		case "stream":
			st := &terminal.Stream{Name: o.Name}
			st.Write(o.Text)
			kids = append(kids, stream(d.s, d.c, st))
		case "error":
			kids = append(kids, El("div", Class("output"), Flag("data-error", true), El("pre", spans(strings.Join(o.Traceback, "\n"), terminal.Style{}))))
		default:
			kids = append(kids, display(d.s, d.c, &app.Output{Kind: app.DisplayOutput, Display: &wire.DisplayBody{Data: o.Data}}))
		}
	}
	return El("div", Key(w.ID), Class("control-output"), A("role", "log"), A("aria-live", "polite"), A("aria-label", d.s.T("output.name")), width(w), kids)
}
