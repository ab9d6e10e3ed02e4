// An NVRTC without a compiler, for tests: of a source it reads the kernels that are
// wanted and their parameters, and declares them in PTX with no code. A source with #error
// does not compile.

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	char *source, *file, *log;
	char *wanted[16], *entries[16];
	int count;
	char ptx[1 << 16];
} Program;

enum { OK, OUT_OF_MEMORY, CREATION, INVALID_INPUT, INVALID_PROGRAM, INVALID_OPTION, COMPILATION };

int nvrtcVersion(int *major, int *minor) { *major = 12; *minor = 4; return OK; }

const char *nvrtcGetErrorString(int code) {
	return code == COMPILATION ? "NVRTC_ERROR_COMPILATION" : code == INVALID_OPTION ? "NVRTC_ERROR_INVALID_OPTION" : "NVRTC_ERROR";
}

int nvrtcCreateProgram(Program **made, const char *source, const char *file, int n, const char **headers, const char **names) {
	Program *p = calloc(1, sizeof *p);
	p->source = strdup(source);
	p->file = strdup(file);
	p->log = strdup("");
	*made = p;
	return OK;
}

int nvrtcAddNameExpression(Program *p, const char *name) {
	p->wanted[p->count++] = strdup(name);
	return OK;
}

static int bytes(const char *type) {
	if (strchr(type, '*') || strstr(type, "double") || strstr(type, "long")) return 8;
	return strstr(type, "char") || strstr(type, "bool") ? 1 : strstr(type, "short") ? 2 : 4;
}

// declare appends the entry of a kernel, found by its name before a parenthesis.
static int declare(Program *p, int i) {
	char call[256], mangled[256];
	snprintf(call, sizeof call, " %s(", p->wanted[i]);
	const char *at = strstr(p->source, call);
	if (at == NULL) return 0;
	snprintf(mangled, sizeof mangled, "_Z%zu%s", strlen(p->wanted[i]), p->wanted[i]);
	p->entries[i] = strdup(mangled);
	sprintf(p->ptx + strlen(p->ptx), ".visible .entry %s(", mangled);
	const char *start = at + strlen(call);
	for (int k = 0; *start && start[-1] != ')'; k++) {
		const char *end = start + strcspn(start, ",)");
		char type[256];
		snprintf(type, sizeof type, "%.*s", (int)(end - start), start);
		if (strspn(type, " ") != strlen(type)) sprintf(p->ptx + strlen(p->ptx), "%s .param .b%d %s_param_%d", k ? "," : "", 8 * bytes(type), mangled, k);
		start = end + 1;
	}
	strcat(p->ptx, ") { ret; }\n");
	return 1;
}

int nvrtcCompileProgram(Program *p, int n, const char **options) {
	for (int i = 0; i < n; i++) {
		if (strncmp(options[i], "--", 2) != 0) return INVALID_OPTION;
	}
	char log[1024];
	const char *error = strstr(p->source, "#error");
	strcpy(p->ptx, ".version 8.4\n.target sm_80\n.address_size 64\n");
	if (error != NULL) {
		int line = 1;
		for (const char *c = p->source; c < error; c++) line += *c == '\n';
		snprintf(log, sizeof log, "%s(%d): catastrophic error: #error directive\n", p->file, line);
	}
	for (int i = 0; i < p->count && error == NULL; i++) {
		if (!declare(p, i)) {
			snprintf(log, sizeof log, "error: name expression \"%s\" not found\n", p->wanted[i]);
			error = p->source;
		}
	}
	if (error != NULL) p->log = strdup(log);
	return error == NULL ? OK : COMPILATION;
}

int nvrtcGetPTXSize(Program *p, size_t *size) { *size = strlen(p->ptx) + 1; return OK; }
int nvrtcGetPTX(Program *p, char *ptx) { strcpy(ptx, p->ptx); return OK; }
int nvrtcGetProgramLogSize(Program *p, size_t *size) { *size = strlen(p->log) + 1; return OK; }
int nvrtcGetProgramLog(Program *p, char *log) { strcpy(log, p->log); return OK; }

int nvrtcGetLoweredName(Program *p, const char *name, const char **lowered) {
	for (int i = 0; i < p->count; i++) {
		if (strcmp(p->wanted[i], name) == 0) { *lowered = p->entries[i]; return OK; }
	}
	return INVALID_INPUT;
}

int nvrtcDestroyProgram(Program **p) { free(*p); *p = NULL; return OK; }
