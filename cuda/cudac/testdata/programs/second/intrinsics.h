// CUDA's intrinsics by the definitions of the "CUDA Math API Reference Manual", with the processor's own roundings.
#pragma once
#include <cfenv>
#include <limits>

inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline double rsqrt(double x) { return 1 / std::sqrt(x); }
inline float rcbrtf(float x) { return 1 / std::cbrt(x); }
inline double rcbrt(double x) { return 1 / std::cbrt(x); }

inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
template <class T> T reversed(T x) { T r = 0; for (unsigned i = 0; i < sizeof(T) * 8; i++) r |= (x >> i & 1) << (sizeof(T) * 8 - 1 - i); return r; }
inline unsigned __brev(unsigned x) { return reversed(x); }
inline unsigned long long __brevll(unsigned long long x) { return reversed(x); }
inline int low24(int x) { struct { int of : 24; } b; b.of = x; return b.of; }
inline int __mul24(int a, int b) { return (int)(unsigned)((long long)low24(a) * low24(b)); }
inline unsigned __umul24(unsigned a, unsigned b) { return (unsigned)((unsigned long long)(a % (1 << 24)) * (b % (1 << 24))); }
inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
inline long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) / 2); }
inline unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) / 2); }
inline unsigned __sad(int a, int b, unsigned c) { long long d = (long long)a - b; return c + (unsigned)(d < 0 ? -d : d); }
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a > b ? a - b : b - a); }
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned s) { unsigned char from[8], to[4]; memcpy(from, &a, 4); memcpy(from + 4, &b, 4); for (int i = 0; i < 4; i++) to[i] = from[s / (1u << 4 * i) % 8]; unsigned r; memcpy(&r, to, 4); return r; }
inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned n) { unsigned __int128 all = (unsigned __int128)(((unsigned long long)hi << 32) + lo) << (n > 32 ? 32 : n); return (unsigned)(all >> 32); }
inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned n) { return (unsigned)((((unsigned long long)hi << 32) + lo) >> (n > 32 ? 32 : n)); }
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) { return __funnelshift_lc(lo, hi, n % 32); }
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) { return __funnelshift_rc(lo, hi, n % 32); }
template <class B> long long dotOf(unsigned a, unsigned b) { B x[4], y[4]; memcpy(x, &a, 4); memcpy(y, &b, 4); long long s = 0; for (int i = 0; i < 4; i++) s += x[i] * y[i]; return s; }
inline int __dp4a(int a, int b, int c) { return (int)((unsigned)c + (unsigned)dotOf<signed char>(a, b)); }
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return c + (unsigned)dotOf<unsigned char>(a, b); }
inline int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline long long llmax(long long a, long long b) { return a > b ? a : b; }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
inline int __float_as_int(float f) { return fibers::as<int>(fibers::bits(f)); }
inline unsigned __float_as_uint(float f) { return fibers::as<unsigned>(fibers::bits(f)); }
inline float __int_as_float(int i) { return fibers::as<float>(fibers::bits(i)); }
inline float __uint_as_float(unsigned i) { return fibers::as<float>(fibers::bits(i)); }
inline long long __double_as_longlong(double d) { return fibers::as<long long>(fibers::bits(d)); }
inline double __longlong_as_double(long long d) { return fibers::as<double>(fibers::bits(d)); }
inline int __double2hiint(double d) { return (int)(fibers::bits(d) >> 32); }
inline int __double2loint(double d) { return (int)fibers::bits(d); }
inline double __hiloint2double(int hi, int lo) { return fibers::as<double>((uint64_t)(unsigned)hi << 32 | (unsigned)lo); }

