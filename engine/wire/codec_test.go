package wire

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestRequestRoundTrip(t *testing.T) {
	cases := []struct {
		m    Message
		body any
	}{
		{Message{Type: Hello, SID: "s1"}, &HelloBody{Token: "t", LastSeq: 7, Lang: "zh"}},
		{Message{Type: Execute, RID: "r1", Cell: "mix-1"}, &ExecuteBody{Code: "x = 1\nx", KeepGoing: true}},
		{Message{Type: Interrupt, RID: "r1"}, &InterruptBody{}},
		{Message{Type: Complete, RID: "q1"}, &CompleteBody{Code: "torch.", Cursor: 6}},
		{Message{Type: Ack}, &AckBody{Seq: 3}},
		{Message{Type: Devices}, &DevicesBody{Spec: "sim:4,memory=8GiB"}},
		{Message{Type: Diagnose, RID: "d1"}, &DiagnoseBody{Code: "x ="}},
		{Message{Type: Solution, RID: "s1", Cell: "mix-1"}, &SolutionBody{Lesson: "devices", Parts: 2}},
		{Message{Type: Draft, RID: "k1", Cell: "mix-1"}, &DraftBody{Lesson: "devices", Rev: 3, Code: "x = '张量'"}},
		{Message{Type: Drafts, RID: "k2"}, &DraftsBody{Lesson: "devices", After: "mix-1"}},
		{Message{Type: Versions, RID: "k3", Cell: LayoutCell}, &VersionsBody{Lesson: "devices", Before: 9}},
		{Message{Type: GPURequest, RID: "g1"}, &GPURequestBody{Kind: GPUJob, Lesson: "devices", Cards: 2, Cells: []JobCell{{Cell: "mix-1", Code: "x"}}}},
		{Message{Type: GPURelease}, &GPUReleaseBody{Save: true}},
		{Message{Type: Assignments}, &AssignmentsBody{}},
		{Message{Type: Submit, RID: "h1"}, &SubmitBody{Assignment: "a1", Answers: map[string]string{"mix-1": "x = '张'"}, Lang: "zh"}},
		{Message{Type: Control, RID: "w1", Cell: "mix-1"}, &ControlBody{ID: "0a1b", Event: ControlSet, Value: "7", Lang: "zh"}},
		{Message{Type: Check, RID: "c1", Cell: "mix-1"}, &CheckBody{Lesson: "devices", Code: "pass"}},
	}
	for _, c := range cases {
		m := New(c.m.Type, c.body)
		m.SID, m.RID, m.Cell = c.m.SID, c.m.RID, c.m.Cell
		data, err := Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		got, body, err := Decode(data, FromClient)
		if err != nil {
			t.Errorf("%s: %v", data, err)
			continue
		}
		if !reflect.DeepEqual(got, m) || !reflect.DeepEqual(body, c.body) {
			t.Errorf("%s: got %+v with %+v", data, got, body)
		}
	}
}

func TestEventRoundTrip(t *testing.T) {
	out := New(Stream, StreamBody{Name: "stdout", Text: "hi\n"})
	body := ResetBody{Seq: 9, Snapshot: Snapshot{Epoch: 2, Status: Idle, Cells: []CellSnapshot{
		{Cell: "a", RID: "r", State: RunDone, Count: 3, Outputs: []Message{out}},
	}}}
	data, err := Encode(New(Reset, body))
	if err != nil {
		t.Fatal(err)
	}
	_, got, err := Decode(data, FromServer)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, &body) {
		t.Errorf("got %+v, want %+v", got, &body)
	}
}

