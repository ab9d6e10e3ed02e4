package file

import (
	"math/big"

	"gputour/engine/object"
)

// decoder turns pieces of bytes into text, as a codec's incremental decoder does.
type decoder interface {
	decode(t *object.Thread, b []byte, final bool) (string, error)
	// state is what is held back for the next piece, and a number for the rest.
	state(t *object.Thread) (held []byte, flags int64, err error)
	setState(t *object.Thread, held []byte, flags int64) error
	reset(t *object.Thread) error
}

// decoderOf is the decoder of an encoding: one that comes with the program, or one of the cells'.
func decoderOf(t *object.Thread, encoding, errors string) (decoder, error) {
	d, err := object.NewDecoder(encoding, errors)
	if err == nil {
		return own{d}, nil
	}
	info, ok, failed := object.RegisteredCodec(t, encoding)
	if failed != nil || !ok {
		return nil, err
	}
	made, err := object.CallAttr(t, info, "incrementaldecoder", object.NewStr(errors))
	return foreign{made}, err
}

// own is a decoder that comes with the program.
type own struct{ *object.Decoder }

func (d own) decode(t *object.Thread, b []byte, final bool) (string, error) {
	return d.Decode(t, b, final)
}

func (d own) state(*object.Thread) ([]byte, int64, error) {
	held, flags := d.State()
	return held, flags, nil
}

func (d own) setState(_ *object.Thread, held []byte, flags int64) error {
	d.SetState(held, flags)
	return nil
}

func (d own) reset(*object.Thread) error {
	d.Reset()
	return nil
}

// foreign is a decoder that is a Python object.
type foreign struct{ v object.Value }

func (d foreign) decode(t *object.Thread, b []byte, final bool) (string, error) {
	v, err := object.CallAttr(t, d.v, "decode", object.NewBytes(append([]byte(nil), b...)), object.Bool(final))
	if err != nil {
		return "", err
	}
	text, ok := object.AsStr(v)
	if !ok {
		return "", object.Raise(object.TypeError, "decoder should return a string result, not '%s'", object.TypeName(v))
	}
	return text, nil
}

func (d foreign) state(t *object.Thread) ([]byte, int64, error) {
	v, err := object.CallAttr(t, d.v, "getstate")
	if err != nil {
		return nil, 0, err
	}
	pair, ok := v.Object().(*object.Tuple)
	if !ok || len(pair.Items) != 2 {
		return nil, 0, object.Raise(object.TypeError, "illegal decoder state")
	}
	held, ok := pair.Items[0].Object().(*object.Bytes)
	if !ok {
		return nil, 0, object.Raise(object.TypeError, "illegal decoder state: the first item should be a bytes object, not '%s'", object.TypeName(pair.Items[0]))
	}
	flags, ok := object.AsInt(pair.Items[1])
	if !ok {
		return nil, 0, object.Raise(object.TypeError, "illegal decoder state")
	}
	return held.B, flags, nil
}

func (d foreign) setState(t *object.Thread, held []byte, flags int64) error {
	_, err := object.CallAttr(t, d.v, "setstate", object.NewTuple(object.NewBytes(append([]byte(nil), held...)), object.NewBig(big.NewInt(flags))))
	return err
}

func (d foreign) reset(t *object.Thread) error {
	_, err := object.CallAttr(t, d.v, "reset")
	return err
}
