package app

import (
	"encoding/json"
	"testing"

	"gputour/engine/wire"
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
