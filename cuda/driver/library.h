#include <stddef.h>

// A symbol is a function of a library, and where its address goes.
struct symbol { const char *name; void **at; };

// gputour_library_open opens a library at run time and finds its functions, all of them.
// It returns 0, or writes why not into reason.
int gputour_library_open(const char *path, const struct symbol *symbols, size_t count, char *reason, size_t room);
