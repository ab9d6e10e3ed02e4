// What CUDA C++ means, written down once more as plain C++: a launch runs each block's threads as fibers, one at a time, which give
// way where they meet. second.py compiles the programs beside it with this header, so that what they print has another source than
// our own compiler and emulator. It knows no races and no bounds: only results.
#pragma once
#include <ucontext.h>

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
// A block's variables lie in a section of their own, which changes with the block whose threads run.
#define __shared__ static __attribute__((section("of_block")))
extern "C" char __start_of_block[] __attribute__((weak)), __stop_of_block[] __attribute__((weak));

struct uint3 { unsigned x, y, z; };
struct char4 { signed char x, y, z, w; };
struct uchar4 { unsigned char x, y, z, w; };
inline char4 make_char4(signed char x, signed char y, signed char z, signed char w) { return {x, y, z, w}; }
inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }
struct dim3 : uint3 { constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : uint3{a, b, c} {} };
#define CUDA_VECTORS(T, N) struct N##2 { T x, y; }; struct N##3 { T x, y, z; }; struct alignas(sizeof(T) * 4 < 16 ? sizeof(T) * 4 : 16) N##4 { T x, y, z, w; }; \
    inline N##2 make_##N##2(T x, T y) { return {x, y}; } inline N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; } inline N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
CUDA_VECTORS(float, float) CUDA_VECTORS(int, int) CUDA_VECTORS(double, double)

static uint3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;
static const int warpSize = 32;

namespace fibers {
struct Grid;
struct Block;

struct Fiber {
    Block *block;
    uint3 at;
    unsigned rank; // in the block
    ucontext_t context;
    std::unique_ptr<char[]> stack;
    bool done = false;
};

// Meeting is where fibers wait for each other: all of want, but for those that have ended.
struct Meeting {
    unsigned arrived = 0, turn = 0;
    uint64_t brought[32] = {}, kept[32] = {};
};

struct Block {
    Grid *grid;
    uint3 at;
    std::vector<Fiber> threads;
    unsigned waiting = 0, turn = 0, left = 0;
    int tally[2] = {}, counted[2] = {};
    std::map<std::pair<unsigned, unsigned>, Meeting> warps; // by warp and mask
    std::vector<char> shared;                              // while others run
};

struct Grid {
    dim3 grid, block;
    size_t dynamic;
    std::function<void()> body;
    std::vector<Grid> children;
    unsigned waiting = 0, turn = 0, left = 0, all = 0;
    void run(bool together);
};

static Fiber *self;
static ucontext_t *scheduler;
alignas(64) static char dynamic_shared[1 << 16] __attribute__((section("of_block")));

inline void yield() { swapcontext(&self->context, scheduler); }

inline void enter() {
    self->block->grid->body();
    Block &b = *self->block;
    self->done = true;
    b.left++;
    b.grid->left++;
    yield();
}

inline void resume(Fiber &f) {
    self = &f;
    threadIdx = f.at;
    blockIdx = f.block->at;
    blockDim = f.block->grid->block;
    gridDim = f.block->grid->grid;
    swapcontext(scheduler, &f.context);
}

inline void Grid::run(bool together) {
    Fiber *was = self;
    ucontext_t here, *outer = scheduler;
    uint3 thread = threadIdx, blockAt = blockIdx;
    dim3 dims = blockDim, grids = gridDim;
    size_t bytes = __stop_of_block - __start_of_block;
    std::vector<char> kept(__start_of_block, __start_of_block + bytes);
    std::vector<std::unique_ptr<Block>> blocks;
    scheduler = &here;
    all = grid.x * grid.y * grid.z * block.x * block.y * block.z;
    auto sweep = [&] {
        for (auto &b : blocks) {
            if (b->left == b->threads.size()) continue;
            memcpy(__start_of_block, b->shared.data(), bytes);
            for (Fiber &f : b->threads) if (!f.done) resume(f);
            memcpy(b->shared.data(), __start_of_block, bytes);
        }
    };
    for (unsigned z = 0; z < grid.z; z++) for (unsigned y = 0; y < grid.y; y++) for (unsigned x = 0; x < grid.x; x++) {
        auto b = std::make_unique<Block>();
        b->grid = this;
        b->at = {x, y, z};
        b->shared.assign(bytes, (char)0xa5);
        b->threads = std::vector<Fiber>(block.x * block.y * block.z);
        unsigned rank = 0;
        for (unsigned k = 0; k < block.z; k++) for (unsigned j = 0; j < block.y; j++) for (unsigned i = 0; i < block.x; i++) {
            Fiber &f = b->threads[rank];
            f.block = b.get();
            f.at = {i, j, k};
            f.rank = rank++;
            const size_t stack = 1 << 16;
            f.stack.reset(new char[stack]);
            getcontext(&f.context);
            f.context.uc_stack.ss_sp = f.stack.get();
            f.context.uc_stack.ss_size = stack;
            makecontext(&f.context, enter, 0);
        }
        blocks.push_back(std::move(b));
        if (!together) {
            while (blocks[0]->left < blocks[0]->threads.size()) sweep();
            blocks.clear();
        }
    }
    while (left < all) sweep();
    memcpy(__start_of_block, kept.data(), bytes);
    self = was;
    scheduler = outer;
    threadIdx = thread, blockIdx = blockAt, blockDim = dims, gridDim = grids;
    while (!children.empty()) { // they run when the grid that launched them has ended
        Grid child = std::move(children.front());
        children.erase(children.begin());
        child.run(false);
    }
}

// meet waits for the lanes of a mask, and tells what each has brought.
inline Meeting *meet(unsigned mask, uint64_t value) {
    Block &b = *self->block;
    unsigned warp = self->rank / 32, lane = self->rank % 32;
    Meeting &m = b.warps[{warp, mask}];
    unsigned gone = 0;
    for (unsigned i = 0; i < 32; i++) if (warp * 32 + i >= b.threads.size() || b.threads[warp * 32 + i].done) gone |= 1u << i;
    m.brought[lane] = value;
    m.arrived |= 1u << lane;
    if (((m.arrived | gone) & mask) == mask) {
        memcpy(m.kept, m.brought, sizeof m.kept);
        m.arrived = 0;
        m.turn++;
    } else {
        for (unsigned turn = m.turn; m.turn == turn;) yield();
    }
    return &m;
}
template <class T> uint64_t bits(T v) { uint64_t u = 0; static_assert(sizeof v <= 8, ""); memcpy(&u, &v, sizeof v); return u; }
template <class T> T as(uint64_t u) { T v; memcpy(&v, &u, sizeof v); return v; }
} // namespace fibers

