package app

import (
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/web/boot"
)

func TestInsertDeleteMoveUndo(t *testing.T) {
	b := online(t)
	start := b.keys()
	b.act("select", "a")
	for _, step := range []struct{ act, want string }{
		{"insert-below", "t-0 c-a own t-2 c-b c-e c-q"},
		{"move-up", "t-0 own c-a t-2 c-b c-e c-q"},
		{"delete", "t-0 c-a t-2 c-b c-e c-q"},
		{"undo", "t-0 own c-a t-2 c-b c-e c-q"},
		{"undo", "t-0 c-a own t-2 c-b c-e c-q"},
		{"redo", "t-0 own c-a t-2 c-b c-e c-q"},
		{"undo", "t-0 c-a own t-2 c-b c-e c-q"},
		{"undo", start},
		{"undo", start},
	} {
		b.act(step.act, "")
		b.want(step.act+": "+b.keys(), step.act+": "+step.want)
	}
}

func TestSplitAndMergeAreInverse(t *testing.T) {
	b := online(t)
	b.do(Edited{"a", "one\ntwo\nthree"})
	b.do(Act{Name: "split", Cell: "a", Value: "2"})
	b.want(b.s.Cells["a"].Code, "one")
	b.act("select", "a")
	b.act("merge", "")
	b.want(b.s.Cells["a"].Code, "one\ntwo\nthree")
	b.act("undo", "")
	b.want(b.s.Cells["a"].Code, "one")
}

func TestResetCanBeUndone(t *testing.T) {
	b := online(t)
	b.do(Edited{"a", "mine"})
	b.act("reset-cell", "a")
	b.want(b.s.Cells["a"].Code, "x = 1")
	b.act("undo", "")
	b.want(b.s.Cells["a"].Code, "mine")
}

func TestFixReplacesItsLineAndKeepsTheIndent(t *testing.T) {
	b := online(t)
	b.do(Edited{"b", "if True:\n    x + z\nprint(1)"})
	b.run("b", 1, wire.RunFailed, func(rid string) {
		b.event(rid, "b", wire.Failed, wire.ErrorBody{Name: "RuntimeError", Explain: &wire.Explanation{Fix: &wire.Fix{Code: "x + z.to(x.device)", Line: 2}}})
	})
	b.act("fix", "b")
	b.want(b.s.Cells["b"].Code, "if True:\n    x + z.to(x.device)\nprint(1)")
}

func TestDraftComesBackAfterAReload(t *testing.T) {
	b := online(t)
	b.do(Edited{"a", "mine"})
	b.do(Act{Name: "guess", Cell: "b", Value: "1"})
	b.act("hint", "e")
	b.act("select", "a")
	b.act("insert-below", "")
	own := b.s.selectedCell()
	b.do(Edited{own.ID, "print(2)"})
	b.want(string(b.s.Saved), "saving")
	store, ok := effect[Store](b.do(Due{"save"}))
	if !ok {
		t.Fatal("nothing was saved")
	}
	b.do(StoreDone{store.Key, true})
	b.want(string(b.s.Saved), "saved")

	again := newBench(t, lessonPage(), map[string]string{store.Key: store.Value})
	again.want(again.keys(), b.keys())
	again.want(again.s.Cells["a"].Code+again.s.Cells[own.ID].Code, "mineprint(2)")
	if again.s.Cells["b"].Guess != 1 || again.s.Cells["e"].Hints != 1 {
		t.Error("guess or hints are lost")
	}

	page := lessonPage()
	page.Hash = "h2"
	changed := newBench(t, page, map[string]string{store.Key: store.Value})
	changed.want(changed.s.Cells["a"].Code, "x = 1")
	if changed.s.Drafts == nil {
		t.Fatal("the old draft is not offered")
	}
	changed.act("use-old", "")
	changed.want(changed.s.Cells["a"].Code, "mine")
	if changed.cellOwn() != "print(2)" {
		t.Error("the own cell was not brought over")
	}
}

func (b *bench) cellOwn() string {
	for _, c := range b.s.Order() {
		if c.Lesson == nil {
			return c.Code
		}
	}
	return ""
}

func TestBrokenStorageIsIgnored(t *testing.T) {
	b := newBench(t, lessonPage(), map[string]string{
		"draft.mix.h1": `{"codes":{"nowhere":"x"},"doc":["c-b","c-b","ghost"],"guess":{"b":99},"hints":{"e":99}}`, "progress": "[", "session.mix": "7", "theme": "pink",
	})
	b.want(b.keys(), "t-0 c-b t-2")
	b.want(b.s.Theme, "system")
	if c := b.s.Cells["e"]; c.Hints > len(c.Lesson.Hints) {
		t.Error("more hints than there are")
	}
}

func TestAnotherTabsEditsAreTakenOver(t *testing.T) {
	b := online(t)
	asked, _ := b.last(wire.Drafts)
	no := wire.New(wire.Refused, wire.RefusedBody{Request: wire.Drafts, Code: "no-store"})
	no.RID = asked.RID
	b.message(no)
	effects := b.do(StoreElsewhere{"draft.mix.h1", `{"codes":{"a":"theirs"}}`})
	if set, ok := effect[SetCode](effects); !ok || set.Code != "theirs" {
		t.Error("the editor does not show the other tab's text")
	}
	b.do(StoreElsewhere{"draft.mix.h1", `{}`})
	b.want(b.s.Cells["a"].Code, "x = 1")
}

