package torch_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// inC are the bases that PyTorch's classes have in C++ or in the machinery around it; ours have
// their methods themselves.
var inC = []string{"torch._C._TensorBase", "torch._C._FunctionBase", "torch.autograd.function.FunctionCtx", "torch.autograd.function._HookMixin",
	"torch._C._LegacyVariableBase", "torch.cuda._utils._CudaEventBase", "torch.cuda._utils._CudaStreamBase"}

// elsewhere are the classes that are not what PyTorch's are: of several processes, of streams that
// other libraries made, of C++.
const elsewhere = "DistributedDataParallel ExternalStream StreamContext InplaceFunction UntypedStorage"

// TestClasses compares where classes are defined and what they inherit with the real PyTorch's, by
// testdata/classes/classes.py.
func TestClasses(t *testing.T) {
	program, err := os.ReadFile("testdata/classes/classes.py")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/classes/classes.txt")
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string]string{}
	for line := range strings.Lines(string(want)) {
		key, rest := classOf(line)
		wanted[key] = rest
	}
	both := 0
	for line := range strings.Lines(run(t, "", string(program))) {
		key, got := classOf(line)
		want, ok := wanted[key]
		_, name, _ := strings.Cut(key, "\t")
		if !ok || slices.Contains(strings.Fields(elsewhere), name) {
			continue
		}
		both++
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", key, got, want)
		}
	}
	if both < 400 {
		t.Errorf("%d classes compared", both)
	}
}

// classOf is a line's module and name, and the rest of it without the bases of C.
func classOf(line string) (key, rest string) {
	fields := strings.Split(strings.TrimSpace(line), "\t")
	bases := slices.DeleteFunc(strings.Fields(fields[4]), func(base string) bool { return slices.Contains(inC, base) })
	return fields[0] + "\t" + fields[1], strings.Join(append(fields[2:4:4], bases...), " ")
}
