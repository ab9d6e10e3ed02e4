// What programs use of C++ and of its library beside containers; g++ says what it prints.
#include <getopt.h>
#include <sys/stat.h>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#define TEXT(x) #x
#define EXPANDED(x) TEXT(x)
#define TWELVE 12
#define SUM ( TWELVE +TWELVE)

struct Operation {
  static int twice(int x) { return 2 * x; }
  int apply(int (*f)(int), int x) { return f(x); }
  int inside() { return apply(twice, 3) + apply(Operation::twice, 4); }
};
int successor(int x) { return x + 1; }
struct Caller { int with(int (*f)(int)) { return f(5); } int run() { return with(successor); } };
struct Node { int value; Node *next; };
int fill(int *p) { *p = 4; return 7; }

int main() {
  Operation o;
  Caller c;
  printf("%d %d %d\n", o.inside(), o.apply(&Operation::twice, 5), c.run());
  printf("%s|%s|%s\n", EXPANDED(TWELVE), EXPANDED(SUM), EXPANDED(a TWELVE+ TWELVE));
  if (not (c.run() bitand 1) and (false or true)) printf("words %d\n", compl 5 xor 1);
  printf("%g %g %g\n", 0x1.8p1, (double)0x.8p0f, 0xAp-2);

  int id = fill(&id);
  Node *n = (Node *)malloc(sizeof(*n));
  n->value = id;
  printf("%d\n", n->value);
  free(n);

  std::string_view view = "hello world";
  std::string word(view.substr(6));
  view.remove_prefix(4);
  std::cout << view << ' ' << word << ' ' << view.find('w') << ' ' << (view == "o world") << '\n';
  std::cout << word.compare(1, 2, "or") << ' ' << word.replace(0, 1, "W-") << '\n';

  std::common_type<int, double>::type mixed = 1.5;
  std::make_unsigned<int>::type large = -1;
  std::aligned_storage<12, 4>::type room;
  std::cout << mixed << ' ' << large << ' ' << sizeof(room) << ' ' << std::is_signed<char>::value << std::is_unsigned<int>::value << '\n';
  std::cout << std::numeric_limits<float>::digits << ' ' << std::numeric_limits<int>::digits10 << ' ' << std::numeric_limits<double>::denorm_min() << ' ' << (std::numeric_limits<float>::quiet_NaN() == 1) << '\n';
  printf("%d %d %" PRIu64 " %" PRId64 "\n", INT8_MAX, UINT16_MAX, UINT64_C(0xc96c5795d7870f42), INT64_C(-5));

  char words[7][12] = {"program", "-v", "-n", "12", "--size=30", "--name", "gpu"};
  char *list[8];
  for (int i = 0; i < 7; i++) list[i] = words[i];
  list[7] = nullptr;
  option longer[] = {{"size", required_argument, nullptr, 's'}, {"name", required_argument, nullptr, 'm'}, {nullptr, 0, nullptr, 0}};
  for (int k; (k = getopt_long(7, list, "vn:", longer, nullptr)) != -1;) printf("%c %s\n", k, optarg && k != 'v' ? optarg : "-");

  struct stat about;
  printf("%d\n", stat("there is no such file", &about));
}
