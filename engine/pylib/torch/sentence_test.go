package torch

import (
	"slices"
	"strings"
	"testing"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/docs"
	"gputour/engine/pylib/torch/values"
)

// TestSentences: each name in docs.txt is one of a function or a method, and has one sentence.
func TestSentences(t *testing.T) {
	complete()
	for name, s := range docs.Sentences() {
		if !strings.HasSuffix(s, ".") {
			t.Errorf("%s: %q does not end in a full stop", name, s)
		}
		known := slices.ContainsFunc(tensorMethods, func(m object.Method) bool { return strings.HasPrefix(m.Sig, name+"(") })
		known = known || slices.ContainsFunc(goFunctions(), func(f *object.Builtin) bool { return f.Name == name })
		known = known || slices.ContainsFunc(rawMethods, func(r rawRow) bool { return r.parser.Name == name })
		_, method := values.TensorClass.Dict.Get(name)
		known = known || method
		for _, kind := range []byte{dispatch.Function, dispatch.Method, dispatch.NN} {
			known = known || dispatch.NewParser(kind, name) != nil
		}
		if !known {
			t.Errorf("%s is no name of torch", name)
		}
	}
}
