package output

import (
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/web/boot"
)

func drawControl(state string) *Node {
	s := app.New(boot.Page{Kind: boot.Scratch, Lang: "en"}, "0123456789abcdef")
	s.Apply(1, app.Boot{})
	return controls(s, s.Order()[0], &wire.DisplayBody{}, state)
}

// TestControlsAreTheBrowsersOwn holds the element of each control, its name, and what it holds.
func TestControlsAreTheBrowsersOwn(t *testing.T) {
	for _, c := range []struct{ state, tag, part, said string }{
		{`{"id":"w","kind":"IntSlider","value":7,"min":0,"max":10,"step":2,"description":"x","readout":true,"readout_format":"d"}`, "input", `type="range" min="0" max="10" step="2" aria-valuetext="7"`, "x7"},
		{`{"id":"w","kind":"FloatSlider","value":0.5,"min":0,"max":1,"step":0.1,"readout":true,"readout_format":".2f"}`, "input", `aria-label="FloatSlider"`, "0.50"},
		{`{"id":"w","kind":"FloatLogSlider","value":100,"min":0,"max":4,"base":10,"readout_format":".3g","continuous_update":false}`, "input", `data-when="change"`, "100"},
		{`{"id":"w","kind":"Checkbox","value":true,"description":"bias"}`, "input", `type="checkbox"`, "bias"},
		{`{"id":"w","kind":"Text","value":"<b>","placeholder":"p"}`, "input", `placeholder="p"`, ""},
		{`{"id":"w","kind":"Dropdown","index":1,"options":["a","b"],"description":"d"}`, "select", `aria-label="d"`, "d"},
		{`{"id":"w","kind":"Button","description":"Go","disabled":true}`, "button", `disabled="disabled" data-act="touch w click"`, "Go"},
		{`{"id":"w","kind":"ToggleButton","value":true,"description":"T"}`, "button", `aria-pressed="true"`, "T"},
		{`{"id":"w","kind":"IntProgress","value":5,"min":0,"max":20}`, "div", `role="progressbar" aria-label="IntProgress" aria-valuenow="5"`, "25%"},
		{`{"id":"w","kind":"Accordion","selected_index":0,"titles":["one"],"children":[{"id":"v","kind":"Label","value":"in"}]}`, "button", `aria-expanded="true" data-act="touch w set null"`, "onein"},
		{`{"id":"w","kind":"Tab","selected_index":0,"titles":["one","two"],"children":[{"id":"v","kind":"Label","value":"in"},{"id":"u","kind":"Label","value":"not"}]}`, "button", `role="tab" aria-selected="true"`, "onetwoin"},
		{`{"id":"w","kind":"Output","outputs":[{"output_type":"stream","name":"stdout","text":"50%\r100%\n"},{"output_type":"error","traceback":["\u001b[31mBad\u001b[0m"]}]}`, "pre", "", "100%\nBad"},
		{`{"id":"w","kind":"IntRangeSlider","value":[2,4],"min":0,"max":6,"readout_format":"d"}`, "input", `aria-label="IntRangeSlider: lower end"`, "2 – 4"},
		{`{"id":"w","kind":"Text","value":"x","width":"50%"}`, "label", `style="width:50%"`, ""},
	} {
		node := drawControl(c.state)
		found := node.Find(func(n *Node) bool { return n.Tag == c.tag && strings.Contains(n.String(), c.part) })
		if found == nil || node.Content() != c.said {
			t.Errorf("%s\nis drawn as %s, saying %q", c.state, node, node.Content())
		}
	}
	for _, state := range []string{`{"id":"w","kind":"Unheard"}`, `nonsense`, `{"id":"w","kind":"Tab","selected_index":7}`, `{"id":"w","kind":"SelectionSlider","index":9,"options":[]}`,
		`{"id":"w","kind":"Text","width":"1px;position:fixed"}`, `{"id":"w","kind":"Text","width":"url(x)"}`, `{"id":"w","kind":"FloatSlider","value":"a","readout_format":"%"}`} {
		if node := drawControl(state); node != nil && (strings.Contains(node.String(), "fixed") || strings.Contains(node.String(), "url")) {
			t.Errorf("%s is drawn as %s", state, node)
		}
	}
}
