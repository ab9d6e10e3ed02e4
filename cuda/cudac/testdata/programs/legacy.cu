// What CUDA had before Volta, which its compiler still takes for older cards; vectors of bytes where an integer may stand.
#include <cstdio>

__global__ void shuffles(int *out, float *real) {
	int i = threadIdx.x;
	out[i] = __shfl(i * 3, 5);
	out[32 + i] = __shfl_up(i, 2);
	out[64 + i] = __shfl_down(i, 4, 16);
	out[96 + i] = __shfl_xor(i, 9);
	real[i] = __shfl_xor(0.5f * i, 1, 8);
	int sum = i;
	for (int d = 16; d > 0; d /= 2) sum += __shfl_down(sum, d);
	if (i == 0) out[128] = sum;
	unsigned odd = __ballot(i & 1);
	if (i == 3) out[129] = odd == 0xaaaaaaaau;
	int some = __any(i == 7), every = __all(i < 32);
	if (i < 8) out[130 + i] = some * 2 + every;
}

__global__ void bytes(const char4 *a, const char4 *b, const uchar4 *c, int *out) {
	int i = threadIdx.x;
	out[i] = __dp4a(a[i], b[i], i);
	out[4 + i] = (int)__dp4a(c[i], c[i], 1u);
}

int main() {
	int *out;
	float *real;
	cudaMallocManaged(&out, 256 * sizeof(int));
	cudaMallocManaged(&real, 32 * sizeof(float));
	for (int i = 0; i < 256; i++) out[i] = 0;
	shuffles<<<1, 32>>>(out, real);
	cudaDeviceSynchronize();
	for (int i = 0; i < 138; i++) printf("%d%c", out[i], i % 32 == 31 ? '\n' : ' ');
	for (int i = 0; i < 32; i++) printf(" %g", real[i]);
	printf("\n");
	char4 *a, *b;
	uchar4 *c;
	cudaMallocManaged(&a, 4 * sizeof(char4));
	cudaMallocManaged(&b, 4 * sizeof(char4));
	cudaMallocManaged(&c, 4 * sizeof(uchar4));
	for (int i = 0; i < 4; i++) {
		a[i] = make_char4(i, -i, 100, -128);
		b[i] = make_char4(3, 4, -5, 127);
		c[i] = make_uchar4(255, i, 200, 1);
	}
	bytes<<<1, 4>>>(a, b, c, out);
	cudaDeviceSynchronize();
	for (int i = 0; i < 8; i++) printf(" %d", out[i]);
	printf("\n");
	return 0;
}
