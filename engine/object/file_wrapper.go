package object

import (
	"errors"
	"io"
)

// This file is io.TextIOWrapper(buffer): text over a binary file or a BytesIO.

const textFileSignature = "TextIOWrapper(buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False)"

// textFileInit is TextIOWrapper.__init__, which a subclass may call with a buffer of its own making.
func textFileInit(t *Thread, self Value, a []Value) error {
	mode := fileMode{text: "r+", read: true, write: true, plus: true}
	var made Value
	var err error
	var stream io.Writer
	switch buffer := a[0].Object().(type) {
	case *BytesIO:
		made, err = newTextFile(&memoryFile{buffer}, None, mode, a[1], a[2], a[3])
	case *BinaryFile:
		made, err = newTextFile(buffer.raw, buffer.name, buffer.mode, a[1], a[2], a[3])
		stream = buffer.stream
	default:
		if mode, err = modeOf(t, a[0]); err == nil {
			made, err = newTextFile(rawOver(t, a[0]), None, mode, a[1], a[2], a[3])
		}
	}
	if err != nil {
		return err
	}
	f := textFile(self)
	head := f.Head
	*f = *textFile(made)
	f.Head, f.buffer = head, a[0]
	if stream != nil {
		f.stream = stream
	}
	return nil
}

// modeOf asks an object of a class of its own what it can do.
func modeOf(t *Thread, v Value) (m fileMode, err error) {
	if m.read, err = able(t, v, "readable"); err != nil {
		return m, err
	}
	m.write, err = able(t, v, "writable")
	m.plus = m.read && m.write
	return m, err
}

// memoryFile lets a text file read and write a BytesIO.
type memoryFile struct{ io *BytesIO }

func (m *memoryFile) Read(p []byte) (int, error) {
	o := m.io
	if o.closed {
		return 0, closedError()
	}
	if o.pos >= len(o.b) {
		return 0, io.EOF
	}
	n := copy(p, o.b[o.pos:])
	o.pos += n
	return n, nil
}

func (m *memoryFile) Write(p []byte) (int, error) {
	o := m.io
	if o.closed {
		return 0, closedError()
	}
	for len(o.b) < o.pos {
		o.b = append(o.b, 0)
	}
	n := copy(o.b[o.pos:], p)
	o.b = append(o.b, p[n:]...)
	o.pos += len(p)
	return len(p), nil
}

func (m *memoryFile) Seek(offset int64, whence int) (int64, error) {
	base := map[int]int{io.SeekStart: 0, io.SeekCurrent: m.io.pos, io.SeekEnd: len(m.io.b)}[whence]
	if base+int(offset) < 0 {
		return 0, errors.New("negative position")
	}
	m.io.pos = base + int(offset)
	return int64(m.io.pos), nil
}

func (m *memoryFile) Truncate(size int64) error {
	m.io.b = m.io.b[:min(int(size), len(m.io.b))]
	return nil
}

func (m *memoryFile) Close() error {
	m.io.closed = true
	return nil
}
