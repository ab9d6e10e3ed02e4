# says out of memory
%%cuda --run
#include <cstdio>
int main() { void *p; cudaError_t e; while (!(e = cudaMalloc(&p, 1 << 26))) ; puts(cudaGetErrorString(e)); }
