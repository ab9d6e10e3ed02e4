// The fake driver's memory: every allocation stands between two guards, and is filled
// with a pattern, as stale bytes would be.

#include "fake.h"

#include <stdio.h>
#include <string.h>

static Allocation *allocations;

// Host memory that programs have registered.
static struct { CUcontext context; unsigned char *start; size_t bytes; } registered[256];
enum { MOST_REGISTERED = sizeof registered / sizeof *registered };

#define STALE 0xa5
#define GUARDED 0x5c
#define STALE_BYTES (64UL << 20) // larger allocations are filled so far only

Allocation *fake_find(CUdeviceptr at, size_t bytes) {
	for (Allocation *a = allocations; a != NULL; a = a->next) {
		CUdeviceptr start = (CUdeviceptr)(a->base + GUARD);
		if (!a->pinned && at >= start && at + bytes <= start + a->bytes) return a;
	}
	return NULL;
}

int fake_pinned(const void *p, size_t bytes) {
	for (Allocation *a = allocations; a != NULL; a = a->next) {
		const unsigned char *start = a->base + GUARD;
		if (a->pinned && (unsigned char *)p >= start && (unsigned char *)p + bytes <= start + a->bytes) return 1;
	}
	for (int i = 0; i < MOST_REGISTERED; i++) {
		const unsigned char *start = registered[i].start;
		if (registered[i].context != NULL && (unsigned char *)p >= start && (unsigned char *)p + bytes <= start + registered[i].bytes) return 1;
	}
	return 0;
}

static int overlaps(int i, const void *p, size_t bytes) {
	const unsigned char *start = p;
	return registered[i].context != NULL && start < registered[i].start + registered[i].bytes && registered[i].start < start + bytes;
}

