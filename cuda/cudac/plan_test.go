package cudac

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"gputour/cuda/cudac/simt"
)

// planCases are bodies as sweepCases are, in which t numbers the threads of a block; swept says that a plan runs some of them.
var planCases = []sweepCase{
	{"elementwise", `if (i < n * 40) out[i] = a[i] * 2 + b[i];`, true},
	{"some of the lanes", `if (t % 3 == 1) out[i] = a[i] + t; else if (t % 5 == 0) sums[i] = b[i] - t;`, true},
	{"numbers that go with the block", `out[i] = i * 0.5f + blockIdx.x; sums[i] = (i << 2) + 3 + blockIdx.y;`, true},
	{"quotients that go with the block", `int q = i / 8, m = i % 8, h = i & 3; sums[i] = q + m * h;`, true},
	{"quotients that do not go evenly", `sums[i] = i / 7;`, false},
	{"choices of numbers", `int k = t < 9 ? t * 2 : n; float v = t & 1 ? a[i] : 3; out[i] = v + k;`, true},
	{"choices of data", `float v = a[i]; int w = b[i]; out[i] = v > 3 ? v : w; sums[i] = v < 0 && w > 2 || !(v == 5);`, true},
	{"choices that compute", `float v = a[i]; out[i] = v > 3 ? v * 2 : v;`, false},
	{"branches on data", `if (a[i] > 3) out[i] = 1;`, false},
	{"places that data say", `out[i] = a[b[i] & 63];`, false},
	{"loops of different length", `float s = 0; for (int k = t % 4; k < 9; k += 1 + t % 2) { if (k == 5) continue; s += a[k + t]; if (k == 7) break; } out[i] = s;`, true},
	{"whole numbers that become data", `int c = t; if (t % 3 == 0) c = b[t]; if (t % 2 == 0) c += 2; sums[i] = c;`, true},
	{"a variable that some set", `float v; if (t < 7) v = a[i]; if (t < 5) out[i] = v;`, true},
	{"a variable that none set", `float v; if (t < 7) v = a[i]; if (t < 9) out[i] = v;`, false},
	{"some return", `if (t == 3) return; float v = a[i]; if (t > 20) { out[i] = v; return; } out[i] = -v;`, true},
	{"pointers that move", `const float *p = a + blockIdx.x * 8; float s = 0; for (int k = 0; k < n; k++, p++) s += p[t] + *p; out[i] = s;`, true},
	{"shared memory backwards", `__shared__ float s[1024]; s[t] = a[i]; __syncthreads(); out[i] = s[size - 1 - t];`, true},
	{"shared memory without a barrier", `__shared__ float s[1024]; s[t] = a[i]; out[i] = s[size - 1 - t];`, false},
	{"shared memory that nobody wrote", `__shared__ float s[1024]; if (t < 8) s[t] = a[i]; __syncthreads(); out[i] = s[t % 16];`, false},
	{"two write one word", `__shared__ float s[1024]; s[t / 2] = a[i]; __syncthreads(); out[i] = s[t / 2];`, false},
	{"two write one word the same", `__shared__ int s[1024]; s[t / 2] = n; __syncthreads(); sums[i] = s[t / 2];`, false},
	{"one number in shared memory", `__shared__ float f; if (t == 0) f = a[blockIdx.x]; __syncthreads(); out[i] = f * a[i];`, true},
	{"strides in shared memory", `__shared__ float s[1024]; s[t] = a[i]; __syncthreads(); for (int k = 1; k < size; k *= 2) { if (t % (2 * k) == 0 && t + k < size) s[t] += s[t + k]; __syncthreads(); } if (t == 0) out[blockIdx.x + gridDim.x * blockIdx.y] = s[0];`, true},
	{"a scan up and down", `__shared__ float s[1024]; s[t] = a[i]; __syncthreads();
  for (int k = 1; k < size; k *= 2) { int j = (t + 1) * k * 2 - 1; if (j < size) s[j] += s[j - k]; __syncthreads(); }
  for (int k = size / 4; k > 0; k /= 2) { int j = (t + 1) * k * 2 - 1; if (j + k < size) s[j + k] += s[j]; __syncthreads(); } out[i] = s[t];`, true},
	{"shuffles", `float v = a[i]; for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k); int q = __shfl_xor_sync(0xffffffff, b[i], 1) + __shfl_sync(0xffffffff, t, 2, 8) + __shfl_up_sync(0xffffffff, t, 3); out[i] = v; sums[i] = q;`, true},
	{"mathematics", `float v = a[i]; out[i] = sqrtf(fabsf(v)) + expf(-v * 0.1f) + fmaxf(v, 2) + powf(2, t % 3) + rsqrtf(t + 1.0f); sums[i] = max(t, 5) + min(n, t);`, true},
	{"conversions", `float v = a[i]; int w = (int)v; unsigned u = w; sums[i] = w * 3 + (u >> 3) + (w >> 1) + (v > 2); out[i] = (float)u + (v != 0);`, true},
	{"what the next block writes", `out[i] = out[i + size] + 1;`, false},
	{"every block the same place", `out[t] = a[i];`, false},
	{"every block the same", `out[t] = a[t]; if (t == 0) sums[0] = 7;`, true},
	{"blocks that overlap", `out[(blockIdx.y * gridDim.x + blockIdx.x) * (size - 8) + t] = a[t];`, false},
	{"one word twice", `out[i] = a[i]; out[i] += 1;`, false},
	{"memory of the grid between barriers", `sums[i] = b[i]; __syncthreads(); out[i] = sums[i + size - 1 - 2 * t] + 1;`, true},
	{"memory of the grid without a barrier", `sums[i] = b[i]; out[i] = sums[i + size - 1 - 2 * t] + 1;`, false},
	{"out of bounds in the last block", `out[i + 8192 - size * gridDim.x * gridDim.y + 1] = 1;`, true},
	{"out of a row", `__shared__ float s[8][8]; if (t < 8) s[t][t] = a[i]; __syncthreads(); if (t < 8) out[i] = s[0][t * 9];`, false},
	{"rows of shared memory", `__shared__ float s[32][33]; int x = t % 32, y = t / 32; s[y][x] = a[i]; __syncthreads(); out[i] = s[y][x ^ 1] + s[y][0];`, true},
	{"dynamic shared memory", `extern __shared__ float d[]; d[t] = a[i]; __syncthreads(); if (t < 16) d[t] += d[t + 16]; __syncthreads(); out[i] = d[t];`, true},
	{"a barrier that some miss", `__shared__ float s[1024]; s[t] = a[i]; if (t < 8) __syncthreads(); out[i] = s[t];`, false},
	{"a block that differs", `if (blockIdx.x == 1) out[i] = a[i]; else out[i] = -a[i];`, true},
	{"functions", `out[i] = twice(a[i]) + least(t, n) + twice((int)t); sums[i] = least(n, i);`, true},
	{"arrays of the program", `out[i] = a[i] * mask[t % 4] + scale;`, true},
	{"numbers below zero", `int j = (int)t - 40; unsigned u = t - 40; sums[i] = j / 3 + j % 5 + (j >> 1) + (u > 5) + (j < 0 ? -j : ~j);`, true},
	{"overflow", `sums[i] = t * 100000000 + n * 200000000; if (i * 1000000 > 5) out[i] = 1;`, true},
	{"overflow in some blocks", `if (i * 10000000 > 5) out[i] = 1;`, false},
	{"endless", `for (int k = 0; k < n; k += 0) out[i] = 1;`, false},
	{"division by zero", `sums[i] = 5 / (t - 3);`, false},
}

