// thrust: execution policies, pointers to device memory, vectors and iterators

#include <functional>
#include <tuple>
#include <memory>
#include <random>
#include <complex>
#include <iostream>
#include <stdexcept>

namespace thrust {
namespace placeholders {}
namespace random {}
namespace system {}
namespace omp {}
struct __devicePolicy { __devicePolicy on(cudaStream_t s) const { return *this; } template <class A> __devicePolicy operator()(A a) const { return *this; } };
struct __hostPolicy {};
const __devicePolicy __device, __par, __par_nosync;
const __hostPolicy __host, __seq;
struct system_error : public runtime_error { system_error(const char *s) : runtime_error(s) {} };
struct device_system_tag {};
struct host_system_tag {};
struct random_access_iterator_tag {};

// Whether algorithms on these iterators run on the host; 2 where the iterator does not say.
template <class A> struct __side { static constexpr int value = 2; };
template <class T> struct __side<T *> { static constexpr int value = 1; };
// What an iterator's elements are.
template <class A> struct __value { using type = typename A::value_type; };
template <class T> struct __value<T *> { using type = typename remove_cv<T>::type; };
template <class A> struct iterator_value { using type = typename __value<A>::type; };
template <class A> struct iterator_traits { using value_type = typename __value<A>::type; using difference_type = long; };

// An element of device memory, as the host sees it.
template <class T> struct device_ptr;
template <class T> struct device_reference {
	using value_type = T;
	T *p;
	operator T() const {
		if constexpr (__onHost) { typename remove_cv<T>::type v; __cudaMemcpy(&v, p, sizeof(T), 2, 0, 0); return v; }
		else return *p;
	}
	const device_reference &operator=(const T &v) const {
		if constexpr (__onHost) __cudaMemcpy(p, &v, sizeof(T), 1, 0, 0);
		else *p = v;
		return *this;
	}
	const device_reference &operator=(const device_reference &o) const { T v = (T)o; return *this = v; }
	const device_reference &operator+=(const T &v) const { T x = (T)*this; x += v; return *this = x; }
	const device_reference &operator-=(const T &v) const { T x = (T)*this; x -= v; return *this = x; }
	const device_reference &operator*=(const T &v) const { T x = (T)*this; x *= v; return *this = x; }
	const device_reference &operator/=(const T &v) const { T x = (T)*this; x /= v; return *this = x; }
	const device_reference &operator++() const { T x = (T)*this; ++x; return *this = x; }
	const device_reference &operator--() const { T x = (T)*this; --x; return *this = x; }
	T operator++(int) const { T x = (T)*this, y = x; ++y; *this = y; return x; }
	device_ptr<T> operator&() const { return device_ptr<T>(p); }
};
template <class S, class T> S &operator<<(S &s, const device_reference<T> &r) { s << (T)r; return s; }

template <class T> struct device_ptr {
	using value_type = typename remove_cv<T>::type;
	using difference_type = long;
	using reference = device_reference<T>;
	T *p;
	device_ptr() : p(nullptr) {}
	explicit device_ptr(T *q) : p(q) {}
	template <class U> device_ptr(const device_ptr<U> &o) : p((T *)o.p) {}
	device_ptr(const device_ptr<T> &o) : p(o.p) {}
	T *get() const { return p; }
	device_reference<T> operator*() const { device_reference<T> r; r.p = p; return r; }
	device_reference<T> operator[](long i) const { device_reference<T> r; r.p = p + i; return r; }
	device_ptr operator+(long n) const { return device_ptr(p + n); }
	device_ptr operator-(long n) const { return device_ptr(p - n); }
	long operator-(const device_ptr &o) const { return p - o.p; }
	device_ptr &operator+=(long n) { p += n; return *this; }
	device_ptr &operator-=(long n) { p -= n; return *this; }
	device_ptr &operator++() { ++p; return *this; }
	device_ptr &operator--() { --p; return *this; }
	device_ptr operator++(int) { device_ptr o = *this; ++p; return o; }
	device_ptr operator--(int) { device_ptr o = *this; --p; return o; }
	bool operator==(const device_ptr &o) const { return p == o.p; }
	bool operator!=(const device_ptr &o) const { return p != o.p; }
	bool operator<(const device_ptr &o) const { return p < o.p; }
	explicit operator bool() const { return p != nullptr; }
};
template <> struct device_ptr<void> {
	void *p;
	device_ptr() : p(nullptr) {}
	explicit device_ptr(void *q) : p(q) {}
	void *get() const { return p; }
	explicit operator bool() const { return p != nullptr; }
};
template <class T> struct __side<device_ptr<T>> { static constexpr int value = 0; };
template <class T> device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <class T> T *raw_pointer_cast(T *p) { return p; }
template <class T> T *raw_pointer_cast(const device_ptr<T> &p) { return p.p; }
template <class T> T &raw_reference_cast(T &v) { return v; }
inline device_ptr<void> device_malloc(size_t n) {
	void *p;
	if (__cudaMalloc(&p, n, 1) != cudaSuccess) throw bad_alloc();
	return device_ptr<void>(p);
}
template <class T> device_ptr<T> device_malloc(size_t n) {
	T *p;
	if (__cudaMalloc((void **)&p, n * sizeof(T), 1) != cudaSuccess) throw bad_alloc();
	return device_ptr<T>(p);
}
template <class T> void device_free(const device_ptr<T> &p) { __cudaFree((void *)p.p, 1); }

// An iterator as a kernel takes it.
template <class A> A __raw(const A &a) { return a; }
template <class T> T *__raw(const device_ptr<T> &a) { return a.p; }

// Calls f(0) … f(n - 1), on the host or in a kernel.
template <class F> __global__ void __calls(size_t n, F f) {
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) f(i);
}
template <int H, class F> void __each(size_t n, F f) {
	if constexpr (H == 1) {
		for (size_t i = 0; i < n; i++) f(i);
	} else if (n > 0) {
		unsigned blocks = n > 256 * 640 ? 640 : (unsigned)((n + 255) / 256);
		__calls<<<blocks, n < 256 ? (unsigned)n : 256>>>(n, f);
	}
}
template <int H, class T> T *__scratch(size_t n) {
	if constexpr (H == 1) return (T *)__newQuiet(n * sizeof(T));
	else {
		T *p;
		if (__cudaMalloc((void **)&p, n ? n * sizeof(T) : 1, 1) != cudaSuccess) throw bad_alloc();
		return p;
	}
}
template <int H, class T> void __drop(T *p) {
	if constexpr (H == 1) __delete((void *)p, 2);
	else __cudaFree((void *)p, 1);
}
template <int H, class T> T __fetch(const T *p) {
	if constexpr (H == 1) return *p;
	else { T v; __cudaMemcpy(&v, p, sizeof(T), 2, 0, 0); return v; }
}

