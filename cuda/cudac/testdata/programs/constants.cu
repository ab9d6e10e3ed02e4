// Constants of classes, names that hide types, clocks, overloads by const.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>

template <class T> struct alignas(16) Pack {
    Pack() = default;
    explicit Pack(long long bits) {
        static_assert(sizeof(bits) <= sizeof(payload), "size");
        for (int k = 0; k < size; ++k) payload[k] = (T)bits;
    }
    static Pack constant(T v) { Pack p; for (int k = 0; k < size; ++k) p.payload[k] = v; return p; }
    static Pack ones() { return constant(1); }
    static constexpr const int size = 16 / sizeof(T);
    T payload[size];
};

template <int N> int width() { return N; }
template <class Launch> int dispatch(Launch &&launch, int n) {
    switch (n) {
    case 32: return launch(std::integral_constant<int, 32>{});
    default: return launch(std::integral_constant<int, 64>{});
    }
}

struct Four { static constexpr int count = 4; constexpr operator int() const { return count * 2; } };

int which(int *) { return 1; }
int which(const int *) { return 2; }
int which(int &) { return 3; }
float &at(float (&v)[4], int i) { return v[i]; }
float at(const float (&v)[4], int i) { return v[i] + 100; }

template <class T> T unit(int i) { return (T)i; }
template <> int unit<int>(int i) { return i + 1000; }
template <> double unit<double>(int i) { return i + 0.5; }
template <int N> int stage(int i) { return i; }
template <> int stage<3>(int i) { return -i; }

int volume(int dim1, int dim2, int dim3) { return dim1 * dim2 * dim3; }
template <class T> struct Task {
    T *data, *vector;
    unsigned id;
    Task() : id(3) { vector = new T[3]; for (int i = 0; i < 3; i++) vector[i] = i * 2; }
    ~Task() { delete[] vector; }
    T last() { return vector[id - 1] * id; }
};

template <int n> int spelled() { return n; }
int fixed() { static const int size = 256; static const int *at = &size; int room[size] = {}; return spelled<size>() + *at + (int)sizeof(room); }
int main() {
  printf("%d\n", fixed());
    Pack<float> p = Pack<float>::ones(), *q = &p;
    double s = 0;
    for (int i = 0; i < p.size; ++i) s += q->payload[i];
    printf("%g %d %d %d\n", s, q->size, Pack<char>::size, (int)sizeof(Pack<short>(3).payload));
    printf("%d %d\n", dispatch([](auto n) { return width<n.value>(); }, 32), dispatch([](auto n) { constexpr int m = n; return width<m + 1>(); }, 64));
    dispatch([](auto n) { printf("%d %d\n", decltype(n)::value, (int)n); return 0; }, 32);
    printf("%d %d\n", std::is_same_v<int, int> ? 1 : 2, (int)std::bool_constant<(3 > 2)>::value);
    printf("%d\n", dispatch([](auto) { constexpr Four four; return width<four>(); }, 1));
    int a = 0;
    const int b = 0;
    printf("%d %d %d\n", which(&a), which(&b), which(a));
    float v[4] = {1, 2, 3, 4};
    at(v, 2) = 9;
    const float w[4] = {1, 2, 3, 4};
    printf("%g %g\n", at(v, 2), at(w, 2));
    printf("%d %d\n", volume(2, 3, 4), Task<int>().last());
    printf("%g %d %g %d %d\n", unit<float>(7), unit<int>(7), unit<double>(7), stage<2>(5), stage<3>(5));
    std::chrono::high_resolution_clock::time_point t1 = std::chrono::high_resolution_clock::now();
    std::chrono::time_point<std::chrono::steady_clock> t0 = std::chrono::steady_clock::now();
    auto t2 = std::chrono::high_resolution_clock::now();
    std::chrono::duration<double> d = std::chrono::duration_cast<std::chrono::duration<double>>(t2 - t1);
    printf("%d %d\n", d.count() >= 0 && d.count() < 5, std::chrono::steady_clock::now() < t0);
}
