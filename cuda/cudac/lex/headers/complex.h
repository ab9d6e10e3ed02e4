// complex

#include <iostream>

namespace std {
template <class T> struct complex {
	T re, im;
	__host__ __device__ complex() : re(0), im(0) {}
	__host__ __device__ complex(T r) : re(r), im(0) {}
	__host__ __device__ complex(T r, T i) : re(r), im(i) {}
	__host__ __device__ T real() const { return re; }
	__host__ __device__ T imag() const { return im; }
	__host__ __device__ complex operator+(const complex &o) const { return complex(re + o.re, im + o.im); }
	__host__ __device__ complex operator-(const complex &o) const { return complex(re - o.re, im - o.im); }
	__host__ __device__ complex operator*(const complex &o) const { return complex(re * o.re - im * o.im, re * o.im + im * o.re); }
	__host__ __device__ complex operator/(const complex &o) const { T n = o.re * o.re + o.im * o.im; return complex((re * o.re + im * o.im) / n, (im * o.re - re * o.im) / n); }
	__host__ __device__ complex &operator+=(const complex &o) { re += o.re; im += o.im; return *this; }
	__host__ __device__ complex &operator*=(const complex &o) { T r = re * o.re - im * o.im; im = re * o.im + im * o.re; re = r; return *this; }
	__host__ __device__ bool operator==(const complex &o) const { return re == o.re && im == o.im; }
};
template <class T> __host__ __device__ T abs(const complex<T> &z) { return sqrt(z.re * z.re + z.im * z.im); }
template <class T> __host__ __device__ T norm(const complex<T> &z) { return z.re * z.re + z.im * z.im; }
template <class T> __host__ __device__ T real(const complex<T> &z) { return z.re; }
template <class T> __host__ __device__ T imag(const complex<T> &z) { return z.im; }
template <class T> __host__ __device__ T arg(const complex<T> &z) { return atan2(z.im, z.re); }
template <class T> __host__ __device__ complex<T> conj(const complex<T> &z) { return complex<T>(z.re, -z.im); }
template <class T> __host__ __device__ complex<T> exp(const complex<T> &z) { T r = exp(z.re); return complex<T>(r * cos(z.im), r * sin(z.im)); }
template <class T> __host__ __device__ complex<T> polar(T r, T a) { return complex<T>(r * cos(a), r * sin(a)); }
template <class T> ostream &operator<<(ostream &o, const complex<T> &z) { o << "(" << z.re << "," << z.im << ")"; return o; }
}
