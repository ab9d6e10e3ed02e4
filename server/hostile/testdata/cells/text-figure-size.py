# ends | stops
import matplotlib.pyplot as plt
plt.figure(figsize=(10**6, 10**6), dpi=10**4)
plt.plot([1, 2])
plt.savefig('x.png')
plt.show()
