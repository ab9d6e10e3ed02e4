# List, set and dict comprehensions.
def main():
    total = 0
    for k in range(30):
        xs = [i * i for i in range(10000)]
        ys = [x + k for x in xs if x % 3 == 0]
        pairs = [(x, y) for x in range(60) for y in range(60) if x < y]
        d = {x: y for x, y in pairs}
        s = {y - x for x, y in pairs}
        grid = [[i * j for j in range(50)] for i in range(50)]
        total += len(ys) + len(d) + len(s) + sum(ys) + sum(sum(row) for row in grid)
    print(total)


main()
