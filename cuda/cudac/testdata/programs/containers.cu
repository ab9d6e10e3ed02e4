// Maps and what they have of their common base.
#include <map>
#include <unordered_map>
#include <string>
#include <cstdio>
int main() {
  std::map<std::string, int> m;
  m["b"] = 2; m["a"] = 1; m.insert({"c", 3});
  for (std::map<std::string, int>::iterator it = m.begin(); it != m.end(); ++it) printf("%s=%d ", it->first.c_str(), it->second);
  printf("%d %d %d %d\n", (int)m.size(), (int)m.count("b"), (int)m.count("z"), m.at("c"));
  m.erase("a");
  std::multimap<int, char> mm;
  mm.insert(std::make_pair(2, 'x')); mm.emplace(1, 'y'); mm.insert({2, 'z'});
  std::multimap<int, char>::value_type first = *mm.begin();
  auto r = mm.equal_range(2);
  for (auto p = r.first; p != r.second; ++p) printf("%d%c ", p->first, p->second);
  printf("%c %d", first.second, (int)mm.count(2));
  int gone = (int)mm.erase(2);
  printf(" %d %d\n", gone, (int)mm.size());
  std::unordered_map<int, float> u;
  u[3] = 1.5f; u[1] += 2;
  printf("%d %g %d\n", (int)u.size(), u[3], u.find(9) == u.end());
  const std::map<std::string, int> &c = m;
  for (const auto &p : c) printf("%s ", p.first.c_str());
  printf("%d\n", (int)c.empty());
}
