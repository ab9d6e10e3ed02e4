# stops
x = 'a' * 10**7
while True:
    x.count('aaaaaaab')
