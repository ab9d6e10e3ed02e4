package cudac

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"gputour/cuda/cudac/simt"
)

// sweepCase is a body; swept says that some of it runs as a sweep.
type sweepCase struct {
	name, body string
	swept      bool
}

// sweepCases are bodies of __global__ void k(const float *a, const int *b, float *out, int *sums, int n),
// in which i numbers the threads.
var sweepCases = []sweepCase{
	{"sum of a column", `float s = 0; for (int k = 0; k < n; k++) s += a[k * n + threadIdx.x]; out[i] = s;`, true},
	{"product of matrices", `int row = blockIdx.x, col = threadIdx.x; float s = 0; for (int k = 0; k < n; k++) s += a[row * n + k] * a[k * n + col]; out[i] = s;`, true},
	{"stride of the grid", `float s = 0; for (int k = i; k < n * n; k += gridDim.x * blockDim.x) s += a[k]; out[i] = s;`, true},
	{"backwards", `float s = 0; for (int k = n - 1; k >= 0; --k) s = s * 0.5f + a[k + threadIdx.x]; out[i] = s;`, true},
	{"unsigned down to 2", `float s = 0; for (unsigned k = n; k > 2; k -= 2) s -= a[k]; out[i] = s;`, true},
	{"pointer to a row", `const float *p = a + blockIdx.x * 8; float s = 0; for (int k = 0; k <= n; k++) s += p[k] + *(p + k); out[i] = s;`, true},
	{"shared row", `__shared__ float t[1024]; t[threadIdx.y * blockDim.x + threadIdx.x] = a[i]; __syncthreads(); float s = 0; for (int k = 0; k < blockDim.x; k++) s += t[threadIdx.y * blockDim.x + k]; out[i] = s;`, true},
	{"shared tile", `__shared__ float t[32][33]; t[threadIdx.y % 32][threadIdx.x % 32] = a[i]; __syncthreads(); float s = 0; for (int k = 0; k < 6; k++) s += t[0][k] * 2; out[i] = s;`, true},
	{"whole numbers", `int s = 0; for (int k = 0; k < n; k++) s += b[k] * 3 ^ k << 2 | b[k + 1] & 7; sums[i] = s;`, true},
	{"unsigned numbers", `unsigned s = 1; for (int k = 0; k < n; k++) s = s * 1664525u + (unsigned)b[k] + (s >> 7); sums[i] = s;`, true},
	{"mathematics", `float s = 0; for (int k = 1; k < n; k++) s += sqrtf(a[k]) * rsqrtf(a[k] + 1) + expf(-a[k] * 0.01f) + fmaxf(s, a[k]) - fminf(s, 3.0f) + powf(0.5f, k); out[i] = s;`, true},
	{"choices", `int c = 0; float m = 0; for (int k = 0; k < n; k++) { float v = a[k] - i; m = v > m ? v : m; c += v < 0 || k > 3 && !(v == 2) ? 1 : 2; } out[i] = m; sums[i] = c;`, true},
	{"conversions", `float s = 0; int c = 0; for (int k = 0; k < n; k++) { s += (float)b[k] / 3 + (k < 4); c += (int)(a[k] * 1.5f) + (a[k] > 2); } out[i] = s; sums[i] = c;`, true},
	{"loops within", `float s = 0; for (int k = 1; k < n - 1; k++) for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) s += a[(k + dy) * n + threadIdx.x + 1 + dx]; out[i] = s;`, true},
	{"declarations", `float s = 0; for (int k = 0; k < n; k++) { int j = k + 2, q = j * 2; float v = a[q], w = v; w += 1; s += v * w; } out[i] = s;`, true},
	{"some of the lanes", `float s = 0; if (threadIdx.x % 3 == 0) for (int k = 0; k < n; k++) s += a[k + threadIdx.x]; out[i] = s;`, true},
	{"lanes that leave at different times", `float s = 0; for (int k = 0; k < n + threadIdx.x % 5; k++) s += a[k]; out[i] = s;`, false},
	{"lanes that leave by their place", `float s = 0; for (int k = 0; k < n + threadIdx.x; k++) s += a[k]; out[i] = s;`, true},
	{"stores", `for (int k = i; k < 4096; k += gridDim.x * blockDim.x * gridDim.y) out[k] = a[k] * 2 + k;`, true},
	{"changes in place", `for (int k = i; k < 4096; k += gridDim.x * blockDim.x) out[k] += 1;`, true},
	{"all blocks store to one place", `for (int k = threadIdx.x; k < 2048; k += blockDim.x) out[k] = a[k] + blockIdx.x;`, true},
	{"all blocks store the same", `for (int k = threadIdx.x; k < 2048; k += blockDim.x) out[k] = a[k];`, true},
	{"a number that is carried from store to load", `for (int k = 1; k < n; k++) out[i + k] = out[i + k - 1] + 1;`, false},
	{"out of bounds at the end", `float s = 0; for (int k = 0; k < n * n * n; k++) s += a[k * 16 + threadIdx.x]; out[i] = s;`, false},
	{"out of an array at the end", `__shared__ float t[4][20]; for (int q = threadIdx.x; q < 80; q += 1) t[q / 20][q % 20] = 1; __syncthreads(); float s = 0; for (int k = 0; k < 21; k++) s += t[1][k]; out[i] = s;`, false},
	{"below an array", `__shared__ float t[40]; if (threadIdx.x < 40) t[threadIdx.x] = 1; __syncthreads(); float s = 0; for (int k = 30; k > -3; k--) s += t[k]; out[i] = s;`, false},
	{"overflow", `int s = 0; for (int k = 2147483600; k > 0; k += 9) s += k; sums[i] = s;`, false},
	{"no barrier", `__shared__ float t[1024]; t[threadIdx.x] = a[i]; float s = 0; for (int k = 0; k < 8; k++) s += t[k]; out[i] = s;`, false},
	{"no barrier behind it", `__shared__ float t[1024]; t[threadIdx.x] = a[i]; __syncthreads(); float s = 0; for (int k = 0; k < 8; k++) s += t[k]; t[threadIdx.x] = s; __syncthreads(); out[i] = t[threadIdx.x];`, true},
	{"never written", `__shared__ float t[1024]; if (threadIdx.x < 4) t[threadIdx.x] = 1; __syncthreads(); float s = 0; for (int k = 0; k < 8; k++) s += t[k]; out[i] = s;`, false},
	{"misaligned", `const float *p = (const float *)((const char *)a + 2); float s = 0; for (int k = 0; k < 8; k++) s += p[k]; out[i] = s;`, false},
	{"a reference", `float s = 0; float &r = s; for (int k = 0; k < n; k++) { r += a[k]; out[0 * k + i] = s; }`, false},
	{"shadows", `float s = 0; int k = 7; for (int k = 0; k < n; k++) { float a1 = a[k]; { float s = a1; s += 2; a1 = s; } s += a1; } out[i] = s + k;`, true},
	{"breaks", `float s = 0; for (int k = 0; k < n; k++) { if (k == 5) break; s += a[k]; } out[i] = s;`, false},
	{"endless", `float s = 0; for (int k = 0; k < n; k += 0) s += a[k]; out[i] = s;`, true},
	{"a variable for a step", `float s = 0; for (int k = 0, d = n / 4; k < n; k += d) s += a[k]; out[i] = s;`, true},
	{"64-bit counters", `float s = 0; for (long long k = 0; k < n; k++) s += a[k]; for (size_t k = 0; k < (size_t)n; ++k) s += a[k * n]; out[i] = s;`, true},
	{"numbers that wrap around", `float s = 0; unsigned h = 1; for (int k = 0; k < n; k++) { s += a[threadIdx.x + k - 1 + (k == -1) + 1 * blockDim.x - 1]; h += k * 2654435761u - threadIdx.x; } out[i] = s; sums[i] = h;`, false},
	{"neighbours by unsigned numbers", `float s = 0; for (int k = 0; k < n; k++) s += a[threadIdx.x + 1 + (k - 1) - 1 + 5]; out[i] = s;`, true},
	{"below zero by unsigned numbers", `float s = 0; for (int k = 0; k < n; k++) s += a[threadIdx.x - 2 + k]; out[i] = s;`, false},
	{"histogram", `__shared__ int h[64]; for (int q = threadIdx.x + blockDim.x * threadIdx.y; q < 64; q += blockDim.x * blockDim.y) h[q] = 0; __syncthreads(); for (int k = i; k < 4096; k += gridDim.x * blockDim.x * blockDim.y) atomicAdd(&h[b[k] & 63], 1); __syncthreads(); if (threadIdx.x + blockDim.x * threadIdx.y < 64) atomicAdd(&sums[threadIdx.x + blockDim.x * threadIdx.y], h[threadIdx.x + blockDim.x * threadIdx.y]);`, true},
	{"histogram of the grid", `for (int k = i; k < 4096; k += gridDim.x * blockDim.x * blockDim.y) atomicAdd(sums + (b[k] & 255), k);`, true},
	{"atomics of floats", `if (threadIdx.x % 3 < 2) for (int k = 0; k < n; k++) { float v = a[k] * 2; atomicMax(&sums[b[k + threadIdx.x] & 31], k * 3); }  for (int k = 0; k < n; k++) atomicAdd(&out[k], a[k] + 0.5f);`, true},
	{"atomics beyond an array", `__shared__ int h[64]; for (int q = threadIdx.x; q < 64; q++) atomicExch(&h[q], 0); __syncthreads(); for (int k = 0; k < n; k++) atomicAdd(&h[k * 5], 1);`, false},
	{"atomics beyond memory", `for (int k = 0; k < n; k++) atomicAdd(&sums[k * 700], 1);`, true},
	{"atomics that race", `__shared__ int h[64]; if (threadIdx.x == 0) for (int q = 0; q < 64; q++) h[q] = 0; for (int k = 0; k < n; k++) atomicAdd(&h[b[k] & 7], 1); sums[i] = h[0];`, false},
	{"atomics on what nobody wrote", `__shared__ int h[64]; for (int k = 0; k < n; k++) atomicAdd(&h[b[k] & 7], 1); __syncthreads(); sums[i] = h[0];`, false},
	{"atomics on what is read", `for (int k = 0; k < n; k++) atomicAdd(&sums[sums[k] & 7], 1);`, false},
	{"atomics that wait", `for (int k = 0; k < n; k += 0) atomicAdd(&sums[k], 0);`, false},
	{"one lane that stores", `if (threadIdx.x == 3 && threadIdx.y == 0) for (int k = blockIdx.x; k < 4000; k += gridDim.x) out[k] = a[k] + out[k] * 2;`, true},
	{"one lane that stores where it began", `if (i == 0) for (int k = 1; k < 300; k++) out[k] = out[k - 1] + b[k] + k;`, true},
	{"a lane of each block that races", `if (threadIdx.x == 5) for (int k = threadIdx.x; k < 40; k++) out[k] = a[k] + blockIdx.x;`, true},
	{"one lane that goes out of bounds", `if (threadIdx.x == 1) for (int k = i; k < n * n * n * n; k++) out[k] = 1;`, true},
	{"two columns", `float s = 0; for (int k = 0; k < n; k++) s += a[(k * 32 + threadIdx.x) * 2] * a[threadIdx.x * 33 + k]; out[i] = s;`, true},
}

