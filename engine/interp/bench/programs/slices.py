"""Parts of lists, strings and tuples, read and stored; lists that grow."""

items, text, pair = list(range(40)), 'the quick brown fox jumps over the lazy dog', tuple(range(12))
total = 0
for i in range(12000):
    k = i % 30
    items[:k + 1] = items[k::-1]
    head, tail = items[:k], items[k:]
    total += len(head) - len(tail) + len(text[k:]) + len(pair[2:k]) + items[k]
    grown = [0] * 10
    for n in range(20):
        grown.append(n)
    a, b, c, d = grown[-4:]
    total += a + b + c + d
print(total, text[::-1], items[:5])
