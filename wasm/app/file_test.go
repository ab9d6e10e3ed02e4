package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/export"
	"gputour/web/boot"
)

// jupyter is a notebook as nbformat 4.5's schema describes it.
type jupyter struct {
	Cells []struct {
		Type    string           `json:"cell_type"`
		ID      string           `json:"id"`
		Meta    *map[string]any  `json:"metadata"`
		Source  any              `json:"source"`
		Count   *int             `json:"execution_count"`
		Outputs []map[string]any `json:"outputs"`
	} `json:"cells"`
	Meta          map[string]any `json:"metadata"`
	Format, Minor int
}

// departs says how a notebook departs from the schema.
func departs(t *testing.T, text string) (nb jupyter, problems []string) {
	t.Helper()
	var head struct {
		Format int `json:"nbformat"`
		Minor  int `json:"nbformat_minor"`
	}
	if err := json.Unmarshal([]byte(text), &nb); err != nil {
		t.Fatal(err)
	}
	json.Unmarshal([]byte(text), &head)
	if head.Format != 4 || head.Minor != 5 || nb.Meta["kernelspec"] == nil {
		problems = append(problems, "the head is wrong")
	}
	need := map[string][]string{"stream": {"name", "text"}, "display_data": {"data", "metadata"}, "execute_result": {"data", "metadata", "execution_count"}, "error": {"ename", "evalue", "traceback"}}
	ids := map[string]bool{}
	for _, c := range nb.Cells {
		if c.ID == "" || len(c.ID) > 64 || ids[c.ID] || c.Meta == nil || c.Source == nil || c.Type == "code" && c.Outputs == nil || c.Type == "markdown" && c.Outputs != nil {
			problems = append(problems, fmt.Sprintf("cell %+v", c))
		}
		ids[c.ID] = true
		for _, o := range c.Outputs {
			fields := need[o["output_type"].(string)]
			for _, f := range fields {
				if o[f] == nil {
					problems = append(problems, fmt.Sprintf("output without %s: %v", f, o))
				}
			}
			if len(o) != len(fields)+1 {
				problems = append(problems, fmt.Sprintf("output with other fields: %v", o))
			}
		}
	}
	return nb, problems
}

// lessonBench is a page with the cells of a real lesson, and the notebook that the server has of it.
func lessonBench(t *testing.T, id string) (*bench, string) {
	course := lesson.Load(lessons.Files)
	file, err := export.Notebook(course, "en", id)
	if err != nil {
		t.Fatal(err)
	}
	p := boot.Page{Kind: boot.Lesson, Lang: "en", Lesson: id, Title: "T", Jupyter: "/en/lessons/" + id + ".ipynb"}
	for _, c := range course.Entry(id).Lang("en").Cells() {
		if c.Kind != lesson.Tests {
			p.Blocks = append(p.Blocks, boot.Block{Key: "c-" + c.ID, Cell: &boot.Cell{ID: c.ID, Kind: string(c.Kind), Code: c.Code}})
		}
	}
	b := newBench(t, p, nil)
	b.welcome("s1", 0)
	return b, string(file.Data)
}

