package cudac

import (
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
)

// TestHostMemory: what a program allocates is bounded, and the refusal is told in words.
func TestHostMemory(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"malloc": {`#include <cstdio>
#include <cstdlib>
int main() { int n = 0; while (1) { char *p = (char *)malloc(1 << 20); if (!p) break; p[0] = 1; n++; } printf("%d MiB\n", n); }`, "malloc of 1049216 bytes fails"},
		"calloc": {`#include <cstdio>
#include <cstdlib>
int main() { while (calloc(1000, 1000)) ; puts("none"); }`, "none"},
		"realloc": {`#include <cstdio>
#include <cstdlib>
int main() { long n = 1; char *p = 0, *q; while ((q = (char *)realloc(p, n))) { p = q; n *= 2; } puts("none"); }`, "none"},
		"new":    {"int main() { while (1) new int[1 << 20]; }", "std::bad_alloc"},
		"vector": {"#include <vector>\nint main() { std::vector<int> v; while (1) v.push_back(1); }", "std::bad_alloc"},
		"string": {"#include <string>\nint main() { std::string s = \"x\"; while (1) s += s; }", "std::bad_alloc"},
		"stream": {"#include <sstream>\nint main() { std::ostringstream s; while (1) s << \"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"; }", "std::bad_alloc"},
		"small":  {"#include <cstdlib>\n#include <cstdio>\nint main() { while (malloc(1)) ; puts(\"none\"); }", "none"},
		"device": {`#include <cstdio>
int main() { char *p; int n = 0; cudaError_t e; while ((e = cudaMalloc(&p, 1 << 20)) == cudaSuccess) n++; printf("%s after %d\n", cudaGetErrorString(e), n); }`, "out of memory after 31"},
		"freed": {`#include <cstdlib>
#include <cstdio>
int main() { for (int i = 0; i < 100000; i++) free(malloc(1000)); puts("well"); }`, "well"},
		"temporaries": {"#include <string>\n#include <cstdio>\nint main() { for (int i = 0; i < 100000; i++) { std::string s = \"a temporary text\"; } puts(\"well\"); }", "well"},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			p, err := CompileProgram("cell", c.source, 1)
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Run(host.Machine{Stdout: &out, Stderr: &out, Memory: 64 << 20})
			if err != nil {
				out.WriteString(err.Error())
			}
			if !strings.Contains(out.String(), c.want) {
				got := []byte(out.String())
				t.Errorf("no %q in %.500q", c.want, got)
			}
		})
	}
}
