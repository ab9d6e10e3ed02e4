// Package output draws what cells have shown: texts, values, controls, errors and why they came.
package output

import (
	"slices"
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/wasm/app"
	"gputour/wasm/terminal"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/devices"
	"gputour/wasm/view/piece"
)

// This file draws what a run gave.

const (
	scrollRows   = 20   // of the page, after which outputs scroll
	ShownOutputs = 60   // of a cell, while they are not shown whole
	firstOutputs = 20   // and how many of these are its first
	shownChunks  = 6    // of a long stream, while it is not shown whole
	longLine     = 4000 // bytes of a result's text that are shown before "show all"
)

// All draws the outputs of a cell; of many the first and the last.
func All(s *app.State, c *app.Cell) *Node {
	if len(c.Outputs) == 0 && c.Asking == nil {
		return nil
	}
	if c.Folded {
		return El("div", Class("outputs"), piece.Button("link", s.T("folded", piece.Itoa(max(c.Lines(), 1))), Act("fold-output"), A("aria-expanded", "false")))
	}
	failed := false
	var kids []*Node
	hidden := 0
	if len(c.Outputs) > ShownOutputs && !c.Full {
		hidden = len(c.Outputs) - ShownOutputs
	}
	for i, o := range c.Outputs {
		failed = failed || o.Kind == app.FailureOutput
		if i == firstOutputs && hidden > 0 {
			kids = append(kids, El("p", Class("output cut"), Key("hidden"), El("span", s.T("outputs.hidden", piece.Itoa(hidden))), piece.Button("link", s.T("output.show"), Act("full-output"))))
		}
		if i >= firstOutputs && i < firstOutputs+hidden {
			continue
		}
		node := output(s, c, o)
		node.Key = "o" + piece.Itoa(i) // what stays in view is not drawn anew when more comes
		kids = append(kids, node)
	}
	if c.Asking != nil {
		kids = append(kids, question(s, c))
	}
	long := c.Rows() > scrollRows
	class := "output-list"
	if long && !c.Full {
		class += " scroll"
	}
	parts := []Part{Class("outputs"), Flag("data-error", failed), Flag("data-old", c.Clearing),
		El("div", Class(class), A("role", "log"), A("aria-label", s.T("output.name")), A("aria-live", live(c)), A("tabindex", piece.Tabindex(long && !c.Full)),
			A("data-follow", follow(c, long && !c.Full)), kids)}
	if long {
		parts = append(parts, scrollWords(s, c))
	}
	return El("div", parts...)
}

// follow changes whenever what came last in a scrolling output is to be brought into view.
func follow(c *app.Cell, scrolls bool) string {
	if !scrolls {
		return ""
	}
	return piece.Itoa(c.Bytes())
}

// live keeps screen readers from reading a flood aloud.
func live(c *app.Cell) string {
	if c.Rows() > scrollRows {
		return "off"
	}
	return "polite"
}

func scrollWords(s *app.State, c *app.Cell) *Node {
	label := s.T("output.all", piece.Bytes(int64(c.Bytes())))
	if c.Full {
		label = s.T("output.less")
	}
	lines := s.T("output.lines", piece.Itoa(c.Lines()))
	if c.Lines() <= 1 {
		lines = s.T("output.line", piece.Bytes(int64(c.Bytes())))
	}
	return El("div", Class("cut"), El("span", lines),
		piece.Button("link", label, Act("full-output")), piece.Button("link", s.T("copy"), Act("copy-output")))
}

func output(s *app.State, c *app.Cell, o *app.Output) *Node {
	switch o.Kind {
	case app.StreamOutput:
		return stream(s, c, o.Stream)
	case app.DisplayOutput:
		return display(s, c, o)
	case app.FailureOutput:
		return failure(s, c, o.Failure)
	case app.LimitOutput:
		return limit(s, o.Limit)
	}
	return progress(s, o.Progress)
}

