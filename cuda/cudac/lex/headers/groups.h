// cooperative_groups.h and cooperative_groups/reduce.h

#include <functional>

namespace cooperative_groups {

// The types that a shuffle takes at once; of others it takes words or bytes.
template <class T> struct __shuffles { static constexpr bool value = false; };
template <> struct __shuffles<int> { static constexpr bool value = true; };
template <> struct __shuffles<unsigned> { static constexpr bool value = true; };
template <> struct __shuffles<long long> { static constexpr bool value = true; };
template <> struct __shuffles<unsigned long long> { static constexpr bool value = true; };
template <> struct __shuffles<float> { static constexpr bool value = true; };
template <> struct __shuffles<double> { static constexpr bool value = true; };
template <class T, class F> __device__ T __shuffled(const T &v, F f) {
	T kept = v, got = v;
	if constexpr (sizeof(T) % 4 == 0) {
		const unsigned *from = (const unsigned *)&kept;
		unsigned *to = (unsigned *)&got;
		for (unsigned i = 0; i < sizeof(T) / 4; i++) to[i] = f(from[i]);
	} else {
		const unsigned char *from = (const unsigned char *)&kept;
		unsigned char *to = (unsigned char *)&got;
		for (unsigned i = 0; i < sizeof(T); i++) to[i] = (unsigned char)f((unsigned)from[i]);
	}
	return got;
}

struct thread_group {
	unsigned mask; // lanes of this warp that belong to it; 0 for a whole block
	unsigned count;
	__device__ void sync() const { if (mask == 0) __syncthreads(); else __syncwarp(mask); }
	__device__ unsigned size() const { return count; }
	__device__ unsigned num_threads() const { return count; }
	__device__ unsigned thread_rank() const {
		if (mask == 0) return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
		return __popc(mask & ((1u << __lane_id()) - 1));
	}
};

// What tiles of several warps exchange values through.
template <unsigned N> struct block_tile_memory { unsigned long long slots[32]; };

struct thread_block : public thread_group {
	unsigned long long *slots;
	__device__ void sync() const { __syncthreads(); }
	__device__ static void __sync() { __syncthreads(); }
	__device__ unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
	__device__ unsigned num_threads() const { return blockDim.x * blockDim.y * blockDim.z; }
	__device__ unsigned thread_rank() const { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
	__device__ dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
	__device__ dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
	__device__ dim3 group_dim() const { return blockDim; }
	__device__ dim3 dim_threads() const { return blockDim; }
};

__device__ inline thread_block this_thread_block() {
	thread_block b;
	b.slots = nullptr;
	b.mask = 0;
	b.count = blockDim.x * blockDim.y * blockDim.z;
	return b;
}

template <unsigned N> __device__ thread_block this_thread_block(block_tile_memory<N> &memory) {
	thread_block b = this_thread_block();
	b.slots = memory.slots;
	return b;
}

struct grid_group {
	__device__ void sync() const { __gridSync(); }
	__device__ bool is_valid() const { return true; }
	__device__ dim3 group_dim() const { return gridDim; }
	__device__ unsigned block_rank() const { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
	__device__ unsigned num_blocks() const { return gridDim.x * gridDim.y * gridDim.z; }
	__device__ unsigned long long size() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z; }
	__device__ unsigned long long num_threads() const { return size(); }
	__device__ unsigned long long thread_rank() const {
		unsigned long long block = blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
		return block * (blockDim.x * blockDim.y * blockDim.z) + threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
	}
};
__device__ inline grid_group this_grid() { grid_group g; return g; }

template <unsigned N, class Parent = thread_block> struct thread_block_tile : public thread_group {
	__device__ void sync() const { __syncwarp(mask); }
	__device__ static unsigned size() { return N; }
	__device__ static unsigned num_threads() { return N; }
	__device__ unsigned thread_rank() const { return __lane_id() & (N - 1); }
	__device__ unsigned meta_group_rank() const { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / N; }
	__device__ unsigned meta_group_size() const { return (blockDim.x * blockDim.y * blockDim.z + N - 1) / N; }
	template <class T> __device__ T shfl(const T &v, int from) const { if constexpr (__shuffles<T>::value) return __shfl_sync(mask, v, from, N); else return __shuffled(v, [&](unsigned x) { return __shfl_sync(mask, x, from, N); }); }
	template <class T> __device__ T shfl_down(const T &v, unsigned d) const { if constexpr (__shuffles<T>::value) return __shfl_down_sync(mask, v, d, N); else return __shuffled(v, [&](unsigned x) { return __shfl_down_sync(mask, x, d, N); }); }
	template <class T> __device__ T shfl_up(const T &v, unsigned d) const { if constexpr (__shuffles<T>::value) return __shfl_up_sync(mask, v, d, N); else return __shuffled(v, [&](unsigned x) { return __shfl_up_sync(mask, x, d, N); }); }
	template <class T> __device__ T shfl_xor(const T &v, unsigned d) const { if constexpr (__shuffles<T>::value) return __shfl_xor_sync(mask, v, d, N); else return __shuffled(v, [&](unsigned x) { return __shfl_xor_sync(mask, x, d, N); }); }
	__device__ int any(int p) const { return (__ballot_sync(mask, p) & mask) != 0; }
	__device__ int all(int p) const { return (__ballot_sync(mask, p) & mask) == mask; }
	__device__ unsigned ballot(int p) const { return (__ballot_sync(mask, p) & mask) >> (__lane_id() & ~(N - 1)); }
	template <class T> __device__ unsigned match_any(T v) const { return (__match_any_sync(mask, v) & mask) >> (__lane_id() & ~(N - 1)); }
};

// A tile of several warps meets with the whole block, which all tiles of a block do alike.
template <unsigned N> struct __wide_tile : public thread_group {
	unsigned long long *slots;
	__device__ void sync() const { __syncthreads(); }
	__device__ static unsigned size() { return N; }
	__device__ static unsigned num_threads() { return N; }
	__device__ static unsigned __rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
	__device__ unsigned thread_rank() const { return __rank() % N; }
	__device__ unsigned meta_group_rank() const { return __rank() / N; }
	__device__ unsigned meta_group_size() const { return (blockDim.x * blockDim.y * blockDim.z + N - 1) / N; }
	// All warps' values, in the order of the warps, through a slot each.
	template <class T, class Op> __device__ T __together(T v, Op op) const {
		T *of = (T *)slots;
		static_assert(sizeof(T) <= 8, "a tile of several warps exchanges values of at most 8 bytes");
		unsigned warp = __rank() / 32, first = warp / (N / 32) * (N / 32);
		__syncthreads();
		if (__rank() % 32 == 0) of[warp] = v;
		__syncthreads();
		T sum = of[first];
		for (unsigned i = 1; i < N / 32; i++) sum = op(sum, of[first + i]);
		return sum;
	}
	template <class T> __device__ T shfl(const T &v, unsigned from) const {
		T *of = (T *)slots;
		unsigned tile = __rank() / N;
		__syncthreads();
		if (thread_rank() == from) of[tile] = v;
		__syncthreads();
		return of[tile];
	}
	__device__ int any(int p) const { return __together(__ballot_sync(0xffffffffu, p) != 0, [](int a, int b) { return a | b; }); }
	__device__ int all(int p) const { return __together(__ballot_sync(0xffffffffu, p) == 0xffffffffu, [](int a, int b) { return a & b; }); }
};
template <unsigned N, class T, class Op> __device__ T reduce(const __wide_tile<N> &g, T v, Op op) {
	for (unsigned d = 16; d > 0; d /= 2) v = op(v, __shfl_xor_sync(0xffffffffu, v, d));
	return g.__together(v, op);
}
template <unsigned N> __device__ __wide_tile<N> __wide(const thread_block &b) {
	static_assert(N == 64 || N == 128 || N == 256 || N == 512 || N == 1024, "the size of a tile must be a power of two up to 1024");
	__wide_tile<N> t;
	t.mask = 0xffffffffu;
	t.count = N;
	t.slots = b.slots;
	return t;
}

template <unsigned N> __device__ thread_block_tile<N> __tile() {
	static_assert(N == 1 || N == 2 || N == 4 || N == 8 || N == 16 || N == 32, "the size of a tile must be a power of two up to 32");
	thread_block_tile<N> t;
	t.mask = (0xffffffffu >> (32 - N)) << (__lane_id() & ~(N - 1));
	t.count = N;
	return t;
}
template <unsigned N, class G> __device__ auto tiled_partition(const G &g) {
	if constexpr (N > 32) return __wide<N>(g);
	else return __tile<N>();
}
__device__ inline thread_group tiled_partition(const thread_group &g, unsigned n) {
	thread_group t;
	t.mask = (0xffffffffu >> (32 - n)) << (__lane_id() & ~(n - 1));
	t.count = n;
	return t;
}

struct coalesced_group : public thread_group {
	__device__ void sync() const { __syncwarp(mask); }
	__device__ unsigned thread_rank() const { return __popc(mask & ((1u << __lane_id()) - 1)); }
	template <class T> __device__ T shfl(const T &v, int from) const { return __shfl_sync(mask, v, __fns(mask, 0, from + 1), 32); }
	template <class T> __device__ T shfl_down(const T &v, unsigned d) const {
		unsigned from = thread_rank() + d;
		return __shfl_sync(mask, v, from < count ? __fns(mask, 0, from + 1) : __lane_id(), 32);
	}
	template <class T> __device__ T shfl_up(const T &v, unsigned d) const {
		int from = (int)thread_rank() - (int)d;
		return __shfl_sync(mask, v, from >= 0 ? __fns(mask, 0, from + 1) : __lane_id(), 32);
	}
	__device__ int any(int p) const { return (__ballot_sync(mask, p) & mask) != 0; }
	__device__ int all(int p) const { return (__ballot_sync(mask, p) & mask) == mask; }
	__device__ unsigned ballot(int p) const { return __ballot_sync(mask, p) & mask; }
};
__device__ inline coalesced_group coalesced_threads() {
	coalesced_group g;
	g.mask = __activemask();
	g.count = __popc(g.mask);
	return g;
}

// The threads of a group that gave the same answer.
template <class G> __device__ coalesced_group binary_partition(const G &g, bool p) {
	unsigned yes = __ballot_sync(g.mask, p) & g.mask;
	coalesced_group part;
	part.mask = p ? yes : g.mask & ~yes;
	part.count = __popc(part.mask);
	return part;
}
template <class G, class T> __device__ coalesced_group labeled_partition(const G &g, T label) {
	coalesced_group part;
	part.mask = __match_any_sync(g.mask, label) & g.mask;
	part.count = __popc(part.mask);
	return part;
}

template <class G> __device__ void sync(const G &g) { g.sync(); }

template <class T> struct __smaller { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct __larger { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };

template <unsigned N, class P, class T, class Op> __device__ T reduce(const thread_block_tile<N, P> &g, T v, Op op) {
	for (unsigned d = N / 2; d > 0; d /= 2) v = op(v, g.shfl_xor(v, d));
	return v;
}
template <class T, class Op> __device__ T reduce(const coalesced_group &g, T v, Op op) {
	T sum = g.shfl(v, 0);
	for (unsigned i = 1; i < g.size(); i++) sum = op(sum, g.shfl(v, i));
	return sum;
}
template <unsigned N, class P, class T, class Op> __device__ T inclusive_scan(const thread_block_tile<N, P> &g, T v, Op op) {
	for (unsigned d = 1; d < N; d *= 2) {
		T left = g.shfl_up(v, d);
		if (g.thread_rank() >= d) v = op(left, v);
	}
	return v;
}
template <unsigned N, class P, class T> __device__ T inclusive_scan(const thread_block_tile<N, P> &g, T v) { return inclusive_scan(g, v, plus<T>()); }
template <unsigned N, class P, class T> __device__ T exclusive_scan(const thread_block_tile<N, P> &g, T v) {
	T sum = inclusive_scan(g, v, plus<T>());
	return sum - v;
}
}
