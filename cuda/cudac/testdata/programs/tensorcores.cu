// Products of whole warps (mma.h), against sums by hand that are exact: small integers.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

template <int M, int N, int K, class T, class S, class LA, class LB> __global__ void multiply(const T *a, const T *b, S *d, int k) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, S> sum;
    wmma::fill_fragment(sum, (S)0);
    for (int i = 0; i < k; i += K) {
        bool ra = std::is_same<LA, wmma::row_major>::value, rb = std::is_same<LB, wmma::row_major>::value;
        wmma::load_matrix_sync(fa, ra ? a + i : a + i * M, ra ? k : M);
        wmma::load_matrix_sync(fb, rb ? b + i * N : b + i, rb ? N : k);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    for (int e = 0; e < sum.num_elements; e++) sum.x[e] = sum.x[e] * (S)2;
    wmma::store_matrix_sync(d, sum, N, wmma::mem_row_major);
}

__global__ void single(const float *a, const float *b, float *d) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::load_matrix_sync(fa, a, 8);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::load_matrix_sync(sum, d, 16, wmma::mem_col_major);
    for (int e = 0; e < fa.num_elements; e++) fa.x[e] = wmma::__float_to_tf32(fa.x[e]);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d, sum, 16, wmma::mem_col_major);
}

template <class T> T number(int i) { return (T)(float)(i % 7 - 3); }
template <> signed char number<signed char>(int i) { return i % 200 - 100; }
template <> unsigned char number<unsigned char>(int i) { return i % 250; }

template <int M, int N, int K, class T, class S, class LA, class LB> void check(const char *name) {
    const int k = 2 * K;
    T *a, *b;
    S *d;
    cudaMallocManaged(&a, M * k * sizeof(T));
    cudaMallocManaged(&b, k * N * sizeof(T));
    cudaMallocManaged(&d, M * N * sizeof(S));
    for (int i = 0; i < M * k; i++) a[i] = number<T>(i);
    for (int i = 0; i < k * N; i++) b[i] = number<T>(3 * i + 1);
    multiply<M, N, K, T, S, LA, LB><<<1, 32>>>(a, b, d, k);
    cudaDeviceSynchronize();
    bool ra = std::is_same<LA, wmma::row_major>::value, rb = std::is_same<LB, wmma::row_major>::value;
    int wrong = 0;
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++) {
            double want = 0;
            for (int i = 0; i < k; i++) want += (double)(float)a[ra ? r * k + i : i * M + r] * (double)(float)b[rb ? i * N + c : c * k + i];
            wrong += (double)(float)d[r * N + c] != 2 * want;
        }
    printf("%s: %d wrong, first %g\n", name, wrong, (double)(float)d[0]);
}

int main() {
    check<16, 16, 16, half, float, wmma::row_major, wmma::col_major>("half 16x16x16");
    check<16, 16, 16, half, half, wmma::col_major, wmma::row_major>("half into half");
    check<32, 8, 16, half, float, wmma::row_major, wmma::row_major>("half 32x8x16");
    check<8, 32, 16, __nv_bfloat16, float, wmma::col_major, wmma::col_major>("bfloat16 8x32x16");
    check<16, 16, 16, signed char, int, wmma::col_major, wmma::row_major>("signed char");
    check<16, 16, 16, unsigned char, int, wmma::col_major, wmma::row_major>("unsigned char");
    check<8, 8, 4, double, double, wmma::row_major, wmma::col_major>("double");
    float *a, *b, *d;
    cudaMallocManaged(&a, 128 * 4);
    cudaMallocManaged(&b, 128 * 4);
    cudaMallocManaged(&d, 256 * 4);
    for (int i = 0; i < 128; i++) a[i] = i == 0 ? 1 + 1.0f / 1024 + 1.0f / 4096 : 0, b[i] = i % 16 == 3;
    for (int i = 0; i < 256; i++) d[i] = 1;
    single<<<1, 32>>>(a, b, d);
    cudaDeviceSynchronize();
    printf("%.8f %g %g\n", d[3 * 16], d[3], d[255]);
}
