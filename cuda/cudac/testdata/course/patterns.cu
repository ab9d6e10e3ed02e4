// Scan, histogram, softmax, layer normalisation, sorting.

__global__ void scan(const int *in, int *out, int n) { // Blelloch, exclusive, one block
  extern __shared__ int temp[];
  int t = threadIdx.x, offset = 1;
  temp[2 * t] = in[2 * t];
  temp[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int left = temp[a];
      temp[a] = temp[b];
      temp[b] += left;
    }
  }
  __syncthreads();
  out[2 * t] = temp[2 * t];
  out[2 * t + 1] = temp[2 * t + 1];
}

#define BINS 16

__global__ void histogram(const int *x, int *bins, int n) {
  __shared__ int local[BINS];
  if (threadIdx.x < BINS) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&local[x[i] % BINS], 1);
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__device__ float blockMax(float v, float *s) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + k]);
    __syncthreads();
  }
  float result = s[0];
  __syncthreads();
  return result;
}

__device__ float blockSum(float v, float *s) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  float result = s[0];
  __syncthreads();
  return result;
}

__global__ void softmax(const float *in, float *out, int cols) { // a block for each row
  __shared__ float s[64];
  const float *row = in + blockIdx.x * cols;
  float largest = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) largest = fmaxf(largest, row[i]);
  largest = blockMax(largest, s);
  float sum = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += expf(row[i] - largest);
  sum = blockSum(sum, s);
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[blockIdx.x * cols + i] = expf(row[i] - largest) / sum;
}

__global__ void layerNorm(const float *in, const float *gamma, const float *beta, float *out, int cols, float eps) {
  __shared__ float s[64];
  const float *row = in + blockIdx.x * cols;
  float sum = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += row[i];
  float mean = blockSum(sum, s) / cols;
  float square = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) square += (row[i] - mean) * (row[i] - mean);
  float scale = rsqrtf(blockSum(square, s) / cols + eps);
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[blockIdx.x * cols + i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}

__global__ void bitonicStep(float *x, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
  if (other > i) {
    bool up = (i & k) == 0;
    float a = x[i], b = x[other];
    if (a > b == up) {
      x[i] = b;
      x[other] = a;
    }
  }
}

__global__ void bitonicShared(float *x) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int other = t ^ j;
      if (other > t && (s[t] > s[other]) == ((t & k) == 0)) {
        float v = s[t];
        s[t] = s[other];
        s[other] = v;
      }
    }
  __syncthreads();
  x[blockIdx.x * 256 + t] = s[t];
}
