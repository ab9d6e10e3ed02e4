// random, as libstdc++ computes it

namespace std {
struct mt19937_64 {
	typedef unsigned long long result_type;
	unsigned long long state[312];
	int at;
	mt19937_64(unsigned long long s = 5489u) { seed(s); }
	void seed(unsigned long long s) {
		state[0] = s;
		for (int i = 1; i < 312; i++) state[i] = 6364136223846793005ull * (state[i - 1] ^ (state[i - 1] >> 62)) + i;
		at = 312;
	}
	unsigned long long operator()() {
		if (at >= 312) {
			for (int k = 0; k < 312; k++) {
				unsigned long long y = (state[k] & 0xffffffff80000000ull) | (state[(k + 1) % 312] & 0x7fffffffull);
				state[k] = state[(k + 156) % 312] ^ (y >> 1) ^ ((y & 1) ? 0xb5026f5aa96619e9ull : 0);
			}
			at = 0;
		}
		unsigned long long y = state[at++];
		y ^= (y >> 29) & 0x5555555555555555ull;
		y ^= (y << 17) & 0x71d67fffeda60000ull;
		y ^= (y << 37) & 0xfff7eee000000000ull;
		return y ^ (y >> 43);
	}
	static unsigned long long min() { return 0; }
	static unsigned long long max() { return ~0ull; }
	void discard(unsigned long long n) { while (n--) (*this)(); }
	float __float() { float r = (float)(*this)() / 18446744073709551616.0f; return r < 1.0f ? r : 0.99999994f; }
	double __double() { double r = (double)(*this)() / 18446744073709551616.0; return r < 1.0 ? r : 0.99999999999999989; }
};
struct mt19937 {
	unsigned state[624];
	int at;
	mt19937(unsigned s = 5489u) { seed(s); }
	void seed(unsigned s) {
		state[0] = s;
		for (int i = 1; i < 624; i++) state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
		at = 624;
	}
	unsigned operator()() {
		if (at >= 624) {
			for (int k = 0; k < 624; k++) {
				unsigned y = (state[k] & 0x80000000u) | (state[(k + 1) % 624] & 0x7fffffffu);
				state[k] = state[(k + 397) % 624] ^ (y >> 1) ^ ((y & 1u) ? 0x9908b0dfu : 0u);
			}
			at = 0;
		}
		unsigned z = state[at++];
		z ^= z >> 11;
		z ^= (z << 7) & 0x9d2c5680u;
		z ^= (z << 15) & 0xefc60000u;
		return z ^ (z >> 18);
	}
	static unsigned min() { return 0; }
	static unsigned max() { return 0xffffffffu; }
	unsigned __bits() { return (*this)(); }
	float __float() { float r = (float)(*this)() * 2.3283064365386963e-10f; return r < 1.0f ? r : 0.99999994f; }
	double __double() { double lo = (*this)(), hi = (*this)(); return (lo + hi * 4294967296.0) * 5.421010862427522e-20; }
};
struct minstd_rand0 {
	unsigned long long state;
	minstd_rand0(unsigned s = 1) { seed(s); }
	void seed(unsigned s) { state = s % 2147483647u; if (state == 0) state = 1; }
	unsigned operator()() { state = state * 16807 % 2147483647; return (unsigned)state; }
	static unsigned min() { return 1; }
	static unsigned max() { return 2147483646u; }
	unsigned __bits() { return ((*this)() - 1) << 1; }
	float __float() { float r = (float)((*this)() - 1) / 2147483646.0f; return r < 1.0f ? r : 0.99999994f; }
	double __double() { double lo = (*this)() - 1, hi = (*this)() - 1; return (lo + hi * 2147483646.0) / (2147483646.0 * 2147483646.0); }
};
typedef minstd_rand0 default_random_engine;
struct random_device { unsigned operator()() { return (unsigned)rand() * 2u + 1u; } };
template <class G> unsigned long long __below(G &g, unsigned long long range) {
	unsigned long long product = range * g.__bits();
	unsigned low = (unsigned)product;
	if (low < range) {
		unsigned least = (unsigned)((4294967296ull - range) % range);
		while (low < least) { product = range * g.__bits(); low = (unsigned)product; }
	}
	return product >> 32;
}
inline unsigned long long __below(mt19937_64 &g, unsigned long long range) {
	unsigned long long y = g(), low = y * range;
	if (range == 0) return y;
	if (low < range) {
		unsigned long long least = (0ull - range) % range;
		while (low < least) { y = g(); low = y * range; }
	}
	return __umul64hi(y, range);
}
template <class T = int> struct uniform_int_distribution {
	T lo, hi;
	uniform_int_distribution(T a = 0, T b = 2147483647) : lo(a), hi(b) {}
	template <class G> T operator()(G &g) {
		return (T)(__below(g, (unsigned long long)(hi - lo) + 1) + lo);
	}
	T min() const { return lo; }
	T max() const { return hi; }
};
template <class T = double> struct uniform_real_distribution {
	T lo, hi;
	uniform_real_distribution(T a = 0, T b = 1) : lo(a), hi(b) {}
	template <class G> T operator()(G &g) {
		if constexpr (sizeof(T) == 4) return g.__float() * (hi - lo) + lo;
		else return g.__double() * (hi - lo) + lo;
	}
};
template <class T = double> struct normal_distribution {
	T mean, deviation, spare;
	bool has;
	normal_distribution(T m = 0, T d = 1) : mean(m), deviation(d), spare(0), has(false) {}
	template <class G> T operator()(G &g) {
		if (has) { has = false; return spare * deviation + mean; }
		T x, y, r;
		do {
			if constexpr (sizeof(T) == 4) { x = 2 * g.__float() - 1; y = 2 * g.__float() - 1; }
			else { x = 2 * g.__double() - 1; y = 2 * g.__double() - 1; }
			r = x * x + y * y;
		} while (r > 1 || r == 0);
		T m = sqrt(-2 * log(r) / r);
		spare = x * m;
		has = true;
		return y * m * deviation + mean;
	}
};
struct bernoulli_distribution { double p; bernoulli_distribution(double q = 0.5) : p(q) {} template <class G> bool operator()(G &g) { return g.__double() < p; } };
}
