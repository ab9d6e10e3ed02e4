# raises SyntaxError | raises RecursionError | raises MemoryError | ends
eval('+'.join(['1'] * 10**5))
