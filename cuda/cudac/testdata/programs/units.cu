// Global structs whose members share units, and templates that name each other in their bases.
#include <cstdio>
struct Flags { unsigned f : 3, h : 5; int z; };
struct Mixed { int a; char c[3]; unsigned f : 3, h : 5; };
struct Signed { int low : 4, high : 28; unsigned long long wide : 40, rest : 24; };
Flags flags = {5, 9, 4};
Mixed mixed = {1, {1, 2, 3}, 5, 9};
Signed numbers = {-3, 100000, 1ull << 39 | 1, 77};
static const Flags table[] = {{1, 2, 3}, {4, 5, 6}};
template <class T> struct Node { T *next; };
template <class T> struct Tree;
template <class T> struct List : Node<Tree<T>> { typedef int value_type; };
template <class T> struct Tree : Node<List<T>> { int b; };
int main() {
	printf("%u %u %d\n", flags.f, flags.h, flags.z);
	printf("%d %d %d %d %u %u\n", mixed.a, mixed.c[0], mixed.c[1], mixed.c[2], mixed.f, mixed.h);
	printf("%d %d %llu %u\n", numbers.low, numbers.high, (unsigned long long)numbers.wide, (unsigned)numbers.rest);
	for (int i = 0; i < 2; i++) printf("%u %u %d\n", table[i].f, table[i].h, table[i].z);
	List<int>::value_type x = 1;
	printf("%d\n", x);
	return 0;
}
