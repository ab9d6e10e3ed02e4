// Package worker runs the cells of sessions in processes of their own, sealed by package
// jail, behind session.Evaluator: what a cell does to the process that runs it cannot reach
// the server, its log of events, or other people.
//
// A worker is this program started again. Hub and worker speak over one socket pair in
// frames, and neither trusts the other: every frame is bounded, decoded into a type of its
// own, and checked against what may be said at that moment. A worker that says anything else
// is killed; its sessions see that their worker is gone and go on with another.
package worker

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/worker/jail"
)

// This file defines the frames. On the wire a frame is
//
//	length  4 bytes, of what follows; big-endian, as the session is
//	kind    1 byte
//	session 4 bytes; 0 in frames about the worker itself
//	body    JSON of the kind's type
//
// Hub and worker are of one build, on this machine or on another, until the hub is replaced by a newer program while workers go
// on: that one looks at the version before it takes them over.

const (
	version  = 1
	header   = 4
	about    = 5                      // kind and session
	maxFrame = wire.MaxEvent + 64<<10 // bytes after the length
)

// frame is a frame's body: one of the types below.
type frame interface{ kind() kind }

// kind is a frame's type on the wire.
type kind uint8

const (
	// From the hub.
	kindSetup kind = iota + 1
	kindOpen
	kindRun
	kindStop
	kindAnswer
	kindAsk
	kindCredit
	kindClose
	kindPut
	// From the worker.
	kindReady
	kindOpened
	kindEvent
	kindInput
	kindEnded
	kindTold
	kindClosed
	kindFile
	kinds
)

// Frames from the hub.
type (
	// Setup is the first frame: what holds for all sessions of the worker.
	Setup struct {
		Version int          `json:"version"`
		Limits  wire.Limits  `json:"limits"`
		Jail    *jail.Limits `json:"jail,omitempty"`    // nil: the worker is not to seal itself
		Warm    bool         `json:"warm,omitempty"`    // do beforehand what first runs wait for
		Devices string       `json:"devices,omitempty"` // of a session that asks for none; "" is up to the worker
	}
	// openFrame opens a session on devices.
	openFrame struct {
		Spec string `json:"spec"`
	}
	// runFrame starts a run. There is one at a time.
	runFrame struct {
		Run session.Run `json:"run"`
	}
	// stopFrame is Evaluator.Stop.
	stopFrame struct {
		RID   string `json:"rid"`
		Force bool   `json:"force,omitempty"`
	}
	// answerFrame is the learner's answer to the last inputFrame of the run; None says that there will be none.
	answerFrame struct {
		RID  string `json:"rid"`
		Text string `json:"text"`
		None bool   `json:"none,omitempty"`
	}
	// askFrame asks for one of the things that are told while a cell runs.
	askFrame struct {
		ID     uint64 `json:"id"`
		What   string `json:"what"` // wire.Complete, Inspect, Diagnose or Place
		Code   string `json:"code,omitempty"`
		Cursor int    `json:"cursor,omitempty"`
		Detail int    `json:"detail,omitempty"`
	}
	// creditFrame gives back room for that many bytes of events.
	creditFrame struct {
		Bytes int `json:"bytes"`
	}
	// closeFrame closes a session; closedFrame answers, when its run has ended.
	closeFrame struct{}
	// putFrame is Evaluator.Put, before the first run.
	putFrame struct {
		File session.File `json:"file"`
	}
)

// Frames from the worker.
type (
	// readyFrame answers Setup.
	readyFrame struct {
		Version int         `json:"version"`
		Report  jail.Report `json:"report"`
	}
	// openedFrame answers openFrame; Error is why not.
	openedFrame struct {
		Devices []wire.DeviceInfo `json:"devices,omitempty"`
		Error   string            `json:"error,omitempty"`
	}
	// eventFrame is an event of the run, and counts against the session's window.
	eventFrame struct {
		RID  string          `json:"rid"`
		Type string          `json:"type"`
		Body json.RawMessage `json:"body"`
	}
	// inputFrame asks the learner for a line. It counts as an event.
	inputFrame struct {
		RID     string                `json:"rid"`
		Request wire.InputRequestBody `json:"request"`
	}
	// endedFrame says how the run ended.
	endedFrame struct {
		RID   string        `json:"rid"`
		State wire.RunState `json:"state"`
		Cost  wire.Cost     `json:"cost"`
	}
	// toldFrame answers askFrame with one of wire's bodies.
	toldFrame struct {
		ID   uint64          `json:"id"`
		Body json.RawMessage `json:"body"`
	}
	closedFrame struct{}
	// fileFrame is one of the files of the outcome that endedFrame then tells. It counts as an event.
	fileFrame struct {
		RID  string       `json:"rid"`
		File session.File `json:"file"`
	}
)

func (*Setup) kind() kind       { return kindSetup }
func (*openFrame) kind() kind   { return kindOpen }
func (*runFrame) kind() kind    { return kindRun }
func (*stopFrame) kind() kind   { return kindStop }
func (*answerFrame) kind() kind { return kindAnswer }
func (*askFrame) kind() kind    { return kindAsk }
func (*creditFrame) kind() kind { return kindCredit }
func (*closeFrame) kind() kind  { return kindClose }
func (*putFrame) kind() kind    { return kindPut }
func (*readyFrame) kind() kind  { return kindReady }
func (*openedFrame) kind() kind { return kindOpened }
func (*eventFrame) kind() kind  { return kindEvent }
func (*inputFrame) kind() kind  { return kindInput }
func (*endedFrame) kind() kind  { return kindEnded }
func (*toldFrame) kind() kind   { return kindTold }
func (*closedFrame) kind() kind { return kindClosed }
func (*fileFrame) kind() kind   { return kindFile }

