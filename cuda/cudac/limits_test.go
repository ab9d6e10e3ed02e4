package cudac

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/report"
)

// TestDeviceHeaps: each device has a heap of its own, of the size that was asked for before the first kernel; blocks that
// several threads have one after another are nobody's race, whatever they hold.
func TestDeviceHeaps(t *testing.T) {
	got := runLimited(t, 256<<20, `#include <cstdio>
__device__ double *slot[64];
__global__ void each(double *out) {
	double *p = (double *)malloc(16);
	p[0] = blockIdx.x; p[1] = 1;
	out[blockIdx.x] = p[0] + p[1];
	free(p);
}
__global__ void one(int *out) { int *p = new int(5); *out = *p; delete p; }
int main() {
	size_t bytes;
	cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize); printf("%zu", bytes);
	printf(" %d", cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
	cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize); printf(" %zu\n", bytes);
	double *sums, h[64]; cudaMalloc(&sums, sizeof h);
	each<<<64, 1>>>(sums); cudaMemcpy(h, sums, sizeof h, cudaMemcpyDefault);
	printf("%g %g %d\n", h[0], h[63], cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
	for (int d = 1; d >= 0; d--) {
		cudaSetDevice(d);
		int *p, n = 0; cudaMalloc(&p, 4);
		one<<<1, 1>>>(p); cudaMemcpy(&n, p, 4, cudaMemcpyDefault);
		printf("%d\n", n);
	}
}`)
	if want := "8388608 0 16777216\n1 64 1\n5\n5\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

// TestGraphHandles: no graph and a graph within itself are invalid values, not ends of the program.
func TestGraphHandles(t *testing.T) {
	got := runLimited(t, 64<<20, `#include <cstdio>
__global__ void k() {}
int main() {
	cudaGraph_t g, other; cudaGraphExec_t e; cudaGraphNode_t n, m;
	cudaGraphCreate(&g, 0); cudaGraphCreate(&other, 0);
	cudaKernelNodeParams p = {(void *)k, dim3(1), dim3(1), 0, nullptr, nullptr};
	printf("%d", cudaGraphAddKernelNode(&n, g, nullptr, 0, &p));
	printf(" %d", cudaGraphAddChildGraphNode(&m, (cudaGraph_t)0, nullptr, 0, g));
	printf(" %d", cudaGraphAddChildGraphNode(&m, g, nullptr, 0, g));
	printf(" %d", cudaGraphAddChildGraphNode(&m, other, nullptr, 0, g));
	printf(" %d", cudaGraphInstantiate(&e, (cudaGraph_t)0, 0));
	printf(" %d", cudaGraphInstantiate(&e, g, 0));
	printf(" %d %d", cudaGraphExecKernelNodeSetParams(e, n, &p), cudaGraphExecKernelNodeSetParams(e, (cudaGraphNode_t)0, &p));
	cudaGraphNode_t beyond; cudaGraphAddKernelNode(&beyond, other, nullptr, 0, &p);
	printf(" %d", cudaGraphExecKernelNodeSetParams(e, beyond, &p));
	printf(" %d %d\n", cudaGraphLaunch((cudaGraphExec_t)0, 0), cudaGraphLaunch(e, 0));
}`)
	if want := "0 1 1 0 1 0 0 1 1 1 0\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

// TestHostsMemoryIsBounded: what a program has the host keep counts against its memory, or is bounded by itself.
func TestHostsMemoryIsBounded(t *testing.T) {
	cases := map[string]struct{ program, says string }{
		"graphs that double": {`__global__ void k() {}
int main() {
	cudaGraph_t a, b; cudaGraphNode_t n; cudaGraphCreate(&a, 0); cudaGraphCreate(&b, 0);
	cudaKernelNodeParams p = {(void *)k, dim3(1), dim3(1), 0, nullptr, nullptr};
	cudaGraphAddKernelNode(&n, a, nullptr, 0, &p);
	for (int i = 0; i < 60; i++) { cudaGraphAddChildGraphNode(&n, b, nullptr, 0, a); cudaGraphAddChildGraphNode(&n, a, nullptr, 0, b); }
}`, "std::bad_alloc"},
		"captured copies": {`int main() {
	int *p; cudaStream_t s; cudaMalloc(&p, 4); cudaStreamCreate(&s); cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	for (;;) cudaMemsetAsync(p, 0, 4, s);
}`, "std::bad_alloc"},
		"captured kernels": {`__global__ void k() {}
int main() {
	cudaStream_t s; cudaStreamCreate(&s); cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	for (;;) k<<<1, 1, 0, s>>>();
}`, "std::bad_alloc"},
		"streams": {`int main() { cudaStream_t s; for (;;) cudaStreamCreate(&s); }`, "std::bad_alloc"},
		"kernels of kernels": {`__global__ void c() {} __global__ void k() { for (;;) c<<<1, 1>>>(); }
int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }`, "wait to run"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p, err := CompileProgram("cell", c.program, 1)
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Run(host.Machine{Memory: 4 << 20, Device: host.Device{Memory: 1 << 20, Multiprocessors: 2, Major: 7, ThreadsPerSM: 2048}})
			if f := (*report.Fault)(nil); !errors.As(err, &f) || !strings.Contains(f.Message, c.says) {
				t.Errorf("ended with %v, want %q", err, c.says)
			}
		})
	}
	t.Run("streams that are destroyed", func(t *testing.T) {
		got := runLimited(t, 1<<20, `#include <cstdio>
int main() {
	cudaStream_t s;
	for (int i = 0; i < 100000; i++) { cudaStreamCreate(&s); cudaStreamDestroy(s); }
	printf("%d %d\n", cudaGetLastError(), cudaStreamDestroy(s));
}`)
		if got != "0 400\n" {
			t.Errorf("printed %q", got)
		}
	})
}

func runLimited(t *testing.T, memory int64, program string) string {
	t.Helper()
	p, err := CompileProgram("cell", program, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := p.Run(host.Machine{Strict: true, Memory: memory, Stdout: &out, Stderr: &out, Devices: 2, Device: host.Device{Memory: 64 << 20, Multiprocessors: 8, Major: 7, ThreadsPerSM: 2048}}); err != nil {
		t.Errorf("%v, after %q", err, out.String())
	}
	return out.String()
}
