//go:build linux && cuda

// The driver's functions, each forwarded to the library that is opened at run time.

#include "forward.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *library;
static CUresult absence = CUDA_ERROR_NOT_INITIALIZED; // what a call answers without the library

static CUresult (*realInit)(unsigned);
static CUresult (*realCount)(int *);

#define FORWARD(name, symbol, parameters, arguments) static CUresult (*real_##name) parameters;
#include "functions.h"
#undef FORWARD

int gputour_open(const char *path, char *reason, size_t room) {
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL) {
		snprintf(reason, room, "%s", dlerror());
		return absence = CUDA_ERROR_NO_DEVICE;
	}
	realInit = (CUresult (*)(unsigned))dlsym(library, "cuInit");
	realCount = (CUresult (*)(int *))dlsym(library, "cuDeviceGetCount");
	if (realInit == NULL || realCount == NULL) {
		snprintf(reason, room, "%s is no CUDA driver", path);
		return absence = CUDA_ERROR_NO_DEVICE;
	}
#define FORWARD(name, symbol, parameters, arguments) *(void **)&real_##name = dlsym(library, #symbol);
#include "functions.h"
#undef FORWARD
	absence = realInit(0);
	if (absence != CUDA_SUCCESS) {
		const char *text = NULL;
		if (real_cuGetErrorString != NULL) real_cuGetErrorString(absence, &text);
		snprintf(reason, room, "cuInit fails with error %d: %s", absence, text ? text : "unknown");
		return absence;
	}
	absence = CUDA_ERROR_NOT_SUPPORTED; // of a function that this driver lacks
	return CUDA_SUCCESS;
}

// Package cu calls cuInit when the program starts and ends the program where that fails.
// The driver is opened later, if at all.
CUresult cuInit(unsigned flags) { return CUDA_SUCCESS; }

CUresult cuDeviceGetCount(int *count) {
	if (absence != CUDA_ERROR_NOT_SUPPORTED) {
		*count = 0;
		return CUDA_SUCCESS;
	}
	return realCount(count);
}

#define FORWARD(name, symbol, parameters, arguments) \
	CUresult name parameters { return real_##name != NULL ? real_##name arguments : absence; }
#include "functions.h"

CUresult gputour_launch(CUcontext ctx, CUfunction f, unsigned gx, unsigned gy, unsigned gz,
	unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream stream, void *params, size_t bytes) {
	CUresult r = cuCtxSetCurrent(ctx);
	if (r != CUDA_SUCCESS) return r;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, params, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
	return cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, stream, NULL, extra);
}

CUresult gputour_load(CUmodule *module, const char *ptx, char *log, size_t room) {
	CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
	void *values[] = {log, (void *)room};
	return cuModuleLoadDataEx(module, ptx, 2, options, values);
}

CUresult gputour_assemble(const char *ptx, size_t bytes, void **image, size_t *size) {
	CUlinkState state;
	void *cubin = NULL;
	CUresult r = cuLinkCreate(0, NULL, NULL, &state);
	if (r != CUDA_SUCCESS) return r;
	r = cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)ptx, bytes, "kernel", 0, NULL, NULL);
	if (r == CUDA_SUCCESS) r = cuLinkComplete(state, &cubin, size);
	if (r == CUDA_SUCCESS) *image = memcpy(malloc(*size), cubin, *size); // the state owns its own
	cuLinkDestroy(state);
	return r;
}
