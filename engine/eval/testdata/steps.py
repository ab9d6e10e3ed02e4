def square(n):
    r = n * n
    return r

total = 0
for i in range(3):
    if i % 2:
        total += square(i)
    else:
        total += 1
while total < 5:
    total += 2
print(total)
