package file

import (
	"bytes"

	"gputour/engine/object"
)

// This file reads and writes through a buffer.

// readRaw is one read of the raw file into p; none says that there is nothing yet.
func (b *Buffered) readRaw(t *object.Thread, p []byte) (n int, none bool, err error) {
	if b.file != nil {
		n, err := b.file.read(t, p)
		return n, false, err
	}
	into := object.NewByteArray(make([]byte, len(p)))
	view, err := object.Call(t, object.MemoryViewClass.Value(), into)
	if err != nil {
		return 0, false, err
	}
	got, err := object.CallAttr(t, b.raw, "readinto", view)
	if err != nil || got.IsNone() {
		return 0, true, err
	}
	n, err = object.IndexInt(t, got)
	if err != nil {
		failed := object.NewException(object.OSError, object.NewStr("raw readinto() failed"))
		failed.Cause, _ = object.AsException(err)
		return 0, false, failed
	}
	if n < 0 || n > len(p) {
		return 0, false, object.Raise(object.OSError, "raw readinto() returned invalid length %d (should have been between 0 and %d)", n, len(p))
	}
	copy(p, into.Object().(*object.ByteArray).B[:n])
	return n, false, nil
}

// fill reads a chunk where all that was read has been given out.
func (b *Buffered) fill(t *object.Thread) (n int, none bool, err error) {
	if b.buf == nil {
		b.buf = make([]byte, b.size)
	}
	chunk := b.buf
	if b.file == nil {
		chunk = make([]byte, b.size) // the program may come back to this buffer meanwhile
	}
	n, none, err = b.readRaw(t, chunk)
	if err == nil {
		err = keep(t, n)
	}
	if err != nil {
		return 0, none, err
	}
	b.buf, b.at, b.end = chunk, 0, n
	return n, none, nil
}

// ahead is what is read and not given out.
func (b *Buffered) ahead() []byte { return b.buf[b.at:b.end] }

// take gives out n bytes of what is ahead.
func (b *Buffered) take(n int) []byte {
	part := b.buf[b.at : b.at+n]
	b.at += n
	return part
}

func bufferedRead(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	n, err := size(t, a[1])
	if err == nil && n < -1 {
		err = object.Raise(object.ValueError, "read length must be non-negative or -1")
	}
	if err == nil {
		err = b.open(t, "read of closed file")
	}
	if err != nil {
		return object.Value{}, err
	}
	if n < 0 {
		return b.readAll(t)
	}
	got, none, err := b.upTo(t, n)
	if err != nil {
		return object.Value{}, err
	}
	if none && len(got) == 0 && n > 0 {
		return object.None, nil
	}
	return object.NewBytes(got), nil
}

// upTo reads n bytes, or as many as the raw file gives.
func (b *Buffered) upTo(t *object.Thread, n int) (got []byte, none bool, err error) {
	if n <= b.end-b.at {
		return bytes.Clone(b.take(n)), false, t.Charge(n)
	}
	if err := b.flush(t); err != nil {
		return nil, false, err
	}
	got = bytes.Clone(b.ahead())
	b.at, b.end = 0, 0
	for len(got) < n {
		rest := n - len(got)
		if whole := rest / b.size * b.size; whole > 0 {
			part := make([]byte, min(whole, max(maxChunk, b.size)))
			k, none, err := b.readRaw(t, part)
			if err == nil {
				err = keep(t, k)
			}
			if err != nil || k == 0 {
				return got, none, err
			}
			got = append(got, part[:k]...)
			continue
		}
		k, none, err := b.fill(t)
		if err != nil || k == 0 {
			return got, none, err
		}
		got = append(got, b.take(min(k, rest))...)
	}
	return got, false, nil
}

func (b *Buffered) readAll(t *object.Thread) (object.Value, error) {
	if err := b.flush(t); err != nil {
		return object.Value{}, err
	}
	got := bytes.Clone(b.ahead())
	b.at, b.end = 0, 0
	if b.file != nil {
		all, err := b.file.readAll(t, got)
		return object.NewBytes(all), err
	}
	if all, ok, err := object.GetAttrOpt(t, b.raw, "readall"); err != nil {
		return object.Value{}, err
	} else if ok {
		x, err := object.Call(t, all)
		if err != nil {
			return object.Value{}, err
		}
		rest, isBytes := x.Object().(*object.Bytes)
		switch {
		case x.IsNone() && len(got) > 0:
			return object.NewBytes(got), nil
		case x.IsNone():
			return x, nil
		case !isBytes:
			return object.Value{}, object.Raise(object.TypeError, "readall() should return bytes")
		}
		return object.NewBytes(append(got, rest.B...)), nil
	}
	for {
		x, err := object.CallAttr(t, b.raw, "read")
		if err != nil {
			return object.Value{}, err
		}
		part, isBytes := x.Object().(*object.Bytes)
		switch {
		case !x.IsNone() && !isBytes:
			return object.Value{}, object.Raise(object.TypeError, "read() should return bytes")
		case x.IsNone() && len(got) == 0:
			return x, nil
		case x.IsNone() || len(part.B) == 0:
			return object.NewBytes(got), nil
		}
		if err := keep(t, len(part.B)); err != nil {
			return object.Value{}, err
		}
		got = append(got, part.B...)
	}
}

func bufferedRead1(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	n, err := object.IndexInt(t, a[1])
	if err == nil {
		err = b.open(t, "read of closed file")
	}
	if err != nil {
		return object.Value{}, err
	}
	if n < 0 {
		n = b.size
	}
	got, err := b.read1(t, n)
	return object.NewBytes(got), err
}

