// thrust, as its documentation describes it: results are compared with loops of the host.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <vector>

template <class T> void show(const char *name, const thrust::device_vector<T> &d) {
    thrust::host_vector<T> h = d;
    std::cout << name << ":";
    for (size_t i = 0; i < h.size(); i++) std::cout << " " << h[i];
    std::cout << std::endl;
}

struct saxpy {
    const float a;
    saxpy(float _a) : a(_a) {}
    __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};
struct is_even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct body {
    int key;
    float mass;
};
struct by_mass {
    __host__ __device__ bool operator()(const body &a, const body &b) const { return a.mass < b.mass; }
};
struct three {
    template <typename Tuple> __host__ __device__ void operator()(Tuple t) { thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t); }
};
struct stats {
    int lo, hi;
    __host__ __device__ stats() : lo(0), hi(0) {}
    __host__ __device__ stats(int v) : lo(v), hi(v) {}
};
struct widen {
    __host__ __device__ stats operator()(const stats &a, const stats &b) const {
        stats s;
        s.lo = thrust::min(a.lo, b.lo);
        s.hi = thrust::max(a.hi, b.hi);
        return s;
    }
};
struct to_stats {
    __host__ __device__ stats operator()(int v) const { return stats(v); }
};

int main() {
    const int n = 5000;
    thrust::host_vector<int> h(n);
    unsigned seed = 1;
    for (int i = 0; i < n; i++) h[i] = (seed = seed * 1103515245 + 12345) >> 16 & 1023;
    thrust::device_vector<int> d = h;
    std::vector<int> v(h.begin(), h.end());

    long sum = 0;
    int most = 0, even = 0;
    for (int x : v) sum += x, most = std::max(most, x), even += x % 2 == 0;
    std::cout << (thrust::reduce(d.begin(), d.end()) == sum) << (thrust::reduce(d.begin(), d.end(), 0L, thrust::plus<long>()) == sum)
              << (thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()) == most) << (*thrust::max_element(d.begin(), d.end()) == most)
              << (thrust::count_if(d.begin(), d.end(), is_even()) == even) << (thrust::count(d.begin(), d.end(), 7) == std::count(v.begin(), v.end(), 7)) << std::endl;
    stats s = thrust::transform_reduce(d.begin(), d.end(), to_stats(), stats(500), widen());
    std::cout << s.lo << " " << (s.hi == most) << std::endl;

    thrust::device_vector<int> scan(n);
    thrust::inclusive_scan(d.begin(), d.end(), scan.begin());
    thrust::host_vector<int> scanned = scan;
    bool ok = true;
    for (int i = 0, c = 0; i < n; i++) ok = ok && scanned[i] == (c += v[i]);
    thrust::exclusive_scan(d.begin(), d.end(), d.begin(), 10);
    scanned = d;
    for (int i = 0, c = 10; i < n; c += v[i++]) ok = ok && scanned[i] == c;
    std::cout << "scans " << ok << std::endl;

    d = h;
    thrust::sort(d.begin(), d.end(), thrust::greater<int>());
    std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    thrust::host_vector<int> sorted = d;
    std::cout << "sorted " << std::equal(v.begin(), v.end(), sorted.begin()) << thrust::is_sorted(d.begin(), d.end(), thrust::greater<int>()) << std::endl;

    thrust::device_vector<body> bodies(6);
    for (int i = 0; i < 6; i++) {
        body b;
        b.key = i;
        b.mass = (i * 7 % 6) * 0.5f;
        bodies[i] = b;
    }
    thrust::stable_sort(bodies.begin(), bodies.end(), by_mass());
    for (int i = 0; i < 6; i++) {
        body b = bodies[i];
        std::cout << b.key << ":" << b.mass << " ";
    }
    std::cout << std::endl;

    int keys[8] = {3, 1, 2, 3, 1, 2, 0, 3};
    thrust::device_vector<int> k(keys, keys + 8), p(8);
    thrust::sequence(p.begin(), p.end());
    thrust::stable_sort_by_key(k.begin(), k.end(), p.begin());
    show("keys", k);
    show("places", p);
    thrust::device_vector<int> uk(8), uv(8);
    auto ends = thrust::reduce_by_key(k.begin(), k.end(), p.begin(), uk.begin(), uv.begin());
    uk.resize(ends.first - uk.begin());
    uv.resize(ends.second - uv.begin());
    show("groups", uk);
    show("sums", uv);
    thrust::inclusive_scan_by_key(k.begin(), k.end(), p.begin(), p.begin());
    show("runs", p);
    auto last = thrust::unique(k.begin(), k.end());
    k.erase(last, k.end());
    show("unique", k);

    thrust::device_vector<float> x(4), y(4, 1.5f), z(4);
    thrust::sequence(x.begin(), x.end(), 1.0f, 0.5f);
    thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), saxpy(2.0f));
    show("saxpy", z);
    using namespace thrust::placeholders;
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), 3.0f * _1 - _2);
    show("3x-y", y);
    std::cout << thrust::inner_product(x.begin(), x.end(), y.begin(), 0.0f) << " " << thrust::count_if(x.begin(), x.end(), _1 > 1.5f) << std::endl;
    thrust::device_vector<float> w(4);
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin(), w.begin())),
                     thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), z.end(), w.end())), three());
    show("x+y*z", w);

    thrust::device_vector<int> small(10);
    thrust::tabulate(small.begin(), small.end(), [] __device__(long i) { return (int)(i * i); });
    show("squares", small);
    thrust::device_vector<int> out(10);
    auto end = thrust::copy_if(small.begin(), small.end(), out.begin(), is_even());
    std::cout << end - out.begin() << ": ";
    thrust::copy(out.begin(), end, std::ostream_iterator<int>(std::cout, " "));
    std::cout << std::endl;
    small.erase(thrust::remove_if(small.begin(), small.end(), is_even()), small.end());
    show("odd", small);
    thrust::replace(small.begin(), small.end(), 25, -25);
    thrust::adjacent_difference(small.begin(), small.end(), small.begin());
    show("steps", small);
    auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(1), [] __host__ __device__(int i) { return i * i; });
    std::cout << thrust::reduce(squares, squares + 4) << " " << thrust::reduce(thrust::counting_iterator<int>(1), thrust::counting_iterator<int>(101)) << std::endl;
    int map[4] = {3, 0, 2, 1};
    thrust::device_vector<int> m(map, map + 4), g(4), values(4);
    for (int i = 0; i < 4; i++) values[i] = 10 * (i + 1);
    thrust::gather(m.begin(), m.end(), values.begin(), g.begin());
    show("gathered", g);
    thrust::scatter(values.begin(), values.end(), m.begin(), g.begin());
    show("scattered", g);
    std::cout << thrust::reduce(thrust::make_permutation_iterator(values.begin(), m.begin()), thrust::make_permutation_iterator(values.begin(), m.begin()) + 2) << std::endl;
    thrust::device_vector<int> where(4);
    thrust::lower_bound(values.begin(), values.end(), g.begin(), g.end(), where.begin());
    show("lower", where);
    std::cout << thrust::any_of(g.begin(), g.end(), _1 == 40) << thrust::all_of(g.begin(), g.end(), _1 > 10) << thrust::none_of(g.begin(), g.end(), _1 < 0) << (thrust::find(g.begin(), g.end(), 10) - g.begin()) << std::endl;

    int *raw;
    cudaMalloc(&raw, n * sizeof(int));
    thrust::fill(thrust::device, raw, raw + n, 2);
    thrust::inclusive_scan(thrust::device, raw, raw + n, raw);
    thrust::device_ptr<int> ptr(raw);
    ptr[1] += 5;
    std::cout << ptr[0] << " " << ptr[1] << " " << *(ptr + n - 1) << " " << thrust::reduce(thrust::cuda::par, raw, raw + 3, 0) << std::endl;
    std::cout << (thrust::raw_pointer_cast(ptr) == raw) << (&d[0] == d.data()) << std::endl;
    cudaFree(raw);
    auto pair = thrust::minmax_element(h.begin(), h.end());
    std::cout << (*pair.second == most) << thrust::reduce(thrust::host, h.begin(), h.begin() + 2, 0) - h[0] - h[1] << std::endl;
    thrust::device_vector<int> merged(8), a(4), b(4);
    thrust::sequence(a.begin(), a.end(), 0, 2);
    thrust::sequence(b.begin(), b.end(), 1, 3);
    thrust::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin());
    show("merged", merged);
    thrust::tuple<int, float, char> t(1, 2.5f, 'c');
    int first;
    float second;
    thrust::tie(first, second) = thrust::make_tuple(7, 0.25f);
    std::cout << thrust::get<0>(t) << thrust::get<1>(t) << thrust::get<2>(t) << " " << first << " " << second << std::endl;
    return 0;
}
