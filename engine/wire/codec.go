package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// This file is the codec: Encode, Decode, and what Decode refuses.

// Bounds of a message as JSON text.
const (
	MaxRequest = 1 << 20  // bytes of a message from a client
	MaxEvent   = 16 << 20 // bytes of a message from the server (a snapshot is the largest)
	MaxDepth   = 16       // nesting of a request
)

// Direction says who sent a message.
type Direction uint8

const (
	FromClient Direction = iota
	FromServer
)

// ErrorKind says what is wrong with a message.
type ErrorKind uint8

const (
	TooLarge ErrorKind = iota
	TooDeep
	BadJSON
	BadVersion
	UnknownType
	MissingField
	BadField
)

// Error is why a message was refused. Detail is for logs and close reasons; it
// never quotes more than a field's name or a short type.
type Error struct {
	Kind   ErrorKind
	Detail string
}

func (e *Error) Error() string { return "wire: " + e.Detail }

// CloseCode is the websocket close code that answers the error.
func (e *Error) CloseCode() int { return closeCodes[e.Kind] }

var closeCodes = [...]int{
	TooLarge: 1009, TooDeep: 1008, BadJSON: 1007, BadVersion: CloseVersion,
	UnknownType: 1008, MissingField: 1008, BadField: 1008,
}

// request is a body from a client.
type request interface{ check() error }

// spec is the body of a request and which ids its envelope must carry.
type spec struct {
	body      func() request
	cell, rid bool // the envelope carries them
	empty     bool // the body may be left out
}

// requests names each request's body.
var requests = map[string]spec{
	Hello:       {body: func() request { return new(HelloBody) }, empty: true},
	Execute:     {body: func() request { return new(ExecuteBody) }, cell: true, rid: true},
	Interrupt:   {body: func() request { return new(InterruptBody) }, empty: true},
	Restart:     {body: func() request { return new(RestartBody) }, empty: true},
	Complete:    {body: func() request { return new(CompleteBody) }, rid: true},
	Inspect:     {body: func() request { return new(InspectBody) }, rid: true},
	InputReply:  {body: func() request { return new(InputReplyBody) }, rid: true},
	Ack:         {body: func() request { return new(AckBody) }},
	Devices:     {body: func() request { return new(DevicesBody) }},
	Control:     {body: func() request { return new(ControlBody) }, cell: true, rid: true},
	Check:       {body: func() request { return new(CheckBody) }, cell: true, rid: true},
	Place:       {body: func() request { return new(PlaceBody) }, empty: true},
	Pen:         {body: func() request { return new(PenBody) }, empty: true},
	Diagnose:    {body: func() request { return new(DiagnoseBody) }, rid: true},
	Solution:    {body: func() request { return new(SolutionBody) }, cell: true, rid: true},
	Draft:       {body: func() request { return new(DraftBody) }, cell: true, rid: true},
	Drafts:      {body: func() request { return new(DraftsBody) }, rid: true},
	Assignments: {body: func() request { return new(AssignmentsBody) }, empty: true},
	Submit:      {body: func() request { return new(SubmitBody) }, rid: true},
	Versions:    {body: func() request { return new(VersionsBody) }, cell: true, rid: true},
	GPURequest:  {body: func() request { return new(GPURequestBody) }, rid: true},
	GPURelease:  {body: func() request { return new(GPUReleaseBody) }, empty: true},
}

// events names each event's body.
var events = map[string]func() any{
	Welcome:       func() any { return new(WelcomeBody) },
	Resumed:       func() any { return new(ResumedBody) },
	Reset:         func() any { return new(ResetBody) },
	Queued:        func() any { return new(QueueBody) },
	Status:        func() any { return new(StatusBody) },
	Input:         func() any { return new(InputBody) },
	Stream:        func() any { return new(StreamBody) },
	Display:       func() any { return new(DisplayBody) },
	UpdateDisplay: func() any { return new(DisplayBody) },
	Result:        func() any { return new(DisplayBody) },
	ClearOutput:   func() any { return new(ClearBody) },
	Failed:        func() any { return new(ErrorBody) },
	Reply:         func() any { return new(ReplyBody) },
	Limit:         func() any { return new(LimitBody) },
	Names:         func() any { return new(NamesBody) },
	LimitNear:     func() any { return new(LimitBody) },
	Progress:      func() any { return new(ProgressBody) },
	DeviceEvents:  func() any { return new(DeviceBody) },
	ControlDone:   func() any { return new(ControlDoneBody) },
	CheckResult:   func() any { return new(CheckResultBody) },
	InputRequest:  func() any { return new(InputRequestBody) },
	CompleteReply: func() any { return new(CompleteReplyBody) },
	InspectReply:  func() any { return new(InspectReplyBody) },
	Placement:     func() any { return new(PlacementBody) },
	DiagnoseReply: func() any { return new(DiagnoseReplyBody) },
	SolutionReply: func() any { return new(SolutionReplyBody) },
	Receipt:       func() any { return new(ReceiptBody) },
	Assigned:      func() any { return new(AssignedBody) },
	Grade:         func() any { return new(GradeBody) },
	Drafted:       func() any { return new(DraftedBody) },
	Stale:         func() any { return new(StaleBody) },
	DraftsReply:   func() any { return new(DraftsReplyBody) },
	VersionsReply: func() any { return new(VersionsReplyBody) },
	PenHolder:     func() any { return new(PenBody) },
	Keeping:       func() any { return new(KeepingBody) },
	GPU:           func() any { return new(GPUBody) },
	Refused:       func() any { return new(RefusedBody) },
}

