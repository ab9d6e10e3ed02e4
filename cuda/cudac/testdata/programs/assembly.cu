// Inline PTX, the part of it that is read: results are compared with CUDA C++.
#include <cstdio>

__device__ unsigned lane() {
    unsigned id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}
__device__ unsigned below() {
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}
__device__ int highest(unsigned word) {
    unsigned ret;
    asm volatile("bfind.u32 %0, %1;" : "=r"(ret) : "r"(word));
    return ret;
}
__device__ float4 load(const float4 *p) {
    float4 v;
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
    return v;
}
__device__ unsigned differences(unsigned a, unsigned b, unsigned c) {
    unsigned result;
    asm("vabsdiff4.u32.u32.u32.add"
        " %0, %1, %2, %3;"
        : "=r"(result)
        : "r"(a), "r"(b), "r"(c));
    return result;
}
__device__ int select(int a, int b) { // the larger, with a predicate
    int r;
    asm("{\n"
        "  .reg .pred p;\n"
        "  setp.gt.s32 p, %1, %2; // larger\n"
        "  selp.b32 %0, %1, %2, p;\n"
        "  @!p add.s32 %0, %0, 1000;\n"
        "}"
        : "=r"(r)
        : "r"(a), "r"(b));
    return r;
}

__global__ void k(int *wrong, const float4 *quads, float4 *out, unsigned *total) {
    __shared__ float tile[32];
    int bad = 0;
    unsigned t = threadIdx.x;
    bad += lane() != t % 32;
    bad += below() != (1u << t) - 1;
    bad += highest(t) != (t ? 31 - __clz(t) : -1);
    float4 v = load(quads + t);
    bad += v.x != t || v.w != t + 0.75f;
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + t), "f"(v.w), "f"(v.z), "f"(v.y), "f"(v.x) : "memory");
    bad += differences(0x01020304u, 0x04030201u, t) != 8 + t;
    bad += select(t, 10) != (t > 10 ? (int)t : 1010);
    unsigned long long wide;
    unsigned high, shared = (unsigned)__cvta_generic_to_shared(&tile[t]);
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(0x80000000u + t), "r"(6u));
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(high) : "r"(0x80000000u + t), "r"(6u));
    bad += wide != (0x80000000ull + t) * 6 || high != (unsigned)(wide >> 32);
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(shared), "f"(2.5f * t));
    float f;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(f) : "r"(shared));
    bad += f != 2.5f * t || tile[t] != f;
    asm("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f) : "f"(2.0f), "f"(1.0f));
    bad += f != 5.0f * t + 1;
    int bits;
    asm("mov.b32 %0, %1;" : "=r"(bits) : "f"(1.0f));
    bad += bits != 0x3f800000;
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(bits) : "f"(-2.75f));
    bad += bits != -2;
    asm("shl.b32 %0, %1, %2;" : "=r"(bits) : "r"(3), "r"(t));
    bad += bits != (int)(3u << t);
    asm("prmt.b32 %0, %1, %2, 0x0123;" : "=r"(bits) : "r"(0x11223344), "r"(0));
    bad += bits != 0x44332211;
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(total), "r"(t));
    asm volatile("membar.gl;" ::: "memory");
    atomicAdd(wrong, bad);
}

int main() {
    int *wrong;
    unsigned *total;
    float4 *quads, *out;
    cudaMallocManaged(&wrong, 4);
    cudaMallocManaged(&total, 4);
    cudaMallocManaged(&quads, 32 * sizeof(float4));
    cudaMallocManaged(&out, 32 * sizeof(float4));
    *wrong = *total = 0;
    for (int i = 0; i < 32; i++) quads[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
    k<<<1, 32>>>(wrong, quads, out, total);
    cudaDeviceSynchronize();
    printf("%d wrong, %u, %g %g\n", *wrong, *total, out[3].x, out[3].w);
    return 0;
}
