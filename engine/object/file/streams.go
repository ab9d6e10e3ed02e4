package file

import (
	"errors"
	"io"
	"strings"

	"gputour/engine/object"
)

// installStreams puts stdin, stdout and stderr into sys. Their writers are looked up
// at each write, so that a session may change them.
func installStreams(s *object.Session) {
	flush := func() {
		if s.Flush != nil {
			s.Flush()
		}
	}
	out := &outlet{write: func(b []byte) (int, error) { return s.Stdout.Write(b) }, flush: flush}
	errs := &outlet{write: func(b []byte) (int, error) { return s.Stderr.Write(b) }, flush: flush}
	for name, f := range map[string]*Text{
		"stdout": streamOver(out, "<stdout>", fileMode{text: "w", write: true}, "strict"),
		"stderr": streamOver(errs, "<stderr>", fileMode{text: "w", write: true}, "backslashreplace"),
		"stdin":  streamOver(&asker{session: s}, "<stdin>", fileMode{text: "r", read: true}, "strict"),
	} {
		v := object.Of(f)
		s.Sys.Set(name, v)
		s.Sys.Set("__"+name+"__", v)
	}
}

func streamOver(in handle, name string, m fileMode, errors string) *Text {
	raw := newFileIO(in, object.NewStr(name), m)
	x := &Text{state: ready, encoding: "utf-8", errors: errors, chunk: chunkSize, mode: object.NewStr(m.text)}
	x.setBuffer(bufferOver(object.Adopt(raw, FileIOClass), m, -1))
	x.setNewline(nil)
	x.reads, x.writes = raw.reads, raw.writes
	if o, ok := in.(*outlet); ok {
		x.outlet, x.lines = o, true
	}
	object.Adopt(x, TextClass)
	return x
}

var errNoSeek = errors.New("not seekable")

// outlet is a stream that the session's page or terminal shows.
type outlet struct {
	write func([]byte) (int, error)
	flush func()
}

func (o *outlet) Read(*object.Thread, []byte) (int, error) { return 0, io.EOF }
func (o *outlet) Write(p []byte) (int, error)              { return o.write(p) }
func (o *outlet) Seek(int64, int) (int64, error)           { return 0, errNoSeek }
func (o *outlet) Truncate(int64) error                     { return errNoSeek }
func (o *outlet) Close() error                             { return nil }
func (o *outlet) Piecewise() bool                          { return true }

// asker is the standard input: each read asks the session's user for a line.
type asker struct {
	session *object.Session
	rest    string
}

func (k *asker) Read(t *object.Thread, p []byte) (int, error) {
	if k.rest == "" {
		if k.session.Input == nil {
			return 0, io.EOF
		}
		line, err := k.session.Input(t, "")
		if err != nil {
			return 0, err
		}
		k.rest = line + "\n"
	}
	n := copy(p, k.rest)
	k.rest = k.rest[n:]
	return n, nil
}

func (k *asker) Write([]byte) (int, error)      { return 0, errNoSeek }
func (k *asker) Seek(int64, int) (int64, error) { return 0, errNoSeek }
func (k *asker) Truncate(int64) error           { return errNoSeek }
func (k *asker) Close() error                   { return nil }
func (k *asker) Piecewise() bool                { return true }

// input asks the session's user, or reads a line of what the program has put in place of sys.stdin.
func input(t *object.Thread, a []object.Value) (object.Value, error) {
	prompt, err := object.ToStr(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	in, ok := t.Session.Sys.Get("stdin")
	if !ok || in.IsNone() {
		return object.Value{}, object.Raise(object.RuntimeError, "input(): lost sys.stdin")
	}
	own := false
	if x, ok := in.Object().(*Text); ok && x.under != nil && x.under.file != nil {
		_, own = x.under.file.in.(*asker)
	}
	if !own || t.Session.Input == nil {
		if err := promptWith(t, prompt); err != nil {
			return object.Value{}, err
		}
	}
	if !own {
		return lineOf(t, in)
	}
	if t.Session.Input == nil {
		return object.Value{}, endOfInput()
	}
	line, err := t.Session.Input(t, prompt)
	if err == io.EOF {
		return object.Value{}, endOfInput()
	}
	if err != nil {
		return object.Value{}, err
	}
	return object.NewStr(line), nil
}

func endOfInput() error { return object.Raise(object.EOFError, "EOF when reading a line") }

func promptWith(t *object.Thread, prompt string) error {
	out, ok := t.Session.Sys.Get("stdout")
	if !ok || prompt == "" {
		return nil
	}
	if _, err := object.CallAttr(t, out, "write", object.NewStr(prompt)); err != nil {
		return err
	}
	_, err := object.CallAttr(t, out, "flush")
	return err
}

// lineOf is the next line of a file, for input().
func lineOf(t *object.Thread, in object.Value) (object.Value, error) {
	line, err := object.CallAttr(t, in, "readline")
	if err != nil {
		return object.Value{}, err
	}
	text, ok := object.AsStr(line)
	switch {
	case !ok:
		return object.Value{}, object.Raise(object.TypeError, "object.readline() returned non-string")
	case text == "":
		return object.Value{}, endOfInput()
	}
	return object.NewStr(strings.TrimSuffix(text, "\n")), nil
}
