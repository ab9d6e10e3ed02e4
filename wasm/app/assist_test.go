package app

import (
	"encoding/json"
	"testing"

	"gputour/engine/wire"
	"gputour/web/text"
)

func TestQuestionsBringWhatHasNotRun(t *testing.T) {
	b := online(t)
	b.do(Edited{"a", "import torch"})
	b.do(Asked{Kind: "complete", Cell: "b", Code: "torch.", Cursor: 6, Ticket: 3})
	m, _ := b.last(wire.Complete)
	var body wire.CompleteBody
	json.Unmarshal(m.Body, &body)
	b.want(body.Code, "import torch\n"+wire.CellBreak+"torch.")
	reply := wire.New(wire.CompleteReply, wire.CompleteReplyBody{Start: body.Cursor, End: body.Cursor, Matches: []wire.Completion{{Text: "ones"}}})
	reply.RID = m.RID
	data, _ := wire.Encode(reply)
	msg, decoded, _ := wire.Decode(data, wire.FromServer)
	answer, ok := effect[Answer](b.do(Received{msg, decoded}))
	if !ok || answer.Start != 6 || answer.End != 6 || answer.Ticket != 3 {
		t.Errorf("answers %+v", answer)
	}
	b.run("a", 1, wire.RunDone, nil)
	b.do(Asked{Kind: "call", Cell: "b", Code: "f(", Cursor: 2, Ticket: 4})
	m, _ = b.last(wire.Inspect)
	var inspect wire.InspectBody
	json.Unmarshal(m.Body, &inspect)
	if inspect != (wire.InspectBody{Code: "f(", Cursor: 2, Detail: wire.InspectCall}) {
		t.Errorf("asks %+v", inspect)
	}
}

// A value is looked at as a table, in the place of its text: asked for once, told, and put away.
func TestValuesAsTable(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.Result, wire.DisplayBody{Data: wire.Bundle{"text/plain": "tensor([[…]])\n…"}, Count: 1, Table: "xyz.1"})
	})
	c := b.s.Cells["a"]
	o := c.Outputs[0]
	ask := func(body wire.InspectReplyBody) {
		b.do(Act{Name: "grid", Cell: "a", Value: "xyz.1"})
		m, _ := b.last(wire.Inspect)
		b.want(string(m.Body), `{"code":"xyz.1","cursor":0,"detail":5}`)
		b.is(o.Grid.Shown(), false)
		b.do(Received{wire.Message{Type: wire.InspectReply, RID: m.RID}, &body})
	}
	b.is(c.Lines() == 2, true)
	ask(wire.InspectReplyBody{Found: true, Data: wire.Bundle{wire.TableType: "{}"}})
	b.is(o.Grid.Shown(), true)
	b.is(c.Lines() == 0, true)
	b.do(Act{Name: "grid", Cell: "a", Value: "xyz.1"})
	b.is(o.Grid == Grid{}, true)
	for _, c := range []struct{ why, says string }{{wire.ValueGone, "gone"}, {wire.ValueUnfit, "unfit"}, {"", "late"}} {
		ask(wire.InspectReplyBody{Why: c.why})
		b.is(o.Grid == Grid{Open: true, Why: c.says}, true)
		b.is(text.Has("values."+c.says), true)
		b.do(Act{Name: "grid", Cell: "a", Value: "xyz.1"}) // put away, to be asked for again
	}
}

// An answer about a tensor that is no longer looked at is not shown as the next one's.
func TestTableOfAnotherTensor(t *testing.T) {
	b := online(t)
	b.do(Act{Name: "tensor", Value: "x"})
	b.do(Act{Name: "grid"})
	late, _ := b.last(wire.Inspect)
	b.do(Act{Name: "tensor", Value: "y"})
	told := func(m wire.Message) {
		b.do(Received{wire.Message{Type: wire.InspectReply, RID: m.RID}, &wire.InspectReplyBody{Found: true, Data: wire.Bundle{wire.TableType: "{}"}}})
	}
	told(late)
	b.is(b.s.Device.Grid == Grid{}, true)
	b.do(Act{Name: "grid"})
	told(late)
	b.is(b.s.Device.Grid.Shown(), false)
	m, _ := b.last(wire.Inspect)
	told(m)
	b.is(b.s.Device.Grid.Shown(), true)
}
