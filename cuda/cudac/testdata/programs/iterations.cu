// Loops whose iterations may run side by side, and loops that look as if they might.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define N 1000

static float table[N], grid[40][70];
static int counts[N];

unsigned sum(const unsigned char *p, size_t n) {
    unsigned h = 2166136261u;
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 16777619u;
    return h;
}
template <typename T> void show(const char *name, const T *p, int n) {
    printf("%s %08x\n", name, sum((const unsigned char *)p, n * sizeof(T)));
}

void shift(float *to, const float *from, int n) {
    for (int i = 0; i < n; i++) to[i] = from[i] + 1;
}

void product(const float *a, const float *b, float *c, int n) {
    int i, j, k;
    float s;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            s = 0;
            for (k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
    printf("left %d %d %d %g\n", i, j, k, s);
}

// two names of one variable
void tally(const int *p, int *q, int n, int &total, const int &seen) {
    for (int i = 0; i < n; i++) {
        q[i] = seen;
        total += p[i];
    }
}

void count(int *q, int n, int &i, const int &at) {
    for (i = 0; i < n; i++) q[i] = at * 2;
}

void bounded(int *q, int &n, const int &limit) {
    for (int i = 0; i < limit; i++) {
        q[i]++;
        n -= i < 300;
    }
}

int find(const int *p, int n, int what) {
    for (int i = 0; i < n; i++)
        if (p[i] == what) return i;
    return -1;
}

// Arrays whose length is known when they are made.
void measured(int n) {
  int a[n], b[n]; double c[n];
  for (int i = 0; i < n; i++) a[i] = rand() % 100;
  for (int i = 0; i < n; i++) { b[i] = 2 * a[i] + i; c[i] = b[i] * 0.5; }
  long sum = 0; double half = 0; bool fair = true;
  for (int i = 0; i < n; i++) { sum += b[i] - 2 * a[i]; half += c[i] - b[i] / 2.0; fair = fair && a[i] >= 0 && a[i] < 100; }
  printf("measured %ld %g %d\n", sum, half, fair);
}
int main() {
  measured(1000); measured(3);
    float *a = (float *)malloc(N * sizeof(float)), *b = (float *)malloc(N * sizeof(float)), *c = (float *)malloc(N * sizeof(float));
    int *p = (int *)malloc(N * sizeof(int)), *q = (int *)malloc(N * sizeof(int));
    double *d = (double *)malloc(N * sizeof(double));
    unsigned char *u = (unsigned char *)malloc(N);
    srand(7);
    for (int i = 0; i < N; i++) a[i] = rand() / (float)RAND_MAX;
    for (int i = 0; i < N; i++) {
        b[i] = (float)(rand() & 0xFF) / 10.0f;
        c[i] = rand() % 5;
    }
    for (int i = 0; i < N; ++i) p[i] = rand() % 100 - 50;
    for (int i = 0; i < N; i += 1) u[i] = rand();
    show("a", a, N), show("b", b, N), show("c", c, N), show("p", p, N), show("u", u, N);

    // memory that iterations share
    for (int i = 1; i < N; i++) a[i] = a[i - 1] * 0.5f + a[i];
    show("chain", a, N);
    for (int i = 0; i < N - 1; i++) a[i] = a[i + 1] - a[i];
    show("ahead", a, N);
    shift(a + 1, a, N - 1);
    show("overlap", a, N);
    shift(c, a, N);
    show("apart", c, N);
    int zero = 0, three = 3;
    for (int i = 0; i < 300; i++) c[i * zero] = b[i];
    for (int i = 0; i < 300; i++) c[i * three + 1] += b[i] * 2;
    for (int i = 0; i < N; i++) c[N - 1 - i] -= a[i];
    for (int i = 0; i < N; i++) q[p[i] + 50] = i;
    show("places", c, N), show("scatter", q, 100);
    for (int i = 0; i < 500; i++)
        for (int j = 0; j < 500; j++) c[i + j] += a[i] * b[j];
    show("convolution", c, N);
    for (unsigned char i = 0; i < 200; i++) q[i] = i * i;
    for (int i = 0; i < N; i++) {
        unsigned char k = i;
        q[k] += i;
    }
    show("bytes", q, 256);

    // what goes from one iteration to the next
    float s = 0, most = -1;
    int positive = 0, even = 0, last = -1;
    double e = 1;
    unsigned hash = 5;
    for (int i = 0; i < N; i++) s += a[i] * b[i];
    for (int i = 0; i < N; i++) {
        if (p[i] > 0) positive++;
        if (p[i] % 2 == 0) even += p[i], last = i;
        e *= 1 + 1e-3 * b[i];
    }
    for (int i = 0; i < N; i++) most = fmaxf(most, fabsf(a[i]));
    for (int i = 0; i < N; i++) hash = hash * 31 + u[i];
    for (int i = 0; i < N; i++) hash ^= u[i] << (i % 24);
    printf("%.9g %.9g %d %d %d %.17g %u\n", s, most, positive, even, last, e, hash);
    for (int i = 0; i < N; i++) {
        float x = a[i], y = 0;
        int n = 0;
        while (n < 50 && x * x + y * y < 4) {
            float t = x * x - y * y + b[i] / 30;
            y = 2 * x * y + 0.1f;
            x = t;
            n++;
        }
        q[i] = n;
    }
    show("depths", q, N);
    for (int i = 0; i < N; i++) {
        d[i] = 0;
        for (int j = 0; j < i % 7; j++) {
            if (j == 5) break;
            if ((i + j) % 3 == 0) continue;
            d[i] += sin((double)a[i]) * j;
        }
    }
    show("ragged", q, N);
    printf("%.12g %.12g\n", d[40], d[999]);

    // ends
    int found[] = {find(p, N, p[0]), find(p, N, p[31]), find(p, N, p[32]), find(p, N, p[500]), find(p, N, 77)};
    for (int i = 0; i < 5; i++) printf("%d ", found[i]);
    p[N - 1] = 1234;
    printf("%d", find(p, 2 * N, 1234)); // what it might read behind the end it does not
    printf("\n");
    int stops = 0;
    for (int i = 0; i < N; i++) {
        int square = p[i] * p[i];
        if (square > 2300) {
            stops += i;
            if (stops > 5000) break;
            continue;
        }
        q[i] = square;
    }
    show("stops", q, N);
    printf("%d\n", stops);
    for (size_t i = 5; i <= 900; i += 5) q[i] = (int)i;
    int i, left = -3;
    for (i = 0; i < N; i++) {
        left = p[i] * 2;
        q[i] += left;
    }
    show("steps", q, N);
    printf("%d %d\n", i, left);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < N; i++) q[i] = q[i] / (k + 2) + (i & 1 ? k : -k);
    show("divided", q, N);

    int both = 3;
    tally(p, q, N, both, both);
    show("tally", q, N);
    count(q, N, both, both);
    show("count", q, N);
    bounded(q, both, both);
    show("bounded", q, N);
    printf("%d\n", both);

    // arrays
    for (int i = 0; i < N; i++) table[i] = sqrtf((float)i), counts[i] = i % 17;
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 70; x++) grid[y][x] = table[y * 10 + x] + counts[x];
    for (int y = 1; y < 39; y++)
        for (int x = 0; x < 70; x++) grid[y][x] = (grid[y - 1][x] + grid[y + 1][x]) / 2;
    for (int i = 0; i < N; i++) counts[u[i]]++;
    show("grid", &grid[0][0], 40 * 70), show("counts", counts, N);
    float local[128];
    for (int i = 0; i < 128; i++) local[i] = i * 0.25f;
    for (int i = 0; i < 127; i++) local[i + 1] = local[i] + 1;
    show("local", local, 128);
    float *m = (float *)malloc(70 * 70 * 3 * sizeof(float));
    for (int i = 0; i < 2 * 70 * 70; i++) m[i] = (i * 37 % 101) / 8.0f;
    product(m, m + 4900, m + 9800, 70);
    show("product", m + 9800, 4900);
    float *r = (float *)malloc(4900 * sizeof(float));
    product(m, m + 4900, r, 70);
    show("product", r, 4900);
}
