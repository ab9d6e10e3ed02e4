# stops
%%cuda --run
int main() { while (1) ; }
