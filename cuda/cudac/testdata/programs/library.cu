// Containers, algorithms and random numbers of C++'s library.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

template <class T> const char *kind(T) {
    if constexpr (std::is_integral_v<T>) return "integer";
    else if constexpr (std::is_floating_point<T>::value) return "float";
    else return "other";
}
template <class T, class R = std::conditional_t<std::is_integral<T>::value, double, T>> R half(T v) { return R(v) / 2; }
template <class T> using Grid = std::vector<std::vector<T>>;
struct Job { std::string name; int level; bool operator<(const Job &o) const { return level < o.level; } };

int main() {
    std::map<std::string, std::vector<int>> groups;
    groups["odd"].push_back(1);
    groups["even"].push_back(2);
    groups["odd"].push_back(3);
    for (const auto &[name, list] : groups) std::cout << name << ":" << list.size() << " ";
    std::cout << groups.count("none") << std::endl;
    std::set<int> unique = {3, 1, 3, 2};
    for (int v : unique) std::cout << v;
    std::cout << " " << (unique.find(2) != unique.end()) << "\n";
    std::queue<int> q;
    std::stack<int> s;
    for (int i = 0; i < 4; i++) { q.push(i); s.push(i); }
    q.pop();
    s.pop();
    std::cout << q.front() << q.size() << s.top() << "\n";
    std::priority_queue<Job> jobs;
    jobs.push({"low", 1});
    jobs.push({"high", 9});
    jobs.push({"mid", 5});
    while (!jobs.empty()) { std::cout << jobs.top().name << " "; jobs.pop(); }
    std::priority_queue<int, std::vector<int>, std::greater<int>> least;
    for (int v : {4, 2, 8}) least.push(v);
    std::cout << least.top() << "\n";
    std::deque<int> d = {2, 3};
    d.push_front(1);
    d.push_back(4);
    std::cout << d[0] << d.back() << d.size() << "\n";
    std::array<int, 4> a = {4, 1, 3, 2};
    std::sort(a.begin(), a.end());
    std::cout << a[0] << a[3] << std::accumulate(a.begin(), a.end(), 0) << "\n";
    std::tuple<int, double, std::string> t(1, 2.5, "three");
    std::cout << std::get<0>(t) << std::get<1>(t) << std::get<2>(t) << "\n";
    auto p = std::make_unique<Job>();
    p->level = 4;
    std::shared_ptr<int> one = std::make_shared<int>(7), two = one;
    *two += 1;
    std::unique_ptr<float[]> f(new float[3]);
    f[2] = 1.5f;
    std::cout << p->level << *one << one.use_count() << f[2] << "\n";
    Grid<int> g(2, std::vector<int>(3, 1));
    g[1][2] = 5;
    int sum = 0;
    for (auto &row : g) sum += std::accumulate(row.begin(), row.end(), 0);
    std::cout << sum << " " << kind(1) << kind(1.5f) << kind(&sum) << " " << half(3) << half(3.f) << "\n";
    std::string text = "kernel";
    text += '!';
    text.insert(0, "a ");
    std::cout << text << text.substr(2, 3) << text.find("nel") << (text.find('z') == std::string::npos) << text.rfind('e') << text.back() << "\n";
    std::ostringstream os;
    os << std::setw(5) << 42 << "|" << std::left << std::setw(4) << "ab" << "|" << std::fixed << std::setprecision(2) << 3.14159 << "|" << std::hex << 255;
    std::cout << os.str() << " " << os.str().size() << "\n";
    std::complex<double> z(3, 4), w = z * std::complex<double>(0, 1);
    std::cout << std::abs(z) << w << std::norm(w) << "\n";
    std::vector<int> v(8);
    std::iota(v.begin(), v.end(), 1);
    std::rotate(v.begin(), v.begin() + 2, v.end());
    v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 3 == 0; }), v.end());
    v.insert(v.begin() + 1, 99);
    std::reverse(v.begin(), v.end());
    for (int x : v) std::cout << x << " ";
    std::cout << *std::max_element(v.begin(), v.end()) << std::clamp(12, 0, 9) << std::min({5, 2, 7}) << std::gcd(12, 18) << "\n";
    std::vector<std::pair<int, char>> pairs = {{2, 'b'}, {1, 'z'}, {2, 'a'}};
    std::sort(pairs.begin(), pairs.end());
    for (auto &[n, c] : pairs) std::cout << n << c;
    std::cout << (std::lower_bound(a.begin(), a.end(), 3) - a.begin()) << std::binary_search(a.begin(), a.end(), 5) << "\n";
    std::cout << std::numeric_limits<int>::min() << " " << (int)std::numeric_limits<unsigned char>::max() << " " << std::numeric_limits<float>::max() << "\n";
    for (int i = 0; i < 3; i++) std::cout << rand() << " ";
    srand(2024);
    std::cout << rand() % 1000 << "\n";
    std::mt19937 gen(7);
    std::uniform_int_distribution<int> dice(1, 6);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::normal_distribution<double> bell(10.0, 2.0);
    for (int i = 0; i < 5; i++) std::cout << dice(gen) << " ";
    for (int i = 0; i < 3; i++) std::cout << unit(gen) << " ";
    for (int i = 0; i < 3; i++) std::cout << bell(gen) << " ";
    std::default_random_engine engine;
    std::cout << engine() << "\n";
    return 0;
}
