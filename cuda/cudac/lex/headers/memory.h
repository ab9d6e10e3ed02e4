// memory

#include <type_traits>

namespace std {
inline void *align(size_t boundary, size_t size, void *&p, size_t &room) {
	size_t gap = (size_t)0 - (size_t)p & boundary - 1;
	if (room < size + gap) return nullptr;
	room -= gap;
	return p = (char *)p + gap;
}
template <class T> struct unique_ptr {
	T *p;
	unique_ptr() : p(nullptr) {}
	unique_ptr(T *q) : p(q) {}
	unique_ptr(unique_ptr &o) : p(o.p) { o.p = nullptr; }
	~unique_ptr() { if (p) delete p; }
	unique_ptr &operator=(unique_ptr &o) { reset(o.release()); return *this; }
	T &operator*() const { return *p; }
	T *operator->() const { return p; }
	T *get() const { return p; }
	T *release() { T *q = p; p = nullptr; return q; }
	void reset(T *q = nullptr) { if (p) delete p; p = q; }
	operator bool() const { return p != nullptr; }
};
template <class T> struct unique_ptr<T[]> {
	T *p;
	unique_ptr() : p(nullptr) {}
	unique_ptr(T *q) : p(q) {}
	unique_ptr(unique_ptr &o) : p(o.p) { o.p = nullptr; }
	~unique_ptr() { if (p) delete[] p; }
	unique_ptr &operator=(unique_ptr &o) { if (p) delete[] p; p = o.p; o.p = nullptr; return *this; }
	T &operator[](size_t i) const { return p[i]; }
	T *get() const { return p; }
	T *release() { T *q = p; p = nullptr; return q; }
	void reset(T *q = nullptr) { if (p) delete[] p; p = q; }
	operator bool() const { return p != nullptr; }
};
template <class T> unique_ptr<T> make_unique() { return unique_ptr<T>(new T()); }
template <class T, class A> unique_ptr<T> make_unique(A a) {
	if constexpr (is_array<T>::value) return unique_ptr<T>(new typename remove_extent<T>::type[a]);
	else return unique_ptr<T>(new T(a));
}
template <class T, class A, class B> unique_ptr<T> make_unique(A a, B b) { return unique_ptr<T>(new T(a, b)); }
template <class T> struct shared_ptr {
	T *p;
	int *owners;
	shared_ptr() : p(nullptr), owners(nullptr) {}
	shared_ptr(T *q) : p(q), owners((int *)__newQuiet(4)) { *owners = 1; }
	shared_ptr(const shared_ptr &o) : p(o.p), owners(o.owners) { if (owners) ++*owners; }
	~shared_ptr() { drop(); }
	void drop() { if (owners && --*owners == 0) { delete p; __delete(owners, 2); } }
	shared_ptr &operator=(const shared_ptr &o) { if (o.owners) ++*o.owners; drop(); p = o.p; owners = o.owners; return *this; }
	T &operator*() const { return *p; }
	T *operator->() const { return p; }
	T *get() const { return p; }
	int use_count() const { return owners ? *owners : 0; }
	operator bool() const { return p != nullptr; }
};
template <class T> shared_ptr<T> make_shared() { return shared_ptr<T>(new T()); }
template <class T, class A> shared_ptr<T> make_shared(A a) { return shared_ptr<T>(new T(a)); }
template <class T, class A, class B> shared_ptr<T> make_shared(A a, B b) { return shared_ptr<T>(new T(a, b)); }
}
void *__newQuiet(size_t n);
