# Dicts and strings: counting words, building and splitting text.
def words(n):
    seed = 42
    out = []
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        out.append('w' + str(seed % 5000))
    return out


def count(text):
    counts = {}
    for w in text.split():
        counts[w] = counts.get(w, 0) + 1
    return counts


def main():
    total = 0
    text = ' '.join(words(60000))
    for _ in range(4):
        counts = count(text)
        best = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:10]
        lines = ['%s=%d' % kv for kv in best]
        report = ';'.join(lines).upper().replace('W', 'word-')
        total += len(report) + len(counts)
        squeezed = {}
        for k, v in counts.items():
            squeezed.setdefault(k[:3], []).append(v)
        for k in squeezed:
            total += sum(squeezed[k])
        parts = []
        for i in range(20000):
            parts.append(f'{i:05d}-{i % 7}')
        total += len(''.join(parts))
        for p in parts:
            head, tail = p.split('-')
            if head.startswith('00') and tail == '3':
                total += 1
    print(total)


main()
