package session

import (
	"context"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"gputour/engine/wire"
)

// This file is the way of a run's output out of the process that runs it: merged so that a
// loop of prints is a few events a second, capped so that an endless one ends nowhere.
//
//	print … print → pending ── every 10 ms, or 16 KiB, or before a final event ──→ Output.Emit
//
// It stands on the evaluator's side of the seam, so that what crosses to another process
// is merged already, and that whatever runs cells merges and caps alike.
//
// The first output after a pause goes out at once. When a run has printed half its
// cap, later output is held back: its last half stays in a tail that goes out
// when the run ends, with the number of bytes lost before it.

const (
	mergeDelay = 10 * time.Millisecond
	frameBytes = 16 << 10
)

// Clock is the time; tests bring their own.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f on its own goroutine after d, unless stop is called first.
	AfterFunc(d time.Duration, f func()) (stop func())
}

// Merging returns open with the output of every run merged, and capped at limit bytes, of
// which 0 is no cap. Evaluators of a Config must come from it.
func Merging(open Opener, limit int64, clock Clock) Opener {
	if clock == nil {
		clock = WallClock
	}
	return func(spec string) (Evaluator, error) {
		ev, err := open(spec)
		if err != nil {
			return nil, err
		}
		return &merging{ev, limit, clock}, nil
	}
}

// merging is an evaluator whose output is merged.
type merging struct {
	Evaluator
	limit int64
	clock Clock
}

// Run implements Evaluator.
func (m *merging) Run(run Run, out Output) Outcome {
	o := newOutput(out, m.limit, m.clock)
	outcome := m.Evaluator.Run(run, o)
	o.end()
	return outcome
}

// output merges and caps what goes to next.
type output struct {
	next  Output
	clock Clock
	limit int64 // bytes; 0 is none

	mu      sync.Mutex
	pending []event
	size    int  // bytes pending
	armed   bool // a flush is due
	flushed time.Time

	used    int64            // bytes let through
	shown   map[string]int64 // of them, by what an update may replace
	tail    []*frame
	tailed  int64 // bytes in tail
	dropped int64
	told    bool // the limit event has been sent
}

// event is an event that waits; the body of a stream is a *frame.
type event struct {
	typ  string
	body any
}

// frame is a stretch of one stream.
type frame struct {
	name string
	text strings.Builder
}

func newOutput(next Output, limit int64, clock Clock) *output {
	return &output{next: next, limit: limit, clock: clock}
}