func TestDecodeRefuses(t *testing.T) {
	long := strings.Repeat("x", MaxID+1)
	cases := []struct {
		text string
		kind ErrorKind
		code int
	}{
		{``, BadJSON, 1007},
		{`{`, BadJSON, 1007},
		{`[]`, BadField, 1008},
		{"\xff\xfe", BadJSON, 1007},
		{`{"v":1,"t":"ack","body":{"seq":1}} {}`, BadJSON, 1007},
		{`{"v":2,"t":"ack"}`, BadVersion, CloseVersion},
		{`{"v":1}`, MissingField, 1008},
		{`{"v":1,"t":"launch_missiles"}`, UnknownType, 1008},
		{`{"v":1,"t":"stream"}`, UnknownType, 1008},
		{`{"v":1,"t":"ack"}`, MissingField, 1008},
		{`{"v":1,"t":"ack","body":null}`, MissingField, 1008},
		{`{"v":1,"t":"ack","nonsense":1}`, BadJSON, 1007},
		{`{"v":1,"t":"ack","body":{"seq":-1}}`, BadField, 1008},
		{`{"v":1,"t":"ack","body":{"seq":"1"}}`, BadField, 1008},
		{`{"v":1,"t":"ack","seq":5,"body":{"seq":1}}`, BadField, 1008},
		{`{"v":1,"t":"execute_request","rid":"r","body":{"code":""}}`, MissingField, 1008},
		{`{"v":1,"t":"execute_request","cell":"c","body":{"code":""}}`, MissingField, 1008},
		{`{"v":1,"t":"execute_request","rid":"a b","cell":"c","body":{"code":""}}`, BadField, 1008},
		{`{"v":1,"t":"execute_request","rid":"` + long + `","cell":"c","body":{"code":""}}`, BadField, 1008},
		{`{"v":1,"t":"complete_request","rid":"r","body":{"code":"x","cursor":2}}`, BadField, 1008},
		{`{"v":1,"t":"devices_request","body":{}}`, MissingField, 1008},
		{`{"v":1,"t":"solution_request","rid":"r","body":{"lesson":"l","parts":1}}`, MissingField, 1008},
		{`{"v":1,"t":"solution_request","rid":"r","cell":"c","body":{"lesson":"l","parts":-1}}`, BadField, 1008},
		{`{"v":1,"t":"submit","rid":"r","body":{"answers":{}}}`, MissingField, 1008},
		{`{"v":1,"t":"submit","body":{"assignment":"a","answers":{}}}`, MissingField, 1008},
		{`{"v":1,"t":"submit","rid":"r","body":{"assignment":"a","answers":{"c":"a\u0000"}}}`, BadField, 1008},
		{`{"v":1,"t":"submit","rid":"r","body":{"assignment":"a","answers":{"` + strings.Repeat("c", 300) + `":""}}}`, BadField, 1008},
		{`{"v":1,"t":"draft","rid":"r","cell":"c","body":{"lesson":"l","rev":0,"code":""}}`, BadField, 1008},
		{`{"v":1,"t":"draft","rid":"r","cell":"c","body":{"lesson":"l","rev":9007199254740993,"code":""}}`, BadField, 1008},
		{`{"v":1,"t":"draft","rid":"r","cell":"c","body":{"lesson":"l","rev":1,"code":"a\u0000"}}`, BadField, 1008},
		{`{"v":1,"t":"draft","rid":"r","body":{"lesson":"l","rev":1,"code":""}}`, MissingField, 1008},
		{`{"v":1,"t":"draft","rid":"r","cell":"c","body":{"rev":1,"code":""}}`, MissingField, 1008},
		{`{"v":1,"t":"drafts_request","rid":"r","body":{}}`, MissingField, 1008},
		{`{"v":1,"t":"versions_request","rid":"r","cell":"c","body":{"lesson":"l","before":-1}}`, BadField, 1008},
		{`{"v":1,"t":"gpu_request","rid":"r","body":{"kind":"mine"}}`, BadField, 1008},
		{`{"v":1,"t":"gpu_request","rid":"r","body":{"kind":"job"}}`, BadField, 1008},
		{`{"v":1,"t":"gpu_request","rid":"r","body":{"kind":"session","cards":-1}}`, BadField, 1008},
		{`{"v":1,"t":"gpu_request","rid":"r","body":{"kind":"job","cells":[{"code":"x"}]}}`, MissingField, 1008},
		{`{"v":1,"t":"gpu_request","rid":"r","body":{"kind":"job","cells":[{"cell":"a b","code":"x"}]}}`, BadField, 1008},
		{`{"v":1,"t":"ack","body":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, TooDeep, 1008},
		{`{"v":1,"t":"execute_request","rid":"r","cell":"c","body":{"code":"` + strings.Repeat("x", MaxCode+1) + `"}}`, BadField, 1008},
		{`"` + strings.Repeat("x", MaxRequest) + `"`, TooLarge, 1009},
	}
	for _, c := range cases {
		_, _, err := Decode([]byte(c.text), FromClient)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.60s: error %v, want a *wire.Error", c.text, err)
			continue
		}
		if e.Kind != c.kind || e.CloseCode() != c.code {
			t.Errorf("%.60s: kind %d, close code %d; want %d, %d (%v)", c.text, e.Kind, e.CloseCode(), c.kind, c.code, e)
		}
	}
}

func TestClientIgnoresUnknownEvents(t *testing.T) {
	_, _, err := Decode([]byte(`{"v":1,"t":"from_the_future","body":{"x":1}}`), FromServer)
	var e *Error
	if !errors.As(err, &e) || e.Kind != UnknownType {
		t.Errorf("error %v, want kind UnknownType", err)
	}
	_, body, err := Decode([]byte(`{"v":1,"t":"status","body":{"state":"idle","epoch":1,"mood":"good"}}`), FromServer)
	if err != nil || body.(*StatusBody).State != Idle {
		t.Errorf("an event with a new field: %v, %v", body, err)
	}
}

// TestTables checks that each message type stands in exactly one table.
func TestTables(t *testing.T) {
	for typ := range requests {
		if _, both := events[typ]; both && typ != Pen {
			t.Errorf("%s is both a request and an event", typ)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for typ := range requests {
		f.Add([]byte(`{"v":1,"t":"` + typ + `","rid":"r","cell":"c","body":{}}`))
	}
	f.Add([]byte(`{"v":1,"t":"execute_request","rid":"r","cell":"c","body":{"code":"print(\"\\u4f60\")"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, body, err := Decode(data, FromClient)
		if err != nil {
			if e := new(*Error); !errors.As(err, e) || len((*e).Detail) == 0 {
				t.Fatalf("error %v is no *wire.Error with a reason", err)
			}
			return
		}
		m.Body = New(m.Type, body).Body
		again, err := Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		m2, body2, err := Decode(again, FromClient)
		if err != nil || !reflect.DeepEqual(body, body2) || m2.Type != m.Type || m2.RID != m.RID {
			t.Fatalf("%s\nbecame %s: %v", data, again, err)
		}
	})
}