// sweepLaunch is a launch of a case on fresh memory; raw has what is read not all written.
func sweepLaunch(block, grid [3]int, n int, raw bool) simt.Launch {
	floats := func(name string, n int) *simt.Buffer {
		b := &simt.Buffer{Name: name, Data: make([]byte, 4*n)}
		for i := range n {
			binary.LittleEndian.PutUint32(b.Data[4*i:], math.Float32bits(float32(i%97)-11))
		}
		return b
	}
	a := floats("a", 8192)
	b := &simt.Buffer{Name: "b", Data: make([]byte, 4*8192)}
	for i := range b.Data {
		b.Data[i] = byte(i * 7)
	}
	if raw {
		a.Valid = make([]byte, len(a.Data))
		for i := range a.Valid {
			if i < 4*70 || i%512 < 500 && i > 4096 {
				a.Valid[i] = 1
			}
		}
	}
	return simt.Launch{Grid: grid, Block: block, Steps: 200_000, Lenient: raw, Args: []simt.Arg{{Buffer: a}, {Buffer: b}, {Buffer: floats("out", 8192)}, {Buffer: &simt.Buffer{Name: "sums", Data: make([]byte, 4*8192)}}, {Bits: uint64(n)}}}
}

// TestSweeps: what runs as a sweep does what its statements do, one after the other.
func TestSweeps(t *testing.T) { sweepsAs(t, sweepCases, [3]int{3, 1, 1}) }

