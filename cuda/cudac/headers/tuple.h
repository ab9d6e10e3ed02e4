// tuple, of up to four

#include <vector>

namespace std {
struct __none {};
template <class A, class B = __none, class C = __none, class D = __none> struct tuple { A a; B b; C c; D d; };
template <class A, class B, class C> struct tuple<A, B, C, __none> { A a; B b; C c; };
template <class A, class B> struct tuple<A, B, __none, __none> { A a; B b; };
template <class A> struct tuple<A, __none, __none, __none> { A a; };
template <int N, class A, class B, class C, class D> auto &get(tuple<A, B, C, D> &t) {
	if constexpr (N == 0) return t.a;
	else if constexpr (N == 1) return t.b;
	else if constexpr (N == 2) return t.c;
	else return t.d;
}
template <int N, class A, class B> auto &get(pair<A, B> &t) {
	if constexpr (N == 0) return t.first;
	else return t.second;
}
template <class A> tuple<A> make_tuple(A a) { tuple<A> t{a}; return t; }
template <class A, class B> tuple<A, B> make_tuple(A a, B b) { tuple<A, B> t{a, b}; return t; }
template <class A, class B, class C> tuple<A, B, C> make_tuple(A a, B b, C c) { tuple<A, B, C> t{a, b, c}; return t; }
template <class A, class B, class C, class D> tuple<A, B, C, D> make_tuple(A a, B b, C c, D d) { tuple<A, B, C, D> t{a, b, c, d}; return t; }
}
