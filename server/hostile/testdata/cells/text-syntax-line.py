# raises SyntaxError | raises MemoryError
exec('x = ' + '1 + ' * 10**6 + '$')
