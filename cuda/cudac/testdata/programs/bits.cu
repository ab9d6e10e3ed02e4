// Intrinsics of integers, roundings and conversions at the bounds of their types, one value a lane, of which some stand aside.
#include <cstdio>
#include <cstdint>

const int many = 16;
__constant__ unsigned ints[many] = {0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffffff, 0x7fffffff, 0x80000000u, 0x80000001u, 0xfffffffeu, 0xffffffffu, 0x12345678};
__constant__ float floats[many] = {0.0f, -0.0f, 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 1e-40f, 2147483520.0f, 2147483648.0f, -2147483648.0f, 4294967040.0f, 1e10f, -1e19f, 9.3e18f, 3e38f};

__device__ unsigned long long mixed(unsigned long long h, unsigned long long v) { return (h ^ v) * 1099511628211ull; }
__device__ unsigned long long of(double v) { return v != v ? 7 : __double_as_longlong(v); }

template <class F> __global__ void pairs(unsigned long long *out, F f) {
    int i = threadIdx.x;
    unsigned long long h = 14695981039346656037ull;
    if (i % 7 != 6)
        for (int j = 0; j < many; j++) h = mixed(h, f(i % many, j));
    out[i] = h;
}
template <class F> void show(const char *name, F f) {
    unsigned long long *out, all = 0;
    cudaMallocManaged(&out, 20 * 8);
    pairs<<<1, 20>>>(out, f);
    cudaDeviceSynchronize();
    for (int i = 0; i < 20; i++) all = all * 31 + out[i];
    for (; *name; name++) if (*name != ' ') printf("%c", *name);
    printf(" %016llx\n", all);
    cudaFree(out);
}
#define A ints[i]
#define B ints[j]
#define L ((unsigned long long)ints[i] << 32 | ints[j])
#define M ((unsigned long long)ints[j] << 32 | ints[(i + 5) % many])
#define X floats[i]
#define Y floats[j]
#define D ((double)floats[i] * (1 + (double)floats[j] * 1e-20) + j * 0.25)
#define E ((i - 8) * 0.5 + j * 0.25)
#define SHOW(expression) show(#expression, [=] __device__(int i, int j) -> unsigned long long { return (unsigned long long)(expression); });
#define REAL(expression) show(#expression, [=] __device__(int i, int j) -> unsigned long long { return of(expression); });

