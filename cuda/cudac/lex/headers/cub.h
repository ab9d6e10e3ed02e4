// cub: what a device, a block and a warp do together

#include <thrust/__algorithms.h>

namespace cub {
struct Sum { template <class T> T operator()(const T &a, const T &b) const { return a + b; } };
struct Max { template <class T> T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <class T> T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct Equality { template <class T> bool operator()(const T &a, const T &b) const { return a == b; } };
template <class K, class V> struct KeyValuePair { K key; V value; };
struct ArgMin { template <class T> T operator()(const T &a, const T &b) const { return b.value < a.value || a.value == b.value && b.key < a.key ? b : a; } };
struct ArgMax { template <class T> T operator()(const T &a, const T &b) const { return a.value < b.value || a.value == b.value && b.key < a.key ? b : a; } };
template <class T> struct DoubleBuffer {
	T *d_buffers[2];
	int selector;
	DoubleBuffer(T *a, T *b) { d_buffers[0] = a; d_buffers[1] = b; selector = 0; }
	T *Current() const { return d_buffers[selector]; }
	T *Alternate() const { return d_buffers[selector ^ 1]; }
};
template <class V, class O = ptrdiff_t> using CountingInputIterator = counting_iterator<V>;
template <class V, class O = ptrdiff_t> using ConstantInputIterator = constant_iterator<V>;
template <class V, class F, class A, class O = ptrdiff_t> struct TransformInputIterator {
	using value_type = V;
	A a;
	F f;
	TransformInputIterator(A a, F f) : a(a), f(f) {}
	V operator*() const { return f(*a); }
	V operator[](long i) const { return f(a[i]); }
	TransformInputIterator operator+(long n) const { return TransformInputIterator(a + n, f); }
	long operator-(const TransformInputIterator &o) const { return a - o.a; }
	TransformInputIterator &operator++() { ++a; return *this; }
};
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE };

// The functions of a device ask for the bytes that they need with a null pointer; they need none.
#define __TEMPORARY(p, n) if ((p) == nullptr) { (n) = 1; return cudaSuccess; }
#define __VALUE(A) typename __value<A>::type
template <class B, class T> void __put(B out, T v) { __each<0>(1, [=](size_t i) { out[i] = v; }); }
struct DeviceReduce {
	template <class A, class B, class F, class T> static cudaError_t Reduce(void *temp, size_t &bytes, A in, B out, int n, F f, T init, cudaStream_t s = 0) {
		__TEMPORARY(temp, bytes)
		auto x = __raw(in);
		T sum = init;
		if (n > 0) sum = __apply<0, T>(f, init, __combined<0, T>(n, [=](size_t i) { return (T)x[i]; }, f));
		__put(__raw(out), sum);
		return cudaSuccess;
	}
	template <class A, class B, class F> static cudaError_t Reduce(void *temp, size_t &bytes, A in, B out, int n, F f) { __VALUE(A) zero{}; return Reduce(temp, bytes, in, out, n, f, zero); }
	template <class A, class B> static cudaError_t Sum(void *temp, size_t &bytes, A in, B out, int n, cudaStream_t s = 0) { __VALUE(A) zero{}; return Reduce(temp, bytes, in, out, n, plus<__VALUE(A)>(), zero); }
	template <class F, class A, class B> static cudaError_t __extreme(void *temp, size_t &bytes, A in, B out, int n, F f) {
		__TEMPORARY(temp, bytes)
		auto x = __raw(in);
		if (n > 0) __put(__raw(out), __combined<0, __VALUE(A)>(n, [=](size_t i) { return (__VALUE(A))x[i]; }, f));
		return cudaSuccess;
	}
	template <class A, class B> static cudaError_t Max(void *temp, size_t &bytes, A in, B out, int n, cudaStream_t s = 0) { return __extreme(temp, bytes, in, out, n, maximum<__VALUE(A)>()); }
	template <class A, class B> static cudaError_t Min(void *temp, size_t &bytes, A in, B out, int n, cudaStream_t s = 0) { return __extreme(temp, bytes, in, out, n, minimum<__VALUE(A)>()); }
	template <class A, class V> static cudaError_t ArgMin(void *temp, size_t &bytes, A in, KeyValuePair<int, V> *out, int n, cudaStream_t s = 0) {
		__TEMPORARY(temp, bytes)
		auto x = __raw(in);
		struct ArgMin f;
		__put(out, __combined<0, KeyValuePair<int, V>>(n, [=](size_t i) { KeyValuePair<int, V> p; p.key = i; p.value = x[i]; return p; }, f));
		return cudaSuccess;
	}
	template <class A, class V> static cudaError_t ArgMax(void *temp, size_t &bytes, A in, KeyValuePair<int, V> *out, int n, cudaStream_t s = 0) {
		__TEMPORARY(temp, bytes)
		auto x = __raw(in);
		struct ArgMax f;
		__put(out, __combined<0, KeyValuePair<int, V>>(n, [=](size_t i) { KeyValuePair<int, V> p; p.key = i; p.value = x[i]; return p; }, f));
		return cudaSuccess;
	}
	template <class K, class C, class A, class D, class N, class F> static cudaError_t ReduceByKey(void *temp, size_t &bytes, K keys, C unique, A values, D sums, N runs, F f, int n, cudaStream_t s = 0) {
		__TEMPORARY(temp, bytes)
		__put(__raw(runs), (int)__reduceByKey<0>(__raw(keys), n, __raw(values), __raw(unique), __raw(sums), equal_to<>(), f));
		return cudaSuccess;
	}
};
struct DeviceSegmentedReduce {
	template <class A, class B, class O, class E, class F, class T> static cudaError_t Reduce(void *temp, size_t &bytes, A in, B out, int segments, O begin, E end, F f, T init, cudaStream_t s = 0) {
		__TEMPORARY(temp, bytes)
		__each<0>(segments, [=](size_t k) { T sum = init; for (int i = begin[k]; i < end[k]; i++) sum = f(sum, (T)in[i]); out[k] = sum; });
		return cudaSuccess;
	}
	template <class A, class B, class O, class E> static cudaError_t Sum(void *temp, size_t &bytes, A in, B out, int segments, O begin, E end, cudaStream_t s = 0) { __VALUE(A) zero{}; return Reduce(temp, bytes, in, out, segments, begin, end, plus<__VALUE(A)>(), zero); }
};
struct DeviceScan {
	template <class A, class B> static cudaError_t InclusiveSum(void *temp, size_t &bytes, A in, B out, int n, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __VALUE(A) zero{}; __scanned<0, __VALUE(A)>(__raw(in), n, __raw(out), plus<__VALUE(A)>(), false, false, zero); return cudaSuccess; }
	template <class A, class B> static cudaError_t ExclusiveSum(void *temp, size_t &bytes, A in, B out, int n, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __VALUE(A) zero{}; __scanned<0, __VALUE(A)>(__raw(in), n, __raw(out), plus<__VALUE(A)>(), true, true, zero); return cudaSuccess; }
	template <class A, class B, class F> static cudaError_t InclusiveScan(void *temp, size_t &bytes, A in, B out, F f, int n, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __VALUE(A) zero{}; __scanned<0, __VALUE(A)>(__raw(in), n, __raw(out), f, false, false, zero); return cudaSuccess; }
	template <class A, class B, class F, class T> static cudaError_t ExclusiveScan(void *temp, size_t &bytes, A in, B out, F f, T init, int n, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __scanned<0, T>(__raw(in), n, __raw(out), f, true, true, init); return cudaSuccess; }
};
struct DeviceRadixSort {
	template <class F, class K> static void __keys(const K *in, K *out, size_t n, F f) { if (n) __cudaMemcpy(out, in, n * sizeof(K), 3, 0, 0); __sort<0>(out, n, f); }
	template <class F, class K, class V> static void __pairs(const K *in, K *out, const V *values, V *sorted, size_t n, F f) {
		if (n == 0) return;
		__cudaMemcpy(out, in, n * sizeof(K), 3, 0, 0);
		__cudaMemcpy(sorted, values, n * sizeof(V), 3, 0, 0);
		__sortPairs<0>(out, n, sorted, f);
	}
	template <class K> static cudaError_t SortKeys(void *temp, size_t &bytes, const K *in, K *out, int n, int low = 0, int high = 0, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __keys(in, out, n, less<K>()); return cudaSuccess; }
	template <class K> static cudaError_t SortKeysDescending(void *temp, size_t &bytes, const K *in, K *out, int n, int low = 0, int high = 0, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __keys(in, out, n, greater<K>()); return cudaSuccess; }
	template <class K, class V> static cudaError_t SortPairs(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *sorted, int n, int low = 0, int high = 0, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __pairs(in, out, values, sorted, n, less<K>()); return cudaSuccess; }
	template <class K, class V> static cudaError_t SortPairsDescending(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *sorted, int n, int low = 0, int high = 0, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __pairs(in, out, values, sorted, n, greater<K>()); return cudaSuccess; }
	template <class K> static cudaError_t SortKeys(void *temp, size_t &bytes, DoubleBuffer<K> &k, int n, int low = 0, int high = 0, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __sort<0>(k.Current(), n, less<K>()); return cudaSuccess; }
	template <class K, class V> static cudaError_t SortPairs(void *temp, size_t &bytes, DoubleBuffer<K> &k, DoubleBuffer<V> &v, int n, int low = 0, int high = 0, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __sortPairs<0>(k.Current(), n, v.Current(), less<K>()); return cudaSuccess; }
};
struct DeviceMergeSort {
	template <class A, class F> static cudaError_t SortKeys(void *temp, size_t &bytes, A keys, int n, F f, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __sort<0>(__raw(keys), n, f); return cudaSuccess; }
	template <class A, class B, class F> static cudaError_t SortPairs(void *temp, size_t &bytes, A keys, B values, int n, F f, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) __sortPairs<0>(__raw(keys), n, __raw(values), f); return cudaSuccess; }
};
struct DeviceSelect {
	template <class A, class B, class N, class P> static cudaError_t If(void *temp, size_t &bytes, A in, B out, N count, int n, P p, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) auto x = __raw(in); auto y = __raw(out); __put(__raw(count), (int)__select<0>(n, [=](size_t i) { return (bool)p(x[i]); }, [=](size_t j, size_t i) { y[j] = x[i]; })); return cudaSuccess; }
	template <class A, class G, class B, class N> static cudaError_t Flagged(void *temp, size_t &bytes, A in, G flags, B out, N count, int n, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) auto x = __raw(in); auto y = __raw(out); auto g = __raw(flags); __put(__raw(count), (int)__select<0>(n, [=](size_t i) { return g[i] != 0; }, [=](size_t j, size_t i) { y[j] = x[i]; })); return cudaSuccess; }
	template <class A, class B, class N> static cudaError_t Unique(void *temp, size_t &bytes, A in, B out, N count, int n, cudaStream_t s = 0) { __TEMPORARY(temp, bytes) auto x = __raw(in); auto y = __raw(out); __put(__raw(count), (int)__select<0>(n, [=](size_t i) { return i == 0 || !(x[i] == x[i - 1]); }, [=](size_t j, size_t i) { y[j] = x[i]; })); return cudaSuccess; }
};
struct DeviceRunLengthEncode {
	template <class A, class B, class C, class N> static cudaError_t Encode(void *temp, size_t &bytes, A in, B unique, C lengths, N runs, int n, cudaStream_t s = 0) {
		__TEMPORARY(temp, bytes)
		__put(__raw(runs), (int)__reduceByKey<0>(__raw(in), n, make_constant_iterator(1), __raw(unique), __raw(lengths), equal_to<>(), plus<int>()));
		return cudaSuccess;
	}
};
struct DeviceHistogram {
	template <class A, class C, class L> static cudaError_t HistogramEven(void *temp, size_t &bytes, A samples, C *counts, int levels, L low, L high, int n, cudaStream_t s = 0) {
		__TEMPORARY(temp, bytes)
		int bins = levels - 1;
		__cudaMemset(counts, 0, bins * sizeof(C), 0, 0);
		auto x = __raw(samples);
		__each<0>(n, [=](size_t i) { L v = (L)x[i]; if (v >= low && v < high) atomicAdd(&counts[(int)((double)(v - low) * bins / (double)(high - low))], (C)1); });
		return cudaSuccess;
	}
};
#undef __TEMPORARY
#undef __VALUE

