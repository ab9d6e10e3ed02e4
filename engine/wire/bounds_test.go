package wire

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// This file asks for the most that a message may have, and for one more.

// refusal is how a message from a client is refused, "" if it is taken.
func refusal(decode func([]byte, Direction) (Message, any, error), text string) string {
	_, _, err := decode([]byte(text), FromClient)
	var e *Error
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &e):
		return err.Error()
	}
	return e.Detail
}

// TestLongest: a text of a request may be so long and no longer, and who is refused is told what was too long.
func TestLongest(t *testing.T) {
	const ki = 1 << 10
	for _, c := range []struct {
		typ, body string // in which # is the text
		most      int
		field     string
	}{
		{Hello, `{"token":"#"}`, 128, "token"}, {Hello, `{"lesson":"#"}`, 128, "lesson"}, {Hello, `{"lang":"#"}`, 128, "lang"}, {Hello, `{"client":"#"}`, 128, "client"},
		{Execute, `{"code":"#"}`, 256 * ki, "code"}, {Execute, `{"code":"","lang":"#"}`, 128, "lang"},
		{Complete, `{"code":"#","cursor":0}`, 256 * ki, "code"}, {Inspect, `{"code":"#","cursor":0}`, 256 * ki, "code"}, {Diagnose, `{"code":"#"}`, 256 * ki, "code"},
		{InputReply, `{"value":"#"}`, 64 * ki, "value"}, {Devices, `{"spec":"#"}`, 128, "spec"},
		{Check, `{"lesson":"l","code":"#"}`, 256 * ki, "code"}, {Check, `{"lesson":"#","code":""}`, 128, "lesson"}, {Check, `{"lesson":"l","code":"","lang":"#"}`, 128, "lang"},
		{Solution, `{"lesson":"#","parts":0}`, 128, "lesson"},
		{Draft, `{"lesson":"#","rev":1,"code":""}`, 128, "lesson"}, {Draft, `{"lesson":"l","rev":1,"code":"#"}`, 256 * ki, "code"},
		{Drafts, `{"lesson":"#"}`, 128, "lesson"}, {Drafts, `{"lesson":"l","after":"#"}`, 128, "after"}, {Versions, `{"lesson":"#"}`, 128, "lesson"},
		{Submit, `{"assignment":"#","answers":{}}`, 128, "assignment"}, {Submit, `{"assignment":"a","answers":{"#":""}}`, 128, "answers"},
		{Submit, `{"assignment":"a","answers":{"c":"#"}}`, 256 * ki, "answers"}, {Submit, `{"assignment":"a","answers":{},"lang":"#"}`, 128, "lang"},
		{Control, `{"id":"#","event":"click"}`, 128, "id"}, {Control, `{"id":"i","event":"click","lang":"#"}`, 128, "lang"}, {Control, `{"id":"i","event":"set","value":"#"}`, 64 * ki, "value"},
		{GPURequest, `{"kind":"session","lesson":"#"}`, 128, "lesson"}, {GPURequest, `{"kind":"session","lang":"#"}`, 128, "lang"},
		{GPURequest, `{"kind":"job","cells":[{"cell":"#","code":""}]}`, 128, "cell"}, {GPURequest, `{"kind":"job","cells":[{"cell":"c","code":"#"}]}`, 256 * ki, "code"},
		{Where, `{"lesson":"#"}`, 128, "lesson"}, {Where, `{"lesson":"l","cell":"#"}`, 128, "cell"}, {Where, `{"lesson":"l","code":"#"}`, 16 * ki, "code"},
		{RaiseHand, `{"up":true,"lesson":"#"}`, 128, "lesson"}, {RaiseHand, `{"up":true,"cell":"#"}`, 128, "cell"}, {RaiseHand, `{"up":true,"note":"#"}`, 512, "note"},
		{Vote, `{"poll":"#","choice":0}`, 128, "poll"}, {ClosePoll, `{"poll":"#"}`, 128, "poll"}, {TakeHand, `{"hand":"#"}`, 128, "hand"}, {EndHand, `{"hand":"#"}`, 128, "hand"},
		{Push, `{"kind":"text","body":"#"}`, 64 * ki, "body"}, {Push, `{"kind":"text","body":"b","to":["#"]}`, 128, "to"}, {Push, `{"kind":"goto","lesson":"#"}`, 128, "lesson"},
		{Push, `{"kind":"goto","lesson":"l","cell":"#"}`, 128, "cell"},
		{OpenPoll, `{"kind":"choice","question":"#","options":["a","b"]}`, 2 * ki, "question"}, {OpenPoll, `{"kind":"choice","question":"q","options":["a","#"]}`, 256, "option"},
		{OpenPoll, `{"kind":"choice","question":"q","options":["a","b"],"lesson":"#"}`, 128, "lesson"}, {OpenPoll, `{"kind":"choice","question":"q","options":["a","b"],"cell":"#"}`, 128, "cell"},
		{Admit, `{"member":"#"}`, 128, "member"}, {Remove, `{"member":"#"}`, 128, "member"}, {Observe, `{"board":true,"lang":"#"}`, 128, "lang"},
	} {
		decode := Decode
		if _, class := classRequests[c.typ]; class && requests[c.typ].body == nil {
			decode = Class.Decode
		}
		for more := range 2 {
			body := strings.Replace(c.body, "#", strings.Repeat("x", c.most+more), 1)
			got := refusal(decode, `{"v":1,"t":"`+c.typ+`","rid":"r","cell":"c","body":`+body+`}`)
			if want := fmt.Sprintf("%s of %d bytes, at most %d", c.field, c.most+1, c.most); more == 0 && got != "" || more == 1 && got != want {
				t.Errorf("%s %s of %d bytes: %q", c.typ, c.body, c.most+more, got)
			}
		}
	}
}

