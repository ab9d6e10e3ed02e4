// dirent.h and glob.h: programs are given files by their names, and no folders to list.

struct dirent { unsigned long d_ino; unsigned char d_type; char d_name[256]; };
typedef struct __folder DIR;
#define DT_DIR 4
#define DT_REG 8
inline DIR *opendir(const char *name) { errno = 2; return nullptr; }
inline dirent *readdir(DIR *d) { return nullptr; }
inline int closedir(DIR *d) { return 0; }

struct glob_t { size_t gl_pathc; char **gl_pathv; size_t gl_offs; };
#define GLOB_NOSPACE 1
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3
inline int glob(const char *pattern, int flags, int (*failed)(const char *, int), glob_t *found) {
	found->gl_pathc = 0;
	found->gl_pathv = nullptr;
	FILE *f = fopen(pattern, "r");
	if (!f) return GLOB_NOMATCH;
	fclose(f);
	found->gl_pathc = 1;
	found->gl_pathv = (char **)malloc(2 * sizeof(char *));
	found->gl_pathv[0] = strdup(pattern);
	found->gl_pathv[1] = nullptr;
	return 0;
}
inline void globfree(glob_t *found) {
	for (size_t i = 0; i < found->gl_pathc; i++) free(found->gl_pathv[i]);
	free(found->gl_pathv);
	found->gl_pathc = 0;
	found->gl_pathv = nullptr;
}
