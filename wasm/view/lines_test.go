package view

import (
	"strings"
	"testing"

	"gputour/wasm/app"
	"gputour/web/boot"
)

func TestLinesInPlaceOfTheEditor(t *testing.T) {
	page := boot.Page{Kind: boot.Lesson, Lang: "en", Blocks: []boot.Block{{Key: "c-e", Cell: &boot.Cell{ID: "e", Kind: "order", Code: "%%cuda\n    b();\n// c();\na();", Checked: true}}}}
	s := app.New(page, "0")
	s.Apply(0, app.Boot{})
	draw := func() string { return tree(s).String() }
	for _, want := range []string{
		`data-keys="lines e"`, `<code>%%cuda</code>`, `aria-current="true"`, `id="line-e-0"`, `tabindex="0"`,
		`<code>    b();</code>`, ` (line 1 of 3, indent 1)`, ` (line 2 of 3, indent 0) (left out)`, `data-act="lines up"`, `aria-label="Up (Alt+↑)"`, `data-act="check"`,
	} {
		if got := draw(); !strings.Contains(got, want) {
			t.Errorf("lacks %s in\n%s", want, got)
		}
	}
	if strings.Contains(draw(), "editor") {
		t.Error("an editor stands beside the lines")
	}
	s.Apply(0, app.Act{Name: "lines", Cell: "e", Value: "down"})
	if got := draw(); !strings.Contains(got, `role="status"> (line 2 of 3, indent 1)`) {
		t.Errorf("nothing says where the line went:\n%s", got)
	}
	s.Apply(0, app.Act{Name: "lines", Cell: "e", Value: "at 0"})
	if got := draw(); !strings.Contains(got, `>Take back<`) {
		t.Errorf("a line that is left out cannot be taken back:\n%s", got)
	}
}
