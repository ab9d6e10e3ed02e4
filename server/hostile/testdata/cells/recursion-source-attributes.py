# raises SyntaxError | raises RecursionError | raises MemoryError | raises AttributeError
x = 1
eval('x' + '.real' * 10**5)
