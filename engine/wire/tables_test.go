package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// This file holds the tables of the wire against what else says the same: the comments of the types' names, and the bodies' fields.

// TestTypesHaveTheBodiesThatTheirCommentsName: beside every type's name stands which body it has, as a request and as an event.
func TestTypesHaveTheBodiesThatTheirCommentsName(t *testing.T) {
	name := func(body any) string { return reflect.TypeOf(body).Elem().Name() }
	said := 0
	for file, tables := range map[string]struct {
		requests map[string]spec
		events   map[string]func() any
	}{"message.go": {requests, events}, "class.go": {classRequests, classEvents}} {
		for typ, comment := range typeComments(t, file) {
			bodies := regexp.MustCompile(`\b[A-Z]\w*Body\b`).FindAllString(comment, -1)
			if len(bodies) == 0 {
				continue
			}
			asEvent := bodies[0]
			if _, after, both := strings.Cut(comment, "as an event, "); both && strings.HasPrefix(after, bodies[len(bodies)-1]) {
				asEvent = bodies[len(bodies)-1]
			}
			r, isRequest := tables.requests[typ]
			e, isEvent := tables.events[typ]
			if !isRequest && !isEvent {
				t.Errorf("%s is neither a request nor an event", typ)
			}
			if isRequest && name(r.body()) != bodies[0] {
				t.Errorf("request %s has a %s, and says %s", typ, name(r.body()), bodies[0])
			}
			if isEvent && name(e()) != asEvent {
				t.Errorf("event %s has a %s, and says %s", typ, name(e()), asEvent)
			}
			said++
		}
	}
	if said < 60 {
		t.Errorf("only %d types say what their body is", said)
	}
}

// typeComments are the constants of a file that are texts, with what stands beside them.
func typeComments(t *testing.T, file string) map[string]string {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	comments := map[string]string{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, is := n.(*ast.ValueSpec); is && len(s.Values) == 1 {
			if lit, is := s.Values[0].(*ast.BasicLit); is && lit.Kind == token.STRING && s.Comment != nil {
				value, _ := strconv.Unquote(lit.Value)
				comments[value] = s.Comment.Text()
			}
		}
		return true
	})
	return comments
}

// TestWhatRequestsNeed is the table of what a request must carry: the cell, the rid, a body.
func TestWhatRequestsNeed(t *testing.T) {
	for _, wire := range []struct {
		name     string
		decode   func([]byte, Direction) (Message, any, error)
		requests map[string]spec
		needs    string
	}{
		{"a session's", Decode, requests, `hello: -, execute_request: cell rid body, interrupt_request: -, restart_request: -, complete_request: rid body,
			inspect_request: rid body, input_reply: rid body, ack: body, devices_request: body, control_request: cell rid body, check_request: cell rid body,
			place_request: -, pen_request: -, diagnose_request: rid body, solution_request: cell rid body, draft: cell rid body, drafts_request: rid body,
			assigned_request: -, submit: rid body, versions_request: cell rid body, gpu_request: rid body, gpu_release: -`},
		{"a class's", Class.Decode, classRequests, `hello: -, ack: body, where: body, raise: rid body, vote: rid body, allow: rid body, present: rid body, push: rid body,
			poll: rid body, poll_close: rid body, lock: rid body, take: rid body, finish: rid body, admit: rid body, remove: rid body, code: rid body, watch: body`},
	} {
		listed := strings.Split(wire.needs, ",")
		if len(listed) != len(wire.requests) {
			t.Errorf("%s wire has %d requests, the table %d", wire.name, len(wire.requests), len(listed))
		}
		for _, row := range listed {
			typ, want, _ := strings.Cut(strings.TrimSpace(row), ": ")
			got := []string{}
			for _, part := range []string{"cell", "rid", "body"} {
				envelope := map[string]string{"cell": `,"cell":"c"`, "rid": `,"rid":"r"`, "body": `,"body":[]`}
				delete(envelope, part)
				text := `{"v":1,"t":"` + typ + `"` + strings.Join(slices.Collect(maps.Values(envelope)), "") + "}"
				var e *Error
				if _, _, err := wire.decode([]byte(text), FromClient); errors.As(err, &e) && e.Kind == MissingField && strings.Contains(e.Detail, part) {
					got = append(got, part)
				}
			}
			if len(got) == 0 {
				got = []string{"-"}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s %s needs %v, want %s", wire.name, typ, got, want)
			}
		}
	}
}

