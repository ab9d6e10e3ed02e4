# ends
%%cuda
template <int N> struct F { static const int v = F<N + 1>::v; };
__global__ void k(int *a) { *a = F<0>::v; }