// TestPlans: blocks that run as a plan do what their statements do.
func TestPlans(t *testing.T) {
	for _, c := range planCases {
		k := compile(t, fmt.Sprintf(`__constant__ float mask[4] = {1, 2, 3, 4};
__constant__ float scale = 0.5f;
__device__ float twice(float x) { return x * 2; }
__device__ int twice(int x) { return x << 1; }
__device__ int least(int x, int y) { if (x < y) return x; return y; }
__global__ void k(const float *a, const int *b, float *out, int *sums, int n) {
  int t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y, i = (blockIdx.y * gridDim.x + blockIdx.x) * size + t;
  %s
}`, c.body)).Kernels[0]
		var ran atomic.Int64
		for _, block := range [][3]int{{64, 1, 1}, {16, 4, 1}, {8, 4, 1}, {40, 1, 1}, {256, 1, 1}} {
			for _, raw := range []bool{false, true} {
				l := sweepLaunch(block, [3]int{4, 3, 1}, 14, raw)
				l.DynamicShared = 2048
				l.Pace = func(_ int64, what simt.Event) {
					if what == simt.Plans {
						ran.Add(1)
					}
				}
				k.Outline.Failed = 0
				t.Run(fmt.Sprint(c.name, block, raw), func(t *testing.T) { sameByRule(t, k, l) })
			}
		}
		if c.swept != (ran.Load() > 0) {
			t.Errorf("%s: %d runs of a plan", c.name, ran.Load())
		}
	}
}

