// cuda/barrier, cuda/pipeline, cuda/atomic, cuda_pipeline.h and cooperative_groups/memcpy_async.h. Copies are
// done at once by the threads that ask for them; what waits for them meets the threads it
// waits for.

#include <cooperative_groups.h>
#include <atomic>
#include <utility>

#define __pipeline_memcpy_async(to, from, n) __copyNow((char *)(to), (const char *)(from), n)
#define __pipeline_commit()
#define __pipeline_wait_prior(n)

namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum class pipeline_role { producer, consumer };
template <size_t N> struct aligned_size_t {
	static constexpr size_t align = N;
	size_t value;
	__device__ aligned_size_t(size_t n) : value(n) {}
	__device__ operator size_t() const { return value; }
};

// A barrier of all threads of a block, or of some, who then look at its phase in a loop.
template <thread_scope S = thread_scope_system, class F = void> struct barrier {
	using arrival_token = unsigned;
	unsigned expected, arrived, phase;
	__device__ bool __whole() const { return expected == blockDim.x * blockDim.y * blockDim.z; }
	__device__ unsigned arrive(unsigned n = 1) {
		if (__whole()) return 0;
		unsigned now = atomicAdd(&phase, 0u);
		__threadfence_block();
		if (atomicAdd(&arrived, n) + n == expected) { atomicExch(&arrived, 0u); atomicAdd(&phase, 1u); }
		return now;
	}
	__device__ void wait(unsigned token) {
		if (__whole()) { __syncthreads(); return; }
		while (atomicAdd(&phase, 0u) == token) {}
		__threadfence_block();
	}
	__device__ bool try_wait(unsigned token) { wait(token); return true; }
	__device__ void arrive_and_wait() { wait(arrive()); }
	__device__ void arrive_and_drop() { if (!__whole()) { atomicSub(&expected, 1u); } }
};
template <thread_scope S, class F> __device__ void init(barrier<S, F> *b, unsigned n) { b->expected = n; b->arrived = 0; b->phase = 0; }

template <thread_scope S, unsigned N> struct pipeline_shared_state { char unused; };
template <thread_scope S> struct pipeline {
	unsigned stages, taken;
	int role; // 0 both, 1 producer, 2 consumer
	__device__ void producer_acquire() {
		if (S == thread_scope_thread) return;
		if (role == 0 && taken >= stages) __syncthreads();
		taken++;
	}
	__device__ void producer_commit() { if (S != thread_scope_thread && role == 1) __syncthreads(); }
	__device__ void consumer_wait() { if (S != thread_scope_thread) __syncthreads(); }
	__device__ void consumer_release() {}
	__device__ bool quit() { return true; }
};
__device__ inline pipeline<thread_scope_thread> make_pipeline() { pipeline<thread_scope_thread> p; p.stages = 0; p.taken = 0; p.role = 0; return p; }
template <class G, thread_scope S, unsigned N> __device__ pipeline<S> make_pipeline(const G &g, pipeline_shared_state<S, N> *state) { pipeline<S> p; p.stages = N; p.taken = 0; p.role = 0; return p; }
template <class G, thread_scope S, unsigned N> __device__ pipeline<S> make_pipeline(const G &g, pipeline_shared_state<S, N> *state, pipeline_role r) { pipeline<S> p; p.stages = N; p.taken = 0; p.role = r == pipeline_role::producer ? 1 : 2; return p; }
template <unsigned N, thread_scope S> __device__ void pipeline_consumer_wait_prior(pipeline<S> &p) { p.consumer_wait(); }
template <thread_scope S> __device__ void pipeline_producer_commit(pipeline<S> &p) { p.producer_commit(); }

