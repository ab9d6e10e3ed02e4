// A CUDA driver without a GPU: the entry points of libcuda.so.1 over host memory, for
// tests. A device address is a host address. Work waits in its stream until something
// waits for the stream, so that what is used too early shows.
//
// The environment sets the machine up:
//
//	GPUTOUR_FAKE_GPUS     how many GPUs there are (2)
//	GPUTOUR_FAKE_MEMORY   bytes of each (1 GiB)
//	GPUTOUR_FAKE_INIT     the code that cuInit answers (0)
//	GPUTOUR_FAKE_MODE     the compute mode of every GPU (0; 2 prohibits contexts)
//	GPUTOUR_FAKE_KERNELS  a library with gputour_emulate, which runs the kernels
//	GPUTOUR_FAKE_FAULT    kernels whose name holds this text access an illegal address
//	GPUTOUR_FAKE_REFUSE   "cuMemAlloc_v2=999": a function, and the code that it answers
//	GPUTOUR_FAKE_HANG     kernels whose name holds this text never end
//	CUDA_VISIBLE_DEVICES  which GPUs are seen, and in which order
#ifndef FAKE_H
#define FAKE_H

#include <cuda.h>
#include <pthread.h>

#define MAX_GPUS 16
#define GUARD 256 // bytes before and after every allocation that must keep their value

// An operation waits in a stream.
typedef struct Operation {
	struct Operation *next;
	enum { COPY, FILL, LAUNCH, RECORD, WAIT } kind;
	void *dst;
	const void *src; // owned when staged
	int staged;
	size_t bytes;
	unsigned char value;
	CUfunction function;
	unsigned grid[3], block[3], shared;
	CUevent event;
	unsigned long mark; // of a wait: which recording of the event
} Operation;

struct CUstream_st {
	CUcontext context;
	Operation *head, **tail;
	double clock; // microseconds of work done
	struct CUstream_st *next;
};

struct CUevent_st {
	CUcontext context;
	int timing;
	unsigned long recorded, done; // recordings asked for, and the last that has happened
	CUstream stream;              // of the last recording
	double clock;
};

typedef struct Allocation {
	struct Allocation *next;
	CUcontext context;
	unsigned char *base; // begins with a guard
	size_t bytes;
	int pinned;
} Allocation;

struct CUfunc_st {
	char name[256];
	size_t parameters; // bytes
	unsigned fixed;    // shared memory that it declares, in bytes
	unsigned allowed;  // dynamic shared memory that it was allowed; 0: what is left of 48 KiB
	unsigned long most; // threads of a block; 0: as many as the device allows
	int empty;          // returns at once
	CUmodule module;
	struct CUfunc_st *next;
};

struct CUmod_st {
	CUcontext context;
	CUfunction functions;
};

struct CUctx_st {
	CUdevice device;
	CUresult sticky; // what every call answers after a fault
	struct CUstream_st standard;
	CUstream streams;
	size_t used; // bytes of device memory
	int alive;
};

extern pthread_mutex_t fake_lock; // recursive
extern int fake_started;
extern __thread CUcontext fake_current;

int fake_gpus(void);
size_t fake_memory(void);
size_t *fake_used(CUdevice device);
long fake_number(const char *name, long otherwise);

Allocation *fake_find(CUdeviceptr at, size_t bytes); // the device allocation that holds the range
int fake_pinned(const void *p, size_t bytes);
void fake_check_guards(CUcontext context);
void fake_release(CUcontext context); // all memory of a context

CUresult fake_enqueue(CUstream stream, Operation operation);
void fake_drain(CUstream stream);
CUstream fake_stream(CUstream stream); // the default one for none
int fake_waits(const void *p, size_t bytes); // whether a queued copy touches host memory
int fake_hangs(CUfunction function);
CUresult fake_refusal(const char *function); // what a function is to answer instead of working
void fake_run(CUcontext context, Operation *operation);

// ENTER begins every function of a context.
#define LOCK pthread_mutex_lock(&fake_lock)
#define UNLOCK pthread_mutex_unlock(&fake_lock)
#define ENTER                                                                                      \
	LOCK;                                                                                          \
	CUresult result = CUDA_SUCCESS;                                                                \
	if (fake_current == NULL || !fake_current->alive) result = CUDA_ERROR_INVALID_CONTEXT;         \
	else if (fake_current->sticky != CUDA_SUCCESS) result = fake_current->sticky;                  \
	else result = fake_refusal(__func__);                                                          \
	if (result != CUDA_SUCCESS) { UNLOCK; return result; }
#define LEAVE                                                                                      \
	if (fake_current->sticky != CUDA_SUCCESS) result = fake_current->sticky;                       \
	UNLOCK;                                                                                        \
	return result;

#endif
