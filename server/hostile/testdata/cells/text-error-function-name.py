# ends
n = 'f' * 10**6
exec(f'def {n}(): 1/0')
globals()[n]()
