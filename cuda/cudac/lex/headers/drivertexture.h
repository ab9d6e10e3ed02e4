// Arrays, textures and surfaces of the driver API: those of the runtime by other names.

#include <cudaProfiler.h>
#include <cuda_texture_types.h>

enum CUarray_format { CU_AD_FORMAT_UNSIGNED_INT8 = 1, CU_AD_FORMAT_UNSIGNED_INT16 = 2, CU_AD_FORMAT_UNSIGNED_INT32 = 3, CU_AD_FORMAT_SIGNED_INT8 = 8, CU_AD_FORMAT_SIGNED_INT16 = 9, CU_AD_FORMAT_SIGNED_INT32 = 10, CU_AD_FORMAT_HALF = 16, CU_AD_FORMAT_FLOAT = 32 };
enum CUmemorytype { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2, CU_MEMORYTYPE_ARRAY = 3, CU_MEMORYTYPE_UNIFIED = 4 };
enum CUresourcetype { CU_RESOURCE_TYPE_ARRAY = 0, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1, CU_RESOURCE_TYPE_LINEAR = 2, CU_RESOURCE_TYPE_PITCH2D = 3 };
enum CUaddress_mode { CU_TR_ADDRESS_MODE_WRAP = 0, CU_TR_ADDRESS_MODE_CLAMP = 1, CU_TR_ADDRESS_MODE_MIRROR = 2, CU_TR_ADDRESS_MODE_BORDER = 3 };
enum CUfilter_mode { CU_TR_FILTER_MODE_POINT = 0, CU_TR_FILTER_MODE_LINEAR = 1 };
#define CU_TRSF_READ_AS_INTEGER 1
#define CU_TRSF_NORMALIZED_COORDINATES 2
#define CUDA_ARRAY3D_LAYERED 1
#define CUDA_ARRAY3D_SURFACE_LDST 2
#define CUDA_ARRAY3D_CUBEMAP 4
typedef cudaArray *CUarray;
typedef cudaTextureObject_t CUtexObject;
typedef cudaSurfaceObject_t CUsurfObject;
struct CUDA_ARRAY_DESCRIPTOR { size_t Width, Height; CUarray_format Format; unsigned NumChannels; };
struct CUDA_ARRAY3D_DESCRIPTOR { size_t Width, Height, Depth; CUarray_format Format; unsigned NumChannels, Flags; };
struct CUDA_MEMCPY2D {
	size_t srcXInBytes, srcY; CUmemorytype srcMemoryType; const void *srcHost; CUdeviceptr srcDevice; CUarray srcArray; size_t srcPitch;
	size_t dstXInBytes, dstY; CUmemorytype dstMemoryType; void *dstHost; CUdeviceptr dstDevice; CUarray dstArray; size_t dstPitch;
	size_t WidthInBytes, Height;
};
struct CUDA_RESOURCE_DESC {
	CUresourcetype resType;
	struct {
		struct { CUarray hArray; } array;
		struct { CUdeviceptr devPtr; CUarray_format format; unsigned numChannels; size_t sizeInBytes; } linear;
		struct { CUdeviceptr devPtr; CUarray_format format; unsigned numChannels; size_t width, height, pitchInBytes; } pitch2D;
	} res;
	unsigned flags;
};
struct CUDA_TEXTURE_DESC { CUaddress_mode addressMode[3]; CUfilter_mode filterMode; unsigned flags, maxAnisotropy; CUfilter_mode mipmapFilterMode; float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4]; };
struct CUDA_RESOURCE_VIEW_DESC { int format; };

