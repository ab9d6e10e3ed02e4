// Kernels that wait for what never comes.
=== flag_never_set args=int:1
__global__ void k(volatile int *flag) {
  while (flag[0] != 7) { // here
  }
}
=== lock_held_by_a_lane args=int:1,int:1
__device__ int lock;
__global__ void k(int *count, int *unused) {
  while (atomicCAS(&lock, 0, 1) != 0) { // here
  }
  count[0]++;
  atomicExch(&lock, 0);
}
=== waits_for_a_later_block grid=2 block=32 args=int:2
__global__ void k(int *arrived) {
  if (threadIdx.x == 0) {
    atomicExch(&arrived[blockIdx.x], 9);
    while (atomicAdd(&arrived[1 - blockIdx.x], 0) != 9) { // here
    }
  }
}
=== warp_waits_for_a_barrier
__global__ void k(float *x) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (ready == 0) { // here
    }
  }
  __syncthreads();
  ready = 1;
}
