__global__ void kernel(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  __shared__ float sums[8];
  float v = a[i];
  for (int k = 1; k < 32; k *= 2) {
    float u = __shfl_up_sync(0xffffffff, v, k);
    if (lane >= k) v += u;
  }
  if (lane == 31) sums[threadIdx.x / 32] = v;
  __syncthreads();
  for (int w = 0; w < threadIdx.x / 32; w++) v += sums[w];
  out[i] = v;
}
