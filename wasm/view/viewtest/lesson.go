// Package viewtest has the page that the tests of all views draw, and what happens on it.
package viewtest

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"

	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/vdom"
	"gputour/web/boot"
)

// Page is an online lesson with one plain cell, one prediction, one exercise.
func Page() *app.State {
	s := app.New(boot.Page{Kind: boot.Lesson, Lang: "en", Lesson: "l", Blocks: []boot.Block{
		{Key: "t-0"}, {Key: "c-a", Cell: &boot.Cell{ID: "a", Kind: "demo", Code: "x"}},
		{Key: "c-b", Cell: &boot.Cell{ID: "b", Kind: "predict", Code: "y", Options: []string{"1", "2"}, Answers: []int{2}, Why: "because"}},
		{Key: "c-e", Cell: &boot.Cell{ID: "e", Kind: "exercise", Code: "z", Checked: true, Hints: []string{"h"}}},
	}, Course: []boot.Entry{{ID: "placement", URL: "/en/lessons/placement"}}}, "tag")
	s.Apply(1, app.Boot{})
	s.Apply(2, app.Opened{})
	s.Apply(3, app.Received{Message: wire.Message{SID: "s"}, Body: &wire.WelcomeBody{Pen: wire.PenBody{Mine: true, Tabs: 1}}})
	s.Apply(4, app.Received{Body: &wire.ResumedBody{}})
	return s
}

var seqs = map[*app.State]uint64{}

// Event has the server tell of something in a cell.
func Event(s *app.State, cell string, body any) {
	seqs[s]++
	s.Apply(5, app.Received{Message: wire.Message{Type: wire.Result, Cell: cell, RID: "r", Seq: seqs[s]}, Body: body})
}

// Has fails where something is not drawn.
func Has(t *testing.T, n *vdom.Node, want string) {
	t.Helper()
	if html := strings.ReplaceAll(n.String(), "\u00a0", " "); !strings.Contains(html, want) {
		t.Errorf("no %s in\n%s", want, html)
	}
}

// HasAll fails where one of several things is not drawn.
func HasAll(t *testing.T, n *vdom.Node, texts ...string) {
	t.Helper()
	for _, text := range texts {
		Has(t, n, text)
	}
}

// Recorder is what the engine says of a cell: its devices' events and its cost.
type Recorder struct {
	mu     sync.Mutex
	Events []wire.DeviceEvent
	parts  int
	Memory []wire.MemoryPoint
	Failed *wire.ErrorBody
	Cost   wire.Cost
	Place  wire.PlacementBody
}

// Stream implements session.Output.
func (r *Recorder) Stream(string, string) {}

// Emit implements session.Output.
func (r *Recorder) Emit(_ string, body any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch b := body.(type) {
	case wire.DeviceBody:
		r.Events = append(r.Events, b.Events...)
		r.Memory = append(r.Memory, b.Memory...)
		r.parts++
	case wire.ErrorBody:
		r.Failed = &b
	}
}

// Input implements session.Output.
func (r *Recorder) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// Shown is a page on which that run was run in cell a.
func (r *Recorder) Shown() *app.State {
	s := Page()
	Event(s, "a", &wire.InputBody{Count: 2, Code: "x"})
	Event(s, "a", &wire.DeviceBody{Events: r.Events, Memory: r.Memory})
	Event(s, "a", &wire.ReplyBody{State: wire.RunDone, Cost: r.Cost})
	s.Apply(9, app.Received{Body: &r.Place})
	return s
}
