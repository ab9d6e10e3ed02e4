// atomic: on the host, which is one thread, what it holds; in kernels, CUDA's atomic functions

namespace std {
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template <class T> struct __atomic {
	T v;
	__host__ __device__ __atomic() : v(0) {}
	__host__ __device__ __atomic(T x) : v(x) {}
	__host__ __device__ T load(int order = 5) const { return *(volatile T *)&v; }
	__host__ __device__ operator T() const { return load(); }
	__host__ __device__ T exchange(T x, int order = 5) {
		if constexpr (__onHost) { T old = v; v = x; return old; }
		else return atomicExch(&v, x);
	}
	__host__ __device__ void store(T x, int order = 5) { exchange(x); }
	__host__ __device__ T operator=(T x) { exchange(x); return x; }
	__host__ __device__ T fetch_add(T x, int order = 5) {
		if constexpr (__onHost) { T old = v; v = v + x; return old; }
		else return atomicAdd(&v, x);
	}
	__host__ __device__ T fetch_sub(T x, int order = 5) {
		if constexpr (__onHost) { T old = v; v = v - x; return old; }
		else return atomicSub(&v, x);
	}
	__host__ __device__ bool compare_exchange_strong(T &want, T x, int order = 5) {
		if constexpr (__onHost) { bool same = v == want; if (same) v = x; else want = v; return same; }
		else { T old = atomicCAS(&v, want, x); bool same = old == want; want = old; return same; }
	}
	__host__ __device__ bool compare_exchange_weak(T &want, T x, int order = 5) { return compare_exchange_strong(want, x); }
	__host__ __device__ T operator++() { return fetch_add(1) + 1; }
	__host__ __device__ T operator++(int) { return fetch_add(1); }
	__host__ __device__ T operator--() { return fetch_sub(1) - 1; }
	__host__ __device__ T operator--(int) { return fetch_sub(1); }
	__host__ __device__ T operator+=(T x) { return fetch_add(x) + x; }
	__host__ __device__ T operator-=(T x) { return fetch_sub(x) - x; }
};
template <class T, int Scope = 0> struct atomic : public __atomic<T> {
	__host__ __device__ atomic() {}
	__host__ __device__ atomic(T x) : __atomic<T>(x) {}
	__host__ __device__ T operator=(T x) { this->exchange(x); return x; }
};
typedef atomic<int> atomic_int;
typedef atomic<bool> atomic_bool;
}
