package cudac

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/report"
)

// TestDeviceHeap runs kernels that do with the device's heap what they must not.
func TestDeviceHeap(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"past the end":    {"int *p = (int *)malloc(40); p[10] = 1;", "invalid write of 4 bytes: no block of the device's heap"},
		"before it":       {"int *p = new int[4]; int *q = new int[4]; q[-1] = 1; *o = *p;", "invalid write of 4 bytes: no block of the device's heap"},
		"after free":      {"int *p = (int *)malloc(4); *p = 1; free(p); *o = *p;", "invalid read of 4 bytes: no block of the device's heap"},
		"no room":         {"int *p = (int *)malloc(1 << 30); *p = 1;", "null or wild pointer"},
		"double free":     {"int *p = new int; delete p; delete p;", "double free: a block of the device's heap"},
		"wrong way":       {"int *p = new int; free(p);", "a block of new is given to free"},
		"stranger":        {"free(o);", "this pointer was not allocated by malloc"},
		"within":          {"int *p = (int *)malloc(40); free(p + 1);", "this pointer was not allocated by malloc"},
		"never written":   {"int *p = new int; *o = *p;", "byte 0 of 'the device's heap' was never written"},
		"race":            {"__shared__ int *p; if (threadIdx.x == 0) p = new int; __syncthreads(); *p = threadIdx.x;", "race in 'the device's heap'"},
		"negative length": {"int n = -1; int *p = new int[n]; *p = 1;", "null or wild pointer"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := runStrict(t, "__global__ void k(int *o) {\n"+c.body+"\n} int main() { int *d; cudaMalloc(&d, 4); k<<<1, 64>>>(d); return 0; }", true)
			var f *report.Fault
			if !errors.As(err, &f) || !strings.Contains(f.Message, c.want) || f.Pos.Line != 2 {
				t.Fatalf("got %v, want a fault with %q in line 2", err, c.want)
			}
		})
	}
}

// TestDeviceAssert looks at how programs end whose kernel's assertion fails: those that ask what
// happened go on, and those that do not end with it.
func TestDeviceAssert(t *testing.T) {
	const kernel = "#include <cassert>\n__global__ void k(int n) { assert(threadIdx.x < n); } int main() { k<<<2, 32>>>(30); "
	out, r, err := runProgram(t, kernel+`
		cudaError_t e = cudaDeviceSynchronize();
		int *d;
		printf("%d %s %d\n", e == cudaErrorAssert, cudaGetErrorString(e), cudaMalloc(&d, 4));
		cudaDeviceReset();
		printf("%d\n", cudaMalloc(&d, 4));
		return 3; }`)
	want := "cell:2: void k(int): block: [0,0,0], thread: [30,0,0] Assertion `threadIdx.x < n` failed.\n" +
		"cell:2: void k(int): block: [0,0,0], thread: [31,0,0] Assertion `threadIdx.x < n` failed.\n1 device-side assert triggered 710\n0\n"
	if err != nil || out != want || r.Exit != 3 {
		t.Errorf("printed %q, ended with %v, %v; want %q", out, r, err, want)
	}
	for name, rest := range map[string]string{"nobody asks": "cudaDeviceSynchronize(); return 0; }", "exit": "exit(0); }"} {
		_, _, err = runProgram(t, kernel+rest)
		if f := (*report.Fault)(nil); !errors.As(err, &f) || f.Kind != "assert" || f.Pos.Line != 2 {
			t.Errorf("%s: ended with %v, want the assertion", name, err)
		}
	}
	if _, r, err = runProgram(t, kernel+"if (cudaGetLastError()) return 1; return 0; }"); err != nil || r.Exit != 1 {
		t.Errorf("who asks for the last error ended with %v, %v", r, err)
	}
}

