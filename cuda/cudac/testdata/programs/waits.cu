// Kernels that wait for the host, for another stream's copy, and for another kernel.
#include <cstdio>

__global__ void waitFor(volatile int *flag, int *out, int v) {
  while (*flag == 0) {}
  if (threadIdx.x == 0) *out = v;
}
__global__ void release(volatile int *flag) { *flag = 1; }
__global__ void add(int *out, int v) { *out += v; }

int main() {
  int *flag, *out, one = 1, got = 0;
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
  cudaMalloc(&out, 4);

  *flag = 0;
  cudaEvent_t done;
  cudaEventCreate(&done);
  waitFor<<<1, 64, 0, s>>>(flag, out, 5);
  add<<<1, 1, 0, s>>>(out, 10);
  cudaEventRecord(done, s);
  printf("host: %d %d", cudaStreamQuery(s), cudaEventQuery(done));
  *flag = 1;
  printf(" %d %d", cudaStreamSynchronize(s), cudaEventQuery(done));
  cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);
  printf(" %d\n", got);

  int *there;
  cudaMalloc(&there, 4);
  cudaMemset(there, 0, 4);
  waitFor<<<1, 1, 0, s>>>(there, out, 7);
  cudaMemcpyAsync(&got, out, 4, cudaMemcpyDeviceToHost, s);
  cudaMemcpyAsync(there, &one, 4, cudaMemcpyHostToDevice, t);
  cudaDeviceSynchronize();
  printf("copy: %d\n", got);

  cudaMemset(there, 0, 4);
  waitFor<<<1, 1, 0, s>>>(there, out, 9);
  cudaStreamWaitEvent(s, done, 0);
  add<<<1, 1, 0, s>>>(out, 1);
  release<<<1, 1, 0, t>>>(there);
  cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost); // waits for no stream that does not block
  printf("early: %d\n", got);
  cudaStreamSynchronize(s);
  cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);
  printf("kernel: %d\n", got);

  *flag = 0;
  cudaStreamCreate(&t);
  waitFor<<<1, 1, 0, t>>>(flag, out, 11);
  *flag = 1;
  cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost); // waits for t
  printf("default: %d %d\n", got, cudaGetLastError());
}
