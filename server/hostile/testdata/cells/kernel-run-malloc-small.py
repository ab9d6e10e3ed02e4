# ends | stops
%%cuda --run
#include <cstdlib>
int main() { while (malloc(100)) ; return 1; }
