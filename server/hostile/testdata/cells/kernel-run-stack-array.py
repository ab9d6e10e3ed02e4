# ends
%%cuda --run
int main() { int a[100000000]; for (int i = 0; i < 100000000; i++) a[i] = i; return a[5]; }
