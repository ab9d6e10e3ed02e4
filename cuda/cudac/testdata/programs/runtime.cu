#include <stdio.h>
#include <cuda_runtime.h>
#define N 1000
#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) { printf("error %s at %s:%d\n", cudaGetErrorString(e), __FILE__, __LINE__); exit(1); } } while (0)
__constant__ float coef[4];
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i] * coef[1];
}
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(int argc, char **argv) {
  printf("argc %d %s\n", argc, argv[0]);
  size_t bytes = N * sizeof(float);
  float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes), *c = (float *)malloc(bytes);
  for (int i = 0; i < N; i++) { a[i] = i; b[i] = 2 * i; }
  float *d_a, *d_b, *d_c;
  CHECK(cudaMalloc(&d_a, bytes)); CHECK(cudaMalloc((void **)&d_b, bytes)); CHECK(cudaMalloc(&d_c, bytes));
  float h[4] = {1, 0.5f, 2, 3};
  CHECK(cudaMemcpyToSymbol(coef, h, sizeof(h)));
  CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
  cudaEvent_t start, stop;
  cudaEventCreate(&start); cudaEventCreate(&stop);
  cudaEventRecord(start);
  dim3 block(256);
  dim3 grid((N + block.x - 1) / block.x);
  add<<<grid, block>>>(d_a, d_b, d_c, N);
  cudaEventRecord(stop);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  float ms = 0;
  cudaEventElapsedTime(&ms, start, stop);
  CHECK(cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 5; i++) printf("%g ", c[i]);
  printf("\n%f ms %d\n", ms, ms > 0);
  cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
  free(a); free(b); free(c);
  printf("fib %d\n", fib(15));
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  printf("%s sm_%d%d %zu\n", prop.name, prop.major, prop.minor, prop.totalGlobalMem);
  add<<<1, 2048>>>(d_a, d_b, d_c, N);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 3;
}
