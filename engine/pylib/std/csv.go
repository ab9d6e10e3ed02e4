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
		object.Def("split(line, delimiter, quote, strict, limit, /)", csvSplit, "The fields of a row that is one line; None where that takes a closer look."),
		object.Def("join(row, delimiter, quote, terminator, all, texts, /)", csvJoin, "A row as text, with quotes around all fields, around those that are no numbers, or where needed."),
	)
	return m, nil
}

func csvSplit(t *object.Thread, a []object.Value) (object.Value, error) {
	line, _ := object.AsStr(a[0])
	delimiter, _ := object.AsStr(a[1])
	quote, _ := object.AsStr(a[2]) // empty for None, which quotes nothing
	limit, _ := object.AsInt(a[4])
	rest := strings.TrimRight(line, "\r\n")
	if rest == "" {
		return object.None, nil
	}
	if err := t.Charge(len(line) + 64*(2+strings.Count(rest, delimiter))); err != nil {
		return object.Value{}, err
	}
	var row []object.Value
	for more := true; more; {
		var field string
		var ok bool
		if field, rest, more, ok = csvField(rest, delimiter, quote, a[3] == object.True); !ok || int64(len(field)) > limit {
			return object.None, nil
		}
		row = append(row, object.NewStr(field))
	}
	return object.NewList(row), nil
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
