# says bad_alloc
%%cuda --run
int main() { while (1) new int[1 << 20]; }
