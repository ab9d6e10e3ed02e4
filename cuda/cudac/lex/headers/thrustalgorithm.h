// thrust's algorithms: each is calls of functors on the host or in a kernel of this header

#include <thrust/__base.h>

void __sortOrder(const void *keys, unsigned *order, size_t n, int kind, int descending, int device);

namespace thrust {
// Each algorithm stands three times: where it runs is what its iterators say, or the policy.
#define __X(...) __VA_ARGS__
#define __ALGORITHM(T, R, NAME, P, SIDE, ...) \
	template <__X T> R NAME(__X P) { constexpr int H = SIDE; __VA_ARGS__ } \
	template <__X T> R NAME(const __devicePolicy &, __X P) { constexpr int H = 0; __VA_ARGS__ } \
	template <__X T> R NAME(const __hostPolicy &, __X P) { constexpr int H = 1; __VA_ARGS__ }
#define __1 (__side<A>::value == 1)
#define __2 (__side<A>::value == 1 || __side<A>::value == 2 && __side<B>::value == 1)
#define __VALUE(A) typename __value<A>::type

__ALGORITHM((class A, class F), A, for_each, (A a, A b, F f), __1, auto x = __raw(a); __each<H>(b - a, [=](size_t i) { f(x[i]); }); return b;)
__ALGORITHM((class A, class N, class F), A, for_each_n, (A a, N n, F f), __1, auto x = __raw(a); __each<H>((size_t)n, [=](size_t i) { f(x[i]); }); return a + n;)
__ALGORITHM((class A, class V), void, fill, (A a, A b, V v), __1, auto x = __raw(a); __VALUE(A) y = (__VALUE(A))v; __each<H>(b - a, [=](size_t i) { x[i] = y; });)
__ALGORITHM((class A, class N, class V), A, fill_n, (A a, N n, V v), __1, auto x = __raw(a); __VALUE(A) y = (__VALUE(A))v; __each<H>((size_t)n, [=](size_t i) { x[i] = y; }); return a + n;)
__ALGORITHM((class A, class V), void, uninitialized_fill, (A a, A b, V v), __1, auto x = __raw(a); __VALUE(A) y = (__VALUE(A))v; __each<H>(b - a, [=](size_t i) { x[i] = y; });)
__ALGORITHM((class A), void, sequence, (A a, A b), __1, auto x = __raw(a); __each<H>(b - a, [=](size_t i) { x[i] = (__VALUE(A))i; });)
__ALGORITHM((class A, class V), void, sequence, (A a, A b, V v), __1, auto x = __raw(a); __each<H>(b - a, [=](size_t i) { x[i] = (__VALUE(A))(v + (V)i); });)
__ALGORITHM((class A, class V), void, sequence, (A a, A b, V v, V step), __1, auto x = __raw(a); __each<H>(b - a, [=](size_t i) { x[i] = (__VALUE(A))(v + step * (V)i); });)
__ALGORITHM((class A, class F), void, tabulate, (A a, A b, F f), __1, auto x = __raw(a); __each<H>(b - a, [=](size_t i) { x[i] = f((long)i); });)
__ALGORITHM((class A, class F), void, generate, (A a, A b, F f), __1, auto x = __raw(a); F g = f; __each<H>(b - a, [=](size_t i) { F h = g; x[i] = h(); });)
__ALGORITHM((class A, class B, class F), B, transform, (A a, A b, B out, F f), __2, auto x = __raw(a); auto y = __raw(out); __each<H>(b - a, [=](size_t i) { y[i] = f(x[i]); }); return out + (b - a);)
__ALGORITHM((class A, class B, class C, class F), C, transform, (A a, A b, B second, C out, F f), __2, auto x = __raw(a); auto z = __raw(second); auto y = __raw(out); __each<H>(b - a, [=](size_t i) { y[i] = f(x[i], z[i]); }); return out + (b - a);)
__ALGORITHM((class A, class B, class F, class P), B, transform_if, (A a, A b, B out, F f, P p), __2, auto x = __raw(a); auto y = __raw(out); __each<H>(b - a, [=](size_t i) { if (p(x[i])) y[i] = f(x[i]); }); return out + (b - a);)
__ALGORITHM((class A, class B), B, copy, (A a, A b, B out), __2, auto x = __raw(a); auto y = __raw(out); __each<H>(b - a, [=](size_t i) { y[i] = (__VALUE(A))x[i]; }); return out + (b - a);)
__ALGORITHM((class A, class N, class B), B, copy_n, (A a, N n, B out), __2, return copy(a, a + n, out);)
__ALGORITHM((class A, class B, class C), C, gather, (A map, A end, B from, C out), __2, auto m = __raw(map); auto x = __raw(from); auto y = __raw(out); __each<H>(end - map, [=](size_t i) { y[i] = x[(long)m[i]]; }); return out + (end - map);)
__ALGORITHM((class A, class B, class C), void, scatter, (A a, A b, B map, C out), __2, auto m = __raw(map); auto x = __raw(a); auto y = __raw(out); __each<H>(b - a, [=](size_t i) { y[(long)m[i]] = x[i]; });)
__ALGORITHM((class A, class B), B, swap_ranges, (A a, A b, B c), __2, auto x = __raw(a); auto y = __raw(c); __each<H>(b - a, [=](size_t i) { __VALUE(A) t = x[i]; x[i] = y[i]; y[i] = t; }); return c + (b - a);)
__ALGORITHM((class A), void, reverse, (A a, A b), __1, auto x = __raw(a); size_t n = b - a; __each<H>(n / 2, [=](size_t i) { __VALUE(A) t = x[i]; x[i] = x[n - 1 - i]; x[n - 1 - i] = t; });)
__ALGORITHM((class A, class B), B, reverse_copy, (A a, A b, B out), __2, auto x = __raw(a); auto y = __raw(out); size_t n = b - a; __each<H>(n, [=](size_t i) { y[i] = x[n - 1 - i]; }); return out + n;)
__ALGORITHM((class A, class V), void, replace, (A a, A b, V from, V to), __1, auto x = __raw(a); __each<H>(b - a, [=](size_t i) { if (x[i] == from) x[i] = to; });)
__ALGORITHM((class A, class P, class V), void, replace_if, (A a, A b, P p, V to), __1, auto x = __raw(a); __each<H>(b - a, [=](size_t i) { if (p(x[i])) x[i] = to; });)
__ALGORITHM((class A, class B), B, adjacent_difference, (A a, A b, B out), __2, return adjacent_difference(a, b, out, minus<__VALUE(A)>());)
template <int H, class A, class B, class F> void __differences(A x, size_t n, B y, F f) {
	__VALUE(A) *t = __scratch<H, __VALUE(A)>(n);
	__each<H>(n, [=](size_t i) { t[i] = x[i]; });
	__each<H>(n, [=](size_t i) { if (i == 0) y[i] = t[i]; else y[i] = f(t[i], t[i - 1]); });
	__drop<H>(t);
}
__ALGORITHM((class A, class B, class F), B, adjacent_difference, (A a, A b, B out, F f), __2, if (a != b) __differences<H>(__raw(a), b - a, __raw(out), f); return out + (b - a);)

// Copies between the host and the device.
template <class T, class U> U *copy(device_ptr<T> a, device_ptr<T> b, U *out) {
	size_t n = b - a;
	if constexpr (is_same<typename remove_cv<T>::type, U>::value) { if (n) __cudaMemcpy(out, a.p, n * sizeof(T), 4, 0, 0); }
	else {
		vector<typename remove_cv<T>::type> v(n);
		if (n) __cudaMemcpy(v.first, a.p, n * sizeof(T), 2, 0, 0);
		for (size_t i = 0; i < n; i++) out[i] = (U)v.first[i];
	}
	return out + n;
}
template <class T, class U> device_ptr<U> copy(T *a, T *b, device_ptr<U> out) {
	size_t n = b - a;
	if constexpr (is_same<typename remove_cv<T>::type, U>::value) { if (n) __cudaMemcpy(out.p, a, n * sizeof(T), 4, 0, 0); }
	else {
		vector<U> v(n);
		for (size_t i = 0; i < n; i++) v.first[i] = (U)a[i];
		if (n) __cudaMemcpy(out.p, v.first, n * sizeof(U), 1, 0, 0);
	}
	return out + n;
}
template <class T, class S> ostream_iterator<S> copy(device_ptr<T> a, device_ptr<T> b, ostream_iterator<S> out) {
	size_t n = b - a;
	vector<T> v(n);
	if (n) __cudaMemcpy(v.first, a.p, n * sizeof(T), 2, 0, 0);
	for (size_t i = 0; i < n; i++) out.put((S)v.first[i]);
	return out;
}

// Combines get(0) … get(n - 1); n is not 0. Many threads make parts, few combine them.
template <int H, class T, class G, class F> T __combined(size_t n, G get, F f) {
	if constexpr (H == 1) {
		T sum = get(0);
		for (size_t i = 1; i < n; i++) sum = f(sum, get(i));
		return sum;
	} else {
		size_t m = n < 4096 ? n : 4096;
		T *part = __scratch<0, T>(m);
		__each<0>(m, [=](size_t t) {
			T sum = get(t);
			for (size_t i = t + m; i < n; i += m) sum = f(sum, get(i));
			part[t] = sum;
		});
		for (size_t k = m; k > 1; ) {
			size_t few = k > 64 ? 64 : 1, many = k;
			__each<0>(few, [=](size_t t) {
				T sum = part[t];
				for (size_t i = t + few; i < many; i += few) sum = f(sum, part[i]);
				part[t] = sum;
			});
			k = few;
		}
		T sum = __fetch<0>(part);
		__drop<0>(part);
		return sum;
	}
}
// Applies a functor to two values, where it can run.
template <int H, class T, class F> T __apply(F f, const T &a, const T &b) {
	if constexpr (H == 1) return f(a, b);
	else {
		T *t = __scratch<0, T>(1);
		T x = a, y = b;
		__each<0>(1, [=](size_t i) { t[0] = f(x, y); });
		T z = __fetch<0>(t);
		__drop<0>(t);
		return z;
	}
}
__ALGORITHM((class A, class T, class F), T, reduce, (A a, A b, T init, F f), __1, if (a == b) return init; auto x = __raw(a); T sum = __combined<H, T>(b - a, [=](size_t i) { return (T)x[i]; }, f); return __apply<H, T>(f, init, sum);)
__ALGORITHM((class A, class T), T, reduce, (A a, A b, T init), __1, if (!(a != b)) return init; auto x = __raw(a); T sum = __combined<H, T>(b - a, [=](size_t i) { return (T)x[i]; }, plus<T>()); return init + sum;)
__ALGORITHM((class A), __VALUE(A), reduce, (A a, A b), __1, __VALUE(A) zero{}; if (!(a != b)) return zero; auto x = __raw(a); return __combined<H, __VALUE(A)>(b - a, [=](size_t i) { return (__VALUE(A))x[i]; }, plus<__VALUE(A)>());)
__ALGORITHM((class A, class U, class T, class F), T, transform_reduce, (A a, A b, U u, T init, F f), __1, if (!(a != b)) return init; auto x = __raw(a); T sum = __combined<H, T>(b - a, [=](size_t i) { return (T)u(x[i]); }, f); return __apply<H, T>(f, init, sum);)
__ALGORITHM((class A, class B, class T), T, inner_product, (A a, A b, B c, T init), __2, if (!(a != b)) return init; auto x = __raw(a); auto y = __raw(c); T sum = __combined<H, T>(b - a, [=](size_t i) { return (T)(x[i] * y[i]); }, plus<T>()); return init + sum;)
__ALGORITHM((class A, class B, class T, class F, class U), T, inner_product, (A a, A b, B c, T init, F f, U u), __2, if (!(a != b)) return init; auto x = __raw(a); auto y = __raw(c); T sum = __combined<H, T>(b - a, [=](size_t i) { return (T)u(x[i], y[i]); }, f); return __apply<H, T>(f, init, sum);)
__ALGORITHM((class A, class P), long, count_if, (A a, A b, P p), __1, if (!(a != b)) return 0; auto x = __raw(a); return __combined<H, long>(b - a, [=](size_t i) { return p(x[i]) ? 1l : 0l; }, plus<long>());)
__ALGORITHM((class A, class V), long, count, (A a, A b, V v), __1, if (!(a != b)) return 0; auto x = __raw(a); return __combined<H, long>(b - a, [=](size_t i) { return x[i] == v ? 1l : 0l; }, plus<long>());)
// The first place, or n, where p holds.
template <int H, class P> long __firstOf(long n, P p) {
	if (n == 0) return 0;
	return __combined<H, long>(n, [=](size_t i) { return p(i) ? (long)i : n; }, minimum<long>());
}
__ALGORITHM((class A, class P), A, find_if, (A a, A b, P p), __1, auto x = __raw(a); return a + __firstOf<H>(b - a, [=](size_t i) { return (bool)p(x[i]); });)
__ALGORITHM((class A, class P), A, find_if_not, (A a, A b, P p), __1, auto x = __raw(a); return a + __firstOf<H>(b - a, [=](size_t i) { return !p(x[i]); });)
__ALGORITHM((class A, class V), A, find, (A a, A b, V v), __1, auto x = __raw(a); return a + __firstOf<H>(b - a, [=](size_t i) { return x[i] == v; });)
__ALGORITHM((class A, class P), bool, any_of, (A a, A b, P p), __1, auto x = __raw(a); return __firstOf<H>(b - a, [=](size_t i) { return (bool)p(x[i]); }) != b - a;)
__ALGORITHM((class A, class P), bool, none_of, (A a, A b, P p), __1, auto x = __raw(a); return __firstOf<H>(b - a, [=](size_t i) { return (bool)p(x[i]); }) == b - a;)
__ALGORITHM((class A, class P), bool, all_of, (A a, A b, P p), __1, auto x = __raw(a); return __firstOf<H>(b - a, [=](size_t i) { return !p(x[i]); }) == b - a;)
__ALGORITHM((class A, class B), bool, equal, (A a, A b, B c), __2, auto x = __raw(a); auto y = __raw(c); return __firstOf<H>(b - a, [=](size_t i) { return !(x[i] == y[i]); }) == b - a;)
__ALGORITHM((class A, class B, class P), bool, equal, (A a, A b, B c, P p), __2, auto x = __raw(a); auto y = __raw(c); return __firstOf<H>(b - a, [=](size_t i) { return !p(x[i], y[i]); }) == b - a;)
__ALGORITHM((class A, class P), bool, is_sorted, (A a, A b, P p), __1, auto x = __raw(a); return b - a < 2 || __firstOf<H>(b - a - 1, [=](size_t i) { return (bool)p(x[i + 1], x[i]); }) == b - a - 1;)
__ALGORITHM((class A), bool, is_sorted, (A a, A b), __1, auto x = __raw(a); return b - a < 2 || __firstOf<H>(b - a - 1, [=](size_t i) { return x[i + 1] < x[i]; }) == b - a - 1;)
template <int H, class A, class P> long __best(A x, long n, P less) { // the first of the least
	if (n == 0) return 0;
	return __combined<H, long>(n, [=](size_t i) { return (long)i; }, [=](long i, long j) { return less(x[j], x[i]) || !less(x[i], x[j]) && j < i ? j : i; });
}
__ALGORITHM((class A), A, min_element, (A a, A b), __1, return a + __best<H>(__raw(a), b - a, less<>());)
__ALGORITHM((class A), A, max_element, (A a, A b), __1, return a + __best<H>(__raw(a), b - a, greater<>());)
__ALGORITHM((class A, class P), A, min_element, (A a, A b, P p), __1, return a + __best<H>(__raw(a), b - a, p);)
__ALGORITHM((class A, class P), A, max_element, (A a, A b, P p), __1, return a + __best<H>(__raw(a), b - a, [=](const __VALUE(A) &x, const __VALUE(A) &y) { return p(y, x); });)
__ALGORITHM((class A), auto, minmax_element, (A a, A b), __1, return make_pair(a + __best<H>(__raw(a), b - a, less<>()), a + __best<H>(__raw(a), b - a, greater<>()));)

// Gives put(i, v) the sums up to get(i), or before it. A thread has a stretch; stretches are
// summed first.
template <int H, class T, class G, class P, class F> void __scan(size_t n, G get, P put, F f, bool before, bool given, T init) {
	if (n == 0) return;
	size_t m = H == 1 ? 1 : n < 1024 ? n : 1024, length = (n + m - 1) / m;
	T *part = __scratch<H, T>(m);
	if (m > 1) {
		__each<H>(m, [=](size_t t) {
			size_t i = t * length, end = i + length < n ? i + length : n;
			if (i >= end) return;
			T sum = get(i);
			for (i++; i < end; i++) sum = f(sum, get(i));
			part[t] = sum;
		});
		__each<H>(1, [=](size_t) {
			for (size_t t = 1; t < m && t * length < n; t++) part[t] = f(part[t - 1], part[t]);
		});
	}
	__each<H>(m, [=](size_t t) {
		size_t i = t * length, end = i + length < n ? i + length : n;
		if (i >= end) return;
		bool any = t > 0 || given;
		T sum = init;
		if (t > 0) { if (given) sum = f(init, part[t - 1]); else sum = part[t - 1]; }
		for (; i < end; i++) {
			T v = get(i);
			if (before) put(i, sum);
			if (any) sum = f(sum, v); else sum = v;
			any = true;
			if (!before) put(i, sum);
		}
	});
	__drop<H>(part);
}
template <int H, class T, class A, class B, class F> void __scanned(A x, size_t n, B y, F f, bool before, bool given, T init) {
	__scan<H, T>(n, [=](size_t i) { return (T)x[i]; }, [=](size_t i, const T &v) { y[i] = v; }, f, before, given, init);
}
__ALGORITHM((class A, class B), B, inclusive_scan, (A a, A b, B out), __2, __VALUE(A) zero{}; __scanned<H, __VALUE(A)>(__raw(a), b - a, __raw(out), plus<__VALUE(A)>(), false, false, zero); return out + (b - a);)
__ALGORITHM((class A, class B, class F), B, inclusive_scan, (A a, A b, B out, F f), __2, __VALUE(A) zero{}; __scanned<H, __VALUE(A)>(__raw(a), b - a, __raw(out), f, false, false, zero); return out + (b - a);)
__ALGORITHM((class A, class B), B, exclusive_scan, (A a, A b, B out), __2, __VALUE(A) zero{}; __scanned<H, __VALUE(A)>(__raw(a), b - a, __raw(out), plus<__VALUE(A)>(), true, true, zero); return out + (b - a);)
__ALGORITHM((class A, class B, class T), B, exclusive_scan, (A a, A b, B out, T init), __2, __scanned<H, T>(__raw(a), b - a, __raw(out), plus<T>(), true, true, init); return out + (b - a);)
__ALGORITHM((class A, class B, class T, class F), B, exclusive_scan, (A a, A b, B out, T init, F f), __2, __scanned<H, T>(__raw(a), b - a, __raw(out), f, true, true, init); return out + (b - a);)
__ALGORITHM((class A, class B, class U, class F), B, transform_inclusive_scan, (A a, A b, B out, U u, F f), __2, auto x = __raw(a); auto y = __raw(out); __VALUE(B) zero{}; __scan<H, __VALUE(B)>(b - a, [=](size_t i) { return (__VALUE(B))u(x[i]); }, [=](size_t i, const __VALUE(B) &v) { y[i] = v; }, f, false, false, zero); return out + (b - a);)
__ALGORITHM((class A, class B, class U, class T, class F), B, transform_exclusive_scan, (A a, A b, B out, U u, T init, F f), __2, auto x = __raw(a); auto y = __raw(out); __scan<H, T>(b - a, [=](size_t i) { return (T)u(x[i]); }, [=](size_t i, const T &v) { y[i] = v; }, f, true, true, init); return out + (b - a);)

// A value, and whether a new segment begins with it.
template <class T> struct __part { T v; bool head; };
template <class T, class F> struct __joined { F f; __part<T> operator()(const __part<T> &a, const __part<T> &b) const { if (b.head) return b; __part<T> p; p.v = f(a.v, b.v); p.head = a.head; return p; } };
template <int H, class T, class K, class A, class B, class E, class F> void __segments(K k, size_t n, A x, B y, E same, F f, bool before, T init) {
	__part<T> none{};
	__joined<T, F> join{f};
	__scan<H, __part<T>>(n, [=](size_t i) { __part<T> p; p.v = (T)x[i]; p.head = i == 0 || !same(k[i - 1], k[i]); return p; },
		[=](size_t i, const __part<T> &p) { if (!before) y[i] = p.v; else if (i == 0 || !same(k[i - 1], k[i])) y[i] = init; else y[i] = f(init, p.v); }, join, before, false, none);
}
__ALGORITHM((class A, class B, class C), C, inclusive_scan_by_key, (A a, A b, B v, C out), __1, __VALUE(B) zero{}; __segments<H, __VALUE(B)>(__raw(a), b - a, __raw(v), __raw(out), equal_to<>(), plus<__VALUE(B)>(), false, zero); return out + (b - a);)
__ALGORITHM((class A, class B, class C, class E), C, inclusive_scan_by_key, (A a, A b, B v, C out, E same), __1, __VALUE(B) zero{}; __segments<H, __VALUE(B)>(__raw(a), b - a, __raw(v), __raw(out), same, plus<__VALUE(B)>(), false, zero); return out + (b - a);)
__ALGORITHM((class A, class B, class C, class E, class F), C, inclusive_scan_by_key, (A a, A b, B v, C out, E same, F f), __1, __VALUE(B) zero{}; __segments<H, __VALUE(B)>(__raw(a), b - a, __raw(v), __raw(out), same, f, false, zero); return out + (b - a);)
__ALGORITHM((class A, class B, class C), C, exclusive_scan_by_key, (A a, A b, B v, C out), __1, __VALUE(B) zero{}; __segments<H, __VALUE(B)>(__raw(a), b - a, __raw(v), __raw(out), equal_to<>(), plus<__VALUE(B)>(), true, zero); return out + (b - a);)
__ALGORITHM((class A, class B, class C, class T), C, exclusive_scan_by_key, (A a, A b, B v, C out, T init), __1, __segments<H, T>(__raw(a), b - a, __raw(v), __raw(out), equal_to<>(), plus<T>(), true, init); return out + (b - a);)

// Lists the places where keep holds: put(j, i) says that i is the j-th. It returns their number.
template <int H, class K, class P> size_t __select(size_t n, K keep, P put) {
	if (n == 0) return 0;
	unsigned *at = __scratch<H, unsigned>(n);
	__scan<H, unsigned>(n, [=](size_t i) { return keep(i) ? 1u : 0u; }, [=](size_t i, const unsigned &v) { at[i] = v; }, plus<unsigned>(), false, false, 0u);
	__each<H>(n, [=](size_t i) { unsigned j = at[i]; if (j != (i == 0 ? 0u : at[i - 1])) put(j - 1, i); });
	size_t count = __fetch<H>(at + n - 1);
	__drop<H>(at);
	return count;
}
// What is kept of a sequence, in its place; the first of the others, too, where rest is said.
template <int H, class A, class K> long __compact(A x, size_t n, K keep, bool rest) {
	if (n == 0) return 0;
	__VALUE(A) *t = __scratch<H, __VALUE(A)>(n);
	__each<H>(n, [=](size_t i) { t[i] = x[i]; });
	unsigned *from = __scratch<H, unsigned>(n);
	size_t m = __select<H>(n, keep, [=](size_t j, size_t i) { from[j] = i; });
	if (rest) __select<H>(n, [=](size_t i) { return !keep(i); }, [=](size_t j, size_t i) { from[m + j] = i; });
	__each<H>(rest ? n : m, [=](size_t j) { x[j] = t[from[j]]; });
	__drop<H>(t);
	__drop<H>(from);
	return m;
}
// A predicate on a copy of a sequence, which may be written meanwhile.
template <int H, class A, class P> long __keep(A x, size_t n, P p, bool rest) {
	if (n == 0) return 0;
	bool *yes = __scratch<H, bool>(n);
	__each<H>(n, [=](size_t i) { yes[i] = p(i); });
	long m = __compact<H>(x, n, [=](size_t i) { return yes[i]; }, rest);
	__drop<H>(yes);
	return m;
}
__ALGORITHM((class A, class B, class P), B, copy_if, (A a, A b, B out, P p), __2, auto x = __raw(a); auto y = __raw(out); return out + (long)__select<H>(b - a, [=](size_t i) { return (bool)p(x[i]); }, [=](size_t j, size_t i) { y[j] = x[i]; });)
__ALGORITHM((class A, class S, class B, class P), B, copy_if, (A a, A b, S stencil, B out, P p), __1, auto x = __raw(a); auto y = __raw(out); auto s = __raw(stencil); return out + (long)__select<H>(b - a, [=](size_t i) { return (bool)p(s[i]); }, [=](size_t j, size_t i) { y[j] = x[i]; });)
__ALGORITHM((class A, class B, class P), B, remove_copy_if, (A a, A b, B out, P p), __2, auto x = __raw(a); auto y = __raw(out); return out + (long)__select<H>(b - a, [=](size_t i) { return !p(x[i]); }, [=](size_t j, size_t i) { y[j] = x[i]; });)
__ALGORITHM((class A, class P), A, remove_if, (A a, A b, P p), __1, auto x = __raw(a); return a + __keep<H>(__raw(a), b - a, [=](size_t i) { return !p(x[i]); }, false);)
__ALGORITHM((class A, class S, class P), A, remove_if, (A a, A b, S stencil, P p), __1, auto s = __raw(stencil); return a + __keep<H>(__raw(a), b - a, [=](size_t i) { return !p(s[i]); }, false);)
__ALGORITHM((class A, class V), A, remove, (A a, A b, V v), __1, auto x = __raw(a); return a + __keep<H>(__raw(a), b - a, [=](size_t i) { return !(x[i] == v); }, false);)
__ALGORITHM((class A, class P), A, partition, (A a, A b, P p), __1, auto x = __raw(a); return a + __keep<H>(__raw(a), b - a, [=](size_t i) { return (bool)p(x[i]); }, true);)
__ALGORITHM((class A, class P), A, stable_partition, (A a, A b, P p), __1, auto x = __raw(a); return a + __keep<H>(__raw(a), b - a, [=](size_t i) { return (bool)p(x[i]); }, true);)
__ALGORITHM((class A), A, unique, (A a, A b), __1, auto x = __raw(a); return a + __keep<H>(__raw(a), b - a, [=](size_t i) { return i == 0 || !(x[i] == x[i - 1]); }, false);)
__ALGORITHM((class A, class P), A, unique, (A a, A b, P same), __1, auto x = __raw(a); return a + __keep<H>(__raw(a), b - a, [=](size_t i) { return i == 0 || !same(x[i - 1], x[i]); }, false);)
__ALGORITHM((class A, class B), B, unique_copy, (A a, A b, B out), __2, auto x = __raw(a); auto y = __raw(out); return out + (long)__select<H>(b - a, [=](size_t i) { return i == 0 || !(x[i] == x[i - 1]); }, [=](size_t j, size_t i) { y[j] = x[i]; });)
__ALGORITHM((class A, class B), auto, unique_by_key, (A a, A b, B v), __1, auto x = __raw(a); auto y = __raw(v); size_t n = b - a; if (n == 0) return make_pair(a, v); bool *yes = __scratch<H, bool>(n); __each<H>(n, [=](size_t i) { yes[i] = i == 0 || !(x[i] == x[i - 1]); }); long m = __compact<H>(__raw(a), n, [=](size_t i) { return yes[i]; }, false); __compact<H>(__raw(v), n, [=](size_t i) { return yes[i]; }, false); __drop<H>(yes); return make_pair(a + m, v + m);)
__ALGORITHM((class A, class B, class C, class D), auto, unique_by_key_copy, (A a, A b, B v, C keys, D values), __1, auto x = __raw(a); auto y = __raw(v); auto k = __raw(keys); auto w = __raw(values); long m = (long)__select<H>(b - a, [=](size_t i) { return i == 0 || !(x[i] == x[i - 1]); }, [=](size_t j, size_t i) { k[j] = x[i]; w[j] = y[i]; }); return make_pair(keys + m, values + m);)
template <int H, class K, class A, class C, class D, class E, class F> long __reduceByKey(K k, size_t n, A x, C keys, D values, E same, F f) {
	if (n == 0) return 0;
	unsigned *from = __scratch<H, unsigned>(n + 1);
	size_t m = __select<H>(n, [=](size_t i) { return i == 0 || !same(k[i - 1], k[i]); }, [=](size_t j, size_t i) { from[j] = i; keys[j] = k[i]; });
	__each<H>(1, [=](size_t) { from[m] = n; });
	__each<H>(m, [=](size_t j) {
		__VALUE(A) sum = x[from[j]];
		for (size_t i = from[j] + 1; i < from[j + 1]; i++) sum = f(sum, x[i]);
		values[j] = sum;
	});
	__drop<H>(from);
	return m;
}
__ALGORITHM((class A, class B, class C, class D), auto, reduce_by_key, (A a, A b, B v, C keys, D values), __1, long m = __reduceByKey<H>(__raw(a), b - a, __raw(v), __raw(keys), __raw(values), equal_to<>(), plus<__VALUE(B)>()); return make_pair(keys + m, values + m);)
__ALGORITHM((class A, class B, class C, class D, class E), auto, reduce_by_key, (A a, A b, B v, C keys, D values, E same), __1, long m = __reduceByKey<H>(__raw(a), b - a, __raw(v), __raw(keys), __raw(values), same, plus<__VALUE(B)>()); return make_pair(keys + m, values + m);)
__ALGORITHM((class A, class B, class C, class D, class E, class F), auto, reduce_by_key, (A a, A b, B v, C keys, D values, E same, F f), __1, long m = __reduceByKey<H>(__raw(a), b - a, __raw(v), __raw(keys), __raw(values), same, f); return make_pair(keys + m, values + m);)

// Whether a comparison is that of numbers: 1 up, 2 down.
template <class F> struct __direction { static constexpr int value = 0; };
template <class T> struct __direction<less<T>> { static constexpr int value = 1; };
template <class T> struct __direction<greater<T>> { static constexpr int value = 2; };
template <class T> constexpr int __numberKind() { return is_floating_point<T>::value ? (int)sizeof(T) + 16 : (T)-1 < (T)0 ? (int)sizeof(T) + 32 : (int)sizeof(T); }
// The order in which keys stand sorted, equal ones as they stood: numbers of the machine at
// once, others by merging, where each finds its place by how many of the other half go before it.
template <int H, class T, class F> unsigned *__order(const T *keys, size_t n, F less) {
	unsigned *order = __scratch<H, unsigned>(n + 1);
	if constexpr (__direction<F>::value > 0 && is_arithmetic<T>::value) {
		__sortOrder(keys, order, n, __numberKind<T>(), __direction<F>::value == 2, H != 1);
	} else {
		unsigned *spare = __scratch<H, unsigned>(n + 1);
		__each<H>(n, [=](size_t i) { order[i] = i; });
		for (size_t width = 1; width < n; width *= 2) {
			unsigned *from = order, *to = spare;
			size_t w = width;
			__each<H>(n, [=](size_t i) {
				size_t lo = i / (2 * w) * (2 * w), mid = lo + w < n ? lo + w : n, hi = lo + 2 * w < n ? lo + 2 * w : n;
				bool left = i < mid;
				size_t a = left ? mid : lo, b = left ? hi : mid, start = a;
				unsigned me = from[i];
				while (a < b) {
					size_t h = (a + b) / 2;
					bool before = left ? less(keys[from[h]], keys[me]) : !less(keys[me], keys[from[h]]);
					if (before) a = h + 1; else b = h;
				}
				to[i + (a - start) - (left ? 0 : mid - lo)] = me;
			});
			unsigned *t = order; order = spare; spare = t;
		}
		__drop<H>(spare);
	}
	return order;
}
template <int H, class A> void __permute(A x, const unsigned *order, size_t n) {
	__VALUE(A) *t = __scratch<H, __VALUE(A)>(n);
	__each<H>(n, [=](size_t i) { t[i] = x[i]; });
	__each<H>(n, [=](size_t i) { x[i] = t[order[i]]; });
	__drop<H>(t);
}
template <int H, class A, class F> unsigned *__sorted(A x, size_t n, F less) {
	__VALUE(A) *keys = __scratch<H, __VALUE(A)>(n);
	__each<H>(n, [=](size_t i) { keys[i] = x[i]; });
	unsigned *order = __order<H>(keys, n, less);
	__each<H>(n, [=](size_t i) { x[i] = keys[order[i]]; });
	__drop<H>(keys);
	return order;
}
template <int H, class A, class F> void __sort(A x, size_t n, F less) { if (n > 1) { unsigned *order = __sorted<H>(x, n, less); __drop<H>(order); } }
template <int H, class A, class B, class F> void __sortPairs(A x, size_t n, B y, F less) { if (n > 1) { unsigned *order = __sorted<H>(x, n, less); __permute<H>(y, order, n); __drop<H>(order); } }
__ALGORITHM((class A), void, sort, (A a, A b), __1, __sort<H>(__raw(a), b - a, less<__VALUE(A)>());)
__ALGORITHM((class A, class F), void, sort, (A a, A b, F f), __1, __sort<H>(__raw(a), b - a, f);)
__ALGORITHM((class A), void, stable_sort, (A a, A b), __1, __sort<H>(__raw(a), b - a, less<__VALUE(A)>());)
__ALGORITHM((class A, class F), void, stable_sort, (A a, A b, F f), __1, __sort<H>(__raw(a), b - a, f);)
__ALGORITHM((class A, class B), void, sort_by_key, (A a, A b, B v), __1, __sortPairs<H>(__raw(a), b - a, __raw(v), less<__VALUE(A)>());)
__ALGORITHM((class A, class B, class F), void, sort_by_key, (A a, A b, B v, F f), __1, __sortPairs<H>(__raw(a), b - a, __raw(v), f);)
__ALGORITHM((class A, class B), void, stable_sort_by_key, (A a, A b, B v), __1, __sortPairs<H>(__raw(a), b - a, __raw(v), less<__VALUE(A)>());)
__ALGORITHM((class A, class B, class F), void, stable_sort_by_key, (A a, A b, B v, F f), __1, __sortPairs<H>(__raw(a), b - a, __raw(v), f);)

// Where a value belongs: how many go before it.
template <class A, class V> long __lower(A x, long n, const V &v) { long lo = 0; while (n > 0) { long h = n / 2; if (x[lo + h] < v) { lo += h + 1; n -= h + 1; } else n = h; } return lo; }
template <class A, class V> long __upper(A x, long n, const V &v) { long lo = 0; while (n > 0) { long h = n / 2; if (!(v < x[lo + h])) { lo += h + 1; n -= h + 1; } else n = h; } return lo; }
__ALGORITHM((class A, class B, class C), C, lower_bound, (A a, A b, B v, B end, C out), __1, auto x = __raw(a); auto y = __raw(v); auto z = __raw(out); long n = b - a; __each<H>(end - v, [=](size_t i) { z[i] = __lower(x, n, y[i]); }); return out + (end - v);)
__ALGORITHM((class A, class B, class C), C, upper_bound, (A a, A b, B v, B end, C out), __1, auto x = __raw(a); auto y = __raw(v); auto z = __raw(out); long n = b - a; __each<H>(end - v, [=](size_t i) { z[i] = __upper(x, n, y[i]); }); return out + (end - v);)
__ALGORITHM((class A, class B, class C), C, binary_search, (A a, A b, B v, B end, C out), __1, auto x = __raw(a); auto y = __raw(v); auto z = __raw(out); long n = b - a; __each<H>(end - v, [=](size_t i) { long at = __lower(x, n, y[i]); z[i] = at < n && !(y[i] < x[at]); }); return out + (end - v);)
__ALGORITHM((class A, class V), A, lower_bound, (A a, A b, V v), __1, auto x = __raw(a); return a + __firstOf<H>(b - a, [=](size_t i) { return !(x[i] < v); });)
__ALGORITHM((class A, class V), A, upper_bound, (A a, A b, V v), __1, auto x = __raw(a); return a + __firstOf<H>(b - a, [=](size_t i) { return v < x[i]; });)
__ALGORITHM((class A, class V), bool, binary_search, (A a, A b, V v), __1, auto x = __raw(a); return __firstOf<H>(b - a, [=](size_t i) { return x[i] == v; }) != b - a;)
__ALGORITHM((class A, class B, class C), C, merge, (A a, A b, B c, B d, C out), __1, auto x = __raw(a); auto y = __raw(c); auto z = __raw(out); long n = b - a; long m = d - c; __each<H>(n, [=](size_t i) { z[i + __lower(y, m, x[i])] = x[i]; }); __each<H>(m, [=](size_t i) { z[i + __upper(x, n, y[i])] = y[i]; }); return out + (n + m);)
#undef __ALGORITHM
#undef __1
#undef __2
#undef __VALUE
template <class A> long distance(const A &a, const A &b) { return b - a; }
template <class A, class N> void advance(A &a, N n) { a = a + n; }

// placeholders: expressions of _1 and _2 that are functors
template <class F> struct __actor {
	F f;
	template <class A> auto operator()(const A &a) const { return f.eval(a, a); }
	template <class A, class B> auto operator()(const A &a, const B &b) const { return f.eval(a, b); }
};
struct __first { template <class A, class B> A eval(const A &a, const B &b) const { return a; } };
struct __second { template <class A, class B> B eval(const A &a, const B &b) const { return b; } };
template <class T> struct __literal { T v; template <class A, class B> T eval(const A &a, const B &b) const { return v; } };
template <class O, class L, class R> struct __node { L l; R r; template <class A, class B> auto eval(const A &a, const B &b) const { return O()(l.eval(a, b), r.eval(a, b)); } };
template <class O, class L> struct __unary { L l; template <class A, class B> auto eval(const A &a, const B &b) const { return O()(l.eval(a, b)); } };
const __actor<__first> _1;
const __actor<__second> _2;
#define __OPERATOR(op, O) \
	template <class L, class R> auto operator op(const __actor<L> &l, const __actor<R> &r) { __actor<__node<O, L, R>> n; n.f.l = l.f; n.f.r = r.f; return n; } \
	template <class L, class T> auto operator op(const __actor<L> &l, const T &v) { __actor<__node<O, L, __literal<T>>> n; n.f.l = l.f; n.f.r.v = v; return n; } \
	template <class R, class T> auto operator op(const T &v, const __actor<R> &r) { __actor<__node<O, __literal<T>, R>> n; n.f.l.v = v; n.f.r = r.f; return n; }
__OPERATOR(+, plus<>) __OPERATOR(-, minus<>) __OPERATOR(*, multiplies<>) __OPERATOR(/, divides<>) __OPERATOR(%, modulus<>)
__OPERATOR(<, less<>) __OPERATOR(>, greater<>) __OPERATOR(<=, less_equal<>) __OPERATOR(>=, greater_equal<>) __OPERATOR(==, equal_to<>) __OPERATOR(!=, not_equal_to<>)
__OPERATOR(&&, logical_and<>) __OPERATOR(||, logical_or<>) __OPERATOR(&, bit_and<>) __OPERATOR(|, bit_or<>) __OPERATOR(^, bit_xor<>)
#undef __OPERATOR
#undef __X
#undef __V
template <class L> auto operator-(const __actor<L> &l) { __actor<__unary<negate<>, L>> n; n.f.l = l.f; return n; }
template <class L> auto operator!(const __actor<L> &l) { __actor<__unary<logical_not<>, L>> n; n.f.l = l.f; return n; }
}
