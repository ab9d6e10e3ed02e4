# ends | stops
import matplotlib.pyplot as plt
plt.plot(range(10**6))
plt.title('t' * 10**6)
plt.show()
