// cuFFT with callbacks, and of arrays that lie on several devices.
#include <cstdio>
#include <cufftXt.h>

struct Scale { float by; };
__device__ cufftComplex load(void *in, size_t i, void *info, void *) {
  cufftComplex v = ((cufftComplex *)in)[i];
  v.x *= ((Scale *)info)->by;
  return v;
}
__device__ float loadBytes(void *in, size_t i, void *, void *) { return ((unsigned char *)in)[i]; }
__device__ void store(void *out, size_t i, cufftComplex v, void *, void *) {
  v.x += i;
  ((cufftComplex *)out)[i] = v;
}
__device__ cufftCallbackLoadC loadPointer = load;
__device__ cufftCallbackLoadR bytesPointer = loadBytes;
__device__ cufftCallbackStoreC storePointer = store;

void show(const char *what, const cufftComplex *x, int n) {
  printf("%s:", what);
  for (int i = 0; i < n; i++) printf(" %.1f%+.1fi", x[i].x + 0.0f, x[i].y == 0 ? 0.0f : x[i].y);
  printf("\n");
}

int main() {
  const int n = 4;
  cufftComplex x[n] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}}, y[n], *d;
  Scale s = {10}, *ds;
  cudaMalloc(&d, sizeof x);
  cudaMalloc(&ds, sizeof s);
  cudaMemcpy(ds, &s, sizeof s, cudaMemcpyHostToDevice);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  cufftCallbackLoadC l;
  cufftCallbackStoreC t;
  cudaMemcpyFromSymbol(&l, loadPointer, sizeof l);
  cudaMemcpyFromSymbol(&t, storePointer, sizeof t);
  printf("%d", cufftXtSetCallback(plan, (void **)&l, CUFFT_CB_LD_COMPLEX, (void **)&ds));
  printf(" %d", cufftXtSetCallback(plan, (void **)&t, CUFFT_CB_ST_COMPLEX, nullptr));
  printf(" %d\n", cufftXtSetCallback(plan, (void **)&l, CUFFT_CB_LD_REAL, nullptr));
  cufftExecC2C(plan, d, d, CUFFT_FORWARD);
  cudaMemcpy(y, d, sizeof y, cudaMemcpyDeviceToHost);
  show("both", y, n);
  cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX);
  cufftXtClearCallback(plan, CUFFT_CB_ST_COMPLEX);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  cufftExecC2C(plan, d, d, CUFFT_FORWARD);
  cudaMemcpy(y, d, sizeof y, cudaMemcpyDeviceToHost);
  show("none", y, n);
  cufftDestroy(plan);

  unsigned char bytes[n] = {1, 2, 3, 4}, *db;
  cudaMalloc(&db, n);
  cudaMemcpy(db, bytes, n, cudaMemcpyHostToDevice);
  cufftPlan1d(&plan, n, CUFFT_R2C, 1);
  cufftCallbackLoadR b;
  cudaMemcpyFromSymbol(&b, bytesPointer, sizeof b);
  cufftXtSetCallback(plan, (void **)&b, CUFFT_CB_LD_REAL, nullptr);
  cufftExecR2C(plan, (cufftReal *)db, d);
  cudaMemcpy(y, d, sizeof y, cudaMemcpyDeviceToHost);
  show("bytes", y, n / 2 + 1);
  cufftDestroy(plan);

  int gpus[2] = {0, 0}, none[1] = {99};
  cudaLibXtDesc *parts;
  size_t work[2];
  cufftCreate(&plan);
  printf("%d", cufftXtSetGPUs(plan, 1, none));
  printf(" %d\n", cufftXtSetGPUs(plan, 2, gpus));
  cufftMakePlan1d(plan, n, CUFFT_C2C, 1, work);
  cufftXtMalloc(plan, &parts, CUFFT_XT_FORMAT_INPLACE);
  cufftXtMemcpy(plan, parts, x, CUFFT_COPY_HOST_TO_DEVICE);
  cufftXtExecDescriptorC2C(plan, parts, parts, CUFFT_FORWARD);
  cufftXtMemcpy(plan, y, parts, CUFFT_COPY_DEVICE_TO_HOST);
  printf("%d devices, %d bytes\n", parts->descriptor->nGPUs, (int)parts->descriptor->size[1]);
  show("parts", y, n);
  cufftXtFree(parts);
  cufftDestroy(plan);
  cudaFree(d); cudaFree(ds); cudaFree(db);
  // Types that do not belong together make no plan (cuFFT's table of supported types).
  const cudaDataType pairs[5][2] = {{CUDA_C_32F, CUDA_C_32F}, {CUDA_R_64F, CUDA_C_64F}, {CUDA_C_32F, CUDA_R_64F}, {CUDA_R_32I, CUDA_C_64F}, {CUDA_C_16F, CUDA_C_16F}};
  for (int i = 0; i < 5; i++) {
    long long points[1] = {n};
    size_t work;
    cufftCreate(&plan);
    printf("%d ", cufftXtMakePlanMany(plan, 1, points, NULL, 1, 0, pairs[i][0], NULL, 1, 0, pairs[i][1], 1, &work, i % 2 ? CUDA_C_64F : CUDA_C_32F));
  }
  printf("\n");
}
