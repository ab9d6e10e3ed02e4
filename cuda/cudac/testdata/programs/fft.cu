// cuFFT: transforms are compared with their definition.
#include <cufft.h>

#include <cmath>
#include <cstdio>
#include <vector>

const double pi = 3.14159265358979323846;

// The largest distance of a transform of n0 x n1 numbers from its definition.
double distance(const std::vector<float2> &x, const std::vector<float2> &got, int n0, int n1, int stored, int sign) {
    double worst = 0;
    for (int p = 0; p < n0; p++)
        for (int q = 0; q < stored; q++) {
            double re = 0, im = 0;
            for (int i = 0; i < n0; i++)
                for (int j = 0; j < n1; j++) {
                    double a = sign * 2 * pi * ((double)p * i / n0 + (double)q * j / n1), c = cos(a), s = sin(a);
                    float2 v = x[i * n1 + j];
                    re += v.x * c - v.y * s;
                    im += v.x * s + v.y * c;
                }
            float2 g = got[p * stored + q];
            worst = fmax(worst, fmax(fabs(re - g.x), fabs(im - g.y)));
        }
    return worst;
}

int main() {
    int sizes[][2] = {{1, 16}, {1, 15}, {4, 8}, {6, 5}, {3, 10}};
    for (auto &s : sizes) {
        int n0 = s[0], n1 = s[1], n = n0 * n1, half = n1 / 2 + 1;
        std::vector<float2> x(n), y(n), back(n), packed(n0 * half);
        std::vector<float> real(n), again(n);
        for (int i = 0; i < n; i++) {
            x[i] = make_float2((i * 7 % 11) - 5.0f, (i * 5 % 7) - 3.0f);
            real[i] = x[i].x;
        }
        cufftComplex *d, *c;
        cufftReal *r;
        cudaMalloc(&d, n * sizeof(*d));
        cudaMalloc(&r, n * sizeof(*r));
        cudaMalloc(&c, n0 * half * sizeof(*c));
        cudaMemcpy(d, x.data(), n * sizeof(*d), cudaMemcpyHostToDevice);
        cudaMemcpy(r, real.data(), n * sizeof(*r), cudaMemcpyHostToDevice);
        cufftHandle plan, forward, inverse;
        if (n0 == 1) {
            cufftPlan1d(&plan, n1, CUFFT_C2C, 1);
            cufftPlan1d(&forward, n1, CUFFT_R2C, 1);
            cufftPlan1d(&inverse, n1, CUFFT_C2R, 1);
        } else {
            cufftPlan2d(&plan, n0, n1, CUFFT_C2C);
            cufftPlan2d(&forward, n0, n1, CUFFT_R2C);
            cufftPlan2d(&inverse, n0, n1, CUFFT_C2R);
        }
        cufftExecC2C(plan, d, d, CUFFT_FORWARD);
        cudaMemcpy(y.data(), d, n * sizeof(*d), cudaMemcpyDeviceToHost);
        cufftExecC2C(plan, d, d, CUFFT_INVERSE);
        cudaMemcpy(back.data(), d, n * sizeof(*d), cudaMemcpyDeviceToHost);
        cufftExecR2C(forward, r, c);
        cudaMemcpy(packed.data(), c, n0 * half * sizeof(*c), cudaMemcpyDeviceToHost);
        cufftExecC2R(inverse, c, r);
        cudaMemcpy(again.data(), r, n * sizeof(*r), cudaMemcpyDeviceToHost);
        double worst = distance(x, y, n0, n1, n1, -1), round = 0;
        std::vector<float2> wide(n);
        for (int i = 0; i < n; i++) {
            wide[i] = make_float2(real[i], 0);
            round = fmax(round, fmax(fabs(back[i].x / n - x[i].x), fabs(back[i].y / n - x[i].y)));
            round = fmax(round, fabs(again[i] / n - real[i]));
        }
        double worstReal = distance(wide, packed, n0, n1, half, -1);
        printf("%dx%d: %s %s %s\n", n0, n1, worst < 1e-4 ? "forward" : "WRONG", worstReal < 1e-4 ? "real" : "WRONG", round < 1e-5 ? "and back" : "WRONG");
        cufftDestroy(plan);
        cufftDestroy(forward);
        cufftDestroy(inverse);
        cudaFree(d);
        cudaFree(r);
        cudaFree(c);
    }
    cufftHandle many; // 3 transforms of 8 doubles, in place
    cufftDoubleComplex *z, h[24];
    for (int i = 0; i < 24; i++) h[i] = make_double2(i % 8 == 1 ? i : 0, 0);
    cudaMalloc(&z, sizeof(h));
    cudaMemcpy(z, h, sizeof(h), cudaMemcpyHostToDevice);
    printf("%d", cufftPlan1d(&many, 8, CUFFT_Z2Z, 3));
    printf(" %d", cufftExecZ2Z(many, z, z, CUFFT_FORWARD));
    cudaMemcpy(h, z, sizeof(h), cudaMemcpyDeviceToHost);
    printf(" %g %g %g %g\n", h[0].x, h[10].y, h[18].y, h[20].x);
    printf("%d %d\n", cufftExecC2C(many, (cufftComplex *)z, (cufftComplex *)z, CUFFT_FORWARD), cufftPlan1d(&many, 0, CUFFT_C2C, 1));
    return 0;
}
