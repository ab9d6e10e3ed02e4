// What maps and sets answer to who puts something in and takes it out; g++ says what it prints.
#include <atomic>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>

int main() {
  std::map<std::string, int> m;
  auto first = m.insert({"a", 1});
  auto again = m.insert(std::make_pair(std::string("a"), 2));
  printf("%d %d %d\n", first.second, again.second, again.first->second);
  m.emplace("b", 3);
  m.insert_or_assign("a", 7);
  m.try_emplace("b", 9);
  for (const auto &p : m) printf("%s=%d ", p.first.c_str(), p.second);
  m.erase(m.find("a"));
  printf("| %zu %zu\n", m.size(), m.count("b"));

  std::set<int, std::greater<int>> s;
  for (int v : {3, 1, 4, 1, 5}) {
    auto [at, fresh] = s.insert(v);
    printf("%d:%d ", *at, fresh);
  }
  s.emplace(9);
  printf("| ");
  for (int v : s) printf("%d ", v);
  printf("| %d %d %d\n", *s.lower_bound(4), *s.upper_bound(4), s.find(2) == s.end());

  std::atomic<int> n(0);
  n.fetch_add(2, std::memory_order_relaxed);
  printf("%d\n", n.load(std::memory_order_acquire));
}
