package object

import "gputour/engine/object/codec"

// This file encodes and decodes strs and bytes, and raises what package codec calls a mistake.

// codecArgs reads encoding and errors arguments; zero Values are the defaults.
func codecArgs(fn string, encoding, handler Value) (string, string, error) {
	enc, errs := "utf-8", "strict"
	if encoding.head != nil {
		s, ok := AsStr(encoding)
		if !ok {
			return "", "", Raise(TypeError, "%s() argument 'encoding' must be str, not %s", fn, ArgName(encoding))
		}
		enc = s
	}
	if handler.head != nil {
		s, ok := AsStr(handler)
		if !ok {
			return "", "", Raise(TypeError, "%s() argument 'errors' must be str, not %s", fn, ArgName(handler))
		}
		errs = s
	}
	return enc, errs, nil
}

// findCodec returns an encoding that comes with the program, or LookupError.
func findCodec(name string) (*codec.Codec, error) {
	c, err := codec.Find(name)
	if err != nil {
		return nil, Raise(LookupError, "%v", err)
	}
	return c, nil
}

// Encode returns the bytes of text in an encoding; errors names the handler.
func Encode(t *Thread, v Value, encoding, errors string) ([]byte, error) {
	s := v.Object().(*Str)
	c, err := findCodec(encoding)
	if err != nil {
		return encodeRegistered(t, v, encoding, errors, err)
	}
	if err := t.ChargeItems(s.n, 4); err != nil {
		return nil, err
	}
	m := handlerOf(t, errors, s)
	b, err := c.Encode(s, errors, m.handler())
	return b, m.raise(err, s)
}

// Decode returns the text of bytes in an encoding; errors names the handler.
func Decode(t *Thread, b []byte, encoding, errors string) (Value, error) {
	if len(b) == 0 {
		return emptyStr, nil // CPython does not even look up the codec
	}
	c, err := findCodec(encoding)
	if err != nil {
		return decodeRegistered(t, b, encoding, errors, err)
	}
	if err := t.ChargeItems(len(b), 2); err != nil {
		return Value{}, err
	}
	m := handlerOf(t, errors, nil)
	text, err := c.Decode(b, errors, m.handler())
	if err != nil {
		return Value{}, m.raise(err, nil)
	}
	return NewStr(text), nil
}

// Decoder turns pieces of bytes into text. What a piece has of a character that is not
// complete waits for the next one.
type Decoder struct {
	codec.Decoder
	errors string
}

// NewDecoder returns a decoder of an encoding that comes with the program, or LookupError.
func NewDecoder(encoding, errors string) (*Decoder, error) {
	c, err := findCodec(encoding)
	if err != nil {
		return nil, err
	}
	return &Decoder{c.Pieces(errors), errors}, nil
}

// Decode returns the text of what was held back and b; final is for the last piece.
func (d *Decoder) Decode(t *Thread, b []byte, final bool) (string, error) {
	if err := t.Charge(len(b)); err != nil {
		return "", err
	}
	m := handlerOf(t, d.errors, nil)
	text, err := d.Decoder.Decode(b, final, m.handler())
	return text, m.raise(err, nil)
}

func strEncode(t *Thread, a []Value) (Value, error) {
	encoding, handler, err := codecArgs("encode", a[1], a[2])
	if err != nil {
		return Value{}, err
	}
	b, err := Encode(t, a[0], encoding, handler)
	if err != nil {
		return Value{}, err
	}
	return NewBytes(b), nil
}

// mistakes asks a handler that the program has registered; nil where none can be asked.
type mistakes struct {
	t      *Thread
	errors string
	text   *Str // that is encoded; nil for decoding
	last   *codec.Mistake
	x      *Exception // of the last
}

func handlerOf(t *Thread, errors string, text *Str) *mistakes {
	if errors == "strict" {
		return nil
	}
	return &mistakes{t: t, errors: errors, text: text}
}

func (m *mistakes) handler() codec.Handler {
	if m == nil {
		return nil
	}
	return m.ask
}

// ask is what a handler gives for a mistake.
func (m *mistakes) ask(e *codec.Mistake) (text string, bytes []byte, next int, err error) {
	m.last, m.x = e, mistake(e, m.text)
	what, shape, n := "decoding", "str", len(e.Bytes)
	if m.text != nil {
		what, shape, n = "encoding", "str/bytes", m.text.n
	}
	v, next, err := handleRegistered(m.t, m.errors, m.x, n)
	if err != nil {
		return "", nil, 0, err
	}
	switch o := v.Object().(type) {
	case *Str:
		return o.s, nil, next, nil
	case *Bytes:
		if m.text != nil {
			return "", o.B, next, nil
		}
	}
	return "", nil, 0, Raise(TypeError, "%s error handler must return (%s, int) tuple", what, shape)
}

// raise makes an exception of a mistake, the one that the handler has seen if it has.
func (m *mistakes) raise(err error, text *Str) error {
	e, ok := err.(*codec.Mistake)
	switch {
	case !ok:
		return err
	case m != nil && m.last == e:
		return m.x
	}
	return mistake(e, text)
}

// mistake is the exception of a mistake in encoding a text, or in decoding if there is none.
func mistake(e *codec.Mistake, text *Str) *Exception {
	class, of := UnicodeDecodeError, Value{}
	if text != nil {
		class, of = UnicodeEncodeError, exactStr(text)
	} else {
		of = NewBytes(e.Bytes)
	}
	return NewException(class, newASCII(e.Encoding), of, Int(int64(e.Start)), Int(int64(e.End)), newASCII(e.Reason))
}
