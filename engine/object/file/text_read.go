package file

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"gputour/engine/object"
)

// This file reads text: chunk by chunk, until what is asked for is there.

// snapshot is the state before the bytes of the present text were decoded.
type snapshot struct {
	flags int64
	input []byte // all that was given to the decoder since
}

// canRead is nil if x can be read.
func (x *Text) canRead(t *object.Thread) error {
	if err := x.open(t); err != nil {
		return err
	}
	if x.decoder == nil {
		if x.reads { // a standard stream is made before there is a thread
			return x.makeDecoder(t)
		}
		return unsupported("not readable")
	}
	return nil
}

// more decodes the next chunk in place of a text that is given out. chars is how many
// characters are wanted, 0 for a line.
func (x *Text) more(t *object.Thread, chars int) (bool, error) {
	var before snapshot
	var held []byte
	if x.telling {
		var err error
		if held, before.flags, err = x.decoderState(t); err != nil {
			return false, err
		}
	}
	n := x.chunk
	if x.density > 0 {
		n = max(n, int(min(x.density*float64(chars), maxChunk)))
	}
	b, err := x.bufferRead(t, n)
	if err != nil {
		return false, err
	}
	text, err := x.decode(t, b, len(b) == 0)
	if err != nil {
		return false, err
	}
	x.begun = true
	x.text, x.at, x.density = text, 0, 0
	if chars := count(text); chars > 0 {
		x.density = float64(len(b)) / float64(chars)
	}
	if x.telling {
		before.input = b
		if len(held) > 0 {
			before.input = append(bytes.Clone(held), b...)
		}
		x.snapshot = &before
	}
	return len(b) > 0 || text != "", nil
}

// bufferRead is the next piece of bytes.
func (x *Text) bufferRead(t *object.Thread, n int) ([]byte, error) {
	if x.under != nil {
		if err := x.under.open(t, "read of closed file"); err != nil {
			return nil, err
		}
		return x.under.read1(t, n)
	}
	method := "read"
	if x.read1 {
		method = "read1"
	}
	v, err := object.CallAttr(t, x.buffer, method, object.Int(int64(n)))
	if err != nil {
		return nil, err
	}
	b, err := object.Buffer(v)
	if err != nil {
		return nil, object.Raise(object.TypeError, "underlying %s() should have returned a bytes-like object, not '%s'", method, object.TypeName(v))
	}
	return b, keep(t, len(b))
}

// decode is the text of the next piece of bytes, its ends of lines as the program wants them.
func (x *Text) decode(t *object.Thread, b []byte, final bool) (string, error) {
	text, err := x.decoder.decode(t, b, final)
	if err == nil && x.ends != nil {
		text = x.ends.decode(text, final)
	}
	return text, err
}

// decoderState is the state of the decoder and of the ends of lines as CPython numbers it.
func (x *Text) decoderState(t *object.Thread) ([]byte, int64, error) {
	held, flags, err := x.decoder.state(t)
	if x.ends != nil {
		flags <<= 1
		if x.ends.pending {
			flags |= 1
		}
	}
	return held, flags, err
}

func (x *Text) setDecoderState(t *object.Thread, held []byte, flags int64) error {
	if x.ends != nil {
		x.ends.pending = flags&1 != 0
		flags >>= 1
	}
	return x.decoder.setState(t, held, flags)
}

func (x *Text) resetDecoder(t *object.Thread) error {
	if x.ends != nil {
		x.ends.reset()
	}
	return x.decoder.reset(t)
}

// count is the number of characters of text.
func count(text string) int {
	n := utf8.RuneCountInString(text)
	if n == len(text) || !strings.Contains(text, "\xed") {
		return n
	}
	return object.NewStr(text).Object().(*object.Str).Len() // it may have surrogates
}

// prefix is how many bytes the first n characters of text take.
func prefix(text string, n int) int {
	if n >= len(text) {
		return len(text)
	}
	at := 0
	for ; n > 0 && at < len(text); n-- {
		at++
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
	}
	return at
}

// give gives out n bytes of the text.
func (x *Text) give(n int) string {
	part := x.text[x.at : x.at+n]
	x.at += n
	return part
}

