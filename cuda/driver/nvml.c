//go:build linux && cuda

// NVML, NVIDIA's management library, opened at run time. It comes with the driver. The
// declarations are those of nvml.h, "NVML API Reference Guide", version 11 and later.

#include "nvml.h"
#include "library.h"

#include <stdio.h>

typedef struct device *Device;

static struct {
	int (*init)(void);
	int (*version)(char *, unsigned);
	int (*find)(const char *, Device *);
	int (*temperature)(Device, int, unsigned *);
	int (*power)(Device, unsigned *);
	int (*limit)(Device, unsigned *);
	int (*busy)(Device, unsigned *); // of the GPU and of its memory
	int (*fan)(Device, unsigned *);
	int (*state)(Device, unsigned *);
	int (*clock)(Device, int, unsigned *);
	int (*most)(Device, int, unsigned *);
	const char *(*text)(int);
} nvml;

static const struct symbol names[] = {
	{"nvmlInit_v2", (void **)&nvml.init},
	{"nvmlSystemGetDriverVersion", (void **)&nvml.version},
	{"nvmlDeviceGetHandleByUUID", (void **)&nvml.find},
	{"nvmlDeviceGetTemperature", (void **)&nvml.temperature},
	{"nvmlDeviceGetPowerUsage", (void **)&nvml.power},
	{"nvmlDeviceGetEnforcedPowerLimit", (void **)&nvml.limit},
	{"nvmlDeviceGetUtilizationRates", (void **)&nvml.busy},
	{"nvmlDeviceGetFanSpeed", (void **)&nvml.fan},
	{"nvmlDeviceGetPerformanceState", (void **)&nvml.state},
	{"nvmlDeviceGetClockInfo", (void **)&nvml.clock},
	{"nvmlDeviceGetMaxClockInfo", (void **)&nvml.most},
	{"nvmlErrorString", (void **)&nvml.text},
};

int gputour_nvml_open(const char *path, char *reason, size_t room) {
	int code = gputour_library_open(path, names, sizeof names / sizeof *names, reason, room);
	if (code != 0) return code;
	code = nvml.init();
	if (code != 0) snprintf(reason, room, "nvmlInit fails with error %d: %s", code, nvml.text(code));
	return code;
}

int gputour_nvml_version(char *version, unsigned room) { return nvml.version(version, room); }

// The clocks in the order of readings: nvmlClockType_t has graphics 0, SM 1, memory 2.
int gputour_nvml_read(const char *uuid, int *readings) {
	Device d;
	int code = nvml.find(uuid, &d);
	if (code != 0) return code;
	for (int i = 0; i < NVML_READINGS; i++) readings[i] = -1;
	unsigned n[2];
#define READ(i, call) if ((call) == 0) readings[i] = n[0]
	READ(NVML_CELSIUS, nvml.temperature(d, 0, n));
	READ(NVML_MILLIWATTS, nvml.power(d, n));
	READ(NVML_LIMIT_MILLIWATTS, nvml.limit(d, n));
	READ(NVML_BUSY, nvml.busy(d, n));
	if (readings[NVML_BUSY] >= 0) readings[NVML_MEMORY_BUSY] = n[1];
	READ(NVML_FAN, nvml.fan(d, n));
	READ(NVML_STATE, nvml.state(d, n));
	for (int clock = 0; clock < 3; clock++) {
		READ(NVML_GRAPHICS_MHZ + clock, nvml.clock(d, clock, n));
		READ(NVML_MOST_GRAPHICS_MHZ + clock, nvml.most(d, clock, n));
	}
	return 0;
}
