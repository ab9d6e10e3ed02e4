// The fake driver's modules and launches. Of PTX it reads the kernels' names and the
// sizes of their parameters, so that a launch that does not fit them is refused.

#include "fake.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char *skip(const char *p) {
	while (isspace((unsigned char)*p)) p++;
	return p;
}

static const char *word(const char *p, char *out, size_t room) {
	size_t n = 0;
	p = skip(p);
	while (*p && !isspace((unsigned char)*p) && strchr("(),[]{};", *p) == NULL) {
		if (n + 1 < room) out[n++] = *p;
		p++;
	}
	out[n] = 0;
	return p;
}

// width is the size of a PTX type such as .u64; 0 for none.
static size_t width(const char *type) {
	size_t bits = strlen(type) > 2 ? atol(type + 2) : 0;
	return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
}

// parameter adds one declaration, ".param .align 8 .b8 name[48]" or ".param .u64 name".
static const char *parameter(const char *p, size_t *total) {
	char token[256];
	size_t align = 0, size = 0, elements = 1;
	for (p = skip(p); *p && *p != ',' && *p != ')'; p = skip(p)) {
		if (*p == '[') {
			elements = strtoul(p + 1, (char **)&p, 10);
			if (*p == ']') p++;
			continue;
		}
		const char *before = p;
		p = word(p, token, sizeof token);
		if (p == before) p++;
		if (strcmp(token, ".align") == 0) {
			p = word(p, token, sizeof token);
			align = strtoul(token, NULL, 10);
		} else if (token[0] == '.' && width(token) != 0) {
			size = width(token);
		}
	}
	if (align == 0) align = size ? size : 1;
	*total = (*total + align - 1) / align * align + size * elements;
	return p;
}

// fixed is the shared memory that a text declares, ".shared .align 4 .b8 name[256];".
static unsigned fixed(const char *p, const char *end) {
	size_t total = 0;
	while ((p = strstr(p, ".shared")) != NULL && p < end) {
		p += strlen(".shared");
		if (*p == '.' || *p == ':') continue; // an instruction: ld.shared.f32, .shared::cta
		const char *semicolon = strchr(p, ';');
		char declaration[512];
		size_t n = semicolon == NULL ? 0 : semicolon - p;
		if (n == 0 || n >= sizeof declaration) continue;
		memcpy(declaration, p, n);
		declaration[n] = 0;
		parameter(declaration, &total);
	}
	return total;
}

// threads is the product behind a directive such as ".maxntid 256, 1, 1"; 0 for none.
static unsigned long threads(const char *p, const char *end, const char *directive) {
	p = strstr(p, directive);
	if (p == NULL || p >= end) return 0;
	unsigned long n = 1;
	char *next = (char *)p + strlen(directive);
	do n *= strtoul(next, &next, 10), next = (char *)skip(next);
	while (*next++ == ',');
	return n;
}

static CUresult parse(CUmodule module, char *text) {
	for (char *c = strstr(text, "//"); c != NULL; c = strstr(c, "//")) { // comments
		while (*c && *c != '\n') *c++ = ' ';
	}
	const char *target = strstr(text, ".target sm_");
	if (strstr(text, ".version") == NULL || target == NULL) return CUDA_ERROR_INVALID_PTX;
	if (atol(target + strlen(".target sm_")) > 80) return CUDA_ERROR_NO_BINARY_FOR_GPU;
	for (const char *p = strstr(text, ".entry"); p != NULL; p = strstr(p, ".entry")) {
		CUfunction f = calloc(1, sizeof *f);
		p = skip(word(p + strlen(".entry"), f->name, sizeof f->name));
		f->module = module;
		f->next = module->functions;
		module->functions = f;
		if (*p == '(') {
			do p = parameter(p + 1, &f->parameters);
			while (*p == ',');
		}
		const char *body = strchr(p, '{'), *end = strstr(p, ".entry");
		if (end == NULL) end = p + strlen(p);
		if (body == NULL) return CUDA_ERROR_INVALID_PTX;
		f->empty = strncmp(skip(body + 1), "ret;", 4) == 0;
		f->most = threads(p, body, ".maxntid");
		f->fixed = fixed(text, strstr(text, ".entry")) + fixed(body, end);
		if (f->fixed > 48 << 10) return CUDA_ERROR_INVALID_PTX;
	}
	return CUDA_SUCCESS;
}

CUresult cuModuleLoadDataEx(CUmodule *made, const void *image, unsigned n, CUjit_option *options, void **values) {
	ENTER
	CUmodule m = calloc(1, sizeof *m);
	m->context = fake_current;
	char *text = strdup(image);
	result = parse(m, text);
	free(text);
	*made = m;
	for (unsigned i = 0; i + 1 < n && result != CUDA_SUCCESS; i++) {
		if (options[i] == CU_JIT_ERROR_LOG_BUFFER) {
			snprintf(values[i], (size_t)values[i + 1], "the fake driver sees no PTX for sm_80 here");
		}
	}
	LEAVE
}

