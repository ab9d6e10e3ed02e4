# raises MemoryError
def f(**k): return k
x = {f'a{i}': i for i in range(10**3)}
kept = []
while True:
    kept.append(f(**x))