template <class D, class S> __device__ void __copyNow(D *to, const S *from, size_t n) {
	if constexpr (sizeof(D) > 1 && sizeof(D) == sizeof(S)) {
		for (size_t i = 0; i < n / sizeof(D); i++) to[i] = from[i];
	} else {
		char *p = (char *)to;
		const char *q = (const char *)from;
		size_t i = 0;
		if ((((size_t)p | (size_t)q) & 15) == 0) for (; i + 16 <= n; i += 16) *(int4 *)(p + i) = *(const int4 *)(q + i);
		if ((((size_t)p | (size_t)q) & 3) == 0) for (; i + 4 <= n; i += 4) *(int *)(p + i) = *(const int *)(q + i);
		for (; i < n; i++) p[i] = q[i];
	}
}
// The threads of a group share a copy's elements.
template <class G, class D, class S> __device__ void __copyTogether(const G &g, D *to, const S *from, size_t n) {
	if constexpr (sizeof(D) > 1 && sizeof(D) == sizeof(S)) {
		for (size_t i = g.thread_rank(); i < n / sizeof(D); i += g.size()) to[i] = from[i];
	} else {
		char *p = (char *)to;
		const char *q = (const char *)from;
		if ((((size_t)p | (size_t)q | n) & 3) == 0) for (size_t i = g.thread_rank(); i < n / 4; i += g.size()) ((int *)p)[i] = ((const int *)q)[i];
		else for (size_t i = g.thread_rank(); i < n; i += g.size()) p[i] = q[i];
	}
}
template <class D, class S, class N, thread_scope T> __device__ void memcpy_async(D *to, const S *from, N n, pipeline<T> &p) { __copyNow(to, from, (size_t)n); }
template <class D, class S, class N, thread_scope T, class F> __device__ void memcpy_async(D *to, const S *from, N n, barrier<T, F> &b) { __copyNow(to, from, (size_t)n); }
template <class G, class D, class S, class N, thread_scope T> __device__ void memcpy_async(const G &g, D *to, const S *from, N n, pipeline<T> &p) { __copyTogether(g, to, from, (size_t)n); }
template <class G, class D, class S, class N, thread_scope T, class F> __device__ void memcpy_async(const G &g, D *to, const S *from, N n, barrier<T, F> &b) { __copyTogether(g, to, from, (size_t)n); }

template <class T, thread_scope S = thread_scope_system> struct atomic_ref {
	T *p;
	__device__ explicit atomic_ref(T &v) : p(&v) {}
	__device__ T load(int order = 5) const { return *(volatile T *)p; }
	__device__ void store(T v, int order = 5) const { atomicExch(p, v); }
	__device__ T exchange(T v, int order = 5) const { return atomicExch(p, v); }
	__device__ T fetch_add(T v, int order = 5) const { return atomicAdd(p, v); }
	__device__ T fetch_sub(T v, int order = 5) const { return atomicSub(p, v); }
	__device__ T fetch_max(T v, int order = 5) const { return atomicMax(p, v); }
	__device__ T fetch_min(T v, int order = 5) const { return atomicMin(p, v); }
	__device__ T fetch_or(T v, int order = 5) const { return atomicOr(p, v); }
	__device__ T fetch_and(T v, int order = 5) const { return atomicAnd(p, v); }
	__device__ bool compare_exchange_strong(T &want, T v, int order = 5) const { T old = atomicCAS(p, want, v); bool same = old == want; want = old; return same; }
	__device__ bool compare_exchange_weak(T &want, T v, int order = 5) const { return compare_exchange_strong(want, v); }
};
}

namespace cooperative_groups {
template <class G, class D, class S, class N> __device__ void memcpy_async(const G &g, D *to, const S *from, N n) { __copyTogether(g, to, from, (size_t)n); }
template <class G, class D, class S> __device__ void memcpy_async(const G &g, D *to, size_t room, const S *from, size_t n) { __copyTogether(g, to, from, (n < room ? n : room) * sizeof(D)); }
template <class G> __device__ void wait(const G &g) { g.sync(); }
template <unsigned N, class G> __device__ void wait_prior(const G &g) { g.sync(); }
}