// TestRange: numbers and lists of a request from the first that is taken to the last.
func TestRange(t *testing.T) {
	list := func(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+",", n), ",") }
	answers := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`"c%d":""`, i))
		}
		return strings.Join(all, ",")
	}
	for _, c := range []struct {
		typ, taken, refused string // bodies, a line each
	}{
		{Complete, `{"code":"ab","cursor":0}
			{"code":"ab","cursor":2}`, `{"code":"ab","cursor":-1}
			{"code":"ab","cursor":3}`},
		{Inspect, `{"code":"ab","cursor":2}`, `{"code":"ab","cursor":3}`},
		{Solution, `{"lesson":"l","parts":0}`, `{"lesson":"l","parts":-1}`},
		{Draft, `{"lesson":"l","rev":1,"code":"\t\n"}
			{"lesson":"l","rev":9007199254740992,"code":""}`, `{"lesson":"l","rev":0,"code":""}
			{"lesson":"l","rev":9007199254740993,"code":""}
			{"lesson":"l","rev":1,"code":"\u0000"}`},
		{Versions, `{"lesson":"l"}
			{"lesson":"l","before":9007199254740992}`, `{"before":1}
			{"lesson":"l","before":-1}
			{"lesson":"l","before":9007199254740993}`},
		{Submit, `{"assignment":"a","answers":{` + answers(128) + `}}`, `{"assignment":"a","answers":{` + answers(129) + `}}`},
		{Control, `{"id":"i","event":"set"}
			{"id":"i","event":"click"}
			{"id":"i","event":"submit"}`, `{"id":"i","event":"drag"}`},
		{GPURequest, `{"kind":"session"}
			{"kind":"session","cards":64}
			{"kind":"job","cells":[` + list(512, `{"cell":"c","code":""}`) + `]}`, `{"kind":"session","cards":65}
			{"kind":"session","cards":-1}
			{"kind":"session","cells":[{"cell":"c","code":""}]}
			{"kind":"job"}
			{"kind":"job","cells":[{"cell":"","code":""}]}
			{"kind":"","cells":[{"cell":"c","code":""}]}
			{"kind":"job","cells":[` + list(513, `{"cell":"c","code":""}`) + `]}`},
		{Where, `{"lesson":"l","top":10000}
			{"lesson":"l","top":-10000}
			{"lesson":"!~","code":"a\tb\r\nc"}`, `{"lesson":"l","top":10001}
			{"lesson":"l","top":-10001}
			{"lesson":" "}
			{"lesson":"\u007f"}
			{"lesson":"é"}
			{"lesson":"l","code":"\u0001"}
			{"lesson":"l","code":"\u0085"}`},
		{Vote, `{"poll":"p","choice":0}
			{"poll":"p","choice":7}`, `{"poll":"p","choice":8}
			{"poll":"p","choice":-1}
			{"choice":0}`},
		{Push, `{"kind":"cell","body":"x"}
			{"kind":"text","body":"x","to":[` + list(1000, `"m"`) + `]}
			{"kind":"goto","lesson":"l"}`, `{"kind":"cell","body":" \n"}
			{"kind":"cell"}
			{"kind":"goto","body":"x"}
			{"kind":"run","body":"x"}
			{"kind":"text","body":"x","to":[` + list(1001, `"m"`) + `]}`},
		{OpenPoll, `{"kind":"choice","question":"q","options":["a","b"]}
			{"kind":"prediction","question":"q","options":[` + list(8, `"a"`) + `],"answer":7}
			{"kind":"prediction","question":"q","options":["a","b"],"answer":0}`, `{"kind":"choice","question":"q","options":["a"]}
			{"kind":"choice","question":"q","options":[` + list(9, `"a"`) + `]}
			{"kind":"choice","question":" ","options":["a","b"]}
			{"kind":"choice","question":"q","options":["a"," "]}
			{"kind":"choice","question":"q","options":["a","b"],"answer":-1}
			{"kind":"choice","question":"q","options":["a","b"],"answer":2}
			{"kind":"vote","question":"q","options":["a","b"]}`},
		{Lock, `{"mode":"off"}
			{"mode":"exec"}
			{"mode":"edit"}`, `{"mode":""}`},
	} {
		decode := Decode
		if requests[c.typ].body == nil {
			decode = Class.Decode
		}
		for i, bodies := range []string{c.taken, c.refused} {
			for body := range strings.SplitSeq(bodies, "\n") {
				got := refusal(decode, `{"v":1,"t":"`+c.typ+`","rid":"r","cell":"c","body":`+body+`}`)
				if (got != "") != (i == 1) {
					t.Errorf("%s %.100s: %q", c.typ, strings.TrimSpace(body), got)
				}
			}
		}
	}
}