__device__ inline unsigned __threadOf() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
template <class T, int N> struct __places { T v[N]; T sum; };

// The threads of a block leave their values in shared memory, and combine them by halves.
template <class T, int N, int Algorithm = 0, int Y = 1, int Z = 1, int Arch = 0> struct BlockReduce {
	using TempStorage = __places<T, N * Y * Z>;
	TempStorage *s;
	__device__ BlockReduce(TempStorage &t) : s(&t) {}
	template <class F> __device__ T Reduce(T v, F f, int valid) {
		int t = __threadOf();
		s->v[t] = v;
		__syncthreads();
		for (int n = valid; n > 1; n = (n + 1) / 2) {
			if (t < n / 2) s->v[t] = f(s->v[t], s->v[t + (n + 1) / 2]);
			__syncthreads();
		}
		T sum = s->v[0];
		__syncthreads();
		return sum;
	}
	template <class F> __device__ T Reduce(T v, F f) { return Reduce(v, f, blockDim.x * blockDim.y * blockDim.z); }
	template <class F, int M> __device__ T Reduce(T (&items)[M], F f) { T v = items[0]; for (int i = 1; i < M; i++) v = f(v, items[i]); return Reduce(v, f); }
	__device__ T Sum(T v) { return Reduce(v, plus<T>()); }
	__device__ T Sum(T v, int valid) { return Reduce(v, plus<T>(), valid); }
	template <int M> __device__ T Sum(T (&items)[M]) { return Reduce(items, plus<T>()); }
};
template <class T, int N, int Algorithm = 0, int Y = 1, int Z = 1, int Arch = 0> struct BlockScan {
	using TempStorage = __places<T, N * Y * Z>;
	TempStorage *s;
	__device__ BlockScan(TempStorage &t) : s(&t) {}
	// Leaves the sums up to each thread in shared memory.
	template <class F> __device__ void __scanAll(const T &v, F f) {
		int t = __threadOf(), n = blockDim.x * blockDim.y * blockDim.z;
		s->v[t] = v;
		__syncthreads();
		for (int d = 1; d < n; d *= 2) {
			T left = s->v[t >= d ? t - d : 0], mine = s->v[t];
			__syncthreads();
			if (t >= d) s->v[t] = f(left, mine);
			__syncthreads();
		}
	}
	template <class F> __device__ void InclusiveScan(T in, T &out, F f) { __scanAll(in, f); out = s->v[__threadOf()]; __syncthreads(); }
	template <class F> __device__ void InclusiveScan(T in, T &out, F f, T &all) { __scanAll(in, f); out = s->v[__threadOf()]; all = s->v[blockDim.x * blockDim.y * blockDim.z - 1]; __syncthreads(); }
	template <class F> __device__ void ExclusiveScan(T in, T &out, T init, F f) { __scanAll(in, f); int t = __threadOf(); out = t > 0 ? f(init, s->v[t - 1]) : init; __syncthreads(); }
	template <class F> __device__ void ExclusiveScan(T in, T &out, T init, F f, T &all) { __scanAll(in, f); int t = __threadOf(); out = t > 0 ? f(init, s->v[t - 1]) : init; all = s->v[blockDim.x * blockDim.y * blockDim.z - 1]; __syncthreads(); }
	__device__ void InclusiveSum(T in, T &out) { InclusiveScan(in, out, plus<T>()); }
	__device__ void InclusiveSum(T in, T &out, T &all) { InclusiveScan(in, out, plus<T>(), all); }
	__device__ void ExclusiveSum(T in, T &out) { T zero{}; ExclusiveScan(in, out, zero, plus<T>()); }
	__device__ void ExclusiveSum(T in, T &out, T &all) { T zero{}; ExclusiveScan(in, out, zero, plus<T>(), all); }
	template <int M> __device__ void ExclusiveSum(T (&in)[M], T (&out)[M]) {
		T sum = in[0], before;
		for (int i = 1; i < M; i++) sum = sum + in[i];
		ExclusiveSum(sum, before);
		for (int i = 0; i < M; i++) { T v = in[i]; out[i] = before; before = before + v; }
	}
	template <int M> __device__ void InclusiveSum(T (&in)[M], T (&out)[M]) {
		T sum = in[0], before;
		for (int i = 1; i < M; i++) sum = sum + in[i];
		ExclusiveSum(sum, before);
		for (int i = 0; i < M; i++) { before = before + in[i]; out[i] = before; }
	}
};
template <class T, int N = 32> struct WarpReduce {
	using TempStorage = __places<T, 1>;
	__device__ WarpReduce(TempStorage &t) {}
	template <class F> __device__ T Reduce(T v, F f) {
		for (int d = 1; d < N; d *= 2) { T other = __shfl_down_sync(0xffffffffu, v, d, N); if ((int)(__lane_id() % N) + d < N) v = f(v, other); }
		return v;
	}
	__device__ T Sum(T v) { return Reduce(v, plus<T>()); }
};
template <class T, int N = 32> struct WarpScan {
	using TempStorage = __places<T, 1>;
	__device__ WarpScan(TempStorage &t) {}
	template <class F> __device__ void InclusiveScan(T in, T &out, F f) {
		for (int d = 1; d < N; d *= 2) { T left = __shfl_up_sync(0xffffffffu, in, d, N); if ((int)(__lane_id() % N) >= d) in = f(left, in); }
		out = in;
	}
	template <class F> __device__ void ExclusiveScan(T in, T &out, T init, F f) {
		InclusiveScan(in, in, f);
		T left = __shfl_up_sync(0xffffffffu, in, 1, N);
		out = __lane_id() % N == 0 ? init : f(init, left);
	}
	__device__ void InclusiveSum(T in, T &out) { InclusiveScan(in, out, plus<T>()); }
	__device__ void ExclusiveSum(T in, T &out) { T zero{}; ExclusiveScan(in, out, zero, plus<T>()); }
};
template <class T, int N, int Items, int Algorithm = 0> struct BlockLoad {
	using TempStorage = __places<char, 1>;
	__device__ BlockLoad(TempStorage &t) {}
	__device__ BlockLoad() {}
	template <class A> __device__ void Load(A from, T (&items)[Items]) { int t = __threadOf(); for (int i = 0; i < Items; i++) items[i] = from[Algorithm == 1 ? i * N + t : t * Items + i]; }
	template <class A> __device__ void Load(A from, T (&items)[Items], int valid, T other = T()) { int t = __threadOf(); for (int i = 0; i < Items; i++) { int k = Algorithm == 1 ? i * N + t : t * Items + i; items[i] = k < valid ? from[k] : other; } }
};
template <class T, int N, int Items, int Algorithm = 0> struct BlockStore {
	using TempStorage = __places<char, 1>;
	__device__ BlockStore(TempStorage &t) {}
	__device__ BlockStore() {}
	template <class A> __device__ void Store(A to, T (&items)[Items]) { int t = __threadOf(); for (int i = 0; i < Items; i++) to[Algorithm == 1 ? i * N + t : t * Items + i] = items[i]; }
	template <class A> __device__ void Store(A to, T (&items)[Items], int valid) { int t = __threadOf(); for (int i = 0; i < Items; i++) { int k = Algorithm == 1 ? i * N + t : t * Items + i; if (k < valid) to[k] = items[i]; } }
};
__device__ inline unsigned LaneId() { return __lane_id(); }
}