// phaseCases are whole kernels of that kind.
var phaseCases = []sweepCase{
	{"elementwise", `if (i < n * 10) out[i] = a[i] + b[i];`, true},
	{"in place", `if (i >= n * 40) return; out[i] = 2.5f * a[i] + out[i];`, true},
	{"neighbours", `out[i] = a[i + 1] - a[i];`, true},
	{"what the next thread writes", `out[i] = out[i + 1] + 1;`, false},
	{"two threads, one place", `out[i / 2] = a[i];`, false},
	{"every block the same place", `out[threadIdx.y * blockDim.x + threadIdx.x] = a[i];`, true},
	{"every block the same", `out[threadIdx.y * blockDim.x + threadIdx.x] = a[threadIdx.x];`, true},
	{"blocks overlap", `out[blockIdx.x * (blockDim.x * blockDim.y - 3) + threadIdx.y * blockDim.x + threadIdx.x] = a[i];`, true},
	{"a picture", `int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= 60 || y >= 60) return;
  float s = 0; for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) s += a[(y + dy) * 64 + x + dx]; out[y * 64 + x] = s / 9;`, true},
	{"turned", `int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; out[y * 64 + x] = a[x * 64 + y];`, true},
	{"rows apart", `int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; out[y * 70 + x] = a[y * 64 + x] * n;`, true},
	{"rows that overlap", `int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; out[y * 5 + x] = a[y * 64 + x] * n;`, true},
	{"out of bounds", `out[i * n] = 1;`, false},
	{"out of bounds at the end", `out[i + 8192 - 200] = 1;`, true},
	{"a parameter that changes", `n = n + i; if (i < n) out[i] = n;`, false},
	{"two places", `out[i] = a[i]; sums[i] = b[i] + 1; sums[i + 2048] = 3;`, false},
	{"two buffers", `out[i] = a[i]; sums[i] = b[i] + 1;`, true},
	{"overflow", `if (i * 100000000 < n) out[i] = 1;`, false},
	{"not so", `if (!(i < n)) out[i] = 1;`, false},
	{"the thread's number", `sums[i] = i * 2; out[i] = threadIdx.x * 0.5f + a[i];`, true},
}

