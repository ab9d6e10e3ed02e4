// Threads of the host, which run to their end where they are made; methods that name what follows in
// their class; functions called through pointers to others of their kind.
#include <cstdio>
#include <thread>
#include <mutex>
#include <chrono>
#include <string>
#include <vector>
__global__ void k(int *p, int v) { p[threadIdx.x] += v; }
static std::mutex guard;
void work(int *d, int id, int &sum) { std::lock_guard<std::mutex> l(guard); k<<<1, 4>>>(d, id); sum += id; }
class Tree {
 public:
  int run() { Later l = {3, 4}; Step s; s.n = kStep; return l.a + l.b + s.n + helper(); }
 private:
  struct Later { int a, b; };
  typedef struct { int n; } Step;
  static const int kStep = 5;
  int helper() { return 100; }
};
struct Params { int id; };
void *enter(Params *p) { printf("entered %d\n", p->id); return nullptr; }
int main() {
  int *d, sum = 0;
  cudaMallocManaged(&d, 16);
  for (int i = 0; i < 4; i++) d[i] = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 3; i++) all.push_back(std::thread(work, d, i + 1, std::ref(sum)));
  for (auto &t : all) t.join();
  std::thread lam([&] { sum *= 2; });
  lam.join();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  cudaDeviceSynchronize();
  printf("%d %d\n", sum, d[3]);
  Params p = {7};
  void *(*f)(void *) = (void *(*)(void *))enter;
  f(&p);
  std::string s = "a/b/c.fatbin";
  printf("%d %d %d\n", (int)s.rfind("/"), (int)s.find_last_of("./"), (int)(s.rfind("zip") == std::string::npos));
  printf("%d\n", Tree().run());
  printf("%d %.3f\n", (int)std::chrono::milliseconds(2).count(), std::chrono::duration<double>(std::chrono::milliseconds(2)).count());
  std::vector<int> v = {3, 1, 2};
  auto best = v.begin();
  auto size = [](decltype(best) p) { return *p; };
  auto distance = [](decltype(v) &w) { return std::distance(w.begin(), w.end()); };
  printf("%d %d\n", size(best), (int)distance(v));
}
