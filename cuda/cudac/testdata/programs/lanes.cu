// What lanes do together where some stand aside, in groups of every width, in a last warp that is not full, and in both halves of a
// branch; and atomics of every type, whose sums do not depend on the order.
#include <cstdio>

__device__ unsigned long long mixed(unsigned long long h, unsigned long long v) { return (h ^ v) * 1099511628211ull; }

__global__ void together(unsigned long long *out) {
    int t = threadIdx.x, n = 0, p = 0;
    unsigned all = t < 32 ? 0xffffffffu : 0xffu; // forty threads: the second warp has eight
    unsigned long long h = 7;
    float f = t * 0.5f - 3;
    double d = t / 8.0;
    long long q = (long long)(t - 16) << 33;
    auto put = [&](unsigned long long v) { h = mixed(h, v + n++); };
    put(__ballot_sync(all, t % 3 == 1));
    put(__any_sync(all, t == 35) * 4 + __any_sync(all, t > 1000) * 2 + __all_sync(all, t < 40));
    put(__all_sync(all, t & 1));
    put(__match_any_sync(all, t / 3));
    put(__match_any_sync(all, t % 5 ? f : 1.5f));
    put(__match_all_sync(all, t / 32, &p) * 2 + p);
    put((unsigned long long)__match_all_sync(all, t / 31, &p) * 2 + p);
    put(__reduce_add_sync(all, t - 20));
    put(__reduce_add_sync(all, (unsigned)t * 200000000u));
    put(__reduce_min_sync(all, 5 - t) * 1000 + __reduce_max_sync(all, 5 - t));
    put(__reduce_min_sync(all, (unsigned)(5 - t)));
    put(__reduce_max_sync(all, (unsigned)(5 - t)));
    put(__reduce_and_sync(all, (unsigned)t | 0xf0u));
    put(__reduce_or_sync(all, 1u << (t % 29)));
    put(__reduce_xor_sync(all, (unsigned)t * 0x9e3779b9u));
    if (t < 32) {
        for (int width = 2; width <= 32; width *= 2) {
            for (int by = 0; by < 9; by += 1 + by / 2) {
                put(__shfl_sync(~0u, t * 3, by + t / 7, width));
                put(__shfl_up_sync(~0u, (unsigned)t * 5, by, width));
                put(__shfl_down_sync(~0u, q, by, width) + 1);
                if (by < width) put(__shfl_xor_sync(~0u, t, by, width));
            }
            put(__shfl_down_sync(~0u, d, 1, width) * 1000);
            put(__shfl_up_sync(~0u, f, 1, width) * 10 + 100);
        }
        put(__shfl_sync(~0u, t * 7, -1));
        put(__shfl_sync(~0u, t * 7, 77, 16));
        put(__shfl_up_sync(~0u, t * 7, 31));
        put(__shfl_down_sync(~0u, t * 7, 31));
    }
    unsigned mine = __ballot_sync(all, t % 4 == 1 || t % 4 == 2);
    if (mine >> t % 32 & 1) {
        put(__ballot_sync(mine, t & 1));
        put(__reduce_add_sync(mine, t));
        put(__shfl_sync(mine, t * 11, 1));
        put(__match_any_sync(mine, t % 8));
        put(__any_sync(mine, t == 5) * 2 + __all_sync(mine, t % 4));
    } else {
        unsigned rest = all & ~mine;
        put(__ballot_sync(rest, t & 1));
        put(__reduce_max_sync(rest, t));
        put(__shfl_down_sync(rest, t * 13, 1) * (t % 4 == 3));
        put(__match_any_sync(rest, t % 8));
    }
    __syncwarp(all);
    put(__syncthreads_count(t % 3 == 0));
    put(__syncthreads_and(t < 39) * 2 + __syncthreads_and(t < 40));
    put(__syncthreads_or(t == 39) * 2 + __syncthreads_or(t == 40));
    put(__syncthreads_count(t > 30));
    put(__syncthreads_count(0));
    out[t] = h;
}

template <class T> struct Cells { T add, sub, most, least, got, swapped, bitwise[3]; unsigned up, down; T seen; };
template <class T> __global__ void counted(Cells<T> *c, T start) {
    __shared__ T sum, low;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) sum = 0, low = start;
    __syncthreads();
    if (t % 3) atomicAdd(&sum, (T)t);
    atomicMin(&low, (T)(start - (T)(t * 2)));
    __syncthreads();
    if (t == 0) {
        atomicAdd(&c->add, sum);
        atomicMin(&c->least, low);
    }
    T before = atomicAdd(&c->seen, (T)1);
    atomicMax(&c->most, before);
    atomicSub(&c->sub, (T)(i % 5));
    atomicMax(&c->got, (T)(start + (T)i));
    if (i & 1) {
        atomicAnd(&c->bitwise[0], (T)~((T)1 << i % 20));
        atomicOr(&c->bitwise[1], (T)1 << (i % 20));
    }
    atomicXor(&c->bitwise[2], (T)i * (T)977);
    for (T old = c->swapped, want; (want = old, old = atomicCAS(&c->swapped, want, (T)(want + 2))) != want;) {}
    atomicInc(&c->up, 6);
    atomicDec(&c->down, 9);
}
template <class T> __global__ void floating(T *out) {
    __shared__ T sum;
    if (threadIdx.x == 0) sum = 0.5f;
    __syncthreads();
    atomicAdd(&sum, (T)threadIdx.x * (T)0.25f);
    __syncthreads();
    if (threadIdx.x % 32 == 5) atomicAdd(out, sum);
    if (threadIdx.x == 40) atomicExch(out + 1, (T)blockIdx.x + (T)0.5f);
}
template <class T> void check(const char *name, T start) {
    Cells<T> *c;
    cudaMallocManaged(&c, sizeof(*c));
    *c = {0, start, 0, start, 0, start, {(T)~(T)0, 0, 0}, 0, 0, 0};
    counted<<<3, 50>>>(c, start);
    cudaDeviceSynchronize();
    printf("%s: %lld %lld %lld %lld %lld %lld %llx %llx %llx %u %u\n", name, (long long)c->add, (long long)c->sub, (long long)c->most, (long long)c->least, (long long)c->got, (long long)c->swapped,
           (unsigned long long)c->bitwise[0], (unsigned long long)c->bitwise[1], (unsigned long long)c->bitwise[2], c->up, c->down);
}
int main() {
    unsigned long long *out;
    cudaMallocManaged(&out, 40 * 8);
    together<<<1, 40>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 40; i++) printf("%016llx%c", out[i], i % 4 == 3 ? '\n' : ' ');
    check<int>("int", -5);
    check<unsigned>("unsigned", 4000000000u);
    check<unsigned long long>("unsigned long long", 1ull << 63);
    float *f;
    double *d;
    cudaMallocManaged(&f, 8);
    cudaMallocManaged(&d, 16);
    f[0] = d[0] = 1;
    floating<<<1, 64>>>(f);
    floating<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\n", f[0], f[1], d[0], d[1]);
    return 0;
}