// TestPlansBeyondTheBudget: a launch on several cores whose plan overwrites more than may be kept is done again by one.
func TestPlansBeyondTheBudget(t *testing.T) {
	k := compile(t, `__global__ void k(const float *a, const int *b, float *out, int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += a[i];
}`).Kernels[0]
	l := sweepLaunch([3]int{64, 1, 1}, [3]int{128, 1, 1}, 0, false)
	var ran, begun atomic.Int64
	l.Cores, l.Keeps, l.Pace = 2, 3*simt.KeptPage, func(_ int64, what simt.Event) {
		switch what {
		case simt.Plans:
			ran.Add(1)
		case simt.Begins:
			begun.Add(1)
		}
	}
	if _, err := k.Launch(l); err != nil || ran.Load() == 0 || begun.Load() <= 128 {
		t.Error(err, ran.Load(), begun.Load())
	}
	a, out := l.Args[0].Buffer.Data, l.Args[2].Buffer.Data
	for i := 0; i < len(a); i += 4 {
		x, y := math.Float32frombits(binary.LittleEndian.Uint32(a[i:])), math.Float32frombits(binary.LittleEndian.Uint32(out[i:]))
		if y != 2*x {
			t.Fatalf("element %d is %g, and was %g", i/4, y, x)
		}
	}
}

// TestPlansOfRandomKernels does so for kernels made at random of what plans know.
func TestPlansOfRandomKernels(t *testing.T) {
	g := rand.New(rand.NewPCG(7, 8))
	pick := func(list ...string) string { return list[g.IntN(len(list))] }
	var expr func(depth int) string
	whole := func() string { return pick("t", "n", "3", "blockIdx.x", "i", "(t / 4)", "(t % 7)", "k", "(int)u") }
	expr = func(depth int) string {
		if depth == 0 {
			return pick("x", "y", "a[i]", "s[t]", "1.5f", "(float)"+whole(), "(float)c")
		}
		switch g.IntN(5) {
		case 0:
			return fmt.Sprintf("(%s < %s ? %s : %s)", whole(), whole(), expr(depth-1), expr(depth-1))
		case 1:
			return fmt.Sprintf("fmaxf(%s, %s)", expr(depth-1), expr(depth-1))
		}
		return fmt.Sprintf("(%s %s %s)", expr(depth-1), pick("+", "-", "*"), expr(depth-1))
	}
	var statement func(depth int) string
	statement = func(depth int) string {
		switch g.IntN(9) {
		case 0, 1:
			return fmt.Sprintf("%s %s %s;", pick("x", "y"), pick("=", "+=", "-="), expr(2))
		case 2:
			return fmt.Sprintf("__syncthreads(); y = s[(t + %d) %% size]; __syncthreads();", g.IntN(9))
		case 3:
			return fmt.Sprintf("s[t] = %s;", expr(1))
		case 4:
			return fmt.Sprintf("c = %s;", pick("b[i]", "c + t", whole(), "c * 3 + b[t]", "c ^ k"))
		case 5:
			return fmt.Sprintf("u %s %s;", pick("+=", "=", "-="), whole())
		}
		if depth == 0 {
			return "k++;"
		}
		body := statement(depth-1) + " " + statement(depth-1)
		if g.IntN(2) == 0 {
			return fmt.Sprintf("if (%s %s %s) { %s } else { %s }", whole(), pick("<", "==", ">=", "!="), whole(), body, statement(depth-1))
		}
		return fmt.Sprintf("for (int q = %s; q < 5; q++) { %s }", pick("0", "t % 3", "n - 14"), body)
	}
	planned := 0
	for range 60 {
		var body strings.Builder
		for range 6 {
			body.WriteString("  " + statement(2) + "\n")
		}
		source := fmt.Sprintf(`__global__ void k(const float *a, const int *b, float *out, int *sums, int n) {
  __shared__ float s[1024];
  int t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y, i = (blockIdx.y * gridDim.x + blockIdx.x) * size + t, k = 1, c = 0;
  unsigned u = t;
  float x = a[t], y = 2;
  s[t] = x;
%s  out[i] = x + y; sums[i] = c + k + u;
}`, body.String())
		k := compile(t, source).Kernels[0]
		for _, block := range [][3]int{{64, 1, 1}, {16, 3, 1}} {
			l := sweepLaunch(block, [3]int{5, 2, 1}, 14, false)
			l.Pace = func(_ int64, what simt.Event) {
				if what == simt.Plans {
					planned++
				}
			}
			sameByRule(t, k, l)
		}
		if t.Failed() {
			t.Fatal(source)
		}
	}
	if planned < 10 {
		t.Errorf("%d runs of a plan", planned)
	}
}