func TestKeys(t *testing.T) {
	b := online(t)
	b.act("select", "a")
	press := func(chord, in string) bool {
		_, handled := b.s.Apply(b.now, Key{Chord: chord, In: in, Cell: ""})
		return handled
	}
	press("b", "page")
	b.want(b.keys(), "t-0 c-a own t-2 c-b c-e c-q")
	press("D", "page")
	b.now += 900
	press("D", "page")
	b.want(b.keys(), "t-0 c-a own t-2 c-b c-e c-q")
	press("D", "page")
	b.want(b.keys(), "t-0 c-a t-2 c-b c-e c-q")
	if press("B", "input") || press("B", "editor") {
		t.Error("a letter that is typed into a field is a command")
	}
	if press("Q", "page") {
		t.Error("a key without meaning was taken from the browser")
	}
	b.act("one-keys", "")
	press("B", "page")
	b.want(b.keys(), "t-0 c-a t-2 c-b c-e c-q")
	press("Ctrl+Shift+P", "page")
	b.want(string(b.s.Dialog.Kind), "palette")
	press("Escape", "input")
	b.want(string(b.s.Dialog.Kind), "")
}

func TestPaletteFiltersAndRuns(t *testing.T) {
	b := online(t)
	b.act("select", "a")
	b.act("palette", "")
	all := len(b.s.Offers())
	b.do(Typed{Field: "query", Value: "insert below"})
	if n := len(b.s.Offers()); n == 0 || n >= all {
		t.Fatalf("%d of %d offers", n, all)
	}
	b.do(Key{Chord: "ArrowDown", In: "input"})
	b.do(Key{Chord: "ArrowUp", In: "input"})
	b.act("choose", "")
	b.do(Act{Name: "choose", Value: "1"})
	b.want(b.keys(), "t-0 c-a own t-2 c-b c-e c-q")
}

func TestSearchFindsLines(t *testing.T) {
	b := online(t)
	b.act("search", "")
	b.do(Typed{Field: "query", Value: "X +"})
	hits := b.s.Hits()
	if len(hits) != 1 || hits[0].Key != "c-b" || hits[0].Line != 1 {
		t.Fatalf("hits %v", hits)
	}
	b.do(Key{Chord: "Enter", In: "input"})
	b.want(b.s.Selected, "c-b")
}

func TestScratchIsKept(t *testing.T) {
	page := boot.Page{Kind: boot.Scratch, Lang: "en", Hash: "1"}
	b := newBench(t, page, nil)
	b.want(string(b.s.Saved), "saved")
	b.do(Edited{"s1", "kept = 1"})
	store, ok := effect[Store](b.do(Due{"save"}))
	if !ok {
		t.Fatal("not saved")
	}
	again := newBench(t, page, map[string]string{store.Key: store.Value})
	again.want(again.keys()+again.s.Cells["s1"].Code, "c-s1kept = 1")
}

func TestScratchOpensAndSavesFiles(t *testing.T) {
	b := newBench(t, boot.Page{Kind: boot.Scratch, Lang: "zh"}, nil)
	b.do(FileOpened{"n.py", "# %% [markdown]\n# 标题\n\n# %%\nprint(1)\n"})
	if len(b.s.Doc) != 2 || !b.s.Order()[0].Note || b.s.Order()[1].Code != "print(1)" {
		t.Fatalf("opened %v", b.s.Document())
	}
	file, _ := effect[Download](b.act("save-md", ""))
	if !strings.Contains(file.Text, "```{code-cell} python\nprint(1)\n```") {
		t.Errorf("saved %q", file.Text)
	}
	b.do(FileOpened{"n.exe", "?"})
	if len(b.s.Toasts) == 0 {
		t.Error("a bad file is not told")
	}
	b.act("undo", "")
	if len(b.s.Doc) != 1 {
		t.Error("opening cannot be undone")
	}
}

func TestEveryCommandHasWordsAndNoKeyIsTaken(t *testing.T) {
	keys := map[string]string{}
	for _, spec := range Commands {
		if spec.Group == "" {
			continue
		}
		for _, lang := range []string{"zh", "en"} {
			s := New(boot.Page{Lang: lang}, "x")
			if s.T("cmd."+spec.Name) == "cmd."+spec.Name || s.T("group."+spec.Group) == "group."+spec.Group {
				t.Errorf("%s has no words in %s", spec.Name, lang)
			}
		}
		for _, k := range append(append([]string(nil), spec.Keys...), spec.Edit...) {
			if spec.Group == "board" { // the board is a page without cells
				k = "board " + k
			}
			if other, taken := keys[k]; taken {
				t.Errorf("%s means %s and %s", k, other, spec.Name)
			}
			keys[k] = spec.Name
		}
	}
}
