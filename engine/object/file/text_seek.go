package file

import (
	"bytes"
	"io"
	"math/big"

	"gputour/engine/object"
)

// This file says where a text stands. A position is a number from which seek() can bring back the
// buffer's position and the decoder's state, laid out as CPython does it.

type cookie struct {
	position int64 // of the buffer
	flags    int64 // of the decoder
	feed     int64 // bytes to give the decoder
	skip     int64 // characters of what it then gives
	eof      bool  // the decoder is to be told of the end
}

// pack lays a cookie out in one number: 64 bits of position, three of 32, and a byte.
func (c cookie) pack() object.Value {
	if c.flags == 0 && c.feed == 0 && c.skip == 0 && !c.eof {
		return object.Int(c.position)
	}
	n := new(big.Int)
	if c.eof {
		n.SetInt64(1)
	}
	for _, part := range []int64{c.skip, c.feed, c.flags} {
		n.Lsh(n, 32)
		n.Or(n, big.NewInt(part&0xffffffff))
	}
	n.Lsh(n, 64)
	return object.NewBig(n.Or(n, big.NewInt(c.position)))
}

func unpack(n *big.Int) (c cookie, ok bool) {
	if n.BitLen() > 168 {
		return c, false
	}
	rest := new(big.Int).Set(n)
	low := func(bits uint) int64 {
		mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
		part := new(big.Int).And(rest, mask)
		rest.Rsh(rest, bits)
		return int64(part.Uint64())
	}
	c.position, c.flags, c.feed, c.skip, c.eof = low(64), low(32), low(32), low(32), low(8) != 0
	return c, c.position >= 0
}

func textTell(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	switch err := x.open(t); {
	case err != nil:
		return object.Value{}, err
	case !x.seekable:
		return object.Value{}, unsupported("underlying stream is not seekable")
	case !x.telling:
		return object.Value{}, object.Raise(object.OSError, "telling position disabled by next() call")
	}
	if err := x.flushPending(t); err != nil {
		return object.Value{}, err
	}
	if x.under == nil || x.under.file == nil {
		if _, err := object.CallAttr(t, a[0], "flush"); err != nil {
			return object.Value{}, err
		}
	}
	pos, err := x.bufferTell(t)
	if err != nil || x.decoder == nil || x.snapshot == nil {
		return object.Int(pos), err
	}
	s := x.snapshot
	c := cookie{position: pos - int64(len(s.input)), flags: s.flags, skip: int64(count(x.text[:x.at]))}
	if c.skip == 0 {
		return c.pack(), nil
	}
	held, flags, err := x.decoderState(t)
	if err != nil {
		return object.Value{}, err
	}
	var seen newlines
	if x.ends != nil {
		seen = *x.ends
	}
	err = x.locate(t, s, &c)
	if failed := x.setDecoderState(t, held, flags); err == nil {
		err = failed
	}
	if x.ends != nil {
		*x.ends = seen
	}
	return c.pack(), err
}

// locate finds the last place before c.skip characters where the decoder holds nothing back, and
// what is to be decoded from there.
func (x *Text) locate(t *object.Thread, s *snapshot, c *cookie) error {
	from := int(min(x.density*float64(c.skip), float64(len(s.input))))
	for back := 1; from > 0; {
		if err := x.setDecoderState(t, nil, s.flags); err != nil {
			return err
		}
		text, err := x.decode(t, s.input[:from], false)
		if err != nil {
			return err
		}
		if n := int64(count(text)); n <= c.skip {
			held, flags, err := x.decoderState(t)
			if err != nil {
				return err
			}
			if len(held) == 0 {
				c.flags, c.skip = flags, c.skip-n
				break
			}
			from, back = from-len(held), 1
		} else {
			from, back = from-back, back*2
		}
	}
	if from <= 0 {
		from = 0
		if err := x.setDecoderState(t, nil, s.flags); err != nil {
			return err
		}
	}
	c.position += int64(from)
	if c.skip == 0 {
		return nil
	}
	return x.step(t, s.input[from:], c)
}

