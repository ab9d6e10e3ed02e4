# raises MemoryError
n = 10**11
f'{1:>{n}}'
