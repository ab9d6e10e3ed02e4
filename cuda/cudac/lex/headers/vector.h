// vector, algorithm, numeric, array, utility and iterator

#include <functional>

namespace std {
// What goes backwards over elements that lie one behind the other.
template <class T> struct __reversed {
	T *p; // behind the one it stands for
	T &operator*() const { return p[-1]; }
	T *operator->() const { return p - 1; }
	__reversed &operator++() { p--; return *this; }
	__reversed &operator--() { p++; return *this; }
	__reversed operator++(int) { __reversed old; old.p = p--; return old; }
	__reversed operator--(int) { __reversed old; old.p = p++; return old; }
	__reversed operator+(int n) const { __reversed r; r.p = p - n; return r; }
	bool operator==(const __reversed &o) const { return p == o.p; }
	bool operator!=(const __reversed &o) const { return p != o.p; }
	T *base() const { return p; }
};
template <class T> struct vector {
	typedef T value_type;
	typedef size_t size_type;
	typedef T *iterator;
	typedef const T *const_iterator;
	typedef __reversed<T> reverse_iterator;
	typedef __reversed<T> const_reverse_iterator;
	__reversed<T> rbegin() const { __reversed<T> r; r.p = first + count; return r; }
	__reversed<T> rend() const { __reversed<T> r; r.p = first; return r; }
	T *first;
	size_t count, room;
	vector() : first(nullptr), count(0), room(0) {}
	vector(size_t n) : first(nullptr), count(0), room(0) { resize(n); }
	vector(size_t n, const T &v) : first(nullptr), count(0), room(0) { resize(n, v); }
	vector(const vector &o) : first(nullptr), count(0), room(0) { reserve(o.count); for (size_t i = 0; i < o.count; i++) push_back(o.first[i]); }
	vector(const T *a, const T *b) : first(nullptr), count(0), room(0) { for (; a != b; a++) push_back(*a); }
	~vector() { if (first) __delete(first, 2); }
	vector &operator=(const vector &o) { if (this != &o) { count = 0; reserve(o.count); for (size_t i = 0; i < o.count; i++) push_back(o.first[i]); } return *this; }
	void reserve(size_t n) {
		if (n <= room) return;
		T *p = (T *)__newQuiet(n * sizeof(T));
		if (first) { memcpy(p, first, count * sizeof(T)); __delete(first, 2); }
		first = p;
		room = n;
	}
	void resize(size_t n) { reserve(n); if (n > count) memset(first + count, 0, (n - count) * sizeof(T)); count = n; }
	void resize(size_t n, const T &v) { reserve(n); while (count < n) first[count++] = v; count = n; }
	void assign(size_t n, const T &v) { count = 0; resize(n, v); }
	void push_back(const T &v) { if (count == room) { T copy = v; reserve(room ? 2 * room : 4); first[count++] = copy; } else first[count++] = v; }
	void emplace_back(const T &v) { push_back(v); }
	void pop_back() { count--; }
	void clear() { count = 0; }
	size_t size() const { return count; }
	size_t capacity() const { return room; }
	bool empty() const { return count == 0; }
	T *data() { return first; }
	const T *data() const { return first; }
	T *begin() { return first; }
	T *end() { return first + count; }
	const T *begin() const { return first; }
	const T *end() const { return first + count; }
	T &operator[](size_t i) { __checkIndex(i, count); return first[i]; }
	const T &operator[](size_t i) const { __checkIndex(i, count); return first[i]; }
	T &at(size_t i) { __checkIndex(i, count); return first[i]; }
	const T &at(size_t i) const { __checkIndex(i, count); return first[i]; }
	const T *cbegin() const { return first; }
	const T *cend() const { return first + count; }
	T &front() { __checkIndex(0, count); return first[0]; }
	const T &front() const { __checkIndex(0, count); return first[0]; }
	T &back() { __checkIndex(count - 1, count); return first[count - 1]; }
	const T &back() const { __checkIndex(count - 1, count); return first[count - 1]; }
	void shrink_to_fit() {}
	void swap(vector &o) { T *p = first; first = o.first; o.first = p; size_t n = count; count = o.count; o.count = n; n = room; room = o.room; o.room = n; }
	void assign(const T *a, const T *b) { count = 0; for (; a != b; a++) push_back(*a); }
	T *insert(const T *at, const T &v) {
		size_t i = at - first;
		T copy = v;
		push_back(copy);
		for (size_t k = count - 1; k > i; k--) first[k] = first[k - 1];
		first[i] = copy;
		return first + i;
	}
	T *insert(const T *at, const T *a, const T *b) { size_t i = at - first; for (size_t k = i; a != b; a++) insert(first + k++, *a); return first + i; }
	T *erase(const T *at) { size_t i = at - first; for (size_t k = i; k + 1 < count; k++) first[k] = first[k + 1]; count--; return first + i; }
	T *erase(const T *a, const T *b) { size_t i = a - first, n = b - a; for (size_t k = i; k + n < count; k++) first[k] = first[k + n]; count -= n; return first + i; }
	template <class A, class B> void emplace_back(A a, B b) { T v{a, b}; push_back(v); }
	template <class A, class B, class C> void emplace_back(A a, B b, C c) { T v{a, b, c}; push_back(v); }
	bool operator==(const vector &o) const { if (count != o.count) return false; for (size_t i = 0; i < count; i++) if (!(first[i] == o.first[i])) return false; return true; }
	bool operator!=(const vector &o) const { return !(*this == o); }
	bool operator<(const vector &o) const { for (size_t i = 0; i < count && i < o.count; i++) { if (first[i] < o.first[i]) return true; if (o.first[i] < first[i]) return false; } return count < o.count; }
};
template <class A, class B> struct pair { A first; B second; };
template <class A, class B> pair<A, B> make_pair(A a, B b) { pair<A, B> p; p.first = a; p.second = b; return p; }
template <class A, class B> bool operator==(const pair<A, B> &a, const pair<A, B> &b) { return a.first == b.first && a.second == b.second; }
template <class A, class B> bool operator<(const pair<A, B> &a, const pair<A, B> &b) { return a.first < b.first || !(b.first < a.first) && a.second < b.second; }
template <class A, class B> bool operator>(const pair<A, B> &a, const pair<A, B> &b) { return b < a; }
template <class T, size_t N> struct array {
	T items[N];
	__host__ __device__ size_t size() const { return N; }
	__host__ __device__ bool empty() const { return N == 0; }
	__host__ __device__ T *data() { return items; }
	__host__ __device__ const T *data() const { return items; }
	__host__ __device__ T *begin() { return items; }
	__host__ __device__ T *end() { return items + N; }
	__host__ __device__ const T *begin() const { return items; }
	__host__ __device__ const T *end() const { return items + N; }
	__host__ __device__ T &operator[](size_t i) { return items[i]; }
	__host__ __device__ const T &operator[](size_t i) const { return items[i]; }
	__host__ __device__ T &at(size_t i) { return items[i]; }
	__host__ __device__ T &front() { return items[0]; }
	__host__ __device__ T &back() { return items[N - 1]; }
	__host__ __device__ void fill(const T &v) { for (size_t i = 0; i < N; i++) items[i] = v; }
};
template <class T, size_t N> T *begin(T (&a)[N]) { return a; }
template <class T, size_t N> T *end(T (&a)[N]) { return a + N; }
template <class C> auto begin(C &c) { return c.begin(); }
template <class C> auto end(C &c) { return c.end(); }
template <class T, size_t N> size_t size(T (&a)[N]) { return N; }
template <class C> size_t size(C &c) { return c.size(); }
template <class T> size_t distance(const T *a, const T *b) { return b - a; }
template <class T> T *next(T *a, int n = 1) { return a + n; }
template <class T> T *prev(T *a, int n = 1) { return a - n; }
template <class T> void advance(T *&a, int n) { a += n; }
template <class T> T &move(T &v) { return v; }
template <class T, class U> T exchange(T &v, U u) { T was = v; v = (T)u; return was; }
template <class C> struct __back { C *to; };
template <class C> __back<C> back_inserter(C &c) { __back<C> b; b.to = &c; return b; }
template <class T> void fill(T *a, T *b, const T &v) { for (; a != b; ++a) *a = v; }
template <class T, class V> void fill(T *a, T *b, V v) { for (; a != b; ++a) *a = (T)v; }
template <class T, class V> void fill_n(T *a, size_t n, V v) { for (size_t i = 0; i < n; i++) a[i] = (T)v; }
template <class T, class V> void iota(T *a, T *b, V v) { T x = (T)v; for (; a != b; ++a) *a = x++; }
template <class T, class V> V accumulate(const T *a, const T *b, V v) { for (; a != b; ++a) v = v + *a; return v; }
template <class T, class U> U *copy(T *a, T *b, U *to) { for (; a != b; ++a) *to++ = *a; return to; }
template <class T, class C> void copy(T *a, T *b, __back<C> to) { for (; a != b; ++a) to.to->push_back(*a); }
template <class T, class U> U *copy_n(T *a, size_t n, U *to) { for (size_t i = 0; i < n; i++) *to++ = a[i]; return to; }
template <class T, class U, class F> U *copy_if(T *a, T *b, U *to, F f) { for (; a != b; ++a) if (f(*a)) *to++ = *a; return to; }
template <class T, class C, class F> void copy_if(T *a, T *b, __back<C> to, F f) { for (; a != b; ++a) if (f(*a)) to.to->push_back(*a); }
template <class T> void reverse(T *a, T *b) { while (a < b) { --b; if (a < b) { T t = *a; *a = *b; *b = t; ++a; } } }
template <class T> void rotate(T *a, T *m, T *b) { reverse(a, m); reverse(m, b); reverse(a, b); }
template <class T> T *max_element(T *a, T *b) { T *m = a; for (; a != b; ++a) if (*m < *a) m = a; return m; }
template <class T> T *min_element(T *a, T *b) { T *m = a; for (; a != b; ++a) if (*a < *m) m = a; return m; }
template <class T, class F> T *max_element(T *a, T *b, F less) { T *m = a; for (; a != b; ++a) if (less(*m, *a)) m = a; return m; }
template <class T, class F> T *min_element(T *a, T *b, F less) { T *m = a; for (; a != b; ++a) if (less(*a, *m)) m = a; return m; }
template <class T> pair<T *, T *> minmax_element(T *a, T *b) { pair<T *, T *> p; p.first = min_element(a, b); p.second = max_element(a, b); return p; }
template <class T, class U> bool equal(T *a, T *b, U *c) { for (; a != b; ++a, ++c) if (!(*a == *c)) return false; return true; }
template <class T, class U, class F> bool equal(T *a, T *b, U *c, F f) { for (; a != b; ++a, ++c) if (!f(*a, *c)) return false; return true; }
template <class T, class V> size_t count(T *a, T *b, V v) { size_t n = 0; for (; a != b; ++a) if (*a == v) n++; return n; }
template <class T, class F> size_t count_if(T *a, T *b, F f) { size_t n = 0; for (; a != b; ++a) if (f(*a)) n++; return n; }
template <class T, class V> T *find(T *a, T *b, V v) { for (; a != b; ++a) if (*a == v) return a; return b; }
template <class T, class F> T *find_if(T *a, T *b, F f) { for (; a != b; ++a) if (f(*a)) return a; return b; }
template <class T, class F> bool all_of(T *a, T *b, F f) { for (; a != b; ++a) if (!f(*a)) return false; return true; }
template <class T, class F> bool any_of(T *a, T *b, F f) { for (; a != b; ++a) if (f(*a)) return true; return false; }
template <class T, class F> bool none_of(T *a, T *b, F f) { for (; a != b; ++a) if (f(*a)) return false; return true; }
template <class T, class F> F for_each(T *a, T *b, F f) { for (; a != b; ++a) f(*a); return f; }
template <class T, class F> void generate(T *a, T *b, F f) { for (; a != b; ++a) *a = f(); }
template <class T, class F> void generate_n(T *a, size_t n, F f) { for (size_t i = 0; i < n; i++) a[i] = f(); }
template <class T, class U, class F> U *transform(T *a, T *b, U *to, F f) { for (; a != b; ++a) *to++ = f(*a); return to; }
template <class T, class C, class F> void transform(T *a, T *b, __back<C> to, F f) { for (; a != b; ++a) to.to->push_back(f(*a)); }
template <class T, class U, class V, class F> V *transform(T *a, T *b, U *c, V *to, F f) { for (; a != b; ++a, ++c) *to++ = f(*a, *c); return to; }
template <class T, class V> void replace(T *a, T *b, V from, V to) { for (; a != b; ++a) if (*a == from) *a = to; }
template <class T, class V> T *remove(T *a, T *b, V v) { T *to = a; for (; a != b; ++a) if (!(*a == v)) *to++ = *a; return to; }
template <class T, class F> T *remove_if(T *a, T *b, F f) { T *to = a; for (; a != b; ++a) if (!f(*a)) *to++ = *a; return to; }
template <class T> T *unique(T *a, T *b) { if (a == b) return b; T *to = a; for (++a; a != b; ++a) if (!(*to == *a)) *++to = *a; return to + 1; }
template <class T, class V> T *lower_bound(T *a, T *b, V v) { size_t n = b - a; while (n > 0) { size_t h = n / 2; if (a[h] < v) { a += h + 1; n -= h + 1; } else n = h; } return a; }
template <class T, class V> T *upper_bound(T *a, T *b, V v) { size_t n = b - a; while (n > 0) { size_t h = n / 2; if (!(v < a[h])) { a += h + 1; n -= h + 1; } else n = h; } return a; }
template <class T, class V> pair<T *, T *> equal_range(T *a, T *b, V v) { pair<T *, T *> p; p.first = lower_bound(a, b, v); p.second = upper_bound(p.first, b, v); return p; }
template <class T, class V> bool binary_search(T *a, T *b, V v) { T *p = lower_bound(a, b, v); return p != b && !(v < *p); }
template <class T, class F, class V> V accumulate(T *a, T *b, V v, F f) { for (; a != b; ++a) v = f(v, *a); return v; }
template <class T, class V> V reduce(T *a, T *b, V v) { for (; a != b; ++a) v = v + *a; return v; }
template <class T, class U, class V> V inner_product(T *a, T *b, U *c, V v) { for (; a != b; ++a, ++c) v = v + *a * *c; return v; }
template <class T, class U> U *partial_sum(T *a, T *b, U *to) { U sum = 0; for (; a != b; ++a) { sum = sum + *a; *to++ = sum; } return to; }
template <class T, class U, class V> U *exclusive_scan(T *a, T *b, U *to, V v) { for (; a != b; ++a) { V x = *a; *to++ = v; v = v + x; } return to; }
template <class T, class U> U *inclusive_scan(T *a, T *b, U *to) { return partial_sum(a, b, to); }
template <class T> T clamp(T v, T lo, T hi) { return v < lo ? lo : hi < v ? hi : v; }
template <class T> T gcd(T a, T b) { while (b != 0) { T t = a % b; a = b; b = t; } return a < 0 ? -a : a; }
template <class T> T lcm(T a, T b) { return a / gcd(a, b) * b; }
template <class T> bool is_sorted(T *a, T *b) { for (; a + 1 < b; ++a) if (a[1] < a[0]) return false; return true; }
template <class T, class F> bool is_sorted(T *a, T *b, F less) { for (; a + 1 < b; ++a) if (less(a[1], a[0])) return false; return true; }
struct __less { template <class T> bool operator()(const T &a, const T &b) const { return a < b; } };
template <class T, class F> void __sift(T *a, size_t i, size_t n, F less) {
	while (2 * i + 1 < n) {
		size_t k = 2 * i + 1;
		if (k + 1 < n && less(a[k], a[k + 1])) k++;
		if (!less(a[i], a[k])) return;
		T t = a[i]; a[i] = a[k]; a[k] = t;
		i = k;
	}
}
template <class T, class F> void sort(T *a, T *b, F less) {
	size_t n = b - a;
	for (size_t i = n / 2; i > 0; i--) __sift(a, i - 1, n, less);
	for (size_t i = n; i > 1; i--) { T t = a[0]; a[0] = a[i - 1]; a[i - 1] = t; __sift(a, 0, i - 1, less); }
}
template <class T> void sort(T *a, T *b) { sort(a, b, __less()); }
template <class T, class F> void stable_sort(T *a, T *b, F less) {
	size_t n = b - a;
	vector<T> other(n);
	for (size_t w = 1; w < n; w *= 2) {
		for (size_t lo = 0; lo < n; lo += 2 * w) {
			size_t mid = lo + w < n ? lo + w : n, hi = lo + 2 * w < n ? lo + 2 * w : n, i = lo, j = mid;
			for (size_t k = lo; k < hi; k++) other[k] = i < mid && (j >= hi || !less(a[j], a[i])) ? a[i++] : a[j++];
		}
		for (size_t k = 0; k < n; k++) a[k] = other[k];
	}
}
template <class T> void stable_sort(T *a, T *b) { stable_sort(a, b, __less()); }
template <class T> void partial_sort(T *a, T *m, T *b) { sort(a, b, __less()); }
template <class T> void nth_element(T *a, T *m, T *b) { sort(a, b, __less()); }
template <class T, class G> void shuffle(T *a, T *b, G &g) { for (size_t n = b - a; n > 1; n--) { size_t k = g() % n; T t = a[k]; a[k] = a[n - 1]; a[n - 1] = t; } }
}
void *__newQuiet(size_t n);
void __checkIndex(size_t i, size_t n);
