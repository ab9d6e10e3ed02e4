// Functions of C that end with '...'.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct Pair { int a; double b; };

static int sum(int n, ...) {
	va_list list;
	va_start(list, n);
	int total = 0;
	for (int i = 0; i < n; i++) total += va_arg(list, int);
	va_end(list);
	return total;
}

static void kinds(const char *which, ...) {
	va_list list;
	va_start(list, which);
	for (; *which; which++) {
		switch (*which) {
		case 'i': printf(" %d", va_arg(list, int)); break;
		case 'u': printf(" %u", va_arg(list, unsigned)); break;
		case 'l': printf(" %lld", va_arg(list, long long)); break;
		case 'f': printf(" %g", va_arg(list, double)); break;
		case 's': printf(" %s", va_arg(list, const char *)); break;
		case 'p': { Pair p = va_arg(list, Pair); printf(" (%d, %g)", p.a, p.b); break; }
		}
	}
	va_end(list);
	printf("\n");
}

static void say(FILE *to, const char *format, ...) {
	va_list list;
	va_start(list, format);
	int n = vfprintf(to, format, list);
	va_end(list);
	printf("[%d]\n", n);
}

static int into(char *to, size_t room, const char *format, ...) {
	va_list list, again;
	va_start(list, format);
	va_copy(again, list);
	int whole = vsnprintf(nullptr, 0, format, list);
	int n = vsnprintf(to, room, format, again);
	va_end(again);
	va_end(list);
	return whole * 1000 + n;
}

static double next(va_list list) { return va_arg(list, double); }

static double first(int n, ...) {
	va_list list;
	va_start(list, n);
	double x = next(list);
	va_end(list);
	return x;
}

static int depth(int n, ...) {
	va_list list;
	va_start(list, n);
	int x = va_arg(list, int);
	va_end(list);
	return n == 0 ? x : sum(2, x, n);
}

// A function that calls itself, with and without more than its parameters: each call has a list of its own.
static int chain(int n, ...) {
	va_list list;
	va_start(list, n);
	int mine = n & 1 ? 0 : va_arg(list, int);
	int below = n <= 0 ? 0 : n & 1 ? chain(n - 1, n * 10, 2.5) : chain(n - 1);
	if (n > 0 && !(n & 1)) below += (int)(va_arg(list, double) * 2);
	va_end(list);
	return mine + below;
}

int main() {
	printf("%d %d %d\n", sum(0), sum(1, 7), sum(5, 1, -2, 3, (short)4, 'a'));
	char text[16] = "text";
	float f = 1.5f;
	Pair p = {3, 0.25};
	kinds("iulfsps", -1, 4000000000u, 1LL << 40, f, text, p, "end");
	say(stdout, "%5.2f|%-6s|%*d|%c|%lu|%x ", 3.14159, "ab", 5, 42, 'z', 123456789012UL, 255);
	char small[8];
	printf("%d ", into(small, sizeof small, "%s-%d", "abc", 123456));
	printf("%s\n", small);
	printf("%g %d\n", first(1, 2.5f), depth(1, 10));
	printf("%d\n", chain(5));
	return 0;
}
