//go:build linux && cuda

// Libraries of NVIDIA's that are opened at run time.

#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

int gputour_library_open(const char *path, const struct symbol *symbols, size_t count, char *reason, size_t room) {
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL) {
		snprintf(reason, room, "%s", dlerror());
		return 1;
	}
	for (size_t i = 0; i < count; i++) {
		*symbols[i].at = dlsym(library, symbols[i].name);
		if (*symbols[i].at == NULL) {
			snprintf(reason, room, "%s has no %s", path, symbols[i].name);
			return 1;
		}
	}
	return 0;
}
