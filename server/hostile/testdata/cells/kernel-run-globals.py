# ends
%%cuda --run
int a[2000000000]; __device__ int b[2000000000];
int main() { a[1] = 1; return 0; }
