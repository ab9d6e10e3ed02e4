// iostream, iomanip, sstream and string

#include <vector>

void __out(int file, const char *s, int width, int fill, int left);
void __outInt(int file, long long v, int isUnsigned, int base, int width, int fill, int left);
void __outFloat(int file, double v, int precision, int mode, int width, int fill, int left);
void __outChar(int file, int c);

int __sink();
size_t __sinkSize(int file);
void __sinkText(int file, char *to);
void __sinkSet(int file, const char *from, size_t n);
long __word(int file, int stop);
void __taken(int file, char *to, size_t n, int stop);
int __isOpen(int file);

namespace std {
struct string {
	char *text;
	size_t length_;
	string() : text(nullptr), length_(0) { take("", 0); }
	string(const char *s) : text(nullptr), length_(0) { take(s, strlen(s)); }
	string(const string &o) : text(nullptr), length_(0) { take(o.text, o.length_); }
	string(size_t n, char c) : text(nullptr), length_(0) { resize(n, c); }
	string(const char *a, const char *b) : text(nullptr), length_(0) { take(a, b - a); }
	string(const char *s, size_t n) : text(nullptr), length_(0) { take(s, n); }
	~string() { __delete(text, 2); }
	static const size_t npos = -1;
	void take(const char *s, size_t n) {
		char *p = (char *)__newQuiet(n + 1);
		memcpy(p, s, n);
		p[n] = 0;
		if (text) __delete(text, 2);
		text = p;
		length_ = n;
	}
	string &operator=(const string &o) { if (this != &o) take(o.text, o.length_); return *this; }
	string &operator+=(const string &o) {
		size_t n = length_ + o.length_;
		char *p = (char *)__newQuiet(n + 1);
		memcpy(p, text, length_);
		memcpy(p + length_, o.text, o.length_);
		p[n] = 0;
		__delete(text, 2);
		text = p;
		length_ = n;
		return *this;
	}
	string &operator=(const char *s) { take(s, strlen(s)); return *this; }
	string &operator+=(const char *s) { string o(s); return *this += o; }
	string &operator+=(char c) { char s[2]; s[0] = c; s[1] = 0; string o(s); return *this += o; }
	string &append(const string &o) { return *this += o; }
	void push_back(char c) { *this += c; }
	void pop_back() { __checkIndex(0, length_); text[--length_] = 0; }
	void clear() { take("", 0); }
	void resize(size_t n, char c = 0) {
		char *p = (char *)__newQuiet(n + 1);
		for (size_t i = 0; i < n; i++) p[i] = i < length_ ? text[i] : c;
		if (text) __delete(text, 2);
		text = p;
		length_ = n;
	}
	void reserve(size_t n) {}
	char &at(size_t i) { __checkIndex(i, length_); return text[i]; }
	char &front() { __checkIndex(0, length_); return text[0]; }
	char &back() { __checkIndex(length_ - 1, length_); return text[length_ - 1]; }
	string substr(size_t from, size_t n = -1) const { __checkIndex(from, length_ + 1); return string(text + from, n < length_ - from ? n : length_ - from); }
	size_t find(const string &o, size_t from = 0) const {
		for (size_t i = from; i + o.length_ <= length_; i++) if (strncmp(text + i, o.c_str(), o.length_) == 0) return i;
		return -1;
	}
	size_t find(char c, size_t from = 0) const { for (size_t i = from; i < length_; i++) if (text[i] == c) return i; return -1; }
	size_t rfind(char c) const { for (size_t i = length_; i > 0; i--) if (text[i - 1] == c) return i - 1; return -1; }
	size_t rfind(const string &o) const { for (size_t i = length_ + 1; i-- > 0;) if (strncmp(c_str() + i, o.c_str(), o.length_) == 0) return i; return -1; }
	bool __among(const string &o, size_t i) const { for (size_t j = 0; j < o.length_; j++) if (o.text[j] == text[i]) return true; return false; }
	size_t find_first_of(char c, size_t from = 0) const { return find(c, from); }
	size_t find_last_of(char c) const { return rfind(c); }
	typedef size_t size_type;
	typedef char value_type;
	typedef char *iterator;
	typedef const char *const_iterator;
	size_t find_first_of(const string &o, size_t from = 0) const { for (size_t i = from; i < length_; i++) if (__among(o, i)) return i; return -1; }
	size_t find_first_not_of(const string &o, size_t from = 0) const { for (size_t i = from; i < length_; i++) if (!__among(o, i)) return i; return -1; }
	size_t find_last_of(const string &o) const { for (size_t i = length_; i > 0; i--) if (__among(o, i - 1)) return i - 1; return -1; }
	size_t find_last_not_of(const string &o) const { for (size_t i = length_; i > 0; i--) if (!__among(o, i - 1)) return i - 1; return -1; }
	int compare(const string &o) const { return strcmp(c_str(), o.c_str()); }
	int compare(size_t at, size_t n, const string &o) const { return substr(at, n).compare(o); }
	string &append(const char *s, size_t n) { string o(s, n); return *this += o; }
	string &append(size_t n, char c) { string o(n, c); return *this += o; }
	string &assign(const string &o) { return *this = o; }
	string &replace(size_t at, size_t n, const string &o) { string s = substr(0, at) + o; if (n < length_ - at) s += substr(at + n); return *this = s; }
	void swap(string &o) { char *t = text; text = o.text; o.text = t; size_t n = length_; length_ = o.length_; o.length_ = n; }
	size_t capacity() const { return length_; }
	string &insert(size_t at, const string &o) { string s = substr(0, at) + o + substr(at); return *this = s; }
	string &erase(size_t at, size_t n = -1) { string s = substr(0, at); if (n < length_ - at) s += substr(at + n); return *this = s; }
	const char *data() const { return c_str(); }
	char *data() { return text; }
	const char *c_str() const { return text ? text : ""; }
	size_t size() const { return length_; }
	size_t length() const { return length_; }
	bool empty() const { return length_ == 0; }
	char &operator[](size_t i) { __checkIndex(i, length_ + 1); return text[i]; }
	const char &operator[](size_t i) const { __checkIndex(i, length_ + 1); return text[i]; }
	bool operator==(const string &o) const { return strcmp(c_str(), o.c_str()) == 0; }
	bool operator!=(const string &o) const { return strcmp(c_str(), o.c_str()) != 0; }
	bool operator>(const string &o) const { return strcmp(c_str(), o.c_str()) > 0; }
	bool operator<(const string &o) const { return strcmp(c_str(), o.c_str()) < 0; }
	char *begin() { return text; }
	char *end() { return text + length_; }
	const char *begin() const { return text; }
	const char *end() const { return text + length_; }
};
inline string operator+(const string &a, const string &b) { string s(a); s += b; return s; }
inline string operator+(const string &a, char c) { string s(a); s += c; return s; }
inline bool operator==(const char *a, const string &b) { return b == a; }
struct string_view {
	const char *text;
	size_t length_;
	string_view() : text(""), length_(0) {}
	string_view(const char *s) : text(s), length_(strlen(s)) {}
	string_view(const char *s, size_t n) : text(s), length_(n) {}
	string_view(const string &s) : text(s.c_str()), length_(s.size()) {}
	static const size_t npos = -1;
	const char *data() const { return text; }
	size_t size() const { return length_; }
	size_t length() const { return length_; }
	bool empty() const { return length_ == 0; }
	char operator[](size_t i) const { __checkIndex(i, length_); return text[i]; }
	char front() const { __checkIndex(0, length_); return text[0]; }
	char back() const { __checkIndex(length_ - 1, length_); return text[length_ - 1]; }
	const char *begin() const { return text; }
	const char *end() const { return text + length_; }
	string_view substr(size_t from, size_t n = -1) const { __checkIndex(from, length_ + 1); return string_view(text + from, n < length_ - from ? n : length_ - from); }
	void remove_prefix(size_t n) { text += n; length_ -= n; }
	void remove_suffix(size_t n) { length_ -= n; }
	size_t find(char c, size_t from = 0) const { for (size_t i = from; i < length_; i++) if (text[i] == c) return i; return -1; }
	size_t find(const string_view &o, size_t from = 0) const { for (size_t i = from; i + o.length_ <= length_; i++) if (strncmp(text + i, o.text, o.length_) == 0) return i; return -1; }
	bool operator==(const string_view &o) const { return length_ == o.length_ && strncmp(text, o.text, length_) == 0; }
	bool operator!=(const string_view &o) const { return !(*this == o); }
	operator string() const { return string(text, length_); }
};
inline string to_string(int v) { char b[32]; snprintf(b, 32, "%d", v); string s(b); return s; }
inline string to_string(unsigned v) { char b[32]; snprintf(b, 32, "%u", v); string s(b); return s; }
inline string to_string(long long v) { char b[32]; snprintf(b, 32, "%lld", v); string s(b); return s; }
inline string to_string(unsigned long long v) { char b[32]; snprintf(b, 32, "%llu", v); string s(b); return s; }
inline string to_string(double v) { char b[352]; snprintf(b, 352, "%f", v); string s(b); return s; }
inline int stoi(const string &s) { return atoi(s.c_str()); }
inline double stod(const string &s) { return atof(s.c_str()); }
inline long stol(const string &s) { return atol(s.c_str()); }
inline unsigned long stoul(const string &s) { return atol(s.c_str()); }
inline float stof(const string &s) { return (float)atof(s.c_str()); }

typedef long streamsize;
struct ostream {
	int file, precision_, mode, width_, fill_, left_, base, alpha;
	int precision(int p) { int was = precision_; precision_ = p; return was; }
	int precision() const { return precision_; }
	int width() const { return width_; }
	int width(int n) { int was = width_; width_ = n; return was; }
	ostream &flush() { return *this; }
};
struct ios {
	static const int in = 1, out = 2, binary = 4, app = 8, trunc = 16, ate = 32;
	static const int beg = 0, cur = 1, end = 2;
	static const int left = 1 << 6, right = 1 << 7, hex = 1 << 8, dec = 1 << 9, fixed = 1 << 10, scientific = 1 << 11, boolalpha = 1 << 12;
};
typedef ios ios_base;
inline void __begin(ostream &o, int file) { o.file = file; o.precision_ = 6; o.mode = 0; o.width_ = 0; o.fill_ = 32; o.left_ = 0; o.base = 10; o.alpha = 0; }
// fstream, ifstream, ofstream, stringstream and their kin: what can be read and written.
struct iostream : public ostream {
	static const int in = 1, out = 2, binary = 4, app = 8, trunc = 16, ate = 32;
	int bad;
	long got;
	iostream() { __begin(*this, __sink()); bad = 0; got = 0; }
	long gcount() const { return got; }
	bool good() const { return !bad; }
	bool fail() const { return bad != 0; }
	bool eof() const { return feof((FILE *)(size_t)file) != 0; }
	operator bool() const { return !bad; }
	bool operator!() const { return bad != 0; }
	bool is_open() const { return __isOpen(file) != 0; }
	void clear() { bad = 0; }
	bool __take(string &s, int stop) {
		long n = __word(file, stop);
		if (n < 0) { bad = 1; return false; }
		s.resize(n);
		__taken(file, s.begin(), n, stop);
		return true;
	}
	void __open(const char *name, const char *mode) {
		FILE *f = fopen(name, mode);
		bad = f == nullptr;
		__begin(*this, (int)(size_t)f);
	}
	void close() { if (is_open()) fclose((FILE *)(size_t)file); }
	iostream &read(char *to, long n) { got = (long)fread(to, 1, n, (FILE *)(size_t)file); if (got < n) bad = 1; return *this; }
	iostream &write(const char *from, long n) { fwrite(from, 1, n, (FILE *)(size_t)file); return *this; }
	iostream &seekg(long at, int from = 0) { bad = 0; fseek((FILE *)(size_t)file, at, from); return *this; }
	long tellg() { return ftell((FILE *)(size_t)file); }
	int get() { int c = fgetc((FILE *)(size_t)file); if (c < 0) bad = 1; return c; }
	int peek() { int c = fgetc((FILE *)(size_t)file); if (c < 0) bad = 1; else fseek((FILE *)(size_t)file, -1, 1); return c; }
	iostream &ignore(long n = 1, int stop = -1) { for (long i = 0; i < n; i++) { int c = fgetc((FILE *)(size_t)file); if (c < 0 || c == stop) break; } return *this; }
	iostream *rdbuf() { return this; }
	string str() const {
		string s;
		s.resize(__sinkSize(file));
		__sinkText(file, s.begin());
		return s;
	}
	void str(const string &s) { __sinkSet(file, s.c_str(), s.size()); }
};
typedef iostream istream;
struct stringstream : public iostream {
	stringstream() {}
	stringstream(const string &s) { str(s); }
};
typedef stringstream ostringstream;
typedef stringstream istringstream;
struct ifstream : public iostream {
	ifstream() {}
	ifstream(const char *name, int mode = 1) { __open(name, "r"); if (mode & 32 && !bad) seekg(0, 2); }
	ifstream(const string &name, int mode = 1) { __open(name.c_str(), "r"); if (mode & 32 && !bad) seekg(0, 2); }
	~ifstream() { close(); }
	void open(const char *name, int mode = 1) { __open(name, "r"); }
	void open(const string &name, int mode = 1) { __open(name.c_str(), "r"); }
};
struct ofstream : public iostream {
	ofstream() {}
	ofstream(const char *name, int mode = 2) { __open(name, mode & 8 ? "a" : "w"); }
	ofstream(const string &name, int mode = 2) { __open(name.c_str(), mode & 8 ? "a" : "w"); }
	~ofstream() { close(); }
	void open(const char *name, int mode = 2) { __open(name, mode & 8 ? "a" : "w"); }
	void open(const string &name, int mode = 2) { __open(name.c_str(), mode & 8 ? "a" : "w"); }
};
struct fstream : public iostream {
	fstream() {}
	fstream(const char *name, int mode = 3) { open(name, mode); }
	fstream(const string &name, int mode = 3) { open(name.c_str(), mode); }
	~fstream() { close(); }
	void open(const char *name, int mode = 3) { __open(name, mode & 8 ? "a" : mode & 1 ? "r+" : "w"); }
};
inline iostream &operator>>(iostream &i, string &s) { i.__take(s, 0); return i; }
inline iostream &operator>>(iostream &i, char &c) {
	int v = fgetc((FILE *)(size_t)i.file);
	while (v == ' ' || v == '\n' || v == '\t' || v == '\r') v = fgetc((FILE *)(size_t)i.file);
	if (v < 0) i.bad = 1; else c = (char)v;
	return i;
}
#define __READ(T, f) inline iostream &operator>>(iostream &i, T &v) { string s; if (i.__take(s, 0)) v = (T)f(s.c_str()); return i; }
__READ(int, atoi) __READ(unsigned, atol) __READ(long long, atol) __READ(unsigned long long, atol) __READ(float, atof) __READ(double, atof) __READ(short, atoi)
#undef __READ
inline iostream &getline(iostream &i, string &s, char stop = '\n') { i.__take(s, stop); return i; }
ostream cout = {1, 6, 0, 0, 32, 0, 10, 0};
ostream cerr = {2, 6, 0, 0, 32, 0, 10, 0};
ostream clog = {2, 6, 0, 0, 32, 0, 10, 0};
iostream cin;
struct __manipulator { int what, n; };
const int __manipulators = 1;
#define __MANIPULATOR(name, k) __manipulator name = {k, 0};
__MANIPULATOR(endl, 1) __MANIPULATOR(fixed, 2) __MANIPULATOR(scientific, 3) __MANIPULATOR(left, 4) __MANIPULATOR(right, 5) __MANIPULATOR(hex, 6) __MANIPULATOR(dec, 7)
__MANIPULATOR(boolalpha, 8) __MANIPULATOR(noboolalpha, 9) __MANIPULATOR(flush, 10) __MANIPULATOR(defaultfloat, 11)
#undef __MANIPULATOR
inline __manipulator setprecision(int n) { __manipulator m = {20, n}; return m; }
inline __manipulator setw(int n) { __manipulator m = {21, n}; return m; }
inline __manipulator setfill(char c) { __manipulator m = {22, c}; return m; }
inline __manipulator setiosflags(int flags) { __manipulator m = {23, flags}; return m; }
inline __manipulator resetiosflags(int flags) { __manipulator m = {24, flags}; return m; }
inline void __setFlags(ostream &o, int flags) {
	if (flags & ios::left) o.left_ = 1;
	if (flags & ios::right) o.left_ = 0;
	if (flags & ios::hex) o.base = 16;
	if (flags & ios::dec) o.base = 10;
	if (flags & ios::fixed) o.mode = 1;
	if (flags & ios::scientific) o.mode = 2;
	if (flags & ios::boolalpha) o.alpha = 1;
}
inline void __clearFlags(ostream &o, int flags) {
	if (flags & ios::left) o.left_ = 0;
	if (flags & ios::hex) o.base = 10;
	if (flags & (ios::fixed | ios::scientific)) o.mode = 0;
	if (flags & ios::boolalpha) o.alpha = 0;
}
inline ostream &operator<<(ostream &o, const __manipulator &m) {
	switch (m.what) {
	case 23: __setFlags(o, m.n); break;
	case 24: __clearFlags(o, m.n); break;
	case 1: __outChar(o.file, '\n'); break;
	case 2: o.mode = 1; break;
	case 3: o.mode = 2; break;
	case 4: o.left_ = 1; break;
	case 5: o.left_ = 0; break;
	case 6: o.base = 16; break;
	case 7: o.base = 10; break;
	case 8: o.alpha = 1; break;
	case 9: o.alpha = 0; break;
	case 11: o.mode = 0; break;
	case 20: o.precision_ = m.n; break;
	case 21: o.width_ = m.n; break;
	case 22: o.fill_ = m.n; break;
	}
	return o;
}
inline ostream &operator<<(ostream &o, const char *s) { __out(o.file, s, o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, const string &s) { __out(o.file, s.c_str(), o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, const string_view &s) { return o << string(s.data(), s.size()); }
inline ostream &operator<<(ostream &o, char c) { char s[2]; s[0] = c; s[1] = 0; __out(o.file, s, o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, unsigned char c) { __outChar(o.file, c); return o; }
inline ostream &operator<<(ostream &o, bool b) {
	if (o.alpha) __out(o.file, b ? "true" : "false", o.width_, o.fill_, o.left_);
	else __outInt(o.file, b, 0, o.base, o.width_, o.fill_, o.left_);
	o.width_ = 0;
	return o;
}
inline ostream &operator<<(ostream &o, int v) { __outInt(o.file, v, 0, o.base, o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, unsigned v) { __outInt(o.file, v, 1, o.base, o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, long long v) { __outInt(o.file, v, 0, o.base, o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, unsigned long long v) { __outInt(o.file, v, 1, o.base, o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, double v) { __outFloat(o.file, v, o.precision_, o.mode, o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, const void *p) { __outInt(o.file, (long long)p, 1, 16, o.width_, o.fill_, o.left_); o.width_ = 0; return o; }
inline ostream &operator<<(ostream &o, iostream *from) { for (int c = fgetc((FILE *)(size_t)from->file); c >= 0; c = fgetc((FILE *)(size_t)from->file)) __outChar(o.file, c); return o; }
template <class T> struct ostream_iterator {
	ostream *to;
	const char *between;
	ostream_iterator(ostream &o, const char *s = "") : to(&o), between(s) {}
	void put(const T &v) { *to << v << between; }
};
template <class T, class S> ostream_iterator<S> copy(T *a, T *b, ostream_iterator<S> out) { for (; a != b; ++a) out.put((S)*a); return out; }
template <class T, class S> ostream_iterator<S> copy_n(T *a, size_t n, ostream_iterator<S> out) { for (size_t i = 0; i < n; i++) out.put((S)a[i]); return out; }
}
