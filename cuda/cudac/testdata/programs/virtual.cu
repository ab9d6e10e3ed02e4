// Virtual functions, methods of class templates defined outside, bit-fields, members that are references, operator new of a
// class, arrays of a length known when they are made, and string literals as char *.
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Shape {
	virtual ~Shape() { printf("~Shape\n"); }
	virtual double area() const = 0;
	virtual const char *name() const { return "shape"; }
	virtual void grow(double by, int &calls) { calls += 1; }
	void show() const { printf("%s %.2f\n", name(), area()); }
};
struct Square : public Shape {
	double s;
	Square(double s) : s(s) {}
	double area() const override { return s * s; }
	const char *name() const override { return "square"; }
	void grow(double by, int &calls) override { s += by; calls += 10; }
	~Square() { printf("~Square\n"); }
};
struct Cube : public Square {
	Cube(double s) : Square(s) {}
	double area() const override { return 6 * Square::area(); }
};
class Circle final : public Shape {
public:
	double r;
	Circle(double r) : r(r) {}
	double area() const override { return 3 * r * r; }
};
static void describe(const Shape &s) { s.show(); }
template <typename T, int N> struct alignas(16) Pack {
	T v[N];
	[[nodiscard]] T sum() const;
	T &at(int i);
	void fill(T x);
};
template <typename T, int N> T Pack<T, N>::sum() const {
	T s = 0;
	for (int i = 0; i < N; i++) s += v[i];
	return s;
}
template <typename T, int N> T &Pack<T, N>::at(int i) { return v[i]; }
template <typename U, int M> void Pack<U, M>::fill(U x) { for (int i = 0; i < M; i++) at(i) = x; }
struct Bits { unsigned a : 3; unsigned b : 5; int c : 4; unsigned char d; unsigned e : 12; };
struct Wide { unsigned lo : 20; unsigned hi : 20; bool flag : 1; };
struct Holder {
	int &r;
	Holder(int &x) : r(x) {}
	void set(int v) { r = v; }
	int get() const { return r; }
};
void bump(int &p) { int *q = &p; *q += 1; }
struct Managed {
	void *operator new(size_t n) { void *p = malloc(n); printf("new %d\n", (int)n); return p; }
	void operator delete(void *p) { printf("delete\n"); free(p); }
};
struct Elem : public Managed { int key; Elem() : key(7) {} };
struct Named { char name[4]; int a, b[2], c; };
void usage(const char *s) { printf("%s\n", s); }
int main() {
	int calls = 0;
	std::vector<Shape *> list;
	list.push_back(new Square(2));
	list.push_back(new Circle(1));
	list.push_back(new Cube(3));
	for (Shape *s : list) { s->grow(1, calls); describe(*s); }
	printf("calls %d\n", calls);
	for (size_t i = 0; i < list.size(); i++) delete list[i];
	{ Cube c(1); Shape &s = c; s.grow(0.5, calls); s.show(); }
	Pack<float, 4> p;
	for (int i = 0; i < 4; i++) p.at(i) = i;
	printf("%g %d %d\n", p.sum(), (int)sizeof(p), (int)alignof(Pack<float, 4>));
	Pack<char, 3> q;
	q.fill(5);
	printf("%d %d\n", q.sum(), (int)sizeof(q));
	Bits b;
	b.a = 9; b.b = 17; b.c = -3; b.d = 200; b.e = 4000;
	printf("%d %d %d %d %d %d\n", b.a, b.b, b.c, b.d, b.e, (int)sizeof(b));
	b.c += 1; b.a++; b.e -= 3999;
	printf("%d %d %d\n", b.c, b.a, b.e);
	Wide w = {1, 2, true};
	w.hi = 0xfffff;
	printf("%d %d %d %d\n", w.lo, w.hi, w.flag, (int)sizeof(w));
	int x = 1;
	Holder h(x);
	h.set(5);
	bump(x);
	printf("%d %d\n", x, h.get());
	Elem *e = new Elem;
	printf("%d\n", e->key);
	delete e;
	int n = 3;
	int squares[n + 1];
	for (int i = 0; i <= n; i++) squares[i] = i * i;
	printf("%d\n", squares[n]);
	const char u[] = {"abc" "def"};
	printf("%s %d\n", u, (int)sizeof(u));
	usage("text");
	Named p0 = {0}, p1 = {'x', 0, 0, 0, 1, 2, 3, 4}, p2 = {"ab", 5, {6, 7}, 8};
	printf("%d %d %d %s %d %d %d %d %s %d %d %d\n", p0.name[0], p0.a, p0.c, p1.name, p1.a, p1.b[0], p1.b[1], p1.c, p2.name, p2.a, p2.b[1], p2.c);
	return 0;
}
