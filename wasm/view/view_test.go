package view

import (
	"fmt"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/vdom"
	"gputour/wasm/view/devices"
	"gputour/wasm/view/output"
	"gputour/wasm/view/piece"
	"gputour/wasm/view/viewtest"
	"gputour/web/boot"
)

func tree(s *app.State) *vdom.Node { return vdom.El("main", Notebook(s, Cache{})) }

func TestHostileOutputsStayText(t *testing.T) {
	evil := `<img src=x onerror=alert(1)><script>alert(2)</script>`
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Count: 1})
	viewtest.Event(s, "a", &wire.StreamBody{Name: "stdout", Text: evil + "\x1b]8;;javascript:alert(1)\x07link\x1b[31m" + evil})
	viewtest.Event(s, "a", &wire.DisplayBody{Data: wire.Bundle{"text/plain": evil}})
	viewtest.Event(s, "a", &wire.DisplayBody{Data: wire.Bundle{"image/svg+xml": `<svg onload="alert(1)"/>`}, Meta: map[string]string{"alt": evil, "width": "1 onload=x"}})
	viewtest.Event(s, "a", &wire.ErrorBody{Name: evil, Value: evil, Notes: []string{evil}, Frames: []wire.Frame{{File: evil, Function: evil, Source: []string{evil}, User: true}},
		Explain: &wire.Explanation{Summary: evil, Lesson: `"><script>`, Operands: []wire.Tensor{{Name: evil, Device: evil}}, Fix: &wire.Fix{Text: evil, Code: evil}}})
	viewtest.Event(s, "a", &wire.LimitBody{Kind: evil, Text: evil})
	viewtest.Event(s, "a", &wire.ProgressBody{Text: evil})
	viewtest.Event(s, "a", &wire.InputRequestBody{Prompt: evil})
	for _, n := range tree(s).All(func(n *vdom.Node) bool { return n.Tag != "" }) {
		if n.Tag == "script" || n.Tag == "img" && !strings.HasPrefix(n.Get("src"), "data:image/svg+xml;charset=utf-8,%") && !strings.HasPrefix(n.Get("src"), "data:image/svg+xml;charset=utf-8,<") {
			t.Errorf("drawn: %s", n)
		}
		for _, a := range n.Attrs {
			if strings.HasPrefix(a.Name, "on") {
				t.Errorf("a handler: %s", n)
			}
			if a.Name == "href" && !strings.HasPrefix(a.Value, "/en/lessons/") {
				t.Errorf("a link to %s", a.Value)
			}
		}
	}
	if strings.Contains(tree(s).String(), "<script") {
		t.Error("a script in the page")
	}
}

func TestSVGIsNeverInlined(t *testing.T) {
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.DisplayBody{Data: wire.Bundle{"text/plain": "p", "image/svg+xml": `<svg xmlns="http://www.w3.org/2000/svg"><text>"#%</text></svg>`}})
	viewtest.Has(t, tree(s), `data:image/svg+xml;charset=utf-8,&lt;svg xmlns=%22http://www.w3.org/2000/svg%22&gt;&lt;text&gt;%22%23%25`)
}

func TestRichTypesInOrder(t *testing.T) {
	for _, c := range []struct {
		data wire.Bundle
		want string // hook or text
	}{
		{wire.Bundle{"text/plain": "p", "text/html": "<b>", "image/png": "aGk="}, "img"},
		{wire.Bundle{"text/plain": "p", "text/html": "<b>", "text/markdown": "m"}, "frame"},
		{wire.Bundle{"text/plain": "p", "text/markdown": "m", "text/latex": "$x$"}, "markdown"},
		{wire.Bundle{"text/plain": "p", "text/latex": "$x$"}, "math"},
		{wire.Bundle{"text/plain": "p", "application/vnd.gputour.profile+json": "broken"}, "p"},
	} {
		s := viewtest.Page()
		viewtest.Event(s, "a", &wire.DisplayBody{Data: c.data})
		found := tree(s).Find(func(n *vdom.Node) bool { return n.Hook == c.want || n.Tag == c.want || n.Text == c.want })
		if found == nil {
			t.Errorf("%v does not show %s", c.data, c.want)
		}
	}
}