// Stream implements Output.
func (o *output) Stream(name, text string) {
	if text == "" {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	head := text
	if room := o.limit/2 - o.used; o.limit > 0 && (len(o.tail) > 0 || int64(len(text)) > room) {
		head = ""
		if len(o.tail) == 0 && room > 0 {
			head = cutAt(text, int(room))
		}
		o.hold(name, text[len(head):])
	}
	o.used += int64(len(head))
	o.add(name, head)
}

// add appends to the pending frame. o.mu is held.
func (o *output) add(name, text string) {
	for len(text) > 0 {
		piece := text
		if len(piece) > frameBytes {
			piece = cutAt(piece, frameBytes)
		}
		text = text[len(piece):]
		f := o.lastFrame(name)
		f.text.WriteString(piece)
		o.size += len(piece)
		o.schedule()
	}
}

// lastFrame returns the pending frame that text of a stream joins.
func (o *output) lastFrame(name string) *frame {
	if n := len(o.pending); n > 0 {
		if f, ok := o.pending[n-1].body.(*frame); ok && f.name == name {
			return f
		}
	}
	f := &frame{name: name}
	o.pending = append(o.pending, event{wire.Stream, f})
	return f
}

// Emit implements Output. Displays wait for the next flush, as streams do; anything
// else goes out at once, after what waits.
func (o *output) Emit(typ string, body any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	body, n, _ := wire.Bound(body)
	if typ == wire.ClearOutput {
		o.clear()
	}
	key := replaces(typ, body)
	before := o.shown[key] // what it replaces is not seen any more
	o.used -= before
	if counted[typ] && !o.admit(n) {
		return
	}
	o.note(typ, body, n)
	if key != "" && o.supersede(key, body) {
		o.size -= int(before)
		return
	}
	o.release()
	o.pending = append(o.pending, event{typ, body})
	if mergeable[typ] {
		o.schedule()
	} else {
		o.flush()
	}
}

// mergeable events may wait for the next flush.
var mergeable = map[string]bool{
	wire.Display: true, wire.UpdateDisplay: true, wire.ClearOutput: true,
	wire.Progress: true, wire.DeviceEvents: true,
}

// counted events are dropped beyond the cap. What ends a run (its error, its reply) is
// bounded, and comes always.
var counted = map[string]bool{
	wire.Display: true, wire.UpdateDisplay: true, wire.Result: true, wire.Progress: true, wire.DeviceEvents: true,
}

// shows names the display or progress bar that an event shows, "" for none.
func shows(body any) string {
	switch b := body.(type) {
	case wire.DisplayBody:
		if b.ID != "" {
			return "display " + b.ID
		}
	case wire.ProgressBody:
		return "progress " + b.ID
	}
	return ""
}

// replaces names what an event takes the place of.
func replaces(typ string, body any) string {
	if typ == wire.UpdateDisplay || typ == wire.Progress {
		return shows(body)
	}
	return ""
}

// note remembers how much of the cap something has that may be replaced.
func (o *output) note(typ string, body any, n int64) {
	if key := shows(body); key != "" && counted[typ] {
		if o.shown == nil {
			o.shown = map[string]int64{}
		}
		o.shown[key] = n + overhead
	}
}

// supersede puts body in the place of an update that still waits, if only text came after it.
func (o *output) supersede(key string, body any) bool {
	for i := len(o.pending) - 1; i >= 0; i-- {
		e := &o.pending[i]
		if replaces(e.typ, e.body) == key {
			e.body = body
			return true
		}
		if _, text := e.body.(*frame); !text && replaces(e.typ, e.body) == "" {
			return false
		}
	}
	return false
}

// admit counts an event of n bytes against the cap; one that does not fit is dropped and
// counted.
func (o *output) admit(n int64) bool {
	n += overhead // endless empty displays end too
	if o.limit > 0 && (o.used > o.limit || n > o.limit) {
		o.drop(n)
		return false
	}
	o.used += n
	o.size += int(n)
	return true
}

// clear forgets what the learner will not see, so that an animation never meets the cap.
func (o *output) clear() {
	o.pending, o.size = nil, 0
	o.used, o.tail, o.tailed, o.dropped, o.shown = 0, nil, 0, 0, nil
}

// hold keeps text for the tail.
func (o *output) hold(name, text string) {
	if n := len(o.tail); n == 0 || o.tail[n-1].name != name || o.tail[n-1].text.Len() > frameBytes {
		o.tail = append(o.tail, &frame{name: name})
	}
	if half := int(o.limit / 2); len(text) > half {
		o.drop(int64(len(text) - half))
		text = text[len(text)-half:]
	}
	o.tail[len(o.tail)-1].text.WriteString(text)
	o.tailed += int64(len(text))
	for o.tailed > o.limit/2 && len(o.tail) > 1 {
		n := int64(o.tail[0].text.Len())
		o.tail = o.tail[1:]
		o.tailed -= n
		o.drop(n)
	}
}

// drop counts lost bytes and says so once.
func (o *output) drop(n int64) {
	o.dropped += n
	if !o.told {
		o.told = true
		o.pending = append(o.pending, event{wire.Limit, wire.LimitBody{Kind: "output", Value: o.limit, Unit: "bytes"}})
		o.schedule()
	}
}

// release lets the tail out, when the run ends.
func (o *output) release() {
	for _, f := range o.tail {
		body := wire.StreamBody{Name: f.name, Text: strings.ToValidUTF8(f.text.String(), ""), Dropped: o.dropped}
		o.pending = append(o.pending, event{wire.Stream, body})
		o.dropped = 0
	}
	o.used += o.tailed
	o.tail, o.tailed = nil, 0
}

// schedule flushes now, when enough waits or nothing went out lately, else soon.
func (o *output) schedule() {
	switch since := o.clock.Now().Sub(o.flushed); {
	case o.size >= frameBytes, since >= mergeDelay && !o.armed:
		o.flush()
	case !o.armed:
		o.armed = true
		o.clock.AfterFunc(mergeDelay-since, o.tick)
	}
}

func (o *output) tick() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.armed = false
	o.flush()
}

// flush sends what waits. Whoever takes it never waits for this lock, so holding it here
// only keeps the order.
func (o *output) flush() {
	for _, e := range o.pending {
		if f, ok := e.body.(*frame); ok {
			e.body = wire.StreamBody{Name: f.name, Text: strings.ToValidUTF8(collapse(f.text.String()), "\ufffd")}
		}
		o.next.Emit(e.typ, e.body)
	}
	o.pending, o.size = nil, 0
	o.flushed = o.clock.Now()
}

// end sends all that is left.
func (o *output) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.release()
	o.flush()
}

// Input implements Output. The question and its answer join the printed text.
func (o *output) Input(ctx context.Context, req wire.InputRequestBody) (string, error) {
	o.end() // what was printed before stands before the question
	v, err := o.next.Input(ctx, req)
	if err != nil {
		return "", err
	}
	shown := v
	if req.Password {
		shown = strings.Repeat("•", 8)
	}
	o.Stream("stdout", req.Prompt+shown+"\n")
	return v, nil
}

// collapse applies carriage returns: of what one line is overwritten with, only the
// last stays, behind a \r that overwrites what earlier frames left on the line.
func collapse(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	lines := strings.SplitAfter(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		body := strings.TrimSuffix(line, "\n")
		end := body[len(strings.TrimRight(body, "\r")):] // trailing returns
		kept := strings.TrimRight(body, "\r")
		if at := strings.LastIndexByte(kept, '\r'); at >= 0 {
			kept = kept[at:]
		}
		if end != "" {
			end = "\r"
		}
		lines[i] = kept + end + line[len(body):]
	}
	return strings.Join(lines, "")
}

// cutAt cuts text to at most n bytes at the start of a code point.
func cutAt(text string, n int) string {
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
