// NVML without a GPU, for tests: it knows the two GPUs of the fake driver. The fan of the
// first is not supported, and the second tells nothing but its temperature.

#include <stdio.h>
#include <string.h>

#define NOT_SUPPORTED 3
#define NOT_FOUND 6

typedef struct device { int index; } *Device;
typedef struct { unsigned gpu, memory; } Utilization;

static struct device devices[2] = {{0}, {1}};
static int started;

int nvmlInit_v2(void) { started = 1; return 0; }
const char *nvmlErrorString(int code) { return code == NOT_SUPPORTED ? "Not Supported" : "Unknown Error"; }

int nvmlSystemGetDriverVersion(char *version, unsigned room) {
	snprintf(version, room, "550.54.14");
	return 0;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, Device *d) {
	const char *known = "GPU-fafafafa-fafa-fafa-fafa-fafafafafa0";
	if (!started || strlen(uuid) != strlen(known) + 1 || strncmp(uuid, known, strlen(known)) != 0) return NOT_FOUND;
	int index = uuid[strlen(known)] - '0';
	if (index < 0 || index > 1) return NOT_FOUND;
	*d = &devices[index];
	return 0;
}

static int tell(Device d, unsigned *to, unsigned value) {
	if (d->index != 0) return NOT_SUPPORTED;
	*to = value;
	return 0;
}

int nvmlDeviceGetTemperature(Device d, int sensor, unsigned *to) {
	*to = 41 + d->index;
	return sensor == 0 ? 0 : NOT_SUPPORTED;
}
int nvmlDeviceGetPowerUsage(Device d, unsigned *to) { return tell(d, to, 61250); }
int nvmlDeviceGetEnforcedPowerLimit(Device d, unsigned *to) { return tell(d, to, 400000); }
int nvmlDeviceGetFanSpeed(Device d, unsigned *to) { return NOT_SUPPORTED; }
int nvmlDeviceGetPerformanceState(Device d, unsigned *to) { return tell(d, to, 2); }
int nvmlDeviceGetClockInfo(Device d, int type, unsigned *to) { return tell(d, to, 1000 + type); }
int nvmlDeviceGetMaxClockInfo(Device d, int type, unsigned *to) { return tell(d, to, 1400 + type); }

int nvmlDeviceGetUtilizationRates(Device d, Utilization *to) {
	if (d->index != 0) return NOT_SUPPORTED;
	*to = (Utilization){.gpu = 17, .memory = 5};
	return 0;
}