func TestResultCarriesDeviceChips(t *testing.T) {
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.DisplayBody{Data: wire.Bundle{"text/plain": "(a, b)"}, Tensors: []wire.Tensor{{Device: "cuda:0"}, {Device: "cuda:1"}, {Device: "cuda:0"}}})
	chips := tree(s).All(func(n *vdom.Node) bool { return n.Get("class") == "chip" })
	if len(chips) != 2 || chips[0].Content() != "cuda:0" || chips[1].Get("data-device") != "cuda:1" {
		t.Errorf("chips %v", chips)
	}
}

func TestLongOutputIsDrawnInPart(t *testing.T) {
	s := viewtest.Page()
	var b strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	viewtest.Event(s, "a", &wire.InputBody{Count: 1})
	viewtest.Event(s, "a", &wire.StreamBody{Name: "stdout", Text: b.String()})
	drawn := tree(s)
	if n := len(drawn.Content()); n > 40000 {
		t.Errorf("%d bytes are drawn", n)
	}
	viewtest.Has(t, drawn, "line 0\n")
	viewtest.Has(t, drawn, "line 19999")
	s.Apply(9, app.Act{Name: "full-output", Cell: "a"})
	viewtest.Has(t, tree(s), "line 10000")
}

// TestALineWithoutEndIsCutInBytes: no count of lines stands where there are none.
func TestALineWithoutEndIsCutInBytes(t *testing.T) {
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Count: 1})
	for range 20 {
		viewtest.Event(s, "a", &wire.StreamBody{Name: "stdout", Text: strings.Repeat("x", 50_000)})
	}
	drawn := tree(s).String()
	if strings.Contains(drawn, "0 lines") || !strings.Contains(drawn, "in the middle of the line are not drawn") {
		i := strings.Index(drawn, "in the middle")
		t.Errorf("it says %q", drawn[max(i-40, 0):max(i+60, 0)])
	}
}

func TestOfManyOutputsTheFirstAndTheLastAreDrawn(t *testing.T) {
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Count: 1})
	for i := range 300 {
		viewtest.Event(s, "a", &wire.DisplayBody{Data: wire.Bundle{"text/plain": "number " + piece.Itoa(i) + "."}})
	}
	drawn := tree(s)
	if n := len(drawn.All(func(n *vdom.Node) bool { return n.Tag == "pre" })); n != output.ShownOutputs {
		t.Errorf("%d outputs are drawn", n)
	}
	viewtest.HasAll(t, drawn, "number 19.", "240 outputs in the middle are not drawn", "number 260.", "number 299.")
	if strings.Contains(drawn.String(), "number 20.") {
		t.Error("the middle is drawn")
	}
	s.Apply(9, app.Act{Name: "full-output", Cell: "a"})
	viewtest.Has(t, tree(s), "number 150.")
}

func TestErrorShowsWhyAndFix(t *testing.T) {
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Code: "x", Count: 3})
	viewtest.Event(s, "a", &wire.ErrorBody{Name: "RuntimeError", Value: "no", Frames: []wire.Frame{{Cell: "a", File: "Cell In[3]", Line: 2, First: 1, Source: []string{"one", "  two"}, User: true}, {File: "torch/nn.py", Line: 9}},
		Explain: &wire.Explanation{Summary: "Sum", Operands: []wire.Tensor{{Name: "X", Device: "cuda:0", DType: "torch.float32", Shape: []int{2, 3}, Line: 1}}, Fix: &wire.Fix{Text: "do", Code: "x.to(0)", Line: 1}, Lesson: "placement#mixing"}})
	viewtest.Event(s, "a", &wire.ReplyBody{State: wire.RunFailed, Count: 3})
	drawn := tree(s)
	for _, want := range []string{"cell 3, line 2: ", "<code>two</code>", "2×3 float32, from line 1", `data-act="fix"`, "/en/lessons/placement#s-mixing", "data-library"} {
		viewtest.Has(t, drawn, want)
	}
	s.Apply(9, app.Edited{Cell: "a", Code: "changed"})
	s.Apply(9, app.Act{Name: "select", Cell: "a"})
	if strings.Contains(tree(s).String(), `data-act="fix"`) {
		t.Error("a fix is offered for code that has changed")
	}
}

