// cuda_fp16.h: half precision.

typedef __builtin_half __half;
typedef __builtin_half half;
typedef __half2 half2;
struct __half_raw {
	unsigned short x;
	__half_raw() = default;
	__host__ __device__ __half_raw(unsigned short bits) : x(bits) {}
	__host__ __device__ __half_raw(__half h) : x(__half_as_ushort(h)) {}
	__host__ __device__ operator __half() const { return __ushort_as_half(x); }
};

#define __HALF1(name, f) __host__ __device__ inline __half name(__half x) { return __float2half(f(__half2float(x))); }
__HALF1(hsqrt, sqrtf) __HALF1(hrsqrt, rsqrtf) __HALF1(hexp, expf) __HALF1(hexp2, exp2f) __HALF1(hexp10, exp10f) __HALF1(hlog, logf) __HALF1(hlog2, log2f)
__HALF1(hlog10, log10f) __HALF1(hsin, sinf) __HALF1(hcos, cosf) __HALF1(hceil, ceilf) __HALF1(hfloor, floorf) __HALF1(htrunc, truncf) __HALF1(hrint, rintf)
__HALF1(__habs, fabsf) __HALF1(htanh, tanhf)
#undef __HALF1
__host__ __device__ inline __half hrcp(__half x) { return __float2half(1.0f / __half2float(x)); }
__host__ __device__ inline __half __hneg(__half x) { return -x; }
__host__ __device__ inline bool __hisnan(__half x) { return isnan(__half2float(x)); }
__host__ __device__ inline int __hisinf(__half x) { return isinf(__half2float(x)); }
__host__ __device__ inline __half __hmax(__half a, __half b) { return max(a, b); }
__host__ __device__ inline __half __hmin(__half a, __half b) { return min(a, b); }
__host__ __device__ inline __half hmax_relu(__half a) { return max(a, __float2half(0.0f)); }

__host__ __device__ inline __half2 __halves2half2(__half a, __half b) { __half2 r; r.x = a; r.y = b; return r; }
__host__ __device__ inline __half2 __half2half2(__half a) { return __halves2half2(a, a); }
__host__ __device__ inline __half2 __floats2half2_rn(float a, float b) { return __halves2half2(__float2half(a), __float2half(b)); }
__host__ __device__ inline __half2 __float2half2_rn(float a) { return __floats2half2_rn(a, a); }
__host__ __device__ inline __half2 __float22half2_rn(float2 a) { return __floats2half2_rn(a.x, a.y); }
__host__ __device__ inline float2 __half22float2(__half2 a) { return make_float2(__half2float(a.x), __half2float(a.y)); }
__host__ __device__ inline __half __low2half(__half2 a) { return a.x; }
__host__ __device__ inline __half __high2half(__half2 a) { return a.y; }
__host__ __device__ inline float __low2float(__half2 a) { return __half2float(a.x); }
__host__ __device__ inline float __high2float(__half2 a) { return __half2float(a.y); }
__host__ __device__ inline __half2 __low2half2(__half2 a) { return __halves2half2(a.x, a.x); }
__host__ __device__ inline __half2 __high2half2(__half2 a) { return __halves2half2(a.y, a.y); }
__host__ __device__ inline __half2 __lowhigh2highlow(__half2 a) { return __halves2half2(a.y, a.x); }
__host__ __device__ inline __half2 __hadd2(__half2 a, __half2 b) { return __halves2half2(a.x + b.x, a.y + b.y); }
__host__ __device__ inline __half2 __hsub2(__half2 a, __half2 b) { return __halves2half2(a.x - b.x, a.y - b.y); }
__host__ __device__ inline __half2 __hmul2(__half2 a, __half2 b) { return __halves2half2(a.x * b.x, a.y * b.y); }
__host__ __device__ inline __half2 __h2div(__half2 a, __half2 b) { return __halves2half2(a.x / b.x, a.y / b.y); }
__host__ __device__ inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __halves2half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__host__ __device__ inline __half2 __hneg2(__half2 a) { return __halves2half2(-a.x, -a.y); }
__host__ __device__ inline __half2 __habs2(__half2 a) { return __halves2half2(__habs(a.x), __habs(a.y)); }
__host__ __device__ inline __half2 __hmax2(__half2 a, __half2 b) { return __halves2half2(max(a.x, b.x), max(a.y, b.y)); }
__host__ __device__ inline __half2 __hmin2(__half2 a, __half2 b) { return __halves2half2(min(a.x, b.x), min(a.y, b.y)); }
__host__ __device__ inline __half2 h2exp(__half2 a) { return __halves2half2(hexp(a.x), hexp(a.y)); }
__host__ __device__ inline __half2 h2log(__half2 a) { return __halves2half2(hlog(a.x), hlog(a.y)); }
__host__ __device__ inline __half2 h2sqrt(__half2 a) { return __halves2half2(hsqrt(a.x), hsqrt(a.y)); }
__host__ __device__ inline __half2 h2rsqrt(__half2 a) { return __halves2half2(hrsqrt(a.x), hrsqrt(a.y)); }
__host__ __device__ inline __half2 h2rcp(__half2 a) { return __halves2half2(hrcp(a.x), hrcp(a.y)); }
__host__ __device__ inline __half2 operator+(const __half2 &a, const __half2 &b) { return __hadd2(a, b); }
__host__ __device__ inline __half2 operator-(const __half2 &a, const __half2 &b) { return __hsub2(a, b); }
__host__ __device__ inline __half2 operator*(const __half2 &a, const __half2 &b) { return __hmul2(a, b); }
__host__ __device__ inline __half2 operator/(const __half2 &a, const __half2 &b) { return __h2div(a, b); }
__host__ __device__ inline __half2 &operator+=(__half2 &a, const __half2 &b) { a = __hadd2(a, b); return a; }
__host__ __device__ inline __half2 &operator*=(__half2 &a, const __half2 &b) { a = __hmul2(a, b); return a; }
__host__ __device__ inline __half2 make_half2(__half a, __half b) { return __halves2half2(a, b); }
// Each half is added atomically, the pair is not: CUDA C++ Programming Guide, atomicAdd().
__device__ inline __half2 __atomicAdd2(__half2 *p, __half2 v) { return __halves2half2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)); }
