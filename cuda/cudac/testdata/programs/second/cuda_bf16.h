// The upper halves of floats, rounded to the nearest even one.
#pragma once
#include "cuda_on_threads.h"
struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat16 {
    unsigned short bits;
    __nv_bfloat16() = default;
    __nv_bfloat16(__nv_bfloat16_raw r) : bits(r.x) {}
    __nv_bfloat16(float f) { uint32_t u = fibers::bits(f); bits = (u + 0x7fff + (u >> 16 & 1)) >> 16; }
    operator float() const { return fibers::as<float>((uint64_t)bits << 16); }
    operator __nv_bfloat16_raw() const { return {bits}; }
};
struct __nv_bfloat162 { __nv_bfloat16 x, y; };
inline __nv_bfloat16 __float2bfloat16(float f) { return f; }
inline float __bfloat162float(__nv_bfloat16 h) { return h; }
inline __nv_bfloat16 operator*(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a * (float)b); }
inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {a, b}; }
inline float __low2float(__nv_bfloat162 h) { return h.x; }
inline float __high2float(__nv_bfloat162 h) { return h.y; }
inline __nv_bfloat162 atomicAdd(__nv_bfloat162 *p, __nv_bfloat162 v) { return exchanged(p, [v](__nv_bfloat162 old) { return __nv_bfloat162{(float)old.x + (float)v.x, (float)old.y + (float)v.y}; }); }
