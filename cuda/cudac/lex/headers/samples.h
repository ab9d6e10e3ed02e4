// helper_functions.h with helper_timer.h, helper_string.h and helper_image.h: what CUDA's samples measure, read
// their arguments and compare with.

#include <string>
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

struct StopWatchInterface {
	double total, began;
	int runs, running;
	void start() { began = __nanoseconds() * 1e-6; running = 1; }
	void stop() { if (running) { total += __nanoseconds() * 1e-6 - began; runs++; running = 0; } }
	void reset() { total = 0; runs = 0; if (running) began = __nanoseconds() * 1e-6; }
	float getTime() { return (float)(running ? total + __nanoseconds() * 1e-6 - began : total); }
	float getAverageTime() { return runs > 0 ? (float)(total / runs) : 0.0f; }
};
inline bool sdkCreateTimer(StopWatchInterface **t) { *t = (StopWatchInterface *)__newQuiet(sizeof(StopWatchInterface)); (*t)->running = 0; (*t)->began = 0; (*t)->reset(); return true; }
inline bool sdkDeleteTimer(StopWatchInterface **t) { if (*t) __delete(*t, 2); *t = nullptr; return true; }
inline bool sdkStartTimer(StopWatchInterface **t) { if (*t) (*t)->start(); return true; }
inline bool sdkStopTimer(StopWatchInterface **t) { if (*t) (*t)->stop(); return true; }
inline bool sdkResetTimer(StopWatchInterface **t) { if (*t) (*t)->reset(); return true; }
inline float sdkGetTimerValue(StopWatchInterface **t) { return *t ? (*t)->getTime() : 0.0f; }
inline float sdkGetAverageTimerValue(StopWatchInterface **t) { return *t ? (*t)->getAverageTime() : 0.0f; }

inline int stringRemoveDelimiter(char delimiter, const char *s) { int i = 0; while (s[i] == delimiter) i++; return i >= (int)strlen(s) - 1 ? 0 : i; }
inline const char *__argument(int argc, const char **argv, const char *name) {
	size_t n = strlen(name);
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];
		while (*a == '-') a++;
		if (strncmp(a, name, n) == 0 && (a[n] == 0 || a[n] == '=')) return a[n] == '=' ? a + n + 1 : a + n;
	}
	return nullptr;
}
inline bool checkCmdLineFlag(int argc, const char **argv, const char *name) { return __argument(argc, argv, name) != nullptr; }
inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name) { const char *v = __argument(argc, argv, name); return v ? atoi(v) : 0; }
inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name) { const char *v = __argument(argc, argv, name); return v ? (float)atof(v) : 0.0f; }
inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value) { const char *v = __argument(argc, argv, name); *value = (char *)v; return v != nullptr; }
template <class T> bool getCmdLineArgumentValue(int argc, const char **argv, const char *name, T *value) { const char *v = __argument(argc, argv, name); if (v) *value = (T)atof(v); return v != nullptr; }

