package wire

import (
	"errors"
	"strconv"

	"gputour/engine/wire/fields"
)

//go:generate go run gputour/engine/wire/fields/gen

// This file is the end that asks: it makes requests and reads events, without reflection.

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

// Request returns a message that asks for something; nil is no body.
func Request(typ string, body fields.Object) Message {
	m := Message{V: Version, Type: typ}
	if body != nil {
		m.Body = fields.Raw(fields.Text(body))
	}
	return m
}

// Text is m as JSON text.
func (m Message) Text() string { return fields.Text(&m) }

// ReadEvent is Decode of a message from the server.
func ReadEvent(text string) (Message, any, error) { return readEvent(events, text) }

func readEvent(events map[string]func() any, text string) (Message, any, error) {
	var m Message
	if len(text) > MaxEvent {
		return m, nil, &Error{TooLarge, "message of " + strconv.Itoa(len(text)) + " bytes"}
	}
	if err := readObject(text, &m); err != nil {
		return m, nil, err
	}
	if m.V != Version {
		return m, nil, &Error{BadVersion, "version " + strconv.Itoa(m.V) + "; this page speaks " + strconv.Itoa(Version)}
	}
	body, err := readBody(events, m)
	return m, body, err
}

// DecodeBody reads the body of an event, as those inside a Snapshot.
func DecodeBody(m Message) (any, error) { return readBody(events, m) }

func readBody(events map[string]func() any, m Message) (any, error) {
	spec, ok := events[m.Type]
	if !ok {
		return nil, &Error{UnknownType, "unknown message type " + short(m.Type)}
	}
	body := spec()
	if len(m.Body) == 0 {
		return body, nil
	}
	return body, readObject(string(m.Body), body)
}

// readObject reads a JSON value into an Object.
func readObject(text string, into any) error {
	err := fields.Read(text, into.(fields.Object), false)
	var unfit *fields.TypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unfit):
		return &Error{BadField, "field " + short(unfit.Field) + " cannot be a " + short(unfit.Value)}
	}
	return &Error{BadJSON, "not a message: " + short(err.Error())}
}
