package torch

import (
	"slices"
	"strings"
	"testing"

	"gputour/engine/object"
)

// TestSentences: each name in docs.txt is one of a function or a method, and has one sentence.
func TestSentences(t *testing.T) {
	complete()
	for name, s := range sentences() {
		if !strings.HasSuffix(s, ".") {
			t.Errorf("%s: %q does not end in a full stop", name, s)
		}
		known := slices.ContainsFunc(tensorMethods, func(m object.Method) bool { return strings.HasPrefix(m.Sig, name+"(") })
		known = known || slices.ContainsFunc(moduleFunctions, func(f *object.Builtin) bool { return f.Name == name })
		known = known || slices.ContainsFunc(rawMethods, func(r rawRow) bool { return r.parser.name == name })
		_, method := TensorClass.Dict.Get(name)
		known = known || method
		for _, kind := range []byte{asFunction, asMethod, asNN} {
			known = known || signatures()[string(kind)+name] != nil
		}
		if !known {
			t.Errorf("%s is no name of torch", name)
		}
	}
}

func TestDoc(t *testing.T) {
	for _, c := range []struct {
		kind byte
		name string
		want string
	}{
		{asFunction, "add", "add(input, other, *, alpha=1, out=None)\n\nAdds other, times alpha, to input; shapes are broadcast and types promoted."},
		{asMethod, "relu_", "relu_()\n\nx where positive, else 0. Changes the tensor itself."},
		{asFunction, "fft_fft", "fft(input, n=None, dim=-1, norm=None, *, out=None)\n\nThe discrete Fourier transform along dim."},
		{asMethod, "view", "view(dtype)\nview(size)\n\nThe same storage with another shape. The strides must allow it; reshape copies otherwise."},
	} {
		if got := doc(newParser(c.kind, c.name)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
