package cudac

import (
	"errors"
	"strings"
	"testing"
)

// TestDeviceHeap runs kernels that do with the device's heap what they must not.
func TestDeviceHeap(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"past the end":    {"int *p = (int *)malloc(40); p[10] = 1;", "invalid write of 4 bytes: no block of the device's heap"},
		"before it":       {"int *p = new int[4]; int *q = new int[4]; q[-1] = 1; *o = *p;", "invalid write of 4 bytes: no block of the device's heap"},
		"after free":      {"int *p = (int *)malloc(4); *p = 1; free(p); *o = *p;", "invalid read of 4 bytes: no block of the device's heap"},
		"no room":         {"int *p = (int *)malloc(1 << 30); *p = 1;", "null or wild pointer"},
		"double free":     {"int *p = new int; delete p; delete p;", "double free: a block of the device's heap"},
		"wrong way":       {"int *p = new int; free(p);", "a block of new is given to free"},
		"stranger":        {"free(o);", "this pointer was not allocated by malloc"},
		"within":          {"int *p = (int *)malloc(40); free(p + 1);", "this pointer was not allocated by malloc"},
		"never written":   {"int *p = new int; *o = *p;", "byte 0 of 'the device's heap' was never written"},
		"race":            {"__shared__ int *p; if (threadIdx.x == 0) p = new int; __syncthreads(); *p = threadIdx.x;", "race in 'the device's heap'"},
		"negative length": {"int n = -1; int *p = new int[n]; *p = 1;", "null or wild pointer"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := runStrict(t, "__global__ void k(int *o) {\n"+c.body+"\n} int main() { int *d; cudaMalloc(&d, 4); k<<<1, 64>>>(d); return 0; }", true)
			var f *Fault
			if !errors.As(err, &f) || !strings.Contains(f.Message, c.want) || f.Pos.Line != 2 {
				t.Fatalf("got %v, want a fault with %q in line 2", err, c.want)
			}
		})
	}
}

// TestDeviceAssert looks at how programs end whose kernel's assertion fails: those that ask what
// happened go on, and those that do not end with it.
func TestDeviceAssert(t *testing.T) {
	const kernel = "#include <cassert>\n__global__ void k(int n) { assert(threadIdx.x < n); } int main() { k<<<2, 32>>>(30); "
	out, r, err := runProgram(t, kernel+`
		cudaError_t e = cudaDeviceSynchronize();
		int *d;
		printf("%d %s %d\n", e == cudaErrorAssert, cudaGetErrorString(e), cudaMalloc(&d, 4));
		cudaDeviceReset();
		printf("%d\n", cudaMalloc(&d, 4));
		return 3; }`)
	want := "cell:2: void k(int): block: [0,0,0], thread: [30,0,0] Assertion `threadIdx.x < n` failed.\n" +
		"cell:2: void k(int): block: [0,0,0], thread: [31,0,0] Assertion `threadIdx.x < n` failed.\n1 device-side assert triggered 710\n0\n"
	if err != nil || out != want || r.Exit != 3 {
		t.Errorf("printed %q, ended with %v, %v; want %q", out, r, err, want)
	}
	for name, rest := range map[string]string{"nobody asks": "cudaDeviceSynchronize(); return 0; }", "exit": "exit(0); }"} {
		_, _, err = runProgram(t, kernel+rest)
		if f := (*Fault)(nil); !errors.As(err, &f) || f.Kind != "assert" || f.Pos.Line != 2 {
			t.Errorf("%s: ended with %v, want the assertion", name, err)
		}
	}
	if _, r, err = runProgram(t, kernel+"if (cudaGetLastError()) return 1; return 0; }"); err != nil || r.Exit != 1 {
		t.Errorf("who asks for the last error ended with %v, %v", r, err)
	}
}
