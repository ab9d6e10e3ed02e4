// chrono: durations hold nanoseconds and the length of their unit.

namespace std {
struct milli { static constexpr long long unit = 1000000; };
struct micro { static constexpr long long unit = 1000; };
struct nano { static constexpr long long unit = 1; };
struct __whole { static constexpr long long unit = 1000000000; };
namespace chrono {
template <class R, class P = __whole> struct duration {
	using rep = R;
	using period = P;
	long long nanos;
	duration() : nanos(0) {}
	duration(R n) : nanos((long long)(n * P::unit)) {}
	static duration __of(long long nanos) { duration d; d.nanos = nanos; return d; }
	template <class R2, class P2> duration(const duration<R2, P2> &o) : nanos(o.nanos) {}
	R count() const { return (R)nanos / (R)P::unit; }
	duration operator+(const duration &o) const { return __of(nanos + o.nanos); }
	duration operator-(const duration &o) const { return __of(nanos - o.nanos); }
	duration operator*(double k) const { return __of((long long)(nanos * k)); }
	duration operator/(double k) const { return __of((long long)(nanos / k)); }
	duration &operator+=(const duration &o) { nanos += o.nanos; return *this; }
	duration &operator-=(const duration &o) { nanos -= o.nanos; return *this; }
	bool operator==(const duration &o) const { return nanos == o.nanos; }
	bool operator!=(const duration &o) const { return nanos != o.nanos; }
	bool operator<(const duration &o) const { return nanos < o.nanos; }
	bool operator>(const duration &o) const { return nanos > o.nanos; }
	bool operator<=(const duration &o) const { return nanos <= o.nanos; }
	bool operator>=(const duration &o) const { return nanos >= o.nanos; }
	static duration zero() { return __of(0); }
};
typedef duration<long long, nano> nanoseconds;
typedef duration<long long, micro> microseconds;
typedef duration<long long, milli> milliseconds;
typedef duration<long long> seconds;
template <class C, class D = nanoseconds> struct time_point {
	long long nanos;
	nanoseconds operator-(const time_point &o) const { return nanoseconds::__of(nanos - o.nanos); }
	nanoseconds time_since_epoch() const { return nanoseconds::__of(nanos); }
	bool operator<(const time_point &o) const { return nanos < o.nanos; }
	bool operator>(const time_point &o) const { return nanos > o.nanos; }
	template <class R, class P> time_point operator+(const duration<R, P> &d) const { time_point t; t.nanos = nanos + d.nanos; return t; }
};
struct high_resolution_clock {
	typedef nanoseconds duration;
	typedef std::chrono::time_point<high_resolution_clock> time_point;
	static std::chrono::time_point<high_resolution_clock> now() { std::chrono::time_point<high_resolution_clock> t; t.nanos = __nanoseconds(); return t; }
};
typedef high_resolution_clock steady_clock;
typedef high_resolution_clock system_clock;
template <class D, class S> D duration_cast(const S &s) { return D::__of(s.nanos); }
}
}
