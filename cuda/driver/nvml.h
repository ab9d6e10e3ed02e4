#include <stddef.h>

// What gputour_nvml_read fills in, in this order; -1 where the board does not say.
enum {
	NVML_CELSIUS, NVML_MILLIWATTS, NVML_LIMIT_MILLIWATTS, NVML_BUSY, NVML_MEMORY_BUSY, NVML_FAN, NVML_STATE,
	NVML_GRAPHICS_MHZ, NVML_SM_MHZ, NVML_MEMORY_MHZ, NVML_MOST_GRAPHICS_MHZ, NVML_MOST_SM_MHZ, NVML_MOST_MEMORY_MHZ, NVML_READINGS
};

// gputour_nvml_open opens and starts NVML. It returns 0, or writes why not into reason.
int gputour_nvml_open(const char *path, char *reason, size_t room);

// gputour_nvml_version writes the driver's version.
int gputour_nvml_version(char *version, unsigned room);

// gputour_nvml_read reads the sensors of the GPU with a UUID, "GPU-" included. It returns 0, or NVML's code.
int gputour_nvml_read(const char *uuid, int *readings);
