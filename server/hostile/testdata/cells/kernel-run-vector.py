# says bad_alloc
%%cuda --run
#include <vector>
int main() { std::vector<int> v; while (1) v.push_back(1); }
