// Halves by the processor's own conversions.
#pragma once
#include <immintrin.h>

#include "cuda_on_threads.h"
struct __half {
    unsigned short bits;
    __half() = default;
    __half(float f) : bits(_cvtss_sh(f, 0)) {}
    operator float() const { return _cvtsh_ss(bits); }
};
typedef __half half;
struct __half2 { __half x, y; };
typedef __half2 half2;
inline __half __float2half(float f) { return f; }
inline float __half2float(__half h) { return h; }
inline __half operator*(__half a, __half b) { return __half((float)a * (float)b); }
inline bool operator>(__half a, __half b) { return (float)a > (float)b; }
inline __half __hadd(__half a, __half b) { return (float)a + (float)b; }
inline __half2 __half2half2(__half h) { return {h, h}; }
inline __half2 __floats2half2_rn(float a, float b) { return {a, b}; }
inline __half2 __float2half2_rn(float a) { return {a, a}; }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return {fmaf(a.x, b.x, c.x), fmaf(a.y, b.y, c.y)}; }
inline float __low2float(__half2 h) { return h.x; }
inline float __high2float(__half2 h) { return h.y; }
inline __half2 atomicAdd(__half2 *p, __half2 v) { return exchanged(p, [v](__half2 old) { return __half2{(float)old.x + (float)v.x, (float)old.y + (float)v.y}; }); }
