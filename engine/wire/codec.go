//go:build !client

package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// This file is the codec of the end that answers: Encode, Decode, and what Decode refuses. The browser's
// client, built with the tag client, has what event.go and read.go have.

// Direction says who sent a message.
type Direction uint8

const (
	FromClient Direction = iota
	FromServer
)

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
		return readEvent(events, string(data))
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