// TestPhases: blocks that run as a sweep against their statements.
func TestPhases(t *testing.T) { sweepsAs(t, phaseCases, [3]int{4, 2, 1}) }

// intervalCases are kernels with barriers, in which t numbers the threads of a block.
var intervalCases = []sweepCase{
	{"reduction", `__shared__ float s[1024]; s[t] = a[i]; __syncthreads(); for (int k = size / 2; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); } if (t == 0) out[blockIdx.x] = s[0];`, true},
	{"reduction side by side", `__shared__ float s[1024]; s[t] = a[i]; __syncthreads(); for (int k = 1; k < size; k *= 2) { if (t % (2 * k) == 0) s[t] += s[t + k]; __syncthreads(); } if (t == 0) out[blockIdx.x] = s[0];`, true},
	{"reduction of elements that lie apart", `__shared__ float s[1024]; s[t] = a[i]; __syncthreads(); for (int k = 1; k < size; k *= 2) { int j = 2 * k * t; if (j < size) s[j] += s[j + k]; __syncthreads(); } out[i] = s[t];`, true},
	{"elements that lie apart and meet", `__shared__ float s[2048]; s[t] = a[i]; s[t + size] = 1; __syncthreads(); s[2 * t] = s[2 * t + 4] + 1; __syncthreads(); out[i] = s[t];`, false},
	{"reduction without a barrier", `__shared__ float s[1024]; s[t] = a[i]; __syncthreads(); for (int k = size / 2; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; } out[i] = s[0];`, false},
	{"reads what others write", `__shared__ float s[1025]; s[t] = a[i]; __syncthreads(); s[t] = s[t + 1] * 2; __syncthreads(); out[i] = s[t];`, false},
	{"reads what none writes", `__shared__ float s[2048]; s[t] = a[i]; __syncthreads(); out[i] = s[t + size];`, false},
	{"scan", `__shared__ float s[1024]; s[t] = a[i]; __syncthreads(); for (int k = 1; k < size; k *= 2) { float v = 0; if (t >= k) v = s[t - k]; __syncthreads(); s[t] += v; __syncthreads(); } out[i] = s[t];`, true},
	{"matrix product in tiles", `__shared__ float as[16][16], bs[16][16]; int x = threadIdx.x % 16, y = threadIdx.y % 16; float sum = 0;
  for (int q = 0; q < 32; q += 16) { as[y][x] = a[i % 1024 + q + x]; bs[y][x] = a[q * 16 + t]; __syncthreads(); for (int k = 0; k < 16; k++) sum += as[y][k] * bs[k][x]; __syncthreads(); } out[i] = sum;`, true},
	{"matrix product without the second barrier", `__shared__ float as[16][16], bs[16][16]; int x = threadIdx.x % 16, y = threadIdx.y % 16; float sum = 0;
  for (int q = 0; q < 32; q += 16) { as[y][x] = a[i % 1024 + q + x]; bs[y][x] = a[q * 16 + t]; __syncthreads(); for (int k = 0; k < 16; k++) sum += as[y][k] * bs[k][x]; } out[i] = sum;`, true},
	{"turned in shared memory", `__shared__ float s[32][33]; int x = threadIdx.x % 32, y = threadIdx.y % 32; s[y][x] = a[i]; __syncthreads(); out[i] = s[x][y];`, true},
	{"warps that go on longer", `__shared__ float s[1024]; s[t] = a[i]; for (int k = 0; k < 4 + t / 32; k++) { __syncthreads(); s[t] += 1; } out[i] = s[t];`, false},
	{"threads that go on longer", `__shared__ float s[1024]; s[t] = a[i]; for (int k = 0; k < 4 + t % 2; k++) { __syncthreads(); s[t] += 1; } out[i] = s[t];`, false},
	{"a barrier in a branch that all take", `__shared__ float s[1024]; s[t] = a[i]; if (n > 3) { __syncthreads(); s[t] += s[size - 1] * 0; } else { s[t] = 0; __syncthreads(); } __syncthreads(); out[i] = s[size - 1 - t];`, false},
	{"a barrier in a branch that some take", `__shared__ float s[1024]; s[t] = a[i]; if (t < size / 2) __syncthreads(); out[i] = s[0];`, false},
	{"two barriers, one for each warp", `__shared__ float s[1024]; s[t] = a[i]; if (t < 32) { __syncthreads(); s[t] = 1; } else __syncthreads(); out[i] = s[0];`, false},
	{"some return before it", `__shared__ float s[1024]; s[t] = a[i]; if (t > size / 2) return; __syncthreads(); out[i] = s[0];`, false},
	{"breaks and continues", `__shared__ float s[1024]; s[t] = 0; for (int k = 0; k < 9; k++) { if (k == 2) continue; if (k == 6) break; __syncthreads(); s[t] += k; __syncthreads(); if (t == 0 && k == 4) s[0] = 7; } out[i] = s[t];`, true},
	{"loops within loops", `__shared__ float s[1024]; s[t] = a[i]; for (int q = 2; q <= size; q *= 2) for (int k = q / 2; k > 0; k /= 2) { __syncthreads(); int j = t ^ k; float v = s[j % size]; __syncthreads(); s[t] = v + q; } __syncthreads(); out[i] = s[t];`, true},
	{"while and do", `__shared__ float s[1024]; int k = 0; s[t] = a[i]; while (k < 3) { __syncthreads(); k++; } do { __syncthreads(); k--; } while (k > 0); out[i] = s[size - 1 - t];`, false},
	{"votes", `__shared__ float s[1024]; s[t] = a[i]; while (__syncthreads_or(s[t] > 40)) s[t] -= 9; out[i] = s[t];`, false},
	{"dynamic shared memory", `extern __shared__ float d[]; d[t] = a[i]; __syncthreads(); if (t < 32) d[t] += d[t + 32]; __syncthreads(); out[i] = d[t];`, true},
	{"global memory between barriers", `sums[t] = b[i]; __syncthreads(); out[i] = sums[t] + 1; __syncthreads(); if (t < 3) out[t] = 1;`, true},
	{"a variable that every warp has", `__shared__ float s[1024]; int w = t / 32 * 32; float f = n * 0.5f; s[t] = a[w + t] * f; __syncthreads(); s[t] = s[t] + f; __syncthreads(); out[i] = s[t];`, true},
	{"numbers of threads", `__shared__ int s[1024]; s[t] = t * 3 + i; __syncthreads(); sums[i] = s[t] + t; __syncthreads(); out[i] = t;`, true},
	{"divides by zero behind it", `__shared__ int s[1024]; s[t] = 1; __syncthreads(); int q = 5 / (t - size + 1); s[t] = q; __syncthreads(); sums[i] = s[t];`, false},
}

