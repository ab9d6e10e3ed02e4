// What kernels of newer courses use: function pointers, lambdas, templates by operation,
// random numbers of cuRAND, variables of a file in shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <curand_kernel.h>
#include <vector>
namespace cg = cooperative_groups;

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            printf("%s failed: %s\n", #call, cudaGetErrorString(status));               \
            goto end;                                                                   \
        }                                                                               \
    } while (0)

__device__ float plus(float a, float b) { return a + b; }
__device__ float times(float a, float b) { return a * b; }
typedef float (*operation)(float, float);
__device__ operation operations[2] = {plus, times};
__global__ void combine(const float *a, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = operations[i % 2](a[i], 10);
}

enum class Fold { Sum, Most };
template <class T, Fold F> struct Folding;
template <class T> struct Folding<T, Fold::Sum> { static __device__ T of(T a, T b) { return a + b; } static constexpr T start = 0; };
template <class T> struct Folding<T, Fold::Most> { static __device__ T of(T a, T b) { return a > b ? a : b; } static constexpr T start = -1000; };
__shared__ int partial[32];
template <class T, Fold F> __global__ void fold(const T *x, T *out, int n) {
    auto each = [=](auto visit) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) visit(x[i]);
    };
    T v = Folding<T, F>::start;
    each([&](T w) { v = Folding<T, F>::of(v, w); });
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    v = cg::reduce(warp, v, [](T a, T b) { return Folding<T, F>::of(a, b); });
    if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < warp.meta_group_size(); i++) v = Folding<T, F>::of(v, partial[i]);
        *out = v;
    }
}

template <class State> __global__ void draw(unsigned *out) {
    State s;
    curand_init(2024, threadIdx.x, 2, &s);
    out[threadIdx.x] = curand(&s);
    float u = curand_uniform(&s);
    if (u <= 0 || u > 1) out[threadIdx.x] = 0;
}

template <class T> constexpr T scale = T(2.5);
__global__ void positions(int *out, int n) {
    int i = threadIdx.x, v;
    if (i >= n) goto done;
    v = i * (int)(scale<float> * 2);
    if (v % 2) {
        out[i] = -v;
        goto done;
    }
    out[i] = v;
done:
    out[n + i] = i;
}

__global__ void regs(int *p) { *p = 1; }

int main() {
    const int n = 100;
    std::vector<float> a(n);
    for (int i = 0; i < n; i++) a[i] = i;
    float *da = nullptr, *dout = nullptr;
    int *x = nullptr, *most = nullptr, h[64], result, blocks, threads;
    unsigned *du = nullptr, u[4];
    CHECK(cudaMalloc(&da, n * sizeof(float)));
    CHECK(cudaMalloc(&dout, n * sizeof(float)));
    CHECK(cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    combine<<<2, 64>>>(da, dout, n);
    CHECK(cudaMemcpy(a.data(), dout, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g %g %g\n", a[2], a[3], a[99]);
    for (int i = 0; i < 64; i++) h[i] = (i * 37) % 101;
    CHECK(cudaMalloc(&x, sizeof h));
    CHECK(cudaMalloc(&most, sizeof(int)));
    CHECK(cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice));
    fold<int, Fold::Sum><<<1, 64>>>(x, most, 64);
    CHECK(cudaMemcpy(&result, most, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d ", result);
    fold<int, Fold::Most><<<1, 64>>>(x, most, 64);
    CHECK(cudaMemcpy(&result, most, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", result);
    positions<<<1, 32>>>(x, 6);
    CHECK(cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost));
    printf("%d %d %d %d\n", h[3], h[4], h[6], h[6 + 31]);
    CHECK(cudaMalloc(&du, sizeof u));
    draw<curandState><<<1, 4>>>(du);
    CHECK(cudaMemcpy(u, du, sizeof u, cudaMemcpyDeviceToHost));
    printf("%d\n", u[0] != u[1] && u[1] != u[2] && u[0] != 0);
    draw<curandStatePhilox4_32_10_t><<<1, 4>>>(du);
    CHECK(cudaMemcpy(u, du, sizeof u, cudaMemcpyDeviceToHost));
    printf("%d\n", u[0] != u[1] && u[1] != u[2] && u[0] != 0);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, regs, 0, 0));
    printf("%d %d\n", blocks > 0, threads % 32);
    CHECK(cudaMalloc(&da, (size_t)1 << 60));
    printf("never here\n");
end:
    cudaFree(dout);
    cudaFree(x);
    cudaFree(most);
    cudaFree(du);
    return 0;
}
