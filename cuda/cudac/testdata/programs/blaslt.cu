// Products that cublasLt.h describes, against sums of plain loops.
#include <cublasLt.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

const int M = 5, N = 4, K = 3;
float at(const std::vector<float> &v, int i, int j, int rows, int columns, bool across) { return across ? v[i * columns + j] : v[j * rows + i]; }

template <class T> T *copied(const std::vector<float> &v) {
  std::vector<T> host(v.size());
  for (size_t i = 0; i < v.size(); i++) host[i] = (T)v[i];
  T *d;
  cudaMalloc(&d, v.size() * sizeof(T));
  cudaMemcpy(d, host.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}

template <class T> int differences(cudaDataType_t type, bool ta, bool tb, cublasLtOrder_t order, cublasLtEpilogue_t epilogue, float beta) {
  bool across = order == CUBLASLT_ORDER_ROW;
  std::vector<float> a(M * K), b(K * N), c(M * N), bias(M);
  for (int i = 0; i < M * K; i++) a[i] = i % 5 - 2;
  for (int i = 0; i < K * N; i++) b[i] = i % 4 - 1;
  for (int i = 0; i < M * N; i++) c[i] = i % 3;
  for (int i = 0; i < M; i++) bias[i] = 1 - i;
  T *da = copied<T>(a), *db = copied<T>(b), *dc = copied<T>(c), *dBias = copied<T>(bias), *out = copied<T>(c);
  cublasLtHandle_t h;
  cublasLtMatmulDesc_t d;
  cublasLtMatrixLayout_t la, lb, lc;
  cublasLtCreate(&h);
  cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasOperation_t opA = ta ? CUBLAS_OP_T : CUBLAS_OP_N, opB = tb ? CUBLAS_OP_T : CUBLAS_OP_N;
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &opA, sizeof(opA));
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSB, &opB, sizeof(opB));
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof(epilogue));
  cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &dBias, sizeof(dBias));
  int ra = ta ? K : M, ca = ta ? M : K, rb = tb ? N : K, cb = tb ? K : N;
  cublasLtMatrixLayoutCreate(&la, type, ra, ca, across ? ca : ra);
  cublasLtMatrixLayoutCreate(&lb, type, rb, cb, across ? cb : rb);
  cublasLtMatrixLayoutCreate(&lc, type, M, N, across ? N : M);
  for (cublasLtMatrixLayout_t l : {la, lb, lc}) cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof(order));
  float alpha = 2;
  int wrong = cublasLtMatmul(h, d, &alpha, da, la, db, lb, &beta, dc, lc, out, lc, nullptr, nullptr, 0, 0) != CUBLAS_STATUS_SUCCESS;
  std::vector<T> got(M * N);
  cudaMemcpy(got.data(), out, M * N * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      float sum = 0;
      for (int k = 0; k < K; k++) sum += (ta ? at(a, k, i, K, M, across) : at(a, i, k, M, K, across)) * (tb ? at(b, j, k, N, K, across) : at(b, k, j, K, N, across));
      sum = alpha * sum + beta * at(c, i, j, M, N, across);
      if (epilogue & CUBLASLT_EPILOGUE_BIAS) sum += bias[i];
      if (epilogue & CUBLASLT_EPILOGUE_RELU) sum = sum > 0 ? sum : 0;
      wrong += (float)got[across ? i * N + j : j * M + i] != sum;
    }
  cublasLtMatrixLayoutDestroy(la);
  cublasLtMatrixLayoutDestroy(lb);
  cublasLtMatrixLayoutDestroy(lc);
  cublasLtMatmulDescDestroy(d);
  cublasLtDestroy(h);
  cudaFree(da); cudaFree(db); cudaFree(dc); cudaFree(dBias); cudaFree(out);
  return wrong;
}

int main() {
  int wrong = 0, tried = 0;
  for (int t = 0; t < 4; t++)
    for (cublasLtOrder_t order : {CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW})
      for (cublasLtEpilogue_t e : {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS}) {
        wrong += differences<float>(CUDA_R_32F, t & 1, t & 2, order, e, 0.5f);
        wrong += differences<__half>(CUDA_R_16F, t & 1, t & 2, order, e, 0);
        tried += 2;
      }
  printf("%d products, %d differences\n", tried, wrong);
}
