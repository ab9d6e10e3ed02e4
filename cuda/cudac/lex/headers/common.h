// What device and host code know without an #include.

typedef struct _IO_FILE FILE;
typedef char *va_list;
#define va_start(list, last) ((list) = (char *)__variadic())
#define va_arg(list, T) (*(T *)(((list) += (sizeof(T) + 7) / 8 * 8) - (sizeof(T) + 7) / 8 * 8))
#define va_copy(to, from) ((to) = (from))
#define va_end(list) ((list) = nullptr)

__host__ __device__ void *memcpy(void *to, const void *from, size_t n);
__host__ __device__ void *memset(void *to, int value, size_t n);
__host__ __device__ void *memmove(void *to, const void *from, size_t n);
__host__ __device__ int memcmp(const void *a, const void *b, size_t n);

__device__ inline size_t __cvta_generic_to_shared(const void *p) { return (unsigned)(size_t)p; }
__device__ inline size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
__device__ inline unsigned __ptxAbsDiff4(unsigned a, unsigned b) {
	unsigned sum = 0;
	for (int i = 0; i < 32; i += 8) { int d = (int)(a >> i & 255) - (int)(b >> i & 255); sum += d < 0 ? -d : d; }
	return sum;
}

namespace std {
template <class T> __host__ __device__ T &forward(T &v) { return v; }
template <class T> __host__ __device__ void swap(T &a, T &b) { T t = a; a = b; b = t; }
template <class T> struct numeric_limits {};
#define __FLOATLIMITS(T, most, least, step, tiny, bits, ten) template <> struct numeric_limits<T> { \
	static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true, has_quiet_NaN = true; \
	static constexpr int digits = bits, digits10 = ten; \
	static __host__ __device__ T max() { return most; } \
	static __host__ __device__ T min() { return least; } \
	static __host__ __device__ T lowest() { return -most; } \
	static __host__ __device__ T epsilon() { return step; } \
	static __host__ __device__ T denorm_min() { return tiny; } \
	static __host__ __device__ T infinity() { return __infinity(); } \
	static __host__ __device__ T quiet_NaN() { return __nan(); } \
	static __host__ __device__ T signaling_NaN() { return __nan(); } \
};
__FLOATLIMITS(float, 3.402823466e+38f, 1.175494351e-38f, 1.192092896e-07f, 1.4012984643e-45f, 24, 6)
__FLOATLIMITS(double, 1.7976931348623157e+308, 2.2250738585072014e-308, 2.2204460492503131e-16, 4.9406564584124654e-324, 53, 15)
#undef __FLOATLIMITS
#define __LIMITS(T, least, most, sign, bits, ten) template <> struct numeric_limits<T> { \
	static constexpr bool is_specialized = true, is_signed = sign, is_integer = true, is_exact = true, has_infinity = false, has_quiet_NaN = false; \
	static constexpr int digits = bits, digits10 = ten; \
	static __host__ __device__ T max() { return most; } \
	static __host__ __device__ T min() { return least; } \
	static __host__ __device__ T lowest() { return least; } \
	static __host__ __device__ T infinity() { return 0; } \
	static __host__ __device__ T epsilon() { return 0; } \
};
__LIMITS(bool, false, true, false, 1, 0)
__LIMITS(int, -2147483647 - 1, 2147483647, true, 31, 9)
__LIMITS(unsigned int, 0, 4294967295u, false, 32, 9)
__LIMITS(char, -128, 127, true, 7, 2)
__LIMITS(unsigned char, 0, 255, false, 8, 2)
__LIMITS(short, -32768, 32767, true, 15, 4)
__LIMITS(unsigned short, 0, 65535, false, 16, 4)
__LIMITS(long long, -9223372036854775807ll - 1, 9223372036854775807ll, true, 63, 18)
__LIMITS(unsigned long long, 0, 18446744073709551615ull, false, 64, 19)
#undef __LIMITS
}