func TestLessonIsSavedWhole(t *testing.T) {
	b, base := lessonBench(t, "errors")
	var id string
	for _, c := range b.s.Order() {
		if c.Runs() {
			id = c.ID
			break
		}
	}
	b.do(Edited{id, "print('mine')"})
	b.run(id, 4, wire.RunFailed, func(rid string) {
		b.event(rid, id, wire.Stream, wire.StreamBody{Name: "stdout", Text: "mine\n"})
		b.event(rid, id, wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/plain": "p", "application/json": `{"a": 1}`}})
		b.event(rid, id, wire.Result, wire.DisplayBody{Data: wire.Bundle{"text/plain": "7"}})
		b.event(rid, id, wire.Progress, wire.ProgressBody{ID: "1"})
		b.event(rid, id, wire.Failed, wire.ErrorBody{Name: "ValueError", Value: "no", Text: "Traceback\nValueError: no\n"})
	})
	b.act("insert-below", id)
	b.do(Edited{b.s.selectedCell().ID, "mine = 1"})
	b.act("insert-below", "") // stays empty, and is not saved
	fetch, ok := effect[Fetch](b.act("save-ipynb", ""))
	if !ok || fetch.URL != "/en/lessons/errors.ipynb" {
		t.Fatalf("asks for %+v", fetch)
	}
	saved, ok := effect[Download](b.do(Fetched{"ipynb", base, true}))
	if !ok || saved.Name != "errors.ipynb" {
		t.Fatal("nothing is offered")
	}
	nb, problems := departs(t, saved.Text)
	for _, p := range problems {
		t.Error(p)
	}
	before, _ := departs(t, base)
	if len(nb.Cells) != len(before.Cells)+1 {
		t.Errorf("%d cells, the lesson has %d and one is the learner's", len(nb.Cells), len(before.Cells))
	}
	if nb.Meta["title"] != "T" || nb.Meta["gputour"] == nil {
		t.Errorf("metadata %v", nb.Meta)
	}
	for i, c := range nb.Cells {
		if c.ID != id {
			continue
		}
		var types []string
		for _, o := range c.Outputs {
			types = append(types, o["output_type"].(string))
		}
		if got := strings.Join(types, " "); got != "stream display_data execute_result error" || c.Source != "print('mine')" || *c.Count != 4 {
			t.Errorf("the cell is saved as %+v", c)
		}
		if nb.Cells[i+1].Source != "mine = 1" {
			t.Errorf("below it stands %+v", nb.Cells[i+1])
		}
		return
	}
	t.Errorf("no cell %s", id)
}

func TestScratchpadIsSavedWhole(t *testing.T) {
	b := newBench(t, boot.Page{Kind: boot.Scratch, Lang: "en"}, nil)
	b.welcome("s1", 0)
	b.do(Edited{"s1", "1 + 1"})
	b.run("s1", 1, wire.RunDone, func(rid string) {
		b.event(rid, "s1", wire.Result, wire.DisplayBody{Data: wire.Bundle{"text/plain": "2"}})
	})
	saved, _ := effect[Download](b.act("save-ipynb", ""))
	nb, problems := departs(t, saved.Text)
	if len(problems) > 0 || len(nb.Cells) != 1 || len(nb.Cells[0].Outputs) != 1 {
		t.Errorf("%v\n%s", problems, saved.Text)
	}
}

func TestLessonsTextIsSavedAsMarkdown(t *testing.T) {
	b := online(t)
	if _, ok := effect[ReadProse](b.act("save-md", "")); !ok {
		t.Fatal("the text is not asked for")
	}
	saved, ok := effect[Download](b.do(ProseRead{Text: map[string]string{"t-0": "Some prose."}}))
	if !ok || !strings.Contains(saved.Text, "Some prose.") || !strings.Contains(saved.Text, "x = 1") {
		t.Errorf("saved %q", saved.Text)
	}
}

func TestSearchFindsTextCodeAndOutputs(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "nothing\nneedle in output\n"})
	})
	b.do(Edited{"b", "x = needle"})
	if _, ok := effect[ReadProse](b.act("search", "")); !ok {
		t.Fatal("the text is not asked for")
	}
	long := strings.Repeat("词", 200) + "Needle" + strings.Repeat("尾", 200)
	b.do(ProseRead{Text: map[string]string{"t-2": long}})
	b.do(Typed{Field: "query", Value: "needle"})
	var got []string
	for _, h := range b.s.Hits() {
		got = append(got, string(h.In)+" "+h.Key)
		if h.Text[h.Where:h.Where+6] != "needle" && h.Text[h.Where:h.Where+6] != "Needle" || len(h.Text) > 130 {
			t.Errorf("hit %+v", h)
		}
	}
	if want := []string{"output c-a", "text t-2", "code c-b"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	b.do(Act{Name: "choose", Value: "1"})
	b.want(b.s.Selected, "t-2")
}