// step goes on byte by byte, to the place after which c.skip characters are missing.
func (x *Text) step(t *object.Thread, input []byte, c *cookie) error {
	decoded := int64(0)
	for i := range input {
		text, err := x.decode(t, input[i:i+1], false)
		if err != nil {
			return err
		}
		c.feed++
		decoded += int64(count(text))
		held, flags, err := x.decoderState(t)
		if err != nil {
			return err
		}
		if len(held) == 0 && decoded <= c.skip {
			*c = cookie{position: c.position + c.feed, flags: flags, skip: c.skip - decoded}
			decoded = 0
		}
		if decoded >= c.skip {
			return nil
		}
	}
	text, err := x.decode(t, nil, true)
	if err != nil {
		return err
	}
	c.eof = true
	if decoded+int64(count(text)) < c.skip {
		return object.Raise(object.OSError, "can't reconstruct logical file position")
	}
	return nil
}

func textSeek(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	if err := x.open(t); err != nil {
		return object.Value{}, err
	}
	whence, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	if !x.seekable {
		return object.Value{}, unsupported("underlying stream is not seekable")
	}
	at, err := object.Index(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	where := object.BigOf(at)
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		if where.Sign() != 0 {
			return object.Value{}, unsupported("can't do nonzero cur-relative seeks")
		}
		if _, err := object.CallAttr(t, a[0], "flush"); err != nil {
			return object.Value{}, err
		}
		if at, err = object.CallAttr(t, a[0], "tell"); err != nil {
			return object.Value{}, err
		}
		where = object.BigOf(at)
	case io.SeekEnd:
		if where.Sign() != 0 {
			return object.Value{}, unsupported("can't do nonzero end-relative seeks")
		}
		return x.seekEnd(t, a[0])
	default:
		return object.Value{}, object.Raise(object.ValueError, "invalid whence (%d, should be 0, 1 or 2)", whence)
	}
	if where.Sign() < 0 {
		return object.Value{}, object.Raise(object.ValueError, "negative seek position %s", where)
	}
	c, ok := unpack(where)
	if !ok {
		return object.Value{}, object.Raise(object.OverflowError, "int too big to convert")
	}
	if _, err := object.CallAttr(t, a[0], "flush"); err != nil {
		return object.Value{}, err
	}
	return at, x.seekTo(t, c)
}

func (x *Text) seekEnd(t *object.Thread, self object.Value) (object.Value, error) {
	if _, err := object.CallAttr(t, self, "flush"); err != nil {
		return object.Value{}, err
	}
	x.forget()
	if x.decoder != nil {
		if err := x.resetDecoder(t); err != nil {
			return object.Value{}, err
		}
	}
	pos, err := x.bufferSeek(t, 0, io.SeekEnd)
	if err == nil {
		n, _ := object.AsInt(pos)
		x.headed = n != 0
	}
	return pos, err
}

// seekTo brings the buffer's position and the decoder's state back.
func (x *Text) seekTo(t *object.Thread, c cookie) error {
	if _, err := x.bufferSeek(t, c.position, io.SeekStart); err != nil {
		return err
	}
	x.forget()
	x.headed = c.position != 0 || c.flags != 0
	if x.decoder == nil {
		return nil
	}
	var err error
	if c.position == 0 && c.flags == 0 {
		err = x.resetDecoder(t)
	} else {
		err = x.setDecoderState(t, nil, c.flags)
	}
	if err != nil {
		return err
	}
	x.snapshot = &snapshot{flags: c.flags}
	if c.skip == 0 {
		return nil
	}
	v, err := object.CallAttr(t, x.buffer, "read", object.Int(c.feed))
	if err != nil {
		return err
	}
	input, err := object.Buffer(v)
	if err != nil {
		return object.Raise(object.TypeError, "underlying read() should have returned a bytes-like object, not '%s'", object.TypeName(v))
	}
	text, err := x.decode(t, input, c.eof)
	if err != nil {
		return err
	}
	if int64(count(text)) < c.skip {
		return object.Raise(object.OSError, "can't restore logical file position")
	}
	x.snapshot.input = bytes.Clone(input)
	x.text, x.at, x.begun = text, prefix(text, int(c.skip)), true
	return nil
}
