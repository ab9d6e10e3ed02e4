# stops | ends
%%cuda --run
__global__ void k() { }
int main() { for (;;) k<<<2147483647, 1024>>>(); }
