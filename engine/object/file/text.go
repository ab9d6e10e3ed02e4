package file

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gputour/engine/object"
)

// Text is io.TextIOWrapper: text over a buffer of bytes, or one of the standard streams.
type Text struct {
	object.Head
	buffer object.Value
	under  *Buffered // buffer, where the program has not made a class of its own of it
	outlet *outlet   // of sys.stdout and sys.stderr: text goes straight there
	state  state
	mode   object.Value

	encoding, errors string
	utf8             bool
	newline          *string // nil is None: all ends of lines become "\n"
	writeEnd         string  // what "\n" is written as
	lines, through   bool    // line_buffering, write_through
	reads, writes    bool
	read1            bool // buffer has a read1
	seekable         bool
	telling          bool // tell() is not put off by next()
	chunk            int

	decoder  decoder
	ends     *newlines // between the decoder and the text, where line ends are looked at
	text     string    // decoded
	at       int       // bytes of text that are given out
	snapshot *snapshot // of before text was decoded; nil if it is not known
	density  float64   // bytes for a character, by the last chunk
	begun    bool      // something was read
	headed   bool      // the byte order mark is written, or need not be
	pending  []byte    // encoded, not yet written to buffer
}

// TextClass is io.TextIOWrapper.
var TextClass = object.NewBuiltin("_io.TextIOWrapper")

func initText() {
	prop := func(name string, get func(x *Text) object.Value) object.Prop {
		return object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			x := textOf(v)
			if x.state == unmade {
				return object.Value{}, x.check()
			}
			return get(x), nil
		}}
	}
	TextClass.Define(object.Spec{
		Bases: []*object.Class{TextIOBaseClass}, Qualified: true, OwnLayout: true, HasDict: true,
		Signature: "TextIOWrapper(buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False)",
		Alloc:     func(c *object.Class) object.Value { return object.Adopt(&Text{}, c) }, Init: textInit,
		Slots: object.Slots{Repr: textRepr, Iter: openIter, Next: textNext},
		Methods: []object.Method{
			{Sig: "read(self, size=-1, /)", Fn: textRead, Doc: "Read at most n characters from stream."},
			{Sig: "readline(self, size=-1, /)", Fn: textReadLine, Doc: "Read until newline or EOF."},
			{Sig: "write(self, text, /)", Fn: textWrite, Doc: "Write string to stream."},
			{Sig: "seek(self, cookie, whence=0, /)", Fn: textSeek, Doc: "Change stream position."},
			{Sig: "tell(self, /)", Fn: textTell, Doc: "Return current stream position."},
			{Sig: "truncate(self, pos=None, /)", Fn: textTruncate, Doc: "Truncate file to size bytes."},
			{Sig: "flush(self, /)", Fn: textFlush, Doc: "Flush write buffers, if applicable."},
			{Sig: "close(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				x := textOf(a[0])
				if err := x.check(); err != nil {
					return object.Value{}, err
				}
				return object.None, closeOver(t, a[0], x.buffer)
			}, Doc: "Flush and close the IO object."},
			{Sig: "detach(self, /)", Fn: textDetach, Doc: "Separate the underlying buffer and return it."},
			{Sig: "reconfigure(self, /, *, encoding=None, errors=None, newline=?, line_buffering=None, write_through=None)", Fn: reconfigure, Doc: "Reconfigure the text stream with new parameters."},
			asks(bufferOf, "readable"), asks(bufferOf, "writable"), asks(bufferOf, "seekable"), asks(bufferOf, "isatty"), asks(bufferOf, "fileno"),
		},
		Props: []object.Prop{
			looksUp(bufferOf, "name"), looksUp(bufferOf, "closed"),
			stored("mode", func(v object.Value) *object.Value { return &textOf(v).mode }),
			prop("encoding", func(x *Text) object.Value { return object.NewStr(x.encoding) }),
			prop("errors", func(x *Text) object.Value { return object.NewStr(x.errors) }),
			prop("line_buffering", func(x *Text) object.Value { return object.Bool(x.lines) }),
			prop("write_through", func(x *Text) object.Value { return object.Bool(x.through) }),
			prop("newlines", func(x *Text) object.Value {
				if x.ends == nil {
					return object.None
				}
				return x.ends.seenValue()
			}),
			{Name: "buffer", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return bufferOf(v) }},
			{Name: "_CHUNK_SIZE", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				x := textOf(v)
				return object.Int(int64(x.chunk)), x.check()
			}, Set: setChunkSize},
		},
	})
}

