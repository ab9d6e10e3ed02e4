# raises MemoryError
fs = []
while True:
    x = [0] * 100
    fs.append(lambda x=x: x)