// TestEnvelope: what stands around a body, and what somebody is told who has it wrong.
func TestEnvelope(t *testing.T) {
	long := strings.Repeat("x", 128)
	for text, want := range map[string]string{
		`{"v":1,"t":"hello"}`:             "",
		`{"v":1,"t":"hello","body":null}`: "",
		`{"v":1,"t":"hello","sid":"` + long + `","rid":"` + long + `","cell":"` + long + `"}`: "",
		`{"v":1,"t":"hello","sid":"x` + long + `"}`:                                           "sid of 129 bytes, at most 128",
		`{"v":1,"t":"hello","rid":"x` + long + `"}`:                                           "rid of 129 bytes, at most 128",
		`{"v":1,"t":"hello","cell":"x` + long + `"}`:                                          "cell of 129 bytes, at most 128",
		`{"v":1,"t":"hello","sid":"a b"}`:                                                     "sid holds a character that no name has",
		`{"v":1,"t":"hello","seq":1}`:                                                         "only the server numbers and dates messages",
		`{"v":1,"t":"hello","ts":1}`:                                                          "only the server numbers and dates messages",
		`{"v":0,"t":"hello"}`:                                                                 "version 0; this server speaks 1: reload the page",
		`{"v":1,"t":""}`:                                                                      "missing field t",
		`{"v":1,"t":"ack"}`:                                                                   "missing field body",
		`{"v":1,"t":"draft","rid":"r"}`:                                                       "missing field cell",
		`{"v":1,"t":"draft","cell":"r"}`:                                                      "missing field rid",
		`{"v":1,"t":"` + long + `"}`:                                                          `unknown message type "` + long[:60] + `"`,
		`{"v":1,"t":"ack","body":{"seq":"x"}}`:                                                `field "seq" cannot be a string`,
		`{"v":1,"t":"hello"} x`:                                                               "text after the message",
		`{"v":1,"t":"draft","rid":"r","cell":"c","body":{"lesson":"l","rev":1,"code":"\u0000"}}`: "code is not text",
		strings.Repeat(" ", 1<<20+1):                              "message of 1048577 bytes, at most 1048576",
		strings.Repeat("[", 17):                                   "message nested deeper than 16",
		`{"v":1,"t":"devices_request","body":{"spec":"a\u0020"}}`: "spec holds a character that no name has",
	} {
		if got := refusal(Decode, text); got != want {
			t.Errorf("%.70s: %q, want %q", text, got, want)
		}
	}
	if got := refusal(Decode, `{"v":1,"t":"hello","nonsense":1}`); !strings.HasPrefix(got, `not a message: "json: unknown field`) {
		t.Error(got)
	}
}