// read1 gives out what is ahead, or else what one read of the raw file gives.
func (b *Buffered) read1(t *object.Thread, n int) ([]byte, error) {
	if b.at == b.end && n > 0 {
		if err := b.flush(t); err != nil {
			return nil, err
		}
		part := make([]byte, min(n, max(maxChunk, b.size)))
		b.at, b.end = 0, 0
		k, _, err := b.readRaw(t, part)
		if err == nil {
			err = keep(t, k)
		}
		return part[:k:k], err
	}
	n = min(n, b.end-b.at)
	return bytes.Clone(b.take(n)), t.Charge(n)
}

func bufferedPeek(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.open(t, "peek of closed file"); err != nil {
		return object.Value{}, err
	}
	if b.at == b.end {
		if err := b.flush(t); err != nil {
			return object.Value{}, err
		}
		if _, _, err := b.fill(t); err != nil {
			return object.Value{}, err
		}
	}
	return object.NewBytes(bytes.Clone(b.ahead())), nil
}

func bufferedReadLine(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	limit, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	line, err := b.line(t, limit)
	return object.NewBytes(line), err
}

// line reads up to and including the next newline, limit bytes at most if that is not negative.
func (b *Buffered) line(t *object.Thread, limit int) ([]byte, error) {
	if err := b.open(t, "readline of closed file"); err != nil {
		return nil, err
	}
	var line []byte
	for limit < 0 || len(line) < limit {
		if b.at == b.end {
			if err := b.flush(t); err != nil {
				return nil, err
			}
			if n, _, err := b.fill(t); err != nil || n == 0 {
				return line, err
			}
		}
		n := b.end - b.at
		i := bytes.IndexByte(b.ahead(), '\n')
		if i >= 0 {
			n = i + 1
		}
		if limit >= 0 && n > limit-len(line) {
			n, i = limit-len(line), 0
		}
		if err := t.Charge(n); err != nil {
			return nil, err
		}
		if line = append(line, b.take(n)...); i >= 0 {
			break
		}
	}
	return line, nil
}

func bufferedNext(t *object.Thread, v object.Value) (object.Value, bool, error) {
	if !v.Class().Builtin || v.Class() == BufferedWriterClass {
		return nextLine(t, v)
	}
	line, err := buffered(v).line(t, -1)
	return object.NewBytes(line), len(line) > 0 && err == nil, err
}

// bufferedReadInto is readinto, or readinto1, which reads the raw file once at most.
func bufferedReadInto(once bool) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		b := buffered(a[0])
		if err := b.check(); err != nil {
			return object.Value{}, err
		}
		to, err := writeBuffer(a[1])
		if err == nil {
			err = b.open(t, "readinto of closed file")
		}
		if err != nil {
			return object.Value{}, err
		}
		if once {
			got, err := b.read1(t, len(to))
			return object.Int(int64(copy(to, got))), err
		}
		got, none, err := b.upTo(t, len(to))
		if err != nil {
			return object.Value{}, err
		}
		if none && len(got) == 0 && len(to) > 0 {
			return object.None, nil
		}
		return object.Int(int64(copy(to, got))), nil
	}
}

func bufferedWrite(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	data, err := object.Buffer(a[1])
	if err == nil {
		err = b.open(t, "write to closed file")
	}
	if err == nil {
		err = b.write(t, data)
	}
	return object.Int(int64(len(data))), err
}

func (b *Buffered) write(t *object.Thread, data []byte) error {
	if err := b.rewind(t); err != nil {
		return err
	}
	if b.file != nil {
		return b.file.write(t, data)
	}
	if len(b.out)+len(data) > b.size {
		if err := b.flush(t); err != nil {
			return err
		}
		for len(data) > b.size {
			n, err := b.writeRaw(t, data)
			if err != nil {
				return err
			}
			data = data[n:]
		}
	}
	if err := keep(t, len(data)); err != nil {
		return err
	}
	b.out = append(b.out, data...)
	return nil
}

// writeRaw is one write of the program's raw file.
func (b *Buffered) writeRaw(t *object.Thread, data []byte) (int, error) {
	v, err := object.CallAttr(t, b.raw, "write", object.NewBytes(bytes.Clone(data)))
	if err != nil {
		return 0, err
	}
	if v.IsNone() {
		return 0, wouldBlock(0)
	}
	n, err := object.IndexInt(t, v)
	if err == nil && (n < 0 || n > len(data)) {
		err = object.Raise(object.OSError, "raw write() returned invalid length %d (should have been between 0 and %d)", n, len(data))
	}
	if err == nil {
		err = t.Poll()
	}
	return n, err
}

func wouldBlock(written int64) error {
	return object.NewException(object.BlockingIOError, object.Int(11), object.NewStr("write could not complete without blocking"), object.Int(written))
}

// flush hands what was written to the raw file.
func (b *Buffered) flush(t *object.Thread) error {
	for len(b.out) > 0 {
		n, err := b.writeRaw(t, b.out)
		if err != nil {
			return err
		}
		b.out = b.out[min(n, len(b.out)):]
	}
	return nil
}

func bufferedFlush(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	err := b.open(t, "flush of closed file")
	if err == nil {
		err = b.flush(t)
	}
	if err == nil && b.end > 0 {
		err = b.rewind(t)
	}
	if err == nil && b.file != nil {
		if o, ok := b.file.in.(*outlet); ok {
			o.flush()
		}
	}
	return object.None, err
}

func readerFlush(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	return object.CallAttr(t, b.raw, "flush")
}
