// random, as libstdc++ computes it

namespace std {
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
template <class T = int> struct uniform_int_distribution {
	T lo, hi;
	uniform_int_distribution(T a = 0, T b = 2147483647) : lo(a), hi(b) {}
	template <class G> T operator()(G &g) {
		unsigned long long range = (unsigned long long)(hi - lo) + 1;
		unsigned long long product = range * g.__bits();
		unsigned low = (unsigned)product;
		if (low < range) {
			unsigned least = (unsigned)((4294967296ull - range) % range);
			while (low < least) { product = range * g.__bits(); low = (unsigned)product; }
		}
		return (T)((product >> 32) + lo);
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