func TestRunAllSaysWhereItStopped(t *testing.T) {
	b := online(t)
	b.act("run-all", "")
	reply := func(cell string, state wire.RunState, count int) {
		for _, m := range b.sent {
			if m.Type == wire.Execute && m.Cell == cell {
				if state != wire.RunAborted {
					b.event(m.RID, cell, wire.Input, wire.InputBody{Count: count})
				}
				b.event(m.RID, cell, wire.Reply, wire.ReplyBody{State: state, Count: count})
				return
			}
		}
		t.Fatalf("%s was not run", cell)
	}
	reply("a", wire.RunDone, 1)
	if len(b.s.Toasts) != 0 {
		t.Fatalf("says %v", b.s.Toasts)
	}
	reply("b", wire.RunFailed, 2) // it is meant to fail
	reply("e", wire.RunFailed, 3)
	if n := len(b.s.Toasts); n != 0 {
		t.Errorf("nothing was left out, and yet it says %v", b.s.Toasts)
	}
	b.sent = nil
	b.act("run-all", "")
	reply("a", wire.RunFailed, 4)
	for _, id := range []string{"b", "e"} {
		reply(id, wire.RunAborted, 0)
	}
	b.want(b.s.Toasts[0].Text+b.s.Toasts[0].Act, "Run all stopped at [4], which failed. 2 cells after it were not run.go c-a")
}

func TestPresenterNoticeGoesWithThePresenter(t *testing.T) {
	b := online(t)
	b.act("presenter", "")
	b.do(Key{Chord: "Escape", In: "page"})
	if b.s.Present || len(b.s.Toasts) > 0 {
		t.Errorf("present %v, toasts %v", b.s.Present, b.s.Toasts)
	}
}

func TestProgressBarStaysInOnePlaceBesidePrints(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		for i := range 5 {
			b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stderr", Text: fmt.Sprintf("\r%d/5", i)})
			b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: fmt.Sprintf("line %d\n", i)})
		}
	})
	var got []string
	for _, o := range b.s.Cells["a"].Outputs {
		got = append(got, o.Stream.Name+":"+o.Stream.String())
	}
	if want := []string{"stderr:4/5", "stdout:line 0\nline 1\nline 2\nline 3\nline 4\n"}; !slices.Equal(got, want) {
		t.Errorf("shown %q", got)
	}
}

func TestNotebookIsOpenedAndSavedWhole(t *testing.T) {
	b := newBench(t, boot.Page{Kind: boot.Scratch, Lang: "en"}, nil)
	b.welcome("s1", 0)
	b.do(FileOpened{"n.ipynb", `{"metadata":{"own":{"k":1}},"nbformat":4,"nbformat_minor":5,"cells":[
	 {"cell_type":"markdown","id":"m","metadata":{},"source":"# Title"},
	 {"cell_type":"code","id":"c","execution_count":3,"metadata":{"tags":["t"]},"source":"x","outputs":[
	  {"output_type":"stream","name":"stdout","text":"said\n"},{"output_type":"execute_result","execution_count":3,"metadata":{},"data":{"text/plain":"7"}},
	  {"output_type":"error","ename":"E","evalue":"v","traceback":["a","b"]}]}]}`})
	c := b.s.Order()[1]
	if c.Plain() != "said\n7\na\nb\n" || !c.Past || c.Count != 0 {
		t.Errorf("shows %q, past %v, count %d", c.Plain(), c.Past, c.Count)
	}
	saved, _ := effect[Download](b.act("save-ipynb", ""))
	nb, problems := departs(t, saved.Text)
	if len(problems) > 0 || len(nb.Cells) != 2 || len(nb.Cells[1].Outputs) != 3 || fmt.Sprint((*nb.Cells[1].Meta)["tags"]) != "[t]" || nb.Meta["own"] == nil {
		t.Errorf("%v\n%s", problems, saved.Text)
	}
	draft, _ := json.Marshal(b.s.draft())
	again := newBench(t, boot.Page{Kind: boot.Scratch, Lang: "en"}, map[string]string{b.s.draftKey(): string(draft)})
	again.welcome("s1", 0)
	saved, _ = effect[Download](again.act("save-ipynb", ""))
	if nb, problems := departs(t, saved.Text); len(problems) > 0 || len(nb.Cells) != 2 || fmt.Sprint((*nb.Cells[1].Meta)["tags"]) != "[t]" || nb.Meta["own"] == nil {
		t.Errorf("after a reload: %v\n%s", problems, saved.Text)
	}
	b.run(c.ID, 1, wire.RunDone, nil)
	if c.Past || len(c.Outputs) != 0 {
		t.Errorf("a run leaves %v", c.Plain())
	}
}
