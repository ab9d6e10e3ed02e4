// What device and host code know without an #include.

typedef struct _IO_FILE FILE;

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
template <> struct numeric_limits<float> {
	static __host__ __device__ float max() { return 3.402823466e+38f; }
	static __host__ __device__ float min() { return 1.175494351e-38f; }
	static __host__ __device__ float lowest() { return -3.402823466e+38f; }
	static __host__ __device__ float epsilon() { return 1.192092896e-07f; }
	static __host__ __device__ float infinity() { return __infinity(); }
};
template <> struct numeric_limits<double> {
	static __host__ __device__ double max() { return 1.7976931348623157e+308; }
	static __host__ __device__ double min() { return 2.2250738585072014e-308; }
	static __host__ __device__ double lowest() { return -1.7976931348623157e+308; }
	static __host__ __device__ double epsilon() { return 2.2204460492503131e-16; }
	static __host__ __device__ double infinity() { return __infinity(); }
};
template <> struct numeric_limits<int> {
	static __host__ __device__ int max() { return 2147483647; }
	static __host__ __device__ int min() { return -2147483647 - 1; }
	static __host__ __device__ int lowest() { return -2147483647 - 1; }
};
#define __LIMITS(T, least, most) template <> struct numeric_limits<T> { \
	static __host__ __device__ T max() { return most; } \
	static __host__ __device__ T min() { return least; } \
	static __host__ __device__ T lowest() { return least; } \
};
__LIMITS(unsigned int, 0, 4294967295u)
__LIMITS(char, -128, 127)
__LIMITS(unsigned char, 0, 255)
__LIMITS(short, -32768, 32767)
__LIMITS(unsigned short, 0, 65535)
__LIMITS(long long, -9223372036854775807ll - 1, 9223372036854775807ll)
__LIMITS(unsigned long long, 0, 18446744073709551615ull)
#undef __LIMITS
}
