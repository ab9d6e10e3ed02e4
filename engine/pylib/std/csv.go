package std

import (
	"strings"

	"gputour/engine/object"
)

// This file defines the module _csv_rows: rows of the dialects that most files are in, where
// quotes are doubled and nothing is escaped. Everything else is left to _csv.py, which reads
// character by character.

func initCSVRows(_ *object.Thread) (*object.Module, error) {
	m := object.NewModule("_csv_rows", "")
	m.AddFuncs(
		object.Def("limit(size, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			size, ok := object.AsInt(a[0])
			if !ok {
				return object.Value{}, object.Raise(object.OverflowError, "Python int too large to convert to C long")
			}
			csvLimit.Set(t.Session, size)
			return object.None, nil
		}, "Says how long a field may be."),
		object.Def("join(row, delimiter, quote, terminator, all, texts, /)", csvJoin, "A row as text, with quotes around all fields, around those that are no numbers, or where needed."),
	)
	m.AddClasses(csvRowsClass)
	return m, nil
}

// csvLimit is how long a field may be in a session.
var csvLimit = object.NewKey(func(*object.Session) int64 { return 131072 })

// csvRows is the base of a reader: it cuts lines that are rows of a simple dialect itself.
type csvRows struct {
	object.Head
	lines            object.Value
	delimiter, quote string // no quote: nothing is quoted
	plain, strict    bool
	count            int64
}

var csvRowsClass = object.NewBuiltin("_csv_rows.Rows").Define(object.Spec{
	Signature: "Rows(lines, delimiter, quote, strict, plain)",
	Alloc:     func(c *object.Class) object.Value { return object.Adopt(&csvRows{}, c) },
	Init: func(_ *object.Thread, self object.Value, a []object.Value) error {
		r := self.Object().(*csvRows)
		r.delimiter, _ = object.AsStr(a[1])
		r.quote, _ = object.AsStr(a[2])
		r.lines, r.strict, r.plain = a[0], a[3] == object.True, a[4] == object.True
		return nil
	},
	Slots: object.Slots{
		Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil },
		Next: csvNext,
	},
	Props: []object.Prop{{Name: "line_num", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Int(v.Object().(*csvRows).count), nil
	}, Set: func(t *object.Thread, v, x object.Value) error {
		return object.Raise(object.AttributeError, "readonly attribute")
	}}},
	Methods: []object.Method{{Sig: "_next_line(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		r := a[0].Object().(*csvRows)
		line, ok, err := object.Next(t, r.lines)
		switch {
		case err != nil:
			return line, err
		case !ok:
			return line, object.NewException(object.StopIteration)
		}
		r.count++
		return line, nil
	}, Doc: "The next line."}},
})

// csvNext is the next row; what takes a closer look is left to the Python part.
func csvNext(t *object.Thread, v object.Value) (object.Value, bool, error) {
	r := v.Object().(*csvRows)
	line, ok, err := object.Next(t, r.lines)
	if !ok || err != nil {
		return line, ok, err
	}
	r.count++
	text, isText := object.AsStr(line)
	if isText && r.plain && line.Object().(*object.Str).Len() == len(text) && r.splits(&text, csvLimit.Get(t.Session)) {
		row, err := object.SplitASCII(t, text, r.delimiter)
		return row, err == nil, err
	}
	if isText && r.plain {
		if row, ok := r.split(text, csvLimit.Get(t.Session)); ok {
			return row, true, t.Charge(len(text) + 64*(2+len(row.Object().(*object.List).Items)))
		}
	}
	return csvParsed(t, v, line)
}

func csvParsed(t *object.Thread, v, line object.Value) (object.Value, bool, error) {
	row, err := object.CallAttr(t, v, "_parse", line)
	if object.Catch(err, object.StopIteration) {
		return object.Value{}, false, nil
	}
	return row, err == nil, err
}

// splits reports whether the fields of a row are what is between delimiters, and takes the end of the line off.
func (r *csvRows) splits(line *string, limit int64) bool {
	text := strings.TrimRight(*line, "\r\n")
	if text == "" || int64(len(text)) > limit || strings.IndexByte(text, '\n') >= 0 || strings.IndexByte(text, '\r') >= 0 ||
		r.quote != "" && strings.Contains(text, r.quote) {
		return false
	}
	*line = text
	return true
}

// split is the fields of a row that is one line.
func (r *csvRows) split(line string, limit int64) (object.Value, bool) {
	rest := strings.TrimRight(line, "\r\n")
	if rest == "" {
		return object.Value{}, false
	}
	row := make([]object.Value, 0, strings.Count(rest, r.delimiter)+1)
	for more := true; more; {
		var field string
		var ok bool
		if field, rest, more, ok = csvField(rest, r.delimiter, r.quote, r.strict); !ok || int64(len(field)) > limit {
			return object.Value{}, false
		}
		row = append(row, object.NewStr(field))
	}
	return object.NewList(row), true
}

// csvField cuts the first field off the line; more tells that another follows.
func csvField(line, delimiter, quote string, strict bool) (field, rest string, more, ok bool) {
	quoted, opened := "", false
	rest = line
	if quote != "" && strings.HasPrefix(line, quote) {
		rest, opened = line[len(quote):], true
		for {
			i := strings.Index(rest, quote)
			if i < 0 {
				return "", "", false, false // goes on in the next line
			}
			quoted += rest[:i]
			if rest = rest[i+len(quote):]; !strings.HasPrefix(rest, quote) {
				break
			}
			quoted += quote
			rest = rest[len(quote):]
		}
	}
	plain, rest, more := strings.Cut(rest, delimiter)
	if strings.ContainsAny(plain, "\r\n") || strict && opened && plain != "" {
		return "", "", false, false // a mistake
	}
	return quoted + plain, rest, more, true
}

func csvJoin(t *object.Thread, a []object.Value) (object.Value, error) {
	row := a[0].Object().(*object.List).Items
	delimiter, _ := object.AsStr(a[1])
	quote, _ := object.AsStr(a[2])
	terminator, _ := object.AsStr(a[3])
	special := "\r\n" + delimiter + quote + terminator
	var out strings.Builder
	for i, v := range row {
		if i > 0 {
			out.WriteString(delimiter)
		}
		text, isText := object.AsStr(v)
		if !isText && !v.IsNone() {
			var err error
			if text, err = object.ToStr(t, v); err != nil {
				return object.Value{}, err
			}
		}
		number := object.IntClass.Is(v) || object.FloatClass.Is(v)
		if a[4] == object.True || a[5] == object.True && !number || text == "" && len(row) == 1 || strings.ContainsAny(text, special) {
			text = quote + strings.ReplaceAll(text, quote, quote+quote) + quote
		}
		out.WriteString(text)
	}
	out.WriteString(terminator)
	return object.NewStr(out.String()), t.Charge(out.Len())
}