int main() {
    SHOW(__popc(A + j)) SHOW(__popcll(L)) SHOW(__clz(A + j)) SHOW(__clzll(L)) SHOW(__ffs(A + j)) SHOW(__ffsll(L)) SHOW(__brev(A)) SHOW(__brevll(L))
    SHOW(__mul24(A, B)) SHOW(__umul24(A, B)) SHOW(__mulhi((int)A, (int)B)) SHOW(__umulhi(A, B)) SHOW(__umul64hi(L, M)) SHOW(__mul64hi((long long)L, (long long)M))
    SHOW(__hadd((int)A, (int)B)) SHOW(__rhadd((int)A, (int)B)) SHOW(__uhadd(A, B)) SHOW(__urhadd(A, B)) SHOW(__sad((int)A, (int)B, A)) SHOW(__usad(A, B, B))
    SHOW(__byte_perm(A, B, 0x3175u + j)) SHOW(__funnelshift_l(A, B, j * 3)) SHOW(__funnelshift_r(A, B, j * 3)) SHOW(__funnelshift_lc(A, B, j * 3)) SHOW(__funnelshift_rc(A, B, j * 3))
    SHOW(__dp4a((int)A, (int)B, (int)A)) SHOW(__dp4a(A, B, B))
    SHOW(min((int)A, (int)B)) SHOW(max((int)A, (int)B)) SHOW(min(A, B)) SHOW(max(A, B)) SHOW(umin(A, B)) SHOW(umax(A, B)) SHOW(min((long long)L, (long long)M)) SHOW(max(L, M))
    SHOW(llmin((long long)L, (long long)M)) SHOW(llmax((long long)L, (long long)M)) SHOW(ullmin(L, M)) SHOW(ullmax(L, M)) SHOW(abs((int)(A | 1))) SHOW(llabs((long long)(L | 1)))
    SHOW(__float_as_int(X)) SHOW(__float_as_uint(X)) REAL(__int_as_float((int)A >> 2)) REAL(__uint_as_float(A >> 2)) SHOW(__double2hiint(D)) SHOW(__double2loint(D)) REAL(__hiloint2double((int)A >> 2, B))
#define FROM_FLOAT(to) SHOW(__float2##to##_rn(X)) SHOW(__float2##to##_rz(X)) SHOW(__float2##to##_ru(X)) SHOW(__float2##to##_rd(X))
#define FROM_DOUBLE(to) SHOW(__double2##to##_rn(D)) SHOW(__double2##to##_rz(D)) SHOW(__double2##to##_ru(D)) SHOW(__double2##to##_rd(D))
    FROM_FLOAT(int) FROM_FLOAT(uint) FROM_FLOAT(ll) FROM_FLOAT(ull) FROM_DOUBLE(int) FROM_DOUBLE(uint) FROM_DOUBLE(ll) FROM_DOUBLE(ull)
#define TO_FLOAT(from, v) REAL(__##from##2float_rn(v)) REAL(__##from##2float_rz(v)) REAL(__##from##2float_ru(v)) REAL(__##from##2float_rd(v))
#define TO_DOUBLE(from, v) REAL(__##from##2double_rn(v)) REAL(__##from##2double_rz(v)) REAL(__##from##2double_ru(v)) REAL(__##from##2double_rd(v))
    TO_FLOAT(int, (int)(A + j)) TO_FLOAT(uint, A + j) TO_FLOAT(ll, (long long)L) TO_FLOAT(ull, L) TO_FLOAT(double, D) TO_DOUBLE(ll, (long long)L) TO_DOUBLE(ull, L)
    REAL(__int2double_rn((int)A)) REAL(__uint2double_rn(A))
#define ROUNDED(name) REAL(name##_rn(X, Y)) REAL(name##_rz(X, Y)) REAL(name##_ru(X, Y)) REAL(name##_rd(X, Y))
#define ROUNDED1(name, v) REAL(name##_rn(v)) REAL(name##_rz(v)) REAL(name##_ru(v)) REAL(name##_rd(v))
#define ROUNDED3(name) REAL(name##_rn(X, Y, 0.1f)) REAL(name##_rz(X, Y, 0.1f)) REAL(name##_ru(X, Y, 0.1f)) REAL(name##_rd(X, Y, 0.1f))
    ROUNDED(__fadd) ROUNDED(__fsub) ROUNDED(__fmul) ROUNDED(__fdiv) ROUNDED3(__fmaf) ROUNDED1(__fsqrt, fabsf(X)) ROUNDED1(__frcp, X)
    ROUNDED(__dadd) ROUNDED(__dsub) ROUNDED(__dmul) ROUNDED(__ddiv) ROUNDED3(__fma) ROUNDED1(__dsqrt, fabs(D)) ROUNDED1(__drcp, D)
    REAL(__saturatef(X * 0.3f)) SHOW(lround(E)) SHOW(llround(E)) SHOW(lrint(E)) SHOW(llrint(E)) SHOW(lroundf((float)E)) SHOW(llrintf((float)E))
    SHOW(isnan(X - X / Y)) SHOW(isinf(X / Y)) SHOW(isfinite(X / Y)) SHOW(signbit(X))
    REAL(ldexp(D, j - 8)) REAL(ldexpf(X, j - 8)) REAL(scalbn(D, j * 9)) REAL(scalbnf(X, -j * 9)) SHOW(X == 0 ? 0 : ilogbf(X)) SHOW(D == 0 ? 0 : ilogb(D))
    return 0;
}
