# raises SyntaxError | raises RecursionError | raises MemoryError
eval('-' * 10**6 + '1')
