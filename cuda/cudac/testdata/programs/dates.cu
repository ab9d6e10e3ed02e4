// Dates, and smaller names of C's and C++'s libraries.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <glob.h>
#include <iomanip>
#include <iostream>
#include <list>
#include <memory>
#include <random>
#include <type_traits>
#include <vector>
static __inline int twice(int x) { return 2 * x; }
int main() {
  for (time_t t : {0l, 951782399l, 951782400l, 1700000000l, 4107542399l, -1l, -2203891201l, 253402300799l}) {
    tm *d = gmtime(&t);
    char text[100], again[100];
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %w %a %A %b %B %I %p %y %e %D %R %T %%", d);
    strcpy(again, asctime(d));
    tm copy = *d;
    printf("%s %s%ld\n", text, again, (long)mktime(&copy));
  }
  tm odd = {70, 61, 25, 32, 13, 120};
  time_t t = mktime(&odd);
  printf("%ld %d %d %d %d %d %s", (long)t, odd.tm_mday, odd.tm_mon, odd.tm_year, odd.tm_wday, odd.tm_yday, ctime(&t));
  char small[4];
  printf("%zu %g\n", strftime(small, sizeof small, "%Y", gmtime(&t)), difftime(5, 3));

  std::mt19937_64 g{1993764}, h;
  for (int i = 0; i < 700; i++) h();
  std::uniform_int_distribution<int> die(1, 6);
  std::uniform_real_distribution<double> real(-1, 1);
  std::uniform_real_distribution<float> single;
  unsigned long long first = g(), late = h();
  int one = die(g), two = die(g);
  double wide = real(g);
  printf("%llu %llu %d %d %.17g %.9g\n", first, late, one, two, wide, single(g));

  std::vector<int> v = {1, 2, 2, 2, 5};
  auto r = std::equal_range(v.begin(), v.end(), 2);
  auto none = std::equal_range(v.begin(), v.end(), 3);
  printf("%d %d %d\n", (int)(r.first - v.begin()), (int)(r.second - v.begin()), (int)(none.second - none.first));
  std::list<int> l(3, -1);
  int sum = 0;
  for (int x : l) sum += x;
  typedef std::aligned_storage<16, 16>::type Block;
  char room[256];
  void *p = (void *)((size_t)room & ~63ull | 3); size_t n = 200;
  void *q = std::align(32, 100, p, n);
  printf("%d %zu %zu %d %zu %d\n", sum, sizeof(Block), alignof(Block), (int)((char *)q - (char *)((size_t)room & ~63ull)), n, twice(4));
  p = room + 1; n = 40;
  printf("%d\n", std::align(64, 30, p, n) == nullptr);

  std::cout << std::setiosflags(std::ios::left) << std::setw(6) << "ab" << "|" << std::resetiosflags(std::ios::left) << std::setw(6) << "cd" << "|" << std::endl;
  std::cout << std::setiosflags(std::ios::fixed) << std::setprecision(2) << 3.14159 << " " << std::resetiosflags(std::ios::fixed) << 3.14159 << std::endl;

  FILE *f = fopen("dates.txt", "w"); fprintf(f, "first line\nsecond"); fclose(f);
  f = fopen("dates.txt", "r");
  int c = fgetc(f); ungetc(c, f);
  char *line = nullptr; size_t space = 0; long got;
  while ((got = getline(&line, &space, f)) != -1) printf("%ld %s%s", got, line, got == 6 ? "\n" : "");
  fclose(f); free(line);
  glob_t found;
  int code = glob("dates.txt", 0, nullptr, &found);
  printf("%d %zu %s\n", code, found.gl_pathc, found.gl_pathv[0]);
  globfree(&found);
  printf("%d %d\n", glob("no such file", 0, nullptr, &found) == GLOB_NOMATCH, opendir("no such folder") == nullptr);
  remove("dates.txt");
}
