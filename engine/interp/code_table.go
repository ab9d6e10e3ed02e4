package interp

import (
	"encoding/binary"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file shows the instructions of a code object, which are not CPython's, in the
// form in which Python programs ask for them.

// instrSize is how many bytes of co_code an instruction takes.
const instrSize = 8

// encode writes the instructions as bytes.
func encode(c *bytecode.Code) []byte {
	b := make([]byte, 0, instrSize*len(c.Instrs))
	for _, in := range c.Instrs {
		b = append(b, byte(in.Op), in.A, in.B, in.C)
		b = binary.LittleEndian.AppendUint32(b, uint32(in.D))
	}
	return b
}

// codeLines is co_lines(): (start, end, line) for each run of instructions of one line.
func codeLines(t *object.Thread, a []object.Value) (object.Value, error) {
	c := a[0].Object().(*CodeObject).code
	var runs []object.Value
	for from := 0; from < len(c.Spans); {
		to := from + 1
		for to < len(c.Spans) && c.Spans[to].Line == c.Spans[from].Line {
			to++
		}
		runs = append(runs, object.NewTuple(number(from*instrSize), number(to*instrSize), number(int(c.Spans[from].Line))))
		from = to
	}
	return object.Iter(t, object.NewList(runs))
}

// codePositions is co_positions(): (line, end line, column, end column) of each instruction.
func codePositions(t *object.Thread, a []object.Value) (object.Value, error) {
	c := a[0].Object().(*CodeObject).code
	var all []object.Value
	for _, s := range c.Spans {
		all = append(all, object.NewTuple(number(int(s.Line)), number(int(s.EndLine)), number(int(s.Col)), number(int(s.EndCol))))
	}
	return object.Iter(t, object.NewList(all))
}

// codeReplace is replace(): a copy with another name or place.
func codeReplace(_ *object.Thread, a []object.Value) (object.Value, error) {
	o := *a[0].Object().(*CodeObject)
	c := *o.code
	for i, field := range []struct {
		name string
		text *string
	}{{"co_name", &c.Name}, {"co_qualname", &c.QualName}, {"co_filename", &c.File}} {
		v := a[1+i]
		if v.IsNil() {
			continue
		}
		var ok bool
		if *field.text, ok = object.AsStr(v); !ok {
			return object.Value{}, object.Raise(object.TypeError, "replace() argument '%s' must be str, not %s", field.name, object.ArgName(v))
		}
	}
	if a[4].IsInt() {
		c.FirstLine = int(a[4].SmallInt())
	}
	return object.Adopt(&CodeObject{code: &c, hasValue: o.hasValue}, codeClass), nil
}

func number(n int) object.Value { return object.Int(int64(n)) }
