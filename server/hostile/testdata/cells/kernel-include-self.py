# ends
%%cuda
#include __FILE__
#include "/etc/passwd"
__global__ void k() { }
