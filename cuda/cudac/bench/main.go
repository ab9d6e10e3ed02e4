//go:build unix

// Command bench runs kernels in the interpreter and the same loops compiled by gcc -O2 on
// one thread, side by side, and prints the ratio of their times, and the one at rest against its bound. Each
// time is the best of several; the results are compared, too. On a machine that is busy
// the wall time says little: "at rest" is the ratio that the processor time comes to when
// all cores are free.
//
//	go run ./cuda/cudac/bench [-runs 3] [-profile FILE] [NAME…]
package main

import (
	"cmp"
	"embed"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"

	"gputour/cuda/cudac"
	"gputour/cuda/cudac/simt"
)

//go:embed programs
var programs embed.FS

// workload is one row of the table. A kernel takes two inputs, an output and n.
type workload struct {
	name        string
	n           int // as the kernel is told
	in, out     int // elements
	integers    bool
	grid, block [3]int
	bound       float64
	c           string // the program in C; "" where it has the row's name
}

const many = 10_000_000

var table = []workload{
	{"vector_add", many, many, many, false, [3]int{(many + 255) / 256, 1, 1}, [3]int{256, 1, 1}, 6, ""},
	{"saxpy", many, many, many, false, [3]int{(many + 255) / 256, 1, 1}, [3]int{256, 1, 1}, 6, ""},
	{"matmul", 512, 512 * 512, 512 * 512, false, [3]int{32, 32, 1}, [3]int{16, 16, 1}, 8, ""},
	{"histogram", many, many, 256, true, [3]int{256, 1, 1}, [3]int{256, 1, 1}, 12, ""},
	{"reduction", many, many, 1, false, [3]int{256, 1, 1}, [3]int{256, 1, 1}, 15, ""},

	{"transpose_naive", 1024, 1 << 20, 1 << 20, false, tiles, [3]int{32, 8, 1}, none, "transpose"},
	{"transpose_shared", 1024, 1 << 20, 1 << 20, false, tiles, [3]int{32, 8, 1}, none, "transpose"},
	{"transpose_padded", 1024, 1 << 20, 1 << 20, false, tiles, [3]int{32, 8, 1}, none, "transpose"},
	{"matmul_naive", 256, 1 << 16, 1 << 16, false, [3]int{16, 16, 1}, square, 8, ""},
	{"reduce1", 1 << 22, 1 << 22, 1 << 14, false, [3]int{1 << 14, 1, 1}, line, 15, "reduce_tree"},
	{"reduce2", 1 << 22, 1 << 22, 1 << 14, false, [3]int{1 << 14, 1, 1}, line, 15, "reduce_tree"},
	{"reduce3", 1 << 22, 1 << 22, 1 << 14, false, [3]int{1 << 14, 1, 1}, line, 15, "reduce_tree"},
	{"reduce4", 1 << 22, 1 << 22, 1 << 14, false, [3]int{1 << 13, 1, 1}, line, 15, "reduce_tree"},
	{"reduce5", 1 << 22, 1 << 22, 1 << 14, false, [3]int{1 << 13, 1, 1}, line, 15, "reduce_tree"},
	{"reduce6", 1 << 22, 1 << 22, 1 << 14, false, [3]int{256, 1, 1}, line, 15, "chunks"},
	{"scan_hillis", 1 << 20, 1 << 20, 1 << 20, false, [3]int{1 << 12, 1, 1}, line, 15, ""},
	{"scan_blelloch", 1 << 20, 1 << 20, 1 << 20, false, [3]int{1 << 12, 1, 1}, line, 15, ""},
	{"scan_warp", 1 << 20, 1 << 20, 1 << 20, false, [3]int{1 << 12, 1, 1}, line, 15, "scan_hillis"},
	{"stencil", 1 << 20, 1 << 20, 1 << 20, false, [3]int{1 << 12, 1, 1}, line, none, ""},
	{"blur", 1024, 1 << 20, 1 << 20, false, [3]int{64, 64, 1}, square, 8, ""},
	{"softmax", 1024, 1 << 20, 1 << 20, false, [3]int{1024, 1, 1}, line, none, ""},
	{"layer_norm", 1024, 1 << 20, 1 << 20, false, [3]int{1024, 1, 1}, line, none, ""},
	{"bitonic", 1 << 18, 1 << 18, 1 << 18, true, [3]int{512, 1, 1}, line, none, ""},
	{"life", 512, 1 << 18, 1 << 18, true, [3]int{32, 32, 1}, square, none, ""},
	{"mandelbrot", 256, 1, 1 << 16, false, [3]int{16, 16, 1}, square, none, ""},
	{"nbody", 2048, 2048, 2048, false, [3]int{8, 1, 1}, line, none, ""},
}

// none is the bound of rows that only tell.
const none = 0

var (
	tiles  = [3]int{32, 32, 1}
	square = [3]int{16, 16, 1}
	line   = [3]int{256, 1, 1}
)

