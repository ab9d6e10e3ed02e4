package cudac

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/engine/diag"
)

func compile(t *testing.T, source string) *host.Program {
	t.Helper()
	p, err := Compile("cell", source, 1)
	if err != nil {
		var list diag.List
		if errors.As(err, &list) {
			for _, d := range list {
				t.Log(d.Error(), d.Hint)
			}
		}
		t.Fatal(err)
	}
	return p
}

func floats(list ...float32) *simt.Buffer {
	b := &simt.Buffer{Name: "data", Data: make([]byte, 4*len(list))}
	for i, f := range list {
		binary.LittleEndian.PutUint32(b.Data[4*i:], math.Float32bits(f))
	}
	return b
}

func floatAt(b *simt.Buffer, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(b.Data[4*i:]))
}

func launch(k *simt.Kernel, grid, block int, args ...any) (*report.Profile, error) {
	l := simt.Launch{Grid: [3]int{grid, 1, 1}, Block: [3]int{block, 1, 1}, Steps: 1_000_000}
	for i, a := range args {
		switch a := a.(type) {
		case *simt.Buffer:
			l.Args = append(l.Args, simt.Arg{Buffer: a})
		case int:
			l.Args = append(l.Args, simt.Number(k.Params[i].Type, 0, int64(a), false))
		case float64:
			l.Args = append(l.Args, simt.Number(k.Params[i].Type, a, 0, true))
		}
	}
	return k.Launch(l)
}

// TestExpressions evaluates expressions as a thread would; the values are C's.
func TestExpressions(t *testing.T) {
	for _, c := range []struct {
		text string
		want float32
	}{
		{"7 / 2", 3}, {"-7 / 2", -3}, {"-7 % 3", -1}, {"7 / 2.0f", 3.5}, {"(unsigned char)300", 44}, {"(char)200", -56},
		{"1 << 4 | 1", 17}, {"2147483647 + 1 < 0", 1}, {"0u - 1 > 0", 1}, {"-1 < 1u", 0}, {"(int)3.99f", 3}, {"(int)-3.99f", -3},
		{"5 > 3 ? 10 : 20", 10}, {"sizeof(float4)", 16}, {"sizeof(double) * 2", 16}, {"~0", -1}, {"!5", 0}, {"fmaxf(1, 2)", 2},
		{"sqrtf(16.0f)", 4}, {"max(3, 4) - min(3, 4)", 1}, {"abs(-3)", 3}, {"__popc(255)", 8}, {"'a'", 97}, {"0x10", 16}, {"(1, 2)", 2},
		{"3 && 0 || 1", 1}, {"float4{1,2,3,4}.z", 3}, {"(short)40000", -25536}, {"1e3f", 1000}, {"5 ^ 1", 4}, {"-8 >> 1", -4},
	} {
		p := compile(t, "__global__ void k(float *out) { out[0] = "+c.text+"; }")
		out := floats(0)
		if _, err := launch(p.Kernels[0], 1, 1, out); err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got := floatAt(out, 0); got != c.want {
			t.Errorf("%s = %v, want %v", c.text, got, c.want)
		}
	}
}

// TestStructs passes structs by value, to methods that mention their own struct.
func TestStructs(t *testing.T) {
	p := compile(t, `struct P { float x, y; __device__ float dot(P o) const { return x * o.x + y * o.y; } };
__device__ void swap(float &a, float &b) { float t = a; a = b; b = t; }
template <typename T, int N> __device__ T repeat(T v) { T s = 0; for (int i = 0; i < N; i++) s += v; return s; }
__global__ void k(float *out) {
  P a = {1, 2}, b = {3, 4};
  float u = a.dot(b), z = 1;
  swap(u, z);
  out[0] = z; out[1] = u; out[2] = repeat<float, 3>(z);
}`)
	out := floats(0, 0, 0)
	if _, err := launch(p.Kernels[0], 1, 1, out); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float32{11, 1, 33} {
		if got := floatAt(out, i); got != want {
			t.Errorf("out[%d] = %v, want %v", i, got, want)
		}
	}
}