// TestIntervals: what runs for all warps of a block at once, without coroutines, against
// coroutines and statements.
func TestIntervals(t *testing.T) {
	for i := range intervalCases {
		intervalCases[i].body = "int t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y;\n  " + intervalCases[i].body
	}
	sweepsAs(t, intervalCases, [3]int{3, 1, 1})
}

// sweepsAs runs cases in blocks of several shapes.
func sweepsAs(t *testing.T, list []sweepCase, grid [3]int) {
	for _, c := range list {
		k := compile(t, fmt.Sprintf(`__global__ void k(const float *a, const int *b, float *out, int *sums, int n) {
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  %s
}`, c.body)).Kernels[0]
		var swept atomic.Int64
		for _, block := range [][3]int{{64, 1, 1}, {16, 16, 1}, {32, 8, 1}, {8, 4, 1}, {40, 1, 1}, {256, 1, 1}} {
			for _, raw := range []bool{false, true} {
				l := sweepLaunch(block, grid, 14, raw)
				l.DynamicShared = 2048
				l.Pace = func(_ int64, what simt.Event) {
					if what == simt.Sweeps {
						swept.Add(1)
					}
				}
				t.Run(fmt.Sprint(c.name, block, raw), func(t *testing.T) { sameByRule(t, k, l) })
			}
		}
		if c.swept && swept.Load() == 0 {
			t.Errorf("%s: nothing runs as a sweep", c.name)
		}
	}
}