// stream draws printed text in chunks. Of a long stream the beginning and the end
// are drawn, until the learner asks for all of it.
func stream(s *app.State, c *app.Cell, st *terminal.Stream) *Node {
	var kids []*Node
	chunks := st.Chunks
	cut := 0
	if len(chunks) > shownChunks && !c.Full {
		cut = len(chunks) - shownChunks
	}
	for i, chunk := range chunks {
		if cut > 0 && i >= 1 && i < 1+cut {
			if i == 1 {
				kids = append(kids, hiddenChunks(s, chunks[1:1+cut]))
			}
			continue
		}
		if chunk.Lost > 0 {
			kids = append(kids, El("p", Class("cut"), Key("lost"+piece.Itoa(i)), s.T("output.lost", piece.Bytes(chunk.Lost))))
		}
		kids = append(kids, El("pre", Class("chunk"), Flag("data-full", chunk.Full()), Key(piece.Itoa(i)), spans(chunk.Text, chunk.Style)))
	}
	return El("div", Class("output stream"), A("data-name", st.Name), kids)
}

func hiddenChunks(s *app.State, chunks []*terminal.Chunk) *Node {
	lines, bytes, lost := 0, 0, int64(0)
	for _, c := range chunks {
		lines += c.Lines
		bytes += len(c.Text)
		lost += c.Lost
	}
	words := s.T("output.hidden", piece.Itoa(lines))
	if lines == 0 { // of a line that has no end
		words = s.T("output.hidden.line", piece.Bytes(int64(bytes)))
	}
	kids := []*Node{El("span", words), piece.Button("link", s.T("output.show"), Act("full-output"))}
	if lost > 0 {
		kids = append(kids, El("span", s.T("output.lost", piece.Bytes(lost))))
	}
	return El("p", Class("cut"), Key("hidden"), kids)
}

// spans draws text in its colours.
func spans(text string, style terminal.Style) []*Node {
	var kids []*Node
	for _, sp := range terminal.Spans(text, style) {
		if class := sp.Style.Class(); class != "" {
			kids = append(kids, El("span", Class(class), sp.Text))
		} else {
			kids = append(kids, Text(sp.Text))
		}
	}
	return kids
}

// richTypes are the types that are shown richly, best first, with how.
var richTypes []richType

type richType struct {
	mime string
	draw func(s *app.State, c *app.Cell, d *wire.DisplayBody, data string) *Node
}

func init() { // controls hold displays
	richTypes = []richType{
		{wire.ControlType, controls},
		{"image/svg+xml", image}, {"image/png", image}, {"image/jpeg", image},
		{"text/html", frame}, {"text/markdown", markdown}, {"text/latex", latex},
		{app.ProfileType, devices.KernelProfile}, {"application/json", structure},
	}
}

func display(s *app.State, c *app.Cell, o *app.Output) *Node {
	if o.Replay != nil {
		return devices.Replay(s, c, slices.Index(c.Outputs, o))
	}
	d := o.Display
	for _, rich := range richTypes {
		if data := d.Data[rich.mime]; data != "" {
			if node := rich.draw(s, c, d, data); node != nil {
				return node
			}
		}
	}
	text := d.Data["text/plain"]
	kids := []*Node{El("span", Class("value"), spans(clip(c, text), terminal.Style{}))}
	if len(text) > longLine && !c.Full {
		kids = append(kids, piece.Button("link", s.T("output.all", piece.Bytes(int64(len(text)))), Act("full-output")))
	}
	for _, dev := range devicesOf(d.Tensors) {
		kids = append(kids, piece.Chip(dev))
	}
	parts := []Part{Class("output result")}
	if !o.Grid.Shown() {
		parts = append(parts, El("pre", kids))
	}
	if d.Table != "" && !c.Past && !s.Watched() {
		parts = append(parts, piece.Grid(s, &o.Grid, d.Table))
	}
	return El("div", parts...)
}

func clip(c *app.Cell, text string) string {
	if len(text) <= longLine || c.Full {
		return text
	}
	return strings.ToValidUTF8(text[:longLine], "") + " …"
}

// devicesOf lists the devices of tensors, each once.
func devicesOf(tensors []wire.Tensor) []string {
	var list []string
	for _, t := range tensors {
		known := false
		for _, d := range list {
			known = known || d == t.Device
		}
		if !known && t.Device != "" {
			list = append(list, t.Device)
		}
	}
	return list
}

