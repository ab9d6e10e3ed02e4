package cellkernel_test

import (
	"strings"
	"testing"

	"gputour/engine/wire"
)

// TestProgram runs whole programs in cells.
func TestProgram(t *testing.T) {
	n := open(t, "sim:1")
	r := n.run(`%%cuda --run 3 four
#include <cstdio>
__global__ void twice(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main(int argc, char **argv) {
  int h[4] = {1, 2, 3, 4}, *d;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d, 4);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %s %s: %d %d %d %d\n", argc, argv[1], argv[2], h[0], h[1], h[2], h[3]);
  return 0;
}`)
	if got := r.out.String(); got != "3 3 four: 2 4 6 8\n" {
		t.Errorf("printed %q", got)
	}
	if got := r.err.String(); !strings.Contains(got, "note: never freed: 'd', 16 bytes of cudaMalloc in line 9") {
		t.Errorf("said %q", got)
	}
	n.fails("%%cuda --run\nint main() { return 3; }", "gputour.cuda.ProgramError", "status 3")
	n.fails("%%cuda --run\nint main() { return x; }", "gputour.cuda.CompileError", "undeclared identifier 'x'")
	n.fails("%%cuda --run\nint main() { int *p = nullptr;\n return *p; }", "gputour.cuda.MemcheckError", "in host code, line 3")
	if r, o := n.try("%%cuda --run\nint main() { return 0; }"); o.State != wire.RunDone || len(r.bodies) > 0 && r.out.Len() > 0 {
		t.Errorf("a program shows %v", r.bodies)
	}
}

// TestProgramFiles runs programs of several files, which read and write the session's.
func TestProgramFiles(t *testing.T) {
	n := open(t, "sim:1")
	n.run(`open("scale.cuh", "w").write("#pragma once\n__device__ int scaled(int x);\n#define FACTOR 3\n")
open("scale.cu", "w").write('#include "scale.cuh"\n__device__ int scaled(int x) { return FACTOR * x; }\n')
open("in.txt", "w").write("4 5")`)
	n.run(`%%cuda --run --file scale.cu
#include <cstdio>
#include "scale.cuh"
__global__ void k(int *x) { x[threadIdx.x] = scaled(x[threadIdx.x]); }
int main() {
  int h[2], *d;
  FILE *f = fopen("in.txt", "r");
  fscanf(f, "%d %d", &h[0], &h[1]);
  fclose(f);
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  f = fopen("out.txt", "w");
  fprintf(f, "%d %d", h[0], h[1]);
  fclose(f);
}`)
	if r := n.run(`print(open("out.txt").read())`); r.out.String() != "12 15\n" {
		t.Errorf("the file holds %q", r.out.String())
	}
	n.fails("%%cuda --run --file none.cu\nint main() {}", "FileNotFoundError", "none.cu")
	n.run(`open("bad.h", "w").write("int f() {\n  return y;\n}\n")`)
	n.fails("%%cuda --run\n#include \"bad.h\"\nint main() { return f(); }", "gputour.cuda.CompileError", "bad.h:2:10")
}

// TestUnwritten runs a program that reads what it has not written.
func TestUnwritten(t *testing.T) {
	const program = `#include <cstdio>
__global__ void k(float *x) { x[threadIdx.x] = x[threadIdx.x] * 0 + 1; }
int main() {
  float h, *d;
  cudaMalloc(&d, 128);
  k<<<1, 32>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%g\n", h);
  cudaFree(d);
}`
	n := open(t, "sim:1")
	r := n.run("%%cuda --run\n" + program)
	if r.out.String() != "1\n" || strings.Count(r.err.String(), "read of uninitialised memory") != 1 {
		t.Errorf("printed %q, said %q", r.out.String(), r.err.String())
	}
	n.fails("%%cuda --run --strict\n"+program, "gputour.cuda.InitcheckError", "line 3")
}

// TestStructure passes tuples for structs.
func TestStructure(t *testing.T) {
	n := open(t, "sim:1")
	n.run(`%%cuda
struct View { float *data; int shape[2]; float scale; };
__global__ void fill(View v, float3 c) {
  int i = threadIdx.x;
  if (i < v.shape[0] * v.shape[1]) v.data[i] = v.scale * i + c.x + c.y + c.z;
}`)
	r := n.run(`import torch
x = torch.zeros(2, 3).cuda()
fill[1, 32]((x, [2, 3], 0.5), (1, 2, 3))
print(x.tolist())`)
	if got := r.out.String(); got != "[[6.0, 6.5, 7.0], [7.5, 8.0, 8.5]]\n" {
		t.Errorf("printed %q", got)
	}
	n.fails("fill[1, 32](x, (1, 2, 3))", "TypeError", "pass a tuple of the values of its 3 members")
	n.fails("fill[1, 32]((x, [2], 0.5), (1, 2, 3))", "TypeError", "with 2 members, 1 were given")
	n.fails("fill[1, 32]((x.int(), [2, 3], 0.5), (1, 2, 3))", "TypeError", "'v.data' is 'float *', which needs a tensor of torch.float32")
}

// TestHalf reaches half tensors.
func TestHalf(t *testing.T) {
	n := open(t, "sim:1")
	n.run(`%%cuda
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void square(__half *x, __nv_bfloat16 *y, int n) {
  int i = threadIdx.x;
  if (i < n) { x[i] = x[i] * x[i]; y[i] = __hadd(y[i], y[i]); }
}`)
	r := n.run(`import torch
x = torch.tensor([0.5, 1.5, 3.0]).half().cuda()
y = torch.tensor([0.5, 1.5, 3.0]).bfloat16().cuda()
square[1, 32](x, y, 3)
print(x.tolist(), y.tolist())`)
	if got := r.out.String(); got != "[0.25, 2.25, 9.0] [1.0, 3.0, 6.0]\n" {
		t.Errorf("printed %q", got)
	}
}
