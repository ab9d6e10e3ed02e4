#include <cstdio>
#include <string>
#include <vector>
#include <iostream>
#include <memory>
using std::cout; using std::endl; using std::vector;
struct Timer { cudaEvent_t a, b; Timer() { cudaEventCreate(&a); cudaEventCreate(&b); } ~Timer() { cudaEventDestroy(a); cudaEventDestroy(b); } void start() { cudaEventRecord(a); } float stop() { float ms; cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&ms, a, b); return ms; } };
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(size_t n) : n_(n) { cudaMalloc(&p_, n * sizeof(T)); }
  ~DeviceArray() { cudaFree(p_); }
  void upload(const vector<T> &v) { cudaMemcpy(p_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice); }
  vector<T> download() const { vector<T> v(n_); cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost); return v; }
  T *get() { return p_; }
  const T *get() const { return p_; }
private:
  T *p_ = nullptr; size_t n_;
};
template <typename T> __global__ void axpy(T a, const T *x, T *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i]; }
template <typename F> __global__ void apply(F f, float *x, int n) { int i = threadIdx.x; if (i < n) x[i] = f(x[i]); }
struct Square { __device__ float operator()(float v) const { return v * v; } };
struct Scale { float k; __device__ float operator()(float v) const { return v * k; } };
enum Op { ADD, MUL };
template <Op OP> __global__ void combine(float *x, const float *y, int n) { int i = threadIdx.x; if (i < n) { if constexpr (OP == ADD) x[i] += y[i]; else x[i] *= y[i]; } }
__global__ void kernel2d(int *out, int w, int h) { int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y; if (x < w && y < h) out[y * w + x] = x + 100 * y; }
__device__ int d_counter;
__constant__ int lut[8];
__global__ void useLut(int *o) { o[threadIdx.x] = lut[threadIdx.x & 7]; if (threadIdx.x == 0) { d_counter = 41; atomicAdd(&d_counter, 0); } }
static void check(cudaError_t e, int line) { if (e) { std::cerr << "CUDA error " << cudaGetErrorString(e) << " at " << line << endl; exit(1); } }
#define CUDA(x) check((x), __LINE__)
int main() {
  const int n = 1000; vector<float> x(n), y(n, 1.0f);
  for (int i = 0; i < n; ++i) x[i] = float(i);
  DeviceArray<float> dx(n), dy(n); dx.upload(x); dy.upload(y);
  Timer t; t.start();
  axpy<<<(n + 255) / 256, 256>>>(2.0f, dx.get(), dy.get(), n); CUDA(cudaGetLastError());
  float ms = t.stop(); cout << (ms > 0 ? "timed" : "zero") << endl;
  vector<float> r = dy.download(); cout << r[0] << " " << r[999] << endl;
  apply<<<1, 32>>>(Square(), dx.get(), 10); Scale s = {0.5f}; apply<<<1, 32>>>(s, dx.get(), 10); r = dx.download(); cout << r[4] << " " << r[9] << " " << r[20] << endl;
  combine<ADD><<<1, 32>>>(dx.get(), dy.get(), 5); combine<MUL><<<1, 32>>>(dx.get(), dy.get(), 5); r = dx.download(); cout << r[3] << endl;
  int *grid; CUDA(cudaMallocManaged(&grid, 6 * 4 * sizeof(int))); dim3 b(4, 4), g((6 + b.x - 1) / b.x, (4 + b.y - 1) / b.y); kernel2d<<<g, b>>>(grid, 6, 4); CUDA(cudaDeviceSynchronize()); cout << grid[23] << " " << g.x << "x" << g.y << endl;
  int h[8] = {9, 8, 7, 6, 5, 4, 3, 2}; CUDA(cudaMemcpyToSymbol(lut, h, sizeof(h))); useLut<<<1, 16>>>(grid); CUDA(cudaDeviceSynchronize()); cout << grid[9] << endl; int c; CUDA(cudaMemcpyFromSymbol(&c, d_counter, sizeof c)); cout << c << endl;
  size_t fr, tot; cudaMemGetInfo(&fr, &tot); cout << (fr < tot) << endl;
  cudaError_t e = cudaMalloc((void **)&h, (size_t)1 << 50); cout << cudaGetErrorName(e) << endl; e = cudaGetLastError(); cout << e << " " << cudaGetLastError() << endl;
  axpy<float><<<1, 5000>>>(1.0f, dx.get(), dy.get(), n); cout << cudaGetErrorString(cudaPeekAtLastError()) << endl; cudaGetLastError(); CUDA(cudaSetDevice(0)); int dev, cnt; cudaGetDevice(&dev); cudaGetDeviceCount(&cnt); cout << dev << cnt << endl; cudaFree(grid);
  CUDA(cudaSetDevice(3));
  return 0;
}
