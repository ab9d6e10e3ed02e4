// cooperative_groups over fibers: groups of a block, of tiles, and of the lanes that say the same.
#pragma once
#include "cuda_on_threads.h"
namespace cooperative_groups {
struct thread_group {
    enum Kind { ofBlock, ofLanes } kind;
    unsigned mask, count, rank, meta, metas;
    unsigned size() const { return count; }
    unsigned num_threads() const { return count; }
    unsigned thread_rank() const { return rank; }
    unsigned meta_group_rank() const { return meta; }
    unsigned meta_group_size() const { return metas; }
    void sync() const { if (kind == ofBlock) __syncthreads(); else __syncwarp(mask); }
    unsigned lane(unsigned r) const { for (unsigned i = 0; i < 32; i++) if (mask >> i & 1 && r-- == 0) return i; return laneOf(); }
    template <class T> T shfl(T v, unsigned from) const { return __shfl_sync(mask, v, lane(from)); }
    template <class T> T shfl_down(T v, unsigned by) const { return __shfl_sync(mask, v, rank + by < count ? lane(rank + by) : laneOf()); }
};
struct thread_block : thread_group {};
template <unsigned N> struct thread_block_tile : thread_group {};
inline unsigned ranked(uint3 at, dim3 of) { return at.x + of.x * (at.y + of.y * at.z); }
inline thread_block this_thread_block() { return {{thread_group::ofBlock, 0, blockDim.x * blockDim.y * blockDim.z, ranked(threadIdx, blockDim), 0, 1}}; }
template <unsigned N> thread_block_tile<N> tiled_partition(const thread_block &b) {
    unsigned first = laneOf() / N * N, mask = (N == 32 ? ~0u : ((1u << (N & 31)) - 1) << first);
    return {{thread_group::ofLanes, mask, N, b.rank % N, b.rank / N, b.count / N}};
}
inline thread_group ofMask(unsigned mask) { return {thread_group::ofLanes, mask, (unsigned)__popc(mask), (unsigned)__popc(mask & ((1u << laneOf()) - 1)), 0, 1}; }
template <class G> thread_group labeled_partition(const G &g, int label) {
    auto m = fibers::meet(g.mask, label);
    unsigned same = 0;
    for (int i = 0; i < 32; i++) if (g.mask >> i & 1 && (int)m->kept[i] == label) same |= 1u << i;
    return ofMask(same);
}
template <class G> thread_group binary_partition(const G &g, bool p) { return labeled_partition(g, p); }
// The lanes that come here together are those that have come when all others have had their turn.
inline thread_group coalesced_threads() {
    static std::map<std::pair<void *, unsigned>, std::pair<unsigned, unsigned>> come; // by warp: who has come, and how many have gone on
    auto &c = come[{fibers::self->block, fibers::self->rank / 32}];
    c.first |= 1u << laneOf();
    for (int turn = 0; turn < 3; turn++) fibers::yield();
    unsigned mask = c.first;
    if (__popc(mask) == (int)++c.second) c = {0, 0};
    return ofMask(mask);
}
template <class T> struct plus { T operator()(T a, T b) const { return a + b; } };
template <class G, class T, class F> T reduce(const G &g, T v, F f) {
    auto m = fibers::meet(g.mask, fibers::bits(v));
    T all = fibers::as<T>(m->kept[g.lane(0)]);
    for (unsigned i = 1; i < g.count; i++) all = f(all, fibers::as<T>(m->kept[g.lane(i)]));
    return all;
}
struct grid_group {
    unsigned thread_rank() const { return ranked(blockIdx, gridDim) * blockDim.x * blockDim.y * blockDim.z + ranked(threadIdx, blockDim); }
    void sync() const { gridMeeting(); }
};
inline grid_group this_grid() { return {}; }
} // namespace cooperative_groups
