// functional, and the functors of thrust/functional.h

namespace std {
template <class F> struct function {};
#define __BINARY(NAME, R, EXPRESSION) \
	template <class T = void> struct NAME { __host__ __device__ R operator()(const T &a, const T &b) const { return EXPRESSION; } }; \
	template <> struct NAME<void> { template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const { return EXPRESSION; } };
__BINARY(plus, T, a + b)
__BINARY(minus, T, a - b)
__BINARY(multiplies, T, a * b)
__BINARY(divides, T, a / b)
__BINARY(modulus, T, a % b)
__BINARY(bit_or, T, a | b)
__BINARY(bit_and, T, a & b)
__BINARY(bit_xor, T, a ^ b)
__BINARY(maximum, T, a < b ? b : a)
__BINARY(minimum, T, b < a ? b : a)
__BINARY(less, bool, a < b)
__BINARY(greater, bool, b < a)
__BINARY(less_equal, bool, !(b < a))
__BINARY(greater_equal, bool, !(a < b))
__BINARY(equal_to, bool, a == b)
__BINARY(not_equal_to, bool, !(a == b))
__BINARY(logical_and, bool, a && b)
__BINARY(logical_or, bool, a || b)
#undef __BINARY
template <class T = void> struct negate { template <class A> __host__ __device__ A operator()(const A &a) const { return -a; } };
template <class T = void> struct logical_not { template <class A> __host__ __device__ bool operator()(const A &a) const { return !a; } };
template <class T = void> struct identity { template <class A> __host__ __device__ A operator()(const A &a) const { return a; } };
template <class T = void> struct square { template <class A> __host__ __device__ A operator()(const A &a) const { return a * a; } };
}