inline int blockMeeting(int yes) {
    fibers::Block &b = *fibers::self->block;
    b.tally[0] += yes != 0;
    b.tally[1]++;
    b.waiting++;
    for (unsigned turn = b.turn; b.turn == turn;) {
        if (b.waiting + b.left >= b.threads.size()) {
            b.counted[0] = b.tally[0], b.counted[1] = b.tally[1];
            b.tally[0] = b.tally[1] = b.waiting = 0;
            b.turn++;
            break;
        }
        fibers::yield();
    }
    return b.counted[0];
}
inline void __syncthreads() { blockMeeting(0); }
inline int __syncthreads_count(int p) { return blockMeeting(p); }
inline int __syncthreads_and(int p) { int n = blockMeeting(p); return n == fibers::self->block->counted[1]; }
inline int __syncthreads_or(int p) { return blockMeeting(p) > 0; }
inline void gridMeeting() {
    fibers::Grid &g = *fibers::self->block->grid;
    g.waiting++;
    for (unsigned turn = g.turn; g.turn == turn;) {
        if (g.waiting + g.left >= g.all) { g.waiting = 0; g.turn++; break; }
        fibers::yield();
    }
}

inline unsigned laneOf() { return fibers::self->rank % 32; }
inline void __syncwarp(unsigned mask = ~0u) { fibers::meet(mask, 0); }
inline unsigned __ballot_sync(unsigned mask, int p) { auto m = fibers::meet(mask, p != 0); unsigned r = 0; for (int i = 0; i < 32; i++) if (mask >> i & 1 && m->kept[i]) r |= 1u << i; return r; }
inline int __any_sync(unsigned mask, int p) { return __ballot_sync(mask, p) != 0; }
inline int __all_sync(unsigned mask, int p) { return __ballot_sync(mask, !p) == 0; }
template <class T> T __shfl_sync(unsigned mask, T v, int lane, int width = 32) { auto m = fibers::meet(mask, fibers::bits(v)); return fibers::as<T>(m->kept[(laneOf() & ~(width - 1)) + (lane & (width - 1))]); }
template <class T> T __shfl_down_sync(unsigned mask, T v, unsigned by, int width = 32) { auto m = fibers::meet(mask, fibers::bits(v)); unsigned j = laneOf() + by; return fibers::as<T>(m->kept[j < (laneOf() & ~(width - 1)) + width ? j : laneOf()]); }
template <class T> T __shfl_up_sync(unsigned mask, T v, unsigned by, int width = 32) { auto m = fibers::meet(mask, fibers::bits(v)); int j = (int)laneOf() - (int)by; return fibers::as<T>(m->kept[j >= (int)(laneOf() & ~(width - 1)) ? j : laneOf()]); }
template <class T> T __shfl_xor_sync(unsigned mask, T v, int by, int width = 32) { auto m = fibers::meet(mask, fibers::bits(v)); unsigned j = laneOf() ^ by; return fibers::as<T>(m->kept[j < (laneOf() & ~(width - 1)) + width ? j : laneOf()]); }
template <class T> T __shfl(T v, int lane, int width = 32) { return __shfl_sync(~0u, v, lane, width); }
template <class T> T __shfl_up(T v, unsigned by, int width = 32) { return __shfl_up_sync(~0u, v, by, width); }
template <class T> T __shfl_down(T v, unsigned by, int width = 32) { return __shfl_down_sync(~0u, v, by, width); }
template <class T> T __shfl_xor(T v, int by, int width = 32) { return __shfl_xor_sync(~0u, v, by, width); }
inline unsigned __ballot(int p) { return __ballot_sync(~0u, p); }
inline int __any(int p) { return __any_sync(~0u, p); }
inline int __all(int p) { return __all_sync(~0u, p); }

