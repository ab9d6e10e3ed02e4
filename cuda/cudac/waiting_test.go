package cudac

import (
	"errors"
	"strings"
	"testing"

	"gputour/cuda/cudac/report"
)

// TestWaitsForEver ends programs whose kernels wait for what nobody does.
func TestWaitsForEver(t *testing.T) {
	const waits = `__global__ void k(volatile int *flag) { while (*flag == 0) {} } // here
int main() { int *flag, v = 0; cudaMallocHost(&flag, 4); *flag = 0; `
	for name, c := range map[string]struct{ body, want string }{
		"waited for":      {"k<<<1, 32>>>(flag); cudaDeviceSynchronize(); *flag = 1; }", "deadlock"},
		"two":             {"k<<<1, 32>>>(flag); k<<<1, 32>>>(flag); cudaMemcpy(&v, flag, 4, cudaMemcpyDefault); }", "deadlock"},
		"at the end":      {"k<<<1, 32>>>(flag); }", "deadlock"},
		"at exit":         {"k<<<1, 32>>>(flag); exit(0); }", "deadlock"},
		"fault meanwhile": {"k<<<1, 32>>>(flag); int *p = nullptr; *p = 1; }", "memcheck"},
		"in time":         {"k<<<1, 32>>>(flag); *flag = 1; }", ""},
		"at exit in time": {"k<<<1, 32>>>(flag); *flag = 1; exit(0); }", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := runProgram(t, waits+c.body)
			var f *report.Fault
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
			} else if !errors.As(err, &f) || f.Kind != c.want || c.want == "deadlock" && !strings.Contains(f.Line, "// here") {
				t.Fatalf("got %v, want a %s", err, c.want)
			}
		})
	}
}
