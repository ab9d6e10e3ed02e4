// A sum in six steps, each without a fault of the one before; 128 threads to a block.

__global__ void reduce1(const float *in, float *out, int n) { // interleaved, divergent
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) {
    if (t % (2 * k) == 0) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void reduce2(const float *in, float *out, int n) { // strided index, bank conflicts
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) {
    int at = 2 * k * t;
    if (at < blockDim.x) s[at] += s[at + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void reduce3(const float *in, float *out, int n) { // sequential addresses
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void reduce4(const float *in, float *out, int n) { // the first sum while loading
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__device__ void lastWarp(volatile float *s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

__global__ void reduce5(const float *in, float *out, int n) { // the last warp unrolled
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (int k = blockDim.x / 2; k > 32; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t < 32) lastWarp(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}

__inline__ __device__ float warpSum(float v) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}

__global__ void reduce6(const float *in, float *out, int n) { // grid stride, shuffles, an atomic
  __shared__ float s[32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  sum = warpSum(sum);
  if (lane == 0) s[warp] = sum;
  __syncthreads();
  sum = threadIdx.x < blockDim.x / warpSize ? s[lane] : 0;
  if (warp == 0) sum = warpSum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}
