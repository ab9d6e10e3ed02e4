// runner runs kernels of an emulation library for a process that is not linked with it:
//
//	runner LIBRARY MEMORY BYTES
//
// MEMORY is a file that both processes map; here it lies at a fixed address, which is the base
// of all device addresses. Each request on standard input is a Request, the kernel's name
// and its parameter; the answer is what gputour_emulate answered, 4 bytes.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

struct Request {
	unsigned nameBytes, paramBytes, grid[3], block[3], shared;
};

typedef int Emulate(const char *, const unsigned *, const unsigned *, unsigned, const void *, unsigned long);

static bool readAll(void *to, size_t n) {
	for (char *p = (char *)to; n > 0;) {
		ssize_t k = read(0, p, n);
		if (k <= 0) return false;
		p += k, n -= k;
	}
	return true;
}

int main(int argc, char **argv) {
	if (argc != 4) return 2;
	void *library = dlopen(argv[1], RTLD_NOW);
	Emulate *emulate = library ? (Emulate *)dlsym(library, "gputour_emulate") : nullptr;
	int memory = open(argv[2], O_RDWR);
	void *base = (void *)0x200000000000;
	if (!emulate || memory < 0 ||
		mmap(base, strtoull(argv[3], nullptr, 10), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory, 0) != base) {
		fprintf(stderr, "runner: %s\n", emulate ? "no memory" : dlerror());
		return 1;
	}
	Request r;
	while (readAll(&r, sizeof r)) {
		std::vector<char> name(r.nameBytes + 1), params(r.paramBytes);
		if (!readAll(name.data(), r.nameBytes) || !readAll(params.data(), r.paramBytes)) return 1;
		int answer = emulate(name.data(), r.grid, r.block, r.shared, params.data(), r.paramBytes);
		if (write(1, &answer, sizeof answer) != sizeof answer) return 1;
	}
	return 0;
}
