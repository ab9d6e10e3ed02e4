#include <cstdio>
#define TILE 16
#define IDX(r, c, w) ((r) * (w) + (c))
template <typename T> __device__ T warpSum(T v) { 
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o); return v; }
__device__ __forceinline__ float clampf(float x, float lo = 0.0f, float hi = 1.0f) { return fminf(fmaxf(x, lo), hi); }
__device__ int pick(int a) { return a + 1; }
__device__ float pick(float a) { return a * 2; }
__device__ double pick(double a) { return a * 3; }
struct Particle { float3 pos, vel; float mass; int tags[2]; __device__ void step(float dt) { pos.x += vel.x * dt; pos.y += vel.y * dt; } };
struct Complex { float re, im; __host__ __device__ Complex(float r, float i) : re(r), im(i) {} __host__ __device__ float norm2() const { return re * re + im * im; }
 __host__ __device__ friend Complex operator*(const Complex &a, const Complex &b) { return Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
 __host__ __device__ Complex operator+(const Complex &o) const { return Complex(re + o.re, im + o.im); } };
__global__ void __launch_bounds__(256) matmul(const float *__restrict__ A, const float *__restrict__ B, float *C, int N) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE + 1];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float acc = 0.0f;
  for (int t = 0; t < (N + TILE - 1) / TILE; ++t) {
    As[ty][tx] = (row < N && t * TILE + tx < N) ? A[IDX(row, t * TILE + tx, N)] : 0.0f;
    Bs[ty][tx] = (t * TILE + ty < N && col < N) ? B[IDX(t * TILE + ty, col, N)] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < N && col < N) C[IDX(row, col, N)] = acc;
}
__global__ void mandel(int *out, int w, int h, int iters) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  Complex c(-2.0f + 3.0f * x / w, -1.0f + 2.0f * y / h), z(0, 0);
  int n = 0;
  while (z.norm2() < 4.0f && n < iters) { z = z * z + c; n++; }
  out[y * w + x] = n;
}
__global__ void misc(float *f, int *o, Particle *p) {
  extern __shared__ char raw[];
  float *sf = (float *)raw; int *si = (int *)&sf[32];
  int t = threadIdx.x;
  sf[t] = t * 0.5f; si[t] = t;
  __syncthreads();
  f[t] = sf[31 - t] + si[t];
  switch (t % 4) { case 0: o[t] = pick(t); break; case 1: o[t] = (int)pick(1.5f); break; case 2: { o[t] = (int)pick(2.0); break; } default: o[t] = -1; }
  if (t < 2) { p[t].step(2.0f); p[t].tags[t] = t + 10; Particle q = p[t]; q.pos.z = 9; p[t].mass = q.pos.z + p[t].vel.x; float3 best = t ? p[t].pos : p[0].vel; f[32 + t] = best.x; }
  int hist[4] = {0}; for (int i = 0; i <= t; i++) hist[i & 3]++; o[32 + t] = hist[t & 3];
  float sum = warpSum((float)t); if (t == 0) f[40] = sum; int is = warpSum(t); if (t == 0) o[70] = is;
  f[50] = clampf(3.0f); if (t == 0) f[51] = clampf(-3.0f, -1.0f);
  unsigned m = 0xF0u; m |= 1u << t; m = __popc(m); if (t == 3) o[71] = m;
  do { t -= 7; } while (t > 0); if (threadIdx.x == 20) o[72] = t;
}
__global__ void bitonic(int *v, int j, int k) { unsigned i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j; if (ixj > i) { bool up = (i & k) == 0; if ((v[i] > v[ixj]) == up) { int t = v[i]; v[i] = v[ixj]; v[ixj] = t; } } }
__global__ void life(const unsigned char *a, unsigned char *b, int n) { int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; if (x >= n || y >= n) return; int c = 0; for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dx || dy) c += a[((y + dy + n) % n) * n + (x + dx + n) % n]; b[y * n + x] = c == 3 || (c == 2 && a[y * n + x]); }
__global__ void hello() { printf("block %d thread %d\n", blockIdx.x, threadIdx.x); }
int main() {
  const int N = 20; float *A, *B, *C; size_t bytes = N * N * sizeof(float);
  cudaMallocManaged(&A, bytes); cudaMallocManaged(&B, bytes); cudaMallocManaged(&C, bytes);
  for (int i = 0; i < N * N; i++) { A[i] = i % 7; B[i] = i % 5; }
  dim3 block(TILE, TILE), grid((N + TILE - 1) / TILE, (N + TILE - 1) / TILE);
  matmul<<<grid, block>>>(A, B, C, N); cudaDeviceSynchronize();
  float worst = 0; for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { float s = 0; for (int k = 0; k < N; k++) s += A[i * N + k] * B[k * N + j]; worst = fmaxf(worst, fabsf(s - C[i * N + j])); } printf("matmul error %g\n", worst);
  int *o; cudaMallocManaged(&o, 4096); mandel<<<dim3(2, 2), dim3(8, 8)>>>(o, 16, 16, 50); cudaDeviceSynchronize(); for (int y = 0; y < 16; y += 5) { for (int x = 0; x < 16; x++) printf("%d ", o[y * 16 + x]); printf("\n"); }
  float *f; cudaMallocManaged(&f, 4096); Particle *p; cudaMallocManaged(&p, 2 * sizeof(Particle)); p[0] = {{1, 2, 3}, {4, 5, 6}, 7, {8, 9}}; p[1] = p[0];
  misc<<<1, 32, 32 * 8>>>(f, o, p); cudaDeviceSynchronize();
  printf("%g %g %d %d %d %d %d %g %g %g %d\n", f[0], f[31], o[0], o[1], o[2], o[3], o[32 + 9], f[32], f[33], f[40], o[70]); printf("%g %g %d %d %g %d %g\n", f[50], f[51], o[71], o[72], p[1].mass, p[1].tags[1], p[0].pos.x);
  int *v; cudaMallocManaged(&v, 64 * 4); for (int i = 0; i < 64; i++) v[i] = (i * 37) % 64; for (int k = 2; k <= 64; k *= 2) for (int j = k / 2; j > 0; j /= 2) bitonic<<<2, 32>>>(v, j, k); cudaDeviceSynchronize(); bool ok = true; for (int i = 0; i < 64; i++) ok &= v[i] == i; printf("sorted %d\n", ok);
  unsigned char *la, *lb; cudaMallocManaged(&la, 64); cudaMallocManaged(&lb, 64); memset(la, 0, 64); la[9] = la[10] = la[11] = 1; life<<<dim3(1, 1), dim3(8, 8)>>>(la, lb, 8); cudaDeviceSynchronize(); for (int i = 0; i < 64; i++) if (lb[i]) printf("%d ", i); printf("\n");
  hello<<<2, 2>>>(); cudaDeviceSynchronize();
  return 0;
}
