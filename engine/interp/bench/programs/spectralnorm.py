# Nested loops over floats: the largest singular value of an infinite matrix.
from math import sqrt


def a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(u):
    n = range(len(u))
    return [sum(a(i, j) * u[j] for j in n) for i in n]


def times_transposed(u):
    n = range(len(u))
    return [sum(a(j, i) * u[j] for j in n) for i in n]


def main(n):
    u = [1.0] * n
    for _ in range(5):
        v = times_transposed(times(u))
        u = times_transposed(times(v))
    vbv = vv = 0.0
    for x, y in zip(u, v):
        vbv += x * y
        vv += y * y
    print('%.9f' % sqrt(vbv / vv))


main(130)
