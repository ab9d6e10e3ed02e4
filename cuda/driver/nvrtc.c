//go:build linux && cuda

// NVRTC, opened at run time.

#include "nvrtc.h"
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct program *Program;

static struct {
	int (*version)(int *, int *);
	int (*create)(Program *, const char *, const char *, int, const char **, const char **);
	int (*want)(Program, const char *);
	int (*compile)(Program, int, const char **);
	int (*ptxSize)(Program, size_t *);
	int (*ptx)(Program, char *);
	int (*logSize)(Program, size_t *);
	int (*log)(Program, char *);
	int (*lowered)(Program, const char *, const char **);
	int (*destroy)(Program *);
	const char *(*text)(int);
} nvrtc;

static const struct symbol names[] = {
	{"nvrtcVersion", (void **)&nvrtc.version},
	{"nvrtcCreateProgram", (void **)&nvrtc.create},
	{"nvrtcAddNameExpression", (void **)&nvrtc.want},
	{"nvrtcCompileProgram", (void **)&nvrtc.compile},
	{"nvrtcGetPTXSize", (void **)&nvrtc.ptxSize},
	{"nvrtcGetPTX", (void **)&nvrtc.ptx},
	{"nvrtcGetProgramLogSize", (void **)&nvrtc.logSize},
	{"nvrtcGetProgramLog", (void **)&nvrtc.log},
	{"nvrtcGetLoweredName", (void **)&nvrtc.lowered},
	{"nvrtcDestroyProgram", (void **)&nvrtc.destroy},
	{"nvrtcGetErrorString", (void **)&nvrtc.text},
};

int gputour_nvrtc_open(const char *path, char *reason, size_t room) {
	return gputour_library_open(path, names, sizeof names / sizeof *names, reason, room);
}

int gputour_nvrtc_version(int *major, int *minor) { return nvrtc.version(major, minor); }
const char *gputour_nvrtc_text(int code) { return nvrtc.text(code); }

// output reads one of a program's texts.
static char *output(Program p, int (*size)(Program, size_t *), int (*get)(Program, char *)) {
	size_t n = 0;
	if (size(p, &n) != 0 || n == 0) return NULL;
	char *text = calloc(n + 1, 1);
	get(p, text);
	return text;
}

int gputour_nvrtc_compile(const char *source, const char *file, int optionCount, const char **options,
	int kernelCount, const char **kernels, char **ptx, char **entries, char **log) {
	Program p = NULL;
	int code = nvrtc.create(&p, source, file, 0, NULL, NULL);
	for (int i = 0; code == 0 && i < kernelCount; i++) code = nvrtc.want(p, kernels[i]);
	if (code == 0) {
		code = nvrtc.compile(p, optionCount, options);
		*log = output(p, nvrtc.logSize, nvrtc.log);
	}
	for (int i = 0; code == 0 && i < kernelCount; i++) {
		const char *name = NULL;
		code = nvrtc.lowered(p, kernels[i], &name);
		if (code == 0) entries[i] = strdup(name);
	}
	if (code == 0) *ptx = output(p, nvrtc.ptxSize, nvrtc.ptx);
	if (p != NULL) nvrtc.destroy(&p);
	return code;
}
