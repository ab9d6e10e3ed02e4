# ends
import warnings
warnings.warn('w' * 10**7)
for i in range(10**4):
    warnings.warn('w' * 1000 + str(i))