func textOf(v object.Value) *Text { return v.Object().(*Text) }

func setChunkSize(t *object.Thread, v, n object.Value) error {
	x := textOf(v)
	if err := x.check(); err != nil {
		return err
	}
	if n.IsNil() {
		return object.Raise(object.AttributeError, "cannot delete attribute")
	}
	k, err := object.IndexInt(t, n)
	if err == nil && k <= 0 {
		err = object.Raise(object.ValueError, "a strictly positive integer is required")
	}
	if err == nil {
		x.chunk = min(k, maxSize)
	}
	return err
}

// bufferOf is the buffer of text that has one.
func bufferOf(v object.Value) (object.Value, error) {
	x := textOf(v)
	return x.buffer, x.check()
}

// check refuses text without a buffer.
func (x *Text) check() error {
	switch x.state {
	case unmade:
		return object.Raise(object.ValueError, "I/O operation on uninitialized object")
	case detached:
		return object.Raise(object.ValueError, "underlying buffer has been detached")
	}
	return nil
}

// open is nil if x can be used.
func (x *Text) open(t *object.Thread) error {
	if err := x.check(); err != nil {
		return err
	}
	if x.under != nil && x.under.file != nil {
		if x.under.file.closed {
			return closedError()
		}
		return nil
	}
	return mustBeOpen(t, x.buffer)
}

func textRepr(t *object.Thread, v object.Value) (string, error) {
	x := textOf(v)
	if x.state == unmade {
		return "", x.check()
	}
	name, err := nameRepr(t, v)
	if err != nil {
		return "", err
	}
	mode, ok, err := object.GetAttrOpt(t, v, "mode")
	if err != nil {
		return "", err
	}
	if ok {
		text, err := object.Repr(t, mode)
		if err != nil {
			return "", err
		}
		name += " mode=" + text
	}
	return fmt.Sprintf("<%s%s encoding='%s'>", object.TypeName(v), name, x.encoding), nil
}

// textInit is TextIOWrapper.__init__, which a subclass may call with a buffer of its own making.
func textInit(t *object.Thread, self object.Value, a []object.Value) error {
	x := textOf(self)
	*x = Text{Head: x.Head, mode: x.mode, encoding: "UTF-8", errors: "strict", chunk: chunkSize}
	if err := x.setCodec(t, a[1], a[2]); err != nil {
		return err
	}
	nl, err := newlineArg("TextIOWrapper", a[3])
	if err != nil {
		return err
	}
	for i, flag := range []*bool{&x.lines, &x.through} {
		if *flag, err = object.ToBool(t, a[4+i]); err != nil {
			return err
		}
	}
	for i, flag := range []*bool{&x.reads, &x.writes, &x.seekable} {
		if *flag, err = able(t, a[0], [...]string{"readable", "writable", "seekable"}[i]); err != nil {
			return err
		}
	}
	x.setBuffer(a[0])
	if x.under == nil {
		if _, x.read1, err = object.GetAttrOpt(t, a[0], "read1"); err != nil {
			return err
		}
	}
	x.telling = x.seekable
	x.setNewline(nl)
	if err := x.makeDecoder(t); err != nil {
		return err
	}
	if err := x.head(t); err != nil {
		return err
	}
	x.state = ready
	return nil
}

func (x *Text) setBuffer(v object.Value) {
	x.buffer = v
	switch v.Class() {
	case BufferedReaderClass, BufferedWriterClass, BufferedRandomClass:
		x.under = buffered(v)
		x.read1 = v.Class() != BufferedWriterClass
	}
}

// setCodec reads the arguments encoding and errors.
func (x *Text) setCodec(t *object.Thread, encoding, errors object.Value) error {
	for i, v := range []object.Value{encoding, errors} {
		if _, ok := object.AsStr(v); !ok && !v.IsNone() {
			name := [...]string{"encoding", "errors"}[i]
			return object.Raise(object.TypeError, "TextIOWrapper() argument '%s' must be str or None, not %s", name, object.ArgName(v))
		}
	}
	enc, named := object.AsStr(encoding)
	if enc == "locale" {
		enc = "UTF-8"
	}
	if strings.ContainsRune(enc, 0) {
		return object.Raise(object.ValueError, "embedded null character")
	}
	if named {
		if err := object.KnownCodec(t, enc); err != nil {
			return err
		}
		x.encoding, x.errors = enc, "strict"
	}
	x.utf8 = slices.Contains([]string{"utf-8", "utf8"}, strings.ToLower(x.encoding))
	if handler, ok := object.AsStr(errors); ok {
		if strings.ContainsRune(handler, 0) {
			return object.Raise(object.ValueError, "embedded null character")
		}
		x.errors = handler
	}
	return nil
}

