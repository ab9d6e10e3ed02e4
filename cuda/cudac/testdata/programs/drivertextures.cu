// Arrays and textures of the driver API, beside the runtime's of the same data.
#include <cstdio>
#include <cuda.h>

__global__ void fetch(CUtexObject a, cudaTextureObject_t b, float *p, float *q, int n) {
	int i = threadIdx.x;
	if (i >= n) return;
	float x = (i % 8 - 1) / 5.0f, y = (i / 8 - 0.5f) / 3.0f;
	p[i] = tex2D<float>(a, x, y);
	q[i] = tex2D<float>(b, x, y);
}
__global__ void bytes(CUtexObject whole, CUtexObject normal, int *p, float *q) {
	p[threadIdx.x] = tex1Dfetch<unsigned char>(whole, threadIdx.x);
	q[threadIdx.x] = tex1Dfetch<float>(normal, threadIdx.x);
}

int main() {
	const int width = 5, height = 3, n = 32;
	float data[width * height], back[4] = {};
	for (int i = 0; i < width * height; i++) data[i] = i * i;
	cuInit(0);
	CUdevice device;
	CUcontext context;
	cuDeviceGet(&device, 0);
	cuCtxCreate(&context, 0, device);

	CUarray array;
	CUDA_ARRAY_DESCRIPTOR form;
	form.Format = CU_AD_FORMAT_FLOAT;
	form.NumChannels = 1;
	form.Width = width;
	form.Height = height;
	printf("%d ", cuArrayCreate(&array, &form));
	CUDA_MEMCPY2D copy;
	memset(&copy, 0, sizeof copy);
	copy.srcMemoryType = CU_MEMORYTYPE_HOST;
	copy.srcHost = data;
	copy.srcPitch = width * sizeof(float);
	copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.dstArray = array;
	copy.WidthInBytes = width * sizeof(float);
	copy.Height = height;
	printf("%d ", cuMemcpy2D(&copy));
	memset(&copy, 0, sizeof copy);
	copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.srcArray = array;
	copy.srcXInBytes = 2 * sizeof(float);
	copy.srcY = 1;
	copy.dstMemoryType = CU_MEMORYTYPE_HOST;
	copy.dstHost = back;
	copy.WidthInBytes = 2 * sizeof(float);
	copy.Height = 2;
	printf("%d: %g %g %g %g\n", cuMemcpy2D(&copy), back[0] - data[7], back[1] - data[8], back[2] - data[12], back[3] - data[13]);

	cudaArray_t other;
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
	cudaMallocArray(&other, &channels, width, height);
	cudaMemcpy2DToArray(other, 0, 0, data, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
	float *p, *q;
	cudaMallocManaged(&p, n * sizeof(float));
	cudaMallocManaged(&q, n * sizeof(float));
	for (int mode = 0; mode < 4; mode++)
		for (int filter = 0; filter < 2; filter++) {
			CUDA_RESOURCE_DESC resource;
			CUDA_TEXTURE_DESC texture;
			memset(&resource, 0, sizeof resource);
			memset(&texture, 0, sizeof texture);
			resource.resType = CU_RESOURCE_TYPE_ARRAY;
			resource.res.array.hArray = array;
			texture.addressMode[0] = texture.addressMode[1] = (CUaddress_mode)mode;
			texture.filterMode = (CUfilter_mode)filter;
			texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
			CUtexObject a;
			int code = cuTexObjectCreate(&a, &resource, &texture, NULL);
			cudaResourceDesc r = {};
			cudaTextureDesc t = {};
			r.resType = cudaResourceTypeArray;
			r.res.array.array = other;
			t.addressMode[0] = t.addressMode[1] = (cudaTextureAddressMode)mode;
			t.filterMode = (cudaTextureFilterMode)filter;
			t.normalizedCoords = 1;
			cudaTextureObject_t b;
			cudaCreateTextureObject(&b, &r, &t, NULL);
			fetch<<<1, n>>>(a, b, p, q, n);
			cudaDeviceSynchronize();
			int wrong = 0;
			for (int i = 0; i < n; i++) wrong += p[i] != q[i];
			printf("%d %d: %d wrong, %d\n", mode, filter, wrong, code);
			cuTexObjectDestroy(a);
			cudaDestroyTextureObject(b);
		}

	unsigned char small[4] = {0, 51, 102, 255};
	CUdeviceptr memory;
	cuMemAlloc(&memory, 4);
	cuMemcpyHtoD(memory, small, 4);
	CUDA_RESOURCE_DESC resource;
	CUDA_TEXTURE_DESC texture;
	memset(&resource, 0, sizeof resource);
	memset(&texture, 0, sizeof texture);
	resource.resType = CU_RESOURCE_TYPE_LINEAR;
	resource.res.linear.devPtr = memory;
	resource.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT8;
	resource.res.linear.numChannels = 1;
	resource.res.linear.sizeInBytes = 4;
	CUtexObject whole, normal;
	cuTexObjectCreate(&normal, &resource, &texture, NULL);
	texture.flags = CU_TRSF_READ_AS_INTEGER;
	cuTexObjectCreate(&whole, &resource, &texture, NULL);
	bytes<<<1, 4>>>(whole, normal, (int *)p, q);
	cudaDeviceSynchronize();
	for (int i = 0; i < 4; i++) printf("%d %g ", ((int *)p)[i], q[i]);
	printf("\n%d\n", cuArrayDestroy(array));
	return 0;
}
