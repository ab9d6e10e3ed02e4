package cudac

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/report"
)

// runWith runs a program that finds other files.
func runWith(t *testing.T, source string, files map[string]string) (out, errs string, err error) {
	t.Helper()
	p, err := CompileProgram("cell", source, 1)
	if err != nil {
		t.Fatal(err)
	}
	var o, e bytes.Buffer
	_, err = p.Run(host.Machine{Stdout: &o, Stderr: &e, Device: host.Device{Memory: 1 << 30, Multiprocessors: 4, Major: 8}, Open: func(name string) ([]byte, bool) {
		text, ok := files[name]
		return []byte(text), ok
	}})
	return o.String(), e.String(), err
}

const loadsFile = `int main() {
	CUmodule m; CUfunction f; CUdeviceptr d; int v = 0;
	cuInit(0);
	int code = cuModuleLoad(&m, "add%s");
	printf("%%d", code);
	if (code) return 0;
	cuModuleGetFunction(&f, m, "add");
	cuMemAlloc(&d, 4);
	cuMemsetD32(d, 5, 1);
	void *args[] = {&d};
	cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0);
	cuMemcpyDtoH(&v, d, 4);
	printf(" %%d", v);
}`

// TestModuleFiles loads files that nvcc would have built of the session's sources.
func TestModuleFiles(t *testing.T) {
	good := `extern "C" __global__ void add(int *p) { *p += 2; }`
	for _, c := range []struct {
		ending, source, out, err string
	}{
		{".ptx", good, "0 7", ""},
		{"64.fatbin", good, "0 7", ""},
		{".cubin", good, "0 7", ""},
		{".o", good, "301", ""},
		{".ptx", "__global__ void add(int *p) { *q = 1; }", "301", "add.cu(1): error: use of undeclared identifier 'q'\n"},
	} {
		out, errs, err := runWith(t, strings.ReplaceAll(strings.ReplaceAll(loadsFile, "%s", c.ending), "%%", "%"), map[string]string{"add.cu": c.source})
		if err != nil || out != c.out || errs != c.err {
			t.Errorf("add%s of %s: %q, %q, %v", c.ending, c.source, out, errs, err)
		}
	}
}

// TestModuleFault has a kernel of a module fail: the line is that of its own source.
func TestModuleFault(t *testing.T) {
	source := strings.ReplaceAll(strings.ReplaceAll(loadsFile, "%s", ".ptx"), "%%", "%")
	_, _, err := runWith(t, source, map[string]string{"add.cu": "extern \"C\" __global__ void add(int *p) {\n  p[7] = 1;\n}"})
	var f *report.Fault
	if !errors.As(err, &f) || f.Kind != "memcheck" || f.Line != "  p[7] = 1;" || f.Kernel != "add" {
		t.Fatalf("got %v", err)
	}
}

// TestSharedLimits launches kernels with more shared memory than they have without asking.
func TestSharedLimits(t *testing.T) {
	out, _, err := runWith(t, `extern __shared__ float tile[];
__global__ void fill(float *out) { for (int i = threadIdx.x; i < 16384; i += blockDim.x) tile[i] = i; __syncthreads(); *out = tile[16383]; }
int main() {
	float *d, v; cudaMalloc(&d, 4);
	fill<<<1, 32, 65536>>>(d);
	printf("%d", cudaGetLastError());
	printf(" %d", cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
	cudaGetLastError();
	printf(" %d", cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
	fill<<<1, 32, 65536>>>(d);
	cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost);
	cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
	printf(" %d %g %d", cudaGetLastError(), v, (int)p.sharedMemPerBlockOptin);
}`, nil)
	if want := "1 1 0 0 16383 166912"; err != nil || out != want {
		t.Errorf("got %q, %v; want %q", out, err, want)
	}
}