// TestCaps is the table of what a field may have, in bytes or members, and wants that each is a field of an event.
func TestCaps(t *testing.T) {
	const ki, mi = 1 << 10, 1 << 20
	want := map[string]int{
		"StreamBody.Text": 8 * mi, "DisplayBody.Data*": 8 * mi, "InputBody.Code": mi, "CellSnapshot.Code": mi, "SolutionReplyBody.Code": mi, "StaleBody.Code": mi, "KeptText.Code": mi,
		"ErrorBody.Text": 256 * ki, "InspectReplyBody.Data*": 256 * ki, "ErrorBody.Value": 64 * ki, "Frame.Source[]": 4 * ki, "LimitBody.Text": 4 * ki, "Completion.Text": 4 * ki,
		"GPUBody.Saved": 4 * ki, "Completion.Detail": ki,
		"ErrorBody.Notes": 256, "ErrorBody.Frames": 200, "ErrorBody.Chain": 100, "Chained.Frames": 50, "Frame.Source": 32, "DisplayBody.Data": 32, "DisplayBody.Meta": 32, "InspectReplyBody.Data": 8,
		"Tensor.Name": 256, "Tensor.Shape": 64, "DeviceEvent.Shape": 64, "DeviceEvent.Kernel": 256, "ProgressBody.ID": 256, "GPUBody.Device": 256, "GPUOffer.Device": 256, "DisplayBody.ID": 256,
		"PushedBody.Body": 64 * ki, "PushBody.Body": 64 * ki, "PollBody.Options[]": 256, "PollBody.Question": 2 * ki, "HandBody.Note": 512,
	}
	for path, n := range want {
		if got := limitOf(path, -1); got != n {
			t.Errorf("%s has at most %d, want %d", path, got, n)
		}
	}
	fields := map[string]bool{}
	for _, body := range allEvents() {
		fieldsOf(reflect.TypeOf(body()).Elem(), fields)
	}
	for path := range caps {
		if _, listed := want[path]; !listed {
			t.Errorf("%s is not in this table", path)
		}
		if plain := strings.TrimRight(path, "[]*"); !fields[plain] && plain != "PushBody.Body" {
			t.Errorf("no event has a field %s", plain)
		}
	}
	if limitOf("WelcomeBody.Anything", 7) != 7 || maxField != 16*ki || maxList != 4096 || maxShown != 256*ki {
		t.Error("other fields have other bounds")
	}
}

// fieldsOf notes the fields of a struct and of those within it, by type and name.
func fieldsOf(v reflect.Type, into map[string]bool) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice || v.Kind() == reflect.Map || v.Kind() == reflect.Array {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct || into[v.Name()] {
		return
	}
	into[v.Name()] = true
	for i := range v.NumField() {
		into[v.Name()+"."+v.Field(i).Name] = true
		fieldsOf(v.Field(i).Type, into)
	}
}

