// cub, as its documentation describes it: results are compared with loops of the host.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <vector>

template <int N, int ITEMS> __global__ void blocks(const int *in, int *out, int *sums) {
    typedef cub::BlockReduce<int, N> BlockReduce;
    typedef cub::BlockScan<int, N> BlockScan;
    typedef cub::BlockLoad<int, N, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> BlockLoad;
    typedef cub::BlockStore<int, N, ITEMS, cub::BLOCK_STORE_TRANSPOSE> BlockStore;
    __shared__ typename BlockReduce::TempStorage reduce;
    __shared__ typename BlockScan::TempStorage scan;
    __shared__ typename BlockLoad::TempStorage load;
    __shared__ typename BlockStore::TempStorage store;
    int items[ITEMS];
    int offset = blockIdx.x * N * ITEMS;
    BlockLoad(load).Load(in + offset, items);
    __syncthreads();
    int total = BlockReduce(reduce).Sum(items);
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
    __syncthreads();
    BlockScan(scan).ExclusiveSum(items, items);
    __syncthreads();
    BlockStore(store).Store(out + offset, items);
}

__global__ void warps(const int *in, int *out) {
    using WarpReduce = cub::WarpReduce<int>;
    using WarpScan = cub::WarpScan<int>;
    __shared__ typename WarpReduce::TempStorage r[2];
    __shared__ typename WarpScan::TempStorage s[2];
    int w = threadIdx.x / 32, v = in[threadIdx.x], before;
    int most = WarpReduce(r[w]).Reduce(v, cub::Max());
    WarpScan(s[w]).ExclusiveSum(v, before);
    out[threadIdx.x] = before;
    if (threadIdx.x % 32 == 0) out[64 + w] = most;
}

struct Odd {
    __host__ __device__ bool operator()(int x) const { return x & 1; }
};

struct Scaled { int by; __host__ __device__ Scaled(int by) : by(by) {} __host__ __device__ int operator()(int x) const { return by * x; } };

int main() {
    const int n = 1000;
    std::vector<int> h(n), got(n), want(n);
    for (int i = 0; i < n; i++) h[i] = i * 7919 % 101;
    int *in, *out, *places, *sorted, *one;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&places, n * sizeof(int));
    cudaMalloc(&sorted, n * sizeof(int));
    cudaMalloc(&one, sizeof(int));
    cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    void *temp = nullptr;
    size_t bytes = 0;
    auto value = [&]() {
        int v;
        cudaMemcpy(&v, one, sizeof(int), cudaMemcpyDeviceToHost);
        return v;
    };
    auto fetch = [&](const int *d) { cudaMemcpy(got.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost); };
    cub::DeviceReduce::Sum(temp, bytes, in, one, n);
    cudaMalloc(&temp, bytes);
    cub::DeviceReduce::Sum(temp, bytes, in, one, n);
    int sum = 0, most = 0, odd = 0;
    for (int x : h) sum += x, most = std::max(most, x), odd += x & 1;
    printf("sum %d", value() == sum);
    cub::DeviceReduce::Max(temp, bytes, in, one, n);
    printf(" max %d", value() == most);
    cub::DeviceReduce::Reduce(temp, bytes, in, one, n, cub::Min(), 50);
    printf(" min %d\n", value());
    cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, n);
    fetch(out);
    bool ok = true;
    for (int i = 0, s = 0; i < n; s += h[i++]) ok = ok && got[i] == s;
    printf("scan %d\n", ok);
    for (int i = 0; i < n; i++) want[i] = i;
    cudaMemcpy(out, want.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cub::DeviceRadixSort::SortPairs(temp, bytes, in, sorted, out, places, n);
    std::stable_sort(want.begin(), want.end(), [&](int a, int b) { return h[a] < h[b]; });
    fetch(places);
    printf("pairs %d", std::equal(got.begin(), got.end(), want.begin()));
    fetch(sorted);
    printf(" keys %d\n", std::is_sorted(got.begin(), got.end()));
    cub::DeviceSelect::If(temp, bytes, in, out, one, n, Odd());
    printf("odd %d", value() == odd);
    cub::DeviceRunLengthEncode::Encode(temp, bytes, sorted, out, places, one, n);
    fetch(places);
    printf(" runs %d of %d %d\n", value(), got[0], (int)std::count(h.begin(), h.end(), 0));
    cub::DeviceHistogram::HistogramEven(temp, bytes, in, places, 6, 0, 100, n);
    fetch(places);
    printf("bins %d %d\n", got[0] == std::count_if(h.begin(), h.end(), [](int x) { return x < 20; }), got[4] == std::count_if(h.begin(), h.end(), [](int x) { return x >= 80 && x < 100; }));
    blocks<64, 4><<<2, 64>>>(in, out, places);
    fetch(out);
    ok = true;
    for (int b = 0; b < 2; b++)
        for (int i = 0, s = 0; i < 256; s += h[256 * b + i++]) ok = ok && got[256 * b + i] == s;
    printf("blocks %d\n", ok);
    warps<<<1, 64>>>(in, out);
    fetch(out);
    ok = true;
    for (int w = 0; w < 2; w++) {
        int s = 0, m = 0;
        for (int i = 0; i < 32; s += h[32 * w + i++]) ok = ok && got[32 * w + i] == s, m = std::max(m, h[32 * w + i]);
        ok = ok && got[64 + w] == m;
    }
    printf("warps %d\n", ok);
    cub::CountingInputIterator<int> numbers(1);
    cub::TransformInputIterator<int, Scaled, cub::CountingInputIterator<int>> scaled(numbers, Scaled(3));
    cub::ConstantInputIterator<int> sevens(7);
    int *sums; bytes = 0; temp = nullptr;
    cudaMallocManaged(&sums, 2 * sizeof(int));
    cub::DeviceReduce::Sum(temp, bytes, scaled, sums, 10);
    cudaMalloc(&temp, bytes);
    cub::DeviceReduce::Sum(temp, bytes, scaled + 1, sums, 10);
    cub::DeviceReduce::Sum(temp, bytes, sevens, sums + 1, 6);
    cudaDeviceSynchronize();
    printf("iterators %d %d %d\n", sums[0], sums[1], scaled[4]);
    return 0;
}
