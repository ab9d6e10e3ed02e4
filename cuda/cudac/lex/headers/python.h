// What kernels that were written in Python call: its division, which rounds down, its indices from the end, and
// Numba's atomics that CUDA has not.

__device__ long long __floordiv(long long a, long long b) { long long q = a / b; return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q; }
__device__ long long __mod(long long a, long long b) { long long r = a % b; return (r != 0 && (r < 0) != (b < 0)) ? r + b : r; }
__device__ double __modf(double a, double b) { double r = fmod(a, b); return (r != 0 && (r < 0) != (b < 0)) ? r + b : r; }
__device__ long long __power(long long a, long long b) {
	long long r = 1;
	if (b < 0) return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
	while (b > 0) {
		if (b & 1) r *= a;
		a *= a;
		b >>= 1;
	}
	return r;
}
__device__ long long __wrap(long long i, long long n) { return i < 0 ? i + n : i; }

// The bits of floats are in the order of the floats, those of negative ones backwards; a NaN changes nothing.
#define __ATOMIC_FLOAT(name, T, I, U, bits, number, up, down) \
	__device__ T name(T *p, T v) { \
		if (v != v) return atomicAdd(p, (T)0); \
		if (!signbit(v)) return number(up((I *)p, bits(v))); \
		return number((I)down((U *)p, (U)bits(v))); \
	}
__ATOMIC_FLOAT(__atomic_max_32, float, int, unsigned int, __float_as_int, __int_as_float, atomicMax, atomicMin)
__ATOMIC_FLOAT(__atomic_min_32, float, int, unsigned int, __float_as_int, __int_as_float, atomicMin, atomicMax)
__ATOMIC_FLOAT(__atomic_max_64, double, long long, unsigned long long, __double_as_longlong, __longlong_as_double, atomicMax, atomicMin)
__ATOMIC_FLOAT(__atomic_min_64, double, long long, unsigned long long, __double_as_longlong, __longlong_as_double, atomicMin, atomicMax)
#undef __ATOMIC_FLOAT