CUresult cuModuleLoadData(CUmodule *made, const void *image) { return cuModuleLoadDataEx(made, image, 0, NULL, NULL); }

// The fake's images are PTX.
struct CUlinkState_st { char *text; };

CUresult cuLinkCreate_v2(unsigned n, CUjit_option *options, void **values, CUlinkState *made) {
	ENTER
	*made = calloc(1, sizeof **made);
	LEAVE
}

CUresult cuLinkAddData_v2(CUlinkState s, CUjitInputType type, void *data, size_t bytes, const char *name,
	unsigned n, CUjit_option *options, void **values) {
	ENTER
	struct CUmod_st scratch = {.context = fake_current};
	char *text = strdup(data);
	result = type != CU_JIT_INPUT_PTX || bytes != strlen(data) + 1 ? CUDA_ERROR_INVALID_VALUE : parse(&scratch, text);
	free(text);
	s->text = strdup(data);
	LEAVE
}

CUresult cuLinkComplete(CUlinkState s, void **image, size_t *size) {
	ENTER
	*image = s->text;
	*size = strlen(s->text) + 1;
	LEAVE
}

CUresult cuLinkDestroy(CUlinkState s) {
	ENTER
	free(s->text);
	free(s);
	LEAVE
}

CUresult cuModuleUnload(CUmodule m) {
	ENTER
	LEAVE
}

CUresult cuModuleGetFunction(CUfunction *found, CUmodule m, const char *name) {
	ENTER
	result = m->context == fake_current ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_INVALID_HANDLE;
	for (CUfunction f = m->functions; f != NULL && result == CUDA_ERROR_NOT_FOUND; f = f->next) {
		if (strcmp(f->name, name) == 0) {
			*found = f;
			result = CUDA_SUCCESS;
		}
	}
	LEAVE
}

CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute attribute, int value) {
	ENTER
	if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES && value >= 0 && value + f->fixed <= 163 << 10) f->allowed = value;
	else result = CUDA_ERROR_INVALID_VALUE;
	LEAVE
}

CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned shared, CUstream stream, void **parameters, void **extra) {
	ENTER
	const void *packed = NULL;
	size_t bytes = 0;
	for (; extra != NULL && *extra != CU_LAUNCH_PARAM_END; extra += 2) {
		if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) packed = extra[1];
		if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) bytes = *(size_t *)extra[1];
	}
	unsigned long threads = (unsigned long)bx * by * bz;
	const char *wrong = NULL;
	if (f->module->context != fake_current) wrong = "belongs to another context";
	else if (gx == 0 || gy == 0 || gz == 0 || gx > 2147483647u || gy > 65535 || gz > 65535) wrong = "has a grid out of bounds";
	else if (threads == 0 || threads > 1024 || bz > 64 || f->most != 0 && threads > f->most) wrong = "has a block out of bounds";
	else if (f->allowed != 0 ? shared > f->allowed : shared + f->fixed > 48 << 10) wrong = "asks for more shared memory than it may";
	else if (parameters != NULL || bytes != f->parameters) wrong = "has parameters of another size";
	if (wrong != NULL) {
		fprintf(stderr, "fake driver: a launch of %s %s (%zu bytes for %zu)\n", f->name, wrong, bytes, f->parameters);
		result = CUDA_ERROR_INVALID_VALUE;
	} else {
		Operation o = {.kind = LAUNCH, .function = f, .grid = {gx, gy, gz}, .block = {bx, by, bz}, .shared = shared, .bytes = bytes};
		o.staged = 1;
		o.src = memcpy(malloc(bytes + 1), packed, bytes);
		result = fake_enqueue(stream, o);
	}
	LEAVE
}

typedef int Emulate(const char *, const unsigned *, const unsigned *, unsigned, const void *, unsigned long);

// emulator is what runs kernels; NULL: launches are checked only.
static Emulate *emulator(void) {
	static Emulate *emulate;
	static int looked;
	const char *path = getenv("GPUTOUR_FAKE_KERNELS");
	if (looked || path == NULL || *path == 0) return emulate;
	looked = 1;
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL) fprintf(stderr, "fake driver: %s\n", dlerror());
	else emulate = (Emulate *)dlsym(library, "gputour_emulate");
	return emulate;
}

int fake_hangs(CUfunction f) {
	const char *name = getenv("GPUTOUR_FAKE_HANG");
	return name != NULL && *name && strstr(f->name, name) != NULL;
}

void fake_run(CUcontext context, Operation *o) {
	const char *fault = getenv("GPUTOUR_FAKE_FAULT");
	if (fault != NULL && *fault && strstr(o->function->name, fault) != NULL) {
		context->sticky = CUDA_ERROR_ILLEGAL_ADDRESS;
		return;
	}
	Emulate *emulate = emulator();
	if (emulate == NULL || o->function->empty) return;
	int answer = emulate(o->function->name, o->grid, o->block, o->shared, o->src, o->bytes);
	if (answer != 0) {
		fprintf(stderr, "fake driver: emulating %s answers %d\n", o->function->name, answer);
		context->sticky = CUDA_ERROR_LAUNCH_FAILED;
	}
}
