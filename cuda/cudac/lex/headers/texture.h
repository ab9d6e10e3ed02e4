// Arrays, textures and surfaces of the CUDA runtime. A texture object is the address of what describes it.

enum cudaChannelFormatKind { cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2, cudaChannelFormatKindNone = 3 };
enum cudaTextureAddressMode { cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3 };
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaResourceType { cudaResourceTypeArray = 0, cudaResourceTypeMipmappedArray = 1, cudaResourceTypeLinear = 2, cudaResourceTypePitch2D = 3 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
#define cudaArrayCubemap 4
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) { cudaChannelFormatDesc d; d.x = x; d.y = y; d.z = z; d.w = w; d.f = f; return d; }
template <class T> struct __channels {};
#define __CHANNELS(T, n, bits, kind) template <> struct __channels<T> { static cudaChannelFormatDesc get() { return cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, kind); } };
__CHANNELS(float, 1, 32, cudaChannelFormatKindFloat) __CHANNELS(float2, 2, 32, cudaChannelFormatKindFloat) __CHANNELS(float4, 4, 32, cudaChannelFormatKindFloat)
__CHANNELS(int, 1, 32, cudaChannelFormatKindSigned) __CHANNELS(int2, 2, 32, cudaChannelFormatKindSigned) __CHANNELS(int4, 4, 32, cudaChannelFormatKindSigned)
__CHANNELS(unsigned int, 1, 32, cudaChannelFormatKindUnsigned) __CHANNELS(uint2, 2, 32, cudaChannelFormatKindUnsigned) __CHANNELS(uint4, 4, 32, cudaChannelFormatKindUnsigned)
__CHANNELS(char, 1, 8, cudaChannelFormatKindSigned) __CHANNELS(unsigned char, 1, 8, cudaChannelFormatKindUnsigned) __CHANNELS(uchar2, 2, 8, cudaChannelFormatKindUnsigned) __CHANNELS(uchar4, 4, 8, cudaChannelFormatKindUnsigned)
__CHANNELS(short, 1, 16, cudaChannelFormatKindSigned) __CHANNELS(unsigned short, 1, 16, cudaChannelFormatKindUnsigned) __CHANNELS(ushort2, 2, 16, cudaChannelFormatKindUnsigned) __CHANNELS(ushort4, 4, 16, cudaChannelFormatKindUnsigned)
#undef __CHANNELS
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc() { return __channels<T>::get(); }