// New returns a message with body, which must be one of this package's bodies (or nil). The
// body of an event is bounded.
func New(typ string, body any) Message { return newMessage(events, typ, body) }

func newMessage(events map[string]func() any, typ string, body any) Message {
	m := Message{V: Version, Type: typ}
	if body == nil {
		return m
	}
	if _, event := events[typ]; event {
		body, _, _ = Bound(body)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		// Bodies hold strings, numbers and slices; floats from clocks are finite.
		panic(fmt.Sprintf("wire: body of %s: %v", typ, err))
	}
	m.Body = raw
	return m
}

// Encode returns m as JSON text.
func Encode(m Message) ([]byte, error) { return json.Marshal(m) }

// Decode reads one message and its body: a pointer to the body struct of its
// type, *ExecuteBody for Execute. The error is a *Error. Requests are held to
// every bound of this package and may hold no unknown field; of events only the
// shape is checked, and a client ignores those of kind UnknownType.
func Decode(data []byte, from Direction) (Message, any, error) {
	if from == FromServer {
		return decodeEvent(events, data)
	}
	return decodeRequest(requests, data)
}

func decodeRequest(requests map[string]spec, data []byte) (Message, any, error) {
	var m Message
	if err := bounds(data); err != nil {
		return m, nil, err
	}
	if err := unmarshal(data, &m, true); err != nil {
		return m, nil, err
	}
	spec, ok := requests[m.Type]
	switch {
	case m.V != Version:
		return m, nil, &Error{BadVersion, fmt.Sprintf("version %d; this server speaks %d: reload the page", m.V, Version)}
	case m.Type == "":
		return m, nil, missing("t")
	case !ok:
		return m, nil, &Error{UnknownType, "unknown message type " + short(m.Type)}
	case spec.cell && m.Cell == "":
		return m, nil, missing("cell")
	case spec.rid && m.RID == "":
		return m, nil, missing("rid")
	case m.Seq != 0 || m.TS != 0:
		return m, nil, &Error{BadField, "only the server numbers and dates messages"}
	}
	if err := ids("sid", m.SID, "rid", m.RID, "cell", m.Cell); err != nil {
		return m, nil, err
	}
	body := spec.body()
	if len(m.Body) == 0 || string(m.Body) == "null" {
		if !spec.empty {
			return m, nil, missing("body")
		}
		return m, body, nil
	}
	if err := unmarshal(m.Body, body, true); err != nil {
		return m, nil, err
	}
	return m, body, body.check()
}

func decodeEvent(events map[string]func() any, data []byte) (Message, any, error) {
	var m Message
	if len(data) > MaxEvent {
		return m, nil, &Error{TooLarge, fmt.Sprintf("message of %d bytes", len(data))}
	}
	if err := unmarshal(data, &m, false); err != nil {
		return m, nil, err
	}
	if m.V != Version {
		return m, nil, &Error{BadVersion, fmt.Sprintf("version %d; this page speaks %d", m.V, Version)}
	}
	body, err := decodeBody(events, m)
	return m, body, err
}

// DecodeBody reads the body of an event, as those inside a Snapshot.
func DecodeBody(m Message) (any, error) { return decodeBody(events, m) }

func decodeBody(events map[string]func() any, m Message) (any, error) {
	spec, ok := events[m.Type]
	if !ok {
		return nil, &Error{UnknownType, "unknown message type " + short(m.Type)}
	}
	body := spec()
	if len(m.Body) == 0 {
		return body, nil
	}
	return body, unmarshal(m.Body, body, false)
}

// bounds checks size, encoding and nesting before the JSON package sees the text.
func bounds(data []byte) error {
	if len(data) > MaxRequest {
		return &Error{TooLarge, fmt.Sprintf("message of %d bytes, at most %d", len(data), MaxRequest)}
	}
	if !utf8.Valid(data) {
		return &Error{BadJSON, "message is not UTF-8"}
	}
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > MaxDepth {
				return &Error{TooDeep, fmt.Sprintf("message nested deeper than %d", MaxDepth)}
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

// unmarshal reads exactly one JSON value into v.
func unmarshal(data []byte, v any, strict bool) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if strict {
		d.DisallowUnknownFields()
	}
	if err := d.Decode(v); err != nil {
		return jsonError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return &Error{BadJSON, "text after the message"}
	}
	return nil
}

func jsonError(err error) error {
	var t *json.UnmarshalTypeError
	if errors.As(err, &t) {
		return &Error{BadField, fmt.Sprintf("field %s cannot be a %s", short(t.Field), t.Value)}
	}
	return &Error{BadJSON, "not a message: " + short(err.Error())}
}

func missing(field string) error { return &Error{MissingField, "missing field " + field} }

// ids checks name, value pairs: short, printable ASCII.
func ids(pairs ...string) error {
	for i := 0; i < len(pairs); i += 2 {
		name, v := pairs[i], pairs[i+1]
		if err := atMost(name, v, MaxID); err != nil {
			return err
		}
		for _, c := range []byte(v) {
			if c <= ' ' || c > '~' {
				return &Error{BadField, name + " holds a character that no name has"}
			}
		}
	}
	return nil
}

func atMost(name, v string, max int) error {
	if len(v) > max {
		return &Error{BadField, fmt.Sprintf("%s of %d bytes, at most %d", name, len(v), max)}
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// short keeps an untrusted text fit for a close reason (at most 123 bytes) and a log line.
func short(s string) string {
	const max = 60
	if len(s) > max {
		s = s[:max]
	}
	return fmt.Sprintf("%q", s)
}
