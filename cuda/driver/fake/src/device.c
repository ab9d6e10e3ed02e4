// The fake driver's devices, contexts and errors.

#define _GNU_SOURCE
#include "fake.h"

#include <stdio.h>
#include <string.h>

pthread_mutex_t fake_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int fake_started;
__thread CUcontext fake_current;

static int visible[MAX_GPUS], count; // physical numbers of the GPUs seen
static size_t used[MAX_GPUS];

long fake_number(const char *name, long otherwise) {
	const char *text = getenv(name);
	return text != NULL && *text ? atol(text) : otherwise;
}

CUresult fake_refusal(const char *function) {
	const char *text = getenv("GPUTOUR_FAKE_REFUSE");
	size_t n = strlen(function);
	if (text == NULL || strncmp(text, function, n) != 0 || text[n] != '=') return CUDA_SUCCESS;
	CUresult code = atol(text + n + 1);
	if (code == CUDA_ERROR_ILLEGAL_ADDRESS || code == CUDA_ERROR_LAUNCH_FAILED) fake_current->sticky = code;
	return code;
}

int fake_gpus(void) { return count; }
size_t fake_memory(void) { return fake_number("GPUTOUR_FAKE_MEMORY", 1L << 30); }
size_t *fake_used(CUdevice device) { return &used[device]; }

CUresult cuInit(unsigned flags) {
	LOCK;
	long code = fake_number("GPUTOUR_FAKE_INIT", 0);
	if (code == 0 && !fake_started) {
		int all = fake_number("GPUTOUR_FAKE_GPUS", 2);
		if (all > MAX_GPUS) all = MAX_GPUS;
		const char *list = getenv("CUDA_VISIBLE_DEVICES");
		for (int i = 0; list == NULL && i < all; i++) visible[count++] = i;
		while (list != NULL && *list && count < MAX_GPUS) { // as the driver: up to the first that is none
			char *end;
			long i = strtol(list, &end, 10);
			if (end == list || i < 0 || i >= all) break;
			visible[count++] = i;
			list = *end == ',' ? end + 1 : end;
		}
		fake_started = 1;
		if (count == 0) code = CUDA_ERROR_NO_DEVICE;
	}
	UNLOCK;
	return code;
}

CUresult cuDriverGetVersion(int *version) { *version = 12040; return CUDA_SUCCESS; }
CUresult cuDeviceGetCount(int *n) { *n = count; return fake_started ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED; }

CUresult cuDeviceGet(CUdevice *device, int i) {
	if (i < 0 || i >= count) return CUDA_ERROR_INVALID_DEVICE;
	*device = i;
	return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int room, CUdevice device) {
	if (device < 0 || device >= count) return CUDA_ERROR_INVALID_DEVICE;
	snprintf(name, room, "Fake GPU");
	return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
	if (device < 0 || device >= count) return CUDA_ERROR_INVALID_DEVICE;
	memset(uuid, 0xfa, sizeof *uuid);
	uuid->bytes[15] = visible[device];
	return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
	if (device < 0 || device >= count) return CUDA_ERROR_INVALID_DEVICE;
	*bytes = fake_memory();
	return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
	if (device < 0 || device >= count) return CUDA_ERROR_INVALID_DEVICE;
	switch ((int)attribute) {
	case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = 8; break;
	case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = 0; break;
	case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 4; break;
	case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: *value = 2048; break;
	case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = 1024; break;
	case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 163 << 10; break;
	case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: *value = 2147483647; break;
	case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
	case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: *value = 65535; break;
	case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *value = 40 << 20; break;
	case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1410000; break;
	case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: *value = 0x10 + visible[device]; break;
	case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT: *value = 2; break;
	case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE: *value = fake_number("GPUTOUR_FAKE_MODE", 0); break;
	default: *value = 0;
	}
	return CUDA_SUCCESS;
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice a, CUdevice b) {
	*can = a != b;
	return CUDA_SUCCESS;
}

static const struct { CUresult code; const char *name, *text; } errors[] = {
	{CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
	{CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
	{CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
	{CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
	{CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
	{CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
	{CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
	{CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
	{CUDA_ERROR_NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
	{CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
	{CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
	{CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
	{CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
	{CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"},
	{CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

CUresult cuGetErrorString(CUresult code, const char **text) {
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		if (errors[i].code == code) { *text = errors[i].text; return CUDA_SUCCESS; }
	}
	return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult code, const char **text) {
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		if (errors[i].code == code) { *text = errors[i].name; return CUDA_SUCCESS; }
	}
	return CUDA_ERROR_INVALID_VALUE;
}

#define CONTEXT_BYTES (32UL << 20) // what a context takes of the GPU's memory

CUresult cuCtxCreate_v2(CUcontext *made, unsigned flags, CUdevice device) {
	if (device < 0 || device >= count) return CUDA_ERROR_INVALID_DEVICE;
	if (fake_number("GPUTOUR_FAKE_MODE", 0) == 2) return CUDA_ERROR_UNKNOWN;
	LOCK;
	CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
	if (used[device] + CONTEXT_BYTES <= fake_memory()) {
		CUcontext c = calloc(1, sizeof *c);
		c->device = device;
		c->alive = 1;
		c->standard.context = c;
		c->standard.tail = &c->standard.head;
		used[device] += CONTEXT_BYTES;
		fake_current = *made = c;
		result = CUDA_SUCCESS;
	}
	UNLOCK;
	return result;
}

// A destroyed context's record stays, so that its late uses are told.
CUresult cuCtxDestroy_v2(CUcontext c) {
	LOCK;
	CUresult result = CUDA_ERROR_INVALID_CONTEXT;
	if (c != NULL && c->alive) {
		c->alive = 0;
		used[c->device] -= CONTEXT_BYTES;
		fake_release(c);
		if (fake_current == c) fake_current = NULL;
		result = CUDA_SUCCESS;
	}
	UNLOCK;
	return result;
}

CUresult cuCtxSetCurrent(CUcontext c) {
	if (c != NULL && !c->alive) return CUDA_ERROR_INVALID_CONTEXT;
	fake_current = c;
	return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *c) { *c = fake_current; return CUDA_SUCCESS; }
CUresult cuCtxPopCurrent_v2(CUcontext *c) { *c = fake_current; fake_current = NULL; return CUDA_SUCCESS; }

CUresult cuCtxSynchronize(void) {
	ENTER
	fake_drain(&fake_current->standard);
	for (CUstream s = fake_current->streams; s != NULL; s = s->next) fake_drain(s);
	fake_check_guards(fake_current);
	LEAVE
}
