# ends
%%cuda
#define A(x) x x
#define B(x) A(A(A(A(A(A(A(A(x))))))))
#define C(x) B(B(B(B(x))))
__global__ void k() { C(C(1;)) }
