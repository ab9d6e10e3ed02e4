package wire

import "strconv"

// This file defines what is wrong with messages that are refused.

// Bounds of a message as JSON text.
const (
	MaxRequest = 1 << 20  // bytes of a message from a client
	MaxEvent   = 16 << 20 // bytes of a message from the server (a snapshot is the largest)
	MaxDepth   = 16       // nesting of a request
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
		return &Error{BadField, name + " of " + strconv.Itoa(len(v)) + " bytes, at most " + strconv.Itoa(max)}
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
	return strconv.Quote(s)
}
