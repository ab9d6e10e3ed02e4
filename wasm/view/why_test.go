package view

import (
	"slices"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/wasm/vdom"
	"gputour/wasm/view/viewtest"
)

// failed is the page after cell "a" has ended with an explained error.
func failed(e *wire.Explanation) *vdom.Node {
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Code: "x", Count: 3})
	viewtest.Event(s, "a", &wire.ErrorBody{Name: "RuntimeError", Value: "no", Explain: e})
	viewtest.Event(s, "a", &wire.ReplyBody{State: wire.RunFailed, Count: 3})
	return tree(s)
}

// TestShapesThatClashStandInOneColumn, and what is drawn is said.
func TestShapesThatClashStandInOneColumn(t *testing.T) {
	drawn := failed(&wire.Explanation{Summary: "S", Clash: []int{1, -1, 0}, Operands: []wire.Tensor{
		{Name: "a", Device: "cpu", Shape: []int{2, 3}}, {Name: "bias", Device: "cpu", Shape: []int{5}}, {Name: "b", Device: "cpu", Shape: []int{4, 5}}}})
	viewtest.Has(t, drawn, `role="img"`)
	viewtest.Has(t, drawn, "a has the shape 2×3, its dimension 1 has 3; b has the shape 4×5, its dimension 0 has 4")
	rows := drawn.Find(func(n *vdom.Node) bool { return n.Get("class") == "clash" }).Kids
	if len(rows) != 2 {
		t.Fatalf("%d rows are drawn", len(rows))
	}
	for i, row := range rows {
		if at := slices.IndexFunc(row.Kids, func(n *vdom.Node) bool { return n.Has("data-clash") }); at != 2 {
			t.Errorf("row %d clashes in column %d", i, at)
		}
	}
}

// TestNonsenseInAClashIsNotDrawn: what the wire says is bounded by what there is.
func TestNonsenseInAClashIsNotDrawn(t *testing.T) {
	for _, clash := range [][]int{{7}, {0, 0, 0}, {-5, 9}, {1 << 40, 1}} {
		failed(&wire.Explanation{Summary: "S", Clash: clash, Operands: []wire.Tensor{{Device: "cpu", Shape: []int{2, 3}}, {Device: "cpu"}}})
	}
}

func TestWhoTouchedWhatIsDrawn(t *testing.T) {
	drawn := failed(&wire.Explanation{Code: "kernel.race.threads", Summary: "no", Touch: &wire.Touch{Array: "part", Index: 7, Length: 32, Threads: []wire.Toucher{
		{Thread: [3]int{0, 0, 0}, Does: "read", Line: 6, Source: "  x = part[7];"}, {Block: [3]int{1, 2, 0}, Thread: [3]int{7, 0, 0}, Does: "write", Line: 5, Source: "part[i] = 1;"}}}})
	for _, want := range []string{"the array part has 32 elements, 0 to 31; element 7 is asked for", "thread 0 of block 0 reads part[7]", "thread 7 of block (1, 2) writes part[7]", "line 5", "<code>part[i] = 1;</code>"} {
		viewtest.Has(t, drawn, want)
	}
}

func TestFullMemoryIsDrawnToOneScale(t *testing.T) {
	drawn := failed(&wire.Explanation{Code: "out-of-memory", Summary: "S", Room: &wire.Room{Asked: 8 << 30, Free: 1 << 30, Total: 4 << 30},
		Operands: []wire.Tensor{{Name: "big", Device: "cuda:0", Bytes: 2 << 30}}})
	for _, want := range []string{"The memory, 4 GiB in all", "<code>big</code>", "width:25.0%", "width:12.5%", "width:100.0%", "everything else", "this line asks for"} {
		viewtest.Has(t, drawn, want)
	}
	if strings.Count(drawn.String(), `class="track"`) != 4 {
		t.Error("a bar is missing")
	}
}
