# raises EOFError | raises StdinNotImplementedError | stops | ends
input('x' * 10**7)
