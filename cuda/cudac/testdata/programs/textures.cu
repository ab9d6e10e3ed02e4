// Textures of arrays, of pitched and of linear memory: address modes, filters, normalised reads; surfaces; random arrays.
#include <cstdio>
#include <cstring>
#include <curand.h>
__global__ void read2(cudaTextureObject_t t, float *out, float dx) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x + dx, 0.5f); }
__global__ void read1(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); }
__global__ void bytes(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x / 2.0f, 0.0f); }
__global__ void twice(cudaSurfaceObject_t s, int n) { float v; surf2Dread(&v, s, threadIdx.x * 4, 1); surf2Dwrite(2 * v, s, threadIdx.x * 4, 1); }
float *d, h[16];
void show(int n) { cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost); for (int i = 0; i < n; i++) printf("%g ", h[i]); printf("\n"); }
cudaTextureObject_t made(cudaResourceDesc &r, int filter, int mode, int read, int normal) {
	cudaTextureDesc t;
	memset(&t, 0, sizeof(t));
	t.addressMode[0] = t.addressMode[1] = (cudaTextureAddressMode)mode;
	t.filterMode = (cudaTextureFilterMode)filter;
	t.readMode = (cudaTextureReadMode)read;
	t.normalizedCoords = normal;
	cudaTextureObject_t o = 0;
	cudaCreateTextureObject(&o, &r, &t, NULL);
	return o;
}
int main() {
	cudaMalloc(&d, sizeof h);
	float a[8] = {1, 2, 3, 4, 10, 20, 30, 40};
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	cudaArray *array;
	cudaMallocArray(&array, &f, 4, 2, cudaArraySurfaceLoadStore);
	cudaMemcpy2DToArray(array, 0, 0, a, 16, 16, 2, cudaMemcpyHostToDevice);
	cudaResourceDesc r;
	memset(&r, 0, sizeof(r));
	r.resType = cudaResourceTypeArray;
	r.res.array.array = array;
	cudaTextureObject_t t = made(r, cudaFilterModePoint, cudaAddressModeClamp, cudaReadModeElementType, 0);
	read2<<<1, 6>>>(t, d, -1.0f);
	show(6);
	cudaDestroyTextureObject(t);
	t = made(r, cudaFilterModeLinear, cudaAddressModeClamp, cudaReadModeElementType, 0);
	read2<<<1, 4>>>(t, d, 1.0f);
	show(4);
	cudaDestroyTextureObject(t);
	t = made(r, cudaFilterModePoint, cudaAddressModeBorder, cudaReadModeElementType, 0);
	read2<<<1, 6>>>(t, d, -1.0f);
	show(6);
	cudaDestroyTextureObject(t);
	cudaSurfaceObject_t s;
	cudaCreateSurfaceObject(&s, &r);
	twice<<<1, 4>>>(s, 4);
	cudaMemcpy2DFromArray(a, 16, array, 0, 0, 16, 2, cudaMemcpyDeviceToHost);
	printf("%g %g %g\n", a[3], a[4], a[7]);
	cudaDestroySurfaceObject(s);
	cudaFreeArray(array);
	cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
	float *e;
	cudaMalloc(&e, sizeof h);
	memset(&r, 0, sizeof(r));
	r.resType = cudaResourceTypeLinear;
	r.res.linear.devPtr = d;
	r.res.linear.desc = f;
	r.res.linear.sizeInBytes = sizeof a;
	t = made(r, 0, 0, 0, 0);
	read1<<<1, 3>>>(t, e);
	cudaMemcpy(d, e, 12, cudaMemcpyDeviceToDevice);
	show(3);
	cudaDestroyTextureObject(t);
	unsigned char pixels[2] = {51, 255}, *p;
	size_t pitch;
	cudaMallocPitch(&p, &pitch, 2, 1);
	cudaMemcpy2D(p, pitch, pixels, 2, 2, 1, cudaMemcpyHostToDevice);
	memset(&r, 0, sizeof(r));
	r.resType = cudaResourceTypePitch2D;
	r.res.pitch2D.devPtr = p;
	r.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
	r.res.pitch2D.width = 2;
	r.res.pitch2D.height = 1;
	r.res.pitch2D.pitchInBytes = pitch;
	t = made(r, 0, cudaAddressModeWrap, cudaReadModeNormalizedFloat, 1);
	bytes<<<1, 4>>>(t, d);
	show(4);
	cudaDestroyTextureObject(t);
	curandGenerator_t g;
	curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);
	curandSetPseudoRandomGeneratorSeed(g, 7);
	float *big, sum = 0, squares = 0;
	static float values[4096];
	cudaMalloc(&big, sizeof values);
	curandGenerateNormal(g, big, 4096, 2, 3);
	cudaMemcpy(values, big, sizeof values, cudaMemcpyDeviceToHost);
	for (float v : values) { sum += v; squares += (v - 2) * (v - 2); }
	printf("%d %d\n", sum / 4096 > 1.8f && sum / 4096 < 2.2f, squares / 4096 > 8 && squares / 4096 < 10);
	curandDestroyGenerator(g);
	cudaFree(big);
	cudaFree(d);
	cudaFree(e);
	cudaFree(p);
	return 0;
}
