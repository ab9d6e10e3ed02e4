package cudac

import (
	"bytes"
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/source"
)

// TestLinkage runs a program of several files that have names of their own.
func TestLinkage(t *testing.T) {
	p, err := Source{File: "main.cu", Text: `#include <cstdio>
#include "shared.h"
static int twice(int x) { return 2 * x; }
const int size = 3;
__constant__ int table[2];
__device__ int value(int x) { return x + 1; }
__global__ void k(int *p) { p[0] = value(4) + table[0]; }
int main() {
  int two[2] = {10, 20}, h, *d;
  cudaMemcpyToSymbol(table, two, sizeof two);
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d\n", twice(5), size, h, other(5), both(1));
  cudaFree(d);
}`, More: []source.File{{Name: "other.cu", Text: `#include "shared.h"
static int twice(int x);
const int size = 4;
__constant__ int table[2];
__device__ int value(int x) { return x * 100; }
__global__ void k2(int *p) { p[0] = value(4) + table[0]; }
int other(int x) {
  int h, seven[2] = {7, 7}, *d;
  cudaMemcpyToSymbol(table, seven, sizeof seven);
  cudaMalloc(&d, 4);
  k2<<<1, 1>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return twice(x) + size + h;
}
static int twice(int x) { return 2000 * x; }
`}}, Open: func(name string) (string, bool) {
		return "#ifndef S\n#define S\nint other(int x);\nstatic inline int both(int x) { return x + 41; }\n#endif\n", name == "shared.h"
	}}.Program()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := p.Run(host.Machine{Stdout: &out, Stderr: &out, Device: host.Device{Memory: 1 << 20, Multiprocessors: 1, Major: 7}}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "10 3 15 10411 42\n" {
		t.Errorf("printed %q", got)
	}
}

// TestRaceOfFiles: both accesses of a race are named by the file in which they stand.
func TestRaceOfFiles(t *testing.T) {
	p, err := Source{File: "main.cu", Text: `#include "kernel.h"
int main() {
  int *d;
  cudaMalloc(&d, 8);
  cudaMemset(d, 0, 8);
  k<<<1, 2>>>(d);
  return cudaDeviceSynchronize();
}`, Open: func(name string) (string, bool) {
		return "__global__ void k(int *p) {\n  int other = p[1 - threadIdx.x];\n  p[threadIdx.x] = other + 1;\n}\n", name == "kernel.h"
	}}.Program()
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(host.Machine{Device: host.Device{Memory: 1 << 20, Multiprocessors: 1, Major: 7}})
	if want := "reads in line 2 of kernel.h"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

// TestFiles runs programs of several files, each of which has macros, templates and constants of its own.
func TestFiles(t *testing.T) {
	main := "#include <cstdio>\n#include \"common.h\"\n"
	for name, c := range map[string]struct{ common, main, other, want string }{
		"macros": {"#ifndef C\n#define C\n#define N 4\nint other();\n#endif", "#define A 7\nint main() { printf(\"%d %d\\n\", A + N, other()); }",
			"int other() { int A = 1; A += N; return A; }", "11 5\n"},
		"pragma once": {"#pragma once\n#define N 4\nstruct Pair { int a, b; };\nint other(Pair p);", "int main() { Pair p = {1, 2}; printf(\"%d\\n\", other(p)); }",
			"int other(Pair p) { return p.a + p.b + N; }", "7\n"},
		"templates": {"int other();\n", "template <int N> static __device__ int search(int x) { return x * N; }\n__global__ void k(int *p) { *p = search<3>(5); }\n" +
			"int main() { int *d; cudaMallocManaged(&d, 4); k<<<1, 1>>>(d); cudaDeviceSynchronize(); printf(\"%d %d\\n\", *d, other()); }",
			"static int search(int x) { return x + 1; }\nint other() { return search(5); }", "15 6\n"},
		"extern C": {"extern \"C\" const unsigned most;\nextern \"C\" int counter;\nextern \"C\" void up();\n", "int main() { up(); up(); printf(\"%u %d\\n\", most, counter); }",
			"extern \"C\" const unsigned most = 1 << 20;\nextern \"C\" int counter = 40;\nextern \"C\" void up() { counter++; }", "1048576 42\n"},
		"a function of the device's name": {"int other();\n", "__global__ void k(unsigned *p) { *p = umin(*p, 3u); }\n" +
			"int main() { unsigned *d; cudaMallocManaged(&d, 4); *d = 9; k<<<1, 1>>>(d); cudaDeviceSynchronize(); printf(\"%u %d\\n\", *d, other()); }",
			"static inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }\nint other() { return umin(4, 5); }", "3 4\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Source{File: "main.cu", Text: main + c.main, More: []source.File{{Name: "other.cu", Text: "#include \"common.h\"\n" + c.other}},
				Open: func(name string) (string, bool) { return c.common, name == "common.h" }}.Program()
			if err != nil {
				t.Fatal(err)
			}
			if got := printed(t, p); got != c.want {
				t.Errorf("printed %q, want %q", got, c.want)
			}
		})
	}
}

func printed(t *testing.T, p *host.Program) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := p.Run(host.Machine{Stdout: &out, Stderr: &out, Device: host.Device{Memory: 1 << 20, Multiprocessors: 1, Major: 7}}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestBodiesOfAHeader: one of a program's files defines a macro, and has a header give its functions' bodies there.
func TestBodiesOfAHeader(t *testing.T) {
	const header = `
namespace lib {
struct Pair { int a, b; } const origin = {0, 0};
struct Sum { int v; Sum(Pair p) : v{p.a} { v += p.b; } };
enum { most = 7 };
typedef struct Node { struct Node *next; } Node;
template <class T> struct Box { T t; T get() const { return t; } };
template <class T> inline T larger(T a, T b) { return a > b ? a : b; }
inline int least() { return most - 6; }
int sum(Pair p);
int twice(int x);
#ifdef BODIES
static int calls = 1;
int sum(Pair p) { calls++; return p.a + p.b; }
int twice(int x) { return 2 * x * calls; }
#endif
}
#ifdef __cplusplus
extern "C" {
#endif
int plain(void);
#ifdef BODIES
int plain(void) { return 5; }
#endif
#ifdef __cplusplus
}
#endif
int other();
`
	for name, guard := range map[string][2]string{"once": {"#pragma once\n", ""}, "guard": {"#ifndef LIB\n#define LIB\n", "#endif\n"}, "none": {}} {
		t.Run(name, func(t *testing.T) {
			p, err := Source{File: "main.cu", Text: `#include <cstdio>
#include "lib.h"
int main() { int s = lib::sum({20, 1}); printf("%d %d %d %d %d\n", s, other(), lib::Sum({1, 2}).v, plain(), lib::larger(lib::Box<int>{3}.get(), lib::least())); }`,
				More: []source.File{{Name: "other.cu", Text: "#define BODIES\n#include \"lib.h\"\nint other() { return lib::twice(lib::larger(3, 2)); }"}},
				Open: func(name string) (string, bool) { return guard[0] + header + guard[1], name == "lib.h" }}.Program()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := printed(t, p), "21 12 3 5 3\n"; got != want {
				t.Errorf("printed %q, want %q", got, want)
			}
		})
	}
}
