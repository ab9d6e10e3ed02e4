// nvrtc_helper.h of CUDA's samples: it compiles a file, and loads what came out.

#include <helper_cuda_drvapi.h>
#include <nvrtc.h>

#define NVRTC_SAFE_CALL(Name, x) do { nvrtcResult result = x; if (result != NVRTC_SUCCESS) { std::cerr << "\nerror: " << Name << " failed with error " << nvrtcGetErrorString(result); exit(1); } } while (0)
inline void compileFileToCUBIN(char *name, int argc, char **argv, char **cubin, size_t *size, int needsGroups) {
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
	NVRTC_SAFE_CALL("nvrtcGetCUBINSize", nvrtcGetCUBINSize(p, size));
	*cubin = (char *)malloc(*size);
	NVRTC_SAFE_CALL("nvrtcGetCUBIN", nvrtcGetCUBIN(p, *cubin));
	nvrtcDestroyProgram(&p);
}
inline CUmodule loadCUBIN(char *cubin, int argc, char **argv) {
	CUcontext context;
	CUmodule module;
	checkCudaErrors(cuInit(0));
	checkCudaErrors(cuCtxCreate(&context, 0, findCudaDeviceDRV(argc, (const char **)argv)));
	checkCudaErrors(cuModuleLoadData(&module, cubin));
	free(cubin);
	return module;
}