// image shows a picture by <img>, never inline: an SVG cannot run or reach anything there.
func image(s *app.State, _ *app.Cell, d *wire.DisplayBody, data string) *Node {
	src := ""
	for _, mime := range []string{"image/svg+xml", "image/png", "image/jpeg"} {
		if d.Data[mime] == data {
			src = "data:" + mime + ";base64," + data
			if mime == "image/svg+xml" {
				src = "data:" + mime + ";charset=utf-8," + percent(data)
			}
			break
		}
	}
	alt := d.Meta["alt"]
	if alt == "" {
		alt = s.T("figure.alt")
	}
	return El("div", Class("output"), El("figure", Class("figure"),
		El("img", A("src", src), A("alt", alt), A("width", digits(d.Meta["width"])), A("height", digits(d.Meta["height"])))))
}

// digits lets only a plain number through.
func digits(text string) string {
	if n, err := strconv.Atoi(text); err == nil && n > 0 && n < 10000 {
		return text
	}
	return ""
}

// percent encodes what must not stand in a data address.
func percent(text string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(" -_.~/=:;,!*'()<>", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
		}
	}
	return b.String()
}

// frame shows HTML in a sandboxed frame of an opaque origin.
func frame(s *app.State, _ *app.Cell, d *wire.DisplayBody, data string) *Node {
	return El("div", Class("output"), El("div", Hook("frame", s.T("frame.title")+"\x00"+data)))
}

func markdown(_ *app.State, _ *app.Cell, d *wire.DisplayBody, data string) *Node {
	return El("div", Class("output"), El("div", Class("prose"), Hook("markdown", data)))
}

func latex(_ *app.State, _ *app.Cell, d *wire.DisplayBody, data string) *Node {
	return El("div", Class("output"), El("div", Class("math"), Hook("math", strings.Trim(strings.TrimSpace(data), "$"))))
}

// structure draws JSON, indented.
func structure(_ *app.State, c *app.Cell, _ *wire.DisplayBody, data string) *Node {
	text, err := fields.Indent(data, 2)
	if err != nil {
		return nil // the text says what it is
	}
	return El("div", Class("output"), El("pre", clip(c, text)))
}

// Near says which limit a run comes near to: the engine in its own words, a server that ends in those of the page.
func Near(s *app.State, b *wire.LimitBody) string {
	if b.Kind == wire.LimitDrain || b.Kind == wire.LimitDrainJob {
		return s.T("near."+b.Kind, piece.Itoa(int((b.Value+999)/1000)))
	}
	return b.Text
}

func limit(s *app.State, b *wire.LimitBody) *Node {
	kids := []*Node{El("b", s.T("limit."+b.Kind)), Text(" "), Text(b.Text)}
	return El("div", Class("output limit"), A("role", "alert"), kids)
}

func progress(s *app.State, b *wire.ProgressBody) *Node {
	words := piece.Itoa(int(b.Value))
	width := ""
	if b.Total > 0 {
		words += " / " + piece.Itoa(int(b.Total))
		width = piece.Itoa(int(min(b.Value*100/b.Total, 100)))
	}
	name := b.Text
	if name == "" {
		name = s.T("progress")
	}
	return El("div", Class("output progress"),
		El("span", b.Text), El("span", Class("tabular"), words),
		El("div", Class("bar"), A("role", "progressbar"), A("aria-label", name), A("aria-valuenow", width), A("aria-valuemin", "0"), A("aria-valuemax", "100"), El("i", A("style", "width:"+width+"%"))))
}

// question draws the box that input() waits for.
func question(s *app.State, c *app.Cell) *Node {
	kind := "text"
	if c.Asking.Password {
		kind = "password"
	}
	label := c.Asking.Prompt
	if strings.TrimSpace(label) == "" {
		label = s.T("ask.label")
	}
	return El("form", Class("output ask"), A("data-submit", "answer"), A("autocomplete", "off"),
		El("label", A("for", "ask-"+c.ID), label),
		El("input", A("id", "ask-"+c.ID), A("type", kind), A("name", "value"), A("autocomplete", "off"), A("autocapitalize", "off"), A("spellcheck", "false")),
		El("button", Class("button"), A("data-kind", "main"), s.T("ask.send")))
}