// bodies make an empty frame of each kind.
var bodies = [kinds]func() frame{
	kindSetup:  func() frame { return new(Setup) },
	kindOpen:   func() frame { return new(openFrame) },
	kindRun:    func() frame { return new(runFrame) },
	kindStop:   func() frame { return new(stopFrame) },
	kindAnswer: func() frame { return new(answerFrame) },
	kindAsk:    func() frame { return new(askFrame) },
	kindCredit: func() frame { return new(creditFrame) },
	kindClose:  func() frame { return new(closeFrame) },
	kindPut:    func() frame { return new(putFrame) },
	kindReady:  func() frame { return new(readyFrame) },
	kindOpened: func() frame { return new(openedFrame) },
	kindEvent:  func() frame { return new(eventFrame) },
	kindInput:  func() frame { return new(inputFrame) },
	kindEnded:  func() frame { return new(endedFrame) },
	kindTold:   func() frame { return new(toldFrame) },
	kindClosed: func() frame { return new(closedFrame) },
	kindFile:   func() frame { return new(fileFrame) },
}

// fromWorker reports whether the worker is who says a frame.
func (k kind) fromWorker() bool { return k >= kindReady && k < kinds }

// ProtocolError is the error of a peer that said what it must not.
type ProtocolError struct{ Detail string }

func (e *ProtocolError) Error() string { return "protocol: " + e.Detail }

func violation(format string, args ...any) error {
	return &ProtocolError{fmt.Sprintf(format, args...)}
}

// encode returns a frame as it is written; an error is a body that is too large.
func encode(session uint32, f frame) ([]byte, error) {
	body, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	if len(body)+about > maxFrame {
		return nil, violation("a frame of %d bytes", len(body))
	}
	data := make([]byte, header+about, header+about+len(body))
	binary.BigEndian.PutUint32(data, uint32(about+len(body)))
	data[header] = byte(f.kind())
	binary.BigEndian.PutUint32(data[header+1:], session)
	return append(data, body...), nil
}

// decode reads what follows a frame's length.
func decode(data []byte, fromWorker bool) (session uint32, f frame, err error) {
	if len(data) < about {
		return 0, nil, violation("a frame of %d bytes", len(data))
	}
	k := kind(data[0])
	if k >= kinds || bodies[k] == nil || k.fromWorker() != fromWorker {
		return 0, nil, violation("a frame of kind %d", k)
	}
	f = bodies[k]()
	d := json.NewDecoder(bytes.NewReader(data[about:]))
	d.DisallowUnknownFields()
	if err := d.Decode(f); err != nil {
		return 0, nil, violation("a frame of kind %d that is not well formed", k)
	}
	if _, err := d.Token(); err != io.EOF {
		return 0, nil, violation("text after a frame of kind %d", k)
	}
	return binary.BigEndian.Uint32(data[1:about]), f, nil
}

// reader reads frames.
type reader struct {
	from       io.Reader
	fromWorker bool
	buf        []byte
}

const (
	readStep = 64 << 10 // a frame takes memory as it comes, whatever length it claims
	keepMost = 64 << 10 // of the buffer between frames
)

// next reads one frame; size is what it counts for. At the end of the stream the error is io.EOF. After another error of the
// stream, such as a deadline, it may be called again and goes on in the middle of the frame.
func (r *reader) next() (session uint32, f frame, size int, err error) {
	if err := r.fill(header); err != nil {
		return 0, nil, 0, err
	}
	n := int(binary.BigEndian.Uint32(r.buf))
	if n > maxFrame {
		return 0, nil, 0, violation("a frame of %d bytes", n)
	}
	if err := r.fill(header + n); err != nil {
		return 0, nil, 0, err
	}
	session, f, err = decode(r.buf[header:], r.fromWorker)
	if r.buf = r.buf[:0]; cap(r.buf) > keepMost {
		r.buf = nil
	}
	return session, f, header + n, err
}

// fill reads until n bytes of the frame are there.
func (r *reader) fill(n int) error {
	for len(r.buf) < n {
		at := len(r.buf)
		r.buf = append(r.buf, make([]byte, min(n-at, readStep))...)
		k, err := r.from.Read(r.buf[at:])
		r.buf = r.buf[:at+k]
		if errors.Is(err, io.EOF) && len(r.buf) > 0 && len(r.buf) < n {
			return io.ErrUnexpectedEOF
		}
		if err != nil && len(r.buf) < n {
			return err
		}
	}
	return nil
}

// unread are the bytes that have come and make no frame yet.
func (r *reader) unread() []byte {
	rest := append([]byte(nil), r.buf...)
	if b, ok := r.from.(*bufio.Reader); ok {
		more, _ := b.Peek(b.Buffered()) // they are there
		rest = append(rest, more...)
	}
	return rest
}
