# Permutations in a list: how many flips until the first element is 1.
def run(n):
    total = best = 0
    perm = list(range(n))
    count = [0] * n
    sign = 1
    while True:
        first = perm[0]
        if first:
            q = perm[:]
            flips = 1
            while True:
                head = q[first]
                if not head:
                    total += sign * flips
                    if flips > best:
                        best = flips
                    break
                q[first] = first
                if first > 2:
                    i, j = 1, first - 1
                    while i < j:
                        q[i], q[j] = q[j], q[i]
                        i += 1
                        j -= 1
                first = head
                flips += 1
        if sign == 1:
            perm[0], perm[1] = perm[1], perm[0]
            sign = -1
        else:
            perm[1], perm[2] = perm[2], perm[1]
            sign = 1
            i = 2
            while count[i] >= i:
                count[i] = 0
                i += 1
                if i == n:
                    return total, best
                first = perm[0]
                for k in range(i):
                    perm[k] = perm[k + 1]
                perm[i] = first
            count[i] += 1


print(run(9))
