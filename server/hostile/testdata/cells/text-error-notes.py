# raises ValueError
e = ValueError('x')
for i in range(10**5):
    e.add_note('n' * 100)
raise e
