// nvrtc.h: sources are compiled by the compiler of the cell itself. What it gives for PTX is a name
// that the driver API's modules take.

enum nvrtcResult { NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, NVRTC_ERROR_INVALID_INPUT = 3, NVRTC_ERROR_INVALID_PROGRAM = 4, NVRTC_ERROR_INVALID_OPTION = 5, NVRTC_ERROR_COMPILATION = 6, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10, NVRTC_ERROR_INTERNAL_ERROR = 11 };
struct _nvrtcProgram {
	const char *source, *name, *log;
	int image, headers;
	char **texts, **names;
};
typedef _nvrtcProgram *nvrtcProgram;
int __compile(const char *source, const char *name, const char *const *options, int count, char **texts, char **names, int headers);
int __compiled(int image);
const char *__compileLog(int image);
const char *__compileImage(int image);
inline char *__copied(const char *s) { char *p = (char *)__newQuiet(strlen(s) + 1); strcpy(p, s); return p; }
inline nvrtcResult nvrtcVersion(int *major, int *minor) { *major = 12; *minor = 0; return NVRTC_SUCCESS; }
inline const char *nvrtcGetErrorString(nvrtcResult r) {
	const char *names[12] = {"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT", "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION", "", "", "", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR"};
	return names[(int)r];
}
inline nvrtcResult nvrtcCreateProgram(nvrtcProgram *p, const char *source, const char *name, int headers, const char *const *texts, const char *const *names) {
	nvrtcProgram q = (nvrtcProgram)__newQuiet(sizeof(_nvrtcProgram));
	q->source = __copied(source);
	q->name = __copied(name ? name : "default_program");
	q->image = 0;
	q->headers = headers;
	q->texts = (char **)__newQuiet(8 * headers + 8);
	q->names = (char **)__newQuiet(8 * headers + 8);
	for (int i = 0; i < headers; i++) { q->texts[i] = __copied(texts[i]); q->names[i] = __copied(names[i]); }
	*p = q;
	return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcDestroyProgram(nvrtcProgram *p) { *p = nullptr; return NVRTC_SUCCESS; }
inline nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int count, const char *const *options) {
	p->image = __compile(p->source, p->name, options, count, p->texts, p->names, p->headers);
	p->log = __compileLog(p->image);
	return __compiled(p->image) ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
}
inline nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram p, size_t *n) { *n = p->image ? strlen(p->log) + 1 : 1; return NVRTC_SUCCESS; }
inline nvrtcResult nvrtcGetProgramLog(nvrtcProgram p, char *log) { if (p->image) strcpy(log, p->log); else *log = 0; return NVRTC_SUCCESS; }
inline nvrtcResult nvrtcGetPTXSize(nvrtcProgram p, size_t *n) {
	if (!__compiled(p->image)) return NVRTC_ERROR_INVALID_PROGRAM;
	*n = strlen(__compileImage(p->image)) + 1;
	return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetPTX(nvrtcProgram p, char *ptx) {
	if (!__compiled(p->image)) return NVRTC_ERROR_INVALID_PROGRAM;
	strcpy(ptx, __compileImage(p->image));
	return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetCUBINSize(nvrtcProgram p, size_t *n) { return nvrtcGetPTXSize(p, n); }
inline nvrtcResult nvrtcGetCUBIN(nvrtcProgram p, char *cubin) { return nvrtcGetPTX(p, cubin); }
