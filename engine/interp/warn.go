package interp

import (
	"fmt"
	"io"
	"strings"

	"gputour/engine/diag"
	"gputour/engine/object"
	"gputour/engine/syntax"
)

// warn issues a warning of the compiler. Module warnings has the say, if the program
// uses it; as an exception it is a SyntaxError.
func warn(t *object.Thread, w *diag.Diagnostic, src Source) error {
	module, ok := t.Session.Modules.GetStr("warnings")
	if !ok {
		return writeWarning(t, w, src.Name)
	}
	category, _ := t.Session.Builtins.Get(w.Code)
	_, err := object.CallAttr(t, module, "warn_explicit", object.NewStr(w.Message), category, object.NewStr(src.Name),
		object.Int(int64(w.Span.Start.Line)), object.NewStr(strings.TrimSuffix(src.Name, ".py")))
	if k, _ := category.Object().(*object.Class); k != nil && object.Catch(err, k) {
		return SyntaxException(&syntax.Error{Class: syntax.SyntaxError, Msg: w.Message, Filename: src.Name, Start: w.Span.Start, End: w.Span.End})
	}
	return err
}

// writeWarning writes a warning as module warnings does at first, which ignores DeprecationWarning here.
func writeWarning(t *object.Thread, w *diag.Diagnostic, file string) error {
	line := w.Span.Start.Line
	if w.Code == "DeprecationWarning" {
		return nil
	}
	_, err := fmt.Fprintf(t.Session.Stderr, "%s:%d: %s: %s\n", file, line, w.Code, w.Message)
	if text, ok := SourceLine(t, file, line); ok && err == nil {
		_, err = io.WriteString(t.Session.Stderr, "  "+strings.TrimSpace(text)+"\n")
	}
	if err != nil {
		return object.Raise(object.OSError, "%s", err)
	}
	return nil
}