struct cudaArray { char *data; size_t width, height, depth; cudaChannelFormatDesc format; int size; unsigned flags; };
typedef cudaArray *cudaArray_t;
typedef const cudaArray *cudaArray_const_t;
struct cudaResourceDesc {
	cudaResourceType resType;
	struct {
		struct { cudaArray *array; } array;
		struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
		struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
	} res;
};
struct cudaTextureDesc {
	cudaTextureAddressMode addressMode[3];
	cudaTextureFilterMode filterMode;
	cudaTextureReadMode readMode;
	int sRGB;
	float borderColor[4];
	int normalizedCoords;
	unsigned maxAnisotropy;
	cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct cudaResourceViewDesc { int format; };
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
struct __texture { const char *data; long long width, height, depth, pitch; int size, channels, bits, kind, filter, normal, floats, mode[3], layered; };

inline cudaError_t cudaMalloc3DArray(cudaArray **a, const cudaChannelFormatDesc *d, cudaExtent e, unsigned flags = 0) {
	cudaArray *p = (cudaArray *)__newQuiet(sizeof(cudaArray));
	p->width = e.width; p->height = e.height; p->depth = e.depth; p->format = *d; p->flags = flags;
	p->size = (d->x + d->y + d->z + d->w) / 8;
	*a = p;
	size_t rows = (e.height ? e.height : 1) * (e.depth ? e.depth : 1);
	return __cudaMalloc((void **)&p->data, p->size * e.width * rows, 1);
}
inline cudaError_t cudaMallocArray(cudaArray **a, const cudaChannelFormatDesc *d, size_t width, size_t height = 0, unsigned flags = 0) { return cudaMalloc3DArray(a, d, make_cudaExtent(width, height, 0), flags); }
inline cudaError_t cudaFreeArray(cudaArray *a) { if (a) { __cudaFree(a->data, 1); __delete(a, 2); } return cudaSuccess; }
inline cudaError_t cudaMemcpyToArray(cudaArray *a, size_t x, size_t y, const void *from, size_t n, int kind) { return __cudaMemcpy(a->data + y * a->width * a->size + x, from, n, kind, 0, 0); }
inline cudaError_t cudaMemcpyFromArray(void *to, const cudaArray *a, size_t x, size_t y, size_t n, int kind) { return __cudaMemcpy(to, a->data + y * a->width * a->size + x, n, kind, 0, 0); }
inline cudaError_t cudaMemcpy2DToArray(cudaArray *a, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind) { return cudaMemcpy2D(a->data + y * a->width * a->size + x, a->width * a->size, from, pitch, width, height, kind); }
inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray *a, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind, cudaStream_t s = 0) { return cudaMemcpy2DToArray(a, x, y, from, pitch, width, height, kind); }
inline cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, const cudaArray *a, size_t x, size_t y, size_t width, size_t height, int kind) { return cudaMemcpy2D(to, pitch, a->data + y * a->width * a->size + x, a->width * a->size, width, height, kind); }
struct cudaMemcpy3DParms { cudaArray *srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr; cudaArray *dstArray; cudaPos dstPos; cudaPitchedPtr dstPtr; cudaExtent extent; cudaMemcpyKind kind; };
inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
	size_t unit = p->dstArray ? p->dstArray->size : p->srcArray ? p->srcArray->size : 1, width = p->extent.width * unit;
	size_t depth = p->extent.depth ? p->extent.depth : 1, height = p->extent.height ? p->extent.height : 1;
	for (size_t z = 0; z < depth; z++)
		for (size_t y = 0; y < height; y++) {
			char *to = p->dstArray ? p->dstArray->data + (((z + p->dstPos.z) * (p->dstArray->height ? p->dstArray->height : 1) + y + p->dstPos.y) * p->dstArray->width + p->dstPos.x) * unit : (char *)p->dstPtr.ptr + ((z + p->dstPos.z) * p->dstPtr.ysize + y + p->dstPos.y) * p->dstPtr.pitch + p->dstPos.x;
			const char *from = p->srcArray ? p->srcArray->data + (((z + p->srcPos.z) * (p->srcArray->height ? p->srcArray->height : 1) + y + p->srcPos.y) * p->srcArray->width + p->srcPos.x) * unit : (const char *)p->srcPtr.ptr + ((z + p->srcPos.z) * p->srcPtr.ysize + y + p->srcPos.y) * p->srcPtr.pitch + p->srcPos.x;
			__cudaMemcpy(to, from, width, p->kind, 0, 0);
		}
	return cudaSuccess;
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t s = 0) { return cudaMemcpy3D(p); }

inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *o, const cudaResourceDesc *r, const cudaTextureDesc *d, const cudaResourceViewDesc *view) {
	__texture t;
	memset(&t, 0, sizeof t);
	cudaChannelFormatDesc f;
	if (r->resType == cudaResourceTypeLinear) {
		f = r->res.linear.desc;
		t.data = (const char *)r->res.linear.devPtr;
		t.width = r->res.linear.sizeInBytes / ((f.x + f.y + f.z + f.w) / 8);
	} else if (r->resType == cudaResourceTypePitch2D) {
		f = r->res.pitch2D.desc;
		t.data = (const char *)r->res.pitch2D.devPtr;
		t.width = r->res.pitch2D.width; t.height = r->res.pitch2D.height; t.pitch = r->res.pitch2D.pitchInBytes;
	} else {
		cudaArray *a = r->res.array.array;
		if (!a) return __cudaFail(cudaErrorInvalidValue);
		f = a->format;
		t.data = a->data; t.width = a->width; t.height = a->height; t.depth = a->depth;
		t.layered = a->flags & 5;
	}
	t.size = (f.x + f.y + f.z + f.w) / 8;
	if (!t.pitch) t.pitch = t.width * t.size;
	if (!t.height) t.height = 1;
	if (!t.depth) t.depth = 1;
	t.channels = f.w ? 4 : f.z ? 3 : f.y ? 2 : 1; t.bits = f.x; t.kind = f.f;
	t.filter = d->filterMode; t.normal = d->normalizedCoords; t.floats = d->readMode;
	for (int i = 0; i < 3; i++) t.mode[i] = d->addressMode[i];
	void *p;
	cudaError_t code = __cudaMalloc(&p, sizeof t, 1);
	if (code != cudaSuccess) return code;
	__cudaMemcpy(p, &t, sizeof t, 1, 0, 0);
	*o = (unsigned long long)p;
	return cudaSuccess;
}
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t o) { return __cudaFree((void *)o, 1); }
inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *o, const cudaResourceDesc *r) { cudaTextureDesc d; memset(&d, 0, sizeof d); return cudaCreateTextureObject(o, r, &d, nullptr); }
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t o) { return __cudaFree((void *)o, 1); }

