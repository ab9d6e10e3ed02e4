package object

import "io"

// builtinInput asks the session's user.
func builtinInput(t *Thread, a []Value) (Value, error) {
	prompt, err := ToStr(t, a[0])
	if err != nil {
		return Value{}, err
	}
	if t.Session.Input == nil {
		if prompt != "" {
			if out, ok := t.Session.Sys.Get("stdout"); ok {
				if _, err := CallAttr(t, out, "write", NewStr(prompt)); err != nil {
					return Value{}, err
				}
			}
		}
		return Value{}, Raise(EOFError, "EOF when reading a line")
	}
	line, err := t.Session.Input(t, prompt)
	if err == io.EOF {
		return Value{}, Raise(EOFError, "EOF when reading a line")
	}
	if err != nil {
		return Value{}, err
	}
	return NewStr(line), nil
}
