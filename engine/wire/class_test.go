package wire

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
)

func TestClassRequestRoundTrip(t *testing.T) {
	two := 2
	left := maps.Clone(classRequests)
	for typ, body := range map[string]any{
		Hello:     &HelloBody{LastSeq: 7, Log: 3, Lang: "zh"},
		Ack:       &AckBody{Seq: 3},
		Where:     &WhereBody{Lesson: "devices", Cell: "mix-1", Top: -20, Typing: true},
		RaiseHand: &RaiseBody{Up: true, Lesson: "devices", Cell: "mix-1", Note: "what is 'to'?\n帮帮我"},
		Vote:      &VoteBody{Poll: "p1", Choice: 7},
		Allow:     &AllowBody{Pen: true},
		Present:   &PresentBody{On: true, Follow: true},
		Push:      &PushBody{Kind: PushCell, To: []string{"a", "b"}, Lesson: "devices", Cell: "mix-1", Body: strings.Repeat("x = 1\n", 9<<10)},
		OpenPoll:  &OpenPollBody{Kind: PollPrediction, Question: "?", Options: []string{"a", "b", "c"}, Answer: &two, Hidden: true, Cell: "c"},
		ClosePoll: &ClosePollBody{Poll: "p1"},
		Lock:      &LockBody{Mode: LockEdit},
		TakeHand:  &HandRefBody{Hand: "h1"},
		EndHand:   &HandRefBody{Hand: "h1"},
		Admit:     &MemberBody{Member: "m"},
		Remove:    &MemberBody{Member: "m"},
		JoinCode:  &CodeBody{Rotate: true},
		Observe:   &ObserveBody{Board: true, Lang: "en"},
	} {
		m := Class.New(typ, body)
		m.RID = "r1"
		data, err := Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		got, b, err := Class.Decode(data, FromClient)
		if err != nil || !reflect.DeepEqual(got, m) || !reflect.DeepEqual(b, body) {
			t.Errorf("%s: %v, got %+v with %+v", data, err, got, b)
		}
		delete(left, typ)
	}
	for typ := range left {
		t.Errorf("no example of %s", typ)
	}
}

func TestClassDecodeRefuses(t *testing.T) {
	cases := []struct {
		typ, body string
		kind      ErrorKind
	}{
		{"execute_request", `{"code":"1"}`, UnknownType}, // of a session
		{"board", `{}`, UnknownType},                     // an event
		{"where", ``, MissingField},
		{"where", `{"lesson":"a b"}`, BadField},
		{"where", `{"lesson":"a","top":10001}`, BadField},
		{"where", `{"lesson":"a","code":"` + strings.Repeat("x", MaxShown+1) + `"}`, BadField},
		{"raise", `{"up":true,"note":"\u0000"}`, BadField},
		{"raise", `{"up":true,"note":"` + strings.Repeat("x", MaxNote+1) + `"}`, BadField},
		{"raise", `{"up":1}`, BadField},
		{"vote", `{"choice":1}`, MissingField},
		{"vote", `{"poll":"p","choice":-1}`, BadField},
		{"vote", `{"poll":"p","choice":8}`, BadField},
		{"push", `{"kind":"html","body":"x"}`, BadField},
		{"push", `{"kind":"text","body":" "}`, MissingField},
		{"push", `{"kind":"goto"}`, MissingField},
		{"push", `{"kind":"text","body":"x","to":[""]}`, MissingField},
		{"push", `{"kind":"text","body":"x","to":["` + strings.Repeat(`a","`, MaxTo) + `a"]}`, BadField},
		{"push", `{"kind":"cell","body":"` + strings.Repeat("x", MaxPushed+1) + `"}`, BadField},
		{"poll", `{"kind":"choice","question":"?","options":["a"]}`, BadField},
		{"poll", `{"kind":"choice","question":"?","options":["a",""]}`, BadField},
		{"poll", `{"kind":"choice","question":"","options":["a","b"]}`, MissingField},
		{"poll", `{"kind":"essay","question":"?","options":["a","b"]}`, BadField},
		{"poll", `{"kind":"choice","question":"?","options":["a","b"],"answer":2}`, BadField},
		{"poll", `{"kind":"choice","question":"?","options":["a","` + strings.Repeat("x", MaxOption+1) + `"]}`, BadField},
		{"poll", `{"kind":"choice","question":"?","options":["a","b","c","d","e","f","g","h","i"]}`, BadField},
		{"lock", `{"mode":"on"}`, BadField},
		{"take", `{}`, MissingField},
		{"remove", `{"member":"` + strings.Repeat("x", MaxID+1) + `"}`, BadField},
		{"admit", `{"member":"m","why":"x"}`, BadJSON},
	}
	for _, c := range cases {
		text := fmt.Sprintf(`{"v":1,"t":%q,"rid":"r","body":%s}`, c.typ, c.body)
		if c.body == "" {
			text = fmt.Sprintf(`{"v":1,"t":%q,"rid":"r"}`, c.typ)
		}
		_, _, err := Class.Decode([]byte(text), FromClient)
		var e *Error
		if !errors.As(err, &e) || e.Kind != c.kind {
			t.Errorf("%.80s: %v, want kind %d", text, err, c.kind)
		}
	}
	if _, _, err := Class.Decode([]byte(`{"v":1,"t":"push","body":{"kind":"text","body":"x"}}`), FromClient); err == nil {
		t.Error("a push without a rid, which could be done twice")
	}
}

// TestClassTables wants that the two wires cannot be taken for each other where they differ.
func TestClassTables(t *testing.T) {
	both := map[string]bool{Push: true, OpenPoll: true, Vote: true, JoinCode: true}
	for typ := range classRequests {
		if _, event := classEvents[typ]; event != both[typ] {
			t.Errorf("%s is a request, and an event: %v", typ, event)
		}
		if own, other := classRequests[typ], requests[typ]; other.body != nil && reflect.TypeOf(own.body()) != reflect.TypeOf(other.body()) {
			t.Errorf("%s is another request in a session", typ)
		}
	}
	for typ, body := range classEvents {
		if other := events[typ]; other != nil && reflect.TypeOf(body()) != reflect.TypeOf(other()) {
			t.Errorf("%s is another event in a session", typ)
		}
	}
	if len(Class.Requests()) != len(classRequests) {
		t.Error("Requests leaves some out")
	}
}

func FuzzClassDecode(f *testing.F) {
	for typ := range classRequests {
		f.Add([]byte(`{"v":1,"t":"` + typ + `","rid":"r","body":{}}`))
	}
	f.Add([]byte(`{"v":1,"t":"push","rid":"r","body":{"kind":"cell","to":["a"],"body":"x"}}`))
	f.Add([]byte(`{"v":1,"t":"poll","rid":"r","body":{"kind":"choice","question":"?","options":["a","b"],"answer":1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, body, err := Class.Decode(data, FromClient)
		if err != nil {
			if e := new(*Error); !errors.As(err, e) || len((*e).Detail) == 0 {
				t.Fatalf("error %v is no *wire.Error with a reason", err)
			}
			return
		}
		m.Body = newMessage(nil, m.Type, body).Body // as a client writes it, unbounded
		again, err := Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		m2, body2, err := Class.Decode(again, FromClient)
		if err != nil || !reflect.DeepEqual(body, body2) || m2.Type != m.Type || m2.RID != m.RID {
			t.Fatalf("%s\nbecame %s: %v", data, again, err)
		}
	})
}