// A place along one side, as an address mode has it; negative is outside (CUDA C++ Programming Guide, "Texture Fetching").
__device__ inline long long __texPlace(long long i, long long n, int mode) {
	if (i >= 0 && i < n) return i;
	if (mode == 0) return ((i % n) + n) % n;
	if (mode == 2) { long long k = ((i % (2 * n)) + 2 * n) % (2 * n); return k < n ? k : 2 * n - 1 - k; }
	if (mode == 1) return i < 0 ? 0 : n - 1;
	return -1;
}
__device__ inline float __texNumber(const __texture *t, const char *p) {
	if (t->kind == 2) return t->bits == 32 ? *(const float *)p : 0.0f;
	if (t->bits == 8) return t->kind == 1 ? *(const unsigned char *)p / 255.0f : fmaxf(*(const signed char *)p / 127.0f, -1.0f);
	if (t->bits == 16) return t->kind == 1 ? *(const unsigned short *)p / 65535.0f : fmaxf(*(const short *)p / 32767.0f, -1.0f);
	return t->kind == 1 ? (float)*(const unsigned *)p : (float)*(const int *)p;
}
__device__ inline float4 __texFloats(const __texture *t, long long x, long long y, long long z) {
	float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
	x = __texPlace(x, t->width, t->mode[0]);
	y = __texPlace(y, t->height, t->mode[1]);
	if (!t->layered) z = __texPlace(z, t->depth, t->mode[2]);
	if (x < 0 || y < 0 || z < 0) return v;
	const char *p = t->data + (z * t->height + y) * t->pitch + x * t->size;
	int step = t->bits / 8;
	v.x = __texNumber(t, p);
	if (t->channels > 1) v.y = __texNumber(t, p + step);
	if (t->channels > 2) v.z = __texNumber(t, p + 2 * step);
	if (t->channels > 3) v.w = __texNumber(t, p + 3 * step);
	return v;
}
__device__ inline float4 __texMix(float4 a, float4 b, float f) { return make_float4(a.x + f * (b.x - a.x), a.y + f * (b.y - a.y), a.z + f * (b.z - a.z), a.w + f * (b.w - a.w)); }
__device__ inline void __texOut(float4 v, float &r) { r = v.x; }
__device__ inline void __texOut(float4 v, float2 &r) { r.x = v.x; r.y = v.y; }
__device__ inline void __texOut(float4 v, float4 &r) { r = v; }
template <class T> __device__ void __texOut(float4 v, T &r) {}
template <class T> struct __texIsFloat { static constexpr int value = 0; };
template <> struct __texIsFloat<float> { static constexpr int value = 1; };
template <> struct __texIsFloat<float2> { static constexpr int value = 1; };
template <> struct __texIsFloat<float4> { static constexpr int value = 1; };
template <class T> __device__ T __tex(cudaTextureObject_t o, float x, float y, float z, int sides) {
	const __texture *t = (const __texture *)o;
	if (t->normal) {
		x *= t->width;
		if (sides > 1) y *= t->height;
		if (sides > 2) z *= t->depth;
	}
	T r;
	if (__texIsFloat<T>::value && (t->filter == 1 || t->floats == 1)) {
		float4 v;
		if (t->filter == 1) {
			float a = x - 0.5f, b = sides > 1 ? y - 0.5f : 0.0f, c = sides > 2 ? z - 0.5f : 0.0f;
			float i = floorf(a), j = floorf(b), k = floorf(c);
			float fa = floorf((a - i) * 256.0f + 0.5f) / 256.0f, fb = floorf((b - j) * 256.0f + 0.5f) / 256.0f, fc = floorf((c - k) * 256.0f + 0.5f) / 256.0f;
			long long p = (long long)i, q = (long long)j, s = sides > 2 ? (long long)k : (long long)z;
			v = __texMix(__texFloats(t, p, q, s), __texFloats(t, p + 1, q, s), fa);
			if (sides > 1) v = __texMix(v, __texMix(__texFloats(t, p, q + 1, s), __texFloats(t, p + 1, q + 1, s), fa), fb);
			if (sides > 2) {
				float4 w = __texMix(__texFloats(t, p, q, s + 1), __texFloats(t, p + 1, q, s + 1), fa);
				w = __texMix(w, __texMix(__texFloats(t, p, q + 1, s + 1), __texFloats(t, p + 1, q + 1, s + 1), fa), fb);
				v = __texMix(v, w, fc);
			}
		} else {
			v = __texFloats(t, (long long)floorf(x), (long long)floorf(y), (long long)floorf(z));
		}
		__texOut(v, r);
		return r;
	}
	long long i = __texPlace((long long)floorf(x), t->width, t->mode[0]), j = __texPlace((long long)floorf(y), t->height, t->mode[1]);
	long long k = t->layered ? (long long)z : __texPlace((long long)floorf(z), t->depth, t->mode[2]);
	memset(&r, 0, sizeof(T));
	if (i >= 0 && j >= 0 && k >= 0) r = *(const T *)(t->data + (k * t->height + j) * t->pitch + i * t->size);
	return r;
}
template <class T> __device__ T tex1D(cudaTextureObject_t o, float x) { return __tex<T>(o, x, 0.0f, 0.0f, 1); }
template <class T> __device__ T tex2D(cudaTextureObject_t o, float x, float y) { return __tex<T>(o, x, y, 0.0f, 2); }
template <class T> __device__ T tex3D(cudaTextureObject_t o, float x, float y, float z) { return __tex<T>(o, x, y, z, 3); }
template <class T> __device__ T tex1DLayered(cudaTextureObject_t o, float x, int layer) { return __tex<T>(o, x, 0.0f, (float)layer, 1); }
template <class T> __device__ T tex2DLayered(cudaTextureObject_t o, float x, float y, int layer) { return __tex<T>(o, x, y, (float)layer, 2); }
template <class T> __device__ T tex1Dfetch(cudaTextureObject_t o, int i) {
	const __texture *t = (const __texture *)o;
	if (__texIsFloat<T>::value && t->floats == 1) { T r; __texOut(__texFloats(t, i, 0, 0), r); return r; }
	return ((const T *)t->data)[i];
}
template <class T> __device__ T texCubemap(cudaTextureObject_t o, float x, float y, float z) {
	float ax = fabsf(x), ay = fabsf(y), az = fabsf(z), m, s, q;
	int face;
	if (ax >= ay && ax >= az) { m = ax; face = x < 0 ? 1 : 0; s = x < 0 ? z : -z; q = -y; }
	else if (ay >= az) { m = ay; face = y < 0 ? 3 : 2; s = x; q = y < 0 ? -z : z; }
	else { m = az; face = z < 0 ? 5 : 4; s = z < 0 ? -x : x; q = -y; }
	const __texture *t = (const __texture *)o;
	float u = (s / m + 1.0f) / 2.0f, v = (q / m + 1.0f) / 2.0f;
	if (!t->normal) { u *= t->width; v *= t->height; }
	return __tex<T>(o, u, v, (float)face, 2);
}
template <class T> __device__ T surf2Dread(cudaSurfaceObject_t o, int x, int y, int mode = 2) { const __texture *t = (const __texture *)o; return *(const T *)(t->data + y * t->pitch + x); }
template <class T> __device__ void surf2Dread(T *to, cudaSurfaceObject_t o, int x, int y, int mode = 2) { const __texture *t = (const __texture *)o; *to = *(const T *)(t->data + y * t->pitch + x); }
template <class T> __device__ void surf2Dwrite(T v, cudaSurfaceObject_t o, int x, int y, int mode = 2) { const __texture *t = (const __texture *)o; *(T *)(t->data + y * t->pitch + x) = v; }
template <class T> __device__ T surf1Dread(cudaSurfaceObject_t o, int x, int mode = 2) { const __texture *t = (const __texture *)o; return *(const T *)(t->data + x); }
template <class T> __device__ void surf1Dwrite(T v, cudaSurfaceObject_t o, int x, int mode = 2) { const __texture *t = (const __texture *)o; *(T *)(t->data + x) = v; }
