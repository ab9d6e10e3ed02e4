// curand.h: random numbers for arrays. The pseudo-random ones are not those of cuRAND, whose order on the device is its own.

enum curandStatus_t { CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101, CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104, CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106, CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE = 202, CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204, CURAND_STATUS_INTERNAL_ERROR = 999 };
typedef curandStatus_t curandStatus;
enum curandRngType_t { CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204 };
typedef curandRngType_t curandRngType;
enum curandOrdering_t { CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102, CURAND_ORDERING_QUASI_DEFAULT = 201 };
struct __generator { unsigned long long state, seed, offset; int type, onHost; unsigned dimensions; };
typedef __generator *curandGenerator_t;
void __randomFill(unsigned long long *state, void *to, size_t n, int what, int onHost, double a, double b);
void __sobolFill(unsigned long long *offset, void *to, size_t n, int what, int onHost, unsigned dimensions, double mean, double deviation);
int __sobolDimensions();
inline curandStatus_t curandCreateGenerator(curandGenerator_t *g, int type) {
	if (type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64) return CURAND_STATUS_TYPE_ERROR;
	*g = (curandGenerator_t)__newQuiet(sizeof(__generator));
	(*g)->state = (*g)->seed = (*g)->offset = 0;
	(*g)->type = type;
	(*g)->onHost = 0;
	(*g)->dimensions = 1;
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g, int type) { curandStatus_t s = curandCreateGenerator(g, type); if (s == CURAND_STATUS_SUCCESS) (*g)->onHost = 1; return s; }
inline curandStatus_t curandDestroyGenerator(curandGenerator_t g) { __delete(g, 2); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed) { if (g->type >= 200) return CURAND_STATUS_TYPE_ERROR; g->state = g->seed = seed; return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long n) { g->offset = n; g->state = g->seed + n * 0x9e3779b97f4a7c15ull; return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, int order) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g, unsigned n) {
	if (g->type < 200) return CURAND_STATUS_TYPE_ERROR;
	if (n < 1 || n > __sobolDimensions()) return CURAND_STATUS_OUT_OF_RANGE;
	g->dimensions = n;
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t s) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerateSeeds(curandGenerator_t g) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t __generate(curandGenerator_t g, void *p, size_t n, int what, double mean, double deviation) {
	if (g->type < 200) { __randomFill(&g->state, p, n, what, g->onHost, mean, deviation); return CURAND_STATUS_SUCCESS; }
	if (n % g->dimensions) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
	__sobolFill(&g->offset, p, n, g->type == CURAND_RNG_QUASI_SOBOL64 ? what + 8 : what, g->onHost, g->dimensions, mean, deviation);
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned *p, size_t n) { return __generate(g, p, n, 0, 0, 1); }
inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float *p, size_t n) { return __generate(g, p, n, 1, 0, 1); }
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *p, size_t n) { return __generate(g, p, n, 2, 0, 1); }
inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float *p, size_t n, float mean, float deviation) { return __generate(g, p, n, 3, mean, deviation); }
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *p, size_t n, double mean, double deviation) { return __generate(g, p, n, 4, mean, deviation); }
