// Lambdas as objects: passed to kernels, returned, kept in members, with what they hold.
#define A 3
#define N 100
#include <cstdio>
#include <functional>
#include <vector>

template <class F> __global__ void apply(int *p, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = f(i);
}
template <class F> struct Held {
    F f;
    __host__ __device__ int operator()(int x) const { return f(x) + 1; }
};
template <class F> Held<F> hold(F f) {
    Held<F> h{f};
    return h;
}
struct Scale {
    int factor;
    void run(int *d, int n) {
        int shift = 7;
        auto self = *this;
        apply<<<1, 32>>>(d, n, [=] __device__(int i) { return self.factor * i + shift; });
    }
};
auto adder(int n) {
    return [n](int x) { return x + n; };
}
struct Point {
    float x, y;
};

int main() {
    int *d, h[8];
    cudaMalloc(&d, sizeof(h));
    auto print = [&]() {
        cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
        for (int v : h) printf("%d ", v);
        printf("\n");
    };
    int weights[4] = {1, 10, 100, 1000};
    Point p{1.5f, 2.5f};
    constexpr int base = 5;
    apply<<<1, 32>>>(d, 8, [=] __device__(int i) { return weights[i % 4] + base + A; });
    print();
    apply<<<1, 32>>>(d, 8, hold([p] __host__ __device__(int i) { return (int)(p.x * i + p.y); }));
    print();
    apply<<<1, 32>>>(d, 8, [k = N * 2] __device__(int i) { return k - i; });
    print();
    Scale s{3};
    s.run(d, 8);
    print();
    auto one = adder(1), ten = adder(10);
    printf("%d %d %d\n", one(1), ten(1), hold(ten)(5));
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        auto f = [i](int x) { return i * x; };
        i < 2 ? sum += f(10) : sum += f(100);
    }
    printf("%d\n", sum);
    auto twice = [](auto f) { return [f](int x) { return f(f(x)); }; };
    printf("%d\n", twice(ten)(0));
    cudaFree(d);
    return 0;
}
