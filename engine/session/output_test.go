package session_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
)

// bench is an Output and what came out of it.
type bench struct {
	out    session.Output
	end    func()
	clock  *sessiontest.Clock
	events []session.Emit
}

func newBench(limit int64) *bench {
	b := &bench{clock: sessiontest.NewClock()}
	b.out, b.end = session.NewOutput(b, limit, b.clock)
	return b
}

// Stream implements session.Output.
func (b *bench) Stream(name, text string) { panic("a stream that is not merged") }

// Emit implements session.Output.
func (b *bench) Emit(typ string, body any) {
	b.events = append(b.events, session.Emit{Type: typ, Body: body})
}

// Input implements session.Output.
func (b *bench) Input(_ context.Context, req wire.InputRequestBody) (string, error) {
	b.Emit(wire.InputRequest, req)
	return "answer", nil
}

func TestInputJoinsThePrintedText(t *testing.T) {
	b := newBench(0)
	b.out.Stream("stdout", "first\n")
	b.out.Stream("stdout", "before\n")
	b.out.Input(t.Context(), wire.InputRequestBody{Prompt: "name? "})
	b.out.Input(t.Context(), wire.InputRequestBody{Prompt: "secret? ", Password: true})
	b.end()
	b.want(t, "first\n", "before\n", "input_request", "name? answer\n", "input_request", "secret? ••••••••\n")
}

// said writes the ops in short.
func (b *bench) said() []string {
	var words []string
	for _, e := range b.events {
		switch body := e.Body.(type) {
		case wire.StreamBody:
			word := body.Text
			if body.Dropped > 0 {
				word = fmt.Sprintf("<%d>%s", body.Dropped, word)
			}
			words = append(words, word)
		case wire.LimitBody:
			words = append(words, "limit:"+body.Kind)
		default:
			words = append(words, e.Type)
		}
	}
	return words
}