// newlineArg reads the argument newline; nil is None.
func newlineArg(fn string, v object.Value) (*string, error) {
	if v.IsNone() {
		return nil, nil
	}
	s, ok := object.AsStr(v)
	if !ok {
		return nil, object.Raise(object.TypeError, "%s() argument 'newline' must be str or None, not %s", fn, object.ArgName(v))
	}
	switch s {
	case "", "\n", "\r", "\r\n":
		return &s, nil
	}
	return nil, object.Raise(object.ValueError, "illegal newline value: %s", s)
}

func (x *Text) setNewline(nl *string) {
	x.newline, x.writeEnd = nl, ""
	if nl != nil && *nl != "\n" {
		x.writeEnd = *nl
	}
}

// makeDecoder makes the decoder of a text that can be read.
func (x *Text) makeDecoder(t *object.Thread) (err error) {
	x.decoder, x.ends = nil, nil
	if !x.reads {
		return nil
	}
	if x.decoder, err = decoderOf(t, x.encoding, x.errors); err != nil {
		return err
	}
	if x.newline == nil || *x.newline == "" {
		x.ends = &newlines{translate: x.newline == nil}
	}
	return nil
}

// head tells whether a byte order mark is to be written: at the beginning of a file.
func (x *Text) head(t *object.Thread) error {
	x.headed = false
	if !x.seekable || !x.writes {
		return nil
	}
	pos, err := x.bufferTell(t)
	x.headed = err == nil && pos != 0
	return err
}

// bufferTell is where the buffer stands.
func (x *Text) bufferTell(t *object.Thread) (int64, error) {
	if x.under != nil {
		return x.under.tell(t)
	}
	v, err := object.CallAttr(t, x.buffer, "tell")
	if err != nil {
		return 0, err
	}
	n, err := object.IndexInt(t, v)
	return int64(n), err
}

func (x *Text) bufferSeek(t *object.Thread, at int64, whence int) (object.Value, error) {
	return object.CallAttr(t, x.buffer, "seek", object.Int(at), object.Int(int64(whence)))
}

// forget drops what was decoded and not given out.
func (x *Text) forget() { x.text, x.at, x.snapshot = "", 0, nil }

func textDetach(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	if err := x.check(); err != nil {
		return object.Value{}, err
	}
	if _, err := object.CallAttr(t, a[0], "flush"); err != nil {
		return object.Value{}, err
	}
	buffer := x.buffer
	x.buffer, x.under, x.outlet, x.state = object.Value{}, nil, nil, detached
	return buffer, nil
}

func reconfigure(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	if err := x.check(); err != nil {
		return object.Value{}, err
	}
	if x.begun && (!a[1].IsNone() || !a[2].IsNone() || !a[3].IsNil()) {
		return object.Value{}, unsupported("It is not possible to set the encoding or newline of stream after the first read")
	}
	nl := x.newline
	if !a[3].IsNil() {
		var err error
		if nl, err = newlineArg("reconfigure", a[3]); err != nil {
			return object.Value{}, err
		}
	}
	lines, through := x.lines, x.through
	for i, flag := range []*bool{&lines, &through} {
		if !a[4+i].IsNone() {
			n, err := object.IndexInt(t, a[4+i])
			if err != nil {
				return object.Value{}, err
			}
			*flag = n != 0
		}
	}
	if _, err := object.CallAttr(t, a[0], "flush"); err != nil {
		return object.Value{}, err
	}
	x.begun = false
	if !a[1].IsNone() || !a[2].IsNone() || !a[3].IsNil() {
		if err := x.setCodec(t, a[1], a[2]); err != nil {
			return object.Value{}, err
		}
		x.setNewline(nl)
		if err := x.makeDecoder(t); err != nil {
			return object.Value{}, err
		}
		if err := x.head(t); err != nil {
			return object.Value{}, err
		}
	}
	x.lines, x.through = lines, through
	return object.None, nil
}

