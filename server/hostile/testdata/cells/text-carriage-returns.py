# stops
while True: print('x' * 1000, end='\r')
