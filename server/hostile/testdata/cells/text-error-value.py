# raises ValueError
raise ValueError('x' * 2 * 10**7)
