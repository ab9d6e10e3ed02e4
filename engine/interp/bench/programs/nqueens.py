# Backtracking with sets and recursion, and permutations by generator.
def queens(n, row, columns, up, down):
    if row == n:
        return 1
    found = 0
    for c in range(n):
        if c not in columns and row + c not in up and row - c not in down:
            columns.add(c)
            up.add(row + c)
            down.add(row - c)
            found += queens(n, row + 1, columns, up, down)
            columns.remove(c)
            up.remove(row + c)
            down.remove(row - c)
    return found


print(queens(8, 0, set(), set(), set()), queens(9, 0, set(), set(), set()))