// TestReadEvents: what a page makes of a server's messages.
func TestReadEvents(t *testing.T) {
	for text, want := range map[string]struct {
		kind   ErrorKind
		detail string
	}{
		`{"v":2,"t":"status"}`:                             {BadVersion, "version 2; this page speaks 1"},
		`{"v":1,"t":"` + strings.Repeat("y", 70) + `"}`:    {UnknownType, `unknown message type "` + strings.Repeat("y", 60) + `"`},
		`{"v":1,"t":"status","body":{"epoch":"x"}}`:        {BadField, `field "epoch" cannot be a "string"`},
		strings.Repeat(" ", 16<<20+1):                      {TooLarge, "message of 16777217 bytes"},
		`{"v":1,"t":"status","body":{"epoch":1}}` + "nope": {BadJSON, ""},
	} {
		for name, read := range map[string]func(string) (Message, any, error){"a session's": ReadEvent, "a class's": Class.ReadEvent} {
			if name == "a class's" && strings.Contains(text, `"status","body":{"epoch":"x"`) {
				continue
			}
			var e *Error
			if _, _, err := read(text); !errors.As(err, &e) || e.Kind != want.kind || want.detail != "" && e.Detail != want.detail {
				t.Errorf("%s %.60s: %v", name, text, err)
			}
		}
	}
	if m, body, err := ReadEvent(strings.Repeat(" ", 16<<20-20) + `{"v":1,"t":"status"}`); err != nil || m.Type != Status || !reflect.DeepEqual(body, &StatusBody{}) {
		t.Errorf("%+v, %+v, %v", m, body, err)
	}
	if got := Request(Ack, &AckBody{Seq: 3}).Text(); got != `{"v":1,"t":"ack","body":{"seq":3}}` {
		t.Error(got)
	}
	if got := Request(Restart, nil).Text(); got != `{"v":1,"t":"restart_request"}` {
		t.Error(got)
	}
	if m := New(Restart, nil); m.V != 1 || m.Type != Restart || m.Body != nil {
		t.Errorf("%+v", m)
	}
}

// TestSizes adds up by hand what a body has: its texts as JSON, its keys, 8 bytes for whatever else.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		body any
		size int64
	}{
		{StreamBody{Name: "stdout", Text: "hi\n"}, 8 + 6 + 8 + 8},
		{&ClearBody{}, 8},
		{DisplayBody{Data: Bundle{"text/plain": "x"}}, 10 + 3 + 2 + 8 + 2 + 8},
		{NamesBody{Reads: []string{"a", "bc"}}, 3 + 4 + 8},
		{ReplyBody{State: "done"}, 6 + 8 + 4*8},
		{AssignmentsBody{}, 0},
		{nil, 0},
		{(*ClearBody)(nil), 0},
	} {
		if got, size, cut := Bound(c.body); size != c.size || cut != 0 || !reflect.DeepEqual(got, c.body) {
			t.Errorf("%+v has %d bytes, want %d; %d are cut", c.body, size, c.size, cut)
		}
	}
}

// TestCutBundles: of the representations of an object the short ones stay, whole or, where that makes sense, cut in the middle.
func TestCutBundles(t *testing.T) {
	const ki = 1 << 10
	show := func(mime string, n int) (kept int, cut int64) {
		got, _, cut := Bound(DisplayBody{Data: Bundle{mime: strings.Repeat("x", n)}})
		return len(got.(DisplayBody).Data[mime]), cut
	}
	for _, c := range []struct {
		mime     string
		n, kept  int
		cutLeast int64
	}{
		{"text/plain", 256 * ki, 256 * ki, 0},
		{"text/latex", 8 << 20, -1, 8<<20 - 256*ki},
		{"text/markdown", 300 * ki, -1, 44 * ki},
		{"text/html", 300 * ki, 300 * ki, 0},
		{"image/png", 8<<20 - 100, 8<<20 - 100, 0},
		{"image/png", 8<<20 - 1, 0, 8<<20 - 1 + 9},
		{strings.Repeat("m", 256), 1, 1, 0},
		{strings.Repeat("m", 257), 1, 0, 258},
	} {
		kept, cut := show(c.mime, c.n)
		if c.kept >= 0 && (kept != c.kept || cut != c.cutLeast) || c.kept < 0 && (kept > 256*ki || kept < 256*ki-64 || cut != c.cutLeast) {
			t.Errorf("of %d bytes of %.20s %d stay, %d are cut", c.n, c.mime, kept, cut)
		}
	}
	many, long := Bundle{}, strings.Repeat("y", 40)
	for i := range 40 {
		many[fmt.Sprintf("application/x-%02d", i)] = long[:i+1]
	}
	got, _, cut := Bound(DisplayBody{Data: many, Meta: map[string]string{"alt": strings.Repeat("z", 17<<10)}})
	d := got.(DisplayBody)
	if len(d.Data) != 32 || d.Data["application/x-31"] == "" || d.Data["application/x-32"] != "" || len(d.Meta["alt"]) > 16*ki {
		t.Errorf("%d representations, an alt of %d bytes, %d cut", len(d.Data), len(d.Meta["alt"]), cut)
	}
}

