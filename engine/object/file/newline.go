package file

import (
	"strings"

	"gputour/engine/object"
)

// newlines looks at the ends of lines of a text that comes in pieces: "\n", "\r" and "\r\n".
type newlines struct {
	translate bool // all become "\n"
	pending   bool // a "\r" is held back: "\n" may follow
	seen      uint8
}

const (
	seenCR uint8 = 1 << iota
	seenLF
	seenCRLF
)

func (n *newlines) reset() { n.pending, n.seen = false, 0 }

// decode is the text of the next piece.
func (n *newlines) decode(text string, final bool) string {
	if n.pending && (text != "" || final) {
		text, n.pending = "\r"+text, false
	}
	if strings.HasSuffix(text, "\r") && !final {
		text, n.pending = text[:len(text)-1], true
	}
	if strings.IndexByte(text, '\r') < 0 {
		if n.seen&seenLF == 0 && strings.IndexByte(text, '\n') >= 0 {
			n.seen |= seenLF
		}
		return text
	}
	pairs := strings.Count(text, "\r\n")
	for kind, found := range map[uint8]bool{
		seenCRLF: pairs > 0, seenCR: strings.Count(text, "\r") > pairs, seenLF: strings.Count(text, "\n") > pairs,
	} {
		if found {
			n.seen |= kind
		}
	}
	if n.translate {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return text
}

// seenValue is the attribute newlines: None, an end of lines, or a tuple of several.
func (n *newlines) seenValue() object.Value {
	var kinds []object.Value
	for i, end := range []string{"\r", "\n", "\r\n"} {
		if n.seen&(1<<i) != 0 {
			kinds = append(kinds, object.NewStr(end))
		}
	}
	switch len(kinds) {
	case 0:
		return object.None
	case 1:
		return kinds[0]
	}
	return object.NewTuple(kinds...)
}

// newlineDecoder is io.IncrementalNewlineDecoder.
type newlineDecoder struct {
	object.Head
	of    object.Value // the decoder that makes text of bytes; None for text that is text already
	ends  newlines
	ready bool
}

// NewlineDecoderClass is io.IncrementalNewlineDecoder.
var NewlineDecoderClass = object.NewBuiltin("_io.IncrementalNewlineDecoder")

func initNewline() {
	method := func(f func(t *object.Thread, d *newlineDecoder, a []object.Value) (object.Value, error)) object.GoFunc {
		return func(t *object.Thread, a []object.Value) (object.Value, error) {
			d := a[0].Object().(*newlineDecoder)
			if !d.ready {
				return object.Value{}, object.Raise(object.ValueError, "IncrementalNewlineDecoder.__init__() not called")
			}
			return f(t, d, a)
		}
	}
	NewlineDecoderClass.Define(object.Spec{
		Doc:       "Codec used when reading a file in universal newlines mode.",
		Qualified: true, HasDict: true, Signature: "IncrementalNewlineDecoder(decoder, translate, errors='strict')",
		Alloc: func(c *object.Class) object.Value { return object.Adopt(&newlineDecoder{}, c) },
		Init: func(t *object.Thread, self object.Value, a []object.Value) error {
			translate, err := object.ToBool(t, a[1])
			d := self.Object().(*newlineDecoder)
			d.of, d.ends, d.ready = a[0], newlines{translate: translate}, true
			return err
		},
		Methods: []object.Method{
			{Sig: "decode(self, /, input, final=False)", Fn: method(newlineDecode), Doc: ""},
			{Sig: "getstate(self, /)", Fn: method(newlineState), Doc: ""},
			{Sig: "setstate(self, state, /)", Fn: method(newlineSetState), Doc: ""},
			{Sig: "reset(self, /)", Fn: method(func(t *object.Thread, d *newlineDecoder, _ []object.Value) (object.Value, error) {
				d.ends.reset()
				if d.of.IsNone() {
					return object.None, nil
				}
				return object.CallAttr(t, d.of, "reset")
			}), Doc: ""},
		},
		Props: []object.Prop{{Name: "newlines", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return v.Object().(*newlineDecoder).ends.seenValue(), nil
		}}},
	})
}

func newlineDecode(t *object.Thread, d *newlineDecoder, a []object.Value) (object.Value, error) {
	final, err := object.ToBool(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	v := a[1]
	if !d.of.IsNone() {
		if v, err = object.CallAttr(t, d.of, "decode", v, object.Bool(final)); err != nil {
			return object.Value{}, err
		}
	}
	text, ok := object.AsStr(v)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "decoder should return a string result, not '%s'", object.TypeName(v))
	}
	return object.NewStr(d.ends.decode(text, final)), nil
}

func newlineState(t *object.Thread, d *newlineDecoder, _ []object.Value) (object.Value, error) {
	held, flags := object.NewBytes(nil), object.Value(object.Int(0))
	if !d.of.IsNone() {
		v, err := object.CallAttr(t, d.of, "getstate")
		if err != nil {
			return object.Value{}, err
		}
		pair, ok := v.Object().(*object.Tuple)
		if !ok || len(pair.Items) != 2 {
			return object.Value{}, object.Raise(object.TypeError, "illegal decoder state")
		}
		held, flags = pair.Items[0], pair.Items[1]
	}
	n, ok := object.AsInt(flags)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "illegal decoder state")
	}
	n <<= 1
	if d.ends.pending {
		n |= 1
	}
	return object.NewTuple(held, object.Int(n)), nil
}

func newlineSetState(t *object.Thread, d *newlineDecoder, a []object.Value) (object.Value, error) {
	pair, ok := a[1].Object().(*object.Tuple)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "state argument must be a tuple")
	}
	if len(pair.Items) != 2 {
		return object.Value{}, object.Raise(object.TypeError, "illegal decoder state")
	}
	n, ok := object.AsInt(pair.Items[1])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "illegal decoder state")
	}
	d.ends.pending = n&1 != 0
	if d.of.IsNone() {
		return object.None, nil
	}
	return object.CallAttr(t, d.of, "setstate", object.NewTuple(pair.Items[0], object.Int(n>>1)))
}
