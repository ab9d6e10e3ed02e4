#include <cuda.h>

// gputour_open opens the driver's library and starts the driver. It returns the driver's
// code and, where that is not CUDA_SUCCESS, writes why into reason. It is called once,
// before any other function.
int gputour_open(const char *path, char *reason, size_t room);

// gputour_launch launches f with its parameters packed as its interface lays them out.
CUresult gputour_launch(CUcontext ctx, CUfunction f, unsigned gx, unsigned gy, unsigned gz,
	unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream stream, void *params, size_t bytes);

// gputour_load compiles PTX; the compiler's words about what is wrong go into log.
CUresult gputour_load(CUmodule *module, const char *ptx, char *log, size_t room);

// gputour_assemble compiles PTX, bytes with its final 0, to the code of the current
// context's GPU. The caller frees *image.
CUresult gputour_assemble(const char *ptx, size_t bytes, void **image, size_t *size);