// TestAReasonSaysMoreThanTheError: an explanation in the error's own words is left out.
func TestAReasonSaysMoreThanTheError(t *testing.T) {
	for _, c := range []struct {
		summary string
		want    bool
	}{{"index 8 of 'x'", false}, {"下标是 8", true}} {
		s := viewtest.Page()
		viewtest.Event(s, "a", &wire.InputBody{Count: 1})
		viewtest.Event(s, "a", &wire.ErrorBody{Name: "MemcheckError", Value: "index 8 of 'x'\n in kernel k", Explain: &wire.Explanation{Summary: c.summary}})
		if got := strings.Contains(tree(s).String(), c.summary+"</p>"); got != c.want {
			t.Errorf("%s: drawn %v", c.summary, got)
		}
	}
}

func TestPredictionIsJudgedAfterTheRun(t *testing.T) {
	s := viewtest.Page()
	s.Apply(6, app.Act{Name: "guess", Cell: "b", Value: "1"})
	if strings.Contains(tree(s).String(), "data-verdict") {
		t.Error("judged before the run")
	}
	viewtest.Event(s, "b", &wire.InputBody{Count: 1})
	viewtest.Event(s, "b", &wire.ReplyBody{State: wire.RunDone, Count: 1})
	viewtest.Has(t, tree(s), `data-verdict="wrong"`)
	viewtest.Has(t, tree(s), `data-verdict="right"`)
}

func TestUnchangedCellsAreNotDrawnAgain(t *testing.T) {
	s, cache := viewtest.Page(), Cache{}
	before := Notebook(s, cache)
	viewtest.Event(s, "a", &wire.StreamBody{Name: "stdout", Text: "x"})
	after := Notebook(s, cache)
	if before[1] == after[1] || before[2] != after[2] {
		t.Error("the wrong cells were drawn")
	}
}

// TestRunsDrawWhatTheyChange: a run draws other cells anew when they are stale by it, and no others.
func TestRunsDrawWhatTheyChange(t *testing.T) {
	s, cache := viewtest.Page(), Cache{}
	count := 0
	run := func(cell string) {
		count++
		viewtest.Event(s, cell, &wire.InputBody{Count: count, Code: s.Cells[cell].Code})
		Notebook(s, cache) // while it runs nothing is stale by it
		viewtest.Event(s, cell, &wire.NamesBody{Reads: []string{"x"}, Writes: []string{"x"}})
		viewtest.Event(s, cell, &wire.ReplyBody{State: wire.RunDone, Count: count})
	}
	stale := func(n *vdom.Node) bool {
		return n.Find(func(n *vdom.Node) bool { return n.Get("class") == "stale" }) != nil
	}
	run("a")
	run("b")
	before := Notebook(s, cache)
	run("a")
	after := Notebook(s, cache)
	if before[1] == after[1] || before[2] != after[2] || before[3] != after[3] {
		t.Error("a run that changes nothing draws other cells")
	}
	for _, code := range []string{"x = 1", "x = 2"} {
		s.Apply(6, app.Edited{Cell: "a", Code: code})
		run("a")
		if now := Notebook(s, cache); !stale(now[2]) || now[3] != after[3] {
			t.Errorf("after %s: %s", code, now[2])
		}
	}
	s.Apply(7, app.Act{Name: "select", Cell: "b"})
	run("a") // in which b is drawn without its mark
	if now := Notebook(s, cache); !stale(now[2]) {
		t.Errorf("the mark is gone: %s", now[2])
	}
}

func TestEveryCommandInTheViewExists(t *testing.T) {
	known := map[string]bool{}
	for _, c := range app.Commands {
		known[c.Name] = true
	}
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Count: 1})
	viewtest.Event(s, "a", &wire.StreamBody{Name: "stdout", Text: strings.Repeat("x\n", 99)})
	viewtest.Event(s, "a", &wire.InputRequestBody{})
	drawn := vdom.El("body", Notebook(s, Cache{}), Top(s), TopMore(s), Toolbar(s), devices.Panel(s))
	for _, dialog := range []string{"palette", "shortcuts", "search"} {
		s.Apply(9, app.Act{Name: dialog})
		drawn = vdom.El("body", drawn, Layer(s))
	}
	acts := drawn.All(func(n *vdom.Node) bool { return n.Has("data-act") || n.Has("data-submit") })
	for _, n := range acts {
		name, _, _ := strings.Cut(n.Get("data-act")+n.Get("data-submit"), " ")
		if !known[name] {
			t.Errorf("%q is no command", name)
		}
	}
	if len(acts) < 30 {
		t.Errorf("only %d buttons", len(acts))
	}
}

