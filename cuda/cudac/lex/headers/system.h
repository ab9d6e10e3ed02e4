// sys/utsname.h, sys/stat.h, sys/mman.h, fcntl.h, unistd.h, arpa/inet.h and getopt.h, as far as programs ask.

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
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 64
#define O_TRUNC 512
#define O_APPEND 1024
inline int open(const char *name, int flags, int mode = 0) { // a file's number is that of its stream
	FILE *f = fopen(name, flags & O_APPEND ? "a" : flags & O_TRUNC ? "w" : flags & O_RDWR ? "r+" : flags & O_WRONLY ? "w" : "r");
	return f ? (int)(size_t)f : -1;
}
inline long read(int file, void *to, size_t n) { return (long)fread(to, 1, n, (FILE *)(size_t)file); }
inline long write(int file, const void *from, size_t n) { return (long)fwrite(from, 1, n, (FILE *)(size_t)file); }
inline long lseek(int file, long offset, int from) { fseek((FILE *)(size_t)file, offset, from); return ftell((FILE *)(size_t)file); }
inline int close(int file) { return fclose((FILE *)(size_t)file); }
#define S_ISREG(mode) (((mode) & 0170000) == 0100000)
#define S_ISDIR(mode) 0
#define S_IFREG 0100000
#define S_IFDIR 0040000
struct stat { unsigned st_mode; long st_size, st_mtime; };
inline int stat(const char *name, struct stat *s) {
	FILE *f = fopen(name, "r");
	if (!f) return -1;
	fseek(f, 0, SEEK_END);
	s->st_size = ftell(f); s->st_mode = 0100644; s->st_mtime = 0;
	return fclose(f);
}
inline int access(const char *name, int mode) { FILE *f = fopen(name, "r"); return f ? fclose(f) : -1; }
inline int mkdir(const char *name, int mode) { return -1; }
#define R_OK 4
#define F_OK 0
inline unsigned htonl(unsigned v) { return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24; }
inline unsigned short htons(unsigned short v) { return v << 8 | v >> 8; }
inline unsigned ntohl(unsigned v) { return htonl(v); }
inline unsigned short ntohs(unsigned short v) { return htons(v); }
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

struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
inline int getopt_long(int argc, char **argv, const char *spec, const option *list, int *index) {
	if (optind >= argc || strncmp(argv[optind], "--", 2) != 0 || argv[optind][2] == 0) return getopt(argc, argv, spec);
	const char *name = argv[optind++] + 2;
	size_t n = 0;
	while (name[n] && name[n] != '=') n++;
	for (int i = 0; list[i].name; i++) {
		if (strlen(list[i].name) != n || strncmp(list[i].name, name, n) != 0) continue;
		optarg = nullptr;
		if (list[i].has_arg != no_argument && name[n] == '=') optarg = (char *)name + n + 1;
		else if (list[i].has_arg == required_argument) optarg = optind < argc ? argv[optind++] : nullptr;
		if (index) *index = i;
		if (list[i].has_arg == required_argument && !optarg) return '?';
		if (list[i].flag) { *list[i].flag = list[i].val; return 0; }
		return list[i].val;
	}
	return '?';
}
#define getopt_long_only getopt_long
struct rusage { timeval ru_utime, ru_stime; long ru_maxrss; };
#define RUSAGE_SELF 0
inline int getrusage(int who, rusage *r) { // a program's time is all its own
	long long n = __nanoseconds();
	memset(r, 0, sizeof(*r));
	r->ru_utime.tv_sec = n / 1000000000; r->ru_utime.tv_usec = n % 1000000000 / 1000;
	return 0;
}