CUresult cuMemHostRegister_v2(void *p, size_t bytes, unsigned flags) {
	ENTER
	int room = -1;
	if (p == NULL || bytes == 0) result = CUDA_ERROR_INVALID_VALUE;
	for (int i = 0; i < MOST_REGISTERED; i++) {
		if (registered[i].context == NULL) room = i;
		else if (overlaps(i, p, bytes)) result = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
	}
	if (room < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
	if (result == CUDA_SUCCESS) {
		registered[room].context = fake_current;
		registered[room].start = p;
		registered[room].bytes = bytes;
	}
	LEAVE
}

// Memory that a copy still waits for must stay registered.
CUresult cuMemHostUnregister(void *p) {
	ENTER
	result = CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
	for (int i = 0; i < MOST_REGISTERED; i++) {
		if (registered[i].context == NULL || registered[i].start != p) continue;
		if (fake_waits(registered[i].start, registered[i].bytes)) {
			fprintf(stderr, "fake driver: host memory is unregistered while a copy waits for it\n");
			fake_current->sticky = CUDA_ERROR_ILLEGAL_ADDRESS;
		}
		registered[i].context = NULL;
		result = CUDA_SUCCESS;
	}
	LEAVE
}

static int intact(const unsigned char *guard) {
	for (int i = 0; i < GUARD; i++) {
		if (guard[i] != GUARDED) return 0;
	}
	return 1;
}

void fake_check_guards(CUcontext context) {
	for (Allocation *a = allocations; a != NULL; a = a->next) {
		if (a->context == context && !(intact(a->base) && intact(a->base + GUARD + a->bytes))) {
			fprintf(stderr, "fake driver: something wrote outside an allocation of %zu bytes\n", a->bytes);
			context->sticky = CUDA_ERROR_ILLEGAL_ADDRESS;
			return;
		}
	}
}

static void drop(Allocation **link) {
	Allocation *a = *link;
	*link = a->next;
	if (!a->pinned) {
		*fake_used(a->context->device) -= a->bytes;
		a->context->used -= a->bytes;
	}
	free(a->base);
	free(a);
}

void fake_release(CUcontext context) {
	for (Allocation **link = &allocations; *link != NULL;) {
		if ((*link)->context == context) drop(link);
		else link = &(*link)->next;
	}
	for (int i = 0; i < MOST_REGISTERED; i++) {
		if (registered[i].context == context) registered[i].context = NULL;
	}
}

static CUresult allocate(unsigned char **p, size_t bytes, int pinned) {
	size_t *used = fake_used(fake_current->device);
	if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
	if (!pinned && (bytes > fake_memory() || *used + bytes > fake_memory())) return CUDA_ERROR_OUT_OF_MEMORY;
	Allocation *a = calloc(1, sizeof *a);
	if (posix_memalign((void **)&a->base, 512, bytes + 2 * GUARD) != 0) {
		free(a);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	memset(a->base, GUARDED, GUARD);
	memset(a->base + GUARD, STALE, bytes < STALE_BYTES ? bytes : STALE_BYTES);
	memset(a->base + GUARD + bytes, GUARDED, GUARD);
	a->context = fake_current;
	a->bytes = bytes;
	a->pinned = pinned;
	a->next = allocations;
	allocations = a;
	if (!pinned) {
		*used += bytes;
		fake_current->used += bytes;
	}
	*p = a->base + GUARD;
	return CUDA_SUCCESS;
}

static CUresult release(unsigned char *p, int pinned) {
	for (Allocation **link = &allocations; *link != NULL; link = &(*link)->next) {
		if ((*link)->base + GUARD == p && (*link)->pinned == pinned) {
			drop(link);
			return CUDA_SUCCESS;
		}
	}
	return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemAlloc_v2(CUdeviceptr *at, size_t bytes) {
	ENTER
	unsigned char *p = NULL;
	result = allocate(&p, bytes, 0);
	*at = (CUdeviceptr)p;
	LEAVE
}

CUresult cuMemFree_v2(CUdeviceptr at) {
	ENTER
	cuCtxSynchronize(); // as the driver does
	result = release((unsigned char *)at, 0);
	LEAVE
}

CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags) {
	ENTER
	result = allocate((unsigned char **)p, bytes, 1);
	LEAVE
}

CUresult cuMemFreeHost(void *p) {
	ENTER
	result = release(p, 1);
	LEAVE
}

CUresult cuMemGetInfo_v2(size_t *available, size_t *total) {
	ENTER
	*total = fake_memory();
	*available = *total - *fake_used(fake_current->device);
	LEAVE
}

CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t bytes, CUstream stream) {
	ENTER
	Operation o = {.kind = FILL, .dst = (void *)dst, .value = value, .bytes = bytes};
	result = fake_find(dst, bytes) == NULL ? CUDA_ERROR_INVALID_VALUE : fake_enqueue(stream, o);
	LEAVE
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dst, const void *src, size_t bytes, CUstream stream) {
	ENTER
	if (fake_find(dst, bytes) == NULL) {
		result = CUDA_ERROR_INVALID_VALUE;
	} else {
		Operation o = {.kind = COPY, .dst = (void *)dst, .src = src, .bytes = bytes};
		if (!fake_pinned(src, bytes)) { // the driver reads pageable memory before it returns
			o.staged = 1;
			o.src = memcpy(malloc(bytes + 1), src, bytes);
		}
		result = fake_enqueue(stream, o);
	}
	LEAVE
}

CUresult cuMemcpyDtoHAsync_v2(void *dst, CUdeviceptr src, size_t bytes, CUstream stream) {
	ENTER
	if (fake_find(src, bytes) == NULL) {
		result = CUDA_ERROR_INVALID_VALUE;
	} else {
		Operation o = {.kind = COPY, .dst = dst, .src = (void *)src, .bytes = bytes};
		result = fake_enqueue(stream, o);
		if (!fake_pinned(dst, bytes)) fake_drain(fake_stream(stream));
	}
	LEAVE
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
	ENTER
	Allocation *from = fake_find(src, bytes), *to = fake_find(dst, bytes);
	if (from == NULL || to == NULL || from->context != fake_current || to->context != fake_current) {
		result = CUDA_ERROR_INVALID_VALUE;
	} else {
		Operation o = {.kind = COPY, .dst = (void *)dst, .src = (void *)src, .bytes = bytes};
		result = fake_enqueue(stream, o);
	}
	LEAVE
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t bytes, CUstream stream) {
	ENTER
	Allocation *a = fake_find(src, bytes), *b = fake_find(dst, bytes);
	if (a == NULL || b == NULL || a->context != from || b->context != to) {
		result = CUDA_ERROR_INVALID_VALUE;
	} else {
		Operation o = {.kind = COPY, .dst = (void *)dst, .src = (void *)src, .bytes = bytes};
		result = fake_enqueue(stream, o);
	}
	LEAVE
}
