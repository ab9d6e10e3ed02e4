// Kernels in which not all threads reach the same barrier.
=== in_a_branch
__global__ void k(float *x) {
  if (threadIdx.x < 7)
    __syncthreads(); // here
  x[threadIdx.x] = 1;
}
=== one_warp_only
__global__ void k(float *x) {
  if (threadIdx.x < 32) {
    __syncthreads(); // here
  }
  x[threadIdx.x] = 1;
}
=== loops_of_different_length
__global__ void k(float *x) {
  for (int i = 0; i < threadIdx.x / 8; i++)
    __syncthreads(); // here
  x[threadIdx.x] = 1;
}
=== guarded_load
__global__ void k(float *x) {
  __shared__ float s[64];
  int i = threadIdx.x;
  if (i < 50) {
    s[i] = x[i];
    __syncthreads(); // here
    x[i] = s[49 - i];
  }
}
=== two_barriers
__global__ void k(float *x) {
  if (threadIdx.x < 32) {
    __syncthreads();
    x[threadIdx.x] = 1;
  } else {
    __syncthreads(); // here
    x[threadIdx.x] = 2;
  }
}
=== left_by_break
__global__ void k(float *x) {
  for (int i = 0; i < 4; i++) {
    if (x[threadIdx.x] > 5 + i) break;
    __syncthreads(); // here
  }
}
=== in_a_switch
__global__ void k(float *x) {
  switch (threadIdx.x % 2) {
  case 0:
    __syncthreads(); // here
    break;
  default:
    x[threadIdx.x] = 0;
  }
}
=== shuffle_in_a_branch
__global__ void k(float *x) {
  float v = x[threadIdx.x];
  if (threadIdx.x < 20)
    v += __shfl_down_sync(0xffffffff, v, 4); // here
  x[threadIdx.x] = v;
}
=== trip_count_by_thread
__global__ void k(float *x) {
  for (int i = 0; i < threadIdx.x; i++) {
    x[threadIdx.x] += 1;
    __syncthreads(); // here
  }
}
=== loop_that_threads_leave_alone args=int:64
__global__ void k(int *x) {
  int v = threadIdx.x;
  while (v > 0) {
    v /= 2;
    __syncthreads(); // here
  }
  x[threadIdx.x] = v;
}
=== barrier_in_a_function_under_a_condition
__device__ void publish(float *s, float v) {
  s[threadIdx.x] = v;
  __syncthreads(); // here
}
__global__ void k(float *x) {
  __shared__ float s[64];
  if (x[threadIdx.x] > 3 || threadIdx.x % 2) publish(s, 1);
  x[threadIdx.x] = 0;
}
=== half_a_warp_multiplies
#include <mma.h>
__global__ void k(float *x) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f;
  nvcuda::wmma::fill_fragment(f, 1.0f);
  if (threadIdx.x < 16)
    nvcuda::wmma::store_matrix_sync(x, f, 16, nvcuda::wmma::mem_row_major); // here
}
