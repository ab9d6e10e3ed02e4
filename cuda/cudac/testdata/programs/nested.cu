// Types of classes: structs and enums within structs, with the same name in several, in templates, and defined outside.
#include <cstdio>
#include <vector>
template <typename T> struct B {
  struct P { T *e; P() : e(nullptr) {} P(T *q) : e(q) {} T get() const { return *e; } ~P() {} };
  enum class E { a = 3, b };
  enum { count = sizeof(T) };
  struct Q : P { int n; Q(T *q) : P(q), n(count) {} static const int twice = 2 * count; };
  P p;
  E which() { return E::b; }
};
struct C {
  struct P { double e[5]; int sum(); P(); ~P(); struct Deep { int d; int more(int x); } deep; static int made; };
  enum K { x, y = 7 };
  P p;
  class Later;
  struct Node { Node *next; int v; } *head;
  friend struct Stranger;
  Later *l;
};
class C::Later { public: int z = 4; };
struct Stranger { int s; };
int C::P::made = 0;
C::P::P() { for (int i = 0; i < 5; i++) e[i] = i; deep.d = 1; made++; }
C::P::~P() { made--; }
int C::P::sum() { return e[3] + e[4]; }
int C::P::Deep::more(int x) { return d + x; }
struct D : C { struct P { char small; }; P z; };
template <typename T> int size() { typename B<T>::P q; typename B<T>::Q r(nullptr); return sizeof(q) + sizeof(r) + B<T>::count; }
struct P { short s; };
template <typename T> struct Shelf { struct Item { T t; }; std::vector<Item> items; void add(T t) { items.push_back(Item{t}); } Item &at(int i) { return items[i]; } };
int main() {
  int i = 5; char c = 'c';
  B<int> a; B<int>::P p(&i); B<char>::P q(&c); C::P d; C::K k = C::y; P own; Stranger s;
  printf("%zu %zu %zu %zu %zu %d %c\n", sizeof(a), sizeof(d), sizeof(D::P), sizeof(own), sizeof(s), p.get(), q.get());
  B<int>::E e = B<int>::E::b; B<char>::E f = B<char>::E::a;
  printf("%d %d %d %d %d %d\n", (int)e, (int)f, (int)a.which(), k, B<int>::count, B<double>::count);
  printf("%d %d %d %d %d\n", size<char>() + B<char>::Q::twice, size<double>(), d.sum(), d.deep.more(4), C::P::made);
  B<int>::Q r(&i); printf("%d %d\n", r.n, r.get());
  C::Node n = {nullptr, 3}; C whole; whole.head = &n; C::Later later; whole.l = &later;
  printf("%d %d %d\n", whole.head->v, whole.l->z, C::P::made);
  Shelf<int> one; Shelf<double> two; one.add(1); two.add(2.5); Shelf<int>::Item item = {9};
  printf("%d %g %d\n", one.at(0).t, two.at(0).t, item.t);
}