template <class T> struct device_allocator {};
template <class T, class Alloc = device_allocator<T>> struct device_vector {
	using value_type = T;
	using iterator = device_ptr<T>;
	using const_iterator = device_ptr<T>;
	using pointer = device_ptr<T>;
	using reference = device_reference<T>;
	using size_type = size_t;
	T *first;
	size_t count, room;
	device_vector() : first(nullptr), count(0), room(0) {}
	explicit device_vector(size_t n) : first(nullptr), count(0), room(0) { resize(n); }
	device_vector(size_t n, const T &v) : first(nullptr), count(0), room(0) { resize(n, v); }
	device_vector(const device_vector &o) : first(nullptr), count(0), room(0) { take(o.first, o.count, 3); }
	device_vector(const vector<T> &o) : first(nullptr), count(0), room(0) { take(o.first, o.count, 1); }
	template <class A> device_vector(A a, A b) : first(nullptr), count(0), room(0) { assign(a, b); }
	~device_vector() { if (first) __cudaFree(first, 1); }
	device_vector &operator=(const device_vector &o) { if (this != &o) take(o.first, o.count, 3); return *this; }
	device_vector &operator=(const vector<T> &o) { take(o.first, o.count, 1); return *this; }
	void take(const T *from, size_t n, int kind) { __room(n); count = n; if (n) __cudaMemcpy(first, from, n * sizeof(T), kind, 0, 0); }
	void __room(size_t n) {
		if (n <= room) return;
		T *p = __scratch<0, T>(n);
		if (first) { if (count) __cudaMemcpy(p, first, count * sizeof(T), 3, 0, 0); __cudaFree(first, 1); }
		first = p;
		room = n;
	}
	void reserve(size_t n) { __room(n); }
	void resize(size_t n) {
		__room(n);
		if (n > count) {
			if constexpr (is_arithmetic<T>::value || is_pointer<T>::value) __cudaMemset(first + count, 0, (n - count) * sizeof(T), 0, 0);
			else { T *p = first + count; __each<0>(n - count, [=](size_t i) { T v{}; p[i] = v; }); }
		}
		count = n;
	}
	void resize(size_t n, const T &v) { __room(n); if (n > count) { T *p = first + count; T x = v; __each<0>(n - count, [=](size_t i) { p[i] = x; }); } count = n; }
	template <class A> void assign(A a, A b) {
		if constexpr (is_arithmetic<A>::value) { count = 0; resize((size_t)a, (T)b); }
		else if constexpr (__side<A>::value == 1) {
			vector<T> v(b - a);
			for (size_t i = 0; a != b; ++a, ++i) v.first[i] = (T)*a;
			count = 0;
			take(v.first, v.count, 1);
		} else {
			auto from = __raw(a);
			size_t n = b - a;
			__room(n);
			count = n;
			T *to = first;
			__each<0>(n, [=](size_t i) { to[i] = (T)from[i]; });
		}
	}
	void push_back(const T &v) { if (count == room) __room(room ? 2 * room : 4); __cudaMemcpy(first + count++, &v, sizeof(T), 1, 0, 0); }
	void pop_back() { count--; }
	void clear() { count = 0; }
	void shrink_to_fit() {}
	void erase(device_ptr<T> a, device_ptr<T> b) {
		size_t n = first + count - b.p;
		T *spare = __scratch<0, T>(n + 1);
		if (n) { __cudaMemcpy(spare, b.p, n * sizeof(T), 3, 0, 0); __cudaMemcpy(a.p, spare, n * sizeof(T), 3, 0, 0); }
		__cudaFree(spare, 1);
		count -= b - a;
	}
	void erase(device_ptr<T> a) { erase(a, a + 1); }
	size_t size() const { return count; }
	size_t capacity() const { return room; }
	bool empty() const { return count == 0; }
	device_ptr<T> data() const { return device_ptr<T>(first); }
	device_ptr<T> begin() const { return device_ptr<T>(first); }
	device_ptr<T> end() const { return device_ptr<T>(first + count); }
	device_ptr<T> cbegin() const { return device_ptr<T>(first); }
	device_ptr<T> cend() const { return device_ptr<T>(first + count); }
	device_reference<T> operator[](size_t i) const { if (i != count) __checkIndex(i, count); device_reference<T> r; r.p = first + i; return r; }
	device_reference<T> front() const { return (*this)[0]; }
	device_reference<T> back() const { return (*this)[count - 1]; }
	void swap(device_vector &o) { T *p = first; first = o.first; o.first = p; size_t n = count; count = o.count; o.count = n; n = room; room = o.room; o.room = n; }
	bool operator==(const device_vector &o) const { vector<T> a(count), b(o.count); if (count != o.count) return false; if (count) { __cudaMemcpy(a.first, first, count * sizeof(T), 2, 0, 0); __cudaMemcpy(b.first, o.first, count * sizeof(T), 2, 0, 0); } return a == b; }
	bool operator!=(const device_vector &o) const { return !(*this == o); }
};
template <class T> struct host_vector : public vector<T> {
	using value_type = T;
	using iterator = T *;
	using const_iterator = const T *;
	host_vector() {}
	explicit host_vector(size_t n) { this->resize(n); }
	host_vector(size_t n, const T &v) { this->resize(n, v); }
	host_vector(const host_vector &o) { __take(o.first, o.count, 0); }
	host_vector(const vector<T> &o) { __take(o.first, o.count, 0); }
	template <class Alloc> host_vector(const device_vector<T, Alloc> &o) { __take(o.first, o.count, 2); }
	template <class A> host_vector(A a, A b) {
		if constexpr (is_arithmetic<A>::value) this->resize((size_t)a, (T)b);
		else if constexpr (__side<A>::value == 0) __take(__raw(a), b - a, 2);
		else for (; a != b; ++a) this->push_back((T)*a);
	}
	host_vector &operator=(const host_vector &o) { if (this != &o) __take(o.first, o.count, 0); return *this; }
	host_vector &operator=(const vector<T> &o) { __take(o.first, o.count, 0); return *this; }
	template <class Alloc> host_vector &operator=(const device_vector<T, Alloc> &o) { __take(o.first, o.count, 2); return *this; }
	void __take(const T *from, size_t n, int kind) { this->count = 0; this->resize(n); if (n) __cudaMemcpy(this->first, from, n * sizeof(T), kind, 0, 0); }
};
template <class T> struct universal_vector : public vector<T> { universal_vector() {} universal_vector(size_t n) { this->resize(n); } };

