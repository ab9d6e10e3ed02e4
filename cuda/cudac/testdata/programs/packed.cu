// Sixteen bytes at once, pairs of halves, and sizes that a launch is given as a type.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

typedef __nv_bfloat16 floatX;
__device__ floatX fromBits(unsigned short b) { return __nv_bfloat16_raw{b}; }
__device__ unsigned short bits(floatX v) { return ((__nv_bfloat16_raw)v).x; }
__device__ float &at(float4 &v, int i) { return reinterpret_cast<float *>(&v)[i]; }
__device__ float at(const float4 &v, int i) { return reinterpret_cast<const float *>(&v)[i]; }

template <class T> struct alignas(16) Pack {
    Pack() = default;
    __device__ explicit Pack(int4 b) {
        static_assert(sizeof(b) == sizeof(payload), "size");
        memcpy(&payload, &b, sizeof(b));
    }
    __device__ static Pack constant(T v) { Pack p; for (int k = 0; k < size; ++k) p.payload[k] = v; return p; }
    __device__ static Pack zeros() { return constant(0); }
    __device__ T &operator[](int i) { return payload[i]; }
    __device__ int4 whole() const { int4 b; memcpy(&b, &payload, sizeof(b)); return b; }
    static constexpr const int size = sizeof(int4) / sizeof(T);
    T payload[size];
};
template <class T> __device__ Pack<T> load(const T *p) { return Pack<T>{*reinterpret_cast<const int4 *>(p)}; }
template <class T> __device__ void store(T *p, Pack<T> v) { *reinterpret_cast<int4 *>(p) = v.whole(); }

__global__ void twice(float *out, const float *in) {
    int i = threadIdx.x * Pack<float>::size;
    Pack<float> x = load(in + i), y = Pack<float>::zeros();
    for (int k = 0; k < x.size; ++k) y[k] += 2 * x[k];
    store(out + i, y);
}
__global__ void parts(float *out) {
    float4 v = make_float4(1, 2, 3, 4);
    at(v, 2) = 9;
    const float4 w = v;
    out[0] = at(w, 2);
    out[1] = __bfloat162float(fromBits(bits(__float2bfloat16(1.5f))));
}
__global__ void pairs(half2 *h, __nv_bfloat162 *b) {
    atomicAdd(h, __floats2half2_rn(1, 2));
    atomicAdd(b, __floats2bfloat162_rn(0.5f, 3));
}
template <int N> __global__ void width(int *out) { if (threadIdx.x == N - 1) *out = N; }
template <class Launch> void dispatch(Launch &&launch, int n) {
    switch (n) {
    case 32: return launch(std::integral_constant<int, 32>{});
    default: return launch(std::integral_constant<int, 64>{});
    }
}

int main() {
    float *in, *out;
    cudaMallocManaged(&in, 32 * sizeof(float));
    cudaMallocManaged(&out, 32 * sizeof(float));
    for (int i = 0; i < 32; i++) in[i] = i;
    twice<<<1, 8>>>(out, in);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", out[0], out[13], out[31]);
    parts<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%g %g\n", out[0], out[1]);
    half2 *h;
    __nv_bfloat162 *b;
    cudaMallocManaged(&h, 4);
    cudaMallocManaged(&b, 4);
    *h = __floats2half2_rn(0, 0);
    *b = __floats2bfloat162_rn(0, 0);
    pairs<<<2, 8>>>(h, b);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\n", __low2float(*h), __high2float(*h), __low2float(*b), __high2float(*b));
    int *n;
    cudaMallocManaged(&n, 4);
    for (int size : {32, 64}) {
        dispatch([&](auto c) { constexpr int m = c; width<c.value><<<1, m>>>(n); }, size);
        cudaDeviceSynchronize();
        printf("%d\n", *n);
    }
}