func textTruncate(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	if err := x.open(t); err != nil {
		return object.Value{}, err
	}
	if _, err := object.CallAttr(t, a[0], "flush"); err != nil {
		return object.Value{}, err
	}
	return object.CallAttr(t, x.buffer, "truncate", a[1])
}

func textFlush(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	if err := x.open(t); err != nil {
		return object.Value{}, err
	}
	if x.outlet != nil {
		x.outlet.flush()
		return object.None, nil
	}
	x.telling = x.seekable
	if err := x.flushPending(t); err != nil {
		return object.Value{}, err
	}
	_, err := object.CallAttr(t, x.buffer, "flush")
	return object.None, err
}

// textWrite encodes, and hands on what has gathered where it is much or is to be seen.
func textWrite(t *object.Thread, a []object.Value) (object.Value, error) {
	x := textOf(a[0])
	if err := x.check(); err != nil {
		return object.Value{}, err
	}
	s, ok := a[1].Object().(*object.Str)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "write() argument must be str, not %s", object.TypeName(a[1]))
	}
	if err := x.open(t); err != nil {
		return object.Value{}, err
	}
	if !x.writes {
		return object.Value{}, unsupported("not writable")
	}
	done := object.Int(int64(s.Len()))
	if x.plain() {
		return done, x.Emit(s.String())
	}
	return done, x.write(t, s)
}

func (x *Text) write(t *object.Thread, s *object.Str) error {
	text := s.String()
	hasEnd := strings.IndexByte(text, '\n') >= 0
	seen := x.through || x.lines && (hasEnd || strings.IndexByte(text, '\r') >= 0)
	v := object.Of(s)
	if hasEnd && x.writeEnd != "" {
		v = object.NewStr(strings.ReplaceAll(text, "\n", x.writeEnd))
	}
	b, err := x.encode(t, v.Object().(*object.Str))
	if err != nil {
		return err
	}
	x.headed = x.headed || s.Len() > 0
	switch {
	case x.under != nil && x.under.file != nil && len(x.pending) == 0:
		err = x.under.write(t, b)
	default:
		if err = keep(t, len(b)); err != nil {
			return err
		}
		x.pending = append(x.pending, b...)
		if len(x.pending) > x.chunk || seen {
			err = x.flushPending(t)
		}
	}
	if err == nil && seen && x.lines {
		_, err = object.CallAttr(t, x.buffer, "flush")
	}
	x.forget()
	if x.decoder != nil && x.begun {
		x.begun = false
		x.resetDecoder(t)
	}
	return err
}

// encode is what stands for s in the file.
func (x *Text) encode(t *object.Thread, s *object.Str) ([]byte, error) {
	if text := s.String(); x.utf8 && len(text) == s.Len() {
		return []byte(text), t.Charge(len(text))
	}
	return object.Encode(t, object.Of(s), x.encodingNow(), x.errors)
}

// headless are the encodings that write no byte order mark, for those that do.
var headless = map[string]string{"utf-16": "utf-16-le", "utf-32": "utf-32-le", "utf-8-sig": "utf-8"}

// encodingNow is the encoding of what comes next.
func (x *Text) encodingNow() string {
	if x.headed && !x.utf8 {
		name := strings.ReplaceAll(strings.ToLower(x.encoding), "_", "-")
		if plain, ok := headless[name]; ok {
			return plain
		}
	}
	return x.encoding
}

// flushPending hands what has gathered to the buffer.
func (x *Text) flushPending(t *object.Thread) error {
	if len(x.pending) == 0 {
		return nil
	}
	b := x.pending
	x.pending = nil
	if x.under != nil {
		return x.under.write(t, b)
	}
	_, err := object.CallAttr(t, x.buffer, "write", object.NewBytes(b))
	return err
}

// plain tells whether text goes as it is to a standard stream.
func (x *Text) plain() bool { return x.outlet != nil && x.encoding == "utf-8" && x.writeEnd == "" }

// Direct reports whether Emit may be called: x is a standard stream.
func (x *Text) Direct() bool { return x.plain() }

// Emit writes to a standard stream.
func (x *Text) Emit(s string) error {
	if x.under.file.closed {
		return closedError()
	}
	if _, err := io.WriteString(x.outlet, s); err != nil {
		if stop, ok := err.(*object.Stopped); ok {
			return stop
		}
		return object.NewOSError(5, "")
	}
	return nil
}
