// helper_cuda.h: what CUDA's samples check errors with.

#include <helper_string.h>

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
#define DEVICE_RESET cudaDeviceReset();
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
inline int _ConvertSMVer2Cores(int major, int minor) { return major == 7 || major == 8 && minor == 0 ? 64 : 128; }
inline const char *_ConvertSMVer2ArchName(int major, int minor) { return major >= 9 ? "Hopper" : major == 8 ? "Ampere" : major == 7 ? minor == 5 ? "Turing" : "Volta" : "Graphics Device"; }
inline int gpuDeviceInit(int device) { return cudaSetDevice(device) == cudaSuccess ? device : -1; }
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findIntegratedGPU() { return -1; }
inline bool checkCudaCapabilities(int major, int minor) {
	int a = 0, b = 0;
	cudaDeviceGetAttribute(&a, cudaDevAttrComputeCapabilityMajor, 0);
	cudaDeviceGetAttribute(&b, cudaDevAttrComputeCapabilityMinor, 0);
	return a > major || a == major && b >= minor;
}
#define printLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
inline int ftoi(float v) { return v >= 0 ? (int)(v + 0.5f) : (int)(v - 0.5f); }
#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif
#ifndef MIN
#define MIN(a, b) (a < b ? a : b)
#endif
