package pylibtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gputour/engine/pylib/numpy"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
)

// TestSignatures reads the signature of every function and method written in Go: each is read when
// it is first needed, so that a start would not find one that makes no sense.
func TestSignatures(t *testing.T) {
	program := `
import sys
seen, read = set(), 0
def look(value):
    global read
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, type) or type(value) is type(sys):
        for item in list(vars(value).values()):
            look(item)
    elif type(value).__name__ in ("builtin_function_or_method", "method_descriptor", "wrapper_descriptor", "classmethod_descriptor"):
        value.__text_signature__
        read += 1
    elif isinstance(value, (staticmethod, classmethod)):
        look(value.__func__)
`
	for _, m := range slices.Concat(std.Modules(), torch.Modules(), numpy.Modules()) {
		if !m.Absent && !strings.Contains(m.Name, "antigravity") {
			program += fmt.Sprintf("try:\n    __import__(%q)\nexcept ImportError:\n    pass\n", m.Name)
		}
	}
	program += "for module in list(sys.modules.values()) + [object, type, int, str, Exception]:\n    look(module)\nprint(read)\n"
	out := strings.TrimSpace(Run(t, program))
	if n, _ := strconv.Atoi(out[strings.LastIndex(out, "\n")+1:]); n < 3000 {
		t.Errorf("only %s signatures were read", out)
	}
}
