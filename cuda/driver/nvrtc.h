#include <stddef.h>

// gputour_nvrtc_open opens NVRTC. It returns 0, or writes why not into reason.
int gputour_nvrtc_open(const char *path, char *reason, size_t room);

int gputour_nvrtc_version(int *major, int *minor);

// gputour_nvrtc_compile returns NVRTC's code. Whatever it is, *log is the compiler's text
// or NULL; for 0, *ptx is the PTX and entries[i] the name in it of kernels[i]. The caller
// frees them all.
int gputour_nvrtc_compile(const char *source, const char *file, int optionCount, const char **options,
	int kernelCount, const char **kernels, char **ptx, char **entries, char **log);

const char *gputour_nvrtc_text(int code);
