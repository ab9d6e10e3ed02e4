# ends
%%cuda --run
__global__ void k() { int a[100000]; for (int i = 0; i < 100000; i++) a[i] = i; }
int main() { k<<<100, 1024>>>(); cudaDeviceSynchronize(); }
