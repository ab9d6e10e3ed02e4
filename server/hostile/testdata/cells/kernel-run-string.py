# says bad_alloc
%%cuda --run
#include <string>
int main() { std::string s = "x"; while (1) s += s; }
