// cuComplex.h

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define __COMPLEX(C, R, F, MAKE) \
	__host__ __device__ inline R cuCreal##F(C x) { return x.x; } \
	__host__ __device__ inline R cuCimag##F(C x) { return x.y; } \
	__host__ __device__ inline C MAKE(R r, R i) { C c; c.x = r; c.y = i; return c; } \
	__host__ __device__ inline C cuConj##F(C x) { return MAKE(x.x, -x.y); } \
	__host__ __device__ inline C cuCadd##F(C x, C y) { return MAKE(x.x + y.x, x.y + y.y); } \
	__host__ __device__ inline C cuCsub##F(C x, C y) { return MAKE(x.x - y.x, x.y - y.y); } \
	__host__ __device__ inline C cuCmul##F(C x, C y) { return MAKE(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); } \
	__host__ __device__ inline C cuCdiv##F(C x, C y) { R n = y.x * y.x + y.y * y.y; return MAKE((x.x * y.x + x.y * y.y) / n, (x.y * y.x - x.x * y.y) / n); } \
	__host__ __device__ inline C cuCfma##F(C x, C y, C d) { return cuCadd##F(cuCmul##F(x, y), d); } \
	__host__ __device__ inline R cuCabs##F(C x) { return sqrt(x.x * x.x + x.y * x.y); }
__COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
__COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef __COMPLEX
__host__ __device__ inline cuComplex make_cuComplex(float r, float i) { return make_cuFloatComplex(r, i); }
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return make_cuDoubleComplex(x.x, x.y); }
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) { return make_cuFloatComplex(x.x, x.y); }