// TestShortened: three quarters of what stays are the beginning.
func TestShortened(t *testing.T) {
	abc := strings.Repeat("a", 500) + strings.Repeat("b", 500)
	for limit, want := range map[int]string{
		1000: abc,
		300:  abc[:177] + "\n… 764 bytes are left out …\n" + abc[941:],
		128:  abc[:48] + "\n… 936 bytes are left out …\n" + abc[984:],
		127:  "…", 3: "…", 2: "", 0: "", -1: "",
	} {
		if got := Shorten(abc, limit); got != want {
			t.Errorf("to %d bytes: %q", limit, got)
		}
	}
	if got := Shorten(strings.Repeat("中", 100), 130); got != strings.Repeat("中", 16)+"\n… 237 bytes are left out …\n"+strings.Repeat("中", 5) {
		t.Errorf("of characters of three bytes: %q", got)
	}
}

// TestRoom: what comes later in a body has what is left of 8 MiB.
func TestRoom(t *testing.T) {
	const mi = 1 << 20
	var texts []KeptText
	for range 9 {
		texts = append(texts, KeptText{Code: strings.Repeat("x", mi-100)})
	}
	got, size, cut := Bound(DraftsReplyBody{Drafts: texts})
	d := got.(DraftsReplyBody)
	if len(d.Drafts) != 9 || len(d.Drafts[7].Code) != mi-100 || len(d.Drafts[8].Code) > 800/6 || size > 8*mi+200 || cut < mi-300 || d.Cut != cut || len(texts[8].Code) != mi-100 {
		t.Errorf("%d drafts, the last of %d bytes, %d in all, %d cut", len(d.Drafts), len(d.Drafts[8].Code), size, cut)
	}
	full, _, cut := Bound(InputBody{Code: strings.Repeat("x", mi+5)})
	if in := full.(InputBody); cut != 5 || in.Cut != 5 || len(in.Code) > mi {
		t.Errorf("%d bytes of code, %d cut", len(in.Code), cut)
	}
	again, _, _ := Bound(InputBody{Code: strings.Repeat("x", mi+5), Cut: 7})
	if in := again.(InputBody); in.Cut != 12 {
		t.Errorf("what was cut twice is %d", in.Cut)
	}
	if got, _, cut := Bound(NamesBody{Reads: []string{strings.Repeat("x", 17<<10)}, Writes: []string{}}); len(got.(NamesBody).Reads[0]) > 16<<10 || cut != 1<<10 || got.(NamesBody).Writes == nil {
		t.Errorf("a list of one long name: %d cut", cut)
	}
	var empty []Tensor
	for range 5000 {
		empty = append(empty, Tensor{})
	}
	if got, _, cut := Bound(DisplayBody{Tensors: empty[:4096]}); len(got.(DisplayBody).Tensors) != 4096 || cut != 0 {
		t.Errorf("of 4096 %d are cut", cut)
	}
	if got, _, cut := Bound(DisplayBody{Tensors: empty}); len(got.(DisplayBody).Tensors) != 4096 || cut != 904 {
		t.Errorf("of 5000 %d are cut", cut)
	}
}

// TestReasons: the reason of a close from the least to the most that it can say.
func TestReasons(t *testing.T) {
	for reason, want := range map[string]Capacity{
		"full: rate; retry_after=0":                 {"rate", 0, 0},
		"full: rate; retry_after=65535":             {"rate", 65535 * time.Second, 0},
		"full: places of 2147483647; retry_after=1": {"places", time.Second, 1<<31 - 1},
		"full: places of 1; retry_after=1":          {"places", time.Second, 1},
	} {
		got, ok := ParseCapacity(reason)
		if !ok || got != want || got.Reason() != reason {
			t.Errorf("%s: %+v, %v, %s", reason, got, ok, got.Reason())
		}
	}
	for _, reason := range []string{"full: rate; retry_after=65536", "full: places of 2147483648; retry_after=1", "full: places of ; retry_after=1", "full: places of 3", "fool: rate; retry_after=1"} {
		if c, ok := ParseCapacity(reason); ok || c != (Capacity{}) {
			t.Errorf("%q is read as %+v", reason, c)
		}
	}
}

// TestCloseCodes: a page that was loaded before the server was replaced knows these numbers.
func TestCloseCodes(t *testing.T) {
	want := []int{1011, 4401, 4403, 4404, 4408, 4409, 4410, 4426, 4429}
	if got := []int{CloseFailed, CloseAuth, CloseRole, CloseAbsent, CloseSlow, CloseReplaced, CloseEnded, CloseVersion, CloseCapacity}; !reflect.DeepEqual(got, want) || Version != 1 {
		t.Errorf("%v of version %d, want %v", got, Version, want)
	}
}
