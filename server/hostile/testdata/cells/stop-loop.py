# stops
while True: pass
