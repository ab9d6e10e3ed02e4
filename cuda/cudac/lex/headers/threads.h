// pthread.h, thread and mutex: host code has one thread, so a new one runs to its end at once.

typedef unsigned long pthread_t;
struct pthread_attr_t { int none; };
struct pthread_mutex_t { int none; };
struct pthread_mutexattr_t { int none; };
struct pthread_cond_t { int none; };
struct pthread_condattr_t { int none; };
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
inline int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *data) { *t = 1; f(data); return 0; }
inline int pthread_join(pthread_t t, void **result) { return 0; }
inline int pthread_attr_init(pthread_attr_t *a) { return 0; }
inline int pthread_attr_destroy(pthread_attr_t *a) { return 0; }
inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) { return 0; }
inline int pthread_mutex_destroy(pthread_mutex_t *m) { return 0; }
inline int pthread_mutex_lock(pthread_mutex_t *m) { return 0; }
inline int pthread_mutex_unlock(pthread_mutex_t *m) { return 0; }
inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) { return 0; }
inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return 0; }
inline int pthread_cond_signal(pthread_cond_t *c) { return 0; }
inline int pthread_cond_broadcast(pthread_cond_t *c) { return 0; }
inline int pthread_cond_destroy(pthread_cond_t *c) { return 0; }
inline int pthread_cancel(pthread_t t) { return 0; }
inline int pthread_detach(pthread_t t) { return 0; }
inline void pthread_exit(void *result) {}
inline pthread_t pthread_self() { return 0; }
inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const timespec *t) { return 0; }
struct pthread_barrier_t { int none; };
inline int pthread_barrier_init(pthread_barrier_t *b, const void *a, unsigned n) { return 0; }
inline int pthread_barrier_wait(pthread_barrier_t *b) { return 0; }
inline int pthread_barrier_destroy(pthread_barrier_t *b) { return 0; }

namespace std {
struct thread {
	bool runs;
	thread() : runs(false) {}
	template <class F, class... A> thread(F f, A &&...a) : runs(true) { f(a...); }
	bool joinable() const { return runs; }
	void join() { runs = false; }
	void detach() { runs = false; }
	int get_id() const { return runs; }
	static unsigned hardware_concurrency() { return 1; }
};
struct mutex {
	void lock() {}
	void unlock() {}
	bool try_lock() { return true; }
};
typedef mutex recursive_mutex;
typedef mutex shared_mutex;
template <class M> struct lock_guard { lock_guard(M &m) {} };
template <class M> struct scoped_lock { scoped_lock(M &m) {} };
template <class M> struct unique_lock {
	unique_lock(M &m) {}
	void lock() {}
	void unlock() {}
	bool owns_lock() const { return true; }
};
struct condition_variable {
	void notify_one() {}
	void notify_all() {}
	template <class L> void wait(L &l) {}
	template <class L, class P> void wait(L &l, P done) { __checkIndex(done() ? 0 : 1, 1); }
};
struct once_flag { bool done; once_flag() : done(false) {} };
template <class F> void call_once(once_flag &o, F f) { if (!o.done) { o.done = true; f(); } }
namespace this_thread {
inline void yield() {}
inline int get_id() { return 0; }
template <class D> void sleep_for(const D &d) { __sleep(d.nanos); }
}
template <class T> T &ref(T &x) { return x; }
template <class T> const T &cref(const T &x) { return x; }
}