// rounding computes with one of the processor's roundings; what it reads is volatile, so that it is computed there.
template <class F> auto rounding(int mode, F f) { int was = fegetround(); fesetround(mode); auto r = f(); fesetround(was); return r; }
template <class T, class R> T held(R x) { // what is no number is 0, what is too large the nearest there is
    const long double v = x;
    if (std::isnan(x)) return 0;
    if (v < (long double)std::numeric_limits<T>::min()) return std::numeric_limits<T>::min();
    if (v > (long double)std::numeric_limits<T>::max()) return std::numeric_limits<T>::max();
    return (T)v;
}
#define CUDA_MODES(F) F(rn, FE_TONEAREST) F(rz, FE_TOWARDZERO) F(ru, FE_UPWARD) F(rd, FE_DOWNWARD)
#define CUDA_WHOLE(m, M) \
    inline int __float2int_##m(float x) { return held<int>(rounding(M, [&] { volatile float v = x; return nearbyintf(v); })); } inline unsigned __float2uint_##m(float x) { return held<unsigned>(rounding(M, [&] { volatile float v = x; return nearbyintf(v); })); } \
    inline long long __float2ll_##m(float x) { return held<long long>(rounding(M, [&] { volatile float v = x; return nearbyintf(v); })); } inline unsigned long long __float2ull_##m(float x) { return held<unsigned long long>(rounding(M, [&] { volatile float v = x; return nearbyintf(v); })); } \
    inline int __double2int_##m(double x) { return held<int>(rounding(M, [&] { volatile double v = x; return nearbyint(v); })); } inline unsigned __double2uint_##m(double x) { return held<unsigned>(rounding(M, [&] { volatile double v = x; return nearbyint(v); })); } \
    inline long long __double2ll_##m(double x) { return held<long long>(rounding(M, [&] { volatile double v = x; return nearbyint(v); })); } inline unsigned long long __double2ull_##m(double x) { return held<unsigned long long>(rounding(M, [&] { volatile double v = x; return nearbyint(v); })); }
CUDA_MODES(CUDA_WHOLE)
#define CUDA_SMALLER(from, T, to, R) \
    inline R __##from##2##to##_rn(T x) { return rounding(FE_TONEAREST, [&] { volatile T v = x; volatile R r = (R)v; return (R)r; }); } inline R __##from##2##to##_rz(T x) { return rounding(FE_TOWARDZERO, [&] { volatile T v = x; volatile R r = (R)v; return (R)r; }); } \
    inline R __##from##2##to##_ru(T x) { return rounding(FE_UPWARD, [&] { volatile T v = x; volatile R r = (R)v; return (R)r; }); } inline R __##from##2##to##_rd(T x) { return rounding(FE_DOWNWARD, [&] { volatile T v = x; volatile R r = (R)v; return (R)r; }); }
CUDA_SMALLER(int, int, float, float) CUDA_SMALLER(uint, long long, float, float) CUDA_SMALLER(ll, long long, float, float) CUDA_SMALLER(double, double, float, float)
CUDA_SMALLER(int, int, double, double) CUDA_SMALLER(uint, unsigned, double, double) CUDA_SMALLER(ll, long long, double, double)
// Of unsigned 64 bits the processor has no conversion: long double holds them, and is rounded.
#define CUDA_LONG(m, M) inline float __ull2float_##m(unsigned long long x) { return rounding(M, [&] { volatile long double v = x; volatile float r = (float)v; return (float)r; }); } inline double __ull2double_##m(unsigned long long x) { return rounding(M, [&] { volatile long double v = x; volatile double r = (double)v; return (double)r; }); }
CUDA_MODES(CUDA_LONG)
#define CUDA_COMPUTED(m, M) \
    inline float __fadd_##m(float x, float y) { return rounding(M, [&] { volatile float a = x, b = y, r = a + b; return (float)r; }); } inline float __fsub_##m(float x, float y) { return rounding(M, [&] { volatile float a = x, b = y, r = a - b; return (float)r; }); } \
    inline float __fmul_##m(float x, float y) { return rounding(M, [&] { volatile float a = x, b = y, r = a * b; return (float)r; }); } inline float __fdiv_##m(float x, float y) { return rounding(M, [&] { volatile float a = x, b = y, r = a / b; return (float)r; }); } \
    inline float __frcp_##m(float x) { return __fdiv_##m(1, x); } inline float __fsqrt_##m(float x) { return rounding(M, [&] { volatile float a = x, r = sqrtf(a); return (float)r; }); } inline float __fmaf_##m(float x, float y, float z) { return rounding(M, [&] { volatile float a = x, b = y, c = z, r = fmaf(a, b, c); return (float)r; }); } \
    inline double __dadd_##m(double x, double y) { return rounding(M, [&] { volatile double a = x, b = y, r = a + b; return (double)r; }); } inline double __dsub_##m(double x, double y) { return rounding(M, [&] { volatile double a = x, b = y, r = a - b; return (double)r; }); } \
    inline double __dmul_##m(double x, double y) { return rounding(M, [&] { volatile double a = x, b = y, r = a * b; return (double)r; }); } inline double __ddiv_##m(double x, double y) { return rounding(M, [&] { volatile double a = x, b = y, r = a / b; return (double)r; }); } \
    inline double __drcp_##m(double x) { return __ddiv_##m(1, x); } inline double __dsqrt_##m(double x) { return rounding(M, [&] { volatile double a = x, r = sqrt(a); return (double)r; }); } inline double __fma_##m(double x, double y, double z) { return rounding(M, [&] { volatile double a = x, b = y, c = z, r = fma(a, b, c); return (double)r; }); }
