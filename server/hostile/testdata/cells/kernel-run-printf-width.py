# ends
%%cuda --run
#include <cstdio>
int main() { printf("%2000000000d", 1); printf("%.2000000000f", 1.0); }
