// nvrtc_helper.h of CUDA's samples: it compiles a file, and loads what came out.

#include <helper_cuda_drvapi.h>
#include <nvrtc.h>

#define NVRTC_SAFE_CALL(Name, x) do { nvrtcResult result = x; if (result != NVRTC_SUCCESS) { std::cerr << "\nerror: " << Name << " failed with error " << nvrtcGetErrorString(result); exit(1); } } while (0)
inline nvrtcProgram __compiled(char *name, int argc, char **argv) {
	FILE *f = name ? fopen(name, "rb") : nullptr;
	if (!f) {
		fprintf(stderr, "\nerror: unable to open %s for reading!\n", name ? name : "a file without a name");
		exit(1);
	}
	fseek(f, 0, SEEK_END);
	size_t n = ftell(f);
	fseek(f, 0, SEEK_SET);
	char *text = (char *)__newQuiet(n + 1);
	n = fread(text, 1, n, f);
	text[n] = 0;
	fclose(f);
	findCudaDeviceDRV(argc, (const char **)argv);
	nvrtcProgram p;
	nvrtcCreateProgram(&p, text, name, 0, nullptr, nullptr);
	nvrtcResult r = nvrtcCompileProgram(p, 0, nullptr);
	size_t logs = 0;
	nvrtcGetProgramLogSize(p, &logs);
	char *log = (char *)__newQuiet(logs + 1);
	nvrtcGetProgramLog(p, log);
	if (logs > 1) std::cerr << "\n compilation log ---\n" << log << "\n end log ---\n";
	NVRTC_SAFE_CALL("nvrtcCompileProgram", r);
	return p;
}
#define __COMPILES(what, size_of, bytes_of) \
	inline void compileFileTo##what(char *name, int argc, char **argv, char **to, size_t *size, int needsGroups = 0) { \
		nvrtcProgram p = __compiled(name, argc, argv); \
		NVRTC_SAFE_CALL(#size_of, size_of(p, size)); \
		*to = (char *)malloc(*size); \
		NVRTC_SAFE_CALL(#bytes_of, bytes_of(p, *to)); \
		nvrtcDestroyProgram(&p); \
	}
__COMPILES(CUBIN, nvrtcGetCUBINSize, nvrtcGetCUBIN)
__COMPILES(PTX, nvrtcGetPTXSize, nvrtcGetPTX)
#undef __COMPILES
inline CUmodule loadCUBIN(char *cubin, int argc, char **argv) {
	CUcontext context;
	CUmodule module;
	checkCudaErrors(cuInit(0));
	checkCudaErrors(cuCtxCreate(&context, 0, findCudaDeviceDRV(argc, (const char **)argv)));
	checkCudaErrors(cuModuleLoadData(&module, cubin));
	free(cubin);
	return module;
}
#define loadPTX loadCUBIN
