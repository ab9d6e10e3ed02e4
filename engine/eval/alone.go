package eval

import (
	"slices"
	"strings"

	"gputour/engine/eval/cell"
	"gputour/engine/object"
	"gputour/engine/pattern"
)

// This file is what a cell of one line may leave out, as IPython lets it: the
// parentheses of exit, the % before a magic whose name is not taken, and all of a macro
// but its name.
//
//	exit             exit()
//	ls -l            %ls -l

// word is a name at the beginning of a line, with what follows it.
var word = pattern.Lazy(`^([a-z_][a-z0-9_]*)(?:[ \t]+(.*))?$`)

// alone returns such a cell with what it leaves out, and any other as it is.
func (e *Evaluator) alone(t *object.Thread, text string) string {
	line := strings.TrimSpace(text)
	m := word().FindStringSubmatch(line)
	if m == nil || slices.Contains(cell.Keywords, m[1]) {
		return text
	}
	if v, own := e.main.Get(m[1]); own {
		if code, ok := macro(t, v); ok && line == m[1] {
			return cell.Python(code)
		}
		return text
	}
	if line == "exit" || line == "quit" {
		return line + "()"
	}
	if _, builtin := e.session.Builtins.Get(m[1]); builtin || strings.HasPrefix(m[2], "=") || !e.isMagic(t, m[1]) {
		return text
	}
	return cell.LineMagic(line)
}

// macro returns the code of what %macro has made.
func macro(t *object.Thread, v object.Value) (string, bool) {
	if c := v.Class(); c.Name != "Macro" || c.Module != "IPython.core.names" {
		return "", false
	}
	code, err := object.GetAttr(t, v, "value")
	if err != nil {
		return "", false
	}
	return object.AsStr(code)
}

// isMagic reports whether a line magic has that name.
func (e *Evaluator) isMagic(t *object.Thread, name string) bool {
	get, err := e.getIPython(t, nil)
	if err != nil {
		return false
	}
	found, err := object.CallAttr(t, get, "find_line_magic", object.NewStr(name))
	return err == nil && !found.IsNone()
}
