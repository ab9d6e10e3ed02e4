// sys/utsname.h, sys/stat.h, sys/mman.h and getopt.h, as far as programs ask.

struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65]; };
inline int uname(utsname *u) {
	memset(u, 0, sizeof(utsname));
	strcpy(u->sysname, "Linux");
	strcpy(u->nodename, "gpu");
	strcpy(u->machine, "x86_64");
	return 0;
}
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANON 32
#define MAP_ANONYMOUS 32
#define MAP_FAILED ((void *)-1)
inline void *mmap(void *at, size_t n, int protection, int flags, int file, long offset) { return malloc(n); }
inline int munmap(void *p, size_t n) { free(p); return 0; }
char *optarg = nullptr;
int optind = 1, opterr = 1, optopt = 0, __optat = 1;
inline int getopt(int argc, char **argv, const char *spec) {
	if (optind >= argc || argv[optind][0] != '-' || argv[optind][1] == 0) return -1;
	char c = argv[optind][__optat++];
	const char *s = spec;
	while (*s && (*s != c || *s == ':')) s++;
	bool last = argv[optind][__optat] == 0;
	if (*s && s[1] == ':') {
		optarg = last ? optind + 1 < argc ? argv[++optind] : nullptr : argv[optind] + __optat;
		last = true;
	}
	if (last) { optind++; __optat = 1; }
	if (!*s) optopt = c;
	return *s ? c : '?';
}
