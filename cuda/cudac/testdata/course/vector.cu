// The first kernels of a course.

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void scaleStrided(float *x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] *= a;
}

__constant__ float coefficients[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

template <int RADIUS>
__device__ float weighted(const float *tile, int at) {
  float sum = 0;
#pragma unroll
  for (int j = -RADIUS; j <= RADIUS; j++) sum += coefficients[j + RADIUS] * tile[at + j];
  return sum;
}

__global__ void stencil(const float *in, float *out, int n) {
  constexpr int R = 2;
  __shared__ float tile[128 + 2 * R];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + R;
  tile[t] = i < n ? in[i] : 0.0f;
  if (threadIdx.x < R) {
    tile[t - R] = i >= R ? in[i - R] : 0.0f;
    tile[t + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0.0f;
  }
  __syncthreads();
  if (i < n) out[i] = weighted<R>(tile, t);
}
