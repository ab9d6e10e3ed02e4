package bus

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// This file is what links say to each other:
//
//	link 8 bytes · kind 1 byte · number · taken · pipe · kind's own
//
// Numbers are uvarints. A frame of a pipe has the next number of its direction. Every frame says how many of the other
// direction's have been taken, in order; so do those that are no pipe's, which have the number of the last one that was sent.

type linkID [8]byte

// kind is of a frame.
type kind byte

const (
	kindBeat   kind = iota // I am here
	kindAgain              // send again what comes after taken
	kindLeave              // the link ends
	kindOpen               // a pipe begins: topic, hello
	kindMore               // a part of a message
	kindLast               // the last part of a message
	kindCredit             // so many bytes more may be sent
	kindClose              // the pipe ends: code, reason
	kinds
)

// numbered reports whether frames of a kind belong to a pipe, are counted, and sent again when they are lost.
func (k kind) numbered() bool { return k >= kindOpen }

// frame is one of them, decoded. text and data are parts of what was decoded.
type frame struct {
	link   linkID
	kind   kind
	number uint64
	taken  uint64
	pipe   uint64
	amount uint64 // bytes of kindCredit, code of kindClose
	text   string // topic of kindOpen, reason of kindClose
	data   []byte // hello of kindOpen, the part of a message
}

// Bounds of a frame.
const (
	chunk     = 32 << 10 // bytes of a message that travel at once, so that a large one does not hold others up for long
	textMost  = 1 << 10  // bytes of a topic or a reason
	helloMost = 64 << 10
	frameMost = helloMost + textMost + 64
)

var errFrame = errors.New("no frame of a link")

// append encodes f at the end of b.
func (f *frame) append(b []byte) []byte {
	b = append(b, f.link[:]...)
	b = append(b, byte(f.kind))
	b = binary.AppendUvarint(b, f.number)
	b = binary.AppendUvarint(b, f.taken)
	if !f.kind.numbered() {
		return b
	}
	b = binary.AppendUvarint(b, f.pipe)
	switch f.kind {
	case kindCredit, kindClose:
		b = binary.AppendUvarint(b, f.amount)
	}
	switch f.kind {
	case kindOpen, kindClose:
		b = binary.AppendUvarint(b, uint64(len(f.text)))
		b = append(b, f.text...)
	}
	return append(b, f.data...)
}

// decode is the opposite.
func decode(b []byte) (f frame, err error) {
	if len(b) < len(f.link)+1 {
		return f, fmt.Errorf("%w: %d bytes", errFrame, len(b))
	}
	f.link, f.kind, b = linkID(b[:8]), kind(b[8]), b[9:]
	if f.kind >= kinds {
		return f, fmt.Errorf("%w: kind %d", errFrame, f.kind)
	}
	fields := []*uint64{&f.number, &f.taken}
	if f.kind.numbered() {
		fields = append(fields, &f.pipe)
	}
	if f.kind == kindCredit || f.kind == kindClose {
		fields = append(fields, &f.amount)
	}
	var length uint64
	if f.kind == kindOpen || f.kind == kindClose {
		fields = append(fields, &length)
	}
	for _, field := range fields {
		n := 0
		if *field, n = binary.Uvarint(b); n <= 0 {
			return f, fmt.Errorf("%w: it ends within a number", errFrame)
		}
		b = b[n:]
	}
	if length > textMost || length > uint64(len(b)) {
		return f, fmt.Errorf("%w: a text of %d bytes", errFrame, length)
	}
	f.text, f.data = string(b[:length]), b[length:]
	return f, f.check()
}

// check refuses what no kind may hold.
func (f *frame) check() error {
	most := 0
	switch f.kind {
	case kindOpen:
		most = helloMost
	case kindMore, kindLast:
		most = chunk
	}
	if len(f.data) > most {
		return fmt.Errorf("%w: %d bytes in kind %d", errFrame, len(f.data), f.kind)
	}
	if f.kind.numbered() && f.number == 0 {
		return fmt.Errorf("%w: it has no number", errFrame)
	}
	return nil
}
