// Functions without names, pointers to functions, exceptions and labels.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
typedef int (*op_t)(int);
op_t table[2] = {twice, thrice};

int apply(int (*f)(int), int x) { return f(x); }
template <class F> int sumOf(int n, F f) {
    int s = 0;
    for (int i = 0; i < n; i++) s += f(i);
    return s;
}
int viaFunction(const std::function<int(int)> &f) { return f(10); }

struct Account {
    int balance = 10;
    int spend(const std::vector<int> &list) {
        std::for_each(list.begin(), list.end(), [this](int v) { balance -= v; });
        return balance;
    }
};

int firstNegative(const std::vector<int> &v) {
    int at = -1;
    for (int i = 0; i < (int)v.size(); i++)
        for (int k = 0; k < 2; k++)
            if (v[i] < 0) {
                at = i;
                goto found;
            }
    return -1;
found:
    return at;
}

struct Failure : public std::runtime_error {
    int code;
    Failure(int c, const std::string &what) : std::runtime_error(what), code(c) {}
};
int risky(int n) {
    if (n > 2) throw Failure(n, "too many");
    if (n < 0) throw std::string("negative");
    return n;
}

int main() {
    int base = 100;
    auto add = [base](int x) { return base + x; };
    auto count = [&base]() { return ++base; };
    auto generic = [](auto a, auto b) { return a < b ? b : a; };
    auto counter = [n = 5]() mutable { return n++; };
    printf("%d %d ", add(1), count());
    printf("%d %g %d\n", base, generic(1.5, 0.5), generic(3, 4));
    int first = counter(), second = counter();
    printf("%d %d %d\n", first, second, [](int x) -> long { return x * x; }(7) == 49);
    printf("%d %d %d\n", apply(twice, 4), apply(&thrice, 4), table[1](5) + (*table[0])(1));
    op_t chosen = base > 5 ? twice : thrice;
    printf("%d %d\n", chosen(6), chosen == twice);
    printf("%d %d\n", sumOf(5, [](int i) { return i * i; }), sumOf(3, thrice));
    printf("%d\n", viaFunction([=](int x) { return x * base; }));
    std::vector<int> v = {5, -3, 8, 1};
    std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    std::sort(v.begin(), v.begin() + 2, std::less<int>());
    for (int x : v) printf("%d ", x);
    printf("%d\n", std::accumulate(v.begin(), v.end(), 1, [](int a, int b) { return a * b; }));
    std::vector<int> even;
    std::copy_if(v.begin(), v.end(), std::back_inserter(even), [](int x) { return x % 2 == 0; });
    printf("%zu %d\n", even.size(), (int)std::count_if(v.begin(), v.end(), [&](int x) { return x < base; }));
    Account a;
    printf("%d %d\n", a.spend({1, 2, 3}), firstNegative(v));
    for (int n : {1, 3, -1}) {
        try {
            printf("%d\n", risky(n));
        } catch (const Failure &f) {
            printf("failure %d: %s\n", f.code, f.what());
        } catch (...) {
            printf("something else\n");
        }
    }
    try {
        try {
            throw 7;
        } catch (int n) {
            printf("caught %d\n", n);
            throw std::runtime_error("again");
        }
    } catch (const std::exception &e) {
        printf("%s\n", e.what());
    }
    auto [lo, hi] = std::make_pair(1, 2.5);
    printf("%d %g\n", lo, hi);
    int pair[2] = {3, 4};
    auto &[x, y] = pair;
    x = 30;
    printf("%d %d\n", pair[0], y);
    return 0;
}