template <class T = int> struct counting_iterator {
	using value_type = T;
	T v;
	counting_iterator() : v(0) {}
	explicit counting_iterator(T n) : v(n) {}
	const T &operator*() const { return v; }
	T operator[](long i) const { return v + (T)i; }
	counting_iterator operator+(long n) const { return counting_iterator(v + (T)n); }
	counting_iterator operator-(long n) const { return counting_iterator(v - (T)n); }
	long operator-(const counting_iterator &o) const { return (long)(v - o.v); }
	counting_iterator &operator++() { ++v; return *this; }
	counting_iterator &operator+=(long n) { v += (T)n; return *this; }
	bool operator==(const counting_iterator &o) const { return v == o.v; }
	bool operator!=(const counting_iterator &o) const { return v != o.v; }
};
template <class T> counting_iterator<T> make_counting_iterator(T n) { return counting_iterator<T>(n); }
template <class T> struct constant_iterator {
	using value_type = T;
	T v;
	long at;
	constant_iterator(T x, long n = 0) : v(x), at(n) {}
	T operator*() const { return v; }
	T operator[](long i) const { return v; }
	constant_iterator operator+(long n) const { return constant_iterator(v, at + n); }
	long operator-(const constant_iterator &o) const { return at - o.at; }
	constant_iterator &operator++() { ++at; return *this; }
	bool operator!=(const constant_iterator &o) const { return at != o.at; }
};
template <class T> constant_iterator<T> make_constant_iterator(T v) { return constant_iterator<T>(v); }
template <class T> constant_iterator<T> make_constant_iterator(T v, long n) { return constant_iterator<T>(v, n); }
struct __nothing { template <class T> const __nothing &operator=(const T &v) const { return *this; } };
struct discard_iterator {
	using value_type = __nothing;
	long at;
	discard_iterator(long n = 0) : at(n) {}
	__nothing operator*() const { __nothing n; return n; }
	__nothing operator[](long i) const { __nothing n; return n; }
	discard_iterator operator+(long n) const { return discard_iterator(at + n); }
	long operator-(const discard_iterator &o) const { return at - o.at; }
};
inline discard_iterator make_discard_iterator() { return discard_iterator(); }
template <class F, class A, class V> struct transform_iterator {
	using value_type = V;
	A a;
	F f;
	V operator*() const { return f(*a); }
	V operator[](long i) const { return f(a[i]); }
	transform_iterator operator+(long n) const { transform_iterator t = *this; t.a = a + n; return t; }
	long operator-(const transform_iterator &o) const { return a - o.a; }
	transform_iterator &operator++() { ++a; return *this; }
	bool operator!=(const transform_iterator &o) const { return a != o.a; }
};
template <class A, class F> auto make_transform_iterator(A a, F f) { transform_iterator<F, A, decltype(f(*__raw(a)))> t; t.a = a; t.f = f; return t; }
template <class F, class A, class V> struct __side<transform_iterator<F, A, V>> { static constexpr int value = __side<A>::value; };
template <class F, class A, class V> auto __raw(const transform_iterator<F, A, V> &t) { auto a = __raw(t.a); transform_iterator<F, decltype(a), V> r; r.a = a; r.f = t.f; return r; }
template <class A, class I> struct permutation_iterator {
	using value_type = typename __value<A>::type;
	A a;
	I at;
	auto operator*() const { return a[(long)*at]; }
	auto &operator[](long i) const { return a[(long)at[i]]; }
	permutation_iterator operator+(long n) const { permutation_iterator t = *this; t.at = at + n; return t; }
	long operator-(const permutation_iterator &o) const { return at - o.at; }
	bool operator!=(const permutation_iterator &o) const { return at - o.at != 0; }
};
template <class A, class I> permutation_iterator<A, I> make_permutation_iterator(A a, I at) { permutation_iterator<A, I> t; t.a = a; t.at = at; return t; }
template <class A, class I> struct __side<permutation_iterator<A, I>> { static constexpr int value = __side<A>::value; };
template <class A, class I> auto __raw(const permutation_iterator<A, I> &t) { auto a = __raw(t.a); auto at = __raw(t.at); permutation_iterator<decltype(a), decltype(at)> r; r.a = a; r.at = at; return r; }

