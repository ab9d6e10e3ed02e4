// iostream, iomanip and string

void __out(int file, const char *s, int width, int fill, int left);
void __outInt(int file, long long v, int isUnsigned, int base, int width, int fill, int left);
void __outFloat(int file, double v, int precision, int mode, int width, int fill, int left);
void __outChar(int file, int c);

namespace std {
struct string {
	char *text;
	size_t length_;
	string() : text(nullptr), length_(0) { take("", 0); }
	string(const char *s) : text(nullptr), length_(0) { take(s, strlen(s)); }
	string(const string &o) : text(nullptr), length_(0) { take(o.text, o.length_); }
	~string() { __delete(text, 2); }
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
	const char *c_str() const { return text; }
	size_t size() const { return length_; }
	size_t length() const { return length_; }
	bool empty() const { return length_ == 0; }
	char &operator[](size_t i) { __checkIndex(i, length_ + 1); return text[i]; }
	const char &operator[](size_t i) const { __checkIndex(i, length_ + 1); return text[i]; }
	bool operator==(const string &o) const { return strcmp(text, o.text) == 0; }
	bool operator!=(const string &o) const { return strcmp(text, o.text) != 0; }
	bool operator>(const string &o) const { return strcmp(text, o.text) > 0; }
	bool operator<(const string &o) const { return strcmp(text, o.text) < 0; }
	const char *begin() const { return text; }
	const char *end() const { return text + length_; }
};
inline string operator+(const string &a, const string &b) { string s(a); s += b; return s; }
inline string to_string(int v) { char b[32]; snprintf(b, 32, "%d", v); string s(b); return s; }
inline string to_string(unsigned v) { char b[32]; snprintf(b, 32, "%u", v); string s(b); return s; }
inline string to_string(long long v) { char b[32]; snprintf(b, 32, "%lld", v); string s(b); return s; }
inline string to_string(unsigned long long v) { char b[32]; snprintf(b, 32, "%llu", v); string s(b); return s; }
inline string to_string(double v) { char b[352]; snprintf(b, 352, "%f", v); string s(b); return s; }
inline int stoi(const string &s) { return atoi(s.c_str()); }
inline float stof(const string &s) { return (float)atof(s.c_str()); }

struct ostream { int file, precision_, mode, width_, fill_, left_, base, alpha; 
	int precision(int p) { int was = precision_; precision_ = p; return was; }
	int width(int n) { int was = width_; width_ = n; return was; }
	ostream &flush() { return *this; }
};
ostream cout = {1, 6, 0, 0, 32, 0, 10, 0};
ostream cerr = {2, 6, 0, 0, 32, 0, 10, 0};
struct __manipulator { int what, n; };
const int __manipulators = 1;
#define __MANIPULATOR(name, k) __manipulator name = {k, 0};
__MANIPULATOR(endl, 1) __MANIPULATOR(fixed, 2) __MANIPULATOR(scientific, 3) __MANIPULATOR(left, 4) __MANIPULATOR(right, 5) __MANIPULATOR(hex, 6) __MANIPULATOR(dec, 7)
__MANIPULATOR(boolalpha, 8) __MANIPULATOR(noboolalpha, 9) __MANIPULATOR(flush, 10) __MANIPULATOR(defaultfloat, 11)
#undef __MANIPULATOR
inline __manipulator setprecision(int n) { __manipulator m = {20, n}; return m; }
inline __manipulator setw(int n) { __manipulator m = {21, n}; return m; }
inline __manipulator setfill(char c) { __manipulator m = {22, c}; return m; }
inline ostream &operator<<(ostream &o, const __manipulator &m) {
	switch (m.what) {
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
}
void *__newQuiet(size_t n);
void __checkIndex(size_t i, size_t n);
