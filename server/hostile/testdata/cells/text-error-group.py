# raises ExceptionGroup
raise ExceptionGroup('g' * 10**6, [ValueError('x' * 10**5) for i in range(1000)])