func textRead(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	if err := x.check(); err != nil {
		return object.Value{}, err
	}
	n, err := size(t, a[1])
	if err == nil {
		err = x.canRead(t)
	}
	if err == nil {
		err = x.flushPending(t)
	}
	if err != nil {
		return object.Value{}, err
	}
	if n < 0 {
		return x.readAll(t)
	}
	var parts []string
	for n > 0 {
		if x.at == len(x.text) {
			ok, err := x.more(t, n)
			if err != nil {
				return object.Value{}, err
			}
			if !ok {
				break
			}
		}
		part := x.give(prefix(x.text[x.at:], n))
		n -= count(part)
		parts = append(parts, part)
	}
	return object.NewStr(strings.Join(parts, "")), nil
}

// readAll is all that is left.
func (x *Text) readAll(t *object.Thread) (object.Value, error) {
	var all object.Value
	var err error
	if x.under != nil {
		if all, err = x.under.readAll(t); err != nil {
			return object.Value{}, err
		}
	} else if all, err = object.CallAttr(t, x.buffer, "read"); err != nil {
		return object.Value{}, err
	}
	b, err := object.Buffer(all)
	if err != nil {
		return object.Value{}, object.Raise(object.TypeError, "underlying read() should have returned a bytes-like object, not '%s'", object.TypeName(all))
	}
	text, err := x.decode(t, b, true)
	if err != nil {
		return object.Value{}, err
	}
	if rest := x.text[x.at:]; rest != "" {
		text = rest + text
	}
	x.begun = true
	x.forget()
	return object.NewStr(text), nil
}

func textReadLine(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	if err := x.check(); err != nil {
		return object.Value{}, err
	}
	limit, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	line, err := x.line(t, limit)
	return object.NewStr(line), err
}

// line reads up to and including the next end of a line, limit characters at most if that is not negative.
func (x *Text) line(t *object.Thread, limit int) (string, error) {
	if err := x.canRead(t); err != nil {
		return "", err
	}
	if err := x.flushPending(t); err != nil {
		return "", err
	}
	if limit < 0 && x.at < len(x.text) { // mostly the line is there
		if n := x.lineEnd("", x.text[x.at:]); n > 0 {
			return strings.Clone(x.give(n)), nil
		}
	}
	var line strings.Builder
	for limit != 0 {
		if x.at == len(x.text) {
			if ok, err := x.more(t, 0); err != nil {
				return "", err
			} else if !ok {
				x.snapshot = nil
				break
			}
		}
		rest := x.text[x.at:]
		n := x.lineEnd(line.String(), rest)
		ends := n > 0
		if !ends {
			n = len(rest)
		}
		if limit >= 0 {
			if k := prefix(rest, limit); k < n {
				n, ends = k, false
			}
			limit -= count(rest[:n])
		}
		if line.WriteString(x.give(n)); ends {
			break
		}
	}
	return line.String(), nil
}

// lineEnd is where the first line of rest ends, which goes on from line; 0 if it does not end there.
func (x *Text) lineEnd(line, rest string) int {
	switch {
	case x.newline == nil:
		return strings.IndexByte(rest, '\n') + 1
	case *x.newline == "":
		i := strings.IndexAny(rest, "\r\n")
		if i >= 0 && strings.HasPrefix(rest[i:], "\r\n") {
			i++
		}
		return i + 1
	case len(*x.newline) == 1:
		return strings.Index(rest, *x.newline) + 1
	case strings.HasSuffix(line, "\r") && rest != "" && rest[0] == '\n':
		return 1
	}
	if i := strings.Index(rest, *x.newline); i >= 0 {
		return i + len(*x.newline)
	}
	return 0
}

func textNext(t *object.Thread, v object.Value) (object.Value, bool, error) {
	x := textOf(v)
	if err := x.check(); err != nil {
		return object.Value{}, false, err
	}
	x.telling = false
	if !v.Class().Builtin {
		line, err := object.CallAttr(t, v, "readline")
		if err != nil {
			return object.Value{}, false, err
		}
		if _, ok := object.AsStr(line); !ok {
			return object.Value{}, false, object.Raise(object.OSError, "readline() should have returned a str object, not '%s'", object.TypeName(line))
		}
		n, err := object.Len(t, line)
		if n == 0 {
			x.endOfLines()
		}
		return line, n > 0 && err == nil, err
	}
	line, err := x.line(t, -1)
	if err != nil {
		return object.Value{}, false, err
	}
	if line == "" {
		x.endOfLines()
		return object.Value{}, false, nil
	}
	return object.NewStr(line), true, nil
}

// endOfLines lets tell() work again.
func (x *Text) endOfLines() { x.snapshot, x.telling = nil, x.seekable }
