# Sorting, with keys and without.
def numbers(n):
    seed = 7
    out = []
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        out.append(seed % 100000)
    return out


def main():
    xs = numbers(50000)
    total = 0
    for k in range(3):
        a = sorted(xs)
        b = sorted(xs, key=lambda x: (x % 1000, x))
        c = sorted(xs, key=lambda x: -x)
        d = sorted([str(x) for x in xs])
        e = [(x % 10, x) for x in xs]
        e.sort()
        e.sort(key=lambda p: p[1], reverse=True)
        total += a[100] + b[100] + c[100] + len(d[100]) + e[100][1]
    print(total)


main()