CUDA_MODES(CUDA_COMPUTED)
inline float __saturatef(float x) { return std::isnan(x) || x < 0 ? 0 : x > 1 ? 1 : x; }
inline unsigned __reduce_add_sync(unsigned mask, unsigned v) { auto m = fibers::meet(mask, v); unsigned r = 0; for (int i = 0; i < 32; i++) if (mask >> i & 1) r += (unsigned)m->kept[i]; return r; }
inline int __reduce_add_sync(unsigned mask, int v) { return (int)__reduce_add_sync(mask, (unsigned)v); }
template <class F> unsigned folded(unsigned mask, unsigned v, F f) { auto m = fibers::meet(mask, v); bool any = false; unsigned r = 0; for (int i = 0; i < 32; i++) if (mask >> i & 1) { r = any ? f(r, (unsigned)m->kept[i]) : (unsigned)m->kept[i]; any = true; } return r; }
inline unsigned __reduce_min_sync(unsigned mask, unsigned v) { return folded(mask, v, [](unsigned a, unsigned b) { return a < b ? a : b; }); }
inline unsigned __reduce_max_sync(unsigned mask, unsigned v) { return folded(mask, v, [](unsigned a, unsigned b) { return a > b ? a : b; }); }
inline int __reduce_min_sync(unsigned mask, int v) { return (int)folded(mask, v, [](unsigned a, unsigned b) { return (int)a < (int)b ? a : b; }); }
inline int __reduce_max_sync(unsigned mask, int v) { return (int)folded(mask, v, [](unsigned a, unsigned b) { return (int)a > (int)b ? a : b; }); }
inline unsigned __reduce_and_sync(unsigned mask, unsigned v) { return folded(mask, v, [](unsigned a, unsigned b) { return a & b; }); }
inline unsigned __reduce_or_sync(unsigned mask, unsigned v) { return folded(mask, v, [](unsigned a, unsigned b) { return a | b; }); }
inline unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return folded(mask, v, [](unsigned a, unsigned b) { return a ^ b; }); }
template <class T> unsigned __match_any_sync(unsigned mask, T v) { auto m = fibers::meet(mask, fibers::bits(v)); unsigned r = 0; for (int i = 0; i < 32; i++) if (mask >> i & 1 && m->kept[i] == fibers::bits(v)) r |= 1u << i; return r; }
template <class T> unsigned __match_all_sync(unsigned mask, T v, int *p) { unsigned r = __match_any_sync(mask, v); *p = r == mask; return *p ? mask : 0; }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __clz(int x) { return x ? __builtin_clz(x) : 32; }
inline unsigned atomicInc(unsigned *p, unsigned most) { unsigned old = *p; *p = old >= most ? 0 : old + 1; return old; }
inline unsigned atomicDec(unsigned *p, unsigned most) { unsigned old = *p; *p = old == 0 || old > most ? most : old - 1; return old; }
