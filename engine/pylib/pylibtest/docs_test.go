package pylibtest

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/reference.py
var referenceProgram string

// undocumented are the public names that need no sentence, and why.
var undocumented = map[string]string{
	"numpy.bytes_": "Python's bytes", "numpy.string_": "Python's bytes", "numpy.void": "Python's bytes",
}

// TestDocumented: every public function, class and method of torch and numpy says in a sentence what it does.
func TestDocumented(t *testing.T) {
	module, names := "", map[string]int{}
	for line := range strings.Lines(Run(t, referenceProgram)) {
		if name, ok := strings.CutPrefix(line, "# "); ok {
			module, _, _ = strings.Cut(name, " ")
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 4 {
			t.Fatalf("%s: %q", module, line)
		}
		names[module]++
		name, sentence := module+"."+fields[0], fields[2]
		if _, ok := undocumented[name]; ok {
			continue
		}
		if len(sentence) < 10 {
			t.Errorf("%s: no sentence says what it does: %q", name, sentence)
		}
		if strings.HasPrefix(module, "numpy") && strings.Contains(" "+sentence, " dim ") {
			t.Errorf("%s: NumPy has axes: %q", name, sentence)
		}
	}
	for module, least := range map[string]int{"torch": 500, "torch.Tensor": 500, "torch.nn": 150, "torch.cuda": 50, "numpy": 400, "numpy.ndarray": 50} {
		if names[module] < least {
			t.Errorf("%s: only %d names were seen", module, names[module])
		}
	}
}