// TestReduction compares a reduction through shared memory with a plain sum.
func TestReduction(t *testing.T) {
	p := compile(t, `__global__ void sum(const float *x, float *out, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}`)
	var data []float32
	var want float32
	for i := range 1000 {
		data = append(data, float32(i%7))
		want += float32(i % 7)
	}
	out := floats(0)
	profile, err := launch(p.Kernels[0], 8, 128, floats(data...), out, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if got := floatAt(out, 0); got != want {
		t.Errorf("sum %v, want %v", got, want)
	}
	if profile.GlobalLoads != 32 || profile.LoadSectors != 125 {
		t.Errorf("%d loads of %d sectors, want 32 of 125", profile.GlobalLoads, profile.LoadSectors)
	}
}

// TestRaceNames: a race names both threads and both lines.
func TestRaceNames(t *testing.T) {
	p := compile(t, "__global__ void k(float *sum, const float *x) {\n  float v = sum[0];\n  sum[0] = v + x[threadIdx.x];\n}")
	_, err := launch(p.Kernels[0], 4, 64, floats(0), floats(make([]float32, 64)...))
	want := "race in 'data': this thread writes what thread (31,0,0) reads in line 2, and no __syncthreads() stands between\n  in kernel k, line 3, thread (0,0,0) of block (0,0,0)"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v\nwant %s", err, want)
	}
	_, err = launch(p.Kernels[0], 4, 1, floats(0), floats(0))
	want = "race in 'data': this thread reads what thread (0,0,0) of block (0,0,0) writes in line 3, and blocks do not wait for each other\n  in kernel k, line 2, thread (0,0,0) of block (1,0,0)"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// TestAtomicsEvaluateOnce: what is added is computed once.
func TestAtomicsEvaluateOnce(t *testing.T) {
	p := compile(t, "__global__ void k(float *out) { int i = 1; atomicAdd(out, i++); out[1] = i; }")
	out := floats(0, 0)
	if _, err := launch(p.Kernels[0], 1, 1, out); err != nil || floatAt(out, 0) != 1 || floatAt(out, 1) != 2 {
		t.Errorf("%v, %v, %v", floatAt(out, 0), floatAt(out, 1), err)
	}
}

// TestOccupancy holds occupancies against those of NVIDIA's calculator.
func TestOccupancy(t *testing.T) {
	for _, c := range []struct {
		major, minor, threads, shared, registers int
		warps                                    int
		limit                                    string
	}{
		{7, 0, 256, 0, 32, 64, "warps"}, {7, 0, 256, 0, 64, 32, "registers"}, {7, 0, 32, 0, 32, 32, "blocks"},
		{7, 0, 128, 24 << 10, 32, 16, "shared memory"}, {7, 5, 1024, 0, 32, 32, "warps"}, {8, 0, 768, 0, 32, 48, "warps"},
		{8, 6, 256, 48 << 10, 32, 16, "shared memory"}, {9, 0, 1024, 100 << 10, 32, 64, "warps"}, {8, 9, 33, 0, 16, 48, "warps"},
		// T4, V100, A100, H100 and H200, RTX 4090
		{7, 5, 32, 0, 32, 16, "blocks"}, {7, 5, 256, 20 << 10, 32, 24, "shared memory"}, {7, 5, 256, 0, 128, 16, "registers"},
		{7, 0, 32, 0, 40, 32, "blocks"}, {7, 0, 128, 0, 40, 48, "registers"}, {7, 0, 64, 3100, 32, 58, "shared memory"},
		{8, 0, 256, 48 << 10, 32, 24, "shared memory"}, {8, 0, 192, 0, 40, 48, "registers"}, {8, 0, 1024, 0, 32, 64, "warps"},
		{9, 0, 256, 48 << 10, 32, 32, "shared memory"}, {9, 0, 128, 0, 255, 8, "registers"}, {9, 0, 64, 0, 32, 64, "warps"},
		{8, 9, 32, 0, 32, 24, "blocks"}, {8, 9, 256, 0, 100, 16, "registers"}, {8, 9, 1024, 0, 32, 32, "warps"},
	} {
		p := &report.Profile{Block: [3]int{c.threads, 1, 1}, SharedBytes: c.shared, Registers: c.registers}
		if o := simt.LimitsOf(c.major, c.minor).Occupancy(p); o.Warps != c.warps || o.Limit != c.limit {
			t.Errorf("%d threads, %d bytes, %d registers on %d.%d: %d warps by %s, want %d by %s", c.threads, c.shared, c.registers, c.major, c.minor, o.Warps, o.Limit, c.warps, c.limit)
		}
	}
}

// TestSame: what depends on the order of blocks is the same in every run.
func TestSame(t *testing.T) {
	p := compile(t, `__device__ int next;
__global__ void k(float *sum, int *order, int n) {
  atomicAdd(sum, 1.0f / (1 + blockIdx.x * blockDim.x + threadIdx.x));
  if (threadIdx.x == 0) {
    int ticket = atomicAdd(&next, 1);
    order[ticket] = blockIdx.x;
    if (blockIdx.x % 50 == 0) printf("%d ", blockIdx.x);
  }
}`)
	var sum float32
	for run := range 5 {
		var out strings.Builder
		s, order := floats(0), ints(make([]int32, 300)...)
		p.State = make([]byte, len(p.State))
		l := simt.Launch{Grid: [3]int{300, 1, 1}, Block: [3]int{64, 1, 1}, Args: []simt.Arg{{Buffer: s}, {Buffer: order}, {}}, Stdout: &out}
		if _, err := p.Kernels[0].Launch(l); err != nil {
			t.Fatal(err)
		}
		for i := range 300 {
			if intAt(order, i) != i {
				t.Fatalf("ticket %d went to block %d", i, intAt(order, i))
			}
		}
		if want := "0 50 100 150 200 250 "; out.String() != want {
			t.Errorf("printed %q, want %q", out.String(), want)
		}
		if run > 0 && floatAt(s, 0) != sum {
			t.Errorf("the sum is %v, it was %v", floatAt(s, 0), sum)
		}
		sum = floatAt(s, 0)
	}
}

// TestPictureOfBanks: of shared memory what conflicts is drawn, in loops too, and what does not is not.
func TestPictureOfBanks(t *testing.T) {
	for body, drawn := range map[string]bool{
		"x[threadIdx.x] = tile[threadIdx.x][0];":                                                  true,
		"x[threadIdx.x] = tile[0][threadIdx.x];":                                                  false,
		"float s = 0; for (int i = 0; i < n; i++) s += tile[threadIdx.x][i]; x[threadIdx.x] = s;": true,
	} {
		p := compile(t, "__global__ void k(float *x, int n) {\n  __shared__ float tile[32][32];\n  for (int i = 0; i < 32; i++) tile[i][threadIdx.x] = i;\n  __syncthreads();\n  "+body+"\n}")
		profile, err := launch(p.Kernels[0], 1, 32, floats(make([]float32, 32)...), 32)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(profile.Pictures, func(p report.Picture) bool { return p.Shared })
		if at >= 0 != drawn || drawn && (profile.Pictures[at].Line != 5 || profile.Pictures[at].Offsets[7]-profile.Pictures[at].Offsets[6] != 128) {
			t.Errorf("%s: %+v", body, profile.Pictures)
		}
	}
}

// TestPicture: the picture shows every thread of the first block.
func TestPicture(t *testing.T) {
	p := compile(t, "__global__ void k(float *x, int n) {\n  if (threadIdx.x < n) x[2 * threadIdx.x] = 1;\n}")
	profile, err := launch(p.Kernels[0], 1, 64, floats(make([]float32, 128)...), 40)
	if err != nil {
		t.Fatal(err)
	}
	if len(profile.Pictures) != 1 || profile.Pictures[0].Line != 2 || !profile.Pictures[0].Store || len(profile.Pictures[0].Offsets) != 64 {
		t.Fatalf("drew %+v", profile.Pictures)
	}
	for i, o := range profile.Pictures[0].Offsets {
		want := int64(8 * i)
		if i >= 40 {
			want = -1
		}
		if o != want {
			t.Errorf("thread %d touched byte %d, want %d", i, o, want)
		}
	}
}
