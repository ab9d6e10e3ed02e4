# stops
%%cuda --run
#include <cstdio>
int main() { while (1) printf("x"); }
