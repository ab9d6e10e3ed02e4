// cuda_bf16.h: bfloat16.

typedef __builtin_bfloat16 __nv_bfloat16;
typedef __builtin_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define __BFLOAT1(name, f) __host__ __device__ inline __nv_bfloat16 name(__nv_bfloat16 x) { return __float2bfloat16(f(__bfloat162float(x))); }
__BFLOAT1(hsqrt, sqrtf) __BFLOAT1(hrsqrt, rsqrtf) __BFLOAT1(hexp, expf) __BFLOAT1(hexp2, exp2f) __BFLOAT1(hexp10, exp10f) __BFLOAT1(hlog, logf) __BFLOAT1(hlog2, log2f)
__BFLOAT1(hlog10, log10f) __BFLOAT1(hsin, sinf) __BFLOAT1(hcos, cosf) __BFLOAT1(hceil, ceilf) __BFLOAT1(hfloor, floorf) __BFLOAT1(htrunc, truncf) __BFLOAT1(hrint, rintf)
__BFLOAT1(__habs, fabsf) __BFLOAT1(htanh, tanhf)
#undef __BFLOAT1
__host__ __device__ inline __nv_bfloat16 hrcp(__nv_bfloat16 x) { return __float2bfloat16(1.0f / __bfloat162float(x)); }
__host__ __device__ inline __nv_bfloat16 __hneg(__nv_bfloat16 x) { return -x; }
__host__ __device__ inline bool __hisnan(__nv_bfloat16 x) { return isnan(__bfloat162float(x)); }
__host__ __device__ inline int __hisinf(__nv_bfloat16 x) { return isinf(__bfloat162float(x)); }
__host__ __device__ inline __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return max(a, b); }
__host__ __device__ inline __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return min(a, b); }
__host__ __device__ inline __nv_bfloat16 hmax_relu(__nv_bfloat16 a) { return max(a, __float2bfloat16(0.0f)); }

__host__ __device__ inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { __nv_bfloat162 r; r.x = a; r.y = b; return r; }
__host__ __device__ inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __halves2bfloat162(a, a); }
__host__ __device__ inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __halves2bfloat162(__float2bfloat16(a), __float2bfloat16(b)); }
__host__ __device__ inline __nv_bfloat162 __float2bfloat162_rn(float a) { return __floats2bfloat162_rn(a, a); }
__host__ __device__ inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
__host__ __device__ inline float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(__bfloat162float(a.x), __bfloat162float(a.y)); }
__host__ __device__ inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__host__ __device__ inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__host__ __device__ inline float __low2float(__nv_bfloat162 a) { return __bfloat162float(a.x); }
__host__ __device__ inline float __high2float(__nv_bfloat162 a) { return __bfloat162float(a.y); }
__host__ __device__ inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __halves2bfloat162(a.x, a.x); }
__host__ __device__ inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __halves2bfloat162(a.y, a.y); }
__host__ __device__ inline __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __halves2bfloat162(a.y, a.x); }
__host__ __device__ inline __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return __halves2bfloat162(a.x + b.x, a.y + b.y); }
__host__ __device__ inline __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return __halves2bfloat162(a.x - b.x, a.y - b.y); }
__host__ __device__ inline __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return __halves2bfloat162(a.x * b.x, a.y * b.y); }
__host__ __device__ inline __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return __halves2bfloat162(a.x / b.x, a.y / b.y); }
__host__ __device__ inline __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __halves2bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__host__ __device__ inline __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __halves2bfloat162(-a.x, -a.y); }
__host__ __device__ inline __nv_bfloat162 __habs2(__nv_bfloat162 a) { return __halves2bfloat162(__habs(a.x), __habs(a.y)); }
__host__ __device__ inline __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return __halves2bfloat162(max(a.x, b.x), max(a.y, b.y)); }
__host__ __device__ inline __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return __halves2bfloat162(min(a.x, b.x), min(a.y, b.y)); }
__host__ __device__ inline __nv_bfloat162 h2exp(__nv_bfloat162 a) { return __halves2bfloat162(hexp(a.x), hexp(a.y)); }
__host__ __device__ inline __nv_bfloat162 h2log(__nv_bfloat162 a) { return __halves2bfloat162(hlog(a.x), hlog(a.y)); }
__host__ __device__ inline __nv_bfloat162 h2sqrt(__nv_bfloat162 a) { return __halves2bfloat162(hsqrt(a.x), hsqrt(a.y)); }
__host__ __device__ inline __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) { return __halves2bfloat162(hrsqrt(a.x), hrsqrt(a.y)); }
__host__ __device__ inline __nv_bfloat162 h2rcp(__nv_bfloat162 a) { return __halves2bfloat162(hrcp(a.x), hrcp(a.y)); }
__host__ __device__ inline __nv_bfloat162 operator+(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hadd2(a, b); }
__host__ __device__ inline __nv_bfloat162 operator-(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hsub2(a, b); }
__host__ __device__ inline __nv_bfloat162 operator*(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hmul2(a, b); }
__host__ __device__ inline __nv_bfloat162 operator/(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __h2div(a, b); }
__host__ __device__ inline __nv_bfloat162 &operator+=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = __hadd2(a, b); return a; }
__host__ __device__ inline __nv_bfloat162 &operator*=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = __hmul2(a, b); return a; }
__host__ __device__ inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __halves2bfloat162(a, b); }
