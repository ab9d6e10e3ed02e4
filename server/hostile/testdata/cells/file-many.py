# raises MemoryError | raises OSError | stops
i = 0
while True:
    i += 1
    open(f'f{i}', 'w').write('x' * 1000)
