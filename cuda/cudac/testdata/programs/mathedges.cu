// Every function of the math library where it has bounds, signs and no value: in lanes of which some stand aside, in both
// precisions, and on the host.
#include <cmath>
#include <cstdio>

#define ONE(F) F(sqrt) F(exp) F(exp2) F(exp10) F(expm1) F(log) F(log2) F(log10) F(log1p) F(logb) F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) \
    F(asinh) F(acosh) F(atanh) F(fabs) F(floor) F(ceil) F(trunc) F(round) F(rint) F(nearbyint) F(erf) F(erfc) F(cbrt) F(tgamma) F(lgamma) F(rsqrt) F(rcbrt)
#define TWO(F) F(pow) F(atan2) F(fmod) F(hypot) F(copysign) F(remainder) F(fdim) F(nextafter)
#define PICK(F) F(fmin) F(fmax) // of two zeros either may come
const int count = 24;
const double zero = 0;
double values[count] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2, -2, 2.5, -3, 3.5, 10, -10.25, 1e-5, -1e-5, 0.999, 30, -30, 100.75, 4e9, -4e9, 1e30}; // lgamma and tgamma have poles at what is whole and not positive

template <class F> __global__ void each(const double *x, double *y, float *z, F f) {
    int i = threadIdx.x;
    y[i] = z[i] = -77;
    if (i % 5 == 3) return;
    if (i & 1) {
        y[i] = f(x[i]);
        z[i] = f((float)x[i]);
    } else {
        z[i] = f((float)x[i]);
        y[i] = f(x[i]);
    }
}
void show(double v, int digits) {
    if (std::isnan(v)) printf(" nan");
    else printf(" %.*g", digits, v);
}
template <class F> void table(const char *name, F f, const double *x, double *y, float *z) {
    each<<<1, count>>>(x, y, z, f);
    cudaDeviceSynchronize();
    printf("%s:", name);
    for (int i = 0; i < count; i++) show(y[i], 9);
    printf("\n %sf:", name);
    for (int i = 0; i < count; i++) show(z[i], 4);
    int differ = 0;
    for (int i = 0; i < count; i++) {
        if (i % 5 == 3) continue;
        double here = f(x[i]);
        float small = f((float)x[i]);
        differ += !(here == y[i] || (std::isnan(here) && std::isnan(y[i]))) + !(small == z[i] || (std::isnan(small) && std::isnan(z[i])));
    }
    printf(" host: %d\n", differ);
}
#define DEFINE1(N) struct of_##N { __host__ __device__ double operator()(double x) const { return N(x); } __host__ __device__ float operator()(float x) const { return N##f(x); } };
#define DEFINE2(N) struct of_##N { double b; __host__ __device__ double operator()(double x) const { return N(x, b); } __host__ __device__ float operator()(float x) const { return N##f(x, (float)b); } };
ONE(DEFINE1)
TWO(DEFINE2)
PICK(DEFINE2)
int main() {
    double *x, *y;
    float *z;
    cudaMallocManaged(&x, sizeof values);
    cudaMallocManaged(&y, sizeof values);
    cudaMallocManaged(&z, count * sizeof(float));
    for (int i = 0; i < count; i++) x[i] = values[i];
#define SHOW1(f) table(#f, of_##f{}, x, y, z);
    ONE(SHOW1)
    for (double b : {0.0, -0.0, 1.0, -2.0, 0.75, 3.0})
    {
        printf("beside %g\n", b);
#define SHOW2(f) table(#f, of_##f{b}, x, y, z);
        TWO(SHOW2)
        if (b != 0) { PICK(SHOW2) }
    }
    x[0] = 1 / zero, x[1] = -1 / zero, x[2] = zero / zero, x[5] = 1e-310, x[6] = -1e-310, x[7] = 1e300, x[9] = -1e300;
    printf("without bounds\n");
    ONE(SHOW1)
    for (double b : {1 / zero, -1e300})
    {
        printf("beside %g\n", b);
        TWO(SHOW2)
        PICK(SHOW2)
    }
    return 0;
}
