package cudac

import (
	"errors"
	"io"
	"math"
	"runtime"
	"testing"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
)

// unending are kernels that run for hours, or for ever, each in another part of the
// interpreter.
var unending = map[string]struct {
	source string
	grid   int
}{
	"loop":            {"__global__ void k(float *x) { while (true) { } }", 64},
	"one thread":      {"__global__ void k(float *x) { if (blockIdx.x == 5 && threadIdx.x == 77) for (;;) ; }", 64},
	"global memory":   {"__global__ void k(float *x) { for (;;) x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }", 64},
	"shared memory":   {"__global__ void k(float *x) { __shared__ float s[256]; s[threadIdx.x] = 0; for (;;) { s[threadIdx.x] += 1; __syncthreads(); } }", 64},
	"barriers":        {"__global__ void k(float *x) { for (;;) __syncthreads(); }", 64},
	"atomics":         {"__global__ void k(float *x) { for (;;) atomicAdd(x, 1.0f); }", 64},
	"mathematics":     {"__global__ void k(float *x) { float a = threadIdx.x; for (;;) a = tgammaf(a) + powf(a, 1.5f); }", 64},
	"blocks":          {"__global__ void k(float *x) { }", math.MaxInt32},
	"output":          {"__global__ void k(float *x) { for (;;) printf(\"%d %f\\n\", threadIdx.x, x[0]); }", 64},
	"calls":           {"__device__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } __global__ void k(float *x) { x[0] = f(80); }", 64},
	"large objects":   {"struct S { float a[20000]; }; __global__ void k(float *x) { S s = {}, t; for (;;) { t = s; s = t; } }", 2},
	"large variables": {"__global__ void k(float *x) { for (;;) { float a[20000] = {}; x[threadIdx.x] = a[1]; } }", 2},
}

// TestStop stops each from outside. One that does not look whether it may go on fails by
// not coming to an end.
func TestStop(t *testing.T) {
	stop := errors.New("stop")
	for name, c := range unending {
		t.Run(name, func(t *testing.T) {
			asked := 0
			l := simt.Launch{Grid: [3]int{c.grid, 1, 1}, Block: [3]int{256, 1, 1}, Stdout: io.Discard, Args: []simt.Arg{{Buffer: &simt.Buffer{Name: "x", Data: make([]byte, 1<<17)}}}}
			l.Poll = func() error {
				if asked++; asked > 3 {
					return stop
				}
				return nil
			}
			if _, err := compile(t, c.source).Kernels[0].Launch(l); !errors.Is(err, stop) {
				t.Errorf("ends with %v", err)
			}
		})
	}
}

// TestOrder adds floats, whose sum depends on the order, from many blocks on several
// cores: it is that of the blocks, every time.
func TestOrder(t *testing.T) {
	const source = `__global__ void k(float *sum, const float *x) {
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int i = 0; i < blockIdx.x % 7 * 50; i++) v = v * 0.5f + i;
  atomicAdd(sum, v);
}`
	k := compile(t, source).Kernels[0]
	x := floats(make([]float32, 64*96)...)
	for i := range 64 * 96 {
		word.Store32(x.Data[4*i:], math.Float32bits(1/float32(i+3)))
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var want uint32
	for run := range 12 {
		sum := floats(0)
		if _, err := launch(k, 96, 64, sum, x); err != nil {
			t.Fatal(err)
		}
		got := word.Load32(sum.Data)
		if run == 0 {
			want = got
			runtime.GOMAXPROCS(8)
		}
		if got != want {
			t.Fatalf("run %d: the sum is %v, was %v", run, math.Float32frombits(got), math.Float32frombits(want))
		}
	}
}
