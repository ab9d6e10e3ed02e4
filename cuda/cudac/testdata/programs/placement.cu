// new (where) T, in memory of either side, and std::bool_constant as an argument.
#include <cstdio>
#include <new>
#include <type_traits>
#include <vector>

struct Counter {
    int from, step;
    __host__ __device__ Counter(int f = 1, int s = 2) : from(f), step(s) {}
    __host__ __device__ int at(int i) const { return from + i * step; }
};
__global__ void k(int *out) {
    __shared__ alignas(Counter) char raw[32 * sizeof(Counter)];
    Counter *mine = new (raw + threadIdx.x * sizeof(Counter)) Counter(threadIdx.x, 10);
    char spare[3 * sizeof(Counter)];
    Counter *list = new (spare) Counter[3];
    out[threadIdx.x] = mine->at(2) + list[threadIdx.x % 3].at(1);
}
template <bool Double> int twice(int x, std::bool_constant<Double>) {
    if constexpr (Double) return 2 * x;
    return x;
}
int main() {
    alignas(8) char room[64];
    Counter *c = new (room) Counter(5);
    Counter *many = new (room + 16) Counter[4];
    int *n = new (room + 48) int(7);
    printf("%d %d %d %d\n", c->at(1), many[3].at(3), *n, (void *)c == (void *)room);
    printf("%d %d %d\n", twice(4, std::bool_constant<true>{}), twice(4, std::false_type{}), (int)std::true_type::value);
    int *d, h[8];
    cudaMalloc(&d, sizeof(h));
    k<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int v : h) printf("%d ", v);
    printf("\n");
    return 0;
}