func main() {
	runs := flag.Int("runs", 3, "times to run each")
	profile := flag.String("profile", "", "write a CPU profile of the interpreter to this file")
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fail(err)
		}
		defer pprof.StopCPUProfile()
	}
	cores := runtime.GOMAXPROCS(0)
	fmt.Printf("kernels on %d cores against gcc -O2 on one\n%-16s %10s %10s %10s %8s %8s %8s\n", cores, "kernel", "gcc ms", "ours ms", "cpu ms", "ratio", "at rest", "bound")
	for _, w := range table {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), w.name) {
			continue
		}
		ours, work, got, err := w.interpret(*runs)
		if err != nil {
			fail(fmt.Errorf("%s: %w", w.name, err))
		}
		native, want, err := w.native(*runs)
		if err != nil {
			fail(fmt.Errorf("%s: %w", w.name, err))
		}
		if math.Abs(got-want) > 1e-2*math.Abs(want) { // sums of floats depend on their order
			fail(fmt.Errorf("%s: the results differ: %v and %v", w.name, got, want))
		}
		fmt.Printf("%-16s %10.1f %10.1f %10.1f %8.1f %8.1f", w.name, native*1e3, ours*1e3, work*1e3, ours/native, work/float64(cores)/native)
		if w.bound != none {
			fmt.Printf(" %8.0f", w.bound)
		}
		fmt.Println()
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}

// element is what lies in the inputs at i.
func (w *workload) element(i int) uint32 {
	x := uint32(i) * 2654435761 >> 24
	if w.integers {
		return x
	}
	return math.Float32bits(float32(x) / 256)
}

func (w *workload) input() []byte {
	data := make([]byte, 4*w.in)
	for i := range w.in {
		binary.LittleEndian.PutUint32(data[4*i:], w.element(i))
	}
	return data
}

// interpret runs the kernel and returns the best time and the least processor time in
// seconds, and the sum of what the last run put out.
func (w *workload) interpret(runs int) (best, work, sum float64, err error) {
	source, err := programs.ReadFile("programs/" + w.name + ".cu")
	if err != nil {
		return 0, 0, 0, err
	}
	p, err := cudac.Compile(w.name+".cu", string(source), 1)
	if err != nil {
		return 0, 0, 0, err
	}
	a, b, out := simt.Buffer{Name: "a", Data: w.input()}, simt.Buffer{Name: "b", Data: w.input()}, simt.Buffer{Name: "out", Data: make([]byte, 4*w.out)}
	l := simt.Launch{Grid: w.grid, Block: w.block, Args: []simt.Arg{{Buffer: &a}, {Buffer: &b}, {Buffer: &out}, {Bits: uint64(w.n)}}}
	best, work = math.Inf(1), math.Inf(1)
	for range runs {
		clear(out.Data)
		start, before := time.Now(), processor()
		if _, err := p.Kernels[0].Launch(l); err != nil {
			return 0, 0, 0, err
		}
		best, work = min(best, time.Since(start).Seconds()), min(work, processor()-before)
	}
	for i := range w.out {
		x := binary.LittleEndian.Uint32(out.Data[4*i:])
		if w.integers {
			sum += float64(x) * float64(i+1)
		} else {
			sum += float64(math.Float32frombits(x))
		}
	}
	return best, work, sum, nil
}

// processor is the processor time of this program so far, in seconds.
func processor() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// harness times a kernel in C; its input is the same as element's.
const harness = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef %s T;
void kernel(const T *a, const T *b, T *out, int n);
static double now(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
static T *input(int n) {
  T *x = malloc(sizeof(T) * n);
  for (int i = 0; i < n; i++) { unsigned v = (unsigned)i * 2654435761u >> 24; x[i] = %s; }
  return x;
}
int main(void) {
  int in = %d, count = %d, n = %d, runs = %d;
  T *a = input(in), *b = input(in), *out = malloc(sizeof(T) * count);
  double best = 1e30, sum = 0;
  for (int r = 0; r < runs; r++) {
    memset(out, 0, sizeof(T) * count);
    double start = now();
    kernel(a, b, out, n);
    double t = now() - start;
    if (t < best) best = t;
  }
  for (int i = 0; i < count; i++) sum += (double)out[i] * (%s);
  printf("%%.9f %%.9g\n", best, sum);
}
`

// native is interpret for the kernel in C.
func (w *workload) native(runs int) (best, sum float64, err error) {
	dir, err := os.MkdirTemp("", "gputour-bench")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	kernel, err := programs.ReadFile("programs/" + cmp.Or(w.c, w.name) + ".c")
	if err != nil {
		return 0, 0, err
	}
	typ, value, weight := "float", "v / 256.0f", "1"
	if w.integers {
		typ, value, weight = "int", "v", "i + 1"
	}
	main := fmt.Sprintf(harness, typ, value, w.in, w.out, w.n, runs+2, weight)
	files := []string{filepath.Join(dir, "kernel.c"), filepath.Join(dir, "main.c")}
	for i, text := range []string{string(kernel), main} {
		if err := os.WriteFile(files[i], []byte(text), 0o600); err != nil {
			return 0, 0, err
		}
	}
	program := filepath.Join(dir, "kernel")
	if text, err := exec.Command("gcc", append([]string{"-O2", "-o", program}, append(files, "-lm")...)...).CombinedOutput(); err != nil {
		return 0, 0, fmt.Errorf("gcc: %w\n%s", err, text)
	}
	text, err := exec.Command(program).Output()
	if err != nil {
		return 0, 0, err
	}
	_, err = fmt.Sscan(strings.TrimSpace(string(text)), &best, &sum)
	return best, sum, err
}
