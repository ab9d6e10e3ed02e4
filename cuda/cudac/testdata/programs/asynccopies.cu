// cuda/barrier, cuda/pipeline, memcpy_async and cuda/atomic; a kernel whose parameter is a reference.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

#include <cstdio>

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void withBarrier(const int *in, int *out) {
    __shared__ int tile[64];
    __shared__ block_barrier bar;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, in + blockIdx.x * 64, cuda::aligned_size_t<4>(sizeof(int) * 64), bar);
    block_barrier::arrival_token token = bar.arrive();
    bar.wait(std::move(token));
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
    bar.arrive_and_wait();
}

__global__ void withGroup(const int *in, int *out) {
    extern __shared__ int tile[];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in + blockIdx.x * 64, sizeof(int) * 64);
    cg::wait(block);
    out[blockIdx.x * 64 + threadIdx.x] += tile[(threadIdx.x + 1) % 64];
}

// Two stages in turn: one is copied while the other is used.
__global__ void withPipeline(const int *in, int *sums, int n) {
    constexpr int stages = 2;
    __shared__ int tile[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int i = 0, fetched = 0; i < n; i++) {
        for (; fetched < n && fetched < i + stages; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetched % stages], in + fetched * 64, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[i % stages][63 - threadIdx.x];
        pipe.consumer_release();
    }
    sums[threadIdx.x] = sum;
}

__global__ void ofThreads(const float4 *in, float *out) {
    __shared__ float4 mine[32];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&mine[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<alignof(float4)>(sizeof(float4)), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    out[threadIdx.x] = mine[threadIdx.x].x + mine[threadIdx.x].w;
    pipe.consumer_release();
}

struct Tally {
    int hits;
    int most;
};
__global__ void count(Tally &t, cuda::atomic<int, cuda::thread_scope_device> *all) {
    cuda::atomic_ref<int, cuda::thread_scope_device> hits(t.hits), most(t.most);
    hits.fetch_add(2, cuda::memory_order_relaxed);
    most.fetch_max((int)threadIdx.x);
    all->fetch_add(1);
}

int main() {
    const int n = 256;
    int *in, *out, *sums;
    float *f;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&sums, 64 * sizeof(int));
    cudaMallocManaged(&f, 32 * sizeof(float));
    for (int i = 0; i < n; i++) in[i] = i * i;
    withBarrier<<<4, 64>>>(in, out);
    withGroup<<<4, 64, 64 * sizeof(int)>>>(in, out);
    withPipeline<<<1, 64>>>(in, sums, 4);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int b = i / 64 * 64, t = i % 64;
        wrong += out[i] != in[b + 63 - t] + in[b + (t + 1) % 64];
    }
    for (int t = 0; t < 64; t++) wrong += sums[t] != in[63 - t] + in[127 - t] + in[191 - t] + in[255 - t];
    float4 *quads;
    cudaMallocManaged(&quads, 32 * sizeof(float4));
    for (int i = 0; i < 32; i++) quads[i] = make_float4(i, 0, 0, 0.5f);
    ofThreads<<<1, 32>>>(quads, f);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) wrong += f[i] != i + 0.5f;
    Tally *t;
    cuda::atomic<int, cuda::thread_scope_device> *all;
    cudaMallocManaged(&t, sizeof(*t));
    cudaMallocManaged(&all, sizeof(*all));
    t->hits = t->most = 0;
    all->store(0);
    count<<<2, 48>>>(*t, all);
    cudaDeviceSynchronize();
    printf("%d wrong, %d hits, most %d, %d in all\n", wrong, t->hits, t->most, all->load());
    return 0;
}
