// functional

namespace std {
template <class F> struct function {};
template <class T = void> struct plus { template <class A, class B> __host__ __device__ A operator()(A a, B b) const { return a + b; } };
template <class T = void> struct minus { template <class A, class B> __host__ __device__ A operator()(A a, B b) const { return a - b; } };
template <class T = void> struct multiplies { template <class A, class B> __host__ __device__ A operator()(A a, B b) const { return a * b; } };
template <class T = void> struct divides { template <class A, class B> __host__ __device__ A operator()(A a, B b) const { return a / b; } };
template <class T = void> struct modulus { template <class A, class B> __host__ __device__ A operator()(A a, B b) const { return a % b; } };
template <class T = void> struct less { template <class A> __host__ __device__ bool operator()(const A &a, const A &b) const { return a < b; } };
template <class T = void> struct greater { template <class A> __host__ __device__ bool operator()(const A &a, const A &b) const { return b < a; } };
template <class T = void> struct equal_to { template <class A, class B> __host__ __device__ bool operator()(A a, B b) const { return a == b; } };
template <class T = void> struct bit_or { template <class A, class B> __host__ __device__ A operator()(A a, B b) const { return a | b; } };
template <class T = void> struct bit_and { template <class A, class B> __host__ __device__ A operator()(A a, B b) const { return a & b; } };
template <class T = void> struct logical_and { template <class A, class B> __host__ __device__ bool operator()(A a, B b) const { return a && b; } };
template <class T = void> struct logical_or { template <class A, class B> __host__ __device__ bool operator()(A a, B b) const { return a || b; } };
template <class T = void> struct negate { template <class A> __host__ __device__ A operator()(A a) const { return -a; } };
}
