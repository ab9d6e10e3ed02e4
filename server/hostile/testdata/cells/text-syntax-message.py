# raises SyntaxError
raise SyntaxError('x' * 10**7, ('f' * 10**6, 1, 1, 't' * 10**7))
