# says malloc of
%%cuda --run
#include <cstdlib>
int main() { while (1) { char *p = (char *)malloc(1 << 26); if (!p) return 1; for (int i = 0; i < 1 << 26; i += 4096) p[i] = 1; } }
