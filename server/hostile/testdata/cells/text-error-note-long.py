# raises ValueError
e = ValueError('x')
e.add_note('n\n' * 10**7)
raise e
