// tuple, of up to eight, and thrust/tuple.h

#include <vector>

namespace std {
struct __none {};
template <class A, class B = __none, class C = __none, class D = __none, class E = __none, class F = __none, class G = __none, class H = __none>
struct tuple { A a; B b; C c; D d; E e; F f; G g; H h; };
template <class A, class B, class C, class D, class E, class F, class G> struct tuple<A, B, C, D, E, F, G, __none> { A a; B b; C c; D d; E e; F f; G g; };
template <class A, class B, class C, class D, class E, class F> struct tuple<A, B, C, D, E, F, __none, __none> { A a; B b; C c; D d; E e; F f; };
template <class A, class B, class C, class D, class E> struct tuple<A, B, C, D, E, __none, __none, __none> { A a; B b; C c; D d; E e; };
template <class A, class B, class C, class D> struct tuple<A, B, C, D, __none, __none, __none, __none> { A a; B b; C c; D d; };
template <class A, class B, class C> struct tuple<A, B, C, __none, __none, __none, __none, __none> { A a; B b; C c; };
template <class A, class B> struct tuple<A, B, __none, __none, __none, __none, __none, __none> { A a; B b; };
template <class A> struct tuple<A, __none, __none, __none, __none, __none, __none, __none> { A a; };
template <int N, class T> __host__ __device__ auto &__member(T &t) {
	if constexpr (N == 0) return t.a;
	else if constexpr (N == 1) return t.b;
	else if constexpr (N == 2) return t.c;
	else if constexpr (N == 3) return t.d;
	else if constexpr (N == 4) return t.e;
	else if constexpr (N == 5) return t.f;
	else if constexpr (N == 6) return t.g;
	else return t.h;
}
template <int N, class A, class B, class C, class D, class E, class F, class G, class H> __host__ __device__ auto &get(tuple<A, B, C, D, E, F, G, H> &t) { return __member<N>(t); }
template <int N, class A, class B, class C, class D, class E, class F, class G, class H> __host__ __device__ const auto &get(const tuple<A, B, C, D, E, F, G, H> &t) { return __member<N>(t); }
template <int N, class A, class B> __host__ __device__ auto &get(pair<A, B> &t) {
	if constexpr (N == 0) return t.first;
	else return t.second;
}
template <class T> struct tuple_size { static constexpr int value = 0; };
template <class A, class B> struct tuple_size<pair<A, B>> { static constexpr int value = 2; };
template <class A> struct tuple_size<tuple<A>> { static constexpr int value = 1; };
template <class A, class B> struct tuple_size<tuple<A, B>> { static constexpr int value = 2; };
template <class A, class B, class C> struct tuple_size<tuple<A, B, C>> { static constexpr int value = 3; };
template <class A, class B, class C, class D> struct tuple_size<tuple<A, B, C, D>> { static constexpr int value = 4; };
template <class A, class B, class C, class D, class E> struct tuple_size<tuple<A, B, C, D, E>> { static constexpr int value = 5; };
template <int N, class T> struct tuple_element {};
template <class A, class B, class C, class D> struct tuple_element<0, tuple<A, B, C, D>> { using type = A; };
template <class A, class B, class C, class D> struct tuple_element<1, tuple<A, B, C, D>> { using type = B; };
template <class A, class B, class C, class D> struct tuple_element<2, tuple<A, B, C, D>> { using type = C; };
template <class A, class B, class C, class D> struct tuple_element<3, tuple<A, B, C, D>> { using type = D; };
template <class A> __host__ __device__ tuple<A> make_tuple(A a) { tuple<A> t{a}; return t; }
template <class A, class B> __host__ __device__ tuple<A, B> make_tuple(A a, B b) { tuple<A, B> t{a, b}; return t; }
template <class A, class B, class C> __host__ __device__ tuple<A, B, C> make_tuple(A a, B b, C c) { tuple<A, B, C> t{a, b, c}; return t; }
template <class A, class B, class C, class D> __host__ __device__ tuple<A, B, C, D> make_tuple(A a, B b, C c, D d) { tuple<A, B, C, D> t{a, b, c, d}; return t; }
template <class A, class B, class C, class D, class E> __host__ __device__ tuple<A, B, C, D, E> make_tuple(A a, B b, C c, D d, E e) { tuple<A, B, C, D, E> t{a, b, c, d, e}; return t; }
template <class A, class B, class C, class D, class E, class F> __host__ __device__ tuple<A, B, C, D, E, F> make_tuple(A a, B b, C c, D d, E e, F f) { tuple<A, B, C, D, E, F> t{a, b, c, d, e, f}; return t; }
template <class A, class B, class C, class D, class E, class F, class G> __host__ __device__ tuple<A, B, C, D, E, F, G> make_tuple(A a, B b, C c, D d, E e, F f, G g) { tuple<A, B, C, D, E, F, G> t{a, b, c, d, e, f, g}; return t; }
template <class A, class B, class C, class D, class E, class F, class G, class H> __host__ __device__ tuple<A, B, C, D, E, F, G, H> make_tuple(A a, B b, C c, D d, E e, F f, G g, H h) { tuple<A, B, C, D, E, F, G, H> t{a, b, c, d, e, f, g, h}; return t; }
template <class A> __host__ __device__ bool operator==(const tuple<A> &x, const tuple<A> &y) { return x.a == y.a; }
template <class A, class B> __host__ __device__ bool operator==(const tuple<A, B> &x, const tuple<A, B> &y) { return x.a == y.a && x.b == y.b; }
template <class A, class B, class C> __host__ __device__ bool operator==(const tuple<A, B, C> &x, const tuple<A, B, C> &y) { return x.a == y.a && x.b == y.b && x.c == y.c; }
template <class A, class B, class C, class D> __host__ __device__ bool operator==(const tuple<A, B, C, D> &x, const tuple<A, B, C, D> &y) { return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d; }
template <class A> __host__ __device__ bool operator<(const tuple<A> &x, const tuple<A> &y) { return x.a < y.a; }
template <class A, class B> __host__ __device__ bool operator<(const tuple<A, B> &x, const tuple<A, B> &y) { return x.a < y.a || !(y.a < x.a) && x.b < y.b; }
template <class A, class B, class C> __host__ __device__ bool operator<(const tuple<A, B, C> &x, const tuple<A, B, C> &y) { return x.a < y.a || !(y.a < x.a) && (x.b < y.b || !(y.b < x.b) && x.c < y.c); }
template <class A, class B, class C, class D> __host__ __device__ bool operator<(const tuple<A, B, C, D> &x, const tuple<A, B, C, D> &y) { return x.a < y.a || !(y.a < x.a) && (x.b < y.b || !(y.b < x.b) && (x.c < y.c || !(y.c < x.c) && x.d < y.d)); }

// What tie() makes: variables that a tuple is assigned to.
template <class A, class B, class C = __none> struct __tied {
	A *a; B *b; C *c;
	const __tied &operator=(const tuple<A, B, C> &t) const { *a = t.a; *b = t.b; *c = t.c; return *this; }
};
template <class A, class B> struct __tied<A, B, __none> {
	A *a; B *b;
	const __tied &operator=(const tuple<A, B> &t) const { *a = t.a; *b = t.b; return *this; }
	const __tied &operator=(const pair<A, B> &t) const { *a = t.first; *b = t.second; return *this; }
};
template <class A, class B> __tied<A, B> tie(A &a, B &b) { __tied<A, B> t; t.a = &a; t.b = &b; return t; }
template <class A, class B, class C> __tied<A, B, C> tie(A &a, B &b, C &c) { __tied<A, B, C> t; t.a = &a; t.b = &b; t.c = &c; return t; }
}
