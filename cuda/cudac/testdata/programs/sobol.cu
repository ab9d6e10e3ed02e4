// Sobol sequences: the numbers are those of PyTorch's quasirandom.SobolEngine, which has the same directions.
#include <cstdio>
#include <curand_kernel.h>
#include <curand.h>
__global__ void draw(unsigned *directions, float *out) {
	curandStateSobol32_t s;
	curand_init(directions + 32 * threadIdx.x, 0u, &s);
	for (int i = 0; i < 9; i++) out[9 * threadIdx.x + i] = curand_uniform(&s);
}
__global__ void wide(unsigned long long *directions, double *out) {
	curandStateSobol64_t s;
	curand_init(directions, 5ull, &s);
	for (int i = 0; i < 3; i++) out[i] = curand_uniform_double(&s);
}
int main() {
	curandDirectionVectors32_t *v, *d;
	curandGetDirectionVectors32(&v, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
	cudaMalloc(&d, 20 * sizeof(*v));
	cudaMemcpy(d, v, 20 * sizeof(*v), cudaMemcpyHostToDevice);
	printf("%u %u\n", v[19][29] >> 2, v[13][29] >> 2);
	float *out, h[180];
	cudaMalloc(&out, sizeof h);
	draw<<<1, 20>>>((unsigned *)d, out);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	for (int k = 6; k < 20; k += 13) for (int i = 0; i < 9; i++) printf("%g ", h[9 * k + i] * 64);
	curandDirectionVectors64_t *w, *e;
	curandGetDirectionVectors64(&w, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
	cudaMalloc(&e, sizeof(*w));
	cudaMemcpy(e, w[6], sizeof(*w), cudaMemcpyHostToDevice);
	double *dd, hd[3];
	cudaMalloc(&dd, sizeof hd);
	wide<<<1, 1>>>((unsigned long long *)e, dd);
	cudaMemcpy(hd, dd, sizeof hd, cudaMemcpyDeviceToHost);
	printf("\n%g %g %g\n", hd[0] * 64, hd[1] * 64, hd[2] * 64);
	curandGenerator_t g;
	curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32);
	curandSetQuasiRandomGeneratorDimensions(g, 20);
	printf("%d\n", curandGenerateUniform(g, out, 179));
	for (int i = 0; i < 2; i++) curandGenerateUniform(g, out, 80);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 4; i++) printf("%g %g ", h[24 + i] * 64, h[76 + i] * 64);
	printf("\n");
}
