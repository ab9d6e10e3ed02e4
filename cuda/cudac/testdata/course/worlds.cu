// Simulations and pictures, and what the lanes of a warp do together.

__global__ void life(const unsigned char *now, unsigned char *next, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx != 0 || dy != 0) alive += now[(y + dy + height) % height * width + (x + dx + width) % width];
  next[y * width + x] = alive == 3 || (alive == 2 && now[y * width + x]) ? 1 : 0;
}

struct Complex {
  float re, im;
  __device__ Complex squaredPlus(Complex c) const { return {re * re - im * im + c.re, 2 * re * im + c.im}; }
  __device__ float norm() const { return re * re + im * im; }
};

__global__ void mandelbrot(int *out, int width, int height, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  Complex c = {3.0f * x / width - 2.0f, 2.0f * y / height - 1.0f}, z = {0, 0};
  int n = 0;
  while (n < most && z.norm() < 4.0f) {
    z = z.squaredPlus(c);
    n++;
  }
  out[y * width + x] = n;
}

#define SOFTENING 1e-3f

__device__ float3 pull(float4 other, float4 me, float3 sum) {
  float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
  float f = other.w * inverse * inverse * inverse;
  sum.x += dx * f;
  sum.y += dy * f;
  sum.z += dz * f;
  return sum;
}

__global__ void nbody(const float4 *bodies, float3 *force, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int from = 0; from < n; from += blockDim.x) {
    int j = from + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < blockDim.x; k++) sum = pull(tile[k], me, sum);
    __syncthreads();
  }
  if (i < n) force[i] = sum;
}

__global__ void warpScan(const int *in, int *out) {
  int lane = threadIdx.x % 32, v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += left;
  }
  out[threadIdx.x] = v;
}

__global__ void warpVotes(const int *in, unsigned *out) {
  int v = in[threadIdx.x];
  unsigned odd = __ballot_sync(0xffffffffu, v & 1);
  int first = __shfl_sync(0xffffffffu, v, __ffs(odd) - 1);
  int pair = __shfl_xor_sync(0xffffffffu, v, 1);
  if (threadIdx.x % 32 == 0) {
    out[0] = odd;
    out[1] = __popc(odd);
    out[2] = first;
    out[3] = pair;
    out[4] = __all_sync(__activemask(), v >= 0);
  }
}