func (b *bench) want(t *testing.T, want ...string) {
	t.Helper()
	if got := b.said(); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestStreamsMerge(t *testing.T) {
	b := newBench(0)
	b.out.Stream("stdout", "first\n") // after a pause: at once
	b.out.Stream("stdout", "a\n")
	b.out.Stream("stdout", "b\n")
	b.out.Stream("stderr", "c\n")
	b.want(t, "first\n")
	b.clock.Advance(10 * time.Millisecond)
	b.want(t, "first\n", "a\nb\n", "c\n")
	b.out.Stream("stdout", "d\n")
	b.out.Emit(wire.Failed, wire.ErrorBody{Name: "E"})
	b.want(t, "first\n", "a\nb\n", "c\n", "d\n", "error")
}

func TestReturnsCollapse(t *testing.T) {
	cases := []struct{ in, want string }{
		{"10%\r20%\r30%", "\r30%"},
		{"\r10%\r20%\n", "\r20%\n"},
		{"10%\r20%\r", "\r20%\r"},
		{"a\r\nb\r\n", "a\nb\n"},
		{"x\n1\r2\ny", "x\n\r2\ny"},
		{"\r", "\r"},
	}
	for _, c := range cases {
		b := newBench(0)
		b.out.Stream("stdout", c.in)
		b.want(t, c.want)
	}
}

// TestCapIsHalfAndHalf: half of the cap goes out as it is printed, with what is less than a letter left for the rest, whose last half stays.
func TestCapIsHalfAndHalf(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string
		want  []string
	}{
		{"the half", []string{"0123456789"}, []string{"0123456789"}},
		{"one more", []string{"0123456789a"}, []string{"0123456789", "a"}},
		{"all", []string{"0123456789abcdefghij"}, []string{"0123456789", "abcdefghij"}},
		{"one more than all", []string{"0123456789abcdefghijk"}, []string{"limit:output", "0123456789", "<1>bcdefghijk"}},
		{"a letter of three bytes", []string{"012345678好y"}, []string{"012345678", "好y"}},
		{"text after the head", []string{"0123456789a", "b"}, []string{"0123456789", "ab"}},
		{"a short text after a cut", []string{"012345678好", "x"}, []string{"012345678", "好x"}},
	} {
		b := newBench(20)
		for _, text := range c.texts {
			b.out.Stream("stdout", text)
		}
		b.end()
		if got := b.said(); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// TestTailOfTwoStreams: of what is held back the oldest goes, stream by stream.
func TestTailOfTwoStreams(t *testing.T) {
	b := newBench(20)
	b.out.Stream("stdout", "0123456789")
	b.out.Stream("stdout", "abcd")
	b.out.Stream("stderr", "efghij")
	b.out.Stream("stdout", "k")
	b.end()
	b.want(t, "0123456789", "limit:output", "<4>efghij", "k")
	for _, e := range b.events[2:] {
		if s := e.Body.(wire.StreamBody); (s.Text == "k") != (s.Name == "stdout") {
			t.Errorf("%+v", s)
		}
	}
}

// TestClearForgets: what a clear takes away does not count against the cap, nor does the loss of it.
func TestClearForgets(t *testing.T) {
	b := newBench(20)
	b.out.Stream("stdout", "0123456789abcdefghijk")
	b.out.Emit(wire.ClearOutput, wire.ClearBody{})
	b.out.Stream("stdout", "0123456789")
	b.out.Stream("stdout", "x")
	b.end()
	b.want(t, "limit:output", "clear_output", "0123456789", "x")
}

// TestNobodyAnswers: the error of a question goes to who asked, and nothing is printed.
func TestNobodyAnswers(t *testing.T) {
	b := &deaf{bench{clock: sessiontest.NewClock()}}
	out, end := session.NewOutput(b, 0, b.clock)
	answer, err := out.Input(t.Context(), wire.InputRequestBody{Prompt: "? "})
	if end(); !errors.Is(err, io.EOF) || answer != "" || len(b.events) != 0 {
		t.Errorf("%q, %v, %v", answer, err, b.events)
	}
}

// deaf is a bench before which nobody sits.
type deaf struct{ bench }

func (deaf) Input(context.Context, wire.InputRequestBody) (string, error) { return "not this", io.EOF }

// TestAFrameIsWhole: text is cut where it has to be and nowhere else.
func TestAFrameIsWhole(t *testing.T) {
	for n, want := range map[int][]int{16 << 10: {16 << 10}, 16<<10 + 1: {16 << 10, 1}, 40 << 10: {16 << 10, 16 << 10, 8 << 10}} {
		b := newBench(0)
		b.out.Stream("stdout", strings.Repeat("x", n))
		b.end()
		var got []int
		for _, s := range b.said() {
			got = append(got, len(s))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d bytes are cut into %v", n, got)
		}
	}
}

// TestOneTimer: what comes while a flush is due waits for it, and what comes 10 ms after the last one goes at once.
func TestOneTimer(t *testing.T) {
	b := newBench(0)
	b.out.Stream("stdout", "a")
	b.clock.Advance(4 * time.Millisecond)
	b.out.Stream("stdout", "b")
	b.clock.Advance(5 * time.Millisecond)
	b.out.Stream("stdout", "c")
	b.want(t, "a")
	b.clock.Advance(time.Millisecond)
	b.want(t, "a", "bc")
	b.clock.Advance(10 * time.Millisecond)
	b.out.Stream("stdout", "d")
	b.want(t, "a", "bc", "d")
	b.out.Stream("stdout", "")
	b.end()
	b.want(t, "a", "bc", "d")
}

func TestBigTextIsCutIntoFrames(t *testing.T) {
	b := newBench(0)
	text := strings.Repeat("好", 20000)
	b.out.Stream("stdout", text)
	b.end()
	got := b.said()
	for _, frame := range got {
		if len(frame) > 33<<10 || strings.ContainsRune(frame, '\ufffd') {
			t.Errorf("frame of %d bytes", len(frame))
		}
	}
	if strings.Join(got, "") != text {
		t.Error("text was changed")
	}
}

func TestOneLongLineBelowTheLimitIsWhole(t *testing.T) {
	b := newBench(1 << 20)
	text := strings.Repeat("好", 1_000_000/3)
	b.out.Stream("stdout", text)
	b.end()
	if got := strings.Join(b.said(), ""); got != text {
		t.Errorf("%d bytes of %d are left: %.60q", len(got), len(text), got)
	}
}

func TestFloodKeepsHeadAndTail(t *testing.T) {
	const limit = 256 << 10
	b := newBench(limit)
	total := int64(0)
	for i := range 200000 {
		line := fmt.Sprintf("line %d\n", i)
		total += int64(len(line))
		b.out.Stream("stdout", line)
	}
	b.end()
	var kept, dropped int64
	var text string
	for _, e := range b.events {
		if s, ok := e.Body.(wire.StreamBody); ok {
			kept += int64(len(s.Text))
			dropped += s.Dropped
			text += s.Text
		}
	}
	if !strings.HasPrefix(text, "line 0\nline 1\n") || !strings.HasSuffix(text, "line 199999\n") {
		t.Error("head or tail is missing")
	}
	if kept+dropped != total || kept > limit || kept < limit/2 {
		t.Errorf("kept %d, dropped %d of %d", kept, dropped, total)
	}
	if n := strings.Count(strings.Join(b.said(), " "), "limit:output"); n != 1 {
		t.Errorf("the limit was told %d times", n)
	}
}

func TestAnimationNeverMeetsTheCap(t *testing.T) {
	b := newBench(64 << 10)
	frame := wire.DisplayBody{Data: wire.Bundle{"image/svg+xml": strings.Repeat("x", 20<<10)}}
	for range 100 {
		b.out.Emit(wire.ClearOutput, wire.ClearBody{Wait: true})
		b.out.Emit(wire.Display, frame)
		b.clock.Advance(20 * time.Millisecond)
	}
	b.end()
	if said := strings.Join(b.said(), " "); strings.Contains(said, "limit") || strings.Count(said, "display_data") != 100 {
		t.Errorf("said %.200s", said)
	}
}

func TestDisplaysAreCapped(t *testing.T) {
	b := newBench(64 << 10)
	for range 1000 {
		b.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/html": strings.Repeat("x", 10<<10)}})
	}
	b.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/html": strings.Repeat("x", 1<<20)}})
	b.end()
	said := strings.Join(b.said(), " ")
	if n := strings.Count(said, "display_data"); n > 8 || strings.Count(said, "limit:output") != 1 {
		t.Errorf("%d displays: %.200s", n, said)
	}
}

func TestEmptyDisplaysAreCapped(t *testing.T) {
	b := newBench(64 << 10)
	for range 100_000 {
		b.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/plain": "1"}})
	}
	b.end()
	if n := len(b.events); n > 1000 {
		t.Errorf("%d events", n)
	}
}

// TestWhatWaits is the table of what events do: whether one may wait for the next flush, and whether it is dropped once a run has
// written all that it may.
func TestWhatWaits(t *testing.T) {
	display := wire.DisplayBody{Data: wire.Bundle{"text/plain": "x"}}
	for _, c := range []struct {
		typ           string
		body          any
		waits, capped bool
	}{
		{wire.Display, display, true, true},
		{wire.UpdateDisplay, display, true, true},
		{wire.ClearOutput, wire.ClearBody{}, true, false},
		{wire.Progress, wire.ProgressBody{ID: "p"}, true, true},
		{wire.DeviceEvents, wire.DeviceBody{}, true, true},
		{wire.Result, display, false, true},
		{wire.Failed, wire.ErrorBody{Name: "E"}, false, false},
		{wire.LimitNear, wire.LimitBody{Kind: "cell"}, false, false},
	} {
		b := newBench(4 << 10)
		b.out.Stream("stdout", "first\n") // after a pause: at once
		b.out.Emit(c.typ, c.body)
		if waits := len(b.events) == 1; waits != c.waits {
			t.Errorf("%s waits: %v", c.typ, waits)
		}
		b.clock.Advance(10 * time.Millisecond)
		if len(b.events) != 2 {
			t.Errorf("%s does not come", c.typ)
		}
		for range 3 {
			b.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/html": strings.Repeat("x", 2100)}})
		}
		b.clock.Advance(10 * time.Millisecond)
		b.events = nil
		b.out.Emit(c.typ, c.body)
		b.end()
		capped := true
		for _, e := range b.events {
			capped = capped && e.Type != c.typ
		}
		if capped != c.capped {
			t.Errorf("%s is dropped beyond the cap: %v", c.typ, capped)
		}
	}
}

// TestNoCap: where there is none everything comes.
func TestNoCap(t *testing.T) {
	b := newBench(0)
	b.out.Stream("stdout", "text")
	for range 3 {
		b.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/html": strings.Repeat("x", 1<<20)}})
	}
	b.end()
	b.want(t, "text", wire.Display, wire.Display, wire.Display)
}

// TestEnoughGoesAtOnce: 16 KiB that wait do not wait for the clock.
func TestEnoughGoesAtOnce(t *testing.T) {
	b := newBench(1 << 20)
	b.out.Stream("stdout", "first\n")
	for range 5 {
		b.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/html": strings.Repeat("x", 3<<10)}})
	}
	b.want(t, "first\n")
	b.out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/html": strings.Repeat("x", 3<<10)}})
	if len(b.events) != 7 {
		t.Errorf("%d events went out", len(b.events))
	}
}

// TestOneTextBeyondTheCap keeps the beginning and the end of one huge text, and says how much is missing between.
func TestOneTextBeyondTheCap(t *testing.T) {
	const limit = 64 << 10
	b := newBench(limit)
	text := "begin" + strings.Repeat("x", 4*limit) + "end"
	b.out.Stream("stdout", text)
	b.end()
	var kept, dropped int
	for _, e := range b.events {
		if s, ok := e.Body.(wire.StreamBody); ok {
			kept, dropped = kept+len(s.Text), dropped+int(s.Dropped)
		}
	}
	if kept != limit || kept+dropped != len(text) {
		t.Errorf("kept %d, dropped %d of %d", kept, dropped, len(text))
	}
}

// TestMergingTakesTheWallClock where none is given.
func TestMergingTakesTheWallClock(t *testing.T) {
	ev, err := session.Merging(sessiontest.Open, 0, nil)("cpu")
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{}
	if o := ev.Run(session.Run{RID: "r", Code: "print x"}, b); o.State != wire.RunDone {
		t.Errorf("%+v", o)
	}
	b.want(t, "x\n")
}
