# raises OSError | raises FileNotFoundError | ends
open('x' * 10**7, 'w')