template <class T, class F> T exchanged(T *p, F f) { T old = *p; *p = f(old); return old; }
template <class T> struct plain { typedef T type; };
#define CUDA_ATOMIC(name, expression) template <class T> T name(T *p, typename plain<T>::type v) { return exchanged(p, [v](T old) -> T { return expression; }); }
CUDA_ATOMIC(atomicAdd, old + v) CUDA_ATOMIC(atomicSub, old - v) CUDA_ATOMIC(atomicExch, v) CUDA_ATOMIC(atomicMin, v < old ? v : old) CUDA_ATOMIC(atomicMax, v > old ? v : old)
CUDA_ATOMIC(atomicAnd, old & v) CUDA_ATOMIC(atomicOr, old | v) CUDA_ATOMIC(atomicXor, old ^ v)
template <class T> T atomicCAS(T *p, typename plain<T>::type want, typename plain<T>::type v) { return exchanged(p, [=](T old) { return old == want ? v : old; }); }
inline void __threadfence() {}
inline void __threadfence_block() {}
inline long long clock64() { static long long now; return now += 100000; }
#include "intrinsics.h"
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;
using std::max;
using std::min;

// The runtime: the host's memory is the device's.
enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInvalidConfiguration = 9, cudaErrorInvalidDevice = 101, cudaErrorCooperativeLaunchTooLarge = 720 };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
typedef struct Stream *cudaStream_t;
typedef int cudaEvent_t;
struct cudaDeviceProp { char name[256]; int major, minor, multiProcessorCount; size_t totalGlobalMem; };
static cudaError_t lastError;
static const size_t deviceMemory = (size_t)1 << 34;
inline cudaError_t failed(cudaError_t e) { return e ? lastError = e : e; }
inline const char *cudaGetErrorName(cudaError_t e) { switch (e) { case cudaSuccess: return "cudaSuccess"; case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation"; case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration"; case cudaErrorInvalidDevice: return "cudaErrorInvalidDevice"; case cudaErrorCooperativeLaunchTooLarge: return "cudaErrorCooperativeLaunchTooLarge"; default: return "cudaErrorInvalidValue"; } }
inline const char *cudaGetErrorString(cudaError_t e) { switch (e) { case cudaSuccess: return "no error"; case cudaErrorMemoryAllocation: return "out of memory"; case cudaErrorInvalidConfiguration: return "invalid configuration argument"; case cudaErrorInvalidDevice: return "invalid device ordinal"; case cudaErrorCooperativeLaunchTooLarge: return "too many blocks in cooperative launch"; default: return "invalid argument"; } }
inline cudaError_t cudaGetLastError() { cudaError_t e = lastError; lastError = cudaSuccess; return e; }
inline cudaError_t cudaPeekAtLastError() { return lastError; }
template <class T> cudaError_t cudaMalloc(T **p, size_t n) { if (n > deviceMemory) return failed(cudaErrorMemoryAllocation); *p = (T *)malloc(n); memset((void *)*p, 0xa5, n); return cudaSuccess; }
template <class T> cudaError_t cudaMallocManaged(T **p, size_t n, unsigned = 1) { return cudaMalloc(p, n); }
template <class T> cudaError_t cudaMallocHost(T **p, size_t n) { return cudaMalloc(p, n); }
template <class T> cudaError_t cudaHostAlloc(T **p, size_t n, unsigned) { return cudaMalloc(p, n); }
inline cudaError_t cudaFree(void *p) { free(p); return cudaSuccess; }
inline cudaError_t cudaFreeHost(void *p) { free(p); return cudaSuccess; }
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind) { memmove(to, from, n); return cudaSuccess; }
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind, cudaStream_t = 0) { memmove(to, from, n); return cudaSuccess; }
inline cudaError_t cudaMemset(void *p, int v, size_t n) { memset(p, v, n); return cudaSuccess; }
template <class T> cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t n) { memcpy((void *)&symbol, from, n); return cudaSuccess; }
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n) { memcpy(to, &symbol, n); return cudaSuccess; }
inline cudaError_t cudaMemGetInfo(size_t *rest, size_t *all) { *all = deviceMemory; *rest = deviceMemory - 1; return cudaSuccess; }
inline cudaError_t cudaSetDevice(int d) { return failed(d == 0 ? cudaSuccess : cudaErrorInvalidDevice); }
inline cudaError_t cudaGetDevice(int *d) { *d = 0; return cudaSuccess; }
inline cudaError_t cudaGetDeviceCount(int *n) { *n = 1; return cudaSuccess; }
static size_t heapLimit = 8 << 20;
inline cudaError_t cudaDeviceSetLimit(cudaLimit l, size_t n) { if (l == cudaLimitMallocHeapSize) heapLimit = n; return cudaSuccess; }
inline cudaError_t cudaEventCreate(cudaEvent_t *e) { *e = 0; return cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) { *ms = 0.5f; return cudaSuccess; }
inline cudaError_t cudaStreamCreate(cudaStream_t *s) { *s = 0; return cudaSuccess; }
inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
template <class F> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *blocks, int *threads, F, size_t, int) { *blocks = 80, *threads = 1024; return cudaSuccess; }