inline cudaChannelFormatDesc __channelsOf(CUarray_format f, unsigned channels) {
	int bits = f == CU_AD_FORMAT_UNSIGNED_INT8 || f == CU_AD_FORMAT_SIGNED_INT8 ? 8 : f == CU_AD_FORMAT_UNSIGNED_INT16 || f == CU_AD_FORMAT_SIGNED_INT16 || f == CU_AD_FORMAT_HALF ? 16 : 32;
	return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, f >= CU_AD_FORMAT_HALF ? cudaChannelFormatKindFloat : f >= CU_AD_FORMAT_SIGNED_INT8 ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned);
}
inline CUresult cuArray3DCreate(CUarray *a, const CUDA_ARRAY3D_DESCRIPTOR *d) {
	cudaChannelFormatDesc f = __channelsOf(d->Format, d->NumChannels);
	return (CUresult)cudaMalloc3DArray(a, &f, make_cudaExtent(d->Width, d->Height, d->Depth), d->Flags);
}
inline CUresult cuArrayCreate(CUarray *a, const CUDA_ARRAY_DESCRIPTOR *d) {
	cudaChannelFormatDesc f = __channelsOf(d->Format, d->NumChannels);
	return (CUresult)cudaMallocArray(a, &f, d->Width, d->Height);
}
inline CUresult cuArrayDestroy(CUarray a) { return (CUresult)cudaFreeArray(a); }
inline CUresult cuMemcpyHtoA(CUarray a, size_t offset, const void *from, size_t n) { return (CUresult)cudaMemcpy(a->data + offset, from, n, cudaMemcpyHostToDevice); }
inline CUresult cuMemcpyAtoH(void *to, CUarray a, size_t offset, size_t n) { return (CUresult)cudaMemcpy(to, a->data + offset, n, cudaMemcpyDeviceToHost); }
inline CUresult cuMemcpy2D(const CUDA_MEMCPY2D *p) {
	size_t fromPitch = p->srcMemoryType == CU_MEMORYTYPE_ARRAY ? p->srcArray->width * p->srcArray->size : p->srcPitch ? p->srcPitch : p->WidthInBytes;
	size_t toPitch = p->dstMemoryType == CU_MEMORYTYPE_ARRAY ? p->dstArray->width * p->dstArray->size : p->dstPitch ? p->dstPitch : p->WidthInBytes;
	const char *from = p->srcMemoryType == CU_MEMORYTYPE_ARRAY ? p->srcArray->data : p->srcMemoryType == CU_MEMORYTYPE_HOST ? (const char *)p->srcHost : (const char *)p->srcDevice;
	char *to = p->dstMemoryType == CU_MEMORYTYPE_ARRAY ? p->dstArray->data : p->dstMemoryType == CU_MEMORYTYPE_HOST ? (char *)p->dstHost : (char *)p->dstDevice;
	return (CUresult)cudaMemcpy2D(to + p->dstY * toPitch + p->dstXInBytes, toPitch, from + p->srcY * fromPitch + p->srcXInBytes, fromPitch, p->WidthInBytes, p->Height, cudaMemcpyDefault);
}
#define cuMemcpy2DUnaligned cuMemcpy2D
inline CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *p, CUstream s) { return cuMemcpy2D(p); }
inline cudaResourceDesc __resourceOf(const CUDA_RESOURCE_DESC *r) {
	cudaResourceDesc d;
	memset(&d, 0, sizeof d);
	d.resType = (cudaResourceType)(int)r->resType;
	if (r->resType == CU_RESOURCE_TYPE_LINEAR) {
		d.res.linear.devPtr = (void *)r->res.linear.devPtr;
		d.res.linear.desc = __channelsOf(r->res.linear.format, r->res.linear.numChannels);
		d.res.linear.sizeInBytes = r->res.linear.sizeInBytes;
	} else if (r->resType == CU_RESOURCE_TYPE_PITCH2D) {
		d.res.pitch2D.devPtr = (void *)r->res.pitch2D.devPtr;
		d.res.pitch2D.desc = __channelsOf(r->res.pitch2D.format, r->res.pitch2D.numChannels);
		d.res.pitch2D.width = r->res.pitch2D.width; d.res.pitch2D.height = r->res.pitch2D.height; d.res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
	} else {
		d.res.array.array = r->res.array.hArray;
	}
	return d;
}
inline CUresult cuTexObjectCreate(CUtexObject *o, const CUDA_RESOURCE_DESC *r, const CUDA_TEXTURE_DESC *d, const CUDA_RESOURCE_VIEW_DESC *view) {
	cudaResourceDesc resource = __resourceOf(r);
	cudaTextureDesc t;
	memset(&t, 0, sizeof t);
	for (int i = 0; i < 3; i++) t.addressMode[i] = (cudaTextureAddressMode)(int)d->addressMode[i];
	for (int i = 0; i < 4; i++) t.borderColor[i] = d->borderColor[i];
	t.filterMode = (cudaTextureFilterMode)(int)d->filterMode;
	t.normalizedCoords = (d->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
	cudaChannelFormatKind kind = r->resType == CU_RESOURCE_TYPE_ARRAY ? resource.res.array.array->format.f : r->resType == CU_RESOURCE_TYPE_LINEAR ? resource.res.linear.desc.f : resource.res.pitch2D.desc.f;
	t.readMode = kind == cudaChannelFormatKindFloat || (d->flags & CU_TRSF_READ_AS_INTEGER) ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
	return (CUresult)cudaCreateTextureObject(o, &resource, &t, nullptr);
}
inline CUresult cuTexObjectDestroy(CUtexObject o) { return (CUresult)cudaDestroyTextureObject(o); }
inline CUresult cuSurfObjectCreate(CUsurfObject *o, const CUDA_RESOURCE_DESC *r) {
	cudaResourceDesc resource = __resourceOf(r);
	return (CUresult)cudaCreateSurfaceObject(o, &resource);
}
inline CUresult cuSurfObjectDestroy(CUsurfObject o) { return (CUresult)cudaDestroySurfaceObject(o); }
