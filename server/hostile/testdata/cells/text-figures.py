# ends | stops
import matplotlib.pyplot as plt
for i in range(10**4):
    plt.figure()
    plt.plot([1, 2])
plt.show()