// TestLibrariesAfterAssert asks libraries for what they cannot copy any more: they say so.
func TestLibrariesAfterAssert(t *testing.T) {
	out, _, err := runProgram(t, `#include <cassert>
#include <cublasXt.h>
#include <cusparse.h>
__global__ void k() { assert(false); }
int main() {
	float *d, h[4] = {1, 2, 3, 4}, one = 1, *all[3]; int *p; cudaMalloc(&d, 16); cudaMalloc(&p, 16); cudaMemset(p, 0, 16);
	cublasHandle_t blas; cublasXtHandle_t xt; cusparseHandle_t sparse; cublasCreate(&blas); cublasXtCreate(&xt); cusparseCreate(&sparse);
	cusparseDnMatDescr_t dense; cusparseSpMatDescr_t a; cusparseDnVecDescr_t y; cusparseSpVecDescr_t x; cusparseSpSVDescr_t s; cusparseSpSV_createDescr(&s);
	cusparseCreateDnMat(&dense, 2, 2, 2, d, CUDA_R_32F, CUSPARSE_ORDER_COL); cusparseCreateDnVec(&y, 2, d, CUDA_R_32F);
	cusparseCreateCsr(&a, 2, 2, 2, p, p, d, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F);
	cusparseCreateSpVec(&x, 2, 2, p, d, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F);
	k<<<1, 1>>>();
	printf("%d", cublasSetVector(4, 4, h, 1, d, 1)); printf(" %d", cublasGetVector(2, 4, d, 2, h, 1));
	printf(" %d", cublasSetMatrix(2, 2, 4, h, 2, d, 2)); printf(" %d", cublasGetMatrix(2, 2, 4, d, 2, h, 2));
	printf(" %d", cublasSgemmBatched(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, all, 2, all, 2, &one, all, 2, 1));
	printf(" %d", cublasXtSgemm(xt, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, h, 2, h, 2, &one, h, 2));
	printf(" %d", cudaMemcpy2D(d, 8, h, 8, 8, 2, cudaMemcpyDefault));
	printf("\n%d", cusparseDenseToSparse_analysis(sparse, dense, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
	printf(" %d", cusparseDenseToSparse_convert(sparse, dense, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
	printf(" %d", cusparseSpSV_solve(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, y, y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, s));
	printf(" %d", cusparseSpVV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, x, y, &one, CUDA_R_32F, nullptr));
	printf(" %d", cusparseXcsr2coo(sparse, p, 2, 2, p, CUSPARSE_INDEX_BASE_ONE)); printf(" %d", cusparseXcoo2csr(sparse, p, 2, 2, p, CUSPARSE_INDEX_BASE_ONE));
	printf(" %d", cusparseCsr2cscEx2(sparse, 2, 2, 2, d, p, p, d, p, p, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, nullptr));
	printf(" %d", cusparseXcoosortByRow(sparse, 2, 2, 2, p, p, p, nullptr)); printf(" %d\n", cusparseCreateIdentityPermutation(sparse, 2, p));
	cudaGetLastError();
	return 0;
}`)
	want := "11 11 11 11 11 13 710\n6 6 6 6 6 6 6 6 6\n"
	if _, said, _ := strings.Cut(out, "failed.\n"); err != nil || said != want {
		t.Errorf("printed %q, %v; want %q", out, err, want)
	}
}

