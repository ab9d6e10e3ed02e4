// map, set, queue, stack, deque and list

#include <vector>

namespace std {
// __pairs are what map and multimap hold: pairs in the order of their keys.
template <class K, class V, class C> struct __pairs {
	typedef pair<K, V> *iterator;
	typedef const pair<K, V> *const_iterator;
	typedef pair<K, V> value_type;
	vector<pair<K, V>> items;
	pair<K, V> *begin() { return items.begin(); }
	pair<K, V> *end() { return items.end(); }
	const pair<K, V> *begin() const { return items.begin(); }
	const pair<K, V> *end() const { return items.end(); }
	size_t size() const { return items.size(); }
	bool empty() const { return items.size() == 0; }
	void clear() { items.clear(); }
	pair<K, V> *lower_bound(const K &k) {
		C before;
		pair<K, V> *a = items.begin();
		size_t n = items.size();
		while (n > 0) { size_t h = n / 2; if (before(a[h].first, k)) { a += h + 1; n -= h + 1; } else n = h; }
		return a;
	}
	pair<K, V> *upper_bound(const K &k) { C before; pair<K, V> *p = lower_bound(k); while (p != items.end() && !before(k, p->first)) p++; return p; }
	pair<pair<K, V> *, pair<K, V> *> equal_range(const K &k) { return pair<pair<K, V> *, pair<K, V> *>(lower_bound(k), upper_bound(k)); }
	pair<K, V> *find(const K &k) { C before; pair<K, V> *p = lower_bound(k); return p != items.end() && !before(k, p->first) ? p : items.end(); }
	size_t count(const K &k) { return upper_bound(k) - lower_bound(k); }
	bool contains(const K &k) { return find(k) != items.end(); }
	size_t erase(const K &k) { size_t n = count(k); if (n) { pair<K, V> *p = lower_bound(k); items.erase(p, p + n); } return n; }
	pair<K, V> *erase(pair<K, V> *p) { items.erase(p); return p; }
};
template <class K, class V, class C = less<K>> struct map : public __pairs<K, V, C> {
	map() {}
	template <class P> map(P *a, P *b) { for (; a != b; ++a) this->insert(*a); }
	V &operator[](const K &k) {
		C before;
		pair<K, V> *p = this->lower_bound(k);
		if (p == this->end() || before(k, p->first)) {
			pair<K, V> fresh{};
			fresh.first = k;
			p = this->items.insert(p, fresh);
		}
		return p->second;
	}
	V &at(const K &k) { pair<K, V> *p = this->find(k); __checkIndex(p == this->end(), 1); return p->second; }
	pair<pair<K, V> *, bool> insert(const pair<K, V> &p) {
		bool fresh = !this->contains(p.first);
		if (fresh) (*this)[p.first] = p.second;
		return pair<pair<K, V> *, bool>(this->find(p.first), fresh);
	}
	void push_back(const pair<K, V> &p) { insert(p); }
	pair<pair<K, V> *, bool> emplace(const K &k, const V &v) { return insert(pair<K, V>(k, v)); }
	pair<pair<K, V> *, bool> try_emplace(const K &k, const V &v) { return emplace(k, v); }
	pair<pair<K, V> *, bool> insert_or_assign(const K &k, const V &v) {
		pair<pair<K, V> *, bool> r = emplace(k, v);
		r.first->second = v;
		return r;
	}
};
template <class K, class V, class C = less<K>> struct multimap : public __pairs<K, V, C> {
	multimap() {}
	template <class P> multimap(P *a, P *b) { for (; a != b; ++a) this->insert(*a); }
	pair<K, V> *insert(const pair<K, V> &p) { return this->items.insert(this->upper_bound(p.first), p); }
	pair<K, V> *emplace(const K &k, const V &v) { return insert(pair<K, V>(k, v)); }
};
template <class K, class V> struct unordered_map : public map<K, V> {
	unordered_map() {}
	template <class P> unordered_map(P *a, P *b) { for (; a != b; ++a) this->insert(*a); }
};
template <class K, class C = less<K>> struct set {
	typedef const K *iterator;
	typedef const K *const_iterator;
	vector<K> items; // in order
	set() {}
	template <class P> set(P *a, P *b) { insert(a, b); }
	const K *begin() const { return items.begin(); }
	const K *end() const { return items.end(); }
	size_t size() const { return items.size(); }
	bool empty() const { return items.size() == 0; }
	void clear() { items.clear(); }
	const K *lower_bound(const K &k) const {
		C before;
		const K *a = items.begin();
		size_t n = items.size();
		while (n > 0) { size_t h = n / 2; if (before(a[h], k)) { a += h + 1; n -= h + 1; } else n = h; }
		return a;
	}
	const K *upper_bound(const K &k) const { C before; const K *p = lower_bound(k); return p != items.end() && !before(k, *p) ? p + 1 : p; }
	const K *find(const K &k) const { C before; const K *p = lower_bound(k); return p != items.end() && !before(k, *p) ? p : items.end(); }
	size_t count(const K &k) const { return find(k) != items.end(); }
	bool contains(const K &k) const { return find(k) != items.end(); }
	pair<const K *, bool> insert(const K &k) {
		bool fresh = !contains(k);
		if (fresh) items.insert(items.begin() + (lower_bound(k) - items.begin()), k);
		return pair<const K *, bool>(find(k), fresh);
	}
	template <class I> void insert(I a, I b) { for (; a != b; ++a) insert(*a); }
	pair<const K *, bool> emplace(const K &k) { return insert(k); }
	void push_back(const K &k) { insert(k); }
	size_t erase(const K &k) { const K *p = find(k); if (p == items.end()) return 0; items.erase(p); return 1; }
};
template <class K> struct unordered_set : public set<K> {
	unordered_set() {}
	template <class P> unordered_set(P *a, P *b) { this->insert(a, b); }
};
template <class T> struct deque : public vector<T> {
	deque() {}
	template <class P> deque(P *a, P *b) { for (; a != b; ++a) this->push_back(*a); }
	deque(size_t n, const T &v) : vector<T>(n, v) {}
	void push_front(const T &v) { this->insert(this->begin(), v); }
	void pop_front() { this->erase(this->begin()); }
};
template <class T> struct list : public deque<T> {
	list() {}
	explicit list(size_t n, const T &v = T()) { for (size_t i = 0; i < n; i++) this->push_back(v); }
	template <class P> list(P *a, P *b) { for (; a != b; ++a) this->push_back(*a); }
};
template <class T> struct queue {
	vector<T> items;
	size_t head;
	queue() : head(0) {}
	void push(const T &v) { items.push_back(v); }
	void emplace(const T &v) { items.push_back(v); }
	void pop() {
		__checkIndex(head++, items.size());
		if (head > 32 && 2 * head > items.size()) { items.erase(items.begin(), items.begin() + head); head = 0; }
	}
	T &front() { return items[head]; }
	T &back() { return items.back(); }
	size_t size() const { return items.size() - head; }
	bool empty() const { return items.size() == head; }
};
template <class T> struct stack {
	vector<T> items;
	stack() {}
	void push(const T &v) { items.push_back(v); }
	void pop() { __checkIndex(0, items.size()); items.pop_back(); }
	T &top() { return items.back(); }
	size_t size() const { return items.size(); }
	bool empty() const { return items.size() == 0; }
};
template <class T, class V = vector<T>, class C = less<T>> struct priority_queue {
	vector<T> items;
	priority_queue() {}
	void push(const T &v) {
		C before;
		size_t i = items.size();
		items.push_back(v);
		while (i > 0 && before(items[(i - 1) / 2], items[i])) { swap(items[(i - 1) / 2], items[i]); i = (i - 1) / 2; }
	}
	void pop() {
		__checkIndex(0, items.size());
		swap(items[0], items.back());
		items.pop_back();
		__sift(items.begin(), 0, items.size(), C());
	}
	const T &top() { return items.front(); }
	size_t size() const { return items.size(); }
	bool empty() const { return items.size() == 0; }
};
}
