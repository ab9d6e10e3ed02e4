// mma.h: products of small matrices by a whole warp (CUDA C++ Programming Guide, "Warp Matrix Functions").
// Element e of lane l is element 32*e + l of the matrix, row by row; NVIDIA leaves that open.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32 {}; }
template <class T> struct __element { typedef T type; static constexpr int code = 0; };
template <> struct __element<__builtin_half> { typedef __builtin_half type; static constexpr int code = 1; };
template <> struct __element<__builtin_bfloat16> { typedef __builtin_bfloat16 type; static constexpr int code = 2; };
template <> struct __element<float> { typedef float type; static constexpr int code = 3; };
template <> struct __element<precision::tf32> { typedef float type; static constexpr int code = 4; };
template <> struct __element<double> { typedef double type; static constexpr int code = 5; };
template <> struct __element<signed char> { typedef signed char type; static constexpr int code = 6; };
template <> struct __element<unsigned char> { typedef unsigned char type; static constexpr int code = 7; };
template <> struct __element<int> { typedef int type; static constexpr int code = 8; };
template <class L> struct __rowwise { static constexpr int value = 1; };
template <> struct __rowwise<col_major> { static constexpr int value = 0; };

template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {};
template <int M, int N, int K, class T, class Layout> struct fragment<matrix_a, M, N, K, T, Layout> {
	using storage_element_type = typename __element<T>::type;
	using element_type = typename __element<T>::type;
	static constexpr int num_elements = M * K / 32;
	typename __element<T>::type x[num_elements];
};
template <int M, int N, int K, class T, class Layout> struct fragment<matrix_b, M, N, K, T, Layout> {
	using storage_element_type = typename __element<T>::type;
	using element_type = typename __element<T>::type;
	static constexpr int num_elements = K * N / 32;
	typename __element<T>::type x[num_elements];
};
template <int M, int N, int K, class T> struct fragment<accumulator, M, N, K, T, void> {
	typedef T storage_element_type;
	typedef T element_type;
	static constexpr int num_elements = M * N / 32;
	T x[num_elements];
};

template <class F, class V> __device__ void fill_fragment(F &f, V v) { for (int e = 0; e < F::num_elements; e++) f.x[e] = v; }
template <class F, class T> __device__ void __loadFragment(F &f, const T *p, unsigned ldm, int width, bool rows) {
	__wmmaCheck(p, ldm, (int)sizeof(T));
	for (int e = 0; e < F::num_elements; e++) {
		int i = 32 * e + __lane_id(), r = i / width, c = i % width;
		f.x[e] = rows ? p[r * ldm + c] : p[c * ldm + r];
	}
}
template <int M, int N, int K, class T, class Layout, class P> __device__ void load_matrix_sync(fragment<matrix_a, M, N, K, T, Layout> &f, const P *p, unsigned ldm) { __loadFragment(f, p, ldm, K, __rowwise<Layout>::value); }
template <int M, int N, int K, class T, class Layout, class P> __device__ void load_matrix_sync(fragment<matrix_b, M, N, K, T, Layout> &f, const P *p, unsigned ldm) { __loadFragment(f, p, ldm, N, __rowwise<Layout>::value); }
template <int M, int N, int K, class T, class P> __device__ void load_matrix_sync(fragment<accumulator, M, N, K, T, void> &f, const P *p, unsigned ldm, layout_t layout) { __loadFragment(f, p, ldm, N, layout == mem_row_major); }
template <int M, int N, int K, class T> __device__ void store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T, void> &f, unsigned ldm, layout_t layout) {
	__wmmaCheck(p, ldm, (int)sizeof(T));
	for (int e = 0; e < M * N / 32; e++) {
		int i = 32 * e + __lane_id(), r = i / N, c = i % N;
		if (layout == mem_row_major) p[r * ldm + c] = f.x[e];
		else p[c * ldm + r] = f.x[e];
	}
}
template <int M, int N, int K, class T, class LA, class LB, class D, class C>
__device__ void mma_sync(fragment<accumulator, M, N, K, D, void> &d, const fragment<matrix_a, M, N, K, T, LA> &a, const fragment<matrix_b, M, N, K, T, LB> &b, const fragment<accumulator, M, N, K, C, void> &c, bool saturate = false) {
	__wmma(d.x, a.x, b.x, c.x, M, N, K, __element<T>::code, __element<D>::code, __element<C>::code, saturate);
}
__device__ inline float __float_to_tf32(float x) { return __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u); }
}
}
