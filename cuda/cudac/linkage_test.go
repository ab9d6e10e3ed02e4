package cudac

import (
	"bytes"
	"testing"
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
}`, More: []File{{"other.cu", `#include "shared.h"
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
	if _, err := p.Run(Host{Stdout: &out, Stderr: &out, Device: Device{Memory: 1 << 20, Multiprocessors: 1, Major: 7}}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "10 3 15 10411 42\n" {
		t.Errorf("printed %q", got)
	}
}