inline char *sdkFindFilePath(const char *name, const char *program) {
	const char *folders[4] = {"", "data/", "../data/", "../../data/"};
	for (int i = 0; i < 4; i++) {
		char *path = (char *)malloc(strlen(name) + 16); // who asks frees it
		strcpy(path, folders[i]);
		strcat(path, name);
		FILE *f = fopen(path, "rb");
		if (f) { fclose(f); return path; }
		free(path);
	}
	return nullptr;
}
inline void sdkDumpBin(void *data, unsigned bytes, const char *name) { FILE *f = fopen(name, "wb"); if (f) { fwrite(data, 1, bytes, f); fclose(f); } }
template <class T> bool compareData(const T *want, const T *got, unsigned n, T epsilon, float threshold) {
	unsigned wrong = 0;
	for (unsigned i = 0; i < n; i++) { double d = (double)want[i] - (double)got[i]; wrong += !(d <= epsilon && d >= -epsilon); }
	return threshold == 0 ? wrong == 0 : wrong <= threshold * n;
}
inline bool sdkCompareL2fe(const float *want, const float *got, unsigned n, float epsilon) {
	double error = 0, norm = 0;
	for (unsigned i = 0; i < n; i++) { double d = (double)want[i] - got[i]; error += d * d; norm += (double)want[i] * want[i]; }
	return norm > 1e-7 && sqrt(error) / sqrt(norm) < epsilon;
}
inline bool __skipPNM(FILE *f, unsigned *w, unsigned *h, int *channels) {
	char kind[16], word[64];
	if (fscanf(f, "%15s", kind) != 1) return false;
	*channels = kind[1] == '5' ? 1 : kind[1] == '6' ? 3 : 0;
	unsigned values[3];
	for (int i = 0; i < 3;) {
		if (fscanf(f, "%63s", word) != 1) return false;
		if (word[0] == '#') { int c; while ((c = fgetc(f)) != '\n' && c != -1) {} continue; }
		values[i++] = atoi(word);
	}
	fgetc(f);
	*w = values[0];
	*h = values[1];
	return *channels != 0;
}
template <class T> bool sdkLoadPGM(const char *name, T **data, unsigned *w, unsigned *h) {
	FILE *f = fopen(name, "rb");
	if (!f) { fprintf(stderr, "__LoadPPM() : Failed to open file: %s\n", name); return false; }
	int channels;
	bool ok = __skipPNM(f, w, h, &channels);
	size_t n = ok ? (size_t)*w * *h * channels : 0;
	unsigned char *bytes = (unsigned char *)malloc(n);
	ok = ok && fread(bytes, 1, n, f) == n;
	fclose(f);
	if (ok) {
		if (!*data) *data = (T *)malloc(n * sizeof(T));
		for (size_t i = 0; i < n; i++) (*data)[i] = sizeof(T) == 1 ? (T)bytes[i] : (T)(bytes[i] / 255.0f);
	}
	free(bytes);
	return ok;
}
inline bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned *w, unsigned *h) {
	unsigned char *three = nullptr;
	if (!sdkLoadPGM(name, &three, w, h)) return false;
	size_t n = (size_t)*w * *h;
	*data = (unsigned char *)malloc(4 * n);
	for (size_t i = 0; i < n; i++) { for (int c = 0; c < 3; c++) (*data)[4 * i + c] = three[3 * i + c]; (*data)[4 * i + 3] = 0; }
	free(three);
	return true;
}
inline bool __savePNM(const char *name, const unsigned char *data, unsigned w, unsigned h, int channels, int stride) {
	FILE *f = fopen(name, "wb");
	if (!f) return false;
	fprintf(f, "P%d\n%u\n%u\n255\n", channels == 1 ? 5 : 6, w, h);
	for (size_t i = 0; i < (size_t)w * h; i++) fwrite(data + i * stride, 1, channels, f);
	fclose(f);
	return true;
}
template <class T> bool sdkSavePGM(const char *name, T *data, unsigned w, unsigned h) {
	size_t n = (size_t)w * h;
	unsigned char *bytes = (unsigned char *)__newQuiet(n);
	for (size_t i = 0; i < n; i++) bytes[i] = sizeof(T) == 1 ? (unsigned char)data[i] : (unsigned char)(data[i] * 255.0f);
	bool ok = __savePNM(name, bytes, w, h, 1, 1);
	__delete(bytes, 2);
	return ok;
}
inline bool sdkSavePPM4ub(const char *name, unsigned char *data, unsigned w, unsigned h) { return __savePNM(name, data, w, h, 3, 4); }
inline bool __compareFiles(const char *a, const char *b, float epsilon, float threshold, int skip) {
	unsigned char *x = nullptr, *y = nullptr;
	unsigned w, h, w2, h2;
	if (!sdkLoadPGM(a, &x, &w, &h) || !sdkLoadPGM(b, &y, &w2, &h2) || w != w2 || h != h2) return false;
	size_t n = (size_t)w * h * skip, wrong = 0;
	for (size_t i = 0; i < n; i++) { int d = (int)x[i] - (int)y[i]; wrong += d > epsilon || -d > epsilon; }
	return threshold == 0 ? wrong == 0 : wrong <= threshold * n;
}
inline bool __loadPPM(const char *name, unsigned char **data, unsigned *w, unsigned *h, unsigned *channels) {
	FILE *f = fopen(name, "rb");
	int n = 0;
	if (f) { __skipPNM(f, w, h, &n); fclose(f); }
	*channels = n;
	return sdkLoadPGM(name, data, w, h);
}
inline bool __savePPM(const char *name, unsigned char *data, unsigned w, unsigned h, unsigned channels) { return __savePNM(name, data, w, h, channels, channels); }
inline bool sdkComparePPM(const char *a, const char *b, float epsilon, float threshold, bool verbose) { return __compareFiles(a, b, epsilon, threshold, 3); }
inline bool sdkComparePGM(const char *a, const char *b, float epsilon, float threshold, bool verbose) { return __compareFiles(a, b, epsilon, threshold, 1); }
template <class T> bool sdkReadFile(const char *name, T **data, unsigned *n, bool verbose) {
	FILE *f = fopen(name, "r");
	if (!f) return false;
	size_t room = 16, count = 0;
	T *list = (T *)malloc(room * sizeof(T));
	float v;
	while (fscanf(f, "%f", &v) == 1) {
		if (count == room) { room *= 2; list = (T *)realloc(list, room * sizeof(T)); }
		list[count++] = (T)v;
	}
	fclose(f);
	*n = (unsigned)count;
	*data = list;
	return true;
}
template <class T, class S> bool sdkWriteFile(const char *name, const T *data, unsigned n, S epsilon, bool verbose, bool append = false) {
	FILE *f = fopen(name, append ? "a" : "w");
	if (!f) return false;
	fprintf(f, "# %g\n", (double)epsilon);
	for (unsigned i = 0; i < n; i++) fprintf(f, "%g ", (double)data[i]);
	fprintf(f, "\n");
	fclose(f);
	return true;
}
inline bool sdkCompareBin2BinFloat(const char *a, const char *b, unsigned n, float epsilon, float threshold, const char *program) {
	char *pa = sdkFindFilePath(a, program), *pb = sdkFindFilePath(b, program);
	if (!pa || !pb) return false;
	FILE *f = fopen(pa, "rb"), *g = fopen(pb, "rb");
	float *x = (float *)__newQuiet(n * 4), *y = (float *)__newQuiet(n * 4);
	bool ok = fread(x, 4, n, f) == n && fread(y, 4, n, g) == n && compareData(x, y, n, epsilon, threshold);
	fclose(f);
	fclose(g);
	return ok;
}
