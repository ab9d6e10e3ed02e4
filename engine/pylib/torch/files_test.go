package torch_test

import (
	"runtime"
	"strings"
	"testing"
)

// TestSparseTensorsThatAreUnpickled has torch.load check its own sparse tensors and no others:
// not those that pickle made, or a load that failed before.
func TestSparseTensorsThatAreUnpickled(t *testing.T) {
	const prelude = `import gc, io, pickle, torch, weakref
class Spoofed:
    def __init__(self, then): self.then = then
    def __reduce__(self):
        x = torch.eye(2).to_sparse()
        return made, ((x._indices() + 1, x._values(), x.size()), self.then)
def made(data, then):
    return torch._utils._rebuild_sparse_tensor(torch.sparse_coo, data), then()
def fail(): raise ValueError("failed")
def load_within(): return torch.load(file(torch.eye(2).to_sparse()))
def file(x):
    f = io.BytesIO()
    torch.save(x, f)
    f.seek(0)
    return f
def load(x):
    try: torch.load(file(x))
    except Exception as e: return type(e).__name__
`
	for _, c := range []struct{ name, program, want string }{
		{"pickle", "x = pickle.loads(pickle.dumps(torch.eye(2).to_sparse()))\nr = weakref.ref(x)\ndel x\ngc.collect()\nprint(r())", "None\n"},
		{"wrong by pickle", "pickle.loads(pickle.dumps(Spoofed(int)))\nprint(load(1), load(Spoofed(int)))", "None RuntimeError\n"},
		{"failed", "print(load(Spoofed(fail)), load(torch.eye(2).to_sparse()))", "ValueError None\n"},
		{"within", "print(load(Spoofed(load_within)))", "RuntimeError\n"},
	} {
		t.Run(c.name, func(t *testing.T) { compare(t, run(t, "", prelude+c.program), c.want) })
	}
}

// TestLoadCopiesOnce holds what torch.load allocates against the size of the file: the file's
// bytes (bytearray copies its zeros), the records and the storages.
func TestLoadCopiesOnce(t *testing.T) {
	const size = 16 << 20
	s, out := session(t, "")
	exec(t, s, "import io, torch\nf = io.BytesIO()\ntorch.save(torch.zeros(1 << 22), f)\ndef load():\n    f.seek(0)\n    return torch.load(f).numel()\nload()")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	exec(t, s, "print(load())")
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 4*size+size/2 {
		t.Errorf("loading %d bytes allocates %d", size, got)
	}
	if strings.TrimSpace(out.String()) != "4194304" {
		t.Error(out.String())
	}
}
