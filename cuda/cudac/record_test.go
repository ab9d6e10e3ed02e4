package cudac

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
)

const transposeTile = `__global__ void transpose(const float *a, float *b, int n) {
    __shared__ float tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    if (tx < n && ty < n)
        tile[ty][tx] = a[ty * n + tx];
    __syncthreads();
    if (tx < n && ty < n)
        b[ty * n + tx] = tile[tx][ty];
}`

// replayed launches as kept, and records it from a block on.
func replayed(t *testing.T, k *simt.Kernel, l simt.Launch, from [3]int) (*simt.Recording, *report.Profile) {
	t.Helper()
	kept := k.Keep(l)
	if kept == nil {
		t.Fatal("too large to be kept")
	}
	p, err := k.Launch(l)
	if _, isFault := err.(*report.Fault); err != nil && !isFault {
		t.Fatal(err)
	}
	r, err := kept.Record(from, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

func counting(n int) *simt.Buffer {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(i)
	}
	return floats(list...)
}

// What is recorded of a launch adds up to what the launch itself counted, and its stores to
// what the launch left in memory.
func TestRecordingAddsUpToTheLaunch(t *testing.T) {
	k := compile(t, transposeTile).Kernels[0]
	a, b := counting(24*24), floats(make([]float32, 24*24)...)
	a.Name, b.Name = "a", "b"
	l := simt.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 32, 1}, Args: []simt.Arg{{Buffer: a}, {Buffer: b}, simt.Number(k.Params[2].Type, 0, 24, false)}}
	r, p := replayed(t, k, l, [3]int{})
	loads, stores, conflicts, requests := 0, 0, 0, 0
	written := map[int64]string{}
	for _, steps := range r.Blocks[0].Warps {
		for i, s := range steps {
			if i > 0 && s.Order <= steps[i-1].Order {
				t.Errorf("step %d is not after the one before", i)
			}
			for _, q := range s.Accesses {
				switch {
				case q.Shared:
					requests++
					conflicts += q.Cost - 1
				case q.Store:
					stores += q.Cost
					for lane, off := range q.Offsets {
						if off >= 0 {
							written[off/4] = q.Values[min(lane, len(q.Values)-1)]
						}
					}
				default:
					loads += q.Cost
				}
			}
		}
	}
	if got, want := fmt.Sprint(loads, stores, conflicts, requests), fmt.Sprint(p.LoadSectors, p.StoreSectors, p.BankConflicts, p.SharedRequests); got != want {
		t.Errorf("recorded %s, the launch counted %s: sectors loaded and stored, conflicts, requests", got, want)
	}
	for i := range 24 * 24 {
		if want := fmt.Sprintf("%g", floatAt(b, i)); written[int64(i)] != want {
			t.Fatalf("b[%d] is %s in the recording and %s in memory", i, written[int64(i)], want)
		}
	}
}

func TestStepsOfAWarp(t *testing.T) {
	k := compile(t, transposeTile).Kernels[0]
	l := simt.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 32, 1}, Args: []simt.Arg{{Buffer: counting(24 * 24)}, {Buffer: counting(24 * 24)}, simt.Number(k.Params[2].Type, 0, 24, false)}}
	r, _ := replayed(t, k, l, [3]int{})
	var told []string
	for _, s := range r.Blocks[0].Warps[3] {
		line := fmt.Sprintf("%d:%d", s.Line, bits.OnesCount32(s.Active))
		for _, c := range s.Changes {
			line += " " + r.Variables[c.Variable] + "=" + strings.Join(slices.Compact(slices.Clone(c.Values[:min(len(c.Values), 3)])), ",")
		}
		for _, q := range s.Accesses {
			line += fmt.Sprintf(" %v/%v/%d", q.Shared, q.Store, q.Cost)
		}
		if s.Barrier {
			line += " barrier"
		}
		told = append(told, line)
	}
	want := []string{
		"3:32 a=data b=data n=24", "4:32 tx=0,1,2 ty=3", "5:24 false/false/3 true/true/1", "6:32 barrier", "7:32",
		"8:24 true/false/24 false/true/3", "9:32",
	}
	if !slices.Equal(told, want) {
		t.Errorf("the warp's steps are\n%s\nnot\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

// A launch is recorded as it was: what it changed since does not matter, and a block of
// choice is recorded after those before it have run.
func TestRecordingBeginsWhereTheLaunchDid(t *testing.T) {
	k := compile(t, `__device__ int turn;
__global__ void grow(int *a) {
    int old = atomicAdd(&turn, 1);
    for (int i = 0; i < 2; i++)
        a[blockIdx.x] += old;
}`).Kernels[0]
	data := &simt.Buffer{Name: "a", Data: make([]byte, 16)}
	l := simt.Launch{Grid: [3]int{4, 1, 1}, Block: [3]int{1, 1, 1}, Args: []simt.Arg{{Buffer: data}}}
	if _, err := k.Launch(l); err != nil {
		t.Fatal(err)
	}
	r, _ := replayed(t, k, l, [3]int{2})
	if n := len(r.Blocks); n != 2 || r.Blocks[0].At != [3]int{2} {
		t.Fatalf("%d blocks from %v are recorded", n, r.Blocks[0].At)
	}
	var lines []int
	var stored []string
	for _, s := range r.Blocks[0].Warps[0] {
		lines = append(lines, s.Line)
		for _, q := range s.Accesses {
			if q.Store && q.Name != "" || q.Store && s.Line == 5 {
				stored = append(stored, q.Values[0])
			}
		}
	}
	if want := []int{3, 4, 5, 4, 5, 4, 6}; !slices.Equal(lines, want) {
		t.Errorf("lines %v, not %v", lines, want)
	}
	if got := strings.Join(stored, " "); got != "10 16" { // the first launch left 4 in a[2], the second adds 6 twice
		t.Errorf("stores %s", got)
	}
}

func TestRecordingOfALaunchThatFails(t *testing.T) {
	k := compile(t, "__global__ void fill(float *a) {\n    int i = threadIdx.x;\n    a[i] = 1;\n}").Kernels[0]
	l := simt.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{64, 1, 1}, Args: []simt.Arg{{Buffer: counting(40)}}}
	r, _ := replayed(t, k, l, [3]int{})
	steps := r.Blocks[0].Warps[1]
	if r.Fault == nil || r.Fault.Kind != "memcheck" || steps[len(steps)-1].Line != 3 {
		t.Errorf("ends with %v in line %d", r.Fault, steps[len(steps)-1].Line)
	}
}

func TestRecordingKeepsItsBudget(t *testing.T) {
	k := compile(t, "__global__ void spin(int *a) {\n    for (int i = 0; i < 5000; i++)\n        a[threadIdx.x] += i;\n}").Kernels[0]
	l := simt.Launch{Grid: [3]int{2, 1, 1}, Block: [3]int{32, 1, 1}, Args: []simt.Arg{{Buffer: counting(32)}}}
	r, _ := replayed(t, k, l, [3]int{})
	if n := len(r.Blocks); n != 1 || !r.Blocks[0].Cut {
		t.Errorf("%d blocks, the first of which is cut: %v", n, r.Blocks[0].Cut)
	}
	if l.Args[0].Buffer = (&simt.Buffer{Data: make([]byte, simt.MaxReplayBytes+1)}); k.Keep(l) != nil {
		t.Error("a launch that reaches too much is kept")
	}
}