// TestCutLists: of a long list the beginning and the end stay, and what is missing is counted.
func TestCutLists(t *testing.T) {
	var notes []string
	for i := range 1000 {
		notes = append(notes, fmt.Sprint(i))
	}
	got, _, cut := Bound(ErrorBody{Name: "E", Notes: notes})
	if kept := got.(ErrorBody).Notes; len(kept) != 256 || cut != 744 || kept[0] != "0" || kept[127] != "127" || kept[128] != "872" || kept[255] != "999" || got.(ErrorBody).Cut != 744 {
		t.Errorf("%d notes stay, %d are cut", len(kept), cut)
	}
	code := strings.Repeat("x", 300<<10)
	var texts []KeptText
	for i := range 40 {
		texts = append(texts, KeptText{Rev: int64(i), Code: code})
	}
	got, size, cut := Bound(&DraftsReplyBody{Drafts: texts})
	whole, lost := 0, int64(0)
	for _, k := range got.(*DraftsReplyBody).Drafts {
		if len(k.Code) == len(code) {
			whole++
		}
		lost += int64(len(code) - len(k.Code))
	}
	if whole != 27 || size > MaxBody || cut > lost || cut < lost-13*maxMark {
		t.Errorf("%d texts stay whole; %d bytes; %d missing, of which %d are told", whole, size, lost, cut)
	}
}

// TestEncoded: a text has at least as many bytes as JSON makes of it, and few more.
func TestEncoded(t *testing.T) {
	for _, s := range []string{"", "plain", "中文", "a\nb\tc\r", "<b>&amp;", "\x00\x01\x1f", `"\`, strings.Repeat("<\x02\"", 100)} {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		control := 2 * strings.Count(s, "\n")
		if got := encoded(s); got > len(data) || got < len(data)-control-2*strings.Count(s, "\t")-2*strings.Count(s, "\r") {
			t.Errorf("%q has about %d bytes, and has %d", s, got, len(data))
		}
	}
}

// TestNesting counts brackets as JSON does: within texts they are none, and beside each other they are not deep.
func TestNesting(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for text, fits := range map[string]bool{
		deep(MaxDepth): true, deep(MaxDepth + 1): false,
		"[" + strings.Repeat(`[],{},`, 200) + "[]]":   true,
		`"` + strings.Repeat("[", 200) + `"`:          true,
		`"\"` + strings.Repeat("{", 200) + `"`:        true,
		`"\\"` + strings.Repeat("{", 200):             false,
		strings.Repeat(`{"a":`, MaxDepth+1):           false,
		`{"t":"` + "\xff" + `"}`:                      false,
		strings.Repeat(" ", MaxRequest):               true,
		strings.Repeat(" ", MaxRequest+1):             false,
		`"` + strings.Repeat(`\\`, 100) + `"[[[[]]]]`: true,
	} {
		if err := bounds([]byte(text)); (err == nil) != fits {
			t.Errorf("%.40s…: %v", text, err)
		}
	}
}

// TestControlsRefuse is what is no control.
func TestControlsRefuse(t *testing.T) {
	for body, kind := range map[string]ErrorKind{
		`{"event":"set"}`:              MissingField,
		`{"id":"a","event":""}`:        BadField,
		`{"id":"a","event":"hover"}`:   BadField,
		`{"id":"a b","event":"click"}`: BadField,
		`{"id":"a","event":"set","lang":"` + strings.Repeat("x", MaxID+1) + `"}`:        BadField,
		`{"id":"a","event":"submit","value":"` + strings.Repeat("x", MaxInput+1) + `"}`: BadField,
	} {
		_, _, err := Decode([]byte(`{"v":1,"t":"control_request","rid":"r","cell":"c","body":`+body+`}`), FromClient)
		var e *Error
		if !errors.As(err, &e) || e.Kind != kind {
			t.Errorf("%.60s: %v", body, err)
		}
	}
	for _, body := range []string{`{"id":"a","event":"set","value":"7"}`, `{"id":"a","event":"click"}`, `{"id":"a","event":"submit","value":"` + strings.Repeat("x", MaxInput) + `"}`} {
		if _, _, err := Decode([]byte(`{"v":1,"t":"control_request","rid":"r","cell":"c","body":`+body+`}`), FromClient); err != nil {
			t.Errorf("%.60s: %v", body, err)
		}
	}
}