struct Config {
    dim3 grid, block;
    size_t dynamic = 0;
    cudaStream_t stream = 0;
    Config(dim3 g, dim3 b, size_t d = 0, cudaStream_t s = 0) : grid(g), block(b), dynamic(d), stream(s) {}
};
// launch copies the arguments, as a launch does, and runs the grid: at once for the host, after its own grid for a kernel.
template <class F, class... A> void launch(Config c, F f, A... args) {
    if (c.grid.x * c.grid.y * c.grid.z == 0 || c.block.x * c.block.y * c.block.z == 0 || c.block.x * c.block.y * c.block.z > 1024) {
        failed(cudaErrorInvalidConfiguration);
        return;
    }
    fibers::Grid g{c.grid, c.block, c.dynamic, [=]() mutable { auto body = f; body(A(args)...); }, {}};
    if (fibers::self) fibers::self->block->grid->children.push_back(std::move(g));
    else g.run(false);
}
inline cudaError_t cudaDeviceSynchronize() {
    if (fibers::self) {
        auto &children = fibers::self->block->grid->children;
        std::vector<fibers::Grid> now = std::move(children);
        children.clear();
        for (auto &g : now) g.run(false);
    }
    return failed(cudaSuccess);
}
// Kernels by pointer: what is behind the pointers is read by the kernel's own parameters.
template <class... A, size_t... I> void called(void (*f)(A...), void **args, std::index_sequence<I...>) { f(*(std::remove_reference_t<A> *)args[I]...); }
template <class... A> cudaError_t launchedBy(void (*f)(A...), dim3 g, dim3 b, void **args, bool together) {
    if (together && (size_t)g.x * g.y * g.z > 160) return failed(cudaErrorCooperativeLaunchTooLarge);
    fibers::Grid grid{g, b, 0, [=] { called(f, args, std::index_sequence_for<A...>{}); }, {}};
    grid.run(together);
    return cudaSuccess;
}
#define cudaLaunchKernel(f, g, b, args, ...) launchedBy(f, g, b, args, false)
#define cudaLaunchCooperativeKernel(f, g, b, args, ...) launchedBy(f, g, b, args, true)

// A kernel's heap is as large as the program says.
#define malloc(n) (fibers::self && (size_t)(n) > heapLimit ? nullptr : malloc(n))
