// helper_cuda.h: what CUDA's samples check errors with.

template <class T> void __checkCuda(T code, const char *call, const char *file, int line) {
	if (code) {
		fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)code, cudaGetErrorName(code), call);
		exit(EXIT_FAILURE);
	}
}
#define checkCudaErrors(call) __checkCuda((call), #call, __FILE__, __LINE__)
inline void __getLastCudaError(const char *message, const char *file, int line) {
	int code = cudaGetLastError();
	if (code) {
		fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, code, cudaGetErrorString(code));
		exit(EXIT_FAILURE);
	}
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
inline int findCudaDevice(int argc, const char **argv) { return 0; }