// TestDevices runs a program on two devices, each of which has memory and variables of its own.
func TestDevices(t *testing.T) {
	const kernels = "__device__ int counter = 5; __global__ void add(int *p, int n) { p[threadIdx.x] += n; atomicAdd(&counter, n); }\nint main() { int *a, *b, h[4], n;\n" +
		"cudaGetDeviceCount(&n); cudaMalloc(&a, 16); cudaMemset(a, 0, 16); cudaSetDevice(1); cudaMalloc(&b, 16); cudaMemset(b, 0, 16);\n"
	run := func(body string) (string, error) {
		p, err := CompileProgram("cell", kernels+body+"\nreturn 0; }", 1)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		_, err = p.Run(host.Machine{Strict: true, Stdout: &out, Stderr: &out, Devices: 2, Device: host.Device{Name: "GPU", Memory: 1 << 20, Multiprocessors: 8, Major: 7, ThreadsPerSM: 2048}})
		return out.String(), err
	}
	out, err := run(`int counted[2]; size_t left[2], all; cudaStream_t s;
	add<<<1, 4>>>(b, 3);
	cudaMemcpyFromSymbol(&counted[1], counter, 4); cudaMemGetInfo(&left[1], &all);
	int *more; cudaMalloc(&more, 1000); cudaStreamCreate(&s);
	cudaSetDevice(0);
	add<<<1, 2>>>(a, 1);
	cudaMemcpyFromSymbol(&counted[0], counter, 4); cudaMemGetInfo(&left[0], &all);
	printf("%d %d %d %d %d\n", n, counted[0], counted[1], (int)(all - left[0]), (int)(all - left[1]));
	cudaMemcpyPeer(a, 0, b, 1, 16); cudaMemcpy(h, a, 16, cudaMemcpyDefault);
	cudaPointerAttributes of; cudaPointerGetAttributes(&of, b); int current; cudaGetDevice(&current);
	printf("%d %d %d\n", h[3], of.device, current);
	int can; cudaDeviceCanAccessPeer(&can, 0, 1);
	printf("%d %s %s", can, cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)), cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)));
	add<<<1, 4>>>(b, 10); cudaMemcpy(h, b, 16, cudaMemcpyDefault);
	printf(" %d\n", h[0]); cudaGetLastError();
	add<<<1, 4, 0, s>>>(a, 1); printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("%s %s\n", cudaGetErrorName(cudaSetDevice(2)), cudaGetErrorName(cudaDeviceEnablePeerAccess(0, 0)));`)
	want := "2 7 17 16 16\n3 1 0\n1 cudaSuccess cudaErrorPeerAccessAlreadyEnabled 13\ncudaErrorInvalidResourceHandle\ncudaErrorInvalidDevice cudaErrorInvalidDevice\n"
	if err != nil || out != want {
		t.Errorf("printed %q, %v; want %q", out, err, want)
	}
	_, err = run("cudaSetDevice(0);\nadd<<<1, 4>>>(b, 3);")
	if f := (*report.Fault)(nil); !errors.As(err, &f) || !strings.Contains(f.Message, "memory of device 1, and the kernel runs on device 0: cudaDeviceEnablePeerAccess") {
		t.Errorf("a kernel that reaches another device's memory ended with %v", err)
	}
	out, err = run(`cudaMemPool_t pool; int *q; cudaMemAccessDesc d = {};
	cudaDeviceGetDefaultMemPool(&pool, 1); cudaMallocAsync(&q, 16, 0); cudaMemset(q, 0, 16);
	d.location.type = cudaMemLocationTypeDevice; d.location.id = 0; d.flags = cudaMemAccessFlagsProtReadWrite;
	printf("%s ", cudaGetErrorName(cudaMemPoolSetAccess(pool, &d, 1)));
	cudaSetDevice(0); add<<<1, 4>>>(q, 3); cudaMemcpy(h, q, 16, cudaMemcpyDefault);
	printf("%d %s\n", h[3], cudaGetErrorName(cudaGetLastError()));`)
	if want := "cudaSuccess 3 cudaSuccess\n"; err != nil || out != want {
		t.Errorf("a pool that another device may reach: %q, %v; want %q", out, err, want)
	}
	out, err = run(`cudaMemPool_t pool; cudaMemAccessDesc d[2] = {}; cudaMemAccessFlags f; int current;
	cudaDeviceGetDefaultMemPool(&pool, 0);
	for (int i = 0; i < 2; i++) { d[i].location.type = cudaMemLocationTypeDevice; d[i].location.id = i ? 7 : 1; d[i].flags = cudaMemAccessFlagsProtReadWrite; }
	cudaSetDevice(0);
	cudaError_t e = cudaMemPoolSetAccess(pool, d, 2); cudaGetDevice(&current); cudaMemPoolGetAccess(&f, pool, &d[0].location);
	printf("%s %d %d", cudaGetErrorName(e), current, f);
	cudaMemPoolSetAccess(pool, d, 1); cudaMemPoolGetAccess(&f, pool, &d[0].location); printf(" %d", f);
	d[0].flags = cudaMemAccessFlagsProtNone;
	cudaMemPoolSetAccess(pool, d, 1); cudaMemPoolGetAccess(&f, pool, &d[0].location); printf(" %d", f);
	d[0].location.id = 0; cudaMemPoolGetAccess(&f, pool, &d[0].location); cudaGetDevice(&current);
	printf(" %d %d %s\n", f, current, cudaGetErrorName(cudaMemPoolGetAccess(&f, pool, &d[1].location)));`)
	if want := "cudaErrorInvalidValue 0 0 3 0 3 0 cudaErrorInvalidValue\n"; err != nil || out != want {
		t.Errorf("who may reach a pool: %q, %v; want %q", out, err, want)
	}
}
