// The fake driver's streams and events: queues that run when something waits for them.

#include "fake.h"

#include <string.h>

CUstream fake_stream(CUstream stream) { return stream != NULL ? stream : &fake_current->standard; }

CUresult fake_enqueue(CUstream stream, Operation operation) {
	CUstream s = fake_stream(stream);
	if (s->context != fake_current) return CUDA_ERROR_INVALID_HANDLE;
	Operation *o = malloc(sizeof *o);
	*o = operation;
	o->next = NULL;
	*s->tail = o;
	s->tail = &o->next;
	return CUDA_SUCCESS;
}

// wait runs the stream that e is recorded in until recording mark has happened.
static int step(CUstream s);
static void wait(CUevent e, unsigned long mark) {
	while (e->done < mark && e->stream != NULL && step(e->stream)) {
	}
}

// step runs the first operation of a stream and reports whether there was one that ends.
static int step(CUstream s) {
	Operation *o = s->head;
	if (o == NULL) return 0;
	CUcontext context = s->context;
	if (o->kind == LAUNCH && fake_hangs(o->function)) return 0;
	if (context->sticky == CUDA_SUCCESS) {
		switch (o->kind) {
		case COPY:
			memmove(o->dst, o->src, o->bytes);
			s->clock += 1 + o->bytes / 1e4;
			break;
		case FILL:
			memset(o->dst, o->value, o->bytes);
			s->clock += 1 + o->bytes / 1e5;
			break;
		case LAUNCH:
			fake_run(context, o);
			s->clock += 5;
			break;
		case RECORD:
			o->event->done = o->mark;
			o->event->clock = s->clock;
			break;
		case WAIT:
			wait(o->event, o->mark);
			if (o->event->clock > s->clock) s->clock = o->event->clock;
			break;
		}
	} else if (o->kind == RECORD) {
		o->event->done = o->mark;
	}
	s->head = o->next;
	if (s->head == NULL) s->tail = &s->head;
	if (o->staged) free((void *)o->src);
	free(o);
	return 1;
}

void fake_drain(CUstream s) {
	while (step(s)) {
	}
}

static int touches(CUstream s, const unsigned char *p, size_t bytes) {
	for (Operation *o = s->head; o != NULL; o = o->next) {
		const unsigned char *src = o->src, *dst = o->dst;
		if (o->kind == COPY && ((src < p + bytes && p < src + o->bytes) || (dst < p + bytes && p < dst + o->bytes))) return 1;
	}
	return 0;
}

int fake_waits(const void *p, size_t bytes) {
	if (touches(&fake_current->standard, p, bytes)) return 1;
	for (CUstream s = fake_current->streams; s != NULL; s = s->next) {
		if (touches(s, p, bytes)) return 1;
	}
	return 0;
}

CUresult cuStreamCreateWithPriority(CUstream *made, unsigned flags, int priority) {
	ENTER
	CUstream s = calloc(1, sizeof *s);
	s->context = fake_current;
	s->tail = &s->head;
	s->next = fake_current->streams;
	*made = fake_current->streams = s;
	LEAVE
}

CUresult cuStreamDestroy_v2(CUstream s) {
	ENTER
	fake_drain(s);
	for (CUstream *link = &fake_current->streams; *link != NULL; link = &(*link)->next) {
		if (*link == s) { *link = s->next; break; }
	}
	free(s);
	LEAVE
}

CUresult cuStreamSynchronize(CUstream s) {
	ENTER
	fake_drain(fake_stream(s));
	LEAVE
}

// A query finds the stream one operation further than the last.
CUresult cuStreamQuery(CUstream s) {
	ENTER
	step(fake_stream(s));
	if (fake_stream(s)->head != NULL) result = CUDA_ERROR_NOT_READY;
	LEAVE
}

CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags) {
	ENTER
	Operation o = {.kind = WAIT, .event = e, .mark = e->recorded};
	result = fake_enqueue(s, o);
	LEAVE
}

CUresult cuEventCreate(CUevent *made, unsigned flags) {
	ENTER
	CUevent e = calloc(1, sizeof *e);
	e->context = fake_current;
	e->timing = !(flags & CU_EVENT_DISABLE_TIMING);
	*made = e;
	LEAVE
}

// Destroyed events may still be in a queue: their few bytes stay.
CUresult cuEventDestroy_v2(CUevent e) {
	ENTER
	LEAVE
}

CUresult cuEventRecord(CUevent e, CUstream s) {
	ENTER
	if (e->context != fake_current) {
		result = CUDA_ERROR_INVALID_HANDLE;
	} else {
		e->stream = fake_stream(s);
		Operation o = {.kind = RECORD, .event = e, .mark = ++e->recorded};
		result = fake_enqueue(s, o);
	}
	LEAVE
}

CUresult cuEventSynchronize(CUevent e) {
	ENTER
	wait(e, e->recorded);
	LEAVE
}

CUresult cuEventQuery(CUevent e) {
	ENTER
	if (e->done < e->recorded) step(e->stream);
	if (e->done < e->recorded) result = CUDA_ERROR_NOT_READY;
	LEAVE
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
	ENTER
	if (start->recorded == 0 || end->recorded == 0 || !start->timing || !end->timing) {
		result = CUDA_ERROR_INVALID_HANDLE;
	} else if (start->done < start->recorded || end->done < end->recorded) {
		result = CUDA_ERROR_NOT_READY;
	} else {
		*milliseconds = (end->clock - start->clock) / 1e3;
	}
	LEAVE
}