func TestGoOnIsWhereOneWasLast(t *testing.T) {
	entries := []boot.Entry{{ID: "one", Cells: []string{"a"}}, {ID: "two", Cells: []string{"b"}}, {ID: "three", Cells: []string{"c"}}}
	for _, c := range []struct{ last, progress, want string }{
		{"", `{}`, "one"},
		{"two", `{}`, "two"},
		{"two", `{"lessons":{"two":{"b":true}}}`, "three"},
		{"three", `{"lessons":{"three":{"c":true}}}`, "one"},
		{"gone", `{"lessons":{"one":{"a":true}}}`, "two"},
	} {
		s := app.New(boot.Page{Kind: boot.Home, Lang: "en", Course: entries}, "tag")
		s.Apply(1, app.Boot{Stored: map[string]string{"last": c.last, "progress": c.progress}})
		if _, next, _ := Course(s); next.ID != c.want {
			t.Errorf("last in %q with %s: goes on with %q", c.last, c.progress, next.ID)
		}
	}
}

func TestPassedExerciseSaysWhatComesNext(t *testing.T) {
	s := viewtest.Page()
	s.Page.Next = "/en/lessons/next"
	c := s.Cells["e"]
	c.Lesson.Points, c.Lesson.Learned = 3, "one learned"
	s.Apply(6, app.Act{Name: "check", Cell: "e"})
	viewtest.Event(s, "e", &wire.CheckResultBody{Status: "pass"})
	drawn := tree(s)
	viewtest.Has(t, drawn, "Done: 3 points.")
	viewtest.Has(t, drawn, "What you learned: ")
	if told := drawn.Find(func(n *vdom.Node) bool { return n.Arg == "one learned" }); told == nil {
		t.Error("what was learned is not said")
	}
	viewtest.Has(t, drawn, `href="/en/lessons/next"`)
	viewtest.Event(s, "e", &wire.CheckResultBody{Status: "fail"})
	if html := tree(s).String(); strings.Contains(html, "3 points.") {
		t.Errorf("a failed exercise is done: %s", html)
	}
}

func TestWrongQuizTellsWhyWhenAsked(t *testing.T) {
	s := app.New(boot.Page{Kind: boot.Lesson, Lang: "en", Lesson: "l", Blocks: []boot.Block{
		{Key: "c-q", Cell: &boot.Cell{ID: "q", Kind: "quiz", Options: []string{"1", "2"}, Answers: []int{2}, Why: "because of two", Reasons: []string{"one is too few", ""}}},
	}}, "tag")
	s.Apply(1, app.Boot{})
	s.Apply(2, app.Act{Name: "guess", Cell: "q", Value: "1"})
	told := func() bool {
		return tree(s).Find(func(n *vdom.Node) bool { return n.Arg == "because of two" }) != nil
	}
	if told() {
		t.Error("the answer is given away")
	}
	if reason := tree(s).Find(func(n *vdom.Node) bool { return n.Arg == "one is too few" }); reason == nil {
		t.Error("nothing says why the option is wrong")
	}
	viewtest.Has(t, tree(s), "See the answer and why")
	s.Apply(3, app.Act{Name: "tell", Cell: "q"})
	if !told() {
		t.Error("the answer is not told")
	}
	if right := tree(s).Find(func(n *vdom.Node) bool { return n.Get("data-verdict") == "right" }); right == nil {
		t.Error("the right option is not marked")
	}
}

func TestEmptyScratchpadOffersABeginning(t *testing.T) {
	s := app.New(boot.Page{Kind: boot.Scratch, Lang: "en"}, "tag")
	s.Apply(1, app.Boot{})
	for _, e := range app.Examples {
		viewtest.Has(t, tree(s), `data-act="example `+e.Name+`"`)
	}
	s.Apply(2, app.Act{Name: "example", Value: "copy"})
	if code := s.Cells["s1"].Code; !strings.Contains(code, "torch.randn") || strings.Contains(tree(s).String(), "data-act=\"example") {
		t.Errorf("the scratchpad holds %q", code)
	}
}
