# ends
x = None
for i in range(10**6):
    x = [x]
x = None
