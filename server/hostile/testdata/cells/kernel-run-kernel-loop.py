# stops
%%cuda --run
__global__ void k() { while (1) ; }
int main() { k<<<1000, 256>>>(); cudaDeviceSynchronize(); }