// An element of several sequences: iterators that stand at it.
template <class A, class B = __none, class C = __none, class D = __none, class E = __none> struct __row;
template <class A, class B, class C, class D, class E> struct zip_iterator_of;
#define __ZIP(T, ARGS, ALL, VALUES, PLACED, ADVANCED, STORE, LOAD, NEXT) \
	template <__X T> struct __row<__X ALL> { __X PLACED \
		using value_type = tuple<__X VALUES>; \
		operator value_type() const { value_type v{__X LOAD}; return v; } \
		const __row &operator=(const value_type &v) const { __X STORE return *this; } \
		const __row &operator=(const __row &o) const { value_type v = (value_type)o; return *this = v; } }; \
	template <__X T> struct zip_iterator_of<__X ALL> { __X PLACED \
		using value_type = tuple<__X VALUES>; \
		__row<__X ARGS> operator*() const { __row<__X ARGS> r{__X ADVANCED}; return r; } \
		__row<__X ARGS> operator[](long n) const { __row<__X ARGS> r{__X NEXT}; return r; } \
		zip_iterator_of operator+(long n) const { zip_iterator_of r{__X NEXT}; return r; } \
		long operator-(const zip_iterator_of &o) const { return a - o.a; } \
		bool operator!=(const zip_iterator_of &o) const { return a != o.a; } };
