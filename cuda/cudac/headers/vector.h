// vector and algorithm

namespace std {
template <class T> struct vector {
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
	T &front() { __checkIndex(0, count); return first[0]; }
	T &back() { __checkIndex(count - 1, count); return first[count - 1]; }
	const T &back() const { __checkIndex(count - 1, count); return first[count - 1]; }
};
template <class A, class B> struct pair { A first; B second; };
template <class A, class B> pair<A, B> make_pair(A a, B b) { pair<A, B> p; p.first = a; p.second = b; return p; }
template <class T, size_t N> struct array {
	T items[N];
	__host__ __device__ size_t size() const { return N; }
	__host__ __device__ T *data() { return items; }
	__host__ __device__ T *begin() { return items; }
	__host__ __device__ T *end() { return items + N; }
	__host__ __device__ T &operator[](size_t i) { return items[i]; }
	__host__ __device__ const T &operator[](size_t i) const { return items[i]; }
	__host__ __device__ void fill(const T &v) { for (size_t i = 0; i < N; i++) items[i] = v; }
};
template <class T> void fill(T *a, T *b, const T &v) { for (; a != b; ++a) *a = v; }
template <class T, class V> void fill(T *a, T *b, V v) { for (; a != b; ++a) *a = (T)v; }
template <class T, class V> void fill_n(T *a, size_t n, V v) { for (size_t i = 0; i < n; i++) a[i] = (T)v; }
template <class T, class V> void iota(T *a, T *b, V v) { T x = (T)v; for (; a != b; ++a) *a = x++; }
template <class T, class V> V accumulate(const T *a, const T *b, V v) { for (; a != b; ++a) v = v + *a; return v; }
template <class T> void copy(const T *a, const T *b, T *to) { for (; a != b; ++a) *to++ = *a; }
template <class T> void reverse(T *a, T *b) { while (a < b) { --b; if (a < b) { T t = *a; *a = *b; *b = t; ++a; } } }
template <class T> T *max_element(T *a, T *b) { T *m = a; for (; a != b; ++a) if (*m < *a) m = a; return m; }
template <class T> T *min_element(T *a, T *b) { T *m = a; for (; a != b; ++a) if (*a < *m) m = a; return m; }
template <class T> bool equal(const T *a, const T *b, const T *c) { for (; a != b; ++a, ++c) if (!(*a == *c)) return false; return true; }
template <class T, class V> size_t count(const T *a, const T *b, V v) { size_t n = 0; for (; a != b; ++a) if (*a == v) n++; return n; }
template <class T, class V> T *find(T *a, T *b, V v) { for (; a != b; ++a) if (*a == v) return a; return b; }
template <class T> bool is_sorted(const T *a, const T *b) { for (; a + 1 < b; ++a) if (a[1] < a[0]) return false; return true; }
template <class T> void __sift(T *a, size_t i, size_t n) {
	while (2 * i + 1 < n) {
		size_t k = 2 * i + 1;
		if (k + 1 < n && a[k] < a[k + 1]) k++;
		if (!(a[i] < a[k])) return;
		T t = a[i]; a[i] = a[k]; a[k] = t;
		i = k;
	}
}
template <class T> void sort(T *a, T *b) {
	size_t n = b - a;
	for (size_t i = n / 2; i > 0; i--) __sift(a, i - 1, n);
	for (size_t i = n; i > 1; i--) { T t = a[0]; a[0] = a[i - 1]; a[i - 1] = t; __sift(a, 0, i - 1); }
}
}
void *__newQuiet(size_t n);
void __checkIndex(size_t i, size_t n);