#define __X(...) __VA_ARGS__
#define __V(T) typename __value<T>::type
__ZIP((class A, class B), (A, B), (A, B, __none, __none, __none), (__V(A), __V(B)), (A a; B b;), (a, b), (a[0] = v.a; b[0] = v.b;), ((__V(A))*a, (__V(B))*b), (a + n, b + n))
__ZIP((class A, class B, class C), (A, B, C), (A, B, C, __none, __none), (__V(A), __V(B), __V(C)), (A a; B b; C c;), (a, b, c), (a[0] = v.a; b[0] = v.b; c[0] = v.c;), ((__V(A))*a, (__V(B))*b, (__V(C))*c), (a + n, b + n, c + n))
__ZIP((class A, class B, class C, class D), (A, B, C, D), (A, B, C, D, __none), (__V(A), __V(B), __V(C), __V(D)), (A a; B b; C c; D d;), (a, b, c, d), (a[0] = v.a; b[0] = v.b; c[0] = v.c; d[0] = v.d;), ((__V(A))*a, (__V(B))*b, (__V(C))*c, (__V(D))*d), (a + n, b + n, c + n, d + n))
__ZIP((class A, class B, class C, class D, class E), (A, B, C, D, E), (A, B, C, D, E), (__V(A), __V(B), __V(C), __V(D), __V(E)), (A a; B b; C c; D d; E e;), (a, b, c, d, e), (a[0] = v.a; b[0] = v.b; c[0] = v.c; d[0] = v.d; e[0] = v.e;), ((__V(A))*a, (__V(B))*b, (__V(C))*c, (__V(D))*d, (__V(E))*e), (a + n, b + n, c + n, d + n, e + n))
#undef __ZIP
template <int N, class A, class B, class C, class D, class E> auto &get(const __row<A, B, C, D, E> &r) { return *__member<N>(r); }
template <class T> struct zip_iterator {};
template <class A, class B> struct zip_iterator<tuple<A, B>> : public zip_iterator_of<A, B, __none, __none, __none> {
	zip_iterator() {}
	zip_iterator(const tuple<A, B> &t) { this->a = t.a; this->b = t.b; }
};
template <class A, class B, class C, class D, class E> struct __side<zip_iterator_of<A, B, C, D, E>> { static constexpr int value = __side<A>::value == 2 ? __side<B>::value : __side<A>::value; };
template <class A, class B> auto make_zip_iterator(const tuple<A, B> &t) { zip_iterator_of<A, B, __none, __none, __none> z{t.a, t.b}; return z; }
template <class A, class B, class C> auto make_zip_iterator(const tuple<A, B, C> &t) { zip_iterator_of<A, B, C, __none, __none> z{t.a, t.b, t.c}; return z; }
template <class A, class B, class C, class D> auto make_zip_iterator(const tuple<A, B, C, D> &t) { zip_iterator_of<A, B, C, D, __none> z{t.a, t.b, t.c, t.d}; return z; }
template <class A, class B, class C, class D, class E> auto make_zip_iterator(const tuple<A, B, C, D, E> &t) { zip_iterator_of<A, B, C, D, E> z{t.a, t.b, t.c, t.d, t.e}; return z; }
template <class... A> auto make_zip_iterator(A... a) { return make_zip_iterator(make_tuple(a...)); }
template <class A, class B> auto __raw(const zip_iterator_of<A, B, __none, __none, __none> &z) { return make_zip_iterator(make_tuple(__raw(z.a), __raw(z.b))); }
template <class A, class B, class C> auto __raw(const zip_iterator_of<A, B, C, __none, __none> &z) { return make_zip_iterator(make_tuple(__raw(z.a), __raw(z.b), __raw(z.c))); }
template <class A, class B, class C, class D> auto __raw(const zip_iterator_of<A, B, C, D, __none> &z) { return make_zip_iterator(make_tuple(__raw(z.a), __raw(z.b), __raw(z.c), __raw(z.d))); }
template <class A, class B, class C, class D, class E> auto __raw(const zip_iterator_of<A, B, C, D, E> &z) { return make_zip_iterator(make_tuple(__raw(z.a), __raw(z.b), __raw(z.c), __raw(z.d), __raw(z.e))); }
}
